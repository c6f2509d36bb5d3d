"""Is the file of a log well kept? Each thing looked at, with a remedy where there is something to mend."""

import os
import sqlite3
import stat
from collections.abc import Iterator, Sequence

from eventlog import sqlite_schema
from eventlog.anchors import Anchor
from eventlog.health import Finding
from eventlog.sqlite_store import SQLiteStore

FLOOR, RACE_MENDED = (3, 38, 0), (3, 51, 3)
NETWORK = {
    "9p", "afs", "ceph", "cifs", "davfs", "fuse.sshfs", "glusterfs", "lustre", "ncpfs", "nfs", "nfs4", "smb3", "smbfs",
}  # fmt: skip
OLD, ROOM = 7 * 86_400_000_000, 100_000_000  # µs that an anchor serves; bytes that should be free
_LARGE_WAL = 64_000_000


def findings(store: SQLiteStore, anchors: Sequence[Anchor], now: int) -> list[Finding]:
    """Look at everything about the log's file."""
    connection = store.connection()
    found = [version(sqlite3.sqlite_version_info)]
    if store.path != ":memory:":
        found += [_journal(connection), file_system(_mounted(store.path))]
        found += [*_space(store.path), *_permissions(store.path)]
    found.append(_integrity(connection))
    if found[-1].level == "problem":
        return found  # what a damaged file says of anything else can't be relied on
    found += [_triggers(connection), *_views(store, connection), _purged(store)]
    found.append(anchor_age(anchors, store.head().position, now))
    return found


def version(found: tuple[int, ...]) -> Finding:
    """Judge SQLite's version by its known faults."""
    told = "SQLite " + ".".join(map(str, found))
    if found < FLOOR:
        remedy = "use a Python with SQLite 3.38 or later"
        return Finding("sqlite", "problem", f"{told} is older than this program needs", remedy)
    if found < RACE_MENDED:
        return Finding(
            "sqlite",
            "note",
            f"{told} can, very rarely, damage a file when two programs checkpoint it at the same moment",
            "SQLite 3.51.3 mends it; until then keep backups, and one writer where you can",
        )
    return Finding("sqlite", "fine", told)


def file_system(kind: str | None) -> Finding:
    """Judge the kind of file system that a log lies on."""
    if kind is None:
        return Finding(
            "file system", "note", "it can't be told what file system the log is on", "keep it on a local disk"
        )
    if kind in NETWORK:
        return Finding(
            "file system",
            "problem",
            f"the log is on a network file system ({kind}), where SQLite's locks can't be relied on",
            "move it to a local disk: 'belieflog backup' copies it",
        )
    return Finding("file system", "fine", f"a local file system ({kind})")


def anchor_age(anchors: Sequence[Anchor], head: int, now: int) -> Finding:
    """Judge how much the newest anchor can still vouch for."""
    remedy = "run 'belieflog anchor', and keep what it prints where this machine's users can't write"
    if not anchors:
        return Finding(
            "anchor", "note", "no anchor was given: without one a cut or exchanged log can't be told", remedy
        )
    newest = max(anchors, key=lambda a: a.recorded_at)
    days, since = max(now - newest.recorded_at, 0) // 86_400_000_000, head - newest.position
    told = f"the newest anchor is {days} days old, and {since} events came after it"
    if since and now - newest.recorded_at > OLD:
        return Finding("anchor", "problem", told, remedy)
    return Finding("anchor", "fine", told)


def _journal(connection: sqlite3.Connection) -> Finding:
    mode = _text(connection.execute("pragma journal_mode").fetchone()[0])
    if mode == "wal":
        return Finding("journal", "fine", "journal mode wal")
    return Finding(
        "journal",
        "problem",
        f"journal mode {mode}: readers and the writer wait for each other",
        "set it, while nothing else has the log open: sqlite3 LOG 'pragma journal_mode = wal'",
    )


