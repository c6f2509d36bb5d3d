"""What the index of a log must hold: change points, members, void ranges and premises, by the folds that define them.

One pass over the events, oldest first, holding numbers only: a log of a million events fits in little memory. A
correction looks again at those entries only that it can have changed.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from eventlog import effects
from eventlog.events import WORKING, Private, Recorded, Scope, disturbs, is_set, known
from eventlog.intervals import EMPTY, Intervals
from eventlog.looks import digest

NOTHING = -1  # no digest, or nothing brought back: what the tables hold as null


class EntryFold:
    """One entry: its kind, address and versions, its own events, and its change points."""

    __slots__ = ("address", "changes", "kind", "own", "retracted", "shows", "versions")

    def __init__(self, kind: str) -> None:
        self.kind, self.versions, self.shows = kind, 0, 0
        self.address: str | None = None
        self.own = array("q")
        self.retracted: set[int] = set()
        self.changes = array("q")  # at, shows, digest; and again

    def change(self, at: int, shows: int, digest: int = NOTHING) -> None:
        """From *at* on the entry shows the event at *shows*."""
        self.changes.extend((at, shows, digest))
        self.shows = max(shows, 0)

    def points(self) -> Iterator[tuple[int, int, int]]:
        """Yield the change points: at, shows, digest."""
        each = iter(self.changes)
        return zip(each, each, each, strict=True)

    def deciding(self, void: Intervals, cleared: int) -> int:
        """Give what the entry shows under *void*: its newest own event that isn't void, unless cleared since; or 0."""
        at = _newest(self.own, void)
        return at if at > cleared and at not in self.retracted else 0


class ScopeFold:
    """One scope: its members, entries and void positions, and whether it is closed or can't be folded."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.positions, self.tags, self.numbers = array("q"), array("h"), array("q")
        self.entries: dict[int, EntryFold] = {}
        self.most = 0
        self.void = EMPTY
        self.ended = False
        self.incomplete: int | None = None
        self._corrections: list[Recorded] = []
        self._made = array("q")
        self._clears, self._turns = array("q"), array("q")
        self._endings: set[int] = set()
        self._showing: set[int] = set()  # the working entries that show something

    def take(self, recorded: Recorded, code: int) -> None:
        """Fold one more event; *code* is the number of its tag."""
        public, position = recorded.public, recorded.position
        foldable = known(public)
        number = public.entry if foldable else None
        self.positions.append(position)
        self.tags.append(code)
        self.numbers.append(number or 0)
        if number is not None:
            self._assert(number, recorded)
        elif not foldable:
            if disturbs(public) and self.incomplete is None:
                self.incomplete = position
        elif public.tag == "scratchpad-cleared":
            self._clears.append(position)
            for each in self._showing:
                self.entries[each].change(position, NOTHING)
            self._showing.clear()
        elif public.tag == "corrected":
            self._correct(recorded)
        elif public.tag in ("session-started", "session-ended"):
            self._turns.append(position)
            self.ended = public.tag == "session-ended"
            if self.ended:
                self._endings.add(position)

    def _assert(self, number: int, recorded: Recorded) -> None:
        public, position, private = recorded.public, recorded.position, recorded.private
        entry = self.entries.get(number)
        if entry is None:
            entry = self.entries[number] = EntryFold(public.kind or "")
        entry.own.append(position)
        if private and entry.address is None:
            entry.address = private.address
        entry.versions = max(entry.versions, public.version or 0)
        if public.version == 1:
            self.most = max(self.most, number)
        if public.tag == "retracted":
            entry.retracted.add(position)
            entry.change(position, 0)
        else:
            entry.change(position, position, _digest(entry.kind, private))
        self._note(number, entry)

    def _note(self, number: int, entry: EntryFold) -> None:
        if entry.shows and entry.kind in WORKING:
            self._showing.add(number)
        else:
            self._showing.discard(number)

    def _correct(self, recorded: Recorded) -> None:
        public, before = recorded.public, self.void
        gone, back = Intervals(public.voids), Intervals(public.restores)
        named = any(_between(self._made, low, high) for low, high in (*gone.ranges, *back.ranges))
        self._corrections.append(recorded)
        self._made.append(recorded.position)
        # The newest decides over all that it names; only where it names corrections do older ones change their say.
        self.void = effects.void(self._corrections) if named else (before | gone) - back
        cleared = _newest(self._clears, self.void)
        for number in self._moved(before ^ self.void):
            entry = self.entries[number]
            shows = entry.deciding(self.void, cleared if entry.kind in WORKING else 0)
            if shows != entry.shows:
                entry.change(recorded.position, shows or NOTHING)
                self._note(number, entry)
        self.ended = _newest(self._turns, self.void) in self._endings

    def _moved(self, delta: Intervals) -> list[int]:
        """List the entries that events in *delta* touch."""
        found: set[int] = set()
        for low, high in delta.ranges:
            if _between(self._clears, low, high):
                return sorted(self.entries)
            first, last = bisect_left(self.positions, low), bisect_right(self.positions, high)
            found.update(self.numbers[first:last])
        return sorted(found - {0})


class IndexFold:
    """All scopes, in order of first appearance, and what rests on what."""

    def __init__(self, codes: dict[str, int], strange: int) -> None:
        self.scopes: dict[Scope, ScopeFold] = {}
        self._codes, self._strange = codes, strange

    def take(self, recorded: Recorded) -> None:
        """Fold one more event of the log."""
        scope = recorded.scope
        state = self.scopes.get(scope)
        if state is None:
            state = self.scopes[scope] = ScopeFold(scope)
        state.take(recorded, self._codes[recorded.tag] if known(recorded.public) else self._strange)


def _digest(kind: str, private: Private | None) -> int:
    return digest(kind, private.content) if private and is_set(private.content) else NOTHING


def _between(positions: Sequence[int], low: int, high: int) -> bool:
    """Tell whether one of *positions*, which ascend, lies in a range."""
    return bisect_right(positions, high) > bisect_left(positions, low)


def _newest(positions: "array[int]", void: Intervals) -> int:
    """Give the last of *positions*, which ascend, that isn't void; 0 for none."""
    upto = len(positions)
    while upto:
        gone = void.covering(positions[upto - 1])
        if gone is None:
            return positions[upto - 1]
        upto = bisect_left(positions, gone[0])
    return 0
