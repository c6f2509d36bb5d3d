"""A store in a list: the plainest reading of the protocol, and the model in tests.

Each answer is a fold over a scope's events, slow and obvious. Kept are only which events are of which scope, and of
each scope the last fold: what the first n events of a scope come to never changes.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from eventlog import beliefs, effects
from eventlog.chain import blob_name, commitment
from eventlog.corpus import Corpus
from eventlog.events import Private, Recorded, Scope, disturbs, is_set, known, voidable
from eventlog.intervals import Intervals
from eventlog.looks import PEERS, kind_look
from eventlog.store import Change, Difference, Entry, Head, Named, Row, Status, View
from eventlog.values import canonical
from eventlog.watching import Watched


class FoldIndex:
    """What the events in a list come to; the list may grow, anything else is to be followed by `forget`."""

    def __init__(self, history: list[Recorded]) -> None:
        self._history = history
        self.forget()

    def forget(self) -> None:
        """Look at the list anew."""
        self._sorted = 0  # events whose scope is known
        self._places: dict[Scope, list[int]] = {}
        self._folds: dict[Scope, tuple[int, beliefs.Beliefs]] = {}  # of how many of its events

    def scopes(self) -> list[Scope]:
        """List the scopes that have events, in order of first appearance."""
        return list(self._by_scope())

    def status(self, scope: Scope) -> Status:
        """Tell whether the scope is open for writing, and which entry number comes next."""
        members = self.members(scope)
        numbers = [r.public.entry or 0 for r in members if known(r.public)]
        since = next((r.position for r in members if disturbs(r.public)), None)
        return Status(max(numbers, default=0), self._fold(scope).ended, since)

    def entry(self, scope: Scope, address: str) -> Entry | None:
        """Find the entry at *address*; one whose every event is erased is forgotten."""
        numbers = [r.public.entry for r in self._own(scope) if (private := r.private) and private.address == address]
        number = numbers[-1] if numbers else None
        if number is None:
            return None
        versions = max((r.public.version or 0 for r in self.touching(scope, number)), default=0)
        return Entry(number, versions, self._fold(scope).entries.get(number))

    def count(self, scope: Scope, kind: str) -> int:
        """Count the entries of *kind* that show something."""
        return sum(r.public.kind == kind for r in self._fold(scope).entries.values())

    def shown(self, scope: Scope, at: int | None = None) -> list[Recorded]:
        """List what each entry shows now, or showed as known then at position *at*, by position."""
        return sorted(self._fold(scope, at).entries.values(), key=lambda r: r.position)

    def below(self, scope: Scope, prefix: str, at: int | None = None) -> list[Recorded]:
        """List what `shown` lists, of the entries whose address begins with *prefix*, which ends in ``:`` or ``/``."""
        return [r for r in self.shown(scope, at) if (self._address(scope, r) or "").startswith(prefix)]

    def failures(self, scope: Scope) -> list[str]:
        """List the addresses of the failures that show, in the order of their numbers."""
        shown = sorted(self._fold(scope).entries.items())
        return [address for _, r in shown if r.public.kind == "failure" and (address := self._address(scope, r))]

    def alike(self, scope: Scope, kind: str, content: object) -> Iterator[Recorded]:
        """Yield what the entries show that looks like *content*, among the kinds that *kind* is compared with."""
        shown = [(r, r.private) for r in self.shown(scope) if r.public.kind in PEERS.get(kind, ())]
        wanted = kind_look(kind, content)
        yield from (r for r, private in shown if private and kind_look(kind, private.content) == wanted)

    def members(
        self,
        scope: Scope,
        tags: Sequence[str] = (),
        *,
        after: int = 0,
        upto: int | None = None,
        newest: int | None = None,
    ) -> list[Recorded]:
        """List the scope's events with *tags* (none: all), void or not, by position; or the *newest* n of them."""
        places = self._by_scope().get(scope, [])
        last = len(places) if upto is None else bisect_right(places, upto)
        found = [self._history[p - 1] for p in places[bisect_right(places, after) : last]]
        if tags:
            found = [r for r in found if r.public.tag in tags and known(r.public)]
        return found if newest is None else found[max(len(found) - newest, 0) :]

    def positions(self, scope: Scope, after: int = 0) -> list[int]:
        """List where the scope's events stand, void or not, after a position."""
        return [r.position for r in self.members(scope, after=after)]

    def named(
        self, scope: Scope, kinds: Sequence[str] = (), *, after: int = 0, limit: int | None = None
    ) -> list[Named]:
        """List the entries of *kinds* (none: all) in the order of their numbers, after a number, at most *limit*."""
        first: dict[int, Recorded] = {}
        for recorded in self._own(scope):
            first.setdefault(recorded.public.entry or 0, recorded)
        found = [
            Named(number, recorded.public.kind or "", self._address(scope, recorded))
            for number, recorded in sorted(first.items())
            if number > after and (not kinds or recorded.public.kind in kinds)
        ]
        return found[:limit]

    def touching(self, scope: Scope, number: int) -> list[Recorded]:
        """List an entry's own events, void or not, by position."""
        return [r for r in self._own(scope) if r.public.entry == number]

    def changes(self, scope: Scope, number: int) -> list[Change]:
        """List when the entry began to show what, by position."""
        found = [Change(0, 0)]
        for recorded in self.members(scope):
            shown = self._fold(scope, recorded.position).entries.get(number)
            shows = shown.position if shown else 0
            if shows != found[-1].shows:
                found.append(Change(recorded.position, shows))
        return found[1:]

    def voidable(self, scope: Scope, low: int, high: int) -> list[int]:
        """List the positions from *low* to *high* at which the scope has an event that a correction can reach."""
        return [r.position for r in self.members(scope, after=low - 1, upto=high) if voidable(r.public.tag)]

    def moved(self, scope: Scope, position: int) -> list[tuple[int, int]]:
        """List the entries that the correction at *position* moved, and the event that each showed then (0: nothing)."""
        before, after = (self._fold(scope, at).entries for at in (position - 1, position))
        pairs = ((n, after[n].position if n in after else 0) for n in sorted({*before, *after}))
        return [(n, shows) for n, shows in pairs if shows != (before[n].position if n in before else 0)]

    def resting_on(self, position: int) -> list[Recorded]:
        """List the events that name the event at *position* among their premises, by position."""
        id = self._history[position - 1].public.id
        return [r for r in self._history if id in r.public.derived_from]

    def claim(self, scope: Scope, number: int, private: Private) -> int | None:
        """Find the claim of the first unerased event of the entry with the same content, if any."""
        content = canonical(private.content)
        for recorded in self.touching(scope, number):
            other = recorded.private
            if recorded.public.version and other and is_set(other.content) and canonical(other.content) == content:
                return recorded.public.claim or recorded.public.version
        return None

    def void(self, scope: Scope) -> Intervals:
        """Give the positions that the scope's corrections leave void."""
        return effects.void(self.members(scope, ("corrected",)))

    def effect(self, scope: Scope, void: Intervals) -> list[tuple[int, Recorded | None, Recorded | None]]:
        """List the entries (number, shown now, shown then) that would change if *void* were the void set."""
        now = self._fold(scope).entries
        then = beliefs.fold(self._effective(scope, None, void)).entries
        numbers = sorted({*now, *then})
        pairs = [(n, now.get(n), then.get(n)) for n in numbers]
        return [(n, a, b) for n, a, b in pairs if (a and a.position) != (b and b.position)]

    def _address(self, scope: Scope, shown: Recorded) -> str | None:
        told = (r.address for r in self.touching(scope, shown.public.entry or 0))
        return next((address for address in told if address), None)

    def _own(self, scope: Scope) -> list[Recorded]:
        return [r for r in self.members(scope) if r.public.entry is not None and known(r.public)]

    def _by_scope(self) -> dict[Scope, list[int]]:
        for recorded in self._history[self._sorted :]:
            self._places.setdefault(recorded.scope, []).append(recorded.position)
        self._sorted = len(self._history)
        return self._places

    def _fold(self, scope: Scope, at: int | None = None) -> beliefs.Beliefs:
        places = self._by_scope().get(scope, [])
        count = len(places) if at is None else bisect_right(places, at)
        known_of, fold = self._folds.get(scope, (-1, beliefs.INITIAL))
        if known_of != count:
            void = effects.void(self.members(scope, ("corrected",), upto=at))
            fold = beliefs.fold(self._effective(scope, at, void))
            self._folds[scope] = (count, fold)
        return fold

    def _effective(self, scope: Scope, at: int | None, void: Intervals) -> list[Recorded]:
        members = self.members(scope, upto=at)
        return [r for r in members if not voidable(r.public.tag) or r.position not in void]


