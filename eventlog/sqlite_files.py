"""Files of a log being made: under their name only once they are whole, and only where none is."""

import contextlib
import os
from collections.abc import Iterator

from eventlog.errors import InvalidValue, NotFound, Refused, Unavailable
from eventlog.paths import path_of

_BESIDE = ("-wal", "-shm", "-journal")


@contextlib.contextmanager
def made(path: str) -> Iterator[str]:
    """Give the path of an empty file to be filled, which at the end is on the disk and named *path*.

    Until then nothing is at *path*: a log broken off halfway would pass for a whole one. Where what follows fails,
    all of it is removed; where the program is killed, a file ending in ``.part`` is left.
    """
    if "://" in path_of(path) or path == ":memory:":
        raise InvalidValue("path", f"'{path}' is no file: give the path of one")
    _free(path)
    part = f"{path}.{os.urandom(4).hex()}.part"  # not by process: in a container each may have the same number
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o666))
    except FileNotFoundError:
        raise NotFound(f"there is no folder for '{path}': make it first") from None
    except PermissionError:
        raise Refused("readonly", f"'{path}' can't be made: check the permissions of its folder") from None
    except OSError as error:
        raise Unavailable(f"'{path}' can't be made: {error.strerror}") from None
    try:
        yield part
        _put(part, path)
    finally:
        for each in (part, *(part + suffix for suffix in _BESIDE)):
            with contextlib.suppress(FileNotFoundError):
                os.remove(each)


def _put(part: str, path: str) -> None:
    """See that a file is whole and on the disk, and name it *path*."""
    if os.path.exists(part + "-wal") and os.path.getsize(part + "-wal"):  # closing carries it over, if the disk allows
        raise Unavailable(f"'{path}' couldn't be made whole: is the disk full? make room and try again")
    try:
        _synced(part)
    except OSError as error:
        raise Unavailable(f"the disk of '{path}' failed ({error.strerror}): nothing was made") from error
    _free(path)
    _named(part, path)
    with contextlib.suppress(OSError):  # where a folder can't be read, or synced, there is no more to be done
        _synced(os.path.dirname(os.path.abspath(path)))


def _free(path: str) -> None:
    for each in (path, *(path + suffix for suffix in _BESIDE)):
        if os.path.lexists(each):
            raise Refused("exists", f"'{each}' is there already: choose a path where nothing is, or move it away")


def _named(part: str, path: str) -> None:
    """Give the file its name, unless another has taken it meanwhile; some file systems know no second name of a file."""
    try:
        os.link(part, path)
    except FileExistsError:
        raise Refused("exists", f"'{path}' is there already: choose a path where nothing is") from None
    except OSError:
        os.rename(part, path)


def _synced(path: str) -> None:
    """See that a file, or the names in a folder, are on the disk."""
    descriptor = os.open(path, os.O_RDWR if os.name == "nt" else os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
