"""Bugs planted in what stands under other programs: files, items, graphs, LangGraph."""

from planting import Mutant

LANGGRAPH = "test_langgraph.py"
GRAPH = "test_graph.py"
FILES = "test_anthropic_memory.py"
ITEMS = "test_openai_session.py"

MUTANTS = [
    # Files
    Mutant(
        "a folder goes with its last file", FILES, "replies_refusals",
        "belieflog/files/editing.py", "        yield Put((*folder, FOLDER), EMPTY)\n", "        yield from ()\n",
    ),
    Mutant(
        "an inserted text keeps its last newline", FILES, "edits_of_one_text",
        "belieflog/files/editing.py", 'text.rstrip("\\n")', "text",
    ),
    Mutant(
        "a file is read before it is locked", FILES, "append_to_one",
        "belieflog/files/shelf.py",
        "        def act(batch: Batch) -> str:\n            batches.append(batch)\n            edit = decide()\n",
        "        edit = decide()\n\n        def act(batch: Batch) -> str:\n            batches.append(batch)\n",
    ),
    Mutant(
        "a renamed file rests on what was withdrawn", FILES, "renamed_file",
        "belieflog/files/shelf.py", "successor=moved, ", "",
    ),
    Mutant(
        "what looks like a step up is a name", FILES, "leads_elsewhere",
        "belieflog/files/paths.py", 'if part == ".." or looks in (".", ".."):', 'if part == "..":',
    ),
    # Items of a session
    Mutant(
        "what was popped is still there", ITEMS, "every_operation",
        "eventlog/backwards.py", "if r.position not in skip", "if True",
    ),
    Mutant(
        "a developer's words come back as the system's", ITEMS, "every_operation",
        "belieflog/session_items.py", "and role == speaker and", "and",
    ),
    Mutant(
        "an item that is more than its words loses the rest", ITEMS, "every_operation",
        "belieflog/session_items.py", "    if isinstance(kept := told.get(\"item\"), dict):\n        return kept\n", "",
    ),
    Mutant(
        "what is popped is chosen before the log is locked", ITEMS, "popped_once",
        "belieflog/openai.py",
        "        def plan() -> corrections.Plan:\n            chosen = which()\n",
        "        chosen = which()\n\n        def plan() -> corrections.Plan:\n",
    ),
    Mutant(
        "an undo takes back anyone's correction", ITEMS, "corrections_of_others",
        "belieflog/openai.py", "told and told.reason in (_POPPED, _CLEARED)", "told",
    ),
    Mutant(
        "a cancelled task doesn't wait", ITEMS, "cancelled_task",
        "belieflog/openai.py", "            cancelled = cancelled or error\n", "            raise error\n",
    ),
    Mutant(
        "a cleared session is read through to its newest item", ITEMS, "without_reading",
        "eventlog/backwards.py", "(skip.covering(oldest) or (oldest,))[0] - 1", "oldest - 1",
    ),
    # A knowledge graph
    Mutant(
        "a graph is told again what it says", GRAPH, "law_the_graph",
        "belieflog/graph/graph.py", " and not self._there.says(where, text):", ":",
    ),
    Mutant(
        "a graph keeps the relations to what was deleted", GRAPH, "law_the_graph",
        "belieflog/graph/graph.py", "names.isdisjoint(showing.ends(entry)):", "names.isdisjoint(showing.ends(entry)[:1]):",
    ),
    Mutant(
        "a graph is in the order of its addresses", GRAPH, "law_the_graph",
        "belieflog/graph/showing.py", "sorted(entries, key=lambda entry: entry.position)", "entries",
    ),
    Mutant(
        "a graph is looked up by what was told, not by what was kept", GRAPH, "law_the_graph",
        "belieflog/graph/there.py", "return self._memory.kept(text)", "return text",
    ),
    Mutant(
        "what a graph's earlier entity left comes back", GRAPH, "nothing_left",
        "belieflog/graph/graph.py", "                self._leave_behind(batch, entity, **told)\n", "",
    ),
    Mutant(
        "a secret is found in a graph's digests", GRAPH, "digits_that",
        "belieflog/graph/places.py", ".translate(_LETTERS)", "",
    ),
    Mutant(
        "a session's own is part of the graph", GRAPH, "keeps_to_itself",
        "belieflog/graph/there.py", "memory.long_term", "memory",
    ),
    # Under LangGraph
    Mutant(
        "at least is more than", LANGGRAPH, "answers_as",
        "belieflog/langgraph/filters.py", '"$gte": lambda a, b: a >= b', '"$gte": lambda a, b: a > b',
    ),
    Mutant(
        "a suffix is looked for at the beginning", LANGGRAPH, "begin_and_end",
        "belieflog/langgraph/filters.py", "namespace[len(namespace) - len(path) :] if ends else namespace", "namespace",
    ),
    Mutant(
        "a wildcard is read as a name", LANGGRAPH, "begin_and_end",
        "belieflog/langgraph/filters.py", "path[: path.index(_ANY)] if _ANY in path else path", "path",
    ),
    Mutant(
        "a new value moves an item to the end", LANGGRAPH, "answers_as",
        "belieflog/langgraph/reading.py", "key=lambda each: each[0].recorded.public.entry or 0",
        "key=lambda each: each[0].position",
    ),
    Mutant(
        "what a filter leaves out takes a place on the page", LANGGRAPH, "answers_as",
        "belieflog/langgraph/reading.py", "last if not op.filter and min(", "last if min(",
    ),
    Mutant(
        "of several puts to a key the first counts", LANGGRAPH, "answers_as",
        "belieflog/langgraph/store.py", "puts = {address(self._memory, op): op for op in asked",
        "puts = {address(self._memory, op): op for op in reversed(asked)",
    ),
    Mutant(
        "each version makes an item anew", LANGGRAPH, "answers_as",
        "projections/timeline.py", "first = min(first, earlier if change.at == upto else shown.at)", "pass",
    ),
    Mutant(
        "what was worked out of an item's age is lost", LANGGRAPH, "as_old_as",
        "projections/timeline.py", "earlier if change.at == upto else shown.at", "shown.at",
    ),
    Mutant(
        "an item is as old as what had expired", LANGGRAPH, "lives_as",
        "projections/timeline.py", "events[later.at].at >= shown.expires_at", "False",
    ),
    Mutant(
        "minutes are seconds", LANGGRAPH, "lives_as",
        "belieflog/langgraph/store.py", "op.ttl * 60", "op.ttl",
    ),
    Mutant(
        "every read lets an item live on", LANGGRAPH, "lives_as",
        "belieflog/langgraph/reading.py", "if refresh and entry.recorded", "if entry.recorded",
    ),
    Mutant(
        "a read brings back what went away meanwhile", LANGGRAPH, "went_away_meanwhile",
        "belieflog/langgraph/store.py", "expected=entry.version or 0,", "",
    ),
    Mutant(
        "what a session holds hides an item", LANGGRAPH, "what_the_session_holds",
        "belieflog/langgraph/store.py", "self._long_term = memory, memory.long_term", "self._long_term = memory, memory",
    ),
    Mutant(
        "what wasn't on the page counts as shown", LANGGRAPH, "of_what_was_shown",
        "belieflog/langgraph/reading.py", "for entry, _ in page:", "for entry, _ in [*hits, *others]:",
    ),
    Mutant(
        "what lost its support is an item", LANGGRAPH, "lost_its_support",
        "belieflog/langgraph/reading.py", "if entry is None or not entry.supported:", "if entry is None:",
    ),
]  # fmt: skip
