"""What each scope shows, kept in tables beside the log: change points, members, void ranges.

A change point says that from position *at* on an entry shows the event at *shows*. An entry's own event
has shows = at, a retraction shows = 0; where a clear or a correction changed what is shown, shows is the
event brought back, or null. The entry's row repeats the newest change point. Every answer equals the
folds of `eventlog.beliefs` (law 2).
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any

from eventlog import effects
from eventlog.events import (
    ASSERTING,
    PHYSICAL,
    TAGS,
    WORKING,
    Private,
    Recorded,
    Scope,
    decode_public,
    disturbs,
    is_set,
    known,
)
from eventlog.ids import to_bytes
from eventlog.intervals import Intervals
from eventlog.looks import LOOK, PEERS, digest, kind_look
from eventlog.sqlite_ledger import Ledger, LogConnection, position_of
from eventlog.sqlite_waiting import speaking
from eventlog.store import Change, Entry, Status
from eventlog.values import canonical

_CODE: dict[str, int] = {tag: code for code, tag in enumerate(TAGS)}
_ENTRYLESS = frozenset(TAGS) - ASSERTING - {"retracted"}
_CLEAR, _STARTED, _ENDED = _CODE["scratchpad-cleared"], _CODE["session-started"], _CODE["session-ended"]
_STRANGE = -1  # a tag or version that can't be folded
_LAST = 2**62

_EVENT = "v.position, v.public, p.body"
_JOIN = "join event v on v.position = {0} left join private p on p.position = v.position"
_RARE = " indexed by member_tag"  # the events without an entry: clears, corrections, dialogue
_OWN = "(c.shows = c.at or c.shows = 0)"
_LOOKED = f"select 1 from change c where c.scope = ? and c.digest = ? and c.digest & {LOOK} limit 1"


@speaking
class SQLiteIndex:
    """The index of the log at *path*; *connection* gives the calling thread's connection."""

    def __init__(
        self, connection: Callable[[], LogConnection], path: str, shared: AbstractContextManager[Any] | None = None
    ) -> None:
        self.connection, self.path, self.shared = connection, path, shared
        self._ids: dict[Scope, int] = {}

    def _connection(self) -> LogConnection:
        """Give the connection for a question to the tables: what waits to go in goes in first."""
        return self.connection().settled()

    # Answers

    def scopes(self) -> list[Scope]:
        """List the scopes that have events, in order of first appearance."""
        rows = self._connection().execute("select user, session from scope order by id")
        return [Scope(user.decode(), session.decode()) for user, session in rows]

    def status(self, scope: Scope) -> Status:
        """Tell whether the scope is open for writing, and which entry number comes next."""
        connection = self.connection()
        ledger = connection.ledger
        if ledger.writing and (known := ledger.status.get(scope)) is not None:
            return known
        sql = "select entries, ended, incomplete from scope where user = ? and session = ?"
        row = connection.settled().execute(sql, (scope.user, scope.session)).fetchone()
        status = Status(row[0], bool(row[1]), row[2]) if row else Status()
        if ledger.writing:
            ledger.status[scope] = status
        return status

    def entry(self, scope: Scope, address: str) -> Entry | None:
        """Find the entry at *address*; one whose every event is erased is forgotten."""
        connection = self.connection()
        ledger, id = connection.ledger, self._id(scope)
        if ledger.writing and (known := ledger.entries.get((id, address))) is not None:
            return known.entry
        sql = (
            f"select e.number, e.versions, {_EVENT} from entry e"
            " left join event v on v.position = e.shows left join private p on p.position = v.position"
            " where e.scope = ? and e.address = ?"
        )
        row = connection.execute(sql, (id, address)).fetchone()  # what waits is known, so the tables have the rest
        if row is None:
            return None
        entry = Entry(row[0], row[1], _recorded(row[2:]) if row[2] else None)
        if ledger.writing:
            ledger.know(id, address, entry)
        return entry

    def count(self, scope: Scope, kind: str) -> int:
        """Count the entries of *kind* that show something."""
        sql = "select count(*) from entry where scope = ? and kind = ? and shows > 0"
        (found,) = self._connection().execute(sql, (self._id(scope), kind)).fetchone()
        return int(found)

    def shown(self, scope: Scope, at: int | None = None) -> list[Recorded]:
        """List what each entry shows now, or showed as known then at position *at*, by position."""
        if at is None:
            sql = f"select {_EVENT} from entry e {_JOIN.format('e.shows')} where e.scope = ? and e.shows > 0"
            rows = self._connection().execute(sql, (self._id(scope),)).fetchall()
        else:
            newest = (
                "(select c.shows from change c where c.scope = e.scope and c.entry = e.number and c.at <= ?"
                " order by c.at desc limit 1)"
            )
            sql = (
                f"select {_EVENT} from (select {newest} as shows from entry e where e.scope = ?) s"
                f" {_JOIN.format('s.shows')}"
            )
            rows = self._connection().execute(sql, (at, self._id(scope))).fetchall()
        rows.sort()
        return [Recorded(position, decode_public(public, position), body) for position, public, body in rows]

    def failures(self, scope: Scope) -> list[str]:
        """List the addresses of the failures that show, in the order of their numbers."""
        connection, id = self.connection(), self._id(scope)
        sql = "select number, address from entry where scope = ? and kind = 'failure' and shows > 0"
        found = {number: address for number, address in connection.execute(sql, (id,))}
        waiting = connection.ledger.shown.values()  # counts as what is in the tables
        for place, number, of, address, _, shows in waiting:
            if place == id and of == "failure":
                found[number] = (address.encode() if address else found.get(number)) if shows else None
        return [address.decode() for _, address in sorted(found.items()) if address]

    def alike(self, scope: Scope, kind: str, content: object) -> list[Recorded]:
        """List what the entries show that looks like *content*, among the kinds that *kind* is compared with."""
        connection, id = self.connection(), self._id(scope)
        if kind not in PEERS:
            return []
        mark = digest(kind, content)
        if (id, mark) not in connection.ledger.looks and not connection.execute(_LOOKED, (id, mark)).fetchone():
            return []  # what waits is known, so nothing that does has to go in first
        sql = (
            f"select {_EVENT} from change c join entry e on e.scope = c.scope and e.number = c.entry and e.shows = c.at"
            f" {_JOIN.format('c.at')} where c.scope = ? and c.digest = ? and c.digest & {LOOK} order by c.at"
        )
        found = [_recorded(row) for row in connection.settled().execute(sql, (id, mark))]
        wanted = kind_look(kind, content)
        peers = [(r, r.private) for r in found if r.public.kind in PEERS[kind]]
        return [r for r, private in peers if private and kind_look(kind, private.content) == wanted]

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
        codes = ",".join(str(_CODE[tag]) for tag in tags)
        rare = tags and _ENTRYLESS.issuperset(tags)
        sql = (
            f"select {_EVENT} from member m{_RARE if rare else ''} {_JOIN.format('m.position')}"
            " where m.scope = ? and m.position > ? and m.position <= ?"
            + (f" and m.tag in ({codes})" if tags else "")
            + (" and m.entry is null" if rare else "")
            + " order by m.position"
            + (" desc limit ?" if newest is not None else "")
        )
        values = [self._id(scope), after, _LAST if upto is None else upto, *([] if newest is None else [newest])]
        found = [_recorded(row) for row in self._connection().execute(sql, values)]
        return found if newest is None else found[::-1]

    def touching(self, scope: Scope, number: int) -> list[Recorded]:
        """List an entry's own events, void or not, by position."""
        sql = (
            f"select {_EVENT} from change c {_JOIN.format('c.at')}"
            f" where c.scope = ? and c.entry = ? and {_OWN} order by c.at"
        )
        return [_recorded(row) for row in self._connection().execute(sql, (self._id(scope), number))]

    def changes(self, scope: Scope, number: int) -> list[Change]:
        """List when the entry began to show what, by position."""
        sql = "select at, coalesce(shows, 0) from change where scope = ? and entry = ? order by at"
        return [Change(at, shows) for at, shows in self._connection().execute(sql, (self._id(scope), number))]

    def voidable(self, scope: Scope, low: int, high: int) -> list[int]:
        """List the positions from *low* to *high* at which the scope has an event that a correction can reach."""
        codes = ",".join(str(_CODE[tag]) for tag in sorted(PHYSICAL))
        sql = (
            "select position from member where scope = ? and position between ? and ?"
            f" and tag not in ({codes}) order by position"
        )
        return [position for (position,) in self._connection().execute(sql, (self._id(scope), low, high))]

    def moved(self, scope: Scope, position: int) -> list[tuple[int, int]]:
        """List the entries that the correction at *position* moved, and the event that each showed then (0: nothing)."""
        sql = (
            "select c.entry, coalesce(c.shows, 0) from entry e cross join change c"
            " on c.scope = e.scope and c.entry = e.number and c.at = ? where e.scope = ? order by c.entry"
        )
        return self._connection().execute(sql, (position, self._id(scope))).fetchall()

    def resting_on(self, position: int) -> list[Recorded]:
        """List the events that name the event at *position* among their premises, by position."""
        sql = f"select {_EVENT} from rest r {_JOIN.format('r.position')} where r.premise = ? order by r.position"
        return [_recorded(row) for row in self._connection().execute(sql, (position,))]

    def claim(self, scope: Scope, number: int, private: Private) -> int | None:
        """Find the claim of the first unerased event of the entry with the same content, if any."""
        content = canonical(private.content)
        id, mark = self._id(scope), digest((private.address or "").partition(":")[0], private.content)
        known = self.connection().ledger.entries.get((id, private.address or ""))
        if known is not None:
            if known.digests is None:
                sql = "select digest from change where scope = ? and entry = ? and digest is not null"
                known.digests = {d for (d,) in self._connection().execute(sql, (id, number))}
            if mark not in known.digests:
                return None
        sql = (
            f"select {_EVENT} from change c {_JOIN.format('c.at')}"
            f" where c.scope = ? and c.entry = ? and c.digest = ? and c.shows = c.at order by c.at"
        )
        for row in self._connection().execute(sql, (id, number, mark)):
            recorded = _recorded(row)
            if (other := recorded.private) and canonical(other.content) == content:
                return recorded.public.claim or recorded.public.version
        return None

    def void(self, scope: Scope) -> Intervals:
        """Give the positions that the scope's corrections leave void."""
        sql = "select low, high from void where scope = ?"
        return Intervals(self._connection().execute(sql, (self._id(scope),)).fetchall())

    def effect(self, scope: Scope, void: Intervals) -> list[tuple[int, Recorded | None, Recorded | None]]:
        """List the entries (number, shown now, shown then) that would change if *void* were the void set."""
        changed = self._reshown(self._id(scope), void)
        wanted = {p for _, now, then, _ in changed for p in (now, then) if p}
        events = {r.position: r for r in self.recorded(wanted)}
        return [(number, events.get(now or 0), events.get(then or 0)) for number, now, then, _ in changed]

    def recorded(self, positions: Iterable[int]) -> list[Recorded]:
        """Give the events at *positions*, in that order; a position that isn't there is left out."""
        connection = self._connection()
        sql = f"select {_EVENT} from event v left join private p on p.position = v.position where v.position = ?"
        rows = (connection.execute(sql, (position,)).fetchone() for position in positions)
        return [_recorded(row) for row in rows if row]

    # Keeping up

    def apply(self, recorded: Recorded) -> None:
        """Bring the tables up to one more event; inside the transaction that appends it."""
        public, position, named = recorded.public, recorded.position, recorded.scope
        connection, scope = self.connection(), self._open(named)
        ledger = connection.ledger
        foldable = known(public)
        code = _CODE[public.tag] if foldable else _STRANGE
        number = public.entry if foldable else None
        ledger.members.append((scope, position, code, number))
        for premise in public.derived_from:
            if (found := position_of(connection, to_bytes(premise))) is not None:
                ledger.rests[found, position] = None
        if number is not None:
            self._assert(ledger, named, scope, number, recorded)
        elif code == _CLEAR:
            self._clear(scope, position)
        elif public.tag == "corrected" and foldable:
            self._correct(scope, named, position)
        elif code in (_STARTED, _ENDED):
            self._connection().execute("update scope set ended = ? where id = ?", (code == _ENDED, scope))
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
            left = f"select 1 from change c join private p on p.position = c.at where c.scope = ? and c.entry = ? and {_OWN}"
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
        changed = self._reshown(scope, void)
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
        last = self._top(scope, (_STARTED, _ENDED), void)
        connection.execute("update scope set ended = ? where id = ?", (bool(last and last[1] == _ENDED), scope))

    def _reshown(self, scope: int, void: Intervals) -> list[tuple[int, int | None, int | None, str]]:
        """List (entry, shown now, shown under *void*, kind) where the two differ."""
        old = Intervals(self._connection().execute("select low, high from void where scope = ?", (scope,)).fetchall())
        cleared = self._top(scope, (_CLEAR,), void)
        found = []
        for number, kind, now in self._moved(scope, old ^ void):
            then = self._shows(scope, number, void, cleared[0] if cleared and kind.decode() in WORKING else 0)
            if (now or None) != then:
                found.append((number, now or None, then, kind.decode()))
        return found

    def _moved(self, scope: int, delta: Intervals) -> list[tuple[int, bytes, int | None]]:
        """List the entries that events in *delta* touch; all of them where that is less work, or a clear is in it."""
        connection = self._connection()
        rows = "select number, kind, shows from entry where scope = ?"
        (entries,) = connection.execute("select count(*) from entry where scope = ?", (scope,)).fetchone()
        if sum(high - low + 1 for low, high in delta.ranges) > 4 * entries:
            return connection.execute(rows, (scope,)).fetchall()
        numbers: set[int] = set()
        for low, high in delta.ranges:
            sql = "select distinct entry, tag from member where scope = ? and position between ? and ?"
            touched = connection.execute(sql, (scope, low, high)).fetchall()
            if any(tag == _CLEAR for _, tag in touched):
                return connection.execute(rows, (scope,)).fetchall()
            numbers.update(number for number, _ in touched if number is not None)
        return [connection.execute(rows + " and number = ?", (scope, n)).fetchone() for n in sorted(numbers)]

    def _shows(self, scope: int, number: int, void: Intervals, cleared: int) -> int | None:
        """Find what an entry shows under *void*: its newest own event that isn't void, unless cleared since."""
        sql = (
            f"select c.at, c.shows from change c where c.scope = ? and c.entry = ? and c.at <= ? and {_OWN}"
            " order by c.at desc limit 1"
        )
        upto = _LAST
        while row := self._connection().execute(sql, (scope, number, upto)).fetchone():
            at, shows = row
            if (gone := void.covering(at)) is None:
                return shows if shows and at > cleared else None
            upto = gone[0] - 1
        return None

    def _top(self, scope: int, codes: tuple[int, ...], void: Intervals) -> tuple[int, int] | None:
        """Find the scope's newest event with one of *codes* that isn't void."""
        wanted = ",".join(map(str, codes))
        sql = (
            f"select position, tag from member{_RARE} where scope = ? and position <= ? and tag in ({wanted})"
            " and entry is null order by position desc limit 1"
        )
        upto = _LAST
        while row := self._connection().execute(sql, (scope, upto)).fetchone():
            if (gone := void.covering(row[0])) is None:
                return int(row[0]), int(row[1])
            upto = gone[0] - 1
        return None

    def number(self, scope: Scope) -> int:
        """Give the scope's number in the tables, 0 where it has no events."""
        return self._id(scope)

    def _id(self, scope: Scope) -> int:
        """Give the scope's number in the tables, 0 where it has no events: the one wall between users.

        A number that this write has given out is the ledger's: were the write rolled back, it would be another's.
        """
        if (id := self._ids.get(scope)) is not None:
            return id
        connection = self.connection()
        ledger = connection.ledger
        if (id := ledger.ids.get(scope)) is not None:
            return id
        sql = "select id from scope where user = ? and session = ?"
        row = connection.execute(sql, (scope.user, scope.session)).fetchone()
        if row is None:
            return 0
        (ledger.ids if connection.in_transaction else self._ids)[scope] = row[0]
        return int(row[0])

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


def _recorded(row: tuple[int, bytes, bytes | None]) -> Recorded:
    position, public, body = row
    return Recorded(position, decode_public(public, position), body)
