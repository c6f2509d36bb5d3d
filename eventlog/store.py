"""What a log needs from its storage: rows of bytes, and an index of what each scope shows.

`Store` keeps events; its `index` answers what they come to. Every index answer is *defined* by the folds
in `eventlog.beliefs`; `eventlog.memory_store` computes them just so, other stores keep tables that agree.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Literal, Protocol

from msgspec import Struct

from eventlog import events
from eventlog.chain import GENESIS
from eventlog.corpus import Corpus
from eventlog.events import Private, Recorded, Scope
from eventlog.intervals import Intervals
from eventlog.vectors import Vectors


class Row(Struct, frozen=True, gc=False):
    """One event as it is stored; once erased it keeps its commitment in place of salt and private text."""

    position: int
    id: bytes
    public: bytes
    hash: bytes
    salt: bytes | None = None
    private: bytes | None = None
    commitment: bytes | None = None

    @property
    def recorded(self) -> Recorded:
        """The event, with its public part read."""
        return Recorded(self.position, events.decode_public(self.public, self.position), self.private)


class Head(Struct, frozen=True):
    """Where the log ends: the newest event's position, hash and time."""

    position: int = 0
    hash: bytes = GENESIS
    at: int = 0


class Status(Struct, frozen=True):
    """What a writer must know of a scope before it writes there."""

    entries: int = 0  # numbers given out so far
    ended: bool = False
    incomplete_since: int | None = None  # the first event there that this version can't fold


class Entry(Struct, frozen=True):
    """An entry as the rules see it: its number, how many versions it had, and the event it shows."""

    number: int
    versions: int = 0
    shows: Recorded | None = None


class Named(Struct, frozen=True):
    """An entry as a list of entries tells it: its number, its kind, and its address (None once all of it is erased)."""

    number: int
    kind: str
    address: str | None


class Change(Struct, frozen=True):
    """From position *at* on, the entry showed the event at *shows* (0: nothing)."""

    at: int
    shows: int


View = Literal["beliefs", "words"]
STEP = 10_000  # events between two words of progress


class Difference(Struct, frozen=True):
    """Where an index isn't what its fold gives: which one, at which position, in which scope and entry (by number)."""

    view: str
    position: int
    scope: Scope | None = None
    entry: int | None = None

    def __str__(self) -> str:
        entry = f", entry {self.entry}" if self.entry else ""
        scope = f" of {self.scope.user or 'the log'!r}" if self.scope else ""
        session = f" in session {self.scope.session!r}" if self.scope and self.scope.session else ""
        return f"the {self.view}{scope}{session}{entry} differ from their fold"


class Index(Protocol):
    """What the events of a log come to. All answers are under today's corrections unless *at* is given."""

    def scopes(self) -> list[Scope]:
        """List the scopes that have events, in order of first appearance."""
        ...

    def status(self, scope: Scope) -> Status:
        """Tell whether the scope is open for writing, and which entry number comes next."""
        ...

    def entry(self, scope: Scope, address: str) -> Entry | None:
        """Find the entry at *address*; one whose every event is erased is forgotten."""
        ...

    def count(self, scope: Scope, kind: str) -> int:
        """Count the entries of *kind* that show something."""
        ...

    def shown(self, scope: Scope, at: int | None = None) -> list[Recorded]:
        """List what each entry shows now, or showed as known then at position *at*, by position."""
        ...

    def below(self, scope: Scope, prefix: str, at: int | None = None) -> list[Recorded]:
        """List what `shown` lists, of the entries whose address begins with *prefix*, which ends in ``:`` or ``/``."""
        ...

    def failures(self, scope: Scope) -> list[str]:
        """List the addresses of the failures that show, in the order of their numbers."""
        ...

    def alike(self, scope: Scope, kind: str, content: object) -> Iterator[Recorded]:
        """Yield what the entries show that looks like *content*, among the kinds that *kind* is compared with.

        As far as anyone asks: there may be very many.
        """
        ...

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
        ...

    def positions(self, scope: Scope, after: int = 0) -> list[int]:
        """List where the scope's events stand, void or not, after a position."""
        ...

    def named(
        self, scope: Scope, kinds: Sequence[str] = (), *, after: int = 0, limit: int | None = None
    ) -> list[Named]:
        """List the entries of *kinds* (none: all) in the order of their numbers, after a number, at most *limit*."""
        ...

    def touching(self, scope: Scope, number: int) -> list[Recorded]:
        """List an entry's own events, void or not, by position."""
        ...

    def changes(self, scope: Scope, number: int) -> list[Change]:
        """List when the entry began to show what, by position."""
        ...

    def voidable(self, scope: Scope, low: int, high: int) -> list[int]:
        """List the positions from *low* to *high* at which the scope has an event that a correction can reach."""
        ...

    def moved(self, scope: Scope, position: int) -> list[tuple[int, int]]:
        """List the entries that the correction at *position* moved, and the event that each showed then (0: nothing)."""
        ...

    def resting_on(self, position: int) -> list[Recorded]:
        """List the events that name the event at *position* among their premises, by position."""
        ...

    def claim(self, scope: Scope, number: int, private: Private) -> int | None:
        """Find the claim of the first unerased event of the entry with the same content, if any."""
        ...

    def void(self, scope: Scope) -> Intervals:
        """Give the positions that the scope's corrections leave void."""
        ...

    def effect(self, scope: Scope, void: Intervals) -> list[tuple[int, Recorded | None, Recorded | None]]:
        """List the entries (number, shown now, shown then) that would change if *void* were the void set."""
        ...


