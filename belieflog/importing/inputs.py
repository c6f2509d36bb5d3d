"""What is given to be imported: a file, a folder, or standard input, read as lines, as one document, or file by file."""

import io
import os
import re
import sys
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
# A lone surrogate in JSON; what only looks like one (an escaped backslash, a pair) is in the group.
_SURROGATE = re.compile(
    rb"(\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})|\\u[dD][89a-fA-F][0-9a-fA-F]{2}"
)


class Input:
    """One thing to be imported; *name* is what the user called it, ``-`` standard input; *body* its bytes, if known."""

    def __init__(self, name: str | os.PathLike[str], body: bytes | None = None) -> None:
        self.name = os.fspath(name)
        self._known = body

    @property
    def base(self) -> str:
        """The last part of its name, wherever the program runs."""
        return os.path.basename(os.path.abspath(self.name))

    @property
    def stem(self) -> str:
        """Its base name without the ending; ``stdin`` for standard input."""
        return "stdin" if self.name == "-" else os.path.splitext(self.base)[0]

    @property
    def is_folder(self) -> bool:
        """Whether it is a folder of files."""
        return self._known is None and os.path.isdir(self.name)

    @property
    def path(self) -> str | None:
        """Where it lies as a file, None for what comes otherwise."""
        return self.name if self._known is None and self.name != "-" and os.path.isfile(self.name) else None

    def files(self, *endings: str) -> list["Input"]:
        """List the files in the folder and below it whose names end so, by path."""
        found = [
            os.path.join(folder, each)
            for folder, _, names in os.walk(self.name)
            for each in names
            if not endings or each.endswith(endings)
        ]
        return [Input(path) for path in sorted(found)]

    def inside(self) -> list["Input"]:
        """List what lies in the folder itself, files and folders, by name."""
        try:
            return [Input(os.path.join(self.name, each)) for each in sorted(os.listdir(self.name))]
        except OSError as error:
            raise Refused("file", f"can't read {self.name!r} ({error.strerror}): check the path") from None

    def below(self, *path: str) -> "Input":
        """Give a file in the folder."""
        return Input(os.path.join(self.name, *path))

    def exists(self) -> bool:
        """Tell whether it is there."""
        return self._known is not None or self.name == "-" or os.path.exists(self.name)

    def lines(self) -> Iterator[bytes]:
        """Yield its lines, as long as they are needed; only a line feed ends one.

        Of standard input, once, unless all of it has been read.
        """
        known = self.__dict__.get("body", self._known)
        if known is not None:
            yield from io.BytesIO(known)
        elif self.name == "-":
            yield from io.BytesIO(self.head)
            yield from sys.stdin.buffer
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
        if self.name == "-":
            return sys.stdin.buffer.read(_HEAD) + sys.stdin.buffer.readline()
        with self._opened() as file:
            return file.read(_HEAD) + file.readline()

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
        try:
            return open(self.name, "rb")
        except OSError as error:
            raise Refused("file", f"can't read {self.name!r} ({error.strerror}): check the path") from None


def _is_json(text: bytes) -> bool:
    try:
        decode(text)
    except (MsgspecError, UnicodeError, RecursionError):
        return False
    return True
