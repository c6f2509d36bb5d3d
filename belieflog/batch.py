"""Several writes as one: collected, then decided and committed together."""

from collections.abc import Iterable, Iterator, Sequence
from types import TracebackType
from typing import Self

import msgspec
from msgspec import Struct, structs

from belieflog.writing import Writing
from eventlog.batches import MOST_BYTES, MOST_EVENTS
from eventlog.commands import Command, Given
from eventlog.ids import uuid7
from eventlog.log import Ask, EventLog
from eventlog.receipts import Receipt

_MOST_ASKS = MOST_EVENTS // 2  # confirm and answer are two events
_OVERHEAD = 1_500  # bytes around a content, at most


class Pending(Struct, frozen=True):
    """A write that waits for its batch: *id* is what it will be named, good for ``derived_from=``."""

    id: str


class Batch(Writing[Pending]):
    """The write verbs, collected; at the end of the ``with`` block all are committed, or none.

    Reads inside see the memory as it was before. After the block `receipts` are in the order of the calls.
    """

    receipts: tuple[Receipt, ...] = ()

    def __init__(self, log: EventLog, user: str, session: str | None, actor: str | None) -> None:
        super().__init__(log, user, session, actor)
        self._asks: list[Ask] = []

    def __enter__(self) -> Self:
        self._asks = []
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None and self._asks:
            self.receipts = tuple(self._log.append(self._asks))

    def parts(self) -> Iterator[list[Ask]]:
        """Yield what was collected in as few parts as fit into a batch each."""
        part: list[Ask] = []
        size = 0
        for ask in self._asks:
            more = _OVERHEAD + _size(ask[0])
            if part and (len(part) == _MOST_ASKS or size + more > MOST_BYTES):
                yield part
                part, size = [], 0
            part.append(ask)
            size += more
        if part:
            yield part

    def _submit(self, command: Command, given: Given) -> Pending:
        if given.id is None:
            given = structs.replace(given, id=uuid7(self._log.clock(), self._log.entropy(10)))
        self._asks.append((command, given))
        return Pending(given.id or "")

    def _submit_all(self, batches: Iterable[Sequence[Ask]]) -> Pending:
        first, *_ = [self._submit(command, given) for asks in batches for command, given in asks]
        return first


def _size(command: Command) -> int:
    try:
        return len(msgspec.json.encode(command))
    except (msgspec.MsgspecError, UnicodeError, RecursionError, TypeError, ValueError):
        return 0  # no value that can be stored: the log says so
