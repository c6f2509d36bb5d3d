"""Changing a log from outside, past everything that stands in the way."""

import sqlite3

from eventlog.chain import GENESIS, commitment, leaf, link

TABLES = ("event", "private", "hole")


def drop_triggers(connection: sqlite3.Connection) -> None:
    for (name,) in connection.execute("select name from sqlite_master where type = 'trigger'").fetchall():
        connection.execute(f"drop trigger {name}")


def rechain(connection: sqlite3.Connection) -> None:
    """Make all hashes anew, as one who knows the format can."""
    sql = (
        "select v.position, v.public, p.salt, p.body, h.commitment from event v left join private p using (position)"
        " left join hole h using (position) order by v.position"
    )
    previous = GENESIS
    for position, public, salt, body, committed in connection.execute(sql).fetchall():
        committed = committed or commitment(salt, body.encode())
        previous = link(previous, leaf(public.encode(), committed))
        connection.execute("update event set hash = ? where position = ?", (previous, position))


def move(connection: sqlite3.Connection, old: int, new: int) -> None:
    """Put an event in another place, with all that belongs to it."""
    for table in TABLES:
        connection.execute(f"update {table} set position = ? where position = ?", (new, old))