class MemoryStore(Watched):
    """A store that lives as long as the program."""

    def __init__(self) -> None:
        self.readonly = self.copied = False
        self.vectors = None
        self._rows: list[Row] = []
        self._history: list[Recorded] = []
        self._blobs: dict[str, tuple[str, bytes]] = {}
        self._salts: dict[str, bytes] = {}
        self.index = FoldIndex(self._history)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Hold the log for one atomic write: commits at the end, leaves nothing on an error."""
        rows, history = list(self._rows), list(self._history)
        blobs, salts, copied = dict(self._blobs), dict(self._salts), self.copied
        try:
            yield
        except BaseException:
            self._rows[:], self._history[:] = rows, history
            self.index.forget()
            self._blobs, self._salts, self.copied = blobs, salts, copied
            raise

    @contextmanager
    def reading(self) -> Iterator[None]:
        """See one state of the log through several reads."""
        yield

    def head(self) -> Head:
        """Tell where the log ends."""
        if not self._rows:
            return Head()
        return Head(len(self._rows), self._rows[-1].hash, self._history[-1].public.at)

    def find(self, id: str) -> Recorded | None:
        """Find the event named *id*."""
        return next((r for r in self._history if r.public.id == id), None)

    def recorded(self, positions: Iterable[int]) -> list[Recorded]:
        """Give the events at *positions*, in that order; a position that isn't there is left out."""
        return [self._history[p - 1] for p in positions if 0 < p <= len(self._history)]

    def rows(self, after: int = 0, upto: int | None = None) -> Iterator[Row]:
        """Yield the stored rows after *after* up to *upto*, in order."""
        yield from self._rows[after:upto]

    def publics(self) -> Iterator[tuple[int, bytes]]:
        """Yield position and public text of every event, in order."""
        return ((row.position, row.public) for row in self._rows)

    def catch_up(self, scopes: Sequence[Scope], progress: Callable[[int], object] | None = None) -> None:
        """No words are kept."""

    def corpus(self, scopes: Sequence[Scope]) -> Corpus | None:
        """No words are kept: read entry by entry."""
        return None

    def append(self, rows: Sequence[Row], recorded: Sequence[Recorded]) -> None:
        """Add *rows* after the head."""
        self._rows += rows
        self._history += recorded

    def erase(self, positions: Sequence[int]) -> None:
        """Delete private parts for good, keeping their commitments."""
        for at in positions:
            row = self._rows[at - 1]
            if row.private is not None and row.salt is not None:
                kept = commitment(row.salt, row.private)
                self._rows[at - 1] = Row(at, row.id, row.public, row.hash, commitment=kept)
                self._history[at - 1] = Recorded(at, self._history[at - 1].public, None)
        self.index.forget()

    def keep_blob(self, user: str, body: bytes, salt: bytes) -> str:
        """Keep a large output outside the event and return its name."""
        name = blob_name(self._salts.setdefault(user, salt), body)
        self._blobs[name] = (user, body)
        return name

    def name_blob(self, user: str, body: bytes) -> str:
        """Give the name that *body* has or would have among the user's blobs; nothing is kept."""
        return blob_name(self._salts.get(user, b""), body)

    def blob_salt(self, user: str) -> bytes | None:
        """Give the salt that names the blobs of *user*, who may have none."""
        return self._salts.get(user)

    def receive(self) -> None:
        """Make ready for another log's events: take back a lone opening, and mark the log as `copied`."""
        self._rows.clear()
        self._history.clear()
        self.index.forget()
        self.copied = True

    def mark_copied(self, copied: bool) -> None:
        """Say whether the log goes on elsewhere, so that it is only read here."""
        self.copied = copied

    def blob(self, name: str) -> bytes | None:
        """Give the bytes kept under *name*."""
        return self._blobs[name][1] if name in self._blobs else None

    def drop_blobs(self, user: str, names: Iterable[str], *, salt: bool = False) -> None:
        """Delete blobs for good."""
        for name in names:
            if name in self._blobs and self._blobs[name][0] == user:
                del self._blobs[name]
        if salt:
            self._salts.pop(user, None)

    def unpurged(self) -> list[int]:
        """Nothing is left behind."""
        return []

    def purge(self, probes: Sequence[bytes] = ()) -> list[str]:
        """Nothing is left behind."""
        return []

    def traces(self) -> int:
        """Nothing beside the events knows of them."""
        return len(self._rows)

    def differences(self, progress: Callable[[int], object] | None = None) -> Iterator[Difference]:
        """The index is the fold."""
        return iter(())

    def rebuild(self, view: View | None = None, progress: Callable[[int], object] | None = None) -> None:
        """There is no index to make anew."""

    def close(self) -> None:
        """Nothing is held open."""
