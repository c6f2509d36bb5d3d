"""Formats that can't be read without the log they go into: what is asked of them, and what they came to."""

from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

from msgspec import Struct

from belieflog.importing.inputs import Input
from belieflog.importing.operations import Bad
from eventlog.errors import Refused
from eventlog.log import EventLog


class Change(Struct, frozen=True):
    """What an import does to one entry, in a few words, with what it said and will say."""

    address: str
    change: str  # added, changed, removed
    words: str
    before: Any = None
    after: Any = None


class Bringing(Struct, frozen=True):
    """Whose memory a `Direct` format is brought into, under which run; *user* None: nobody said."""

    user: str | None
    session: str | None
    run: str
    dry_run: bool = False
    progress: Callable[[int], object] | None = None
    strict: bool = False

    def commit(self) -> None:
        """End what was written: in a rehearsal by leaving nothing of it."""
        if self.dry_run:
            raise Rehearsed


def refused(name: str, line: int, why: str) -> Refused:
    """Refuse a file at a line."""
    return Refused("import", f"line {line} of {name!r}: {why}: nothing was imported", line=line)


class Rehearsed(Exception):
    """Ends a write of which nothing is to be left."""


class Brought(Struct):
    """What a `Direct` format came to."""

    records: int = 0
    added: int = 0
    changes: list[Change] = []
    bad: list[Bad] = []
    warnings: list[str] = []
    run: str | None = None


@runtime_checkable
class Direct(Protocol):
    """What the module of a format offers that can't be read without the log it goes into."""

    def recognises(self, given: Input) -> str | None:
        """Say by what *given* can be told to be of this format, None where it can't be."""
        ...

    def bring(self, log: EventLog, given: Input, asked: Bringing) -> Brought:
        """Write what *given* comes to, in one transaction, all of it or nothing."""
        ...
