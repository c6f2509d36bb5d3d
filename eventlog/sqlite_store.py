"""A store in one SQLite file: events, private parts and index in the same transactions."""

import contextlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager

from eventlog import sqlite_schema
from eventlog.chain import blob_name, commitment
from eventlog.corpus import Corpus
from eventlog.errors import Refused, Unavailable
from eventlog.events import Recorded, Scope, time_of
from eventlog.ids import to_bytes
from eventlog.sqlite_answers import asked
from eventlog.sqlite_connect import Connections, Durability, Writing, reading
from eventlog.sqlite_index import SQLiteIndex
from eventlog.sqlite_ledger import LogConnection, position_of
from eventlog.sqlite_waiting import damaged, speaking
from eventlog.store import STEP, Difference, Head, Row, View
from eventlog.vectors import Vectors
from eventlog.watching import Watched

PAGE = 2_000
_BRIEFLY = 0.25  # seconds to wait for the write lock, where there is another way


@speaking
class SQLiteStore(Watched):
    """A log in the SQLite file at *path*, or in memory at ``:memory:``."""

    def __init__(
        self, path: str, *, durability: Durability = "full", readonly: bool = False, mend: bool = False
    ) -> None:
        self.path, self.readonly = path, readonly
        self._connections = Connections(path, durability=durability, readonly=readonly, mend=mend)
        self.connection, self.shared = self._connections.get, self._connections.shared
        self.index = SQLiteIndex(self.connection, path, self._connections.shared)

    def _connection(self) -> LogConnection:
        """Give the connection for a question to the tables: what waits to go in goes in first."""
        return self.connection().settled()

    def writing(self) -> AbstractContextManager[None]:
        """Hold the log for one atomic write: commits at the end, leaves nothing on an error."""
        return Writing(self._connections)

    def reading(self) -> AbstractContextManager[None]:
        """See one state of the log through several reads."""
        return reading(self._connections)

    def head(self) -> Head:
        """Tell where the log ends."""
        connection = self.connection()
        ledger = connection.ledger
        if ledger.writing and ledger.head is not None:
            return ledger.head
        sql = "select position, hash, public from event order by position desc limit 1"
        row = connection.execute(sql).fetchone()
        head = Head(row[0], row[1], time_of(row[2], row[0])) if row else Head()
        if ledger.writing:
            ledger.head = head
        return head

    def find(self, id: str) -> Recorded | None:
        """Find the event named *id*."""
        connection, key = self.connection(), to_bytes(id)
        position = position_of(connection, key)
        return self.recorded((position,))[0] if position is not None else None

    def recorded(self, positions: Iterable[int]) -> list[Recorded]:
        """Give the events at *positions*, in that order; a position that isn't there is left out."""
        return self.index.recorded(positions)

    def rows(self, after: int = 0, upto: int | None = None) -> Iterator[Row]:
        """Yield the stored rows after *after* up to *upto*, in order; holds no lock between pages."""
        last = 2**62 if upto is None else upto
        while page := self.page(after, last):
            yield from page
            after = page[-1].position

    def page(self, after: int, upto: int) -> list[Row]:
        """Give the first of the stored rows after *after* up to *upto*."""
        sql = (
            "select v.position, v.id, v.public, v.hash, p.salt, p.body, h.commitment from event v"
            " left join private p on p.position = v.position left join hole h on h.position = v.position"
            " where v.position > ? and v.position <= ? order by v.position limit ?"
        )
        return [Row(*row) for row in self._connection().execute(sql, (after, upto, PAGE))]

    def publics(self) -> Iterator[tuple[int, bytes]]:
        """Yield position and public text of every event, in order; holds no lock between pages."""
        sql = "select position, public from event where position > ? order by position limit ?"
        after = 0
        while page := self._connection().execute(sql, (after, PAGE)).fetchall():
            yield from page
            after = page[-1][0]

    def catch_up(self, scopes: Sequence[Scope], progress: Callable[[int], object] | None = None) -> None:
        """Bring the words that a search of *scopes* looks through up to the log, in several short writes.

        Where that can't be done, as on a full disk or while another program writes, they stay behind.
        """
        if not self.readonly and not self._connection().in_transaction:
            with contextlib.suppress(Refused, Unavailable):
                self._catch_up(scopes, progress)

    def _catch_up(self, scopes: Sequence[Scope], progress: Callable[[int], object] | None) -> None:
        from eventlog import sqlite_words

        taken = 0
        for scope in scopes:
            known = self.index.number(scope)
            if not known or sqlite_words.current(self._connection(), [known]):
                continue
            begun: tuple[int, int] | None = (0, 0)
            while begun:
                with Writing(self._connections, patience=_BRIEFLY):
                    begun = sqlite_words.catch_up(self._connection(), known, self.recorded, begun)
                if progress is not None and begun:
                    taken += sqlite_words.STEP
                    progress(taken)

    def corpus(self, scopes: Sequence[Scope]) -> Corpus | None:
        """Give the words of what *scopes* show now; None where they are behind the log, to be read entry by entry."""
        from eventlog import sqlite_words

        known = [number for number in map(self.index.number, scopes) if number]
        connection = self._connection()
        return sqlite_words.Words(connection, known) if sqlite_words.current(connection, known) else None

    @property
    def vectors(self) -> Vectors:
        """What is kept for searching by meaning."""
        from eventlog.sqlite_vectors import SQLiteVectors

        index, connection = self.index, self._connection
        return SQLiteVectors(
            connection, self.path, self.shared, index.number, self.writing, self.recorded, self.readonly
        )

    def append(self, rows: Sequence[Row], recorded: Sequence[Recorded]) -> None:
        """Add *rows* after the head and bring the index up to them; inside `writing` only."""
        ledger = self.connection().ledger
        for row, event in zip(rows, recorded, strict=True):
            ledger.add(row, event)
            self.index.apply(event)

    def erase(self, positions: Sequence[int]) -> None:
        """Delete private parts for good, keeping their commitments; inside `writing` only."""
        from eventlog import sqlite_words

        connection = self._connection()
        for recorded in self.recorded(positions):
            at = (recorded.position,)
            row = connection.execute("select salt, body from private where position = ?", at).fetchone()
            if row:
                sqlite_words.forget(connection, self.index.number(recorded.scope), recorded)
                connection.execute("insert into hole values (?, ?)", (*at, commitment(*row)))
                connection.execute("delete from private where position = ?", at)
        self.index.forget(positions)
        connection.execute("insert or ignore into unpurged select max(position) from event")

    def keep_blob(self, user: str, body: bytes, salt: bytes) -> str:
        """Keep a large output outside the event and return its name; inside `writing` only."""
        connection = self._connection()
        connection.execute("insert or ignore into blob_salt values (?, ?)", (user, salt))
        (kept,) = connection.execute("select salt from blob_salt where user = ?", (user,)).fetchone()
        name = blob_name(kept, body)
        connection.execute("insert or ignore into blob values (?, ?, ?)", (name, user, body))
        return name

    def name_blob(self, user: str, body: bytes) -> str:
        """Give the name that *body* has or would have among the user's blobs; nothing is kept."""
        return blob_name(self.blob_salt(user) or b"", body)

    def blob_salt(self, user: str) -> bytes | None:
        """Give the salt that names the blobs of *user*, who may have none."""
        row = self._connection().execute("select salt from blob_salt where user = ?", (asked(user),)).fetchone()
        return row[0] if row else None

    @property
    def copied(self) -> bool:
        """Whether it holds a log that goes on elsewhere: imported or copied whole, or moved away."""
        connection = self.connection()
        if connection.ledger.copied is False:  # that it no longer goes on here is seen by each write
            return False
        connection.ledger.copied = connection.execute("select 1 from copied").fetchone() is not None
        return connection.ledger.copied

    def receive(self) -> None:
        """Make ready for another log's events: take back a lone opening, and mark the log as `copied`."""
        connection = self._connection()
        sqlite_schema.vacate(connection)
        self.index.clear()
        self.mark_copied(True)

    def mark_copied(self, copied: bool) -> None:
        """Say whether the log goes on elsewhere, so that it is only read here; inside `writing` only."""
        connection = self._connection()
        connection.execute("insert or ignore into copied values (1)" if copied else "delete from copied")
        connection.ledger.copied = copied

    def blob(self, name: str) -> bytes | None:
        """Give the bytes kept under *name*."""
        row = self._connection().execute("select body from blob where name = ?", (asked(name),)).fetchone()
        return row[0] if row else None

    def drop_blobs(self, user: str, names: Iterable[str], *, salt: bool = False) -> None:
        """Delete blobs of *user* for good (with *salt*: and what names further ones); inside `writing` only."""
        connection = self._connection()
        connection.executemany("delete from blob where user = ? and name = ?", ((user, name) for name in names))
        if salt:
            connection.execute("delete from blob_salt where user = ?", (user,))

    def unpurged(self) -> list[int]:
        """List the erasures (by the head's position then) that may have left something of what was erased behind."""
        return [
            position for (position,) in self._connection().execute("select position from unpurged order by position")
        ]

    def purge(self, probes: Sequence[bytes] = ()) -> list[str]:
        """Leave nothing of what was erased, *probes* being parts of it to look for; say what is left, and a remedy."""
        from eventlog import sqlite_purge

        return sqlite_purge.purge(self._connection(), self.path, probes)

    def traces(self) -> int:
        """Give the newest position that anything beside the events themselves knows of."""
        from eventlog import sqlite_views

        return sqlite_views.traces(self._connection())

    def differences(self, progress: Callable[[int], object] | None = None) -> Iterator[Difference]:
        """Compare each index with the fold that defines it; holds one state of the log meanwhile.

        Raises `CorruptLog` where SQLite finds the file itself damaged.
        """
        from eventlog import sqlite_views

        with self.reading():
            if (how := sqlite_views.damage(self._connection())) is not None:
                raise damaged(self.path, how)
            yield from sqlite_views.differences(self._connection(), self.rows(), progress)

    def copy_to(self, path: str) -> None:
        """Copy the log as it is now to the empty file at *path*, by the database's own backup."""
        with contextlib.closing(sqlite3.connect(path)) as target:
            self._connection().backup(target)

    def rebuild(self, view: View | None = None, progress: Callable[[int], object] | None = None) -> None:
        """Make the index (or only one *view* of it) anew from the events, all of it or nothing."""
        from eventlog import sqlite_words

        with self.writing():
            searched = sqlite_words.reached(self._connection()) if view != "beliefs" else {}
            if view != "words":
                self.index.clear()
                for row in self.rows():
                    self.index.apply(row.recorded)
                    if progress is not None and row.position % STEP == 0:
                        progress(row.position)
            if view != "beliefs":
                sqlite_words.clear(self._connection())
            for number in searched:
                begun: tuple[int, int] | None = (0, 0)
                while begun:
                    begun = sqlite_words.catch_up(self._connection(), number, self.recorded, begun)

    def close(self) -> None:
        """Close the file."""
        self._connections.close()
