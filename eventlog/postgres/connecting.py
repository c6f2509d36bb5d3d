"""Connections to PostgreSQL, and its errors told as ours."""

import logging
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from eventlog.errors import BelieflogError, CorruptLog, Refused, Unavailable

if TYPE_CHECKING:
    from psycopg import Connection, Error
    from psycopg_pool import ConnectionPool

_PASSING = ("the database system", "sorry, too many", "remaining connection slots")  # reasons that go by themselves
logging.getLogger("psycopg").addHandler(logging.NullHandler())  # what goes wrong is told by errors

Result = TypeVar("Result")
PATIENCE = 10.0  # seconds to wait for a connection
_SESSION = {
    "connect_timeout": "10",
    "tcp_user_timeout": "20000",
    "keepalives_idle": "10",
    "application_name": "belieflog",
    "options": "-c lock_timeout=30s -c statement_timeout=120s -c idle_in_transaction_session_timeout=300s"
    " -c client_encoding=UTF8 -c synchronous_commit=on",
}


class Connections:
    """A pool of connections to one database, made anew in a process that forked."""

    def __init__(self, conninfo: str, name: str) -> None:
        try:
            import psycopg
            from psycopg.conninfo import conninfo_to_dict, make_conninfo
        except ImportError as error:
            raise Refused(
                "open", f"a log in PostgreSQL needs psycopg ({error}): install it with the extra belieflog[postgres]"
            ) from None
        try:
            told = conninfo_to_dict(conninfo)
        except psycopg.ProgrammingError as error:
            raise Refused(
                "open", f"'{name}' is no address of a database ({_why(error)}): see docs/postgresql.md"
            ) from None
        self.name = name
        given = {k: v for k, v in _SESSION.items() if k not in told}
        if told.get("options"):  # the later of two says what holds
            given["options"] = f"{_SESSION['options']} {told['options']}"
        self._conninfo = make_conninfo(conninfo, **given)
        self._lock = threading.Lock()
        self._pool: ConnectionPool[Connection[Any]] | None = None
        self._process = os.getpid()

    def pool(self) -> "ConnectionPool[Connection[Any]]":
        """Give this process's pool."""
        with self._lock:
            if self._pool is None or self._pool.closed or self._process != os.getpid():
                from psycopg_pool import ConnectionPool

                self._process = os.getpid()
                self._pool = ConnectionPool(
                    self._conninfo,
                    min_size=0,
                    max_size=16,
                    max_idle=120,
                    timeout=PATIENCE,
                    reconnect_timeout=PATIENCE,
                    kwargs={"autocommit": True},
                    open=True,
                )
            return self._pool

    def direct(self, *, reading: bool = False) -> "Connection[Any]":
        """Open a connection outside the pool, which says at once why it can't."""
        import psycopg

        with self.translated(reading=reading):
            return psycopg.connect(self._conninfo, autocommit=True)

    @contextmanager
    def lent(self) -> "Iterator[Connection[Any]]":
        """Lend a connection; an interrupt may come while the pool counts, so that one is made anew then."""
        try:
            with self.pool().connection() as connection:
                yield connection
        except Exception:
            raise
        except BaseException:
            self._leave()
            raise

    def ask(self, question: "Callable[[Connection[Any]], Result]") -> Result:
        """Ask what can be asked twice; once more where the connection turns out to be gone."""
        import psycopg

        with self.translated(reading=True):
            try:
                with self.lent() as connection:
                    return question(connection)
            except psycopg.OperationalError as error:
                if not lost(error):
                    raise
            with self.direct(reading=True) as connection:  # what lies in the pool may be gone too
                return question(connection)

    @contextmanager
    def translated(self, *, reading: bool = False) -> Iterator[None]:
        """Turn PostgreSQL's errors into ours, with the remedy."""
        import psycopg
        from psycopg_pool import PoolTimeout

        try:
            yield
        except (psycopg.Error, PoolTimeout) as error:
            raise told(error, self.name, reading=reading) from error

    def _leave(self) -> None:
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None and self._process == os.getpid():
            pool.close(timeout=0)

    def close(self) -> None:
        """Close what this process opened."""
        if self._pool is not None and self._process == os.getpid():
            self._pool.close()
        self._pool = None


def _why(error: Exception) -> str:
    """Say what libpq finds wrong in a URL, without what it quotes of it, save the name of a parameter."""
    text = " ".join(str(error).split())
    return text if "query parameter" in text else text.partition(': "')[0]


def lost(error: BaseException) -> bool:
    """Tell whether *error* says that the connection is gone, rather than that something was refused."""
    from psycopg import OperationalError

    state = getattr(error, "sqlstate", None)
    return isinstance(error, OperationalError) and (state is None or state.startswith(("08", "57P")))


def told(error: "Error | Exception", name: str, *, reading: bool = False) -> BelieflogError:
    """Say what an error of PostgreSQL means for the log *name*; what is read may follow on what was written."""
    nothing = "" if reading else "nothing was written; "
    state = getattr(error, "sqlstate", None) or ""
    why = " ".join(str(error).split("\n")[0].split()) or type(error).__name__
    if not state and (fatal := why.partition("FATAL: ")[2].strip()) and not fatal.startswith(_PASSING):
        return Refused("open", f"'{name}' lets nobody in so ({fatal}): check the URL, or create what is missing first")
    match state:
        case "42501":
            return Refused("permission", f"'{name}' may not be changed so by this role ({why}): see docs/postgresql.md")
        case "42P01" | "3F000":
            return Refused(
                "open",
                f"'{name}' has no tables of belieflog, or not all ({why}): let the database's owner open it once, or "
                "restore what was dropped",
            )
        case "23001" | "23505":
            return CorruptLog(0, f"'{name}' refuses what would change the past ({why}): run 'belieflog verify'")
        case _ if state.startswith("XX"):
            return CorruptLog(0, f"'{name}' is damaged ({why}): keep a copy, and restore a backup or a replica")
        case _ if state.startswith("53"):
            return Unavailable(f"'{name}' is out of room or connections ({why}): {nothing}try again later")
        case _ if state.startswith(("55", "57014")):
            return Unavailable(f"'{name}' kept us waiting too long ({why}): {nothing}try again")
        case _ if state and not state.startswith(("08", "57P")):
            return Unavailable(f"'{name}' can't do it ({why}): {nothing}the server's own log may say more")
        case _:
            return Unavailable(f"'{name}' can't be reached ({why}): {nothing}check that the server runs")
