"""A log in PostgreSQL: a locked head row, and rows that are only ever added.

The head's row is locked for a write, so positions have no gap and become visible in their order: a reader that asks
for what lies after a position misses nothing, which identity columns can't promise.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

import msgspec

from eventlog.chain import commitment
from eventlog.engine import Change, Overtaken, Tail
from eventlog.errors import BelieflogError, NotFound, Refused, Unavailable
from eventlog.health import Finding
from eventlog.postgres.connecting import Connections, lost
from eventlog.postgres.place import Place
from eventlog.postgres.tables import prepare
from eventlog.store import Row

if TYPE_CHECKING:
    from psycopg import Connection

PAGE = 2_000
QUIET = 0.05  # seconds between two words to those who wait
_HEAD = "select position, hash, copied from belieflog.head where log = %s"
_APPEND = "select belieflog.append(%s, %s, %s, %s, %s, %s, %s, %s)"
_HOLES = "insert into belieflog.hole select %s, * from unnest(%s::bigint[], %s::bytea[])"
_PAGE = (
    "select v.position, v.id, v.public, v.hash, p.salt, p.body, h.commitment from belieflog.event v"
    " left join belieflog.private p on p.log = v.log and p.position = v.position"
    " left join belieflog.hole h on h.log = v.log and h.position = v.position"
    " where v.log = %s and v.position > %s and v.position <= %s order by v.position limit %s"
)


class PostgresEngine:
    """The log at *place*; where there is none it is made, unless it is opened *readonly*."""

    def __init__(self, place: Place, *, readonly: bool = False) -> None:
        self.name, self._log = place.shown, place.log
        self._connections = Connections(place.conninfo, place.shown)
        self._held = threading.local()
        self._told = 0.0
        with self._connections.direct() as connection, self._connections.translated():
            prepare(connection, place.shown, readonly)
            if not readonly:
                self._make(connection)
            row = connection.execute("select made from belieflog.head where log = %s", (self._log,)).fetchone()
        if row is None:
            raise NotFound(f"there is no log '{self.name}' that this role may read: check its name, or write something")
        self.identity = str(row[0])

    def _make(self, connection: "Connection[Any]") -> None:
        from psycopg.errors import InsufficientPrivilege

        if connection.execute("select 1 from belieflog.head where log = %s", (self._log,)).fetchone() is None:
            try:
                connection.execute("insert into belieflog.head (log) values (%s) on conflict do nothing", (self._log,))
            except InsufficientPrivilege:
                raise Refused(
                    "permission",
                    f"this role reaches no log '{self.name}': let the tables' owner run "
                    "select belieflog.let_append('ROLE', 'LOG')",
                ) from None

    # Reading

    def tail(self) -> Tail:
        """Tell where the log ends."""
        row = self._connections.ask(lambda c: c.execute(_HEAD, (self._log,)).fetchone())
        return self._tail(row)

    def page(self, after: int, upto: int) -> list[Row]:
        """Give the first of the stored rows after *after* up to *upto*, in order."""
        asked = (self._log, after, upto, PAGE)
        held: Connection[Any] | None = getattr(self._held, "connection", None)
        if held is not None:
            with self._connections.translated():
                found = held.execute(_PAGE, asked, binary=True).fetchall()
        else:
            found = self._connections.ask(lambda c: c.execute(_PAGE, asked, binary=True).fetchall())
        return [Row(p, id, t.encode(), h, s, b if b is None else b.encode(), c) for p, id, t, h, s, b, c in found]

    def blob(self, name: str) -> bytes | None:
        """Give the bytes kept under *name*."""
        return self._one("select body from belieflog.blob where log = %s and name = %s", name)

    def blob_salt(self, user: str) -> bytes | None:
        """Give the salt that names the blobs of *user*, who may have none."""
        return self._one("select salt from belieflog.blob_salt where log = %s and whose = %s", user)

    def _one(self, sql: str, key: str) -> bytes | None:
        row = self._connections.ask(lambda c: c.execute(sql, (self._log, key), binary=True).fetchone())
        return None if row is None else bytes(row[0])

    def _tail(self, row: tuple[Any, ...] | None) -> Tail:
        if row is None:
            raise NotFound(f"there is no log '{self.name}' any more, or this role may no longer read it")
        return Tail(row[0], row[1], row[2])

    # Writing

    @contextmanager
    def holding(self) -> Iterator[Tail]:
        """Keep others from writing; give where the log ends."""
        import psycopg

        with self._connections.translated(), self._connections.lent() as first:
            connection, row = self._lock(first)
            try:
                self._held.connection = connection
                yield self._tail(row)
            finally:
                self._held.connection = None
                if connection is not first:
                    connection.close()
                elif not connection.closed and connection.info.transaction_status:
                    with suppress(psycopg.Error):  # else an interrupt would be told as this; the pool looks at it too
                        connection.rollback()

    def _lock(self, connection: "Connection[Any]") -> "tuple[Connection[Any], tuple[Any, ...] | None]":
        import psycopg

        try:
            return connection, self._locked(connection)
        except psycopg.OperationalError as error:
            if not lost(error):
                raise
        other = self._connections.direct()
        return other, self._locked(other)

    def _locked(self, connection: "Connection[Any]") -> tuple[Any, ...] | None:
        from psycopg.sql import SQL, Literal

        head = SQL(_HEAD.replace("%s", "{}")).format(Literal(self._log))
        cursor = connection.execute(SQL("begin; {} for update").format(head))  # at once: others wait
        cursor.nextset()
        return cursor.fetchone()

    def commit(self, tail: Tail, change: Change) -> None:
        """Do all of *change* to a log that ends at *tail*, or nothing; inside `holding`."""
        import psycopg

        connection: Connection[Any] = self._held.connection
        try:
            self._put(connection, change)
            connection.execute("commit")
        except psycopg.OperationalError as error:
            if not lost(error):
                raise
            if not self._settled(change):
                raise Overtaken(self.name) from error
        self._tell(connection)

    def _tell(self, connection: "Connection[Any]") -> None:
        """Wake who waits, now and then; it takes a lock that all databases share, so not inside the transaction.

        Where that fails, the write is in all the same, and who waits looks again before long.
        """
        import psycopg

        if time.monotonic() - self._told > QUIET:
            self._told = time.monotonic()
            with suppress(psycopg.Error):
                connection.execute("select pg_notify('belieflog', %s)", (self._log[:2000],))

    def _put(self, connection: "Connection[Any]", change: Change) -> None:
        log, rows = self._log, change.rows
        if change.received:
            for table in ("private", "event"):
                connection.execute(f"delete from belieflog.{table} where log = %s and position = 1", (log,))
            connection.execute("update belieflog.head set position = 0, copied = true where log = %s", (log,))
        if change.copied is not None:
            connection.execute("update belieflog.head set copied = %s where log = %s", (change.copied, log))
        if change.salts:
            users, salts = list(change.salts), list(change.salts.values())
            sql = "insert into belieflog.blob_salt select %s, * from unnest(%s::text[], %s::bytea[]) on conflict do nothing"
            connection.execute(sql, (log, users, salts))
        for name, (user, body) in change.blobs.items():
            sql = "insert into belieflog.blob values (%s, %s, %s, %s) on conflict do nothing"
            connection.execute(sql, (log, name, user, body))
        if rows:
            for first in range(0, len(rows), PAGE):
                connection.execute(_APPEND, (log, *_columns(rows[first : first + PAGE]), change.epoch))
        if change.erased:
            self._erase(connection, change.erased)
        if change.dropped:
            users, names = map(list, zip(*change.dropped, strict=True))
            sql = (
                "delete from belieflog.blob using unnest(%s::text[], %s::text[]) as gone (whose, name)"
                " where log = %s and blob.whose = gone.whose and blob.name = gone.name"
            )
            connection.execute(sql, (users, names, log))
        for user in change.unsalted:
            connection.execute("delete from belieflog.blob_salt where log = %s and whose = %s", (log, user))

    def _erase(self, connection: "Connection[Any]", positions: list[int]) -> None:
        """Put the commitments of private parts in their place; worked out here, from what is stored there."""
        at = (self._log, positions)
        sql = "select position, salt, body from belieflog.private where log = %s and position = any(%s)"
        kept = connection.execute(sql, at, binary=True).fetchall()
        if kept:
            holes = [commitment(salt, body.encode()) for _, salt, body in kept]
            connection.execute(_HOLES, (self._log, [position for position, *_ in kept], holes))
            connection.execute("delete from belieflog.private where log = %s and position = any(%s)", at)

    def _settled(self, change: Change) -> bool:
        """Tell whether a change is in whose commit nobody answered: the lock waits for whoever may still be at it."""
        if not change.rows:
            raise self._unsure()
        last = change.rows[-1]
        try:
            with self._connections.direct() as connection, self._connections.translated():
                self._locked(connection)
                sql = "select hash from belieflog.event where log = %s and position = %s"
                row = connection.execute(sql, (self._log, last.position)).fetchone()
                connection.rollback()
        except Unavailable as error:
            raise self._unsure() from error
        return row is not None and row[0] == last.hash

    def _unsure(self) -> Unavailable:
        return Unavailable(
            f"'{self.name}' was lost at the commit and doesn't answer: the write may or may not be in; "
            "say it again with the same id once the server is back",
            committed=None,
        )

    # Keeping

    def purge(self) -> list[str]:
        """Have the tables that erasing deletes from vacuumed; say what is left, and a remedy."""
        left = []
        try:
            with self._connections.direct() as connection, self._connections.translated():
                connection.add_notice_handler(lambda notice: left.append(notice.message_primary or ""))
                connection.execute("vacuum belieflog.private, belieflog.blob")
        except BelieflogError as error:
            left.append(str(error.__cause__ or error).split("\n")[0])
        if left:
            return [
                f"'{self.name}' may keep what was deleted in its tables until they are vacuumed ({left[0]}): let the "
                "tables' owner run 'vacuum belieflog.private, belieflog.blob'"
            ]
        return []

    def health(self) -> list[Finding]:
        """Say how well the server keeps the log."""
        from eventlog.postgres import health

        return self._connections.ask(health.findings)

    def wait(self, position: int, seconds: float) -> None:
        """Wait for word that something was written, at most so many seconds; word may be missed."""
        if self.tail().position > position:
            return
        self._connections.ask(lambda connection: self._listen(connection, position, seconds))

    def _listen(self, connection: "Connection[Any]", position: int, seconds: float) -> None:
        connection.execute("listen belieflog")
        try:
            if self._tail(connection.execute(_HEAD, (self._log,)).fetchone()).position > position:
                return
            for notice in connection.notifies(timeout=seconds):
                if notice.payload == self._log[:2000]:
                    return
        finally:
            if not connection.closed:
                connection.execute("unlisten belieflog")

    def close(self) -> None:
        """Close the connections."""
        self._connections.close()


def _columns(rows: list[Row]) -> tuple[int | str, ...]:
    """Write rows as the function in the database takes them."""
    whole = [row.private is not None and row.salt is not None for row in rows]
    columns: tuple[list[str | None], ...] = (
        [row.id.hex() for row in rows],
        [row.public.decode() for row in rows],
        [row.hash.hex() for row in rows],
        [row.salt.hex() if row.salt and there else None for row, there in zip(rows, whole, strict=True)],
        [
            row.private.decode() if row.private is not None and there else (row.commitment or b"").hex()
            for row, there in zip(rows, whole, strict=True)
        ],
    )
    return (rows[0].position, *(msgspec.json.encode(column).decode() for column in columns))
