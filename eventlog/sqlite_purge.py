"""Leaving nothing of what was erased in the file, nor in those beside it.

A deleted row lives on in free pages, in the search index and in the ``-wal`` file. So: the search's segments are
merged, the file is written anew (VACUUM), the ``-wal`` is emptied, and then another process reads all of them through
for parts of what was erased. Emptying the ``-wal`` does nothing while another program reads: the row it returns says so.
"""

import os
import sqlite3
from collections.abc import Sequence

from eventlog import sqlite_scan, sqlite_words
from eventlog.sqlite_waiting import code_of

WAIT = 2.0  # seconds to wait for readers
_ASKED = 10_000  # probes in one question
_IN_USE = "another program is using the log; end that"
_KEPT_FROM = {
    sqlite3.SQLITE_BUSY: _IN_USE,
    sqlite3.SQLITE_LOCKED: _IN_USE,
    sqlite3.SQLITE_FULL: "the disk is full, and to purge a log takes twice its size; make room",
    sqlite3.SQLITE_IOERR: "the disk failed; see to it",
}


def purge(connection: sqlite3.Connection, path: str, probes: Sequence[bytes]) -> list[str]:
    """Purge the log at *path*; say what is left of what was erased, and how to mend it.

    What keeps the log from being purged is no error: the erasure itself is in.
    """
    try:
        return _purged(connection, path, probes)
    except sqlite3.OperationalError as error:
        if (why := _KEPT_FROM.get(code_of(error))) is None:
            raise
        return [f"'{path}' may still hold it: {why}, and run the same erase again"]


def _purged(connection: sqlite3.Connection, path: str, probes: Sequence[bytes]) -> list[str]:
    (known,) = connection.execute("select coalesce(max(position), 0) from unpurged").fetchone()
    if path != ":memory:":
        if busy := _emptied(connection, path):
            return [busy]
        wanted = _gone(connection, probes)
        try:
            found = sqlite_scan.holding(_beside(path), wanted) if wanted else []
        except sqlite_scan.Unsearched as error:
            return [f"'{path}' was purged, but couldn't be looked through ({error}): run the same erase again"]
        if found:
            remedy = "run the same erase again, then 'belieflog doctor'"
            return [f"'{each}' still holds something of it: {remedy}" for each in found]
    connection.execute("delete from unpurged where position <= ?", (known,))
    return []


def _emptied(connection: sqlite3.Connection, path: str) -> str | None:
    """Write the file anew and empty its -wal; say what kept that from being done."""
    (patience,) = connection.execute("pragma busy_timeout").fetchone()
    connection.execute(f"pragma busy_timeout = {WAIT * 1000:.0f}")
    try:
        sqlite_words.optimize(connection)
        connection.execute("vacuum")
        busy, left, _ = connection.execute("pragma wal_checkpoint(truncate)").fetchone()
    finally:
        connection.execute(f"pragma busy_timeout = {patience}")
    if busy or left > 0:
        return (
            f"'{path}-wal' still holds it: another program is reading the log; end that, then run the same erase again"
        )
    return None


def _gone(connection: sqlite3.Connection, probes: Sequence[bytes]) -> list[bytes]:
    """Leave out what another event says word for word and may go on saying."""
    said: set[bytes] = set()
    for first in range(0, len(probes), _ASKED):
        texts = [probe.decode(errors="replace") for probe in probes[first : first + _ASKED]]
        marks = ",".join("?" * len(texts))
        said.update(b for (b,) in connection.execute(f"select body from private where body in ({marks})", texts))
    return [probe for probe in probes if probe not in said]


def _beside(path: str) -> list[str]:
    files = (path + suffix for suffix in ("", "-wal", "-shm", "-journal"))
    return [each for each in files if os.path.exists(each)]
