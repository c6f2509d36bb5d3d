"""The rows of the table, in its order: which module measures each, with how many operations."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from bench import (
    answering,
    appending,
    auditing,
    importing,
    meaning,
    processes,
    progress,
    proving,
    reading,
    recalling,
    searching,
    viewing,
)
from bench.kept import Folders
from bench.table import Line

Measure = Callable[[Path, int], Iterator[Line]]

BASE = 100_000  # most rows are measured with so many at most; those of BIG with more too, if that is asked
SINGLES = 3_000
ROWS: dict[str, Measure] = {
    "a": lambda folder, n: appending.single(folder, "full", min(n // 20, SINGLES)),
    "a'": lambda folder, n: appending.single(folder, "normal", min(n // 20, SINGLES)),
    "b": appending.load,
    "c": reading.replay,
    "d": reading.sessions,
    "k": proving.verified,
    "k'": reading.corrected,
    "t": auditing.audited,
    "u'": viewing.viewed,
    "g": searching.searched,
    "p": searching.prompted,
    "q": recalling.recalled,
    "q'": meaning.close,
    "l": processes.memory,
    "m": answering.first,
    "n": importing.imported,
    "i": lambda folder, n: processes.starts(folder),
    "j": lambda folder, n: processes.writers(folder),
}
TARGETS = ("a", "a'", "b", "c", "d", "k", "k'", "g", "l", "m", "i", "j")  # b measures h too, d also e and f
BIG = ("b", "c", "d", "k", "l", "m")  # what changes with the size of the log
ON_LOG = ("b", "c", "d", "k", "k'", "l", "m")
WITH = {"h": "b", "e": "d", "f": "d"}


def measured(folders: Folders, n: int, wanted: Iterable[str]) -> Iterator[Line]:
    """Measure the *wanted* rows in the table's order, on a log that is filled once."""
    wanted = {WITH.get(row, row) for row in wanted}
    if wanted & set(ON_LOG) and "b" not in wanted:
        list(appending.load(folders.log(n), n))
    for row, measure in ROWS.items():
        if row in wanted:
            progress.now(f"{row}, {n:,}")
            yield from measure(folders.log(n) if row in ON_LOG else folders.new, n)
