"""Bugs planted in the importers of memory stores."""

from planting import Mutant

STORES = "test_import_stores.py"
NOTES = "test_import_stores_notes.py"
SQLITE = "test_import_stores_sqlite.py"
MARKDOWN = "test_import_stores_markdown.py"
CHECKPOINTS = "test_import_stores_langgraph.py"
LETTA = "test_import_stores_letta.py"

MUTANTS = [
    Mutant(
        "states: what others wrote is taken away", STORES, "never_taken_away",
        "belieflog/importing/states.py", "return shown.public.actor == self._format and shown.source == self._source",
        "return True",
    ),
    Mutant(
        "states: what can't be read is taken for gone", STORES, "taken_for_gone",
        "belieflog/importing/states.py", "return not self.bad", "return True",
    ),
    Mutant(
        "states: each change of an address is its first", STORES, "one_by_one",
        "belieflog/importing/states.py", "n = walk.told.get(address, 0) + 1", "n = 1",
    ),
    Mutant(
        "states: what was left once stays left", STORES, "fill_again",
        "belieflog/importing/states.py", "self._held.find(self._left(last.id)) is not None or not", "not",
    ),
    Mutant(
        "states: masked secrets differ from what the file says", LETTA, "with_a_secret",
        "belieflog/importing/held.py", "isinstance(masked, c.Remember) and stored == canonical(masked.content)", "False",
    ),
    Mutant(
        "states: an erased event says something else", STORES, "was_erased",
        "belieflog/importing/held.py",
        "        if private is None:\n            return True\n", "        if private is None:\n            return False\n",
    ),
    Mutant(
        "states: a time before what it replaces is told", STORES, "runs_backwards",
        "belieflog/importing/states.py", "when.at < shown.public.world_time", "False",
    ),
    Mutant(
        "states: where log and series have parted, the log counts", STORES, "out_of_order",
        "belieflog/importing/states.py", "if walk.parted or walk.grew:", "if False:",
    ),
    Mutant(
        "revisions: a list leads out of its folder", STORES, "leads_to_no_file",
        "belieflog/importing/revisions.py", "os.path.basename(name) != name or ", "",
    ),
    Mutant(
        "revisions: files of one name are one store", STORES, "two_projects",
        "belieflog/importing/revisions.py", 'return f"{os.path.basename(folder)}/{base}"', 'return f"{base}"',
    ),
    Mutant(
        "mem0: a time that runs backwards is told", SQLITE, "run_backwards",
        "belieflog/importing/mem0.py", "if when.at < self._latest.get(memory, when.at):", "if False:",
    ),
    Mutant(
        "mem0: what an actor brought is the file's", SQLITE, "an_actor_of_mem0s",
        "belieflog/importing/mem0.py", 'text_of(row["actor_id"])[:LONGEST]', '""',
    ),
    Mutant(
        "databases: a file in WAL mode is opened as one that changes", SQLITE, "as_they_were",
        "belieflog/importing/databases.py", "'&immutable=1' if still else ''", "''",
    ),
    Mutant(
        "markdown: a changed line is another entry", MARKDOWN, "new_version_of_one",
        "belieflog/importing/markdown_lines.py", "keys |= {new: old[text] for new, text in _versions(fresh, gone)}", "pass",
    ),
    Mutant(
        "markdown: what was taken back is forgotten", MARKDOWN, "user_took_back",
        "belieflog/importing/markdown.py", "_places(store.before(), root)", "{}",
    ),
    Mutant(
        "letta: a heartbeat is the user's word", LETTA, "who_said_what",
        "belieflog/importing/letta.py", 'return "system", text', 'return "user", text',
    ),
    Mutant(
        "checkpoints: a branch goes on with the thread", CHECKPOINTS, "branches_and",
        "belieflog/importing/langgraph_checkpoints.py", "if leaf.checkpoint == parent:", "if True:",
    ),
    Mutant(
        "checkpoints: a state that stays is written again", CHECKPOINTS, "has_grown",
        "belieflog/importing/langgraph_checkpoints.py", "key in said:", "False:",
    ),
    Mutant(
        "notes: of two with one title one is left", NOTES, "told_apart",
        "belieflog/importing/basic_memory.py", "note.permalink if titles.count(note.title) > 1 else note.title", "note.title",
    ),
]  # fmt: skip
