"""A log as programs hold it: whose memories it has, what happened, and taking things back."""

import os
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Self

from msgspec import Struct

from belieflog.correction import Correction, carry_out
from belieflog.memory import Memory
from belieflog.reader import Reader
from belieflog.writing import Time
from eventlog import addresses, corrections, points, selectors, times
from eventlog import commands as c
from eventlog import policy as policies
from eventlog.addresses import WORKING
from eventlog.cascade import Mode
from eventlog.commands import Given
from eventlog.corrections import Plan
from eventlog.erasing import Erasure
from eventlog.errors import InvalidValue, NotFound
from eventlog.events import LOG, Recorded, Scope
from eventlog.log import EventLog
from eventlog.names import name
from eventlog.points import Point
from eventlog.receipts import Receipt
from eventlog.sources import Source
from eventlog.standing import policy_set
from eventlog.store import Row, Store, View
from projections import diff
from projections.diff import Difference

if TYPE_CHECKING:
    from belieflog.importing.run import Report
    from belieflog.keeping import Copied
    from belieflog.meaning import Embedder
    from belieflog.meanings import Meanings
    from eventlog.anchors import Anchor
    from eventlog.sqlite_health import Finding
    from eventlog.verify import Verdict
    from projections.provenance import Node

Where = str | os.PathLike[str]
_SYSTEM = Source("system")


class Session(Struct, frozen=True):
    """A session of a user: its title, when it was first and last written to (µs), and whether it has ended."""

    session: str
    title: str | None
    started_at: int
    last_at: int
    events: int
    ended: bool


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


