"""Bugs planted in what goes out and comes back."""

from planting import Mutant

EVENTS = "test_import_events.py"
PAGES = "test_import_scratchpad.py"

MUTANTS = [
    Mutant(
        "an import believes the hashes it reads", EVENTS, "isnt_as_it_was_written",
        "eventlog/proving.py", "raise wrong(position, problem.damage)", "pass",
    ),
    Mutant(
        "an export forgets what erased texts were committed to", EVENTS, "law_12",
        "belieflog/exporting/events.py", "None if row.commitment is None else row.commitment.hex()", "None",
    ),
    Mutant(
        "a hole without an owner comes in", EVENTS, "without_an_erasure",
        "belieflog/importing/events.py", "if (first := verify(store).broken) is not None:", "if (first := None) is not None:",
    ),
    Mutant(
        "an imported log goes on in its old epoch", EVENTS, "until_it_opens_an_epoch",
        "eventlog/batches.py", "    if store.copied:", "    if False:",
    ),
    Mutant(
        "an import that failed leaves the log marked", EVENTS, "isnt_as_it_was_written",
        "eventlog/memory_store.py", "salts, copied\n            raise", "salts, self.copied\n            raise",
    ),
    Mutant(
        "a text is taken for the page's own lines", PAGES, "come_back_from_markdown",
        "belieflog/exporting/spelling.py", "and not any(map(_OURS.match, lines))", "",
    ),
    Mutant(
        "a page overwrites what moved", PAGES, "moved",
        "belieflog/importing/scratchpad.py", "if version != found:", "if False:",
    ),
    Mutant(
        "a page brings back what was erased", PAGES, "is_not_brought_back",
        "belieflog/importing/scratchpad.py", "if was is not None and old is None:", "if False:",
    ),
    Mutant(
        "what was left alone is written over what moved", PAGES, "left_alone",
        "belieflog/importing/scratchpad.py", "if old is not None and old.says == item.says:", "if False:",
    ),
]  # fmt: skip
