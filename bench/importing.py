"""Row n: a long transcript taken in by a child, beside bare inserts of the same texts."""

import json
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from bench import transcripts
from bench.processes import run
from bench.table import Amount, Line, rate
from bench.yardsticks import Plain, stored_texts

SIZE, QUICK = 100_000_000, 10_000_000


def imported(folder: Path, n: int) -> Iterator[Line]:
    """Import one file in one transaction, synchronous=full; the yardstick has each event's texts, and nothing to work out."""
    size = QUICK if n < 100_000 else SIZE
    file, log = folder / "transcript.jsonl", folder / "imported.db"
    lines = transcripts.make(file, size)
    told = json.loads(run(["-m", "bench.worker", "take", str(log), str(file)]))
    texts = [(public + body).decode() for public, _, body in stored_texts(str(log))]
    plain = Plain(str(folder / "imported.yard"), "full")
    start = perf_counter()
    plain.connection.execute("begin immediate")
    plain.connection.executemany(Plain.INSERT, ((text,) for text in texts))
    plain.connection.execute("commit")
    theirs = perf_counter() - start
    plain.close()
    events, mine, peak = int(told["events"]), float(told["seconds"]), float(told["peak_mb"])
    work = f"import of {size / 1e6:.0f} MB, {lines:,} lines"
    yield Line(
        "n", work, rate(events, mine), rate(20_000, 1), events / mine / 20_000, ">=1.0", f"{size / mine / 1e6:.0f} MB/s"
    )
    yield Line(
        "n", f"{work}, beside inserts", rate(events, mine), rate(len(texts), theirs), theirs / mine, "", "executemany"
    )
    yield Line("n", f"{work}, peak memory", Amount(peak, "MB"), Amount(200, "MB"), peak / 200, "<=1.0")
