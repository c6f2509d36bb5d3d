"""A disk that is full, or fails once: what is refused is told as our own error, and what was acknowledged stays."""

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

from doings import Place, Promise, end
from kills import Course
from promises import Found, beginning, judge
from vfs import FULL, IOERR, Step, watching

import belieflog

KINDS = ("full", "failing")


def fail(course: Course, count: int, seed: int) -> Iterator[tuple[str, Found]]:
    """Do it on a disk that is full from some change on, or fails at one; yield where, and what was found."""
    random = Random(f"{seed} {course.doing.name}")
    before = course.tale.promises[:1] if beginning(course.start) else []
    with tempfile.TemporaryDirectory() as work:
        for n in range(count):
            kind, nth = KINDS[n % len(KINDS)], random.randint(1, course.counts["change"])
            folder = Path(work, str(n), "run")
            shutil.copytree(course.start, folder)
            told = list[Promise]()
            wrong = _failed(course, folder, kind, nth, told)
            found = judge(folder, course.tale, [*before, *told], course.doing.again) + Found(wrong=wrong)
            yield f"{course.doing.name}, {kind} at change {nth} of {course.counts['change']}", found
            shutil.rmtree(folder.parent)


def _failed(course: Course, folder: Path, kind: str, nth: int, told: list[Promise]) -> tuple[str, ...]:
    passed = 0

    def look(step: Step) -> int:
        nonlocal passed
        passed += 1
        if kind == "full":
            return FULL if passed >= nth and step.what == "write" else 0
        return IOERR if passed == nth and step.what in ("write", "truncate", "sync") else 0

    try:
        with watching(look):
            course.doing.act(Place(folder), told.append)
    except belieflog.Unavailable as error:
        known = told[-1].position if told else (beginning(course.start) or (0,))[0]
        there = (end(Place(folder).log) or (0,))[0]
        if error.committed is False and there > known:
            return (f"{there - known} events are in, and this was said: {error}",)
    except (belieflog.BelieflogError, sqlite3.Error, AssertionError) as error:
        return (f"told as {type(error).__name__}: {error}",)
    return ()
