"""Waiting for what other programs lock, and telling SQLite's errors as ours."""

import contextlib
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any, TypeVar

from eventlog.errors import BelieflogError, CorruptLog, Refused, Unavailable

Kind = TypeVar("Kind")
PATIENCE = 30.0  # seconds to wait for the write lock
_LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def patiently(connection: sqlite3.Connection, act: Callable[[], Kind], patience: float | None = None) -> Kind:
    """Do what other programs may keep from being done for a moment.

    Many short jittered waits are fair where SQLite's own back-off starves; a lock that a transaction meets
    halfway is told at once, since waiting inside it could keep the other from finishing.
    """
    pause, deadline, inside = 0.0002, 0.0, connection.in_transaction
    while True:
        try:
            return act()
        except sqlite3.OperationalError as error:
            if inside or code_of(error) not in _LOCKED:
                raise
            if connection.in_transaction:
                connection.execute("rollback")
            deadline = deadline or time.monotonic() + (PATIENCE if patience is None else patience)
            if time.monotonic() > deadline:
                raise
        time.sleep(os.urandom(1)[0] / 256 * pause)
        pause = min(pause * 1.5, 0.004)


def code_of(error: sqlite3.Error) -> int:
    """Give the primary code of an SQLite error."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


@contextlib.contextmanager
def translated(path: str) -> Iterator[None]:
    """Turn SQLite's errors into ours, with the remedy."""
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise told(error, path) from error


def speaking(kind: type[Kind]) -> type[Kind]:
    """Have the public methods and properties of a class wait for locks and turn SQLite's errors into ours.

    The class has the `path` of its log, a `connection()`, and the lock of a connection that threads share.
    """
    for name, method in list(vars(kind).items()):
        if name.startswith("_"):
            continue
        if callable(method):
            setattr(kind, name, _speaking(method))
        elif isinstance(method, property) and method.fget is not None:
            setattr(kind, name, property(_speaking(method.fget)))
    return kind


def _speaking(method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def call(self: Any, *args: Any, **more: Any) -> Any:
        try:
            if self.shared is None:
                return method(self, *args, **more)
            with self.shared:
                return method(self, *args, **more)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            if not isinstance(error, sqlite3.OperationalError) or code_of(error) not in _LOCKED:
                raise told(error, self.path) from error
        with translated(self.path):
            return patiently(self.connection(), lambda: method(self, *args, **more))

    return call


def told(error: sqlite3.Error | UnicodeDecodeError, path: str) -> BelieflogError:
    """Say what an SQLite error means for the log at *path*; one that no text can be made of comes of a damaged file."""
    code = sqlite3.SQLITE_CORRUPT if isinstance(error, UnicodeDecodeError) else code_of(error)
    if code in _LOCKED:
        return Unavailable(
            f"'{path}' stayed locked by another program for {PATIENCE:.0f} s: try again; nothing was written"
        )
    if code == sqlite3.SQLITE_FULL:
        return Unavailable(f"the disk of '{path}' is full: make room and try again; nothing was written")
    if code == sqlite3.SQLITE_NOTADB:
        return Refused("open", f"'{path}' is no belieflog log: choose another path")
    if code == sqlite3.SQLITE_CORRUPT or "invalid fts5 file format" in str(error):
        return damaged(path, str(error))
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
        return Refused("readonly", f"'{path}' can't be written here: check its permissions, or open it readonly")
    if code == sqlite3.SQLITE_CANTOPEN:
        return Unavailable(f"'{path}' can't be opened: check that the folder exists and may be written")
    if code == sqlite3.SQLITE_IOERR:
        return Unavailable(
            f"the disk of '{path}' failed ({error}): the last write may or may not be in", committed=None
        )
    return Unavailable(f"'{path}': {error}")


def damaged(path: str, how: str) -> CorruptLog:
    """Say that SQLite finds the file at *path* damaged, and what to do."""
    return CorruptLog(
        0,
        f"'{path}' is damaged ({how}): keep a copy and run 'belieflog verify'; if it finds all events as written, "
        "'belieflog recover' makes a sound log of them, else bring back a backup",
    )
