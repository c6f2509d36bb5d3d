"""When did each entry say what, on whose word, and how did that end?"""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from msgspec import Struct, structs

from eventlog.events import Recorded, Scope
from eventlog.store import Change, Named, Store

Ending = Literal["", "revised", "retracted", "cleared", "corrected", "expired"]
Apart = Callable[[int, int], bool]
Reached = Callable[[int], int]

_ENDINGS: dict[str, Ending] = {"retracted": "retracted", "scratchpad-cleared": "cleared", "corrected": "corrected"}


class Bar(Struct, frozen=True, gc=False):
    """From *start* up to, not including, *end* (None: still) an entry said one thing; *ended* tells how that ended.

    *source* is the kind of source that said it, empty where *changes* too close to be told apart are one bar.
    """

    start: int
    end: int | None
    version: int | None
    source: str
    ended: Ending
    changes: int = 1


class Lane(Struct, frozen=True):
    """An entry of a scope, and what it showed through time; *address* is None once all of it is erased."""

    scope: Scope
    number: int
    kind: str
    address: str | None
    bars: tuple[Bar, ...]


def read(store: Store, scope: Scope, named: Named, now: int, apart: Apart, reached: Reached) -> Lane:
    """Lay out one entry.

    *apart* tells whether changes at two positions can be told apart in the drawing, *reached* gives the first
    position recorded at a time or later.
    """
    changes = store.index.changes(scope, named.number)
    runs = _runs(changes, apart)
    wanted = {p for first, after in runs for p in (changes[first].shows, changes[min(after, len(changes) - 1)].at) if p}
    events = {r.position: r for r in store.recorded(sorted(wanted))}
    bars: list[Bar] = []
    for first, after in runs:
        bar = _bar(changes, first, after, events, now, reached)
        if bar is None:
            continue
        before = bars[-1] if bars else None
        if before and before.end == bar.start and before.version is not None and before.version == bar.version:
            bars[-1] = structs.replace(before, end=bar.end, ended=bar.ended)  # said again
        else:
            bars.append(bar)
    return Lane(scope, named.number, named.kind, named.address, tuple(bars))


def _runs(changes: Sequence[Change], apart: Apart) -> list[tuple[int, int]]:
    """Part changes into those drawn by themselves and runs too close to be; each up to, not including, the second."""
    runs: list[tuple[int, int]] = []
    first, count = 0, len(changes)
    while first < count:
        after = first + 1
        while after < count and not apart(changes[after - 1].at, changes[after].at):
            after += 1
        if after - first > 2:
            runs.append((first, after - 1))
            first = after - 1
        else:
            runs.append((first, first + 1))
            first += 1
    return runs


def _bar(
    changes: Sequence[Change], first: int, after: int, events: Mapping[int, Recorded], now: int, reached: Reached
) -> Bar | None:
    change = changes[first]
    ends = changes[after] if after < len(changes) else None
    cause = events[ends.at] if ends else None
    ended: Ending = _ENDINGS.get(cause.tag, "revised") if cause else ""
    if after - first > 1:
        return Bar(change.at, ends.at if ends else None, None, "", ended, after - first)
    if (shown := events.get(change.shows)) is None:
        return None
    source, version, end = shown.public.source or "agent", shown.public.version, ends.at if ends else None
    expires_at = shown.public.expires_at
    if expires_at is not None and expires_at <= (cause.at if cause else now):
        over = max(reached(expires_at), change.at)
        if end is None or over < end:
            return Bar(change.at, over, version, source, "expired")
    return Bar(change.at, end, version, source, ended)
