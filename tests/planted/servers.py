"""Bugs planted in logs on a server, wherever they lie."""

from planting import Mutant

POSTGRES, COPYING = "test_postgres.py", "test_copying.py"
FOLLOWED = "eventlog/followed_store.py"

MUTANTS = [
    Mutant(
        "a part of a password is taken for another of a URL", POSTGRES, "is_no_part_of_a_url",
        "eventlog/places.py", "return _URL.fullmatch(url) is not None and url.isprintable()", "return True",
    ),
    Mutant(
        "a hint repeats a password", POSTGRES, "a_hint_repeats",
        "cli/context.py", "self.told[name] = places.repeated(value)", "pass",
    ),
    Mutant(
        "a write fails after it is in", POSTGRES, "nobody_can_be_told",
        "eventlog/postgres/engine.py", "with suppress(psycopg.Error):\n                connection.execute(",
        "if True:\n                connection.execute(",
    ),
    Mutant(
        "a followed copy is never again more than one", COPYING, "has_a_copy_open and server",
        FOLLOWED, "            self._fresh()\n        change =", "            pass\n        change =",
    ),
    Mutant(
        "a moved log seems open to who moved it", COPYING, "known_at_once and server",
        FOLLOWED, "committed, self._copied = True, self.copied", "committed = True",
    ),
    Mutant(
        "a follower holds on to an opening that was taken back", COPYING, "saw_a_log_begin and postgres",
        "eventlog/follower.py", "        self._give_way(tail, held)\n", "",
    ),
]  # fmt: skip
