"""Taking back what was said, bringing it back, and deleting it for good."""

from collections.abc import Callable
from typing import Any

from belieflog.correction import Correction, carry_out
from belieflog.writing import Time
from eventlog import addresses, corrections, selectors, times
from eventlog.addresses import WORKING
from eventlog.cascade import Mode
from eventlog.corrections import Plan
from eventlog.erasing import Erasure
from eventlog.errors import InvalidValue
from eventlog.events import Scope
from eventlog.log import EventLog
from eventlog.names import name
from eventlog.points import Point
from eventlog.store import Store


class Corrections:
    """What can be done about the past of a log."""

    _log: EventLog
    _store: Store

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

        A selector: ``event= op= batch= run= address= source= via= actor= session= kind= namespace= text=
        after= before= last=``; a list means either, different keys all. Later events stay, and earlier values
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
