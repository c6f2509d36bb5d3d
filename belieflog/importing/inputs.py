"""What is given to be imported: a file, a folder, or a stream, read as lines, as one document, or file by file."""

import io
import os
import re
import stat
import sys
import weakref
from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import IO, Any

from msgspec import MsgspecError

from belieflog.importing.operations import BOM, Bad, records
from eventlog.errors import Refused
from eventlog.values import decode

LOOKED_AT = 50  # first lines, to tell the format by
_HEAD = 1 << 16
LONGEST_LINE = 256_000_000  # bytes: a device may put out one that never ends
# A lone surrogate in JSON; what only looks like one (an escaped backslash, a pair) is in the group.
_SURROGATE = re.compile(
    rb"(\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})|\\u[dD][89a-fA-F][0-9a-fA-F]{2}"
)


class Input:
    """One thing to be imported; *name* is what the user called it, ``-`` standard input; *body* its bytes, if known.

    What is found in a folder is there only if it is a file or a folder, and lies in the *root*: a link leads nowhere else.
    """

    def __init__(self, name: str | os.PathLike[str], body: bytes | None = None, root: str | None = None) -> None:
        self.name = os.fspath(name)
        self._known = body
        self._root = root

    @property
    def base(self) -> str:
        """The last part of its name, wherever the program runs; ``-`` for a stream without a name of its own."""
        return "-" if self.is_nameless else os.path.basename(os.path.abspath(self.name))

    @property
    def stem(self) -> str:
        """Its base name without the ending; ``stdin`` for a stream without a name of its own."""
        return "stdin" if self.is_nameless else os.path.splitext(self.base)[0]

    @cached_property
    def is_stream(self) -> bool:
        """Whether it can be read only once: standard input, and what is neither a file nor a folder."""
        if self._known is not None or self._root is not None:
            return False
        mode = self._mode
        return self.name == "-" or (mode != 0 and not stat.S_ISREG(mode) and not stat.S_ISDIR(mode))

    @property
    def is_nameless(self) -> bool:
        """Whether it is a stream whose name says nothing, such as ``-``, or ``/dev/fd/63``, which a shell makes up."""
        return self.is_stream and (self.name == "-" or os.path.abspath(self.name).startswith(("/dev/", "/proc/")))

    @property
    def is_folder(self) -> bool:
        """Whether it is a folder of files."""
        return self._known is None and self.name != "-" and stat.S_ISDIR(self._mode)

    @property
    def path(self) -> str | None:
        """Where it lies as a file, None for what comes otherwise."""
        return self.name if self._known is None and self.name != "-" and stat.S_ISREG(self._mode) else None

    @property
    def _mode(self) -> int:
        """What kind of thing lies there; 0 for nothing, and for what a link in a folder leads out to."""
        try:
            mode = os.stat(self.name).st_mode
        except (OSError, ValueError):
            return 0
        if self._root is not None and not f"{os.path.realpath(self.name)}{os.sep}".startswith(self._root):
            return 0
        return mode

    def files(self, *endings: str) -> list["Input"]:
        """List the files in the folder and below it whose names end so, by path."""
        if not self.is_folder:
            return []
        found = [
            os.path.join(folder, each)
            for folder, _, names in os.walk(self.name)
            for each in names
            if not endings or each.endswith(endings)
        ]
        return [each for each in map(self._found, sorted(found)) if each.path is not None]

    def inside(self) -> list["Input"]:
        """List what lies in the folder itself, files and folders, by name."""
        try:
            return [self.below(each) for each in sorted(os.listdir(self.name))]
        except OSError as error:
            raise Refused("file", f"can't read {self.name!r} ({error.strerror}): check the path") from None

    def below(self, *path: str) -> "Input":
        """Give a file in the folder."""
        return self._found(os.path.join(self.name, *path))

    def beside(self) -> "Input":
        """Give the folder that it lies in."""
        return Input(os.path.join(self.name, ".."))

    def exists(self) -> bool:
        """Tell whether it is there."""
        return self._known is not None or self.is_stream or self.path is not None or self.is_folder

    def _found(self, path: str) -> "Input":
        return Input(path, root=self._root or os.path.join(os.path.realpath(self.name), ""))

    def lines(self) -> Iterator[bytes]:
        """Yield its lines, as long as they are needed; only a line feed ends one.

        Of a stream, once, unless all of it has been read.
        """
        known = self.__dict__.get("body", self._known)
        if known is not None:
            yield from io.BytesIO(known)
        elif self.is_stream:
            number = 0
            for line in io.BytesIO(self.head):
                number += 1
                yield line
            while line := self._line(self._stream, number + 1):
                number += 1
                yield line
        else:
            with self._opened() as file:
                yield from file

    @cached_property
    def head(self) -> bytes:
        """Its first 64 kB, and what is left of the line there; nothing of a folder."""
        if self._known is not None:
            return self._known
        if self.is_folder:
            return b""
        if self.is_stream:
            return self._beginning(self._stream)
        with self._opened() as file:
            return self._beginning(file)

    def _beginning(self, file: IO[bytes]) -> bytes:
        begun = file.read(_HEAD)
        return begun + self._line(file, begun.count(b"\n") + 1)

    def _line(self, file: IO[bytes], number: int) -> bytes:
        line = file.readline(LONGEST_LINE + 1)
        if len(line) > LONGEST_LINE:
            raise Refused("file", f"can't read {self.name!r}: line {number} is longer than {LONGEST_LINE:,} bytes")
        return line

    @cached_property
    def _stream(self) -> IO[bytes]:
        if self.name == "-":
            return sys.stdin.buffer
        file = self._opened()
        weakref.finalize(self, file.close)  # it is read in parts, as far as anyone wants
        return file

    @cached_property
    def body(self) -> bytes:
        """All of it."""
        return b"".join(self.lines())

    @cached_property
    def is_document(self) -> bool:
        """Whether it looks like one JSON document, not like lines of them; told by its beginning alone.

        A single object on a single line is both: it is read as lines, unless the name ends in ``.json``.
        """
        head = self.head.removeprefix(BOM).strip()
        if not head.startswith((b"{", b"[")) or self.name.endswith((".jsonl", ".ndjson")):
            return False
        first, *more = head.split(b"\n", LOOKED_AT)
        if first.startswith(b"[") or not more:
            return first.startswith(b"[") or self.name.endswith(".json")
        # Within a document lines are indented or end in a comma: one that is an object by itself isn't in one.
        return not any(line.startswith(b"{") and _is_json(line) for line in (first, *more))

    @cached_property
    def sample(self) -> list[dict[str, Any]]:
        """The objects on its first lines, where it is JSON Lines."""
        return [r for _, r in records(islice(io.BytesIO(self.head), LOOKED_AT)) if isinstance(r, dict)]

    @property
    def has_lines(self) -> bool:
        """Whether it begins as JSON Lines do: an object on its first line, and more below it."""
        first, _, rest = self.head.removeprefix(BOM).lstrip().partition(b"\n")
        return bool(rest.strip()) and any(isinstance(record, dict) for _, record in records([first]))

    @property
    def document(self) -> Any:
        """What it holds as one JSON document, lone surrogates read as U+FFFD; `Bad` where it holds none."""
        return self._decoded[0]

    @property
    def is_mended(self) -> bool:
        """Whether its document held lone surrogates, which are no characters."""
        return self._decoded[1]

    @cached_property
    def _decoded(self) -> tuple[Any, bool]:
        text = self.body.removeprefix(BOM)
        try:
            return decode(text), False
        except (MsgspecError, UnicodeError, RecursionError) as error:
            wrong = Bad(1, f"not one valid JSON document ({error})")
        try:
            return decode(_SURROGATE.sub(lambda found: found[1] or rb"\ufffd", text)), True
        except (MsgspecError, UnicodeError, RecursionError):
            return wrong, False

    @property
    def text(self) -> str:
        """All of it as text; what isn't UTF-8 is replaced."""
        return self.body.decode("utf-8-sig", errors="replace")

    def _opened(self) -> IO[bytes]:
        if self._root is not None and self.path is None:
            raise Refused("file", f"can't read {self.name!r}: it is no file of its folder")
        try:
            return open(self.name, "rb")
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else error
            raise Refused("file", f"can't read {self.name!r} ({why}): check the path") from None


def _is_json(text: bytes) -> bool:
    try:
        decode(text)
    except (MsgspecError, UnicodeError, RecursionError):
        return False
    return True
