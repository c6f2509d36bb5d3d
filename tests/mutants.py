"""Plant one bug at a time in a copy of the project and see that a test notices; prints N/N caught.

python tests/mutants.py          all of them
python tests/mutants.py clock    those with a word in their name
"""

import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from queue import Queue
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
COPIED = ("belieflog", "cli", "eventlog", "projections", "tests", "pyproject.toml")
WORKERS = 2
PASSED, FAILED = 0, 1  # pytest's exit codes; any other is trouble of another kind

PAST, INDEX = "test_laws_of_the_past.py", "test_laws_of_the_index.py"
SHOWN, WRITING = "test_laws_of_what_is_shown.py", "test_laws_of_writing.py"
AGREE = "test_stores_agree.py"


class Mutant(NamedTuple):
    """A bug: in *file*, *before* (which stands there once) becomes *after*; some test of *tests* named *law* fails."""

    name: str
    tests: str
    law: str
    file: str
    before: str
    after: str


MUTANTS = [
    # What is shown, and to whom
    Mutant(
        "expiry >= becomes >",
        SHOWN,
        "law_07_nothing",
        "projections/entries.py",
        "now >= public.expires_at",
        "now > public.expires_at",
    ),
    Mutant(
        "user filter dropped",
        SHOWN,
        "law_06_nothing",
        "projections/recall.py",
        "return [*own, Scope(user), *map(Scope, opened)]",
        'return [*own, Scope(user), Scope("u"), *map(Scope, opened)]',
    ),
    Mutant(
        "users told apart by session only",
        SHOWN,
        "law_06_what",
        "eventlog/sqlite_index.py",
        'sql = "select id from scope where user = ? and session = ?"',
        'sql = "select id from scope where (user = ? or 1) and session = ?"',
    ),
    Mutant(
        "clear reaches another session",
        SHOWN,
        "law_16",
        "eventlog/sqlite_index.py",
        'shown = f"scope = ? and shows > 0',
        'shown = f"scope <> ? and shows > 0',
    ),
    Mutant(
        "clear takes memories held in the session",
        AGREE,
        "",
        "eventlog/beliefs.py",
        "if shown.public.kind in WORKING]",
        "if True]",
    ),
    Mutant(
        "a second plan is kept",
        SHOWN,
        "law_08",
        "eventlog/decide.py",
        "    if entry is None:\n        return index.status",
        '    if entry is None or part.address == "plan":\n        return index.status',
    ),
    Mutant(
        "what lost its support is recalled",
        AGREE,
        "",
        "projections/recall.py",
        "if not entry.supported and not asked.unsupported:",
        "if False:",
    ),
    Mutant(
        "any premise is enough",
        AGREE,
        "",
        "eventlog/support.py",
        "any(holds.issuperset(g) for g in grounds)",
        "any(not g or holds.intersection(g) for g in grounds)",
    ),
    Mutant(
        "a successor withdraws support",
        AGREE,
        "",
        "eventlog/support.py",
        'if r.tag == "retracted" and r.public.successor is None',
        'if r.tag == "retracted"',
    ),
    # Corrections and points in time
    Mutant(
        "corrections read oldest first",
        PAST,
        "law_05_undoing_the_last",
        "eventlog/effects.py",
        "for correction in reversed(corrections):",
        "for correction in corrections:",
    ),
    Mutant(
        "a void correction still counts",
        PAST,
        "law_05",
        "eventlog/effects.py",
        "if correction.position in gone or not known(public):",
        "if not known(public):",
    ),
    Mutant(
        "restores are forgotten",
        AGREE,
        "",
        "eventlog/effects.py",
        "back = back | (Intervals(public.restores) - decided)",
        "back = back | EMPTY",
    ),
    Mutant(
        "undo takes back one scope only",
        PAST,
        "law_05",
        "eventlog/corrections.py",
        "voids=same_op(store, correction))",
        "voids=[correction])",
    ),
    Mutant(
        "a correction's range reaches another scope",
        PAST,
        "law_04",
        "eventlog/memory_store.py",
        'void = effects.void(self.members(scope, ("corrected",), upto=at))',
        'void = effects.void([r for r in self._history[:at] if r.tag == "corrected"])',
    ),
    Mutant(
        "rollback leaves later corrections in force",
        PAST,
        "law_04",
        "eventlog/corrections.py",
        "if (last := last_voidable(store.index, scope)) > at:",
        "if (last := max((r.position for r in store.index.members(scope)"
        ' if voidable(r.tag) and r.tag != "corrected"), default=0)) > at:',
    ),
    Mutant(
        "as known then under today's corrections",
        PAST,
        "law_03_the_state",
        "eventlog/memory_store.py",
        'void = effects.void(self.members(scope, ("corrected",), upto=at))',
        'void = effects.void(self.members(scope, ("corrected",)))',
    ),
    Mutant(
        "a time means the position before it",
        PAST,
        "law_03_a_time",
        "eventlog/points.py",
        "if store.recorded((middle,))[0].at <= time:",
        "if store.recorded((middle,))[0].at < time:",
    ),
    Mutant(
        "erasing deletes what isn't named",
        PAST,
        "law_01",
        "eventlog/log.py",
        "self.store.erase(chosen)",
        "self.store.erase([*chosen, max(chosen) - 1])",
    ),
    # The index
    Mutant(
        "index not updated on revert",
        INDEX,
        "law_02_every_answer",
        "eventlog/sqlite_index.py",
        'elif public.tag == "corrected" and foldable:',
        "elif False:",
    ),
    Mutant(
        "index forgets that a void clear brings all back",
        INDEX,
        "law_02_every_answer",
        "eventlog/sqlite_index.py",
        "if any(tag == _CLEAR for _, tag in touched):",
        "if False:",
    ),
    Mutant(
        "an erased address is remembered",
        INDEX,
        "law_02_every_answer",
        "eventlog/sqlite_index.py",
        "if not connection.execute(left, key).fetchone():",
        "if False:",
    ),
    Mutant(
        "a refreshed first version forgets later contents",
        INDEX,
        "law_02_every_short",
        "eventlog/sqlite_index.py",
        "new = status is not None and status.entries < number",
        "new = version == 1",
    ),
    # Writing
    Mutant(
        "a refresh bumps the version",
        AGREE,
        "",
        "eventlog/decide.py",
        "version = refreshed.public.version or 1\n",
        "version = entry.versions + 1\n",
    ),
    Mutant(
        "the id is looked up after the rules",
        WRITING,
        "law_11_the_same",
        "eventlog/log.py",
        """        if (known := repeated(store, given, command)) is not None:
            return known
        if self.policy is None:
            self.policy = self._log.policy(self.next - 1)
        decision = decide(store, self.policy, self.stamp(given.id), given, command)
""",
        """        if self.policy is None:
            self.policy = self._log.policy(self.next - 1)
        decision = decide(store, self.policy, self.stamp(given.id), given, command)
        if (known := repeated(store, given, command)) is not None:
            return known
""",
    ),
    Mutant(
        "dedupe across users",
        WRITING,
        "law_11_an_id",
        "eventlog/idempotency.py",
        "public.user != given.user",
        "False",
    ),
    Mutant(
        "half a batch",
        WRITING,
        "law_13",
        "eventlog/sqlite_connect.py",
        "            if kind is None:\n                self._connection.settled()",
        "            if True:\n                self._connection.settled()",
    ),
    Mutant(
        "half a batch in memory",
        WRITING,
        "law_13",
        "eventlog/memory_store.py",
        "self._rows[:], self._history[:], self._blobs",
        "_, _, self._blobs",
    ),
    Mutant(
        "clock back",
        WRITING,
        "law_14_interleaved",
        "eventlog/log.py",
        "self.at = max(log.clock(), head.at + 1)",
        "self.at = log.clock()",
    ),
    Mutant(
        "contiguity unchecked",
        "test_verify.py",
        "changed_from_outside",
        "eventlog/verify.py",
        "if row.position != expected:",
        "if row.position < expected:",
    ),
    # The rules
    Mutant(
        "rule 2 off: a fact from the agent's own head",
        SHOWN,
        "law_09_every",
        "eventlog/rules.py",
        'if address.kind == "fact" and source == "agent":',
        "if False:",
    ),
    Mutant(
        "rule 3 off: confirming keeps the assumption",
        SHOWN,
        "law_09_confirming",
        "eventlog/decide.py",
        "Decision((*fact.drafts, _gone(",
        "Decision(fact.drafts or (_gone(",
    ),
    Mutant(
        "rule 5 off: a lower source overwrites",
        AGREE,
        "",
        "eventlog/rules.py",
        "    if rank < best:\n",
        "    if False:\n",
    ),
    Mutant(
        "rule 11 off: what was retracted returns",
        AGREE,
        "",
        "eventlog/rules.py",
        'if source == "import" or (RANK[source] < RANK[retractor] and not given.force):',
        "if False:",
    ),
    Mutant(
        "an ended session takes writes",
        AGREE,
        "",
        "eventlog/rules.py",
        "    if ended:\n",
        "    if False:\n",
    ),
    Mutant(
        "expected= is not looked at",
        AGREE,
        "",
        "eventlog/rules.py",
        "if expected is not None and expected != found:",
        "if False:",
    ),
]


