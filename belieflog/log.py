"""A log as programs hold it: whose memories it has, what happened, and taking things back."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, Self

from msgspec import Struct

from belieflog.log_corrections import Corrections
from belieflog.log_events import Events
from belieflog.log_keeping import Keeping
from belieflog.memory import Memory
from belieflog.reader import Reader
from eventlog import selectors
from eventlog.events import Recorded, Scope
from eventlog.log import EventLog
from eventlog.names import name
from eventlog.points import Point
from eventlog.sources import Source
from eventlog.store import Store
from projections import diff
from projections.diff import Difference

if TYPE_CHECKING:
    from belieflog.meaning import Embedder
    from belieflog.meanings import Meanings
    from projections.provenance import Node


_ENDS = 5  # events at either end of a session that tell when it was in the world


class Session(Struct, frozen=True):
    """A session of a user: its title, when it was first and last written to (µs), and whether it has ended.

    *occurred* is when the first and the last of it happened in the world, where events of it say so.
    """

    session: str
    title: str | None
    started_at: int
    last_at: int
    events: int
    ended: bool
    occurred: tuple[int, int] | None = None


class SourceCount(Struct, frozen=True):
    """A source, and how many events it stands behind, of how many still effective, first and last."""

    source: Source
    events: int
    effective: int
    first: int
    last: int


class CorrectionMade(Struct, frozen=True):
    """A correction of the past, and whether it still counts."""

    event: Recorded
    counts: bool


class Log(Corrections, Events, Keeping):
    """A log of beliefs; a context manager. Memories are cheap: make one where one is needed."""

    def __init__(self, log: EventLog, embedder: "Embedder | None" = None) -> None:
        self._log = log
        self._store = log.store
        self._meanings = None if embedder is None else _meanings(self._store, embedder)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the log."""
        self._log.close()

    def memory(self, user: str, session: str | None = None, actor: str | None = None) -> Memory:
        """Give *user*'s memory, as *session* sees it; *actor* says who writes."""
        return Memory(self._log, user, session, actor, self._meanings)

    # What happened

    @property
    def position(self) -> int:
        """The position of the newest event."""
        return self._store.head().position

    @property
    def readonly(self) -> bool:
        """Whether the log is open for reading only."""
        return self._log.readonly

    @property
    def head(self) -> str:
        """The hash of the newest event, which commits to all before it."""
        return self._store.head().hash.hex()

    def users(self) -> list[str]:
        """List the users that have memory here, in order of first appearance."""
        return list(dict.fromkeys(s.user for s in self._store.index.scopes() if s.user))

    def session_names(self, user: str) -> list[str]:
        """List the names of a user's sessions, in order of first appearance; quicker than `sessions`."""
        return [s.session for s in self._store.index.scopes() if s.user == user and s.session]

    def sessions(self, user: str, names: Collection[str] | None = None) -> list[Session]:
        """List a user's sessions (or those with *names*), in order of first appearance."""
        found = []
        for scope in self._store.index.scopes():
            if scope.user == user and scope.session and (names is None or scope.session in names):
                positions, void = self._store.index.positions(scope), self._store.index.void(scope)
                started = self._store.index.members(scope, ("session-started",))
                titles = [r.private.content["title"] for r in started if r.private and r.position not in void]
                ended = self._store.index.status(scope).ended
                title = titles[-1] if titles else None
                ends = self._store.recorded((*positions[:_ENDS], *positions[-_ENDS:]))
                times = [r.public.occurred_at for r in ends if r.public.occurred_at is not None]
                occurred = (min(times), max(times)) if times else None
                found.append(Session(scope.session, title, ends[0].at, ends[-1].at, len(positions), ended, occurred))
        return found

    def has_session(self, user: str, session: str) -> bool:
        """Tell whether anything was ever written in a session."""
        return bool(self._store.index.members(Scope(user, session), newest=1))

    def latest_session(self, user: str) -> str | None:
        """Give the session of a user that was written to last, None if there is none."""
        scopes = [s for s in self._store.index.scopes() if s.user == user and s.session]
        newest = ((r.position, s.session) for s in scopes for r in self._store.index.members(s, newest=1))
        return max(newest, default=(0, None))[1]

    def sources(self, user: str, **selector: Any) -> list[SourceCount]:
        """List who said something in a user's memory (or what a selector chooses of it), and how much still stands."""
        wanted = self._wanted(user, selector)
        found: dict[Source, list[Recorded]] = {}
        effective: dict[Source, int] = {}
        for scope in self._store.index.scopes():
            if scope.user == user:
                void = self._store.index.void(scope)
                for recorded in self._store.index.members(scope):
                    if (source := recorded.source) is not None and wanted(recorded):
                        found.setdefault(source, []).append(recorded)
                        effective[source] = effective.get(source, 0) + (recorded.position not in void)
        return [
            SourceCount(s, len(rs), effective[s], min(r.position for r in rs), max(r.position for r in rs))
            for s, rs in sorted(found.items(), key=lambda item: str(item[0]))
        ]

    def corrections(self, user: str, **selector: Any) -> list[CorrectionMade]:
        """List the corrections made in a user's memory, oldest first, and whether each still counts.

        With a selector only those that it chooses; ``text=`` looks into their reasons.
        """
        wanted = self._wanted(user, selector)
        scopes = [s for s in self._store.index.scopes() if s.user == user]
        made = [r for s in scopes for r in self._store.index.members(s, ("corrected",))]
        return [CorrectionMade(r, self.effective(r)) for r in sorted(made, key=lambda r: r.position) if wanted(r)]

    def impact(self, user: str, **selector: Any) -> "list[Node]":
        """Follow what was derived from all that a selector chooses, as ``source="tool:curl"``, and who was shown it."""
        with self._store.reading():
            from belieflog import auditing

            return auditing.impact(self._store, user, selectors.selector(**selector), self._log.now())

    def diff(
        self, other: "Log", user: str, session: str | None = None, *, at: Point = None, other_at: Point = None
    ) -> list[Difference]:
        """Compare a user's memory here with that in another log, as an origin with its fork; *other* is the later one."""
        here, there = (log._reader(user, session) for log in (self, other))
        return diff.compare(here.held(at), there.held(other_at), same=diff.across)

    def _reader(self, user: str, session: str | None) -> Reader:
        return Reader(self._log, name(user, "user"), None if session is None else name(session, "session"), None)


def _meanings(store: Store, embedder: "Embedder") -> "Meanings":
    from belieflog.meanings import Meanings

    return Meanings(store, embedder)
