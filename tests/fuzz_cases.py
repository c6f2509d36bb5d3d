"""What is fuzzed, as one run of bytes: a file or a folder of a format, or a line of the command with its input.

Whatever the bytes are, they are a case or none; what names a file leads nowhere outside the folder it is put in.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from belieflog.importing.formats import FORMATS

PART, INPUT = b"\x1e", b"\x1f"  # before a file of a folder, or a word of a line; before what stands on standard input
_ODD = re.compile(r"[^\w.#&' -]", re.ASCII)
_MOST = 24  # files of a folder, words of a line


class Case(NamedTuple):
    """A file named *name* to be read as *format*; of a folder, *parts* are the names and bodies of its files."""

    format: str
    name: str
    body: bytes = b""
    parts: tuple[tuple[str, bytes], ...] = ()

    def packed(self) -> bytes:
        """Write it as bytes, to be read by `case`."""
        files = b"".join(PART + name.encode() + b"\n" + body for name, body in self.parts)
        return f"{self.format}\t{self.name}\n".encode() + self.body + files

    @property
    def is_folder(self) -> bool:
        """Whether it is a folder of files."""
        return self.name.endswith("/")

    @contextmanager
    def laid_out(self) -> Iterator[Path]:
        """Give where it lies as long as it is needed."""
        with TemporaryDirectory(prefix="fuzz-") as folder:
            path = Path(folder) / "given" / self.name
            if self.is_folder:
                path.mkdir(parents=True)
                for name, body in self.parts:
                    _put(path / name, body)
            else:
                _put(path, self.body)
            yield path


def case(data: bytes) -> Case | None:
    """Read a case of bytes; None where they name no format."""
    first, _, body = data.partition(b"\n")
    format, _, told = first.decode("ascii", "replace").partition("\t")
    if format not in FORMATS and format != "auto":
        return None
    name = _plain(told) or "x"
    if not told.endswith("/"):
        return Case(format, name, body)
    found = {}
    for each in body.split(PART)[1 : _MOST + 1]:
        name_of_part, _, text = each.partition(b"\n")
        found[_plain(name_of_part.decode("ascii", "replace")) or "x"] = text
    return Case(format, f"{name}/", parts=tuple(found.items()))


class Line(NamedTuple):
    """The words after ``belieflog``, and what it reads from standard input."""

    words: tuple[str, ...]
    input: bytes = b""

    def packed(self) -> bytes:
        """Write it as bytes, to be read by `line`."""
        return PART.join(word.encode("utf-8", "surrogateescape") for word in self.words) + INPUT + self.input


def line(data: bytes) -> Line:
    """Read a line of bytes, its words as the system hands them over."""
    words, _, given = data.partition(INPUT)
    told = (word.replace(b"\0", b"").decode("utf-8", "surrogateescape") for word in words.split(PART)[:_MOST])
    return Line(tuple(told), given)


def _plain(name: str) -> str:
    """Give a path that stays where it is put."""
    segments = [_ODD.sub("_", each)[:120] for each in name.split("/")]
    return "/".join(each for each in segments if each.strip(". "))[:400]


def _put(path: Path, body: bytes) -> None:
    """Write a file, unless something else is in its place."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)
    except OSError:
        return
