"""What each scope shows, read from the tables that `eventlog.sqlite_index` keeps beside the log."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any

from eventlog.events import ASSERTING, PHYSICAL, TAGS, Private, Recorded, Scope, decode_public
from eventlog.intervals import Intervals
from eventlog.looks import LOOK, PEERS, digest, kind_look
from eventlog.sqlite_ledger import LogConnection
from eventlog.sqlite_reshown import CODE, LAST, OWN, RARE, reshown
from eventlog.sqlite_waiting import speaking
from eventlog.store import Change, Entry, Named, Status
from eventlog.values import canonical

_ENTRYLESS = frozenset(TAGS) - ASSERTING - {"retracted"}
_EVENT = "v.position, v.public, p.body"
_JOIN = "join event v on v.position = {0} left join private p on p.position = v.position"
_LOOKED = f"select 1 from change c where c.scope = ? and c.digest = ? and c.digest & {LOOK} limit 1"


@speaking
class SQLiteAnswers:
    """The answers of the index of the log at *path*; *connection* gives the calling thread's connection."""

    def __init__(
        self, connection: Callable[[], LogConnection], path: str, shared: AbstractContextManager[Any] | None = None
    ) -> None:
        self.connection, self.path, self.shared = connection, path, shared
        self._ids: dict[Scope, int] = {}

    def _connection(self) -> LogConnection:
        """Give the connection for a question to the tables: what waits to go in goes in first."""
        return self.connection().settled()

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
        row = connection.settled().execute(sql, (asked(scope.user), asked(scope.session))).fetchone()
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
        return self._shown(scope, at, "", ())

    def below(self, scope: Scope, prefix: str, at: int | None = None) -> list[Recorded]:
        """List what `shown` lists, of the entries whose address begins with *prefix*, which ends in ``:`` or ``/``."""
        end = prefix[:-1] + chr(ord(prefix[-1]) + 1)
        return self._shown(scope, at, " and e.address >= ? and e.address < ?", (prefix, end))

    def _shown(self, scope: Scope, at: int | None, which: str, values: tuple[str, ...]) -> list[Recorded]:
        if at is None:
            sql = f"select {_EVENT} from entry e {_JOIN.format('e.shows')} where e.scope = ? and e.shows > 0{which}"
            rows = self._connection().execute(sql, (self._id(scope), *values)).fetchall()
        else:
            newest = (
                "(select c.shows from change c where c.scope = e.scope and c.entry = e.number and c.at <= ?"
                " order by c.at desc limit 1)"
            )
            sql = (
                f"select {_EVENT} from (select {newest} as shows from entry e where e.scope = ?{which}) s"
                f" {_JOIN.format('s.shows')}"
            )
            rows = self._connection().execute(sql, (at, self._id(scope), *values)).fetchall()
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

    def alike(self, scope: Scope, kind: str, content: object) -> Iterator[Recorded]:
        """Yield what the entries show that looks like *content*, among the kinds that *kind* is compared with."""
        connection, id = self.connection(), self._id(scope)
        if kind not in PEERS:
            return
        mark = digest(kind, content)
        if (id, mark) not in connection.ledger.looks and not connection.execute(_LOOKED, (id, mark)).fetchone():
            return  # what waits is known, so nothing that does has to go in first
        sql = (
            f"select {_EVENT} from change c join entry e on e.scope = c.scope and e.number = c.entry and e.shows = c.at"
            f" {_JOIN.format('c.at')} where c.scope = ? and c.digest = ? and c.digest & {LOOK} order by c.at"
        )
        wanted = kind_look(kind, content)
        for row in connection.settled().execute(sql, (id, mark)):
            found = _recorded(row)
            if (
                found.public.kind in PEERS[kind]
                and (private := found.private)
                and kind_look(kind, private.content) == wanted
            ):
                yield found

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
        codes = ",".join(str(CODE[tag]) for tag in tags)
        rare = tags and _ENTRYLESS.issuperset(tags)
        sql = (
            f"select {_EVENT} from member m{RARE if rare else ''} {_JOIN.format('m.position')}"
            " where m.scope = ? and m.position > ? and m.position <= ?"
            + (f" and m.tag in ({codes})" if tags else "")
            + (" and m.entry is null" if rare else "")
            + " order by m.position"
            + (" desc limit ?" if newest is not None else "")
        )
        values = [self._id(scope), after, LAST if upto is None else upto, *([] if newest is None else [newest])]
        found = [_recorded(row) for row in self._connection().execute(sql, values)]
        return found if newest is None else found[::-1]

    def positions(self, scope: Scope, after: int = 0) -> list[int]:
        """List where the scope's events stand, void or not, after a position."""
        sql = "select position from member where scope = ? and position > ? order by position"
        return [position for (position,) in self._connection().execute(sql, (self._id(scope), after))]

    def named(
        self, scope: Scope, kinds: Sequence[str] = (), *, after: int = 0, limit: int | None = None
    ) -> list[Named]:
        """List the entries of *kinds* (none: all) in the order of their numbers, after a number, at most *limit*."""
        wanted = f" and kind in ({','.join('?' * len(kinds))})" if kinds else ""
        sql = f"select number, kind, address from entry where scope = ? and number > ?{wanted} order by number limit ?"
        values = (self._id(scope), after, *kinds, -1 if limit is None else limit)
        return [
            Named(number, kind.decode(), None if address is None else address.decode())
            for number, kind, address in self._connection().execute(sql, values)
        ]

    def touching(self, scope: Scope, number: int) -> list[Recorded]:
        """List an entry's own events, void or not, by position."""
        sql = (
            f"select {_EVENT} from change c {_JOIN.format('c.at')}"
            f" where c.scope = ? and c.entry = ? and {OWN} order by c.at"
        )
        return [_recorded(row) for row in self._connection().execute(sql, (self._id(scope), number))]

    def changes(self, scope: Scope, number: int) -> list[Change]:
        """List when the entry began to show what, by position."""
        sql = "select at, coalesce(shows, 0) from change where scope = ? and entry = ? order by at"
        return [Change(at, shows) for at, shows in self._connection().execute(sql, (self._id(scope), number))]

    def voidable(self, scope: Scope, low: int, high: int) -> list[int]:
        """List the positions from *low* to *high* at which the scope has an event that a correction can reach."""
        codes = ",".join(str(CODE[tag]) for tag in sorted(PHYSICAL))
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
        changed = reshown(self._connection(), self._id(scope), void)
        wanted = {p for _, now, then, _ in changed for p in (now, then) if p}
        events = {r.position: r for r in self.recorded(wanted)}
        return [(number, events.get(now or 0), events.get(then or 0)) for number, now, then, _ in changed]

    def recorded(self, positions: Iterable[int]) -> list[Recorded]:
        """Give the events at *positions*, in that order; a position that isn't there is left out."""
        connection = self._connection()
        sql = f"select {_EVENT} from event v left join private p on p.position = v.position where v.position = ?"
        rows = (connection.execute(sql, (position,)).fetchone() for position in positions if 0 < position <= LAST)
        return [_recorded(row) for row in rows if row]

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
        row = connection.execute(sql, (asked(scope.user), asked(scope.session))).fetchone()
        if row is None:
            return 0
        (ledger.ids if connection.in_transaction else self._ids)[scope] = row[0]
        return int(row[0])


def asked(text: str) -> str | bytes:
    """Give a text as SQLite can be asked for it: with a lone surrogate it is in no log, and its bytes equal no text."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode(errors="surrogatepass")
    return text


def _recorded(row: tuple[int, bytes, bytes | None]) -> Recorded:
    position, public, body = row
    return Recorded(position, decode_public(public, position), body)
