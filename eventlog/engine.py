"""What a log needs from a server that many machines write to.

A server keeps the stored rows and where they end. What they come to is worked out on each machine, in a follower's
SQLite file (`eventlog.followed_store`), so that a server has little to do and any will serve.
"""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import wraps
from os import urandom
from typing import ParamSpec, Protocol, TypeVar

from msgspec import Struct, field

from eventlog.chain import GENESIS
from eventlog.errors import Unavailable
from eventlog.health import Finding
from eventlog.store import Row

PATIENCE = 30.0  # seconds to go on trying while others are first

Asked = ParamSpec("Asked")
Result = TypeVar("Result")


class Tail(Struct, frozen=True):
    """Where a server's log ends, and whether it is a copy of one that goes on elsewhere."""

    position: int = 0
    hash: bytes = GENESIS
    copied: bool = False


class Change(Struct):
    """What one atomic write does to a server's log."""

    rows: list[Row] = field(default_factory=list)
    epoch: int | None = None  # the one that a row of it opens
    erased: list[int] = field(default_factory=list)
    salts: dict[str, bytes] = field(default_factory=dict)  # by user
    blobs: dict[str, tuple[str, bytes]] = field(default_factory=dict)  # by name: whose, and the bytes
    dropped: list[tuple[str, str]] = field(default_factory=list)  # whose, and the name
    unsalted: list[str] = field(default_factory=list)  # users
    received: bool = False  # the lone opening is taken back, and the log is a copy from now on
    copied: bool | None = None  # where it is given, the log is a copy from now on, or is one no longer

    def __bool__(self) -> bool:
        return self != Change()


class Overtaken(Unavailable):
    """Another writer was first: nothing was written, and what was decided must be decided anew."""

    def __init__(self, name: str) -> None:
        super().__init__(f"another program wrote to '{name}' meanwhile: nothing was written; try again")


class Engine(Protocol):
    """A log on a server. Every method raises `Unavailable` where the server can't be reached in time."""

    @property
    def name(self) -> str:
        """The log as messages name it, without secrets."""
        ...

    @property
    def identity(self) -> str:
        """What tells this place for a log from any other, made when the place was."""
        ...

    def tail(self) -> Tail:
        """Tell where the log ends."""
        ...

    def page(self, after: int, upto: int) -> list[Row]:
        """Give the first of the stored rows after *after* up to *upto*, in order."""
        ...

    def holding(self) -> AbstractContextManager[Tail]:
        """Keep others from writing where the server can do that; give where the log ends."""
        ...

    def commit(self, tail: Tail, change: Change) -> None:
        """Do all of *change* to a log that ends at *tail*, or nothing; inside `holding`.

        Raises `Overtaken` where the log ends elsewhere, `Unavailable` with ``committed=None`` where the server was
        lost and can't be asked in time whether it did it. Where it returns, the change is durable.
        """
        ...

    def blob(self, name: str) -> bytes | None:
        """Give the bytes kept under *name*."""
        ...

    def blob_salt(self, user: str) -> bytes | None:
        """Give the salt that names the blobs of *user*, who may have none."""
        ...

    def purge(self) -> list[str]:
        """Leave nothing of what was erased on the server; say what is left, and a remedy."""
        ...

    def health(self) -> list[Finding]:
        """Say how well the server keeps the log."""
        ...

    def wait(self, position: int, seconds: float) -> None:
        """Wait until there may be something after *position*, at most so many seconds."""
        ...

    def close(self) -> None:
        """Let go of the server."""
        ...


def undisturbed(write: Callable[Asked, Result]) -> Callable[Asked, Result]:
    """Have *write* done anew, decisions and all, as long as another writer was first."""

    @wraps(write)
    def persist(*args: Asked.args, **more: Asked.kwargs) -> Result:
        deadline, pause = time.monotonic() + PATIENCE, 0.002
        while True:
            try:
                return write(*args, **more)
            except Overtaken:
                if time.monotonic() > deadline:
                    raise
            time.sleep(urandom(1)[0] / 256 * pause)
            pause = min(pause * 2, 0.1)

    return persist
