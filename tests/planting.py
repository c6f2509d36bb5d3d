"""Planting a bug in a copy of the project and running the tests that ought to notice."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from queue import Queue
from typing import NamedTuple, TypeVar

ROOT = Path(__file__).parent.parent
ROOMS = ("belieflog", "bench", "cli", "eventlog", "examples", "projections", "tests")
PYTEST = [
    sys.executable, "-m", "pytest", "-q", "-x", "-rf", "--no-header",
    "-p", "no:cacheprovider", "-p", "_hypothesis_pytestplugin",  # of the plugins only this one: starting takes most time
]  # fmt: skip
WORKERS = 2
PASSED, FAILED = 0, 1  # pytest's exit codes; any other is trouble of another kind

Given = TypeVar("Given")
Found = TypeVar("Found")


class Mutant(NamedTuple):
    """A bug: in *file*, *before* (which stands there once) becomes *after*; some test of *tests* named *law* fails."""

    name: str
    tests: str
    law: str
    file: str
    before: str
    after: str


class Copy:
    """The project in a folder of its own, to plant bugs in."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._times = folder, count(1_000_000_000)
        for room in ROOMS:
            shutil.copytree(ROOT / room, folder / room, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", folder)

    def test(self, tests: str, *laws: str, profile: str = "mutants") -> subprocess.CompletedProcess[str]:
        """Run the tests of *laws* in one file."""
        chosen = [f"--hypothesis-profile={profile}", f"tests/{tests}", "-k", " or ".join(laws)]
        own = {"PYTHONPATH": str(self.folder), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        return subprocess.run([*PYTEST, *chosen], cwd=self.folder, env=os.environ | own, capture_output=True, text=True)

    def plant(self, mutant: Mutant) -> subprocess.CompletedProcess[str]:
        """Run the tests on the project with one bug, and take the bug out again."""
        file = self.folder / mutant.file
        honest = file.read_text(encoding="utf-8")
        try:
            self._write(file, honest.replace(mutant.before, mutant.after))
            return self.test(mutant.tests, mutant.law)
        finally:
            self._write(file, honest)

    def _write(self, file: Path, text: str) -> None:
        """Write *file* with a time of its own, since Python takes equal times for equal contents."""
        file.write_text(text, encoding="utf-8")
        moment = next(self._times)
        os.utime(file, (moment, moment))


def main(mutants: Sequence[Mutant], word: str = "") -> int:
    """Plant those *mutants* that have *word* in their name, see each caught, and give the exit code."""
    wanted = [mutant for mutant in mutants if word in mutant.name]
    stale = [m for m in wanted if (ROOT / m.file).read_text(encoding="utf-8").count(m.before) != 1]
    for mutant in stale:
        print(f"{mutant.name}: {mutant.before!r} doesn't stand once in {mutant.file}: bring the bug up to the source")
    with tempfile.TemporaryDirectory() as folder:
        copies = [Copy(Path(folder) / str(n)) for n in range(WORKERS)]
        if stale or not honest(copies, wanted):
            return 1
        caught = 0
        for mutant, run in zip(wanted, shared(copies, Copy.plant, wanted), strict=True):
            by = [line.split("::")[-1].split(" - ")[0] for line in run.stdout.splitlines() if line.startswith("FAILED")]
            caught += run.returncode == FAILED and bool(by)
            print(f"{mutant.name:52} {by[0] if by else f'NOT CAUGHT (exit {run.returncode})'}", flush=True)
    print(f"{caught}/{len(wanted)} caught")
    return 0 if caught == len(wanted) else 1


def honest(copies: Sequence[Copy], mutants: Sequence[Mutant]) -> bool:
    """Tell whether the tests pass on the project as it is."""
    laws = {tests: sorted({m.law for m in mutants if m.tests == tests}) for tests in sorted({m.tests for m in mutants})}
    runs = shared(copies, lambda copy, tests: copy.test(tests, *laws[tests], profile="honest"), list(laws))
    broken = [run for run in runs if run.returncode != PASSED]
    for run in broken:
        print(f"without any bug:\n{run.stdout[-3000:]}{run.stderr[-3000:]}")
    return not broken


def shared(copies: Sequence[Copy], work: Callable[[Copy, Given], Found], given: Sequence[Given]) -> Iterator[Found]:
    """Do *work* on each *given*, each copy busy with one at a time, and yield what it finds in the same order."""
    idle: Queue[Copy] = Queue()
    for copy in copies:
        idle.put(copy)

    def on_a_copy(one: Given) -> Found:
        copy = idle.get()
        try:
            return work(copy, one)
        finally:
            idle.put(copy)

    with ThreadPoolExecutor(len(copies)) as pool:
        yield from pool.map(on_a_copy, given)
