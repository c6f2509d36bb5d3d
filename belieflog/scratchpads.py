"""Gathering what a session's scratchpad shows: now, as known then, or as it had happened by then."""

from belieflog.reader import Reader
from belieflog.writing import Time
from eventlog import beliefs, times
from eventlog.events import Scope, voidable
from eventlog.intervals import Intervals
from eventlog.points import Point
from eventlog.standing import last_effective, shapes, void_at
from eventlog.store import Index
from eventlog.support import unsupported
from projections import scratchpad
from projections.scratchpad import Scratchpad


def read(reader: Reader, at: Point = None, now: Time | None = None) -> Scratchpad:
    """Read the scratchpad of a reader's session, now or as known then."""
    scope, store = reader.session_scope(), reader.store
    with store.reading():
        position, moment = reader.when(at, now)
        shown = store.index.shown(scope, position)
        status = store.index.status(scope)
        void = void_at(store.index, scope, position)
        since = status.incomplete_since
        return scratchpad.read(
            shown,
            user=scope.user,
            session=scope.session,
            now=moment,
            ended=status.ended if position is None else _ended_at(store.index, scope, position, void),
            incomplete_since=since if since is not None and (position is None or since <= position) else None,
            position=last_effective(store.index, scope, void, position),
            unsupported=unsupported(store, shown, position),
        )


def in_hindsight(reader: Reader, at: Point, now: Time | None) -> Scratchpad:
    """Fold what had happened in the world by *at*, in that order, under today's corrections."""
    scope, index = reader.session_scope(), reader.store.index
    with reader.store.reading():
        moment = reader.when(None, now)[1]
        until = _world_time(reader, at)
        void = index.void(scope)
        past = [
            r
            for r in index.members(scope)
            if r.public.world_time <= until and not (voidable(r.tag) and r.position in void)
        ]
        past.sort(key=lambda r: (r.public.world_time, r.position))
        state = beliefs.fold(past)
        shown = scratchpad.shown(state)
        return scratchpad.read(
            shown,
            user=scope.user,
            session=scope.session,
            now=moment if at is None else until,
            ended=state.ended,
            position=max((r.position for r in past if shapes(r)), default=0),
            unsupported=unsupported(reader.store, shown),
        )


def _ended_at(index: Index, scope: Scope, position: int, void: Intervals) -> bool:
    bounds = index.members(scope, ("session-started", "session-ended"), upto=position)
    effective = [r for r in bounds if r.position not in void]
    return bool(effective) and effective[-1].tag == "session-ended"


def _world_time(reader: Reader, at: Point) -> int:
    """Give a point's time in the world, which may lie before the log."""
    if at is None:
        return reader.log.now()
    if isinstance(at, str) and at[:4].isdigit() and "-" in at[4:5]:
        return times.parse(at).at
    if not isinstance(at, (int, str)):
        return times.parse(at).at
    return reader.when(at)[1]
