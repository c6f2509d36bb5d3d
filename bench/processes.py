"""Rows i, j and l: what whole processes take: to start, to write side by side, and of memory."""

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

from bench.table import Amount, Line, micros, rate

ROOT = Path(__file__).parent.parent
FLOOR = ["-c", "import click, msgspec, sqlite3"]
DOOR = ["-c", "import sys; from cli.main import main; sys.exit(main())"]  # what the installed script does
SECONDS = 4.0


def starts(folder: Path, rounds: int = 15) -> Iterator[Line]:
    """Run short commands as whole processes, in turn with the bare imports they need."""
    base = ["--log", str(folder / "start.db")]
    for words in ("write k v", "show", "--help"):  # once each, for the bytecode
        run([*DOOR, *base, *words.split()])
    for title, command in (
        ("show", [*base, "show"]),
        ("write", [*base, "write", "k", "v"]),
        ("--help", ["--help"]),
    ):
        mine: list[float] = []
        theirs: list[float] = []
        for _ in range(rounds):
            for arguments, times in (([*DOOR, *command], mine), (FLOOR, theirs)):
                start = perf_counter()
                run(arguments)
                times.append(perf_counter() - start)
        a, b = statistics.median(mine), statistics.median(theirs)
        yield Line("i", f"belieflog {title}, whole process", micros(a), micros(b), a / b, "<=1.6", "bare imports")


def writers(folder: Path) -> Iterator[Line]:
    """Let 2 and 4 processes write to one log, synchronous=full, beside one raw writer before and after."""
    for count in (2, 4):
        raw = [_together(folder / f"raw{count}a.yard", "plain", 1)]
        ours = _together(folder / f"writers{count}.db", "ours", count)
        raw.append(_together(folder / f"raw{count}b.yard", "plain", 1))
        alone = statistics.mean(_total(run) for run in raw)
        total, done = _total(ours), [each["done"] for each in ours]
        errors, worst = sum(each["errors"] for each in ours), max(each["worst"] for each in ours)
        lost = sum(done) - _stored(folder / f"writers{count}.db")
        work = f"{count} writers"
        note = "one raw writer, before and after"
        yield Line("j", f"{work}, all together", rate(total, 1), rate(alone, 1), total / alone, ">=0.9", note)
        yield Line("j", f"{work}, errors and losses", Amount(errors + lost), Amount(0), float(errors + lost), "<=0.0")
        yield Line("j", f"{work}, worst wait", micros(worst), micros(0.25), worst / 0.25, "<=1.0")
        yield Line("j", f"{work}, least / most", Amount(min(done)), Amount(max(done)), min(done) / max(done), ">=0.5")


def memory(folder: Path, n: int) -> Iterator[Line]:
    """Let a child replay, and another verify, and ask what each needed at its peak."""
    for task in ("replay", "verify"):
        peak = json.loads(run(["-m", "bench.worker", task, str(folder / "log.db")]))["peak_mb"]
        yield Line("l", f"peak memory of {task}, {n:,}", Amount(peak, "MB"), Amount(300, "MB"), peak / 300, "<=1.0")


def _together(path: Path, kind: str, count: int) -> list[dict[str, Any]]:
    begin = time.time() + 1.5 + 0.5 * count
    arguments = [sys.executable, "-m", "bench.worker", "write", str(path), kind, repr(begin), repr(SECONDS)]
    if kind == "ours":
        run(["-m", "bench.worker", "open", str(path)])
    running = [
        subprocess.Popen([*arguments, str(number)], stdout=subprocess.PIPE, cwd=ROOT, env=environment(), text=True)
        for number in range(count)
    ]
    return [json.loads(each.communicate()[0]) for each in running]


def _total(runs: list[dict[str, Any]]) -> float:
    return sum((float(run["done"]) / run["seconds"] for run in runs), 0.0)


def _stored(path: Path) -> int:
    return int(json.loads(run(["-m", "bench.worker", "count", str(path)]))["events"])


def run(arguments: list[str]) -> str:
    """Run Python to its end, and give what it prints."""
    done = subprocess.run([sys.executable, *arguments], cwd=ROOT, env=environment(), capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{arguments} failed:\n{done.stderr}")
    return done.stdout


def environment() -> dict[str, str]:
    """Let children keep their bytecode, as an installed program does."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPATH": str(ROOT)}
