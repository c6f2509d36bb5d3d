"""What an export is asked for, and what the module of each format offers."""

from collections.abc import Callable
from typing import IO, Protocol

from msgspec import Struct

from belieflog.reader import Reader
from eventlog.errors import InvalidValue
from eventlog.events import Scope
from eventlog.log import EventLog
from eventlog.points import Point
from eventlog.store import STEP

Progress = Callable[[int], object]


class Asked(Struct, frozen=True):
    """What of a *log*, whose memory in it, as known at which point; *progress* hears how many events were read."""

    log: EventLog
    format: str
    user: str | None = None
    session: str | None = None
    at: Point = None
    progress: Progress | None = None

    def reader(self) -> Reader:
        """Give who reads the user's memory; refused where it isn't said whose."""
        if self.user is None:
            raise InvalidValue("user", f"{self.format} is of one user's memory: say whose, as in export(…, user='u1')")
        return Reader(self.log, self.user, self.session, None)

    def scope(self) -> Scope:
        """Give the session that is meant; refused where it isn't said which."""
        reader = self.reader()
        if self.session is None:
            raise InvalidValue("session", f"{self.format} is of one session: say which, as in export(…, session='s1')")
        return reader.session_scope()

    def whole(self) -> None:
        """Refuse a point where only the whole log makes sense."""
        if self.at is not None:
            raise InvalidValue("at", f"{self.format} is of the whole log: fork it at the point, and export the fork")

    def tell(self, position: int) -> None:
        """Say how far it is, now and then."""
        if self.progress is not None and position % STEP == 0:
            self.progress(position)


class Tally(Struct):
    """How much was written, and what the reader of the report should know."""

    items: int = 0
    warnings: list[str] = []


class Exporter(Protocol):
    """What the module of a format offers."""

    def write(self, asked: Asked, out: IO[bytes]) -> Tally:
        """Write to *out* what is asked for."""
        ...
