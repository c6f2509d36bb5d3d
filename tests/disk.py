"""What a disk may hold after a power cut: all that was synced, and of the rest anything.

A `Disk` is told each change in the order in which it was asked for, and then says what may be found there: the
changes since the last sync all kept, all lost, some of them kept (in whatever order the disk wrote them), or torn, of
each only some 512-byte sectors. A file that grew without its new bytes holds zeros or leavings there. A name that
was made, moved or removed is sure only once its folder was synced; per name a file system keeps the order.

What SQLite trusts in too is taken for granted: a sync is a sync, and bytes beside those being written stay.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from vfs import Step, watching

SECTOR = 512
KINDS = ("kept", "lost", "some", "torn")
_Change = tuple[int, bytes | None]  # where, and what was written there; None: cut off there


class File:
    """The bytes that are sure, and the changes since."""

    def __init__(self, sure: bytes = b"") -> None:
        self.sure, self.since = bytearray(sure), list[_Change]()

    def sync(self) -> None:
        for change in self.since:
            _apply(self.sure, *change)
        self.since.clear()

    def found(self, kind: str, random: Random) -> bytes:
        """Give what may be in the file after a cut."""
        if kind == "lost" or not self.since:
            return bytes(self.sure)
        found, share = bytearray(self.sure), random.choice((0.1, 0.5, 0.9))
        leavings = random.randbytes if random.random() < 0.5 else bytes
        for at, data in self.since:
            if kind == "torn" and data:
                for start, part in _sectors(at, data):
                    if random.random() < share:
                        _apply(found, start, part, leavings)
            elif kind == "kept" or random.random() < share:
                _apply(found, at, data, leavings)
        return bytes(found)


class Disk:
    """The files of one folder, as SQLite and Python change them."""

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder)
        self._sure = {name: File((folder / name).read_bytes()) for name in os.listdir(folder)}
        self._now = dict(self._sure)
        self._since: list[tuple[str, File | None]] = []

    def take(self, step: Step) -> None:
        """Take in a change."""
        what, name = step.what, os.path.basename(step.path)
        if what == "folder-sync":
            for each, file in self._since:
                self._keep(self._sure, each, file)
            self._since.clear()
        elif what == "open":
            if name not in self._now:
                self._name(name, File())
        elif what == "name":
            self._name(step.data.decode(), self._now[name])
        elif what == "delete":
            self._name(name, None)
        elif what == "write":
            self._now[name].since.append((step.at, step.data))
        elif what == "truncate":
            self._now[name].since.append((step.at, None))
        elif what == "sync":
            self._now[name].sync()
        else:
            raise ValueError(what)

    def found(self, kind: str, random: Random) -> dict[str, bytes]:
        """Give the files that may be there after a cut, by name."""
        names = dict(self._sure)
        by_name: dict[str, list[File | None]] = {}
        for name, file in self._since:
            by_name.setdefault(name, []).append(file)
        for name, files in by_name.items():
            kept = {"kept": len(files), "lost": 0}.get(kind, random.randint(0, len(files)))
            if kept:
                self._keep(names, name, files[kept - 1])
        bytes_of = {id(file): file.found(kind, random) for file in names.values()}
        return {name: bytes_of[id(file)] for name, file in names.items()}

    def _name(self, name: str, file: File | None) -> None:
        self._keep(self._now, name, file)
        self._since.append((name, file))

    @staticmethod
    def _keep(names: dict[str, File], name: str, file: File | None) -> None:
        if file is None:
            names.pop(name, None)
        else:
            names[name] = file


@contextmanager
def recorded(folder: Path, steps: list[Any]) -> Iterator[None]:
    """Add to *steps* every change of the files in *folder* that is made meanwhile."""

    def look(step: Step) -> int:
        if str(folder) in (step.path, os.path.dirname(step.path)):
            steps.append(step)
        return 0

    with watching(look):
        yield


def _apply(found: bytearray, at: int, data: bytes | None, leavings: object = bytes) -> None:
    if data is None:
        del found[at:]
        return
    if at > len(found):
        found += leavings(at - len(found))  # type: ignore[operator]
    found[at : at + len(data)] = data


def _sectors(at: int, data: bytes) -> Iterator[tuple[int, bytes]]:
    start = 0
    while start < len(data):
        end = min(len(data), start + SECTOR - (at + start) % SECTOR)
        yield at + start, data[start:end]
        start = end
