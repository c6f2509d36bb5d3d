"""Who said this first, what does it rest on, and what followed from it?"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct

from eventlog import corrections
from eventlog.events import Recorded
from eventlog.intervals import Intervals
from eventlog.store import Store
from eventlog.support import World
from projections.entries import Entry

DEEPEST = 64


class Blame(Struct, frozen=True):
    """The entry with the event that set its value, and *origin*, the first event that said the same there."""

    entry: Entry
    origin: Recorded


class Node(Struct, frozen=True):
    """One event of a tree of reasons or consequences; *because* says why it stands here, *marks* what became of it."""

    event: Recorded
    effective: bool
    because: str
    marks: tuple[str, ...] = ()
    children: tuple["Node", ...] = ()

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


def why(store: Store, event: Recorded, now: int, may_read: Callable[[str], bool]) -> Node:
    """Follow *event* back to the observations and the dialogue that it rests on.

    Of users that the reader *may_read* nothing of, nothing is told.
    """
    return _Tree(store, now, may_read).back(event, _said_by(event), 0)


def impact(
    store: Store, event: Recorded, now: int, may_read: Callable[[str], bool], versions: Iterable[Recorded] = ()
) -> Node:
    """Follow what rests on *event*, and the reads that showed it, session by session.

    Of users that the reader *may_read* nothing of, nothing is told.
    *versions* are other events whose consequences are told along: those of the entry, where an entry is asked about.
    """
    return _Tree(store, now, may_read).forth(event, _said_by(event), 0, versions)


class _Tree:
    """Trees share branches: each event is unfolded where it is first met, and named from then on."""

    def __init__(self, store: Store, now: int, may_read: Callable[[str], bool]) -> None:
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
        children = [self.back(p, f"event {event.position} rests on it", depth + 1) for p in premises]
        for other in self._world.asserting(event.claim):
            if other.position not in self._unfolded and self._may_read(other.public.user):
                children.append(self.back(other, f"says the same as event {event.position}", depth + 1))
        return self._node(event, because, children)

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
        children = [self.forth(r, told, depth + 1) for _, (r, told) in sorted(resting.items())]
        if depth == 0:
            children += [
                self._node(r, f"a read showed event {shown} to session {r.public.session!r}")
                for r, shown in self._reads(event.public.user, sorted(said))
            ]
        return self._node(event, because, children)

    def _known(self, event: Recorded, because: str, depth: int) -> Node | None:
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

    def _node(self, event: Recorded, because: str, children: Sequence[Node] = ()) -> Node:
        effective = self._world.effective(event)
        return Node(event, effective, because, tuple(self._marks(event, effective)), tuple(children))

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
