"""Row q′: finding by words and meaning among 100,000 memories of one user, without the time of a model."""

import os
import statistics
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any

import belieflog
from bench.appending import BATCH
from bench.table import Line, micros
from bench.workload import Workload

ROUNDS, MOST = 15, 0.06
WORDS = ("invoice", "refund queue", "bahemfi", "山黄", "which customer asked for a refund of the 发票")


class Made:
    """Vectors of 512 numbers made up from a text's hash; a third or so of all pairs reach the floor."""

    model, floor = "made-up-512", 0.2

    def __call__(self, texts: Sequence[str], /) -> Any:
        """Make a vector for each of *texts*."""
        import numpy as np

        seeds = (int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big") for text in texts)
        return np.stack([np.random.default_rng(seed).standard_normal(512, np.float32) + 0.45 for seed in seeds])


def close(folder: Path, n: int) -> Iterator[Line]:
    """Take memories in, find them by words and meaning, open the log again, and find them among new ones."""
    path = folder / "meaning.db"
    with belieflog.open(path, durability="normal", embedder=Made()) as log:
        mem, made = log.memory("u"), Workload(1).take(n)
        while ops := list(islice(made, BATCH)):
            with mem.batch() as batch:
                for op in ops:
                    batch.remember(f"semantic:n/k{op['i']}", str(op.get("value")))
        mem.recall("invoice", audit=False, meaning=False)
        before = os.path.getsize(path)
        took = _timed(lambda: mem.catch_up())
        size = (os.path.getsize(path) - before) / n
        yield Line("q'", f"vectors of {n:,} memories kept", micros(took), "", note=f"once; {size:,.0f} B a memory")
    with belieflog.open(path, durability="normal", embedder=Made()) as log:
        mem = log.memory("u")
        took = _timed(lambda: mem.recall("invoice", audit=False))
        yield Line("q'", f"first search after start, {n:,}", micros(took), "", note="reads all vectors")
        for words in WORDS:
            yield _within(words, [_timed(lambda words=words: mem.recall(words, audit=False)) for _ in range(ROUNDS)])
        yield _within("in a small namespace", [_timed(lambda: _new(mem, n, True)) for _ in range(ROUNDS)])
        yield _within("after a write", [_timed(lambda: _new(mem, n, False)) for _ in range(ROUNDS)])


def _new(mem: belieflog.Memory, n: int, narrow: bool) -> None:
    """Write one more, and search."""
    mem.remember(f"semantic:new/{mem._log.store.head().position}", "a refund of an invoice")
    mem.recall("refund", audit=False, namespace="new" if narrow else None)


def _within(work: str, times: list[float]) -> Line:
    took = statistics.median(times)
    return Line("q'", f"by words and meaning: {work}", micros(took), micros(MOST), took / MOST, "<=1.0")


def _timed(do: Any) -> float:
    start = perf_counter()
    do()
    return perf_counter() - start
