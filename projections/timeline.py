"""Which version was believed from when to when, and why did that change?"""

from collections.abc import Mapping, MutableMapping, Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct

from eventlog import beliefs, effects
from eventlog.events import Recorded, Scope
from eventlog.store import Change, Store
from projections.entries import Entry, content_of


class Timeline(Struct, frozen=True):
    """All that a scope has seen, and for each entry when it began to show what."""

    events: tuple[Recorded, ...] = ()
    changes: dict[int, tuple[Change, ...]] = {}


class Span(Struct, frozen=True, gc=False):
    """From *start* up to, not including, *end* (None: still) this *version* was believed; None: nothing."""

    start: int
    end: int | None
    started_at: int
    ended_at: int | None
    version: int | None
    value: Any
    because: str


INITIAL = Timeline()


def evolve(state: Timeline, recorded: Recorded) -> Timeline:
    """Take in one event of the scope and note which entries began to show something else."""
    events = (*state.events, recorded)
    void = effects.void([r for r in events if r.public.tag == "corrected"])
    shown = beliefs.fold(r for r in events if r.position not in void).entries
    changes = dict(state.changes)
    for number in {*changes, *shown}:
        past = changes.get(number, ())
        shows = shown[number].position if number in shown else 0
        if shows != (past[-1].shows if past else 0):
            changes[number] = (*past, Change(recorded.position, shows))
    return Timeline(events, changes)


def spans(state: Timeline, number: int) -> list[Span]:
    """Tell what entry *number* showed through time, oldest first."""
    return _spans(state.changes.get(number, ()), {r.position: r for r in state.events})


def read(store: Store, scope: Scope, number: int) -> list[Span]:
    """Give what `spans` gives, out of the store's index."""
    changes = store.index.changes(scope, number)
    positions = {p for change in changes for p in (change.at, change.shows) if p}
    return _spans(changes, {r.position: r for r in store.recorded(sorted(positions))})


def since(store: Store, entry: Entry, known: MutableMapping[tuple[Scope, int], tuple[int, int]]) -> int:
    """Tell when the first was recorded of what an entry has shown without a break, to what it shows now.

    A break is where it showed nothing: retracted, cleared, taken back, or expired before the next was there. What
    came out is kept in *known* with the change up to which it is so, since changes are only ever added to.
    """
    place = entry.scope, entry.recorded.public.entry or 0
    upto, earlier = known.get(place, (0, 0))
    run: list[Change] = []
    for change in reversed(store.index.changes(*place)):
        if not change.shows:
            break
        run.append(change)
        if change.at == upto:
            break
    if len(run) > 1:
        events = {r.position: r for r in store.recorded({p for change in run for p in (change.at, change.shows)})}
        first = entry.recorded_at
        for later, change in pairwise(run):
            shown = events[change.shows].public
            if shown.expires_at is not None and events[later.at].at >= shown.expires_at:
                break
            first = min(first, earlier if change.at == upto else shown.at)
        known[place] = run[0].at, first
        return first
    return earlier if run and run[0].at == upto else entry.recorded_at


def _spans(changes: Sequence[Change], events: Mapping[int, Recorded]) -> list[Span]:
    found: list[Span] = []
    for change, after in zip(changes, (*changes[1:], None), strict=True):
        shown, cause = events.get(change.shows), events[change.at]
        version = shown.public.version if shown else None
        refresh = change.at == change.shows and bool(found) and found[-1].version == version
        end, ended_at = (after.at, events[after.at].public.world_time) if after else (None, None)
        value = content_of(shown.private) if shown else None
        found.append(Span(change.at, end, cause.public.world_time, ended_at, version, value, _because(cause, refresh)))
    return found


def _because(cause: Recorded, refresh: bool) -> str:
    match cause.public.tag:
        case "corrected":
            word = f"correction {cause.position}"
        case "retracted":
            word = "retracted"
        case "scratchpad-cleared":
            word = "cleared"
        case _:
            word = "refreshed" if refresh else "written"
    private = cause.private
    return f"{word}: {private.reason}" if private and private.reason else word
