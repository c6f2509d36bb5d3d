"""Connections to one SQLite file: one per thread, reopened after a fork, with a fair wait for the write lock."""

import contextlib
import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any, Literal

from eventlog import sqlite_schema
from eventlog.errors import CorruptLog, NewerFormat, NotFound, Refused, Unavailable
from eventlog.sqlite_ledger import LogConnection
from eventlog.sqlite_waiting import PATIENCE, code_of, patiently, told, translated

Durability = Literal["full", "normal", "off"]
_forks = 0  # how many forks lie between this process and the first
_carried_over: list[sqlite3.Connection] = []  # across a fork: never closed here, their locks are the parent's


def _forked() -> None:
    global _forks
    _forks += 1


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


class Connections:
    """Hands each thread its own connection to the log at *path* (``:memory:``: one for all)."""

    def __init__(
        self, path: str, *, durability: Durability = "full", readonly: bool = False, mend: bool = False
    ) -> None:
        if durability not in ("full", "normal", "off"):
            raise Refused("open", f"unknown durability {durability!r}: use 'full', 'normal' or 'off'")
        self.path, self.readonly, self._durability = path, readonly, durability
        self._memory = path == ":memory:"
        self._real = os.path.abspath(path)
        self._file: tuple[int, int] | None = None  # which file it was when it was opened
        self._lock = threading.RLock()
        self._all: list[tuple[threading.Thread, LogConnection]] = []
        self._mine = threading.local()
        self._forks, self._closed = _forks, False
        try:
            with translated(path):
                self._prepare(mend)
            if not self._memory:
                self._file = _identity(self._real)
        except BaseException:
            self.close()
            raise

    def get(self) -> LogConnection:
        """Give this thread's connection."""
        if self._forks != _forks:
            self._after_fork()
        connection: LogConnection | None = getattr(self._mine, "connection", None)
        if connection is None:
            with translated(self.path):
                connection = self._connect()
        return connection

    def still_there(self) -> None:
        """Refuse to go on where the file was deleted, moved or put back since: what went into it would be lost."""
        if self._file is not None and self._file != _identity(self._real):
            raise Unavailable(
                f"the log '{self.path}' was moved, deleted or replaced while it was open: nothing was written; "
                "put it back or open it again"
            )

    def close(self) -> None:
        """Close the connections of all threads."""
        self._closed = True
        if self._forks == _forks:
            for _, connection in self._all:
                connection.close()
        self._all.clear()
        self._mine = threading.local()

    @property
    def shared(self) -> AbstractContextManager[Any] | None:
        """The lock that keeps threads apart where they share one connection."""
        return self._lock if self._memory else None

    def lock(self) -> AbstractContextManager[object]:
        """Keep threads apart where they share one connection."""
        return self._lock if self._memory else contextlib.nullcontext()

    def _connect(self) -> LogConnection:
        if self._closed:
            raise Unavailable(f"the log '{self.path}' is closed: open it again")
        if self._memory and self._all:
            return self._all[0][1]
        self.still_there()
        connection = _open(self.path, self.readonly)
        with self._lock:
            self._leave_the_dead()
            self._all.append((threading.current_thread(), connection))
        connection.execute(f"pragma synchronous = {self._durability}")
        connection.execute("pragma secure_delete = on")
        connection.execute("pragma cache_size = -64000")
        connection.execute("pragma busy_timeout = 0")  # from here on `patiently` waits
        connection.text_factory = bytes
        self._mine.connection = connection
        return connection

    def _leave_the_dead(self) -> None:
        """Close what threads that have ended left open: a server may start one for each request."""
        for thread, connection in list(self._all):
            if not thread.is_alive():
                self._all.remove((thread, connection))
                connection.close()

    def _prepare(self, mend: bool) -> None:
        if not self._memory:
            _check_path(self.path, self.readonly)
        connection = self.get()
        version, owner, tables = patiently(connection, lambda: connection.execute(_IDENTITY).fetchone())
        if tables and owner != sqlite_schema.APPLICATION_ID:
            raise Refused("open", f"'{self.path}' is a database of another program, not a log: choose another path")
        if version > sqlite_schema.VERSION:
            self._read_later(connection, version)
        elif version < sqlite_schema.VERSION:
            self._migrate(connection)
        elif not self.readonly:
            self._guard(connection, mend)

    def _read_later(self, connection: sqlite3.Connection, version: int) -> None:
        """Refuse to write a file of a later format; read it if all that this version reads is in it."""
        lacking = sqlite_schema.lacking(connection)
        if self.readonly and not lacking:
            return
        told = (
            f"this one can't read it, as it has no {lacking[0]}: upgrade belieflog"
            if lacking
            else "this one can read it but not write it: open it readonly, or upgrade belieflog"
        )
        raise NewerFormat(
            f"'{self.path}' was written by a later version of belieflog (format {version}, "
            f"this one writes {sqlite_schema.VERSION}); {told}",
            format=version,
            known=sqlite_schema.VERSION,
            readable=not lacking,
        )

    def _migrate(self, connection: sqlite3.Connection) -> None:
        if self.readonly and connection.execute("pragma user_version").fetchone()[0]:
            raise Refused(
                "open", f"'{self.path}' was written by an earlier version of belieflog: open it for writing once"
            )
        if self.readonly:
            raise NotFound(f"'{self.path}' holds no log yet: write something first")
        connection.text_factory = str
        patiently(connection, lambda: connection.execute("pragma journal_mode = wal"))
        begin(connection)
        try:
            if connection.execute("pragma user_version").fetchone()[0] < sqlite_schema.VERSION:
                sqlite_schema.migrate(connection)
            connection.execute("commit")
        finally:
            if connection.in_transaction:
                connection.execute("rollback")
            connection.text_factory = bytes

    def _guard(self, connection: sqlite3.Connection, mend: bool) -> None:
        if not (missing := sqlite_schema.missing_triggers(connection)):
            return
        if not mend:
            raise CorruptLog(
                0,
                f"'{self.path}' lacks its append-only triggers ({', '.join(missing)}): someone changed the file from "
                "outside; run 'belieflog verify', and if it passes 'belieflog rebuild' puts them back",
            )
        for name in missing:
            connection.execute(f"drop trigger if exists {name}")
            connection.execute(sqlite_schema.TRIGGERS[name])

    def _after_fork(self) -> None:
        if self._memory:
            raise Unavailable("a log in memory can't be carried across a fork: open a file instead")
        _carried_over.extend(connection for _, connection in self._all)
        self._all, self._mine, self._forks = [], threading.local(), _forks
        self._lock = threading.RLock()


