"""What a connection's writes hold in memory: rows on their way into the tables, and what they found there.

Rows wait until the commit or the next question that needs the tables, and go in a kind at a time. What was found
stays good for the next write as long as no other connection has written (``pragma data_version`` tells).
"""

import sqlite3
from typing import Any

from eventlog.events import Recorded, Scope
from eventlog.store import Entry, Head, Row, Status

_MOST = 5_000  # entries to remember, rows to hold back

Values = tuple[Any, ...]


class Known:
    """An entry as the tables have it, or will: and the digests of all it ever said, once they were asked for."""

    __slots__ = ("digests", "entry")

    def __init__(self, entry: Entry) -> None:
        self.entry = entry
        self.digests: set[int] | None = None


class Ledger:
    """The rows that wait, and the heads, scopes and entries that are known, of one connection."""

    def __init__(self) -> None:
        self.writing = False
        self._version = -1
        self.forget()
        self._drop()

    # What is known

    def forget(self) -> None:
        """Know nothing: ask the tables again."""
        self.head: Head | None = None
        self.copied: bool | None = None
        self.ids: dict[Scope, int] = {}
        self.status: dict[Scope, Status] = {}
        self.entries: dict[tuple[int, str], Known] = {}

    def forget_entries(self) -> None:
        """Know nothing of what entries show: a clear, a correction or an erasure may have moved any."""
        self.entries.clear()

    def know(self, scope: int, address: str, entry: Entry) -> Known:
        """Remember an entry."""
        if len(self.entries) >= _MOST and not self.shown:  # what waits is looked for nowhere else
            self.entries.clear()
        known = self.entries[scope, address] = Known(entry)
        return known

    # A write

    def begin(self, connection: sqlite3.Connection) -> None:
        """Begin a write: what is known stays known unless another connection has written since."""
        (version,) = connection.execute("pragma data_version").fetchone()
        if version != self._version:
            self._version = version
            self.forget()
        self.writing = True

    def end(self, committed: bool) -> None:
        """End a write; of one that failed nothing is known."""
        self.writing = False
        if not committed:
            self.forget()
            self._drop()

    def add(self, row: Row, recorded: Recorded) -> None:
        """Hold back an event and its private part."""
        self.events.append((row.position, row.id, row.public.decode(), row.hash))
        if row.private is not None:
            self.privates.append((row.position, row.salt, row.private.decode()))
        elif row.commitment is not None:
            self.holes.append((row.position, row.commitment))
        self.named[row.id] = row.position
        self.head = Head(row.position, row.hash, recorded.public.at)

    def flush(self, connection: sqlite3.Connection) -> None:
        """Put all that waits into the tables."""
        if self.events:
            connection.executemany("insert into event values (?, ?, ?, ?)", self.events)
            connection.executemany("insert into private values (?, ?, ?)", self.privates)
            if self.holes:
                connection.executemany("insert into hole values (?, ?)", self.holes)
        if self.members:
            connection.executemany("insert into member values (?, ?, ?, ?)", self.members)
        if self.rests:
            connection.executemany("insert or ignore into rest values (?, ?)", self.rests)
        if self.changes:
            connection.executemany("insert into change values (?, ?, ?, ?, ?)", self.changes)
            connection.executemany(_ENTRY, self.shown.values())
        if self.numbers:
            sql = "update scope set entries = max(entries, ?) where id = ?"
            connection.executemany(sql, ((number, scope) for scope, number in self.numbers.items()))
        self._drop()

    @property
    def full(self) -> bool:
        """Whether so much waits that it should go into the tables."""
        return len(self.members) >= _MOST

    def _drop(self) -> None:
        self.events: list[Values] = []
        self.privates: list[Values] = []
        self.holes: list[Values] = []
        self.members: list[Values] = []
        self.rests: dict[tuple[int, int], None] = {}  # (premise, what rests on it), each once
        self.changes: list[Values] = []
        self.shown: dict[tuple[int, int], Values] = {}  # by scope and entry number: only the last counts
        self.numbers: dict[int, int] = {}  # by scope: the highest entry number given out
        self.named: dict[bytes, int] = {}  # by id: the position
        self.looks: set[tuple[int, int]] = set()  # (scope, digest of a look) of what waits


_ENTRY = (
    "insert into entry values (?, ?, ?, ?, ?, ?) on conflict (scope, number) do update set shows = excluded.shows,"
    " versions = max(versions, excluded.versions), address = coalesce(address, excluded.address)"
)


class LogConnection(sqlite3.Connection):
    """A connection with its ledger."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.ledger = Ledger()

    def settled(self) -> "LogConnection":
        """Give the connection with nothing waiting, for a question that needs the tables."""
        if self.ledger.members or self.ledger.events:
            self.ledger.flush(self)
        return self


def position_of(connection: LogConnection, id: bytes) -> int | None:
    """Find the position of the event named *id*, waiting or in the tables."""
    if (position := connection.ledger.named.get(id)) is not None:
        return position
    row = connection.execute("select position from event where id = ?", (id,)).fetchone()
    return row[0] if row else None
