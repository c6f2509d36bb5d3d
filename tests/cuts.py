"""Power cuts: what a disk may hold at each moment of a doing, opened and held against what was acknowledged."""

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from disk import KINDS, Disk, recorded
from doings import Doing, Place, Promise
from promises import Found, Tale, beginning, judge, prepared, whole
from vfs import Step

_AGAIN = 5  # after each so many cuts the doing is done anew


class Tape(NamedTuple):
    """A doing as the disk saw it: its beginning, and each change and each acknowledgement in order."""

    doing: Doing
    start: Path
    steps: Sequence[Step | Promise]
    tale: Tale

    def moments(self, count: int, random: Random) -> list[int]:
        """Choose after how many of its steps the power goes: just before each sync, once all is told, and between."""
        syncs = [n for n, step in enumerate(self.steps) if isinstance(step, Step) and "sync" in step.what]
        tells = [n + 1 for n, step in enumerate(self.steps) if isinstance(step, Promise)]
        points = sorted({*syncs, *tells, len(self.steps)})
        chosen = [*points, *random.sample(range(len(self.steps)), min(count // 2, len(self.steps)))]
        while len(chosen) < count:
            chosen += points
        return sorted(random.sample(chosen, count))


def taped(doing: Doing, folder: Path, durability: str = "full") -> Tape:
    """Do it once, whole, and keep a record."""
    start, place = folder / "start", Place(folder / "run", durability)
    prepared(doing, start)
    shutil.copytree(start, place.folder)
    begun = beginning(start)
    promises: list[Promise] = []
    steps: list[Step | Promise] = []
    with recorded(place.folder, steps):
        doing.act(place, lambda promise: (promises.append(promise), steps.append(promise)))
    return Tape(doing, start, steps, whole(place.folder, begun, promises))


def cut(tape: Tape, count: int, seed: int) -> Iterator[tuple[str, Found]]:
    """Cut the power *count* times; yield where and how, and what was found."""
    random = Random(f"{seed} {tape.doing.name}")
    told = [*tape.tale.promises[: len(tape.tale.promises) - sum(isinstance(step, Promise) for step in tape.steps)]]
    disk, done = Disk(tape.start), 0
    with tempfile.TemporaryDirectory() as work:
        for n, moment in enumerate(tape.moments(count, random)):
            for step in tape.steps[done:moment]:
                if isinstance(step, Promise):
                    told.append(step)
                else:
                    disk.take(step)
            done = moment
            kind = KINDS[(n + n // len(KINDS)) % len(KINDS)]
            folder = Path(work, str(n), "run")  # an import knows a file by its folder's name too
            folder.mkdir(parents=True)
            for name, held in disk.found(kind, random).items():
                (folder / name).write_bytes(held)
            if random.random() < 0.3:
                (folder / "agent.db-shm").write_bytes(random.randbytes(32_768))  # what a crash may leave of it
            again = tape.doing.again if n % _AGAIN == 0 else None
            yield (
                f"{tape.doing.name}, step {moment} of {len(tape.steps)}, {kind}",
                judge(folder, tape.tale, told, again),
            )
            shutil.rmtree(folder.parent)
