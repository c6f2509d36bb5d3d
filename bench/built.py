"""A log that was filled once and is measured again: which it is, and what filling it took."""

from datetime import UTC, datetime
from pathlib import Path

import msgspec
from msgspec import Struct, structs

from bench.workload import operations
from bench.yardsticks import dumps
from eventlog.sqlite_schema import VERSION as TABLES

FILES = ("log.db", "plain.db", "indexed.db")


class Built(Struct, frozen=True):
    """*events* operations that begin with *first*, in tables of version *tables*; seconds and bytes that they took."""

    events: int
    first: str
    tables: int
    when: str
    mine: float
    theirs: float
    size: int
    payload: int
    again: bool = False


def read(folder: Path, n: int) -> Built | None:
    """Read what is there of an earlier run; nothing where it is of other operations, or of another form."""
    try:
        told = msgspec.json.decode((folder / "built.json").read_bytes(), type=Built)
    except (OSError, msgspec.MsgspecError):
        told = None
    if told is not None and (told.events, told.first, told.tables) == (n, _first(n), TABLES):
        return structs.replace(told, again=True)
    for name in FILES:  # half a log, or another one
        for end in ("", "-wal", "-shm"):
            (folder / f"{name}{end}").unlink(missing_ok=True)
    return None


def write(folder: Path, n: int, mine: float, theirs: float, size: int, payload: int) -> Built:
    """Keep what filling the files took."""
    when = f"measured {datetime.now(UTC):%Y-%m-%d %H:%M}"
    told = Built(n, _first(n), TABLES, when, mine, theirs, size, payload)
    (folder / "built.json").write_bytes(msgspec.json.encode(told))
    return told


def _first(n: int) -> str:
    """Give the beginning of the workload: another seed or another mix has another."""
    return dumps(next(operations(n)))