class Store(Protocol):
    """All that a log needs from its storage."""

    @property
    def readonly(self) -> bool:
        """Whether the log was opened for reading only."""
        ...

    @property
    def copied(self) -> bool:
        """Whether it holds a log that was imported whole and lives elsewhere too: only read, for it has no epoch."""
        ...

    @property
    def index(self) -> Index:
        """What the events come to."""
        ...

    @property
    def vectors(self) -> Vectors | None:
        """What is kept for searching by meaning, None where nothing is."""
        ...

    def writing(self) -> AbstractContextManager[None]:
        """Hold the log for one atomic write: commits at the end, leaves nothing on an error."""
        ...

    def reading(self) -> AbstractContextManager[None]:
        """See one state of the log through several reads."""
        ...

    def head(self) -> Head:
        """Tell where the log ends."""
        ...

    def find(self, id: str) -> Recorded | None:
        """Find the event named *id*."""
        ...

    def recorded(self, positions: Iterable[int]) -> list[Recorded]:
        """Give the events at *positions*, in that order; a position that isn't there is left out."""
        ...

    def rows(self, after: int = 0, upto: int | None = None) -> Iterator[Row]:
        """Yield the stored rows after *after* up to *upto*, in order; holds no lock between rows."""
        ...

    def publics(self) -> Iterator[tuple[int, bytes]]:
        """Yield position and public text of every event, in order; for folds over the whole log."""
        ...

    def catch_up(self, scopes: Sequence[Scope], progress: Callable[[int], object] | None = None) -> None:
        """Bring the words that a search of *scopes* looks through up to the log; *progress* hears how many went in."""
        ...

    def corpus(self, scopes: Sequence[Scope]) -> Corpus | None:
        """Give the words of what *scopes* show now; None where they aren't kept, to be read entry by entry."""
        ...

    def append(self, rows: Sequence[Row], recorded: Sequence[Recorded]) -> None:
        """Add *rows* after the head and bring the index up to them; inside `writing` only."""
        ...

    def erase(self, positions: Sequence[int]) -> None:
        """Delete private parts for good, keeping their commitments; inside `writing` only."""
        ...

    def keep_blob(self, user: str, body: bytes, salt: bytes) -> str:
        """Keep a large output outside the event and return its name; inside `writing` only.

        A name is a hash with a salt of the user's own, *salt* where the user has none yet, so that the same
        output is kept once and no name can be guessed from what it holds.
        """
        ...

    def name_blob(self, user: str, body: bytes) -> str:
        """Give the name that *body* has or would have among the user's blobs; nothing is kept."""
        ...

    def blob_salt(self, user: str) -> bytes | None:
        """Give the salt that names the blobs of *user*, who may have none."""
        ...

    def receive(self) -> None:
        """Make ready for another log's events: take back a lone opening, and mark the log as `copied`.

        Inside `writing` only, on a log in which nothing was written yet.
        """
        ...

    def mark_copied(self, copied: bool) -> None:
        """Say whether the log goes on elsewhere, so that it is only read here; inside `writing` only."""
        ...

    def blob(self, name: str) -> bytes | None:
        """Give the bytes kept under *name*."""
        ...

    def drop_blobs(self, user: str, names: Iterable[str], *, salt: bool = False) -> None:
        """Delete blobs of *user* for good (with *salt*: and what names further ones); inside `writing` only."""
        ...

    def unpurged(self) -> list[int]:
        """List the erasures (by the head's position then) that may have left something of what was erased behind."""
        ...

    def purge(self, probes: Sequence[bytes] = ()) -> list[str]:
        """Leave nothing of what was erased, *probes* being parts of it to look for; say what is left, and a remedy."""
        ...

    def traces(self) -> int:
        """Give the newest position that anything beside the events themselves knows of."""
        ...

    def differences(self, progress: Callable[[int], object] | None = None) -> Iterator[Difference]:
        """Compare each index with the fold that defines it."""
        ...

    def rebuild(self, view: View | None = None, progress: Callable[[int], object] | None = None) -> None:
        """Make the index (or only one *view* of it) anew from the events, all of it or nothing."""
        ...

    def wait(self, position: int, seconds: float) -> None:
        """Wait until there may be something after *position*, at most so many seconds; look again in any case."""
        ...

    def close(self) -> None:
        """Let go of whatever is held open."""
        ...
