"""Is a database well set up to keep logs? Each thing looked at, with a remedy where there is something to mend."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from eventlog.health import Finding

if TYPE_CHECKING:
    from psycopg import Connection

FLOOR = 150_000  # the oldest version that the tests run on
_GUARDS = {
    "event": ("stays", "remains"), "private": ("stays", "remains", "is_new"), "hole": ("stays", "remains"),
    "head": ("forward", "remains", "whole"),
}  # fmt: skip


def findings(connection: "Connection[Any]") -> list[Finding]:
    """Look at the server's settings, at what guards the tables, and at the role that is connected."""
    return [
        _version(connection.info.server_version),
        *_durability(connection),
        _guards(connection),
        _role(connection),
        _replicas(connection),
    ]


def _version(found: int) -> Finding:
    told = f"PostgreSQL {found // 10_000}.{found % 10_000}"
    if found < FLOOR:
        return Finding("server", "note", f"{told} is older than those this program is tried on", "use 15 or later")
    return Finding("server", "fine", told)


def _durability(connection: "Connection[Any]") -> Iterator[Finding]:
    for setting, lost in (
        ("fsync", "a power cut can damage the database"),
        ("full_page_writes", "a power cut can damage the database"),
        ("synchronous_commit", "a power cut can lose the newest writes, though they were acknowledged"),
    ):
        value = _one(connection, f"show {setting}")
        if value == "off":
            yield Finding(setting, "problem", f"{setting} is off: {lost}", f"set {setting} = on in postgresql.conf")
        else:
            yield Finding(setting, "fine", f"{setting} is {value}")


def _guards(connection: "Connection[Any]") -> Finding:
    rows = connection.execute(
        "select c.relname, t.tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid"
        " join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'belieflog' and t.tgenabled in ('O', 'A')"
    ).fetchall()
    found = {(table, name) for table, name in rows}
    gone = [f"{name} on {table}" for table, names in _GUARDS.items() for name in names if (table, name) not in found]
    if gone:
        return Finding(
            "guards",
            "problem",
            f"what keeps events from being changed is gone or switched off ({', '.join(gone)})",
            "run 'belieflog verify' with an anchor, then 'alter table … enable trigger user'",
        )
    return Finding("guards", "fine", "events can't be changed or deleted")


def _role(connection: "Connection[Any]") -> Finding:
    who = _one(connection, "select current_user")
    over = _one(
        connection,
        "select r.rolsuper or exists (select from pg_tables where schemaname = 'belieflog' and tableowner = current_user)"
        " from pg_roles r where r.rolname = current_user",
    )
    if over:
        return Finding(
            "role",
            "note",
            f"'{who}' owns the tables or is a superuser, and can do anything to them",
            "let programs in by a role of their own: select belieflog.let_append('ROLE', 'LOG')",
        )
    return Finding("role", "fine", f"'{who}' may do only what it was let do")


def _replicas(connection: "Connection[Any]") -> Finding:
    names = _one(connection, "show synchronous_standby_names")
    if names:
        return Finding("replicas", "fine", f"what is acknowledged is on a second machine too ({names})")
    return Finding(
        "replicas",
        "note",
        "what is acknowledged is on one machine only",
        "set synchronous_standby_names, with a replica, where losing the machine may lose nothing",
    )


def _one(connection: "Connection[Any]", sql: str) -> Any:
    row = connection.execute(sql).fetchone()
    return row[0] if row else None
