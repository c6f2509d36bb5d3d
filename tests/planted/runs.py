"""Bugs planted in the importers of other programs' runs."""

from planting import Mutant

RUNS = "test_import_runs.py"
MESSAGES = "test_import_messages.py"

MUTANTS = [
    Mutant(
        "an imported message is named by how many follow", MESSAGES, "a_list_that_has_grown",
        "belieflog/importing/conversations.py", "yield Turn(line, path, str(place), message)",
        "yield Turn(line, path, str(len(listed) - place), message)",
    ),
    Mutant(
        "an imported step is named by how many follow", RUNS, "a_file_that_has_grown",
        "belieflog/importing/smolagents.py", 'narrator.at(line, place or "1"',
        'narrator.at(line, str(len(given.document) - int(place or "1"))',
    ),
    Mutant(
        "an imported run that stands twice is one session", RUNS, "stands_twice",
        "belieflog/importing/narrating.py", 'return f"{record}~{nth}" if nth else record', "return record",
    ),
    Mutant(
        "an imported id holds what is said", RUNS, "ids_are_distinct",
        "belieflog/importing/narrating.py", "self._record, kind, nth)", "self._record, kind, nth, repr(command))",
    ),
    Mutant(
        "an imported call is taken for what it should be", RUNS, "nothing_that_a_file",
        "belieflog/importing/message_parts.py",
        'call.get("function", call.get("custom")) if isinstance(call, dict) else None', 'call.get("function")',
    ),
    Mutant(
        "an imported story's turns are named by its length", RUNS, "a_story_that_has_grown",
        "belieflog/importing/specstory_markdown.py", 'f"{turn.number}.{part}"',
        'f"{turn.number}.{part}.{len(given.body)}"',
    ),
]  # fmt: skip
