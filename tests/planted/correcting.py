"""Bugs planted in corrections, points in time, and what is erased."""

from planting import Mutant

PAST = "test_laws_of_the_past.py"
CORRECTIONS = "test_corrections.py"

MUTANTS = [
    # What is erased
    Mutant(
        "a file of the log is opened where the log is open", "test_erasing.py", "keeps_the_locks",
        "eventlog/sqlite_scan.py", "    asked = json.dumps(",
        "    return [f for f in files if holds(f, parts)]\n    asked = json.dumps(",
    ),
    Mutant(
        "a text is erased from contents only", "test_erasing.py", "wherever_it_was_said",
        "eventlog/selectors.py", "if erasing and \"text\" in flags else []", "if False else []",
    ),
    # Corrections and points in time
    Mutant(
        "corrections read oldest first", PAST, "law_05_undoing_the_last",
        "eventlog/effects.py", "for correction in reversed(corrections):", "for correction in corrections:",
    ),
    Mutant(
        "a void correction still counts", PAST, "law_05_undoing_the_last",
        "eventlog/effects.py", "if correction.position in gone or not known(public):", "if not known(public):",
    ),
    Mutant(
        "restores are forgotten", CORRECTIONS, "rollback_restores or restoring_brings",
        "eventlog/effects.py", "back = back | (Intervals(public.restores) - decided)", "back = back | EMPTY",
    ),
    Mutant(
        "undo takes back one scope only", PAST, "law_05",
        "eventlog/corrections.py", "voids=same_op(store, correction))", "voids=[correction])",
    ),
    Mutant(
        "a correction's range reaches another scope", CORRECTIONS, "spans_another_scopes",
        "eventlog/memory_store.py", 'void = effects.void(self.members(scope, ("corrected",), upto=at))',
        'void = effects.void([r for r in self._history[:at] if r.tag == "corrected"])',
    ),
    Mutant(
        "rollback leaves later corrections in force", PAST, "law_04_a_rollback_gives",
        "eventlog/corrections.py", "if (last := last_voidable(store.index, scope)) > at:",
        "if (last := max((r.position for r in store.index.members(scope)"
        ' if voidable(r.tag) and r.tag != "corrected"), default=0)) > at:',
    ),
    Mutant(
        "as known then under today's corrections", PAST, "law_03_the_state",
        "eventlog/memory_store.py", 'void = effects.void(self.members(scope, ("corrected",), upto=at))',
        'void = effects.void(self.members(scope, ("corrected",)))',
    ),
    Mutant(
        "a time means the position before it", PAST, "law_03_a_time",
        "eventlog/points.py", "if store.recorded((middle,))[0].at <= time:", "if store.recorded((middle,))[0].at < time:",
    ),
    Mutant(
        "erasing deletes what isn't named", PAST, "law_01",
        "eventlog/log.py", "self.store.erase(positions)", "self.store.erase([*positions, max(positions) - 1])",
    ),
]  # fmt: skip
