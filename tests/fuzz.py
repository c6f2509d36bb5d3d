"""Guided fuzzing: each target in a process of its own, led by what of the code an input reaches (atheris, libFuzzer).

python tests/fuzz.py                          every target for a minute
python tests/fuzz.py codec cli --seconds 300  some of them, for longer
python tests/fuzz.py codex                    one format that is imported
python tests/fuzz.py codex FILE               one input again, with the error that it came to

Prints for each target what ran, what was reached, and what broke a law of `fuzz_targets`; each such input lies in --found.
"""

import argparse
import hashlib
import os
import re
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
FOUND = Path(tempfile.gettempdir()) / "belieflog-fuzz"
IN_MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None
# What a target reaches is imported under watch before it begins: by name, or all modules of a package.
REACHED = {
    "codec": ("eventlog.*",),
    "cli": ("eventlog.*", "projections.*", "belieflog.importing.*", "belieflog.exporting.*", "cli.*", "cli.commands.*"),
    "": ("eventlog.*", "projections.*", "belieflog.importing.*"),
}
TOO_SLOW = 8.0  # seconds of the processor for one input, under watch
HUNG = 40  # seconds by the clock, after which libFuzzer ends the process
LONGEST = 110_000  # bytes of an input: most are far shorter
_DONE = re.compile(r"cov: (\d+) ft: (\d+) corp: (\d+)/")
_RUNS = re.compile(r"^stat::number_of_executed_units: (\d+)|^#(\d+)\s", re.MULTILINE)


class Outcome(NamedTuple):
    """What came of fuzzing one target."""

    runs: int = 0
    edges: int = 0
    features: int = 0
    corpus: int = 0
    slowest: float = 0.0
    crashes: tuple[str, ...] = ()
    exit_code: int = 0


class TooSlow(Exception):
    """An input took longer than any should."""


def main(words: list[str]) -> int:
    """Fuzz what is named, or run one input again; 1 where a law was broken."""
    parser = argparse.ArgumentParser(
        prog="tests/fuzz.py", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "targets", nargs="*", metavar="TARGET", help="what to fuzz, or one target and a FILE to run again"
    )
    parser.add_argument("--seconds", type=int, default=60, help="how long for each [60]")
    parser.add_argument("--runs", type=int, default=-1, help="how many inputs at most for each [no limit]")
    parser.add_argument("--seed", type=int, default=1, help="the same seed makes the same inputs [1]")
    parser.add_argument("--seeds", type=int, default=10_000, help="how many seeds at most to begin with [all]")
    parser.add_argument("--found", type=Path, default=FOUND, help=f"where to put inputs that break a law [{FOUND}]")
    parser.add_argument("--corpus", type=Path, help="keep what reached something new here, and begin with it next time")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)  # in this process, which libFuzzer ends
    asked = parser.parse_args(words)
    if asked.here:
        _on_path()
        here(asked.targets[0], asked)
    *targets, last = asked.targets or ["codec"]
    if targets and Path(last).is_file():
        return again(targets[0], Path(last))
    _on_path()
    names = import_module("fuzz_targets")
    if unknown := [each for each in asked.targets if each not in (*names.TARGETS, *names.FORMATS)]:
        parser.error(f"no target {unknown[0]!r}: there are {', '.join((*names.TARGETS, *names.FORMATS))}")
    outcomes = {each: fuzzed(each, asked) for each in asked.targets or names.TARGETS}
    broken = sum(len(each.crashes) + (each.exit_code != 0) for each in outcomes.values())
    print(
        f"{sum(each.runs for each in outcomes.values()):,} runs, {broken} broken"
        + (f": see {asked.found}" if broken else "")
    )
    return int(broken > 0)


def fuzzed(target: str, asked: argparse.Namespace) -> Outcome:
    """Fuzz one target in a child and print what came of it, on one line and a line a crash."""
    asked.found.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory(prefix="fuzzing-", dir=IN_MEMORY) as folder,
        _kept(asked.corpus, target, folder) as corpus,
    ):
        words = [
            "--here",
            target,
            f"--seconds={asked.seconds}",
            f"--runs={asked.runs}",
            f"--seed={asked.seed}",
            f"--seeds={asked.seeds}",
        ]
        command = [sys.executable, str(Path(__file__)), *words, f"--found={asked.found}", f"--corpus={corpus}"]
        own = {"PYTHONHASHSEED": "0", "PYTHONPATH": str(ROOT), "TMPDIR": folder}
        told = {key: value for key, value in os.environ.items() if not key.startswith("BELIEFLOG_")} | own
        done = subprocess.run(
            command, cwd=ROOT, env=told, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
        )
    outcome = _read(done)
    print(
        f"{target:22} {outcome.runs:>9,} runs {outcome.edges:>6,} edges {outcome.features:>7,} features "
        f"{outcome.corpus:>5,} kept {len(outcome.crashes):>3} crashes, slowest {outcome.slowest:.2f} s",
        flush=True,
    )
    for each in outcome.crashes:
        print(f"  {each}")
    if outcome.exit_code:
        print(f"  ended with {outcome.exit_code}:\n{done.stdout[-2_000:]}", flush=True)
    return outcome


