"""Bugs by which one history would come to two logs, or to two without anyone noticing."""

from planting import Mutant

HISTORY = "test_same_history.py"

KEPT = "self._history[at - 1] = Recorded(at, self._history[at - 1].public, None)"

MUTANTS = [
    Mutant(
        "history: what comes back is a claim of its own", HISTORY, "every_engine",
        "eventlog/memory_store.py", "return recorded.public.claim or recorded.public.version", "return None",
    ),
    Mutant(
        "history: states aren't compared", HISTORY, "any_difference_is_found",
        "tests/history.py", "zip(one.states, other.states, strict=False)", "()",
    ),
    Mutant(
        "memory: a fold outlives a batch taken back", "test_laws_of_writing.py", "law_13_a_batch",
        "eventlog/memory_store.py", "            self.index.forget()\n            self._blobs", "            self._blobs",
    ),
    Mutant(
        "memory: a fold outlives what was erased", "test_erasing.py", "erasing",
        "eventlog/memory_store.py", f"{KEPT}\n        self.index.forget()", KEPT,
    ),
]  # fmt: skip
