"""Bugs planted in the importers of coding agents' transcripts."""

from planting import Mutant

AGENTS = "test_import_agents.py"
AGENTS_LAWS = "test_import_agents_laws.py"

MUTANTS = [
    Mutant(
        "what is told in two streams is said twice", AGENTS, "said_once",
        "belieflog/importing/twice_told.py", "        return False\n", "        return True\n",
    ),
    Mutant(
        "the same words again are taken for the same", AGENTS, "said_once",
        "belieflog/importing/twice_told.py", "            del self._ahead[what]\n", "            pass\n",
    ),
    Mutant(
        "a record used again has the id of the first", AGENTS_LAWS, "ids_are_distinct",
        "belieflog/importing/narrating.py", 'return f"{record}~{nth}" if nth else record', "return record",
    ),
    Mutant(
        "a message's id comes from its words", AGENTS_LAWS, "ids_are_distinct",
        "belieflog/importing/muse_code.py", 'told.distinct(text_of(record.get("id")) or f"#{line}")', "repr(payload)",
    ),
    Mutant(
        "a file is read from its end", AGENTS_LAWS, "lines_below",
        "belieflog/importing/operations.py", "in records(given.lines()):", "in reversed([*records(given.lines())]):",
    ),
    Mutant(
        "an agent's format is taken for another's", AGENTS_LAWS, "told_from_all_others",
        "belieflog/importing/qwen_code.py", ' and _parts(r) is not None for r', " for r",
    ),
    Mutant(
        "a part that is null breaks the reading", AGENTS_LAWS, "another_ones_place",
        "belieflog/importing/codex.py", 'not isinstance(part, dict) or "text" in part', '"text" in part',
    ),
    Mutant(
        "a plan that failed is the plan", AGENTS, "unless_it_failed",
        "belieflog/importing/narrating.py", "if not failed and (todos", "if (todos",
    ),
    Mutant(
        "a branch goes on in the session it left", AGENTS, "pi_goes_back",
        "belieflog/importing/branches.py", 'path = (f"branch-{record}",)', "pass",
    ),
]  # fmt: skip
