"""Print the table: ``python -m bench [--quick | --million] [--rows a,b,c] [--profile ROW]``."""

import argparse
import cProfile
import os
import platform
import pstats
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from datetime import UTC, datetime
from pathlib import Path

from bench import (
    answering,
    appending,
    auditing,
    importing,
    meaning,
    processes,
    proving,
    reading,
    recalling,
    searching,
    viewing,
)
from bench.table import HEADER, Line, printed

Measure = Callable[[Path, int], Iterator[Line]]

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
BIG = ("b", "c", "d", "k", "l", "m")  # what changes with the size of the log
NEEDS_LOG = ("c", "d", "k", "k'", "l", "m")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="belieflog beside plain sqlite3, in one run")
    parser.add_argument("--quick", action="store_true", help="10,000 operations, for a try")
    parser.add_argument("--million", action="store_true", help="also with 1,000,000, the rows that depend on it")
    parser.add_argument("--rows", help="only these, as in a,c,d (b measures h too, d also e and f)")
    parser.add_argument("--dir", help="where to put the files: a real disk, not memory (default: the temporary folder)")
    parser.add_argument("--profile", action="store_true", help="print where the time went, instead of the table")
    given = parser.parse_args()
    wanted = given.rows.split(",") if given.rows else list(ROWS)
    n = 10_000 if given.quick else 100_000
    print(f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, {os.cpu_count()} cores, {platform.platform()}, ", end="")
    print(f"Python {sys.version.split()[0]}, SQLite {sqlite3.sqlite_version}\n\n{HEADER}", flush=True)
    with nullcontext(given.dir) if given.dir else tempfile.TemporaryDirectory(prefix="belieflog-bench-") as folder:
        _measure(Path(folder), n, wanted, given.profile)
        if given.million:
            _measure(Path(folder) / "million", 1_000_000, [row for row in wanted if row in BIG], given.profile)


def _measure(folder: Path, n: int, wanted: list[str], profile: bool) -> None:
    folder.mkdir(exist_ok=True)
    if set(wanted) & set(NEEDS_LOG) and "b" not in wanted and not (folder / "log.db").exists():
        list(appending.load(folder, n))
    for row, measure in ROWS.items():
        if row in wanted:
            if profile:
                profiler = cProfile.Profile()
                profiler.runcall(list, measure(folder, n))
                pstats.Stats(profiler).sort_stats("tottime").print_stats(30)
            else:
                printed(measure(folder, n))


main()
