"""Rows a, a′, b and h: one append, a thousand in a commit, and what an event weighs."""

import os
import statistics
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import TypeVar

from bench.driving import Ours
from bench.table import Line, micros, rate
from bench.workload import Workload, operations
from bench.yardsticks import Indexed, Plain, dumps

What = TypeVar("What")
WARM, BLOCK, BATCH = 2_100, 10, 1_000  # a new WAL is slow until it has been recycled once


def single(folder: Path, synchronous: str, n: int) -> Iterator[Line]:
    """Append one by one to both, in alternating blocks, so that what drifts on the disk hits both."""
    ours = Ours(str(folder / f"single-{synchronous}.db"), synchronous)
    plain = Plain(str(folder / f"single-{synchronous}.yard"), synchronous)
    ops = list(Workload(10).take(WARM + n))
    for op in ops[:WARM]:
        ours.append(op)
        plain.append(op)
    took: dict[Ours | Plain, list[float]] = {ours: [], plain: []}
    for start in range(WARM, len(ops), BLOCK):
        for one in (ours, plain) if start // BLOCK % 2 else (plain, ours):
            append, times = one.append, took[one]
            for op in ops[start : start + BLOCK]:
                times.append(_timed(append, op))
    ours.close()
    plain.close()
    mine, theirs = took[ours], took[plain]
    row, target = ("a", ">=0.90") if synchronous == "full" else ("a'", ">=0.40")
    medians = statistics.median(theirs) / statistics.median(mine)
    yield Line(
        row, f"one append, synchronous={synchronous}", micros(sum(mine) / len(mine)), micros(sum(theirs) / len(theirs)),
        sum(theirs) / sum(mine), target, f"raw insert; by medians {medians:.2f}",
    )  # fmt: skip


def load(folder: Path, n: int) -> Iterator[Line]:
    """Fill the files that the other rows read, timing whole batches in turn."""
    ours, plain = Ours(str(folder / "log.db"), "normal"), Plain(str(folder / "plain.db"), "normal")
    indexed = Indexed(str(folder / "indexed.db"), "normal")
    mine, theirs, payload = 0.0, 0.0, 0
    stream = operations(n)
    while batch := list(islice(stream, BATCH)):
        mine += _timed(ours.append_all, batch)
        theirs += _timed(plain.append_all, batch)
        indexed.append_all(batch)
        payload += sum(len(dumps(op).encode()) for op in batch)
    for one in (ours, plain, indexed):
        one.close()
    size = sum(os.path.getsize(folder / f"log.db{end}") for end in ("", "-wal") if (folder / f"log.db{end}").exists())
    work = f"{BATCH:,} operations a commit, {n:,}"
    yield Line("b", work, rate(n, mine), rate(n, theirs), theirs / mine, ">=0.30", "executemany")
    each, bare, note = f"{size / n:.0f} B", f"{payload / n:.0f} B", "its JSON, without search"
    yield Line("h", f"bytes an event, {n:,}", each, bare, size / payload, "<=1.9", note)


def _timed(do: Callable[[What], object], what: What) -> float:
    start = perf_counter()
    do(what)
    return perf_counter() - start
