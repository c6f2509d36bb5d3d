"""Files that are revisions of one store: a folder of them, with or without a list, or several paths in order.

A revision's name begins with its number and time (``002_2025-04-18T185142Z_91bff1ae.jsonl``), or ends with its
number (``memory.02.jsonl``). A list (``index.jsonl``) says for each its ``file`` (null with ``deleted``: the store
was empty) and when it was ``committed``. A time without a zone is no time.
"""

import os
import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from belieflog.importing.fields import text_of
from belieflog.importing.inputs import Input
from belieflog.importing.operations import Bad, records
from belieflog.importing.times import moment
from eventlog.names import LONGEST
from eventlog.times import Moment

INDEX = "index.jsonl"

_LEADING = re.compile(
    r"(?P<number>\d{1,9})_(?P<time>\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)(?:_\w+)?(?P<ending>\.\w+)"
)
_TRAILING = re.compile(r"(?P<stem>.+)\.(?P<number>\d{1,9})(?P<ending>\.\w+)")


class Revision(Struct, frozen=True):
    """One state of a store: its name, its file (None: there was none), and when it came about."""

    name: str
    file: Input | None
    when: Moment | None = None


class Series(Input):
    """Several paths that are revisions of one store."""

    def __init__(self, parts: Sequence[Input]) -> None:
        super().__init__(parts[0].name, b"")
        self.parts = parts

    def exists(self) -> bool:
        """Tell whether all of them are there."""
        return all(part.exists() for part in self.parts)


def store_name(given: Input) -> str:
    """Give a store's own name, the same for a revision of it and for the folder of its revisions.

    It is the last two of its path, so that two projects' files of one name aren't taken for one store.
    """
    if given.is_nameless:
        return given.stem
    path = os.path.abspath(given.name)
    if given.is_folder:
        stems = {match["stem"] + match["ending"] for file in _files(given) if (match := _TRAILING.fullmatch(file.base))}
        return with_folder(os.path.join(path, *stems) if len(stems) == 1 else path)
    folder, base = os.path.split(path)
    if match := _TRAILING.fullmatch(base):
        return with_folder(os.path.join(folder, match["stem"] + match["ending"]))
    return with_folder(folder if _LEADING.fullmatch(base) else path)


def with_folder(path: str) -> str:
    """Give the name of what lies at *path*, after that of the folder that it lies in."""
    folder, base = os.path.split(os.path.abspath(path))
    return f"{os.path.basename(folder)}/{base}"[-LONGEST:].lstrip("/")


def series(given: Input, ending: str) -> list[Revision | Bad] | None:
    """List the revisions that *given* holds; None where it is one file, or no series of files of that *ending*."""
    if isinstance(given, Series):
        return [_revision(part) for part in given.parts]
    if not given.is_folder:
        return None
    if given.below(INDEX).path is not None:
        found = list(_listed(given, ending))
        return found if any(isinstance(each, Revision) and each.file for each in found) else None
    numbered = [each for each in _files(given) if each.base.endswith(ending) and _number(each) is not None]
    if not numbered or len({store_name(each) for each in numbered}) > 1:
        return None
    return [_revision(each) for each in sorted(numbered, key=lambda each: (_number(each) or 0, each.base))]


def together(paths: Sequence[str | os.PathLike[str]]) -> Iterator[list[Input]]:
    """Yield paths, those side by side that are named as revisions of one store together."""

    def store(given: Input) -> object:
        if _number(given) is None:
            return given.name, id(given)
        return os.path.dirname(given.name), store_name(given)

    for _, group in groupby(map(Input, paths), store):
        yield list(group)


def _listed(given: Input, ending: str) -> Iterator[Revision | Bad]:
    for number, record in records(given.below(INDEX).lines()):
        if isinstance(record, Bad):
            yield Bad(number, f"{INDEX}: {record.why}")
            continue
        name = text_of(record.get("file"))
        when = moment(record.get("committed"))[0] or moment(record.get("authored"))[0]
        if record.get("deleted") is True:
            yield Revision(name or f"revision {record.get('rev', number)}", None, when)
        elif not name or os.path.basename(name) != name or not name.endswith(ending):
            yield Bad(number, f"{INDEX}: names no {ending} file of this folder")
        elif given.below(name).path is None:
            yield Bad(number, f"{INDEX}: {name!r} isn't there as a file of this folder")
        else:
            yield Revision(name, given.below(name), when)


def _revision(file: Input) -> Revision:
    match = _LEADING.fullmatch(file.base)
    return Revision(file.base, file, moment(match["time"])[0] if match else None)


def _number(file: Input) -> int | None:
    match = _LEADING.fullmatch(file.base) or _TRAILING.fullmatch(file.base)
    return int(match["number"]) if match else None


def _files(folder: Input) -> list[Input]:
    return [each for each in folder.inside() if each.path is not None]
