"""Bugs planted in the index."""

from planting import Mutant

INDEX = "test_laws_of_the_index.py"

MUTANTS = [
    Mutant(
        "index not updated on revert", INDEX, "law_02_every_answer",
        "eventlog/sqlite_index.py", 'elif public.tag == "corrected" and foldable:', "elif False:",
    ),
    Mutant(
        "index misses what a void clear brings back", INDEX, "law_02_every_answer",
        "eventlog/sqlite_reshown.py", "if any(tag == CLEAR for _, tag in touched):", "if False:",
    ),
    Mutant(
        "an erased address is remembered", INDEX, "law_02_every_short",
        "eventlog/sqlite_index.py", "if not connection.execute(left, key).fetchone():", "if False:",
    ),
    Mutant(
        "refreshing a first version forgets the later ones", INDEX, "law_02_every_short",
        "eventlog/sqlite_index.py", "            if mark is not None and known.digests is not None:\n",
        "            known.digests = set() if version == 1 else known.digests\n"
        "            if mark is not None and known.digests is not None:\n",
    ),
    Mutant(
        "a refresh bumps the version", INDEX, "law_02_every_short",
        "eventlog/decide.py", "version = refreshed.public.version or 1\n", "version = entry.versions + 1\n",
    ),
]  # fmt: skip
