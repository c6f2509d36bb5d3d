"""What one batch reads: an answer to each of its operations, and which entries they showed."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from langgraph.store.base import GetOp, Item, ListNamespacesOp, PutOp, Result, SearchItem, SearchOp

from belieflog.langgraph import filters
from belieflog.memory import Memory
from eventlog import addresses, times
from eventlog.errors import InvalidValue
from projections.entries import Entry
from projections.recall import MOST

KIND = "semantic"  # of the entries that hold items


class Reading:
    """The reads of a batch, in one state of *memory*; what they showed is collected."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self.shown: dict[str, Entry] = {}
        self.extended: dict[str, Entry] = {}  # by address: what is to live longer for having been read

    def answers(self, ops: Sequence[Any]) -> list[Result]:
        """Answer each operation; one that writes is answered by None."""
        scores = [
            self._scores(op) if isinstance(op, SearchOp) else {} for op in ops
        ]  # may ask an embedder: no lock yet
        with self._memory.reading():
            return [self._answer(op, each) for op, each in zip(ops, scores, strict=True)]

    def _answer(self, op: Any, scores: dict[int, float | None]) -> Result:
        match op:
            case GetOp():
                return self._get(op)
            case SearchOp():
                return self._search(op, scores)
            case ListNamespacesOp():
                return self._namespaces(op)
            case _:
                return None

    def _get(self, op: GetOp) -> Item | None:
        entry = self._memory.get(address(self._memory, op))
        if entry is None or not entry.supported:
            return None
        self._show(entry, op.refresh_ttl)
        return Item(**self._told(entry, content(entry)))

    def _search(self, op: SearchOp, scores: dict[int, float | None]) -> list[SearchItem]:
        told = ((entry, content(entry)) for entry in self._below(op.namespace_prefix))
        found = {entry.position: (entry, value) for entry, value in told if filters.fits(value, op.filter)}
        hits = [found.pop(position) for position in scores if position in found]
        others = sorted(found.values(), key=lambda each: each[0].recorded.public.entry or 0)
        page = [*hits, *others][op.offset : op.offset + op.limit]
        for entry, _ in page:
            self._show(entry, op.refresh_ttl)
        return [SearchItem(**self._told(entry, value), score=scores.get(entry.position)) for entry, value in page]

    def _scores(self, op: SearchOp) -> dict[int, float | None]:
        """Rank by the query what may come onto the page: the scores by position, best first."""
        if not op.query:
            return {}
        last = op.offset + op.limit
        limit = last if not op.filter and min(op.offset, op.limit) >= 0 and last <= MOST else None
        hits = self._memory.recall(
            op.query, kinds=(KIND,), namespace=addresses.path(op.namespace_prefix), spaces=(), limit=limit, audit=False
        )
        return {hit.position: hit.score for hit in hits}

    def _namespaces(self, op: ListNamespacesOp) -> list[tuple[str, ...]]:
        matches = filters.matching(op.match_conditions)
        there = self._below(filters.root(op.match_conditions))
        held = {
            entry.address.rpartition("/")[0]: entry for entry in there
        }  # one for each: reading addresses takes time
        wanted = {space[: op.max_depth] for entry in held.values() if matches(space := entry.namespace)}
        return sorted(wanted)[op.offset : op.offset + op.limit]

    def _below(self, namespace: tuple[str, ...]) -> list[Entry]:
        return [entry for entry in self._memory.below(addresses.path(namespace), (KIND,)) if entry.supported]

    def _show(self, entry: Entry, refresh: bool) -> None:
        self.shown[entry.address] = entry
        if refresh and entry.recorded.public.ttl is not None:
            self.extended[entry.address] = entry

    def _told(self, entry: Entry, value: dict[str, Any]) -> dict[str, Any]:
        return {
            "namespace": entry.namespace,
            "key": entry.key,
            "value": value,
            "created_at": _moment(self._memory.shown_since(entry)),
            "updated_at": _moment(entry.recorded_at),
        }


def address(memory: Memory, op: GetOp | PutOp) -> str:
    """Give the address at which an item lies; refused where it holds a secret, since masked two would be one."""
    for name in (*op.namespace, op.key):
        if memory.kept(name) != name:
            raise InvalidValue("name", f"{name!r} holds a secret, which isn't stored: choose another label or key")
    return str(addresses.address(KIND, op.key, op.namespace))


def content(entry: Entry) -> dict[str, Any]:
    """Give what an entry says as an item's value: a dict as it is, anything else as the *value* in one."""
    value = entry.value
    return value if isinstance(value, dict) else {"value": value}


def _moment(at: int) -> datetime:
    return datetime.fromisoformat(times.text(at))
