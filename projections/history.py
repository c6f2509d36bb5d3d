"""What has ever been said at an address, what of it still counts, and what took the rest away?"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from eventlog import effects
from eventlog.addresses import WORKING
from eventlog.events import Recorded, Scope, known
from eventlog.intervals import EMPTY, Intervals
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
    occurred_at: int | None


class Revisions(list[Revision]):
    """What `Memory.history` gives: a list, shown in a notebook as a table."""

    def _repr_html_(self) -> str:
        """Show it in a notebook."""
        from projections import as_html

        return as_html.history(self)


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
    others = index.members(scope, ("scratchpad-cleared", "corrected"), after=first)
    corrections = [r for r in others if r.public.tag == "corrected"]
    clears = [r for r in others if r.public.tag != "corrected"]
    return _revisions(own, clears, corrections, index.void(scope) if corrections else EMPTY)


def _revisions(
    own: Sequence[Recorded], clears: Sequence[Recorded], corrections: Sequence[Recorded], void: Intervals
) -> list[Revision]:
    if clears and own and own[0].public.kind in WORKING:
        first = own[0].position
        own = sorted((*own, *(r for r in clears if r.position > first)), key=lambda r: r.position)
    naming = _naming([r.position for r in own], corrections)
    effective = [r.position not in void for r in own] if void else [True] * len(own)
    shown = next((r.position for r, counts in zip(reversed(own), reversed(effective), strict=True) if counts), 0)
    found: list[Revision] = []
    versions: set[int | None] = set()
    for recorded, counts in zip(own, effective, strict=True):
        public, private, position = recorded.public, recorded.private, recorded.position
        version = public.version
        found.append(
            Revision(
                version, position, public.id, public.tag, content_of(private), counts,
                tuple(naming[position]) if position in naming else (),
                position == shown and version is not None,  # current
                version is not None and version in versions,  # a refresh
                private is None,  # erased
                source_of(public, private), public.actor, private.reason if private else "",
                private.confidence if private else None, public.expires_at, public.at, public.occurred_at,
            )
        )  # fmt: skip
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
