"""Rows a, a′, b and h: one append, a thousand in a commit, and what an event weighs."""

import os
import statistics
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Protocol, TypeVar

from bench import built, progress
from bench.driving import Ours
from bench.table import Amount, Line, micros, rate
from bench.workload import Op, Workload, operations
from bench.yardsticks import Indexed, Plain, dumps

What = TypeVar("What")
WARM, BLOCK, BATCH = 2_100, 10, 1_000  # a new WAL is slow until it has been recycled once


class Takes(Protocol):
    """What operations can be appended to."""

    def append(self, op: Op, /) -> object:
        """Write one operation."""


class TakesAll(Protocol):
    """What batches of operations can be appended to."""

    def append_all(self, ops: list[Op], /) -> object:
        """Write a batch of them."""


def single(folder: Path, synchronous: str, n: int) -> Iterator[Line]:
    """Append one by one to both."""
    ours = Ours(str(folder / f"single-{synchronous}.db"), synchronous)
    plain = Plain(str(folder / f"single-{synchronous}.yard"), synchronous)
    mine, theirs = alternating(ours, plain, list(Workload(10).take(WARM + n)), WARM)
    ours.close()
    plain.close()
    row, target = ("a", ">=0.90") if synchronous == "full" else ("a'", ">=0.40")
    medians = statistics.median(theirs) / statistics.median(mine)
    yield Line(
        row, f"one append, synchronous={synchronous}", micros(sum(mine) / len(mine)), micros(sum(theirs) / len(theirs)),
        sum(theirs) / sum(mine), target, f"raw insert; by medians {medians:.2f}",
    )  # fmt: skip


def alternating(one: Takes, other: Takes, ops: Sequence[Op], warm: int) -> tuple[list[float], list[float]]:
    """Append to both in alternating blocks, so that what drifts on the disk hits both; the first *warm* untimed."""
    for op in ops[:warm]:
        one.append(op)
        other.append(op)
    took: tuple[list[float], list[float]] = ([], [])
    pairs = ((one, took[0]), (other, took[1]))
    for start in range(warm, len(ops), BLOCK):
        for each, times in pairs if start // BLOCK % 2 else reversed(pairs):
            append = each.append
            for op in ops[start : start + BLOCK]:
                times.append(timed(append, op))
    return took


def load(folder: Path, n: int) -> Iterator[Line]:
    """Fill the files that the other rows read, timing whole batches in turn; those of an earlier run are told again."""
    told = built.read(folder, n)
    if told is None:
        told = built.write(folder, n, *_filled(folder, n))
    again = f", {told.when}" if told.again else ""
    b, mine, theirs = f"{BATCH:,} operations a commit, {n:,}", rate(n, told.mine), rate(n, told.theirs)
    yield Line("b", b, mine, theirs, told.theirs / told.mine, ">=0.30", f"executemany{again}")
    each, bare = Amount(told.size / n, "B"), Amount(told.payload / n, "B")
    note = f"its JSON, without search{again}"
    yield Line("h", f"bytes an event, {n:,}", each, bare, told.size / told.payload, "<=1.9", note)


def _filled(folder: Path, n: int) -> tuple[float, float, int, int]:
    ours, plain = Ours(str(folder / "log.db"), "normal"), Plain(str(folder / "plain.db"), "normal")
    indexed = Indexed(str(folder / "indexed.db"), "normal")
    mine, theirs, payload = fill(ours, plain, indexed, n, "b")
    for one in (ours, plain, indexed):
        one.close()
    return mine, theirs, file_size(folder / "log.db"), payload


def fill(one: TakesAll, plain: Plain, indexed: Indexed, n: int, what: str) -> tuple[float, float, int]:
    """Append *n* operations batch by batch to all; give the seconds of the first two, and the bytes that were written."""
    mine, theirs, payload, done = 0.0, 0.0, 0, 0
    stream = operations(n)
    while batch := list(islice(stream, BATCH)):
        mine += timed(one.append_all, batch)
        theirs += timed(plain.append_all, batch)
        indexed.append_all(batch)
        payload += sum(len(dumps(op).encode()) for op in batch)
        done += len(batch)
        progress.now(f"{what}: {done:,} of {n:,} operations")
    return mine, theirs, payload


def file_size(path: Path) -> int:
    """Give the bytes of a database, with what lies beside it, or of all the files in a folder."""
    if path.is_dir():
        return sum(os.path.getsize(each) for each in path.rglob("*") if each.is_file())
    return sum(os.path.getsize(f"{path}{end}") for end in ("", "-wal") if os.path.exists(f"{path}{end}"))


def timed(do: Callable[[What], object], what: What) -> float:
    """Give how long it takes to *do* it."""
    start = perf_counter()
    do(what)
    return perf_counter() - start
