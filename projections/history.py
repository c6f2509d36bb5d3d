"""What has ever been said at an address, what of it still counts, and what took the rest away?"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from eventlog import effects
from eventlog.addresses import WORKING
from eventlog.events import Recorded, Scope, known
from eventlog.intervals import Intervals
from eventlog.sources import Source
from eventlog.store import Index
from projections.entries import content_of, source_of


class History(Struct, frozen=True):
    """All that a scope has seen, void or not; what it says of an entry is read out by `rows`."""

    events: tuple[Recorded, ...] = ()


class Revision(Struct, frozen=True, gc=False):
    """One event that touched the entry; *corrections* are those that name it, undone or not."""

    version: int | None
    position: int
    event: str
    tag: str
    value: Any
    effective: bool
    corrections: tuple[int, ...]
    current: bool
    refresh: bool
    erased: bool
    source: Source
    actor: str
    reason: str
    confidence: float | None
    expires_at: int | None
    recorded_at: int


INITIAL = History()


def evolve(state: History, recorded: Recorded) -> History:
    """Take in one event of the scope, corrections included."""
    return History((*state.events, recorded))


def rows(state: History, number: int) -> list[Revision]:
    """Tell the history of entry *number*, oldest first."""
    events = [r for r in state.events if known(r.public)]
    own = [r for r in events if r.public.entry == number]
    clears = [r for r in events if r.public.tag == "scratchpad-cleared"]
    corrections = [r for r in events if r.public.tag == "corrected"]
    return _revisions(own, clears, corrections, effects.void(corrections))


def read(index: Index, scope: Scope, number: int) -> list[Revision]:
    """Give what `rows` gives, out of the index."""
    own = index.touching(scope, number)
    if not own:
        return []
    first = own[0].position
    clears = index.members(scope, ("scratchpad-cleared",), after=first)
    return _revisions(own, clears, index.members(scope, ("corrected",), after=first), index.void(scope))


def _revisions(
    own: Sequence[Recorded], clears: Sequence[Recorded], corrections: Sequence[Recorded], void: Intervals
) -> list[Revision]:
    if own and own[0].public.kind in WORKING:
        first = own[0].position
        own = sorted((*own, *(r for r in clears if r.position > first)), key=lambda r: r.position)
    naming = _naming([r.position for r in own], corrections)
    shown = next((r.position for r in reversed(own) if r.position not in void), 0)
    found: list[Revision] = []
    versions: set[int] = set()
    for recorded in own:
        public, private, position = recorded.public, recorded.private, recorded.position
        version = public.version
        found.append(
            Revision(
                version=version,
                position=position,
                event=public.id,
                tag=public.tag,
                value=content_of(private),
                effective=position not in void,
                corrections=tuple(naming.get(position, ())),
                current=position == shown and version is not None,
                refresh=version in versions,
                erased=private is None,
                source=source_of(public, private),
                actor=public.actor,
                reason=private.reason if private else "",
                confidence=private.confidence if private else None,
                expires_at=public.expires_at,
                recorded_at=public.at,
            )
        )
        if version is not None:
            versions.add(version)
    return found


def _naming(positions: list[int], corrections: Sequence[Recorded]) -> dict[int, list[int]]:
    """Map each of the ascending *positions* to the corrections whose ranges name it."""
    naming: dict[int, list[int]] = {}
    for correction in corrections:
        for low, high in (*correction.public.voids, *correction.public.restores):
            for position in positions[bisect_left(positions, low) : bisect_right(positions, high)]:
                naming.setdefault(position, []).append(correction.position)
    return naming
