"""SQLite files that are to be imported: opened for reading only, and nothing in them is run."""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from urllib.parse import quote

from belieflog.importing.inputs import Input
from eventlog.errors import Refused

_MAGIC = b"SQLite format 3\0"
_LONGEST = 100_000_000  # bytes of one value: what is longer is no memory
_WAL = 2  # in the bytes of the header that say how the file is to be written and read; else 1


def tables(given: Input) -> dict[str, list[str]]:
    """Give the columns of each table, by its name; none of what is no SQLite file, or one that can't be read."""
    if given.is_folder or not given.head.startswith(_MAGIC):
        return {}
    with suppress(Refused), reading(given) as database:
        return database.tables
    return {}


class Database:
    """A file's tables: no views, no virtual tables."""

    def __init__(self, name: str, connection: sqlite3.Connection) -> None:
        self._name, self._connection, self._is_sound = name, connection, False
        named = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall()
        self.tables = {
            name: [column[1] for column in connection.execute(f"PRAGMA table_info({_quoted(name)})")]
            for name, sql in named
            if isinstance(sql, str) and sql.upper().startswith("CREATE TABLE")
        }

    def rows(self, table: str, columns: Sequence[str], order: str = "rowid") -> Iterator[dict[str, object]]:
        """Yield a table's rows as they are asked for; a column that isn't there is null."""
        if (there := self.tables.get(table)) is None:  # a view could go on for ever
            raise Refused("file", f"{self._name!r} has no table {table!r}: name the format it is of")
        self._sound()
        wanted = ", ".join(_quoted(each) if each in there else "NULL" for each in columns)
        for row in self._connection.execute(f"SELECT {wanted} FROM {_quoted(table)} ORDER BY {order}"):
            yield dict(zip(columns, row, strict=True))

    def _sound(self) -> None:
        """Refuse a file whose pages are used twice: a few of them can come to more rows than could ever be read."""
        if not self._is_sound:
            (problem,) = self._connection.execute("PRAGMA quick_check(1)").fetchone()
            if str(problem).startswith("***"):  # of the pages; what else it names can be read all the same
                raise sqlite3.DatabaseError(str(problem).partition("\n")[2] or problem)
            self._is_sound = True


@contextmanager
def reading(given: Input) -> Iterator[Database]:
    """Open a file in one state of it, for reading; refused by name where it can't be read."""
    connection = None
    try:
        connection = _opened(given)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
        connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA cell_size_check = ON")
        connection.execute("BEGIN")
        yield Database(given.name, connection)
    except (sqlite3.Error, UnicodeDecodeError, OverflowError, MemoryError) as error:  # a message may not be UTF-8
        raise Refused(
            "file", f"can't read {given.name!r} as an SQLite file ({error}): check it with 'PRAGMA integrity_check'"
        ) from None
    finally:
        if connection is not None:
            connection.close()


def _opened(given: Input) -> sqlite3.Connection:
    if given.path is None:
        connection, body = sqlite3.connect(":memory:"), bytearray(given.body)
        body[18:20] = bytes(min(byte, _WAL - 1) for byte in body[18:20])  # a log can't lie beside it
        connection.deserialize(bytes(body))
        return connection
    # A file in WAL mode without its log would have one made beside it, unless it is taken as it lies there.
    still = given.head[18:19] == bytes([_WAL]) and not os.path.exists(f"{given.path}-wal")
    path = quote(os.path.abspath(given.path))
    return sqlite3.connect(f"file:{path}?mode=ro{'&immutable=1' if still else ''}", uri=True)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