class Copy:
    """The project in a folder of its own, to plant bugs in."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._times = folder, count(1_000_000_000)
        for name in COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(ROOT / name, folder / name)

    def test(self, tests: str, law: str) -> subprocess.CompletedProcess[str]:
        """Run the tests of one law."""
        pytest = ["pytest", "-q", "-x", "--no-header", "-p", "no:cacheprovider", "--hypothesis-profile=mutants"]
        chosen = [f"tests/{tests}", *(["-k", law] if law else [])]
        environment = os.environ | {"PYTHONPATH": str(self.folder)}
        return subprocess.run(
            [sys.executable, "-m", *pytest, *chosen], cwd=self.folder, env=environment, capture_output=True, text=True
        )

    def plant(self, mutant: Mutant) -> subprocess.CompletedProcess[str]:
        """Run the tests on the project with one bug, and take the bug out again."""
        file = self.folder / mutant.file
        honest = file.read_text()
        assert honest.count(mutant.before) == 1, (
            f"{mutant.name}: {mutant.before!r} stands {honest.count(mutant.before)} times"
        )
        try:
            self._write(file, honest.replace(mutant.before, mutant.after))
            return self.test(mutant.tests, mutant.law)
        finally:
            self._write(file, honest)

    def _write(self, file: Path, text: str) -> None:
        """Write *file* with a time of its own, since Python takes equal times for equal contents."""
        file.write_text(text)
        moment = next(self._times)
        os.utime(file, (moment, moment))


def main(word: str = "") -> int:
    """Plant the bugs, see each caught, and give the exit code."""
    wanted = [mutant for mutant in MUTANTS if word in mutant.name]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(WORKERS) as pool:
        copies: Queue[Copy] = Queue()
        for n in range(WORKERS):
            copies.put(Copy(Path(folder) / str(n)))

        def on_a_copy(work):
            copy = copies.get()
            try:
                return work(copy)
            finally:
                copies.put(copy)

        laws = sorted({(mutant.tests, mutant.law) for mutant in wanted})
        for law, honest in zip(laws, pool.map(lambda law: on_a_copy(lambda copy: copy.test(*law)), laws), strict=True):
            if honest.returncode != PASSED:
                print(f"{law} fails without any bug:\n{honest.stdout[-3000:]}{honest.stderr[-3000:]}")
                return 1
        caught = 0
        for mutant, run in zip(wanted, pool.map(lambda m: on_a_copy(lambda copy: copy.plant(m)), wanted), strict=True):
            by = next((line for line in run.stdout.splitlines() if line.startswith("FAILED")), "FAILED by the machine")
            caught += run.returncode == FAILED
            found = (
                by.split("::")[-1].split(" - ")[0]
                if run.returncode == FAILED
                else f"NOT CAUGHT (exit {run.returncode})"
            )
            print(f"{mutant.name:52} {found}", flush=True)
    print(f"{caught}/{len(wanted)} caught")
    return 0 if caught == len(wanted) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
