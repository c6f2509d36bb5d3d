"""What each scope shows, kept in tables beside the log: change points, members, void ranges.

A change point says that from position *at* on an entry shows the event at *shows*. An entry's own event
has shows = at, a retraction shows = 0; where a clear or a correction changed what is shown, shows is the
event brought back, or null. The entry's row repeats the newest change point. Every answer equals the
folds of `eventlog.beliefs` (law 2).
"""

from collections.abc import Iterable

from eventlog import effects
from eventlog.events import (
    WORKING,
    Recorded,
    Scope,
    disturbs,
    is_set,
    known,
)
from eventlog.ids import to_bytes
from eventlog.looks import LOOK, digest
from eventlog.sqlite_answers import SQLiteAnswers
from eventlog.sqlite_ledger import Ledger, position_of
from eventlog.sqlite_reshown import CLEAR, CODE, ENDED, OWN, STARTED, reshown, top
from eventlog.sqlite_waiting import speaking
from eventlog.store import Entry, Status

_STRANGE = -1  # a tag or version that can't be folded


@speaking
class SQLiteIndex(SQLiteAnswers):
    """The index of a log: its answers, and how it keeps up with the log."""

    def apply(self, recorded: Recorded) -> None:
        """Bring the tables up to one more event; inside the transaction that appends it."""
        public, position, named = recorded.public, recorded.position, recorded.scope
        connection, scope = self.connection(), self._open(named)
        ledger = connection.ledger
        foldable = known(public)
        code = CODE[public.tag] if foldable else _STRANGE
        number = public.entry if foldable else None
        ledger.members.append((scope, position, code, number))
        for premise in public.derived_from:
            if (found := position_of(connection, to_bytes(premise))) is not None:
                ledger.rests[found, position] = None
        if number is not None:
            self._assert(ledger, named, scope, number, recorded)
        elif code == CLEAR:
            self._clear(scope, position)
        elif public.tag == "corrected" and foldable:
            self._correct(scope, named, position)
        elif code in (STARTED, ENDED):
            self._connection().execute("update scope set ended = ? where id = ?", (code == ENDED, scope))
            ledger.status.pop(named, None)
        elif disturbs(public):
            sql = "update scope set incomplete = coalesce(incomplete, ?) where id = ?"
            self._connection().execute(sql, (position, scope))
            ledger.status.pop(named, None)
        if ledger.full:
            ledger.flush(connection)

    def forget(self, positions: Iterable[int]) -> None:
        """Take what was kept of erased private parts out of the tables."""
        connection = self._connection()
        connection.ledger.forget_entries()
        touched: set[tuple[int, int]] = set()
        for recorded in self.recorded(positions):
            if (number := recorded.public.entry) is not None:
                key = (self._id(recorded.scope), number)
                sql = "update change set digest = null where scope = ? and entry = ? and at = ?"
                connection.execute(sql, (*key, recorded.position))
                touched.add(key)
        for key in touched:
            left = f"select 1 from change c join private p on p.position = c.at where c.scope = ? and c.entry = ? and {OWN}"
            if not connection.execute(left, key).fetchone():
                connection.execute("update entry set address = null where scope = ? and number = ?", key)

    def clear(self) -> None:
        """Empty the tables, so that they can be made anew."""
        for table in ("scope", "rest", "member", "entry", "change", "void"):
            self._connection().execute(f"delete from {table}")
        self._ids.clear()
        self.connection().ledger.forget()

    def _assert(self, ledger: Ledger, named: Scope, scope: int, number: int, recorded: Recorded) -> None:
        public, private, position = recorded.public, recorded.private, recorded.position
        asserts, version = public.tag != "retracted", public.version or 0
        mark = digest(public.kind or "", private.content) if asserts and private and is_set(private.content) else None
        if mark is not None and mark >= LOOK:
            ledger.looks.add((scope, mark))
        shows = position if asserts else 0
        address = private.address if private else None
        ledger.changes.append((scope, number, position, shows, mark))
        status = ledger.status.get(named)
        new = status is not None and status.entries < number  # an old entry's first version may be refreshed
        known = ledger.entries.get((scope, address)) if address else None
        if known is None and address and new:
            known = ledger.know(scope, address, Entry(number))
            known.digests = set()
        if known is not None:
            known.entry = Entry(number, max(known.entry.versions, version), recorded if asserts else None)
            if mark is not None and known.digests is not None:
                known.digests.add(mark)
        before = ledger.shown.get((scope, number))
        if before is not None:
            address, version = before[3] or address, max(before[4], version)
        ledger.shown[scope, number] = (scope, number, public.kind, address, version, shows)
        if public.version == 1:
            ledger.numbers[scope] = max(ledger.numbers.get(scope, 0), number)
            if status is not None and new:
                ledger.status[named] = Status(number, status.ended, status.incomplete_since)

    def _clear(self, scope: int, position: int) -> None:
        kinds = ",".join(f"'{kind}'" for kind in WORKING)
        shown = f"scope = ? and shows > 0 and kind in ({kinds})"
        connection = self._connection()
        connection.ledger.forget_entries()
        connection.execute(
            f"insert into change select scope, number, ?, null, null from entry where {shown}", (position, scope)
        )
        connection.execute(f"update entry set shows = 0 where {shown}", (scope,))

    def _correct(self, scope: int, named: Scope, position: int) -> None:
        """Work out anew which of the scope's events are void, and what its entries show from here on."""
        void = effects.void(self.members(named, ("corrected",)))
        changed = reshown(self._connection(), scope, void)
        connection = self._connection()
        connection.execute("delete from void where scope = ?", (scope,))
        connection.executemany("insert into void values (?, ?, ?)", ((scope, *r) for r in void.ranges))
        connection.executemany(
            "insert into change values (?, ?, ?, ?, null)", ((scope, n, position, then) for n, _, then, _ in changed)
        )
        connection.executemany(
            "update entry set shows = ? where scope = ? and number = ?",
            ((then or 0, scope, n) for n, _, then, _ in changed),
        )
        connection.ledger.forget_entries()
        connection.ledger.status.pop(named, None)
        last = top(connection, scope, (STARTED, ENDED), void)
        connection.execute("update scope set ended = ? where id = ?", (bool(last and last[1] == ENDED), scope))

    def _open(self, scope: Scope) -> int:
        if id := self._id(scope):
            return id
        connection = self.connection()
        (last,) = connection.execute("select coalesce(max(id), 0) from scope").fetchone()
        connection.execute(
            "insert into scope (id, user, session) values (?, ?, ?)", (last + 1, scope.user, scope.session)
        )
        connection.ledger.ids[scope] = last + 1
        return int(last) + 1
