"""One peer through all rows that it has an equivalent for, beside the yardsticks that ours is held against."""

import shutil
import statistics
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from bench import progress
from bench.appending import BATCH, WARM, alternating, file_size, fill, timed
from bench.peers.checking import Truth, check, check_search
from bench.peers.peer import Op, Peer
from bench.searching import WORDS, text_of
from bench.table import Amount, Reached, micros, rate
from bench.workload import Workload, operations, sessions_for
from bench.yardsticks import Indexed, Plain

ROUNDS, SEARCHES = 15, 5


def measured(kind: type[Peer], folder: Path, n: int, rows: Sequence[str]) -> Iterator[Reached]:
    """Measure a peer in *rows* with up to *n* operations; raises `Wrong` where it lost anything."""
    n = min(n, kind.most)
    folder.mkdir(parents=True)
    try:
        yield from _singles(kind, folder, n, rows)
        if set(rows) & set("bhcdef"):
            yield from _loaded(kind, folder, n, rows)
        if "g" in rows and hasattr(kind, "search"):
            yield from _searched(kind, folder, n)
    finally:
        shutil.rmtree(folder)


def _singles(kind: type[Peer], folder: Path, n: int, rows: Sequence[str]) -> Iterator[Reached]:
    count = min(n, kind.singles)
    warm = min(WARM, count // 2)
    for row, synchronous in (("a", "full"), ("a'", "normal")):
        if row not in rows or (synchronous == "full" and not kind.durable):
            continue
        progress.now(f"{row}: {kind.name}, {count:,} appends")
        peer = kind(folder / f"single-{synchronous}.db", synchronous)
        plain = Plain(str(folder / f"single-{synchronous}.yard"), synchronous)
        for op in Workload(10, 3).take(WARM - warm):
            plain.append(op)
        ops = list(Workload(10).take(warm + count))
        mine, theirs = alternating(peer, plain, ops, warm)
        sessions = sorted({op["session"] for op in ops})[:3]
        check(peer, Truth(ops, sessions), sessions, ["k000"] * len(sessions), len(ops))
        peer.close()
        plain.close()
        figures = micros(sum(mine) / len(mine)), micros(sum(theirs) / len(theirs))
        yield Reached(kind.name, row, *figures, sum(theirs) / sum(mine), count, note=kind.note)


def _loaded(kind: type[Peer], folder: Path, n: int, rows: Sequence[str]) -> Iterator[Reached]:
    path = folder / "loaded.db"
    peer: Any = kind(path, "normal")
    plain = Plain(str(folder / "plain.db"), "normal")
    indexed = Indexed(str(folder / "indexed.db"), "normal")
    mine, theirs, payload = fill(peer, plain, indexed, n, f"b: {kind.name}")
    progress.now(f"what {kind.name} gives back of {n:,} operations")
    sessions = [f"s{number * 37 % sessions_for(n):05d}" for number in range(ROUNDS)]
    keys = [f"k{number % 5:03d}" for number in range(ROUNDS)]
    middle = n // BATCH // 2 * BATCH
    truth = Truth(operations(n), sessions)
    check(peer, truth, sessions[:5], keys[:5], middle)

    def told(row: str, a: Amount, b: Amount, ratio: float) -> Reached:
        return Reached(kind.name, row, a, b, ratio, n, note=kind.note)

    if "b" in rows:
        yield told("b", rate(n, mine), rate(n, theirs), theirs / mine)
    if "c" in rows and hasattr(peer, "replay"):
        mine, theirs = timed(lambda _: peer.replay(), None), timed(lambda _: plain.replay(), None)
        yield told("c", rate(n, mine), rate(n, theirs), theirs / mine)
    counts = [truth.count(session, middle) for session in sessions]
    reads: dict[str, tuple[str, Callable[[int], Any], Callable[[int], Any]]] = {
        "d": ("current", lambda i: peer.current(sessions[i]), lambda i: indexed.current(sessions[i])),
        "e": (
            "as_of",
            lambda i: peer.as_of(sessions[i], middle, counts[i]),
            lambda i: indexed.as_of(sessions[i], middle),
        ),
        "f": (
            "history",
            lambda i: peer.history(sessions[i], keys[i]),
            lambda i: indexed.history(sessions[i], keys[i]),
        ),
    }
    for row, (has, one, other) in reads.items():
        if row in rows and hasattr(peer, has):
            progress.now(f"{row}: {kind.name}")
            a, b = _in_turn(one, other, ROUNDS)
            yield told(row, micros(a), micros(b), a / b)
    for each in (peer, plain, indexed):
        each.close()
    if "h" in rows:
        yield told("h", Amount(file_size(path) / n, "B"), Amount(payload / n, "B"), file_size(path) / payload)


def _searched(kind: type[Peer], folder: Path, n: int) -> Iterator[Reached]:
    peer: Any = kind(folder / "searched.db", "normal")
    plain = Plain(str(folder / "searched.yard"), "normal")
    made = (_memory(op) for op in Workload(1).take(n))
    while batch := list(islice(made, BATCH)):
        peer.append_all(batch)
        plain.append_all(batch)
    for about, (word, _) in WORDS.items():
        progress.now(f"g: {kind.name}, {word}")
        sql = "select count(*) from ev where body like ?"
        (holding,) = plain.connection.execute(sql, (f"%{word}%",)).fetchone()
        check_search(peer, word, peer.search(word), holding)
        mine, theirs = _in_turn(
            lambda _, word=word: peer.search(word), lambda _, word=word: plain.search(word), SEARCHES
        )
        yield Reached(kind.name, "g", micros(mine), micros(theirs), theirs / mine, n, about, kind.note)
    peer.close()
    plain.close()


def _memory(op: Op) -> Op:
    """Make a memory of an operation: its text, under a key of its own."""
    return {**op, "op": "put", "key": f"m{op['i']}", "value": text_of(op)}


def _in_turn(one: Callable[[int], Any], other: Callable[[int], Any], rounds: int) -> tuple[float, float]:
    """Time two ways of reading in turn, after a round that warms both; give the medians."""
    one(0), other(0)
    took: list[tuple[float, float]] = [(timed(one, i), timed(other, i)) for i in range(rounds)]
    return statistics.median(a for a, _ in took), statistics.median(b for _, b in took)
