"""Bugs in how peers are measured, and in how a log goes on from an archive."""

from planting import Mutant

BENCH, NEXT = "test_bench.py", "test_next_log.py"

MUTANTS = [
    Mutant(
        "a peer's history isn't compared", BENCH, "gives_back_something_else",
        "bench/peers/checking.py", "told = _asked(peer, \"history\", session, key)", "told = None",
    ),
    Mutant(
        "a peer's past isn't compared", BENCH, "gives_back_something_else",
        "bench/peers/checking.py", "past = _asked(peer, \"as_of\", session, seq, count)", "past = None",
    ),
    Mutant(
        "the best peer is the highest ratio, whatever is better", BENCH, "direction_of_its_target",
        "bench/table.py", "choose = max if self.target.startswith(\">=\") else min", "choose = max",
    ),
    Mutant(
        "a log of other operations is read again", BENCH, "other_operations_is_not",
        "bench/built.py", "(n, _first(n), TABLES)", "(told.events, _first(n), TABLES)",
    ),
    Mutant(
        "an archive isn't compared with what the next log says", NEXT, "in_an_archive_s_place",
        "examples/next_log.py", "belieflog.verify(log, anchor=anchors)", "belieflog.verify(log)",
    ),
    Mutant(
        "an erased origin ends the walk", NEXT, "erased_origin",
        "examples/next_log.py", "if event.private is None:", "if event.private is None and event.position < 0:",
    ),
    Mutant(
        "what lost its support goes along", NEXT, "go_along_as_they_stand",
        "examples/next_log.py", "if entry.supported)", "if entry)",
    ),
    Mutant(
        "what most may not read is left behind", NEXT, "go_along_as_they_stand",
        "examples/next_log.py", "for actor in actors", "for actor in (None,)",
    ),
    Mutant(
        "the rules of today refuse what was let in before", NEXT, "go_along_as_they_stand",
        "examples/next_log.py", "{**before.policy, **OPEN}", "before.policy",
    ),
]  # fmt: skip
