"""A store of LangGraph's that keeps its items in a user's long-term memory."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Self

from langgraph.store.base import (
    BaseStore,
    GetOp,
    ListNamespacesOp,
    Op,
    PutOp,
    Result,
    SearchOp,
    TTLConfig,
    validate_op_namespace,
)

from belieflog.batch import Batch
from belieflog.langgraph import filters
from belieflog.langgraph.reading import Reading, address
from belieflog.memory import Memory
from belieflog.opening import open as open_log
from belieflog.writing import Circumstances
from eventlog.errors import InvalidValue, NotFound, Refused
from projections.entries import Entry

REASON = "deleted through LangGraph's store"


class BelieflogStore(BaseStore):
    """LangGraph's store over a memory: an item is the entry ``semantic:label/label/key`` of the user's long-term memory.

    What a batch writes is committed together or not at all; a write that a rule refuses raises `Refused`. Items live
    for *ttl* minutes where one is given; *ttl* here is LangGraph's configuration of that, of which ``default_ttl`` and
    ``refresh_on_read`` count. With *audit* a `recalled` event keeps which items each batch has shown.

    All of a value can be found by its words, and by its meaning where the log has an embedder, whatever the *index*
    of a put says.
    """

    supports_ttl = True

    def __init__(self, memory: Memory, *, ttl: TTLConfig | None = None, audit: bool = True) -> None:
        self._memory, self._long_term = memory, memory.long_term
        self.ttl_config, self._audit = ttl, audit

    @classmethod
    @contextmanager
    def open(
        cls,
        target: str | os.PathLike[str],
        user: str,
        session: str | None = None,
        actor: str | None = None,
        *,
        ttl: TTLConfig | None = None,
        audit: bool = True,
        **opened: Any,
    ) -> Iterator[Self]:
        """Open the log at a path for as long as a ``with`` block lasts; *opened* are keywords of `belieflog.open`."""
        with open_log(target, **opened) as log:
            yield cls(log.memory(user, session, actor), ttl=ttl, audit=audit)

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Do several operations: reads see the store as it was before, of several puts to one key the last counts."""
        asked = [_checked(op) for op in ops]
        reading = Reading(self._long_term)
        results = reading.answers(asked)
        puts = {address(self._memory, op): op for op in asked if isinstance(op, PutOp)}
        if puts:
            self._write(puts)
        self._extend([entry for where, entry in reading.extended.items() if where not in puts])
        if self._audit:
            queries = dict.fromkeys(op.query for op in asked if isinstance(op, SearchOp) and op.query)
            self._memory.note_shown(reading.shown.values(), "\n".join(queries) or None)
        return results

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Do what `batch` does, in a thread of its own."""
        import asyncio

        return await asyncio.to_thread(self.batch, list(ops))

    def _write(self, puts: Mapping[str, PutOp]) -> None:
        def act(batch: Batch) -> None:
            for where, op in puts.items():
                if op.value is not None:
                    given: Circumstances = {"via": "langgraph:put", "echo": True}
                    if op.ttl is not None:
                        given["ttl"] = op.ttl * 60
                    batch.remember(where, _plain(op.value), **given)
                elif self._long_term.get(where) is not None:
                    batch.retract(where, reason=REASON, via="langgraph:delete")

        try:
            self._memory.transact(act)
        except NotFound:  # it expired between the look and the retraction
            self._write(puts)

    def _extend(self, entries: Sequence[Entry]) -> None:
        """Let what was read live on; where that is refused, in all or some, reading goes on without."""

        def act(batch: Batch) -> None:
            for entry in entries:
                batch.remember(
                    entry.address,
                    entry.value,
                    confidence=entry.confidence,
                    importance=entry.importance,
                    participants=entry.participants,
                    outcome=entry.outcome,
                    ttl=timedelta(microseconds=entry.recorded.public.ttl or 0),
                    expected=entry.version or 0,  # else someone wrote since, or it has expired
                    source=entry.source,  # reading says nothing of its own
                    via="langgraph:read",
                    echo=True,
                )

        if not entries:
            return
        try:
            self._memory.transact(act)
        except Refused:
            if len(entries) > 1:
                for entry in entries:
                    self._extend([entry])


def _checked(op: Op) -> Op:
    """Refuse what can't be meant, before anything is read or written."""
    if not isinstance(op, (GetOp, SearchOp, PutOp, ListNamespacesOp)):
        raise ValueError(f"unknown operation {op!r}: a batch takes GetOp, SearchOp, PutOp and ListNamespacesOp")
    validate_op_namespace(op)
    if isinstance(op, SearchOp):
        filters.check(op.filter)
    return op


def _plain(value: Any) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise InvalidValue("value", f"is {type(value).__name__}: an item's value is a dict")
    return dict(value)
