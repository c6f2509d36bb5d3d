"""What a log of so many events takes, for someone who plans: bytes, seconds to fill it, to open, read and check it."""

import json
import statistics
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

import belieflog
from bench import appending, built, on_server, progress
from bench.appending import file_size
from bench.driving import user_of
from bench.kept import Folders
from bench.rows import BASE
from bench.table import Amount, micros, rate, row
from bench.workload import sessions_for
from eventlog import copying
from eventlog.sqlite_store import SQLiteStore

LOOKS = 15
HEADER = row("work", "figure", "note") + "\n|---|---|---|"

Told = tuple[str, Amount, str]


def printed(folders: Folders, n: int, server: str | None, machine: str, as_json: bool) -> None:
    """Measure logs of 100,000 events and of *n*, or one of *n* on a *server*, and print what was found."""
    if not as_json:
        print(f"{machine}\n\n{HEADER}", flush=True)
    found = []
    for size in [n] if server else sorted({min(n, BASE), n}):
        told = on_server.figures(server, folders.new, size) if server else figures(folders, size)
        for work, amount, note in told:
            progress.over()
            found.append({"events": size, "work": work, "value": amount.value, "unit": amount.unit, "note": note})
            if not as_json:
                print(row(f"{work}, {size:,}", amount, note), flush=True)
    progress.over()
    if as_json:
        print(json.dumps({"machine": machine, "figures": found}, ensure_ascii=False, indent=1))


def figures(folders: Folders, n: int) -> Iterator[Told]:
    """Measure one log of *n* events; it is filled once and kept, and what changes it is done to copies."""
    folder = folders.log(n)
    list(appending.load(folder, n))
    told = built.read(folder, n)
    assert told is not None
    yield "appended, 1,000 a commit", rate(n, told.mine), micros_text(told.mine, "in all")
    yield "bytes an event", Amount(told.size / n, "B"), f"{told.size / 1e6:,.0f} MB in all"
    yield from _looks(folder / "log.db", n)
    yield from _made_anew(folder / "log.db", folders.new, n)


def _looks(path: Path, n: int) -> Iterator[Told]:
    progress.now(f"opening and reading, {n:,}")
    yield "opened, to be written", micros(_median(lambda _: belieflog.open(path).close())), "and closed"
    with belieflog.open(path, readonly=True) as log:
        names = [f"s{number * 37 % sessions_for(n):05d}" for number in range(LOOKS)]
        memories = [log.memory(user_of(name), name) for name in names]
        for each in memories:
            each.scratchpad()
        yield "a session's scratchpad", micros(_median(lambda i: memories[i].scratchpad())), ""
        middle = n // 2 // appending.BATCH * appending.BATCH + 1
        yield "the same as of mid-log", micros(_median(lambda i: memories[i].scratchpad(middle))), ""
        yield "recall of a word, nothing indexed", _recall(memories), "reads entry by entry; open for reading only"
        progress.now(f"verifying, {n:,}")
        took = _timed(log.verify)
        yield "verified", rate(n, took), micros_text(took * 1e6 / n, "a million")


def _made_anew(path: Path, folder: Path, n: int) -> Iterator[Told]:
    progress.now(f"a follower of {n:,}")
    copy = folder / f"follower-{n}.db"
    source = SQLiteStore(str(path), readonly=True)
    target = SQLiteStore(str(copy), durability="normal")
    took = _timed(lambda: copying.carry(source, target, source.head().position))
    source.close()
    target.close()
    yield "copied from the events, with its indexes", rate(n, took), micros_text(took, "in all")
    with belieflog.open(copy, durability="normal") as log:
        progress.now(f"rebuilding the index of {n:,}")
        took = _timed(log.rebuild)
        yield "rebuilt index", rate(n, took), micros_text(took, "in all")
        names = [f"s{number * 37 % sessions_for(n):05d}" for number in range(LOOKS)]
        memories = [log.memory(user_of(name), name) for name in names]
        for each in memories:
            each.recall("refund", audit=False)  # takes the session's words in
        yield "recall of a word, indexed", _recall(memories), ""
    yield "bytes an event, words of some sessions indexed", Amount(file_size(copy) / n, "B"), ""
    copy.unlink()


def _recall(memories: list[belieflog.Memory]) -> Amount:
    return micros(_median(lambda i: memories[i].recall("refund", audit=False)))


def micros_text(seconds: float, what: str) -> str:
    """Write a time and what it is the time of."""
    return f"{micros(seconds)} {what}"


def _median(do: Callable[[int], Any]) -> float:
    return statistics.median(_timed(lambda i=i: do(i)) for i in range(LOOKS))


def _timed(do: Callable[[], Any]) -> float:
    start = perf_counter()
    do()
    return perf_counter() - start