class Log:
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
        return self._store.readonly

    @property
    def head(self) -> str:
        """The hash of the newest event, which commits to all before it."""
        return self._store.head().hash.hex()

    def events(self, after: Point = 0, *, user: str | None = None, **selector: Any) -> Iterator[Recorded]:
        """Yield events after a point, oldest first: of one *user*, and those that a selector chooses."""
        wanted = self._wanted(user, selector)
        if not isinstance(after, int) or after < 0:
            after = points.resolve(self._store, after, Scope(user or ""), self._log.now())
        for row in self._store.rows(after):
            recorded = row.recorded
            if (user is None or recorded.public.user == user) and wanted(recorded):
                yield recorded

    def event(self, event: Any) -> Recorded:
        """Give one event by id or position."""
        return selectors.find(self._store, event)[0]

    def row(self, position: int) -> Row:
        """Give one event as it is stored, with its hash."""
        return next(self._store.rows(position - 1, position))

    def effective(self, event: Recorded) -> bool:
        """Tell whether no correction in force takes *event* back."""
        return not corrections.is_void(self._store, event)

    def naming(self, event: Recorded) -> list[Recorded]:
        """List the corrections that name *event*, in force or not."""
        return corrections.naming(self._store, event)

    def erasure(self, event: Recorded) -> Recorded | None:
        """Give the event that erased *event*, if any."""
        if event.body is not None:
            return None
        index = self._store.index
        owners = index.members(Scope(event.public.user), ("erased",), after=event.position)
        inherited = index.members(LOG, ("opened", "erased"), after=event.position)
        names: Callable[[Recorded], bool] = lambda r: any(a <= event.position <= b for a, b in r.public.erased)
        return next((r for r in (*owners, *inherited) if names(r)), None)

    def blob(self, ref: str) -> bytes:
        """Give a large output by the ``blob:…`` that its observation refers to."""
        body = self._store.blob(ref.removeprefix("blob:"))
        if body is None:
            raise NotFound(f"there is no blob {ref!r}: an observation's ref names it")
        return body

    def users(self) -> list[str]:
        """List the users that have memory here, in order of first appearance."""
        return list(dict.fromkeys(s.user for s in self._store.index.scopes() if s.user))

    def sessions(self, user: str) -> list[Session]:
        """List a user's sessions, in order of first appearance."""
        found = []
        for scope in self._store.index.scopes():
            if scope.user == user and scope.session:
                members, void = self._store.index.members(scope), self._store.index.void(scope)
                titles = [
                    r.private.content["title"]
                    for r in members
                    if r.tag == "session-started" and r.private and r.position not in void
                ]
                ended = self._store.index.status(scope).ended
                title = titles[-1] if titles else None
                found.append(Session(scope.session, title, members[0].at, members[-1].at, len(members), ended))
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

    # Taking back and bringing back

    def revert(
        self,
        *,
        user: str,
        reason: str,
        cascade: Mode | None = None,
        only: bool = False,
        dry_run: bool = False,
        by: str = "",
        **selector: Any,
    ) -> Correction:
        """Void the events that a selector chooses, with the rest of their ops unless *only*.

        *cascade* takes along what follows from them: ``"declared"`` what loses its support, ``"exposed"`` also
        what agents wrote after seeing it, ``"session"`` everything in those sessions from then on.

        A selector: ``event= op= batch= run= address= source= actor= session= kind= namespace= text= after=
        before= last=``; a list means either, different keys all. Later events stay, and earlier values
        come back. *by* says who corrects. With *dry_run* nothing is written: look at the result, then `Correction.apply` it.
        """
        wanted = selectors.selector(**selector)
        plan = lambda: corrections.revert(self._store, user, wanted, reason, self._log.now(), only=only, follow=cascade)
        return self._correct(plan, by, dry_run)

    def restore(
        self, *, user: str, reason: str, only: bool = False, dry_run: bool = False, by: str = "", **selector: Any
    ) -> Correction:
        """Bring back the void events that a selector chooses, with the rest of their ops unless *only*."""
        wanted = selectors.selector(**selector)
        plan = lambda: corrections.restore(self._store, user, wanted, reason, self._log.now(), only=only)
        return self._correct(plan, by, dry_run)

    def rollback(
        self,
        to: Point = None,
        *,
        user: str,
        reason: str,
        session: str | None = None,
        address: str | None = None,
        to_version: int | None = None,
        long_term: bool = False,
        all_sessions: bool = False,
        dry_run: bool = False,
        by: str = "",
    ) -> Correction:
        """Take a session, a user (*all_sessions*), or one entry (*address*) back to what it was at *to*.

        A session's rollback leaves long-term memory alone, unless *long_term* takes back what the session
        wrote there. One entry can go back to a version instead (*to_version*).
        """
        if (to is None) == (to_version is None):
            raise InvalidValue("to", "say where to go back to: a point, or for one entry to_version=")
        if to_version is not None and address is None:
            raise InvalidValue("to_version", "is of one entry: give its address too")
        if address is None and (session is None) != all_sessions:
            raise InvalidValue("session", "say what to roll back: session=, or all_sessions=True for the whole user")
        if address is not None:
            plan = self._entry_plan(to, to_version, user, session, address, reason)
        else:
            plan = lambda: corrections.rollback(
                self._store, to, user, session, reason, self._log.now(), long_term=long_term
            )
        return self._correct(plan, by, dry_run)

    def undo(
        self, event: Any, *, reason: str, user: str | None = None, dry_run: bool = False, by: str = ""
    ) -> Correction:
        """Take back a correction, as if it had named nothing; corrections of corrections work alike."""
        plan = lambda: corrections.undo(self._store, event, user, reason, self._log.now())
        return self._correct(plan, by, dry_run)

    def erase(
        self,
        *,
        user: str,
        reason: str,
        whole_user: bool = False,
        expired_before: Time | None = None,
        dry_run: bool = False,
        by: str = "",
        **selector: Any,
    ) -> Erasure:
        """Delete what was said in the events that a selector chooses, for good; that something was said stays.

        *whole_user* takes all of the user's, *expired_before* what had expired by then. The file itself is purged of
        it; while another program reads the log that can't be done: `Erasure.left` says what is left, and the same
        call again purges it. Forks, backups and exports made before are yours to purge. It can't be undone: with
        *dry_run* nothing is written, and what this gives says what would go.
        """
        chosen = any(value is not None for value in selector.values())
        if whole_user and (chosen or expired_before is not None):
            raise InvalidValue("whole_user", "takes everything: leave out the selector, or leave it out")
        wanted = None
        if chosen or not (whole_user or expired_before is not None):
            wanted = selectors.selector(**selector)
        until = None if expired_before is None else times.parse(expired_before, "expired_before").at
        return self._log.erase(
            user, wanted, reason, actor=by and name(by, "actor"), expired_before=until, dry_run=dry_run
        )

    # Keeping

    @property
    def policy(self) -> dict[str, Any]:
        """The rules in force: every key, with its default where it isn't set."""
        return policies.shown(self._log.policy())

    @property
    def policy_event(self) -> Recorded | None:
        """The event that put the rules in force; None while they are the defaults."""
        return policy_set(self._store.index)

    def set_policy(self, policy: dict[str, Any], *, reason: str, actor: str = "") -> Receipt:
        """Put rules in force from here on; keys left out have their defaults."""
        given = Given(user="", actor=actor and name(actor, "actor"), source=_SYSTEM, reason=reason)
        return self._log.append([(c.SetPolicy(policy), given)])[0]

    def verify(
        self,
        anchor: Any = None,
        views: bool = False,
        progress: Callable[[int], object] | None = None,
        *,
        key: Where | None = None,
    ) -> "Verdict":
        """Work out every hash anew and say whether the log is what was written; changes nothing.

        *anchor*, a file of them or what `anchor` gave, shows also what a chain alone can't: newest events deleted, an
        older copy put back, another log in its place, all hashes made anew. *key* is the file of the key that must
        have signed it. With *views* each index is compared with the fold that defines it.
        """
        from belieflog import keeping

        return keeping.checked(self._store, keeping.anchors_of(anchor), key, views, progress, self._log.clock())

    def anchor(self, key: Where | None = None) -> "Anchor":
        """Say where the log ends, to be kept elsewhere; *key*, the file of an Ed25519 private key, signs it."""
        from eventlog import anchors

        return anchors.take(self._store, self._log.now(), key)

    def fork(self, path: Where, at: Point = None, *, user: str = "", session: str = "") -> "Copied":
        """Make a log of its own at *path* of the events up to a point: the same hashes so far, its own from there on.

        A point ``-n`` goes back over the events of *session*; a mark is one of *user*'s.
        """
        from belieflog import keeping

        return keeping.fork(self._log, path, at, Scope(user, session))

    def backup(self, path: Where) -> "Copied":
        """Copy the log to *path* by the database's own backup, while it is in use, and verify the copy."""
        from belieflog import keeping

        return keeping.backup(self._store, path)

    def doctor(self, anchor: Any = None) -> "list[Finding]":
        """Look after the log's file: each finding says how it is, and what to do where it isn't well."""
        from belieflog import keeping

        return keeping.doctor(self._store, keeping.anchors_of(anchor), self._log.clock())

    def rebuild(self, view: View | None = None, progress: Callable[[int], object] | None = None) -> None:
        """Make the index, or one *view* of it, anew from the events: all of it or nothing. The events stay as they are."""
        if view not in (None, "beliefs", "words"):
            raise InvalidValue("view", f"{view!r} is none: use 'beliefs' or 'words', or leave it out for both")
        self._log.writable()
        self._store.rebuild(view, progress)

    def import_(
        self,
        path: Where | Sequence[Where],
        format: str = "auto",
        *,
        user: str,
        session: str | None = None,
        strict: bool = False,
    ) -> "Report":
        """Import another program's transcript; importing it again, or grown, adds only what is new."""
        from belieflog.importing.run import import_files

        paths = [path] if isinstance(path, (str, os.PathLike)) else list(path)
        return import_files(self._log, paths, user=user, session=session, format=format, strict=strict)

    def _reader(self, user: str, session: str | None) -> Reader:
        return Reader(self._log, name(user, "user"), None if session is None else name(session, "session"), None)

    def _wanted(self, user: str | None, selector: dict[str, Any]) -> Callable[[Recorded], bool]:
        if all(value is None for value in selector.values()):
            return lambda recorded: True
        return selectors.matching(self._store, user, selectors.selector(**selector), self._log.now())

    def _correct(self, plan: Callable[[], Plan], by: str, dry_run: bool) -> Correction:
        return carry_out(self._log, plan, actor=by and name(by, "actor"), dry_run=dry_run)

    def _entry_plan(
        self, to: Point, version: int | None, user: str, session: str | None, address: str, reason: str
    ) -> Callable[[], Plan]:
        where = addresses.parse(address)
        if where.kind in WORKING and session is None:
            raise InvalidValue("session", f"'{where}' lives in a session: say which, with session=")
        scope = Scope(user, session or "") if where.kind in WORKING else Scope(user)
        if version is not None:
            return lambda: corrections.rollback_to_version(self._store, version, scope, str(where), reason)
        return lambda: corrections.rollback_entry(self._store, to, scope, str(where), reason, self._log.now())


def _meanings(store: Store, embedder: "Embedder") -> "Meanings":
    from belieflog.meanings import Meanings

    return Meanings(store, embedder)
