"""Paths of files as they are given: anything that the system could be asked for."""

import os

from eventlog.errors import InvalidValue


def path_of(told: str | os.PathLike[str], what: str = "path") -> str:
    """Give a path as text; one with a NUL in it, which no system takes, is refused."""
    path = os.fspath(told)
    if "\0" in path:
        raise InvalidValue(what, f"{path!r} holds a NUL, which no path has: leave it out")
    return path
