"""Who said this first, what does it rest on, and what followed from it?"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import inf
from typing import TypeVar

from msgspec import Struct

from eventlog import corrections
from eventlog.events import Recorded
from eventlog.intervals import Intervals
from eventlog.store import Store
from eventlog.support import World
from projections.entries import Entry

T = TypeVar("T")

DEEPEST = 64
WIDEST = 20  # below one event, where only so many are wanted in all


class Blame(Struct, frozen=True):
    """The entry with the event that set its value, and *origin*, the first event that said the same there."""

    entry: Entry
    origin: Recorded


class Node(Struct, frozen=True):
    """One event of a tree of reasons or consequences; *because* says why it stands here, *marks* what became of it.

    *more* is how many further children it has that weren't wanted.
    """

    event: Recorded
    effective: bool
    because: str
    marks: tuple[str, ...] = ()
    children: tuple["Node", ...] = ()
    more: int = 0

    def walk(self) -> Iterator["Node"]:
        """Yield this node and all below it, in order."""
        yield self
        for child in self.children:
            yield from child.walk()

    def _repr_html_(self) -> str:
        """Show it in a notebook."""
        from projections import as_html

        return as_html.node(self)


def origin(store: Store, shown: Recorded) -> Recorded:
    """Give the first event that said what *shown* says."""
    return World(store).asserting(shown.claim)[0]


def why(store: Store, event: Recorded, now: int, may_read: Callable[[str], bool], most: int | None = None) -> Node:
    """Follow *event* back to the observations and the dialogue that it rests on: of long stories about *most* events.

    Of users that the reader *may_read* nothing of, nothing is told.
    """
    return _Tree(store, now, may_read, most).back(event, _said_by(event), 0)


def impact(
    store: Store,
    event: Recorded,
    now: int,
    may_read: Callable[[str], bool],
    versions: Iterable[Recorded] = (),
    most: int | None = None,
) -> Node:
    """Follow what rests on *event*, and the reads that showed it, session by session: of many about *most*.

    Of users that the reader *may_read* nothing of, nothing is told.
    *versions* are other events whose consequences are told along: those of the entry, where an entry is asked about.
    """
    return _Tree(store, now, may_read, most).forth(event, _said_by(event), 0, versions)


class _Tree:
    """Trees share branches: each event is unfolded where it is first met, and named from then on."""

    def __init__(self, store: Store, now: int, may_read: Callable[[str], bool], most: int | None = None) -> None:
        self._left: float = inf if most is None else most
        self._widest: float = inf if most is None else WIDEST
        self._store, self._now, self._world = store, now, World(store)
        self._may_read = may_read
        self._unfolded: set[int] = set()

    def back(self, event: Recorded, because: str, depth: int) -> Node:
        """Build the tree of reasons: the premises of *event*, and the other events that say the same."""
        if (known := self._known(event, because, depth)) is not None:
            return known
        premises = [
            p for id in event.public.derived_from if (p := self._store.find(id)) and self._may_read(p.public.user)
        ]
        others = [
            other
            for other in self._world.asserting(event.claim)
            if other.position != event.position and self._may_read(other.public.user)
        ]
        children: list[Node] = []
        for premise in self._wanted(premises, children):
            children.append(self.back(premise, f"event {event.position} rests on it", depth + 1))
        told = len(children)
        for other in self._wanted(others, children):
            if other.position not in self._unfolded:
                children.append(self.back(other, f"says the same as event {event.position}", depth + 1))
        named = {child.event.position for child in children}
        left = [o for o in others if o.position not in self._unfolded and o.position not in named]
        return self._node(event, because, children, len(premises) - told + len(left))

    def forth(self, event: Recorded, because: str, depth: int, versions: Iterable[Recorded] = ()) -> Node:
        """Build the tree of consequences: what rests on the claim of *event*, and which reads showed it."""
        if (known := self._known(event, because, depth)) is not None:
            return known
        said = {r.position: r for v in (event, *versions) for r in self._world.asserting(v.claim)}
        resting = {
            r.position: (r, f"rests on event {s.position}")
            for s in said.values()
            for r in self._store.index.resting_on(s.position)
            if r.position not in said and self._may_read(r.public.user)
        }
        children: list[Node] = []
        for r, told in self._wanted([resting[position] for position in sorted(resting)], children):
            children.append(self.forth(r, told, depth + 1))
        more = len(resting) - len(children)
        if depth == 0:
            reads = self._reads(event.public.user, sorted(said))
            more += len(reads)
            for r, shown in self._wanted(reads, children):
                self._left, more = self._left - 1, more - 1
                children.append(self._node(r, f"a read showed event {shown} to session {r.public.session!r}"))
        return self._node(event, because, children, more)

    def _wanted(self, found: Iterable[T], told: Sequence[Node]) -> Iterator[T]:
        """Go on with what was found for as long as the tree is neither too wide here nor too large."""
        for each in found:
            if self._left <= 0 or len(told) >= self._widest:
                return
            yield each

    def _known(self, event: Recorded, because: str, depth: int) -> Node | None:
        self._left -= 1
        if event.position in self._unfolded:
            return self._node(event, f"{because} (told already)")
        if depth >= DEEPEST:
            return self._node(event, f"{because} (goes on: ask for event {event.position})")
        self._unfolded.add(event.position)
        return None

    def _reads(self, user: str, wanted: Sequence[int]) -> list[tuple[Recorded, int]]:
        """List the user's reads that showed one of the events at *wanted*, each with the first that it showed."""
        scopes = [s for s in self._store.index.scopes() if s.user == user]
        reads = [r for s in scopes for r in self._store.index.members(s, ("recalled",), after=wanted[0])]
        found = []
        for read in sorted(reads, key=lambda r: r.position):
            shown = Intervals(read.public.shown)
            if (first := next((p for p in wanted if p in shown), None)) is not None:
                found.append((read, first))
        return found

    def _node(self, event: Recorded, because: str, children: Sequence[Node] = (), more: int = 0) -> Node:
        effective = self._world.effective(event)
        return Node(event, effective, because, tuple(self._marks(event, effective)), tuple(children), more)

    def _marks(self, event: Recorded, effective: bool) -> Iterator[str]:
        if not effective:
            named = [c for c in corrections.naming(self._store, event) if self._world.effective(c)]
            yield f"voided by {named[-1].position}" if named else "voided"
        if (gone := self._retraction(event)) is not None:
            successor = self._store.find(gone.public.successor) if gone.public.successor else None
            yield f"replaced by event {successor.position}" if successor else f"retracted at {gone.position}"
        if event.public.expires_at is not None and self._now >= event.public.expires_at:
            yield "expired"
        if event.body is None:
            yield "erased"
        rests = effective and gone is None and bool(event.public.derived_from)
        if rests and event.claim not in self._world.holding([event.claim]):
            yield "unsupported"

    def _retraction(self, event: Recorded) -> Recorded | None:
        """Find the first retraction that took the entry away after *event*."""
        number = event.public.entry
        if number is None or event.public.version is None:
            return None
        own = self._store.index.touching(event.scope, number)
        later = (r for r in own if r.position > event.position and r.public.tag == "retracted")
        return next((r for r in later if self._world.effective(r)), None)


def _said_by(event: Recorded) -> str:
    return f"said by {event.source}" if event.source else event.tag
