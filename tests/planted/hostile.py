"""Bugs planted in what importers do with hostile files."""

from planting import Mutant

HOSTILE = "test_import_hostile.py"

MUTANTS = [
    Mutant(
        "hostile: a file named as a run of OpenHands is read as a folder", HOSTILE, "run_of_openhands",
        "belieflog/importing/openhands_sdk.py", "if not given.is_folder:", "if False:",
    ),
    Mutant(
        "hostile: a link leads out of a folder", HOSTILE, "link_out",
        "belieflog/importing/inputs.py", "            return 0\n        return mode", "            pass\n        return mode",
    ),
    Mutant(
        "hostile: a file's pages aren't looked at", HOSTILE, "pages_are_all_one",
        "belieflog/importing/databases.py", "        self._sound()\n", "",
    ),
    Mutant(
        "hostile: an edited epoch is believed", HOSTILE, "first_line_that_was_edited",
        "belieflog/importing/events.py", "if born.epoch != reader.head.epoch:", "if False:",
    ),
]  # fmt: skip
