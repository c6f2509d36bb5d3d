"""Bugs planted in the logs on NATS JetStream."""

from planting import Mutant

JETSTREAM = "test_jetstream.py"

MUTANTS = [
    Mutant(
        "jetstream: a write doesn't say where it saw the log end", JETSTREAM, "loses_nothing_and_doubles or lose_nothing",
        "eventlog/jetstream/publishing.py",
        '    heads[0]["Nats-Expected-Last-Sequence"] = str(after)\n', "",
    ),
    Mutant(
        "jetstream: an answer that was lost is taken for another's write", JETSTREAM, "answer_that_was_lost",
        "eventlog/jetstream/publishing.py",
        "if tried > 1 and await _stands(journal, place.shown, after + 1, write):", "if False:",
    ),
    Mutant(
        "jetstream: what is erased shows as long as it is kept", JETSTREAM, "completed_by_who_comes_next",
        "eventlog/jetstream/engine.py", "if position not in self._journal.erased}", "if True}",
    ),
    Mutant(
        "jetstream: a blob taken away takes one that was kept since", JETSTREAM, "dropped_late",
        "eventlog/jetstream/sweeping.py", "                if chunk.name[0] <= seq:\n", "                if True:\n",
    ),
    Mutant(
        "jetstream: an older revision of a bundle stays on the disks", JETSTREAM, "goes_from_the_cluster",
        "eventlog/jetstream/kept.py",
        "            await self.forget(each.seq for each in await self._revisions(subject) if each.seq < revision)\n"
        "            return\n",
        "            return\n",
    ),
    Mutant(
        "jetstream: a node that was cut off is believed", JETSTREAM, "most_nodes_are_down",
        "eventlog/jetstream/streams.py", "        if found.agreed:\n", "        if True:\n",
    ),
    Mutant(
        "jetstream: what was kept for nothing stays", JETSTREAM, "never_came_to_be",
        "eventlog/jetstream/sweeping.py", "if several[name[0]] > 1]", "if several[name[0]] > 2]",
    ),
    Mutant(
        "jetstream: what a writer may yet publish is swept", JETSTREAM, "never_came_to_be",
        "eventlog/jetstream/sweeping.py",
        "    chunks = [chunk for chunk in await kept.chunks() if chunk.name[0] <= end.seq]\n",
        "    chunks = list(await kept.chunks())\n",
    ),
    Mutant(
        "jetstream: a forked child uses its parent's connection", JETSTREAM, "forked_child",
        "eventlog/jetstream/connecting.py",
        "        if self._process != os.getpid():\n            _left", "        if False:\n            _left",
    ),
    Mutant(
        "jetstream: nobody gives way", JETSTREAM, "keep_out",
        "eventlog/jetstream/turns.py", "        while self._first(me, waited) and", "        while False and",
    ),
    Mutant(
        "jetstream: two names come to one stream", JETSTREAM, "same_stream",
        "eventlog/jetstream/place.py", 're.compile(rb"[^a-z0-9-]")', 're.compile(rb"[^a-z0-9_-]")',
    ),
    Mutant(
        "jetstream: older servers are let in", JETSTREAM, "contradicting_appends",
        "eventlog/jetstream/client.py", "OLDEST = (2, 12)", "OLDEST = (2, 9)",
    ),
    Mutant(
        "jetstream: an import gives up where another writer was quicker", JETSTREAM, "quicker_than_goes_in",
        "belieflog/importing/run.py", "again() if given.is_stream else undisturbed(again)()", "again()",
    ),
]  # fmt: skip
