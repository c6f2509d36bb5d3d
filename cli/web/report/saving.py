"""Putting a report where it is wanted: whole or not at all."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from eventlog.errors import Refused


def vacant(path: str, force: bool) -> None:
    """Refuse a place that is taken, unless what is there may go, or a folder that isn't there."""
    where = Path(path)
    if not where.parent.is_dir():
        raise Refused("folder", f"there is no folder '{where.parent}' to write '{where.name}' in: make it first")
    if where.is_dir():
        raise Refused("exists", f"'{path}' is a folder: name a file in it")
    if where.exists() and not force:
        raise Refused("exists", f"'{path}' is there already: name another file, or say --force")


def save(path: str, page: bytes, force: bool) -> None:
    """Write *page* to another file beside it first, so that nobody finds half of it; its owner alone may read it."""
    descriptor, passing = tempfile.mkstemp(prefix=".belieflog-", suffix=".html", dir=Path(path).parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(page)
            file.flush()
            os.fsync(file.fileno())
        vacant(path, force)
        os.replace(passing, path)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(passing)
        raise
