"""What a log on a server takes, for someone who plans: to fill, to follow from another machine, to catch up with."""

import statistics
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from time import perf_counter, time_ns
from urllib.parse import quote

import belieflog
from bench import progress
from bench.appending import BATCH, timed
from bench.driving import Ours
from bench.table import Amount, micros, rate
from bench.workload import Workload, operations

SINGLES, LOGS = 300, 20

Told = tuple[str, Amount, str]


def figures(server: str, folder: Path, n: int) -> Iterator[Told]:
    """Make logs named ``bench-…`` on *server*, fill one with *n* operations, and follow it in files in *folder*.

    The logs stay there: what is on a server is for its owner to drop.
    """
    name = f"bench-{time_ns() // 1_000_000_000}"
    here, elsewhere = (log_url(server, name, folder / f"{which}.db") for which in ("here", "elsewhere"))
    ours, took = Ours(here), 0.0
    stream, half = operations(n), n // 2 // BATCH * BATCH
    for done in range(0, n, BATCH):
        progress.now(f"a log on a server: {done:,} of {n:,} operations")
        took += timed(ours.append_all, list(islice(stream, BATCH)))
        if done + BATCH == half:
            belieflog.open(elsewhere).close()  # a follower that is then left behind
    yield "appended, 1,000 a commit", rate(n, took), f"{micros(took)} in all"
    singles = [timed(ours.append, op) for op in Workload(10, 5, "w").take(SINGLES)]
    yield "one durable append", micros(statistics.median(singles)), f"worst {micros(max(singles))}"
    behind = ours.log.position - half
    yield f"a follower {behind:,} events behind, caught up", micros(_opened(elsewhere)), ""
    events = ours.log.position
    built = _opened(log_url(server, name, folder / "new.db"))
    yield "a follower built from the events", rate(events, built), f"{micros(built)} in all"
    start = perf_counter()
    sound = ours.log.verify().ok
    yield "verified", rate(events, perf_counter() - start), "" if sound else "NOT SOUND"
    ours.close()
    made = [_opened(log_url(server, f"{name}-{number}", folder / f"one-{number}.db")) for number in range(LOGS)]
    yield "a log made", micros(statistics.median(made)), f"one of {LOGS}"
    again = [_opened(log_url(server, f"{name}-{number}", folder / f"one-{number}.db")) for number in range(LOGS)]
    yield "a log opened that is followed here", micros(statistics.median(again)), ""


def _opened(url: str) -> float:
    return timed(lambda target: belieflog.open(target).close(), url)


def log_url(server: str, log: str, follower: Path) -> str:
    """Give the address of a log on *server*, followed in *follower*."""
    join = "&" if "?" in server else "?"
    return f"{server}{join}log={quote(log)}&follower={quote(str(follower))}"
