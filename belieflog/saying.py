"""The verb that writes an entry: which command says a content at the address of another."""

from typing import Any

from eventlog import addresses
from eventlog import commands as c
from eventlog.commands import Command
from projections.entries import Entry


def command(entry: Entry, value: Any, confidence: float | None) -> Command:
    """Write *value*, a content of the shape of its kind, where *entry* stands; what stands beside it stays."""
    match entry.kind:
        case "goal":
            return c.SetGoal(value["text"], tuple(value.get("criteria", ())))
        case "constraint":
            return c.Constrain(entry.key, value)
        case "plan":
            return c.RevisePlan(tuple((step["text"], step["status"]) for step in value))
        case "progress":
            return c.NoteProgress(value["done"], value.get("next"))
        case "fact":
            return c.AddFact(entry.key, value, confidence)
        case "assumption":
            return c.Assume(entry.key, value, confidence)
        case "question":
            return c.Ask(entry.key, value["text"], value.get("needs", "agent"))
        case "failure":
            parts = (value.get("why", ""), value.get("avoid", ""), value.get("input"))
            return c.MarkFailure(entry.key, value["what"], *parts)
        case "note":
            return c.Write(entry.key, value, entry.description)
        case _:
            where, in_session = addresses.parse(entry.address), bool(entry.scope.session)
            beside = (entry.importance, entry.participants, entry.outcome)
            return c.Remember(where, value, in_session, confidence, *beside)
