"""What every importer comes to: operations with ids from where they stand, and lines that weren't understood.

A format's module is pure: an `Input` in, `Operation` and `Bad` out, each as soon as it is read, and never
changed by what stands further down. So a file that has grown gives the same operations again, then more.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from msgspec import MsgspecError, Struct

from belieflog.importing.held import NOTHING, Held
from eventlog.commands import Command, Given
from eventlog.errors import InvalidValue
from eventlog.log import EventLog
from eventlog.times import SECOND, Moment, parse, text
from eventlog.values import decode

if TYPE_CHECKING:
    from belieflog.importing.inputs import Input

BOM = b"\xef\xbb\xbf"


class Operation(Struct, frozen=True):
    """One thing to be written, and the line of the file that says so."""

    line: int
    command: Command
    given: Given


class Bad(Struct, frozen=True):
    """A line, or a part of it, that can't be taken in, and why."""

    line: int
    why: str


class Tally(Struct):
    """How much there was in what was read, new to the log or not."""

    records: int = 0
    tool_calls: int = 0
    failed: int = 0
    plan_updates: int = 0
    turns: int = 0


class Coordinates(Struct, frozen=True):
    """Whose memory an import goes into; a *session* named by the user goes before what a file calls its own.

    *held* is what that memory holds already, for formats that tell how things stand and not what was done.
    """

    user: str
    session: str | None = None
    held: Held = NOTHING


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

    def recognises(self, given: "Input") -> str | None:
        """Say by what *given* can be told to be of this format, None where it can't be."""
        ...

    def bring(self, log: EventLog, given: "Input", asked: Bringing) -> Brought:
        """Write what *given* comes to, in one transaction, all of it or nothing."""
        ...


class Format(Protocol):
    """What the module of a format offers."""

    def recognises(self, given: "Input") -> str | None:
        """Say by what *given* can be told to be of this format, None where it can't be."""
        ...

    def operations(self, given: "Input", where: Coordinates, tally: Tally) -> Iterator[Operation | Bad]:
        """Yield what *given* comes to, counting into *tally*, each as soon as it is read."""
        ...


def records(lines: Iterable[bytes]) -> Iterator[tuple[int, dict[str, Any] | Bad]]:
    """Yield the number of each line of JSON Lines with its object, or why it is none; leave out blanks."""
    for number, line in enumerate(lines, 1):
        text = line.removeprefix(BOM) if number == 1 else line
        if not text.strip():
            continue
        try:
            record = decode(text)
        except (MsgspecError, UnicodeError, RecursionError) as error:
            yield number, Bad(number, _why(text, error))
        else:
            what = _JSON.get(type(record))
            yield number, Bad(number, f"holds a {what}, no object") if what else record


def by_line(
    given: "Input", tally: Tally, read: Callable[[int, dict[str, Any]], Iterator[Operation | Bad]]
) -> Iterator[Operation | Bad]:
    """Yield what *read* makes of each object of JSON Lines, and the lines that are none."""
    for line, record in records(given.lines()):
        if isinstance(record, Bad):
            yield record
        else:
            tally.records += 1
            yield from read(line, record)


def since_1970(told: object, per_second: int) -> object:
    """Write a time that is told as a number, so that `moment` reads it; give anything else as it is.

    >>> since_1970(1_781_368_649_422, 1_000)
    '2026-06-13T16:37:29.422000Z'
    """
    if isinstance(told, bool) or not isinstance(told, int | float) or not abs(told) < 1e18:
        return told
    return text(round(told * SECOND / per_second) if isinstance(told, float) else told * SECOND // per_second)


def with_zone(told: object) -> object:
    """Give a time as it is told, unless it names no zone: then it isn't known when that was.

    >>> with_zone("2026-06-13T16:37:29.422"), with_zone("2026-06-13T16:37:29Z")
    (None, '2026-06-13T16:37:29Z')
    """
    return None if isinstance(told, str) and re.fullmatch(r"\d{4}-\d\d-\d\d[T ][\d:.,]+", told) else told


def moment(told: object) -> tuple[Moment | None, str]:
    """Read when it happened, if that is *told*; and say what is wrong with a time that can't be read."""
    if told is None:
        return None, ""
    try:
        return parse((told if isinstance(told, str) else repr(told))[:100], "timestamp"), ""
    except InvalidValue as error:
        return None, f"{error} (taken in without its time)"


def text_of(value: object) -> str:
    """Give *value* if it is text, else none."""
    return value if isinstance(value, str) else ""


_JSON = {list: "list", str: "text", int: "number", float: "number", bool: "true or false", type(None): "null"}


def _why(text: bytes, error: Exception) -> str:
    if not text.endswith(b"\n"):
        return f"the last line is cut short or not valid JSON ({error}): import again when it is whole"
    if isinstance(error, RecursionError):
        return "is nested too deep to be read"
    try:
        text.decode()
    except UnicodeDecodeError as wrong:
        return f"is not UTF-8 (byte {wrong.start + 1} of the line)"
    if _lone_surrogate(text):
        return "holds a lone surrogate, which is no character"
    return f"not valid JSON ({error})"


def _lone_surrogate(text: bytes) -> bool:
    import json  # only for a line that is refused anyway: it reads what msgspec doesn't

    try:
        json.dumps(json.loads(text), ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    except (ValueError, RecursionError):
        return False
    return False