def again(target: str, file: Path) -> int:
    """Run one input, and let what it comes to be seen."""
    _on_path()
    begun = time.process_time()
    try:
        import_module("fuzz_targets").target(target)(file.read_bytes())
    except Exception:
        traceback.print_exc()
        return 1
    print(f"{file}: every law holds, in {time.process_time() - begun:.2f} s")
    return 0


class Hunt:
    """Runs one input after another, going on past what breaks a law: of each kind the first is kept."""

    def __init__(self, target: str, law: Callable[[bytes], None], found: Path) -> None:
        self._target, self._law, self._found = target, law, found
        self._seen: set[str] = set()
        self._slowest = 0.0

    def __call__(self, data: bytes) -> None:
        """Run one input."""
        begun = time.process_time()
        try:
            self._law(data)
        except Exception as error:
            self._caught(error, data)
        took = time.process_time() - begun
        if took > self._slowest:
            self._slowest = took
            self._keep(f"{self._target}-slowest", data)
            print(f"slowest: {took:.3f}", flush=True)
        if took > TOO_SLOW:
            self._caught(TooSlow(f"{took:.1f} s"), data)

    def _caught(self, error: Exception, data: bytes) -> None:
        kind = f"{type(error).__name__} at {_where(error)}"
        if kind in self._seen:
            return
        self._seen.add(kind)
        digest = hashlib.sha256(data).hexdigest()[:8]
        path = self._keep(f"{self._target}-{type(error).__name__}-{digest}", data)
        print(f"crash: {kind}: {str(error)[:200]!a} ({path})", flush=True)

    def _keep(self, name: str, data: bytes) -> Path:
        path = self._found / name
        path.write_bytes(data)
        return path


def _where(error: Exception) -> str:
    """Say where an error came from: the innermost line of ours."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [
        each
        for each in frames
        if each.filename.startswith(str(ROOT)) and "/lib/" not in each.filename[len(str(ROOT)) :]
    ]
    return " < ".join(f"{Path(each.filename).name}:{each.lineno}" for each in reversed(ours[-2:])) or "the outside"


def here(target: str, asked: argparse.Namespace) -> None:
    """Fuzz in this process; libFuzzer ends it."""
    import atheris

    reached = REACHED.get(target, REACHED[""])
    with atheris.instrument_imports(include=sorted({each.partition(".")[0] for each in reached})):
        for each in reached:
            _reach(each)
        names: Any = import_module("fuzz_targets")
    mutations: Any = import_module("fuzz_mutations")
    options = names.options() if target == "cli" else []

    def mutated(data: bytes, most: int, seed: int) -> bytes:
        blind = lambda some: bytes(atheris.Mutate(some, max(most, len(some))))
        random = Random(seed)
        if target == "codec":
            return blind(data)
        if target == "cli":
            return bytes(mutations.meddled_line(data, most, random, blind, options))
        return bytes(mutations.mutated(data, most, random, blind))

    seeds = names.seeds(target)
    for n, seed in enumerate(seeds[:: -(-len(seeds) // asked.seeds)]):
        (asked.corpus / f"seed-{n:04}").write_bytes(seed)
    hunt = Hunt(target, names.target(target), asked.found)
    told = [
        f"-max_total_time={asked.seconds}", f"-runs={asked.runs}", f"-seed={asked.seed}", f"-timeout={HUNG}", "-rss_limit_mb=3000",
        f"-max_len={LONGEST}", f"-artifact_prefix={asked.found}/{target}-", "-print_final_stats=1", str(asked.corpus),
    ]  # fmt: skip
    atheris.Setup([sys.argv[0], *told], hunt, custom_mutator=mutated)
    atheris.Fuzz()


def _reach(name: str) -> None:
    """Import a module, or all of a package that can be imported here."""
    package = name.removesuffix(".*")
    import_module(package)
    if name.endswith(".*"):
        for path in sorted((ROOT / package.replace(".", "/")).glob("*.py")):
            if not path.stem.startswith("__"):
                import_module(f"{package}.{path.stem}")


def _read(done: subprocess.CompletedProcess[str]) -> Outcome:
    reached = _DONE.findall(done.stdout)
    edges, features, corpus = map(int, reached[-1]) if reached else (0, 0, 0)
    runs = max((int(a or b) for a, b in _RUNS.findall(done.stdout)), default=0)
    told = done.stdout.splitlines()
    slowest = [float(each.removeprefix("slowest: ")) for each in told if each.startswith("slowest: ")]
    crashes = tuple(each.removeprefix("crash: ") for each in told if each.startswith("crash: "))
    return Outcome(runs, edges, features, corpus, max(slowest, default=0.0), crashes, done.returncode)


@contextmanager
def _kept(corpus: Path | None, target: str, folder: str) -> Iterator[Path]:
    path = Path(folder) / "corpus" if corpus is None else corpus / target
    path.mkdir(parents=True, exist_ok=True)
    yield path


def _on_path() -> None:
    """Let what lies beside this file, and the project, be imported."""
    sys.path[:0] = [each for each in (str(ROOT / "tests"), str(ROOT)) if each not in sys.path]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
