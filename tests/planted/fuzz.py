"""Bugs planted where fuzzing must find them."""

from planting import Mutant

FUZZ = "test_fuzz.py"
RECORDS = "except (MsgspecError, UnicodeError, RecursionError) as error:\n            yield number"

MUTANTS = [
    Mutant(
        "fuzz: a stored text that is nested too deep isn't expected", FUZZ, "written_again",
        "eventlog/events.py", "UNREADABLE = (msgspec.MsgspecError, UnicodeError, RecursionError, TypeError)",
        "UNREADABLE = (msgspec.MsgspecError, UnicodeError, TypeError)",
    ),
    Mutant(
        "fuzz: a line that is nested too deep isn't expected", FUZZ, "whole_or_not",
        "belieflog/importing/operations.py", RECORDS, RECORDS.replace(", RecursionError", ""),
    ),
    Mutant(
        "fuzz: a rehearsal is written", FUZZ, "whole_or_not",
        "belieflog/importing/bringing.py", "if self.dry_run:", "if False:",
    ),
    Mutant(
        "fuzz: a line is passed over in silence", FUZZ, "whole_or_not",
        "belieflog/importing/operations.py", "        if isinstance(record, Bad):\n            yield record",
        "        if isinstance(record, Bad):\n            continue",
    ),
]  # fmt: skip
