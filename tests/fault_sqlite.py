"""The faults that the SQLite store is put through."""

import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from crowd import gather
from cuts import cut, taped
from doings import DOINGS, Doing
from failing import fail
from fault_report import Asked, Row, Section, row
from kills import kill, run_whole
from promises import Found

import belieflog

_LARGE = {"fill"}  # its files take long to write: a smaller share of the tries


def shares(total: int, doings: Sequence[Doing] = DOINGS) -> Iterator[tuple[Doing, int]]:
    """Share out the tries."""
    weights = [1 if doing.name in _LARGE else 4 for doing in doings]
    for doing, weight in zip(doings, weights, strict=True):
        yield doing, max(1, -(-total * weight // sum(weights)))


def power_cuts(asked: Asked) -> Iterator[Row]:
    """Cut the power at every sync and between."""
    for doing, count in shares(asked.cuts):
        with tempfile.TemporaryDirectory() as folder:
            yield row(doing.name, cut(taped(doing, Path(folder)), count, asked.seed))


def power_cuts_unsynced(asked: Asked) -> Iterator[Row]:
    """Cut the power of a log that never waits for the disk: what looks for losses must see them."""
    doings = [doing for doing in DOINGS if doing.name in ("create", "append", "correct", "import")]
    for doing in doings:
        with tempfile.TemporaryDirectory() as folder:
            yield row(doing.name, cut(taped(doing, Path(folder), "off"), max(8, asked.cuts // 40), asked.seed))


def kills(asked: Asked) -> Iterator[Row]:
    """Kill -9 at each statement and at each change of a file."""
    for doing, count in shares(asked.kills):
        with tempfile.TemporaryDirectory() as folder:
            yield row(doing.name, kill(run_whole(doing, Path(folder)), count, asked.seed))


def disks(asked: Asked) -> Iterator[Row]:
    """Fill the disk, or let it fail once."""
    for doing, count in shares(asked.kills):
        with tempfile.TemporaryDirectory() as folder:
            yield row(doing.name, fail(run_whole(doing, Path(folder)), count, asked.seed))


def crowd(asked: Asked) -> Iterator[Row]:
    """Four writers and four readers at once."""
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder, "agent.db"))
        told, looks, wrong = gather(path, 4, 4, asked.seconds)
        with belieflog.open(path) as log:
            there = {event.position: event.id for event in log.events()}
            if not log.verify(views=True).ok:
                wrong.append("verify says no")
        sizes = Counter(told)
        doubled = len(there) - 1 - len(told) + sum(n - 1 for n in sizes.values())
        found = Found(len(told), sum(there.get(position) == id for position, id in told), doubled, tuple(wrong))
        yield Row(f"{asked.seconds:.0f} s", looks, found, wrong)


SQLITE = [
    Section("power cuts", "cuts", power_cuts),
    Section("kill -9", "kills", kills),
    Section("full and failing disks", "failures", disks),
    Section("4 writers, 4 readers", "reads", crowd),
    Section("power cuts, fsync off", "cuts", power_cuts_unsynced, losses="fsync off: lost", loses=True),
]