def _space(path: str) -> Iterator[Finding]:
    size = os.path.getsize(path)
    from shutil import disk_usage  # it brings in much else

    free = disk_usage(os.path.dirname(os.path.abspath(path))).free
    wal = os.path.getsize(path + "-wal") if os.path.exists(path + "-wal") else 0
    told = f"the log takes {_megabytes(size)}, its -wal {_megabytes(wal)}; {_megabytes(free)} are free"
    if free < 2 * size + ROOM:
        remedy = "make room: erasing writes the whole file anew and needs twice its size"
        yield Finding("space", "problem", told, remedy)
    else:
        yield Finding("space", "fine", told)
    if wal > max(_LARGE_WAL, size):
        told = f"the -wal has grown to {_megabytes(wal)}: a program has been reading for very long"
        yield Finding("space", "problem", told, "end that program")


def _permissions(path: str) -> Iterator[Finding]:
    folder = os.path.dirname(os.path.abspath(path))
    if not (os.access(path, os.W_OK) and os.access(folder, os.W_OK)):
        remedy = "only read it, or change who owns them"
        yield Finding("permissions", "note", "the log or its folder can't be written by you", remedy)
    mode = stat.S_IMODE(os.stat(path).st_mode)
    if os.name == "posix" and mode & 0o007:
        told = f"others on this machine may open the log (mode {mode:03o})"
        yield Finding("permissions", "note", told, f"chmod 600 '{path}'")
    else:
        yield Finding("permissions", "fine", f"mode {mode:03o}")


def _triggers(connection: sqlite3.Connection) -> Finding:
    missing = sqlite_schema.missing_triggers(connection)
    if not missing:
        return Finding("triggers", "fine", "the triggers that keep events from being changed are all there")
    return Finding(
        "triggers",
        "problem",
        f"triggers are gone or changed ({', '.join(missing)}): someone changed the file from outside",
        "run 'belieflog verify'; if it passes, 'belieflog rebuild' puts them back",
    )


def _integrity(connection: sqlite3.Connection) -> Finding:
    try:
        told = [_text(row[0]) for row in connection.execute("pragma quick_check(3)")]
    except sqlite3.DatabaseError as error:
        told = [str(error)]
    if told == ["ok"]:
        return Finding("integrity", "fine", "SQLite finds the file sound")
    return Finding(
        "integrity",
        "problem",
        "SQLite finds the file damaged: " + "; ".join(told),
        "keep a copy, run 'belieflog verify', and recover a backup",
    )


def _views(store: SQLiteStore, connection: sqlite3.Connection) -> Iterator[Finding]:
    both = "select (select count(*) from event), (select count(*) from member)"
    events, members = connection.execute(both).fetchone()
    if events != members:
        yield Finding("views", "problem", f"the index knows {members} of {events} events", "belieflog rebuild")
    else:
        yield Finding("views", "fine", f"the index knows all {events} events")
    for scope in store.index.scopes():
        since = store.index.status(scope).incomplete_since
        if since is not None:
            whose = f"{scope.user or 'the log'!r}" + (f", session {scope.session!r}" if scope.session else "")
            told = f"the views of {whose} are incomplete since position {since}: a later version wrote there"
            yield Finding("views", "problem", told, "upgrade belieflog")


def _purged(store: SQLiteStore) -> Finding:
    if not (left := store.unpurged()):
        return Finding("erased", "fine", "nothing is left of what was erased")
    return Finding(
        "erased",
        "problem",
        f"something may be left of what the erasure at {left[0]} took away",
        "end what else has the log open, and run the same 'belieflog erase' again",
    )


def _mounted(path: str) -> str | None:
    """Give the kind of file system that *path* is on, where the system says."""
    try:
        with open("/proc/self/mounts", encoding="utf-8", errors="surrogateescape") as file:
            mounts = [line.split()[1:3] for line in file]
    except OSError:
        return None
    where = os.path.realpath(path)
    over = [(point, kind) for point, kind in mounts if where.startswith(point.rstrip("/") + "/")]
    return max(over, key=lambda each: len(each[0]))[1] if over else None


def _megabytes(size: int) -> str:
    return f"{size / 1_000_000:,.1f} MB"


def _text(told: bytes | str) -> str:
    return told.decode() if isinstance(told, bytes) else told
