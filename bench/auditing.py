"""Rows t and u: what an audit takes on one long session: who, why, since when, and what if not."""

import statistics
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import belieflog
from bench.table import Amount, Line, micros, rate

BATCH, KEYS, LOOKS = 1_000, 347, 20
FACTS, NOTES, EARLIER = 1_000, 600, 150


def audited(folder: Path, n: int) -> Iterator[Line]:
    """Ask a session of *n* events what an audit asks."""
    with belieflog.open(folder / "audit.db", durability="normal") as log:
        mem = log.memory("u", "s")
        live(mem, n)
        chance, head = Random(5), log.position
        ends = [2 + BATCH * chance.randrange(1, n // BATCH) for _ in range(LOOKS)]  # after the opening and the page
        facts = [f"fact:f{chance.randrange(FACTS)}" for _ in range(LOOKS)]
        notes = [f"note:n{chance.randrange(NOTES)}" for _ in range(LOOKS)]
        mem.blame(facts[0])  # a first read, so that what is measured is after start
        for work, ask in (
            ("as of mid-log", lambda i: mem.scratchpad(ends[i])),
            ("blame", lambda i: mem.blame(facts[i])),
            ("blame as of mid-log", lambda i: mem.blame("note:k000", ends[i])),
            ("why", lambda i: mem.why(notes[i])),
            ("impact of an entry", lambda i: mem.impact(facts[i])),
        ):
            yield _within("t", f"{work}, {n:,}", [_timed(lambda i=i, ask=ask: ask(i)) for i in range(LOOKS)], 0.1)
        revert = lambda **how: log.revert(user="u", source="tool:page", reason="measured", dry_run=True, **how)
        yield _within("t", f"plan of a revert of {FACTS:,}, {n:,}", [_timed(revert) for _ in range(3)], 0.1)
        what_if = lambda: mem.what_if(source="tool:page")
        yield _within("t", f"what-if of a source of {FACTS:,}, {n:,}", [_timed(what_if) for _ in range(3)], 0.5)
        asked: list[int] = []
        since = chance.randrange(head // 4, head)
        took = _timed(lambda: asked.append(mem.bisect(lambda pad: pad.position >= since).evaluated))
        work = f"bisect of {n:,} positions, states looked at"
        yield Line("t", work, Amount(asked[0]), Amount(18), asked[0] / 18, "<=1.0", micros(took))
        took = _timed(lambda: sum(1 for _ in mem.replay()))
        yield Line("u", f"replay with a hash per position, {n:,}", rate(n, took), "", note=micros(took))


def live(mem: belieflog.Memory, n: int) -> None:
    """Write *n* events to one session: notes over and over, a thousand facts of one page, a note from each."""
    page = mem.observe("page", "a page that says a thousand things", call="c1")
    done = 0
    while done < n:
        with mem.batch() as batch:
            for number in range(done, min(done + BATCH, n)):
                at, kind = divmod(number, n // (2 * FACTS))
                if kind == 0 and at % 2 == 0:
                    batch.add_fact(f"f{at // 2}", f"it says {at}", source="tool:page#c1", derived_from=[page])
                elif kind == 0:
                    fact = at // 2 - EARLIER  # of a batch before: reads inside one see the state before it
                    batch.write(f"n{at // 2 % NOTES}", at, derived_from=[page if fact < 0 else f"fact:f{fact}"])
                else:
                    batch.write(f"k{number % KEYS:03d}", {"n": number, "text": "said over and over " * 5})
        done += BATCH


def _within(row: str, work: str, times: list[float], most: float) -> Line:
    took = statistics.median(times)
    return Line(row, work, micros(took), micros(most), took / most, "<=1.0", f"worst {micros(max(times))}")


def _timed(do: Callable[[], Any]) -> float:
    start = perf_counter()
    do()
    return perf_counter() - start
