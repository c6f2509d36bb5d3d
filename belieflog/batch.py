"""Several writes as one: collected, then decided and committed together."""

from collections.abc import Iterable, Sequence
from types import TracebackType
from typing import Self

from msgspec import Struct, structs

from belieflog.writing import Writing
from eventlog.commands import Command, Given
from eventlog.ids import uuid7
from eventlog.log import Ask
from eventlog.receipts import Receipt


class Pending(Struct, frozen=True):
    """A write that waits for its batch: *id* is what it will be named, good for ``derived_from=``."""

    id: str


class Batch(Writing[Pending]):
    """The write verbs, collected; at the end of the ``with`` block all are committed, or none.

    Reads inside see the memory as it was before. After the block `receipts` are in the order of the calls.
    """

    receipts: tuple[Receipt, ...] = ()

    def __enter__(self) -> Self:
        self._asks: list[tuple[Command, Given]] = []
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None and self._asks:
            self.receipts = tuple(self._log.append(self._asks))

    def _submit(self, command: Command, given: Given) -> Pending:
        if given.id is None:
            given = structs.replace(given, id=uuid7(self._log.clock(), self._log.entropy(10)))
        self._asks.append((command, given))
        return Pending(given.id or "")

    def _submit_all(self, batches: Iterable[Sequence[Ask]]) -> Pending:
        first, *_ = [self._submit(command, given) for asks in batches for command, given in asks]
        return first
