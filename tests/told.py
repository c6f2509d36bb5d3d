"""A state made up to be told, and what a prompt of it has to hold, worked out from the entries alone."""

from contextlib import suppress

from hand import Hand

from eventlog import commands as c
from eventlog.addresses import WORKING
from eventlog.commands import Given
from eventlog.errors import Refused
from eventlog.memory_store import MemoryStore
from projections import pointers, prompt
from projections.prompt import SECTIONS, Wanted

ALWAYS = ("goal", "constraints", "facts", "failures")


class Told:
    """What a session shows after some writes, those that the rules refuse left out."""

    def __init__(self, tellings, *, lost=None, ended=False):
        with Hand(MemoryStore()) as hand:
            for command, source in tellings:
                with suppress(Refused):
                    hand.append([(command, Given(user="u", session="s", source=source))])
            if ended:
                hand.do(c.End("done"))
            entries = hand.entries()
            doubted = {entries[lost % len(entries)].position} if lost is not None and entries else set()
            self.pad = hand.pad(unsupported=frozenset(doubted))
            self.turns = hand.dialogue()
            self.memories = [e for e in entries if e.kind not in WORKING]

    def render(self, **wanted):
        return prompt.render(self.pad, self.turns, self.memories, Wanted(**wanted))

    def cost(self, **wanted):
        return prompt.cost(self.pad, self.turns, self.memories, Wanted(**wanted))

    def entries(self, sections=None, query=None):
        """The entries of each section that has any, and the turns."""
        pad = self.pad
        recalled = [m for m in self.memories if query is not None or m.kind != "episodic"]
        found = {
            "goal": [pad.goal] if pad.goal else [],
            "constraints": pad.constraints,
            "plan": [pad.plan] if pad.plan else [],
            "progress": [pad.progress] if pad.progress else [],
            "facts": pad.facts,
            "assumptions": pad.assumptions,
            "questions": pad.questions,
            "failures": pad.failures,
            "notes": pad.notes,
            "memories": recalled,
            "dialogue": self.turns,
        }
        return {name: list(found[name]) for name in sections or SECTIONS if found[name]}

    def always(self, sections=None, query=None):
        """The positions that every prompt shows."""
        return {e.position for name, es in self.entries(sections, query).items() if name in ALWAYS for e in es}


def parts(entry):
    """The names of the parts that an entry or a turn is told with, beside its content."""
    value = getattr(entry, "value", None) if hasattr(entry, "value") else entry.content
    kind = getattr(entry, "kind", "turn")
    found = ["about"] * bool(getattr(entry, "description", "")) + ["outcome"] * bool(getattr(entry, "outcome", None))
    if kind == "goal":
        return found + ["criterion"] * len(value.get("criteria", ()))
    if kind == "plan":
        return found + ["step"] * len(value)
    if kind in ("progress", "failure"):
        return found + [p for p in ("done", "next", "input", "why", "avoid") if value.get(p) is not None]
    if kind == "question":
        return found
    return found + ["where"] * len(pointers.split(value)[1])
