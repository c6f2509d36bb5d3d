"""A file that is there whole or not at all, and never in another's place unasked."""

import contextlib
import os
import stat
import sys
from collections.abc import Iterator
from typing import IO

from eventlog.errors import NotFound, Refused


@contextlib.contextmanager
def written(path: str, *, force: bool = False) -> Iterator[IO[bytes]]:
    """Write to a file beside *path* that takes its name at the end; ``-`` is standard output.

    What is there already is refused, unless *force*; where what follows fails it stays as it was.
    """
    if path == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    place = os.path.realpath(path)
    _may_be(path, place, force)
    beside = f"{place}.{os.urandom(4).hex()}.part"
    try:
        with _made(path, beside) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        _may_be(path, place, force)
        os.replace(beside, place)
    finally:
        with contextlib.suppress(OSError):
            os.remove(beside)


def _may_be(path: str, place: str, force: bool) -> None:
    if os.path.isdir(place):
        raise Refused("file", f"'{path}' is a folder: name a file in it")
    if os.path.exists(path) and not stat.S_ISREG(os.stat(path).st_mode):
        raise Refused("file", f"'{path}' is no file that could be replaced: name another, or - for standard output")
    if os.path.lexists(place) and not force:
        raise Refused(
            "exists", f"'{path}' is there already: choose another path, or --force (force=True) to replace it"
        )


def _made(path: str, beside: str) -> IO[bytes]:
    try:
        return open(beside, "xb")
    except FileNotFoundError:
        raise NotFound(f"there is no folder for '{path}': make it first") from None
    except OSError as error:
        raise Refused("file", f"can't write '{path}' ({error.strerror}): check the permissions of its folder") from None
