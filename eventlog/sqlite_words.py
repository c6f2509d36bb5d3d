"""The words that a search looks through: an FTS5 table over `words`, whose rows it holds no copy of."""

import sqlite3


def forget(connection: sqlite3.Connection, position: int) -> None:
    """Take the words of an erased event out, of the table and of what was made of it."""
    row = connection.execute("select text from words where position = ?", (position,)).fetchone()
    if row:
        gone = (position, row[0].decode() if isinstance(row[0], bytes) else row[0])
        connection.execute("insert into words_fts (words_fts, rowid, text) values ('delete', ?, ?)", gone)
        connection.execute("delete from words where position = ?", (position,))


def rebuild(connection: sqlite3.Connection) -> None:
    """Make the search anew from its rows, without those of erased events."""
    connection.execute("delete from words where position not in (select position from private)")
    connection.execute("insert into words_fts (words_fts) values ('rebuild')")


def optimize(connection: sqlite3.Connection) -> None:
    """Merge the search's segments, so that none keeps words that are gone."""
    connection.execute("insert into words_fts (words_fts) values ('optimize')")
