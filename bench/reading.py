"""Rows c to f and k′: replaying the log, and reading one session of it."""

import gc
import shutil
import statistics
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any

import belieflog
from bench.appending import BATCH
from bench.driving import Ours, user_of
from bench.table import Line, micros, rate
from bench.workload import Workload, sessions_for
from bench.yardsticks import Indexed, Plain
from eventlog.events import Scope
from eventlog.replay import final
from projections import entries

ROUNDS = 40
CORRECTED, VOIDED = 200_000, 80  # row k′: events, and how many of each session's thousand are taken back


def replay(folder: Path, n: int) -> Iterator[Line]:
    """Fold everything into the final state of every session, and decode what shows."""
    mine, theirs = [], []
    with belieflog.open(folder / "log.db", readonly=True) as log:
        plain = Plain(str(folder / "plain.db"), "normal")
        for _ in range(1 if n > 200_000 else 3):
            mine.append(_timed(lambda: _replayed(log)))
            theirs.append(_timed(plain.replay))
        alike = sum(map(len, _replayed(log).values())) == sum(map(len, plain.replay().values()))
        plain.close()
    target = ">=2.0" if n >= 1_000_000 else ">=1.2"
    note = "select, json.loads, dict fold" if alike else "STATES DIFFER"
    a, b = min(mine), min(theirs)
    yield Line("c", f"full replay, {n:,}", rate(n, a), rate(n, b), b / a, target, note)


def _replayed(log: belieflog.Log) -> dict[Scope, list[Any]]:
    gc.disable()
    try:
        return {
            scope: [recorded.private for recorded in shown.values()]
            for scope, shown in final(log._store)
            if scope.session
        }
    finally:
        gc.enable()


def sessions(folder: Path, n: int) -> Iterator[Line]:
    """Read single sessions and entries: as they are, as they were, and all they have been."""
    names = [f"s{number * 37 % sessions_for(n):05d}" for number in range(ROUNDS)]
    scopes = [Scope(user_of(name), name) for name in names]
    ends = [(n // BATCH // 2 + number % 3) * BATCH + 1 for number in range(ROUNDS)]  # between batches; 1 is the opening
    with belieflog.open(folder / "log.db", readonly=True) as log:
        yard, index = Indexed(str(folder / "indexed.db"), "normal"), log._store.index
        memories = [log.memory(scope.user, scope.session) for scope in scopes]
        now = log._log.now()

        def everything(i: int, at: int | None = None) -> list[entries.Entry]:
            return entries.read(index.shown(scopes[i], at), now=now)

        held = lambda i: yard.current(names[i])
        replayed = lambda i: yard.as_of(names[i], ends[i] - 1)
        count = len(everything(0))
        yield _read("d", f"a session's {count} entries", everything, held, "<=1.0", "interval table")
        pad, past = (lambda i: memories[i].scratchpad()), (lambda i: memories[i].scratchpad(ends[i]))
        yield _read("d'", "Memory.scratchpad()", pad, held, "<=1.0", "the same, episodes apart")
        yield _read("e", "a session as of mid-log", lambda i: everything(i, ends[i]), replayed, "<=0.5", "its replay")
        yield _read("e'", "Memory.scratchpad(at=…)", past, replayed, "<=0.5", "the same")
        keys = [f"k{number % 5:03d}" for number in range(ROUNDS)]
        yield _read(
            "f", "Memory.history() of a note", lambda i: memories[i].history(f"note:{keys[i]}"),
            lambda i: yard.history(names[i], keys[i]), "<=1.2", "indexed select",
        )  # fmt: skip
        yard.close()


def corrected(folder: Path, n: int) -> Iterator[Line]:
    """Read the same sessions with and without corrections in force."""
    events = 2 * n if n <= CORRECTED // 2 else n
    shutil.copy(folder / "log.db", folder / "clean.db")
    clean = Ours(str(folder / "clean.db"), "normal")
    more = Workload(sessions_for(events - n), 11, "t").take(events - n)
    while batch := list(islice(more, BATCH)):
        clean.append_all(batch)
    clean.close()
    shutil.copy(folder / "clean.db", folder / "corrected.db")
    with belieflog.open(folder / "corrected.db", durability="normal") as log:
        scopes = [scope for scope in log._store.index.scopes() if scope.session][:200]
        for scope in scopes:
            chosen = [r.position for r in log._store.index.members(scope)[400 : 400 + VOIDED]]
            log.revert(user=scope.user, session=scope.session, event=chosen, reason="measured")
    with (
        belieflog.open(folder / "corrected.db", readonly=True) as log,
        belieflog.open(folder / "clean.db", readonly=True) as other,
    ):
        pairs = [[each.memory(scope.user, scope.session) for each in (log, other)] for scope in scopes[:ROUNDS]]
        ends = (log.position - len(scopes) // 2, other.position)  # half of the corrections made, and none
        what = f"{len(scopes)} corrections, {len(scopes) * VOIDED:,} void, {events:,}"
        reads: dict[str, Callable[[int, int], Any]] = {
            "scratchpad": lambda i, which: pairs[i][which].scratchpad(),
            "as known then": lambda i, which: pairs[i][which].scratchpad(ends[which]),
            "history": lambda i, which: pairs[i][which].history("note:k000"),
        }
        for title, read in reads.items():
            mine, theirs = (_nth(read, len(pairs), which) for which in (0, 1))
            yield _read("k'", f"{title}: {what}", mine, theirs, "<=1.5", "no correction")


def _read(row: str, work: str, ours: Callable[[int], Any], yard: Callable[[int], Any], target: str, note: str) -> Line:
    """Time two ways of reading in turn; each gets one round to warm its cache."""
    took: dict[Callable[[int], Any], list[float]] = {ours: [], yard: []}
    for number in range(2 * ROUNDS):
        for read in (ours, yard) if number % 2 else (yard, ours):
            start = perf_counter()
            read(number % ROUNDS)
            took[read].append(perf_counter() - start)
    a, b = (statistics.median(took[read][ROUNDS:]) for read in (ours, yard))
    return Line(row, work, micros(a), micros(b), a / b, target, note)


def _nth(read: Callable[[int, int], Any], count: int, which: int) -> Callable[[int], Any]:
    return lambda i: read(i % count, which)


def _timed(do: Callable[[], Any]) -> float:
    start = perf_counter()
    do()
    return perf_counter() - start
