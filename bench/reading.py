"""Rows c to f and k′: replaying the log, and reading one session of it."""

import gc
import shutil
import statistics
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
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


class Looks:
    """One log and its yardstick, open to be read session by session."""

    def __init__(self, folder: Path, n: int) -> None:
        self.names = [f"s{number * 37 % sessions_for(n):05d}" for number in range(ROUNDS)]
        self.scopes = [Scope(user_of(name), name) for name in self.names]
        middle = n // BATCH // 2
        self.ends = [(middle + number % 3) * BATCH + 1 for number in range(ROUNDS)]  # between batches; 1 is the opening
        self.keys = [f"k{number % 5:03d}" for number in range(ROUNDS)]
        self.log = belieflog.open(folder / "log.db", readonly=True)
        self.yard = Indexed(str(folder / "indexed.db"), "normal")
        self.memories = [self.log.memory(scope.user, scope.session) for scope in self.scopes]
        self._now = self.log._log.now()

    def __enter__(self) -> "Looks":
        return self

    def __exit__(self, *failed: object) -> None:
        self.log.close()
        self.yard.close()

    def everything(self, i: int, at: int | None = None) -> list[entries.Entry]:
        """Read all entries of a session."""
        return entries.read(self.log._store.index.shown(self.scopes[i], at), now=self._now)

    def earlier(self, i: int) -> list[entries.Entry]:
        """Read them as of the middle of the log."""
        return self.everything(i, self.ends[i])

    def history(self, i: int) -> Any:
        """Read what was ever written to one note."""
        return self.memories[i].history(f"note:{self.keys[i]}")


def sessions(folder: Path, n: int) -> Iterator[Line]:
    """Read single sessions and entries: as they are, as they were, and all they have been."""
    with Looks(folder, n) as ours:
        yard, names, memories, ends = ours.yard, ours.names, ours.memories, ours.ends
        held = lambda i: yard.current(names[i])
        replayed = lambda i: yard.as_of(names[i], ends[i] - 1)
        pad, past = (lambda i: memories[i].scratchpad()), (lambda i: memories[i].scratchpad(ends[i]))
        written = lambda i: yard.history(names[i], ours.keys[i])
        count = len(ours.everything(0))
        yield _read("d", f"a session's {count} entries, {n:,}", ours.everything, held, "<=1.0", "interval table")
        yield _read("d'", f"Memory.scratchpad(), {n:,}", pad, held, "<=1.0", "the same, episodes apart")
        yield _read("e", f"a session as of mid-log, {n:,}", ours.earlier, replayed, "<=0.5", "its replay")
        yield _read("e'", f"Memory.scratchpad(at=…), {n:,}", past, replayed, "<=0.5", "the same")
        yield _read("f", f"Memory.history() of a note, {n:,}", ours.history, written, "<=1.2", "indexed select")


def grown(small: Path, few: int, big: Path, many: int) -> Iterator[Line]:
    """Read the same from a larger log as from a smaller one, in turn: it should take as long."""
    work = f"{few:,} to {many:,}"
    with Looks(small, few) as less, Looks(big, many) as more:
        yield _read("d", f"a session's entries, {work}", more.everything, less.everything, "<=1.2", "grows", "growth")
        yield _read("e", f"a session as of mid-log, {work}", more.earlier, less.earlier, "<=1.2", "grows", "growth")
        yield _read("f", f"Memory.history() of a note, {work}", more.history, less.history, "<=1.2", "grows", "growth")


def corrected(folder: Path, n: int) -> Iterator[Line]:
    """Read the same sessions with and without corrections in force."""
    with TemporaryDirectory(prefix="corrected-", dir=folder) as copies:
        yield from _corrected(folder, Path(copies), n)


def _corrected(folder: Path, copies: Path, n: int) -> Iterator[Line]:
    events = 2 * n if n <= CORRECTED // 2 else n
    shutil.copy(folder / "log.db", copies / "clean.db")
    clean = Ours(str(copies / "clean.db"), "normal")
    more = Workload(sessions_for(events - n), 11, "t").take(events - n)
    while batch := list(islice(more, BATCH)):
        clean.append_all(batch)
    clean.close()
    shutil.copy(copies / "clean.db", copies / "corrected.db")
    with belieflog.open(copies / "corrected.db", durability="normal") as log:
        scopes = [scope for scope in log._store.index.scopes() if scope.session][:200]
        for scope in scopes:
            chosen = [r.position for r in log._store.index.members(scope)[400 : 400 + VOIDED]]
            log.revert(user=scope.user, session=scope.session, event=chosen, reason="measured")
    with (
        belieflog.open(copies / "corrected.db", readonly=True) as log,
        belieflog.open(copies / "clean.db", readonly=True) as other,
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


def _read(
    row: str, work: str, ours: Callable[[int], Any], yard: Callable[[int], Any], target: str, note: str, about: str = ""
) -> Line:
    """Time two ways of reading in turn; each gets one round to warm its cache."""
    took: dict[Callable[[int], Any], list[float]] = {ours: [], yard: []}
    for number in range(2 * ROUNDS):
        for read in (ours, yard) if number % 2 else (yard, ours):
            start = perf_counter()
            read(number % ROUNDS)
            took[read].append(perf_counter() - start)
    a, b = (statistics.median(took[read][ROUNDS:]) for read in (ours, yard))
    return Line(row, work, micros(a), micros(b), a / b, target, note, about)


def _nth(read: Callable[[int, int], Any], count: int, which: int) -> Callable[[int], Any]:
    return lambda i: read(i % count, which)


def _timed(do: Callable[[], Any]) -> float:
    start = perf_counter()
    do()
    return perf_counter() - start