class Writing:
    """One atomic write on this thread's connection: ``BEGIN IMMEDIATE`` … ``COMMIT``, or nothing."""

    def __init__(self, connections: Connections, patience: float | None = None) -> None:
        self._connections, self._patience = connections, patience
        self._lock = connections.lock()

    def __enter__(self) -> None:
        self._connection = self._connections.get()
        self._lock.__enter__()
        try:
            begin(self._connection, self._patience)
            self._connections.still_there()
            self._connection.ledger.begin(self._connection)
        except BaseException as error:
            if self._connection.in_transaction:  # interrupted in between
                self._connection.execute("rollback")
            self._connection.ledger.end(False)
            self._lock.__exit__(None, None, None)
            if isinstance(error, sqlite3.Error):
                raise told(error, self._connections.path) from error
            raise

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        committed = False
        try:
            if kind is None:
                self._connection.settled().execute("commit")
                committed = True
        except sqlite3.Error as failed:
            raise told(failed, self._connections.path) from failed
        finally:
            self._connection.ledger.end(committed)
            if self._connection.in_transaction:
                with contextlib.suppress(sqlite3.Error):
                    self._connection.execute("rollback")
            self._lock.__exit__(None, None, None)
        if isinstance(error, sqlite3.Error):
            raise told(error, self._connections.path) from error


@contextlib.contextmanager
def reading(connections: Connections) -> Iterator[None]:
    """See one state of the file through several reads; inside a write it is that write's own."""
    with translated(connections.path), connections.lock():
        connection = connections.get()
        if connection.in_transaction:
            yield
            return
        patiently(connection, lambda: _snapshot(connection))
        try:
            yield
        finally:
            if connection.in_transaction:
                connection.execute("rollback")


# One statement, since another program may be making the log at this moment.
_IDENTITY = (
    "select (select user_version from pragma_user_version), (select application_id from pragma_application_id),"
    " (select count(*) from sqlite_master)"
)


def begin(connection: sqlite3.Connection, patience: float | None = None) -> None:
    """Take the write lock."""
    patiently(connection, lambda: connection.execute("begin immediate"), patience)


def _snapshot(connection: sqlite3.Connection) -> None:
    connection.execute("begin")
    connection.execute("select 1 from event limit 1")  # the first read fixes what the others see


def _identity(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _check_path(path: str, readonly: bool) -> None:
    if os.path.isdir(path):
        raise Refused("open", f"'{path}' is a directory: name a file in it, such as {os.path.join(path, 'agent.db')}")
    if readonly and not os.path.exists(path):
        raise NotFound(f"there is no log at '{path}': check the path, or write something first")


def _open(path: str, readonly: bool) -> LogConnection:
    def connect(target: str, uri: bool) -> LogConnection:
        return LogConnection(
            target, timeout=PATIENCE, isolation_level=None, check_same_thread=False, cached_statements=256, uri=uri
        )

    if not readonly:
        return connect(path, False)
    full = os.path.abspath(path)
    where = "file:" + full.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    connection = connect(where + "?mode=ro", True)
    try:
        connection.execute("select 1 from sqlite_master").fetchone()
    except sqlite3.Error as error:
        connection.close()
        no_place = code_of(error) in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
        if not no_place or os.path.exists(path + "-wal"):
            raise
        # A log on read-only media has no place for its -shm; without a -wal the file is all there is.
        connection = connect(where + "?mode=ro&immutable=1", True)
    return connection
