"""Row g: finding words among 100,000 memories of one user, beside a scan with ``like``."""

import json
import statistics
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any

import belieflog
from bench.appending import BATCH
from bench.table import Line, micros
from bench.workload import Op, Workload
from bench.yardsticks import Plain

ROUNDS = 15
WORDS = {  # of about 7, 2, 5 and 2 % of the texts
    "English, common": ("refund", ">=5.0"),
    "English, rare": ("bahemfi", ">=15.0"),
    "Chinese, common": ("山黄", ">=5.0"),
    "Chinese, rare": ("火土", ">=15.0"),
}


def searched(folder: Path, n: int) -> Iterator[Line]:
    """Search for single words, top 10: the first time, which takes the words in, and then again and again."""
    plain = Plain(str(folder / "searched-plain.db"), "normal")
    with belieflog.open(folder / "searched.db", durability="normal") as log:
        mem, made = log.memory("u"), Workload(1).take(n)
        while ops := list(islice(made, BATCH)):
            with mem.batch() as batch:
                for op in ops:
                    batch.remember(f"semantic:n/k{op['i']}", text_of(op))
            plain.append_all([{**op, "value": text_of(op)} for op in ops])
        took, _ = _timed(lambda: mem.recall("invoice", audit=False))
        yield Line(
            "g", f"words of {n:,} memories taken in", micros(took), "", note=f"once; {n / took:,.0f} memories a second"
        )
        for title, (word, target) in WORDS.items():
            mine, theirs = [], []
            for _ in range(ROUNDS):
                mine.append(_timed(lambda word=word: mem.recall(word, audit=False))[0])
                theirs.append(_timed(lambda word=word: plain.search(word))[0])
            a, b = statistics.median(mine), statistics.median(theirs)
            held = plain.connection.execute("select count(*) from ev where body like ?", (f"%{word}%",)).fetchone()[0]
            note = f"in {held:,}; like, ranked by count"
            yield Line("g", f"{title}: {word}", micros(a), micros(b), b / a, target, note, about=title)
        question = "which customer asked for a refund of the 发票 before the meeting about latency in the travel plan"
        seconds = statistics.median(_timed(lambda: mem.recall(question, audit=False))[0] for _ in range(ROUNDS))
        yield Line(
            "g", "a question of 17 words", micros(seconds), micros(0.02), seconds / 0.02, "<=1.0", "keyword recall"
        )
    plain.close()


def prompted(folder: Path, n: int) -> Iterator[Line]:
    """Write the prompt of one session of 345 entries, whole and within a budget."""
    with belieflog.open(folder / "prompted.db", durability="normal") as log:
        mem = log.memory("u", "s")
        with mem.batch() as batch:
            for number, op in enumerate(islice(Workload(1).take(10_000), 345)):
                text = text_of(op)[:130]
                if number % 3:
                    batch.write(f"k{number}", text)
                else:
                    batch.add_fact(f"k{number}", text, source="tool:t")
        for title, how in (("whole", {}), ("budget 2,000", {"budget": 2_000}), ("with a query", {"query": "invoice"})):
            mem.prompt(audit=False, **how)
            seconds = statistics.median(
                _timed(lambda how=how: mem.prompt(audit=False, **how))[0] for _ in range(ROUNDS)
            )
            yield Line("p", f"a prompt of 345 entries, {title}", micros(seconds), micros(0.01), seconds / 0.01, "<=1.0")


def text_of(op: Op) -> str:
    """Give what an operation says, as one text."""
    return json.dumps(op.get("value"), ensure_ascii=False)


def _timed(do: Any) -> tuple[float, Any]:
    start = perf_counter()
    found = do()
    return perf_counter() - start, found
