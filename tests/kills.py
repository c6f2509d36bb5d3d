"""Kills: kill -9 at a statement, or before a change of a file; what is left is held against what was acknowledged."""

import json
import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

from doings import Doing, Place, Promise
from promises import Found, Tale, beginning, judge, prepared, whole
from vfs import watching

from eventlog import sqlite_connect

AT = ("statement", "change")


class Course(NamedTuple):
    """A doing that nothing broke off: where it began, how many statements and changes it has, and what it told."""

    doing: Doing
    start: Path
    counts: dict[str, int]
    tale: Tale


def run_whole(doing: Doing, folder: Path) -> Course:
    """Do it once, to the end, and count."""
    start, run = folder / "start", folder / "run"
    prepared(doing, start)
    shutil.copytree(start, run)
    begun, promises, counts = beginning(start), list[Promise](), dict.fromkeys(AT, 0)

    def count(what: str) -> None:
        counts[what] += 1

    with each_step(count):
        doing.act(Place(run), promises.append)
    return Course(doing, start, counts, whole(run, begun, promises))


def kill(course: Course, count: int, seed: int) -> Iterator[tuple[str, Found]]:
    """Kill it *count* times, each time elsewhere as long as there is an elsewhere; yield where, and what was found."""
    random = Random(f"{seed} {course.doing.name}")
    points = [(what, n + 1) for what in AT for n in range(course.counts[what])]
    random.shuffle(points)
    before = course.tale.promises[:1] if beginning(course.start) else []
    with tempfile.TemporaryDirectory() as work:
        for n in range(count):
            what, nth = points[n % len(points)]
            folder = Path(work, str(n), "run")
            shutil.copytree(course.start, folder)
            told, ended = _killed(course.doing, folder, what, nth)
            found = judge(folder, course.tale, [*before, *told], course.doing.again)
            if not ended:
                found += Found(wrong=("it wasn't killed",))
            yield f"{course.doing.name}, {what} {nth} of {course.counts[what]}", found
            shutil.rmtree(folder.parent)


@contextmanager
def each_step(passed: Callable[[str], None]) -> Iterator[None]:
    """Hear of each statement of the log's connections, and of each change of a file."""
    opened = sqlite_connect._open

    def traced(*given: Any) -> Any:
        connection = opened(*given)
        connection.set_trace_callback(lambda _: passed("statement"))
        return connection

    with patch.object(sqlite_connect, "_open", traced), watching(lambda _: passed("change") or 0):
        yield


def _killed(doing: Doing, folder: Path, what: str, nth: int) -> tuple[Sequence[Promise], bool]:
    """Do it in a child that kills itself at the *nth* step of a kind; give what it told, and whether it was killed."""
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        left = nth

        def count(passed: str) -> None:
            nonlocal left
            left -= passed == what
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

        try:
            os.close(reads)
            with each_step(count):
                doing.act(Place(folder), lambda promise: os.write(writes, json.dumps(promise).encode() + b"\n"))
        finally:
            os._exit(1)
    os.close(writes)
    with os.fdopen(reads, "rb") as pipe:
        told = [_promise(*json.loads(line)) for line in pipe]
    _, status = os.waitpid(child, 0)
    return told, os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL


def _promise(position: int, head: str, gone: list[str], copies: list[list[Any]]) -> Promise:
    return Promise(position, head, tuple(gone), tuple((name, at, hash) for name, at, hash in copies))
