"""Files of a log being made: only where none is, and gone again if making them fails."""

import contextlib
import os
from collections.abc import Iterator

from eventlog.errors import InvalidValue, NotFound, Refused
from eventlog.paths import path_of

_BESIDE = ("-wal", "-shm", "-journal")


@contextlib.contextmanager
def made(path: str) -> Iterator[None]:
    """Make an empty file at *path*; where what follows fails, it and what came to lie beside it are removed."""
    if "://" in path_of(path) or path == ":memory:":
        raise InvalidValue("path", f"'{path}' is no file: give the path of one")
    for each in (path, *(path + suffix for suffix in _BESIDE)):
        if os.path.lexists(each):
            raise Refused("exists", f"'{each}' is there already: choose a path where nothing is, or move it away")
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o666))
    except FileExistsError:
        raise Refused("exists", f"'{path}' is there already: choose a path where nothing is") from None
    except FileNotFoundError:
        raise NotFound(f"there is no folder for '{path}': make it first") from None
    except PermissionError:
        raise Refused("readonly", f"'{path}' can't be made: check the permissions of its folder") from None
    try:
        yield
    except BaseException:
        for each in (path, *(path + suffix for suffix in _BESIDE)):
            with contextlib.suppress(FileNotFoundError):
                os.remove(each)
        raise
