"""Row k: verifying the chain, beside a loop that does nothing but hash the same rows."""

from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

import belieflog
from bench.table import Line, rate
from bench.yardsticks import hash_loop, stored_texts


def verified(folder: Path, n: int) -> Iterator[Line]:
    """Verify the whole log, and read and hash it, in turn."""
    mine, theirs = [], []
    sound = True
    with belieflog.open(folder / "log.db", readonly=True) as log:
        for _ in range(1 if n > 200_000 else 3):
            start = perf_counter()
            sound = log.verify().ok and sound
            middle = perf_counter()
            hash_loop(stored_texts(str(folder / "log.db")))
            mine.append(middle - start)
            theirs.append(perf_counter() - middle)
    note = "read and sha256" if sound else "NOT SOUND"
    yield Line("k", f"verify, {n:,}", rate(n, min(mine)), rate(n, min(theirs)), min(theirs) / min(mine), ">=0.5", note)
