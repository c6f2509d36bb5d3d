"""Going through a memory point by point: where its events stand, what each entry showed, what an event changed."""

from collections.abc import Callable, Sequence
from functools import cache
from heapq import merge
from typing import Literal

from msgspec import Struct

from belieflog.reader import Reader
from eventlog import points
from eventlog.addresses import KINDS, LONG_TERM, WORKING
from eventlog.events import Recorded, Scope
from eventlog.points import Point
from eventlog.standing import unexpired
from eventlog.store import Store
from eventlog.support import unsupported
from projections import entries, lanes
from projections.diff import Difference, Kind
from projections.entries import Entry
from projections.lanes import Lane

Part = Literal["all", "session", "long-term"]

_EVER = -(2**62)  # a time at which nothing has expired


class Step(Struct, frozen=True):
    """What happened at one point: the *events* committed together there, and what they changed, *limit* of each.

    *told* and *changed* are how many there are of each.
    """

    events: tuple[Recorded, ...]
    told: int
    changes: tuple[Difference, ...]
    changed: int


class Shown(Struct, frozen=True):
    """A page of what a memory shows, and how many entries there are in all.

    *incomplete_since* is the first event that this version can't fold, None where there is none.
    """

    entries: tuple[Entry, ...]
    count: int
    incomplete_since: int | None = None


def settled(reader: Reader, at: Point) -> int:
    """Give the position of a point; inside a batch that of the batch's end, before the log its beginning."""
    with reader.store.reading():
        return points.batch_end(reader.store, points.resolve(reader.store, at, reader.place, reader.log.now()))


def scopes(reader: Reader, part: Part) -> list[Scope]:
    """List the scopes of a part of the memory, the session's first."""
    match part:
        case "all":
            return reader.scopes()[::-1]
        case "session":
            return [reader.session_scope()]
        case "long-term":
            return [Scope(reader.user)]


def positions(reader: Reader, part: Part, after: int) -> list[int]:
    """List where the events of a part of the memory stand, after a position."""
    found = [reader.store.index.positions(scope, after) for scope in scopes(reader, part)]
    return found[0] if len(found) == 1 else list(merge(*found))


def shown(reader: Reader, part: Part, at: Point, skip: int, limit: int) -> Shown:
    """Give a page of what a part of the memory shows at a point: what each rests on is followed for that page only."""
    store, policy = reader.store, reader.log.policy()
    hides: Callable[[Recorded], bool] = lambda r: policy.hides(r.address or "", reader.actor)
    kinds = LONG_TERM if part == "long-term" else WORKING if part == "session" else KINDS
    with store.reading():
        position, now = reader.when(at)
        places = scopes(reader, part)
        found = [
            recorded
            for scope in places
            for recorded in store.index.shown(scope, position)
            if recorded.body is not None and unexpired(recorded, now) and recorded.public.kind in kinds
        ]
        if policy.closes(reader.actor):
            found = [r for r in found if r.public.kind in WORKING or not hides(r)]
        found.sort(key=lambda recorded: kinds.index(recorded.public.kind or ""))
        page = found[skip : skip + limit]
        lost = unsupported(store, page, position)
        read = tuple(entry for r in page for entry in entries.read([r], now=now, unsupported=lost))
        since = [s for scope in places if (s := store.index.status(scope).incomplete_since) is not None]
        disturbed = min((s for s in since if position is None or s <= position), default=None)
        return Shown(read, len(found), disturbed)


def read(
    reader: Reader, part: Part, kinds: Sequence[str], skip: int, limit: int, apart: Callable[[int, int], bool]
) -> list[Lane]:
    """Lay out a page of the entries of a part of the memory through time: the session's first, as they first appeared."""
    store = reader.store
    found: list[Lane] = []
    with store.reading():
        now = reader.log.now()
        reached = cache(lambda time: _reached(store, time))
        for scope in scopes(reader, part):
            named = store.index.named(scope, kinds, limit=skip + limit - len(found))
            found += [lanes.read(store, scope, each, now, apart, reached) for each in named[skip:]]
            skip = max(0, skip - len(named))
    return found


def changed(reader: Reader, at: Point, part: Part, limit: int) -> Step:
    """Tell what happened in the batch of a point, and what its entries showed before and after."""
    store, index = reader.store, reader.store.index
    with store.reading():
        position = settled(reader, at)
        there = store.recorded((position,))
        start = there[0].batch - 1 if there else position
        places = scopes(reader, part)
        events = list(merge(*(index.members(s, after=start, upto=position) for s in places), key=lambda r: r.position))
        touched = dict.fromkeys(
            (event.scope, number)
            for event in events
            for number in (
                [event.public.entry]
                if event.public.entry is not None
                else [n for n, _ in index.moved(event.scope, event.position)]
                if event.tag in ("corrected", "scratchpad-cleared")
                else []
            )
        )
        changes = []
        for scope, number in list(touched)[:limit]:
            points_of = index.changes(scope, number)
            before = next((c.shows for c in reversed(points_of) if c.at <= start), 0)
            after = next((c.shows for c in reversed(points_of) if c.at <= position), 0)
            was, now = _entry(store, before, start), _entry(store, after, position)
            if shown := now or was:
                change: Kind = "added" if not was else "changed" if now else "removed"
                made = tuple(c.at for c in points_of if start < c.at <= position)
                changes.append(Difference(shown.address, change, was, now, made))
        return Step(tuple(events[:limit]), len(events), tuple(changes), len(touched))


def _entry(store: Store, position: int, at: int) -> Entry | None:
    shown = store.recorded((position,)) if position else []
    found = entries.read(shown, now=_EVER, unsupported=unsupported(store, shown, at))
    return found[0] if found else None


def _reached(store: Store, time: int) -> int:
    """Give the first position recorded at *time* or later; one past the head where there is none."""
    low, high = 1, store.head().position + 1
    while low < high:
        middle = (low + high) // 2
        if store.recorded((middle,))[0].at < time:
            low = middle + 1
        else:
            high = middle
    return low
