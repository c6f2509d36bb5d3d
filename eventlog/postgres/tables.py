"""The tables of a database, made once and brought up to this version."""

from importlib.resources import files
from typing import TYPE_CHECKING, Any

from eventlog.errors import NewerFormat, NotFound, Refused

if TYPE_CHECKING:
    from psycopg import Connection

VERSION = 1
_LOCK = 0x42_45_4C_46  # "BELF", taken while tables are made


def prepare(connection: "Connection[Any]", name: str, readonly: bool) -> None:
    """See that the tables are there, making or upgrading them where that may be done."""
    from psycopg.errors import InsufficientPrivilege

    found = _format(connection)
    if found is None:
        if readonly:
            raise NotFound(f"'{name}' holds no log yet: write something first")
        try:
            # Before the transaction: one that began earlier may go on believing that there are no tables.
            connection.execute("select pg_advisory_lock(%s)", (_LOCK,))
            with connection.transaction():
                if _format(connection) is None:  # else another program made them while this one waited
                    _make(connection, name)
        except InsufficientPrivilege:
            raise Refused(
                "permission",
                f"this role may not make belieflog's tables in '{name}': let the database's owner open it once",
            ) from None
        finally:
            connection.execute("select pg_advisory_unlock(%s)", (_LOCK,))
        found = _format(connection)
    version, readable = found or (0, 0)
    if readable > VERSION or (version > VERSION and not readonly):
        how = "reads" if readable > VERSION else "writes"
        raise NewerFormat(
            f"'{name}' was made by a later version of belieflog (format {version}, this one {how} {VERSION}): "
            "upgrade belieflog" + ("" if readable > VERSION else ", or open it readonly"),
            format=version,
            known=VERSION,
            readable=readable <= VERSION,
        )


def _format(connection: "Connection[Any]") -> tuple[int, int] | None:
    there = connection.execute("select to_regclass('belieflog.format')").fetchone()
    if there is None or there[0] is None:
        return None
    row = connection.execute("select version, readable from belieflog.format").fetchone()
    return None if row is None else (row[0], row[1])


def _make(connection: "Connection[Any]", name: str) -> None:
    encoding = connection.execute("show server_encoding").fetchone()
    if encoding is None or encoding[0] != "UTF8":
        raise Refused("open", f"'{name}' is stored as {encoding and encoding[0]}: a log needs a database in UTF8")
    connection.execute(files("eventlog.postgres").joinpath("schema.sql").read_bytes())
    connection.execute("insert into belieflog.format values (%s, %s)", (VERSION, 1))
