"""What every importer comes to: operations with ids from where they stand, and lines that weren't understood.

A format's module is pure: an `Input` in, `Operation` and `Bad` out, each as soon as it is read, and never
changed by what stands further down. So a file that has grown gives the same operations again, then more.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import MsgspecError, Struct

from belieflog.importing.held import NOTHING, Held
from eventlog.commands import Command, Given
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


class Untimed(Bad, frozen=True):
    """A time that can't be read, and why: what happened then is taken in without it."""


Told = Iterator[Operation | Bad]


class Tally(Struct):
    """How much there was in what was read, new to the log or not."""

    records: int = 0
    tool_calls: int = 0
    failed: int = 0
    plan_updates: int = 0
    turns: int = 0
    unanswered: int = 0  # tool calls without a result so far


class Coordinates(Struct, frozen=True):
    """Whose memory an import goes into; a *session* named by the user goes before what a file calls its own.

    *held* is what that memory holds already, for formats that tell how things stand and not what was done.
    """

    user: str
    session: str | None = None
    held: Held = NOTHING


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
