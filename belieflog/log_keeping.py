"""Looking after a log: its policy, whether it is whole, copies of it, and what is imported."""

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from eventlog import commands as c
from eventlog import policy as policies
from eventlog.commands import Given
from eventlog.errors import InvalidValue
from eventlog.events import Recorded, Scope
from eventlog.log import EventLog
from eventlog.names import name
from eventlog.points import Point
from eventlog.receipts import Receipt
from eventlog.sources import Source
from eventlog.standing import policy_set
from eventlog.store import Store, View

if TYPE_CHECKING:
    from belieflog.exporting.run import Exported
    from belieflog.importing.run import Report
    from belieflog.keeping import Copied
    from eventlog.anchors import Anchor
    from eventlog.health import Finding
    from eventlog.verify import Verdict

Where = str | os.PathLike[str]
_SYSTEM = Source("system")


class Keeping:
    """What keeps a log in order and safe."""

    _log: EventLog
    _store: Store

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

        *path* may be a file or the URL of a log on a server; it must not be there yet. A point ``-n`` goes back over
        the events of *session*; a mark is one of *user*'s.
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
        self._log.keepable()
        self._store.rebuild(view, progress)

    def export(
        self,
        path: Where,
        format: str = "events",
        *,
        user: str | None = None,
        session: str | None = None,
        at: Point = None,
        force: bool = False,
        progress: "Callable[[int], object] | None" = None,
    ) -> "Exported":
        """Write the log to *path*, or what a user's *session* shows, in one of the formats of `belieflog export --list`.

        ``events`` is the whole log: imported into an empty log it is the same log. ``markdown`` and ``json`` are a
        scratchpad, at a point if that is given, to be edited and imported again. What is there already is replaced
        only with *force*; *progress* hears how many events were read.
        """
        from belieflog.exporting.asked import Asked
        from belieflog.exporting.run import export

        whose, which = (
            told if told is None else name(told, what) for told, what in ((user, "user"), (session, "session"))
        )
        return export(Asked(self._log, format, whose, which, at, progress), path, force=force)

    def import_(
        self,
        path: Where | Sequence[Where],
        format: str = "auto",
        *,
        user: str | None = None,
        session: str | None = None,
        strict: bool = False,
        dry_run: bool = False,
        progress: "Callable[[int], object] | None" = None,
    ) -> "Report":
        """Import another program's transcript or store; importing it again, or grown, adds only what is new.

        Also what `export` wrote: a whole log into an empty one, which needs no *user*, or a scratchpad that someone
        edited. With *dry_run* nothing is written, and the report says what would be. *progress* hears how many
        operations were taken in so far.
        """
        from belieflog.importing.run import import_files

        paths = [path] if isinstance(path, (str, os.PathLike)) else list(path)
        return import_files(
            self._log,
            paths,
            user=user,
            session=session,
            format=format,
            strict=strict,
            dry_run=dry_run,
            progress=progress,
        )
