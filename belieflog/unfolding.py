"""A part of a memory from point to point: what shows at the first, and after that only what each point changed."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable

from msgspec import Struct

from belieflog import stepping
from belieflog.reader import Reader
from belieflog.stepping import Part
from eventlog import points
from eventlog.addresses import WORKING
from eventlog.events import Recorded, Scope
from eventlog.support import unsupported
from projections import entries
from projections.entries import Entry
from projections.replaying import walk

Place = tuple[Scope, int]  # of an entry: its scope, and its number there


class Unfolded(Struct, frozen=True):
    """A point: the *events* committed together there, what *shows* since then and didn't before, and what is *gone*.

    *time* is when it was recorded (µs). An entry shows anew, too, where it gained or lost what it rests on.
    """

    at: int
    time: int
    events: tuple[Recorded, ...]
    shows: tuple[Entry, ...]
    gone: tuple[Place, ...]


def place(entry: Entry) -> Place:
    """Tell where an entry is, whatever its address says."""
    return entry.recorded.scope, entry.recorded.public.entry or 0


def unfold(reader: Reader, part: Part, start: int, stop: int) -> list[Unfolded]:
    """Go from *start*, where all that shows is told, point by point to *stop*; both lie between batches."""
    with reader.store.reading():
        state = _State(reader, part, start, stop)
        found = [state.reach(start, ())]
        for events in _batches(reader, stepping.scopes(reader, part), start, stop):
            found.append(state.reach(points.batch_end(reader.store, events[-1].position), events))
        return found


def _batches(reader: Reader, scopes: Iterable[Scope], start: int, stop: int) -> list[list[Recorded]]:
    found: list[list[Recorded]] = []
    for page in walk(reader.store, scopes, start, stop):
        for event in page:
            if found and found[-1][-1].batch == event.batch:
                found[-1].append(event)
            else:
                found.append([event])
    return found


class _State:
    """What shows at the point reached."""

    def __init__(self, reader: Reader, part: Part, start: int, stop: int) -> None:
        self._reader, self._store, self._policy = reader, reader.store, reader.log.policy()
        self._at = 0
        self._shown: dict[Place, Entry] = {}
        self._expiring: set[Place] = set()  # of these, looked at again at each point
        self._resting: set[Place] = set()  # of these, on something
        self._turns: dict[int, list[tuple[Place, int]]] = defaultdict(list)  # by position: an entry, what it shows
        index = self._store.index
        for scope in stepping.scopes(reader, part):
            for named in index.named(scope):
                if part == "session" and named.kind not in WORKING:
                    continue
                for change in index.changes(scope, named.number):
                    if change.at <= stop:
                        self._turns[max(change.at, start)].append(((scope, named.number), change.shows))
        self._order = sorted(self._turns)
        withdrawing = ("corrected", "retracted")  # only these take away what a claim rests on
        self._withdrawn = sorted(
            event.position for scope in index.scopes() for event in index.members(scope, withdrawing, upto=stop)
        )

    def reach(self, at: int, events: Iterable[Recorded]) -> Unfolded:
        """Go on to *at*, and tell what is different there."""
        there = self._store.recorded((at,))
        time = there[0].at if there else 0
        new = self._turned(at)
        gone = [each for each, shows in new.items() if not shows and each in self._shown]
        known = {r.position: r for r in self._store.recorded(sorted(filter(None, new.values())))}
        shows = {each: known[position] for each, position in new.items() if position}
        gone += [each for each, recorded in shows.items() if self._hidden(recorded, time) and each in self._shown]
        shows = {each: recorded for each, recorded in shows.items() if not self._hidden(recorded, time)}
        gone += [each for each in self._expiring - new.keys() if self._hidden(self._shown[each].recorded, time)]
        for each in gone:
            del self._shown[each]
        self._expiring.difference_update(gone)
        self._resting.difference_update(gone)
        told = self._told(at, shows)
        self._shown |= told
        self._expiring -= told.keys()
        self._expiring |= {each for each, entry in told.items() if entry.expires_at is not None}
        self._resting -= told.keys()
        self._resting |= {each for each, entry in told.items() if entry.recorded.public.derived_from}
        self._at = at
        return Unfolded(at, time, tuple(events), tuple(told.values()), tuple(gone))

    def _turned(self, at: int) -> dict[Place, int]:
        first = bisect_right(self._order, self._at) if self._at else 0
        found: dict[Place, int] = {}
        for position in self._order[first : bisect_right(self._order, at)]:
            found.update(self._turns[position])
        return found

    def _hidden(self, recorded: Recorded, now: int) -> bool:
        public = recorded.public
        if recorded.body is None or (public.expires_at is not None and now >= public.expires_at):
            return True
        return public.kind not in WORKING and self._policy.hides(recorded.address or "", self._reader.actor)

    def _told(self, at: int, shows: dict[Place, Recorded]) -> dict[Place, Entry]:
        """Read what came to show, and again what may have gained or lost its support."""
        taken = bisect_right(self._withdrawn, at) > bisect_right(self._withdrawn, self._at)
        again = {
            each: self._shown[each].recorded
            for each in self._resting - shows.keys()
            if taken or not self._shown[each].supported
        }
        lost = unsupported(self._store, [*shows.values(), *again.values()], at)
        found = {}
        for each, recorded in {**shows, **again}.items():
            [entry] = entries.read([recorded], now=-(2**62), unsupported=lost)
            if each in shows or entry.supported != self._shown[each].supported:
                found[each] = entry
        return found
