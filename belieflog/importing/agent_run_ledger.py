"""Ledgers of agents' runs (a folder with ``decisions.jsonl`` and ``events.jsonl``, or one of them) as operations.

A decision is a note ``decision/GATE`` with its verdict and what it rested on; where a gate was decided again, the note
is replaced. An event is progress: its summary, or, where it has none, what it says. One that failed is a failure too.
The source of both is ``agent``: though many verdicts tell of what a person decided (``hitl``), it is the agent's router
that wrote them down, so they don't weigh as much as a user's own words. The decision's mode stands in the note.

All ledgers call their files the same, so the folder that they lie in is the session's name.

Not taken in: the artifacts and context of an event, which its decision holds.
"""

from typing import Any

from belieflog.importing.fields import object_of, text_of
from belieflog.importing.inputs import Input
from belieflog.importing.narrating import Narrator
from belieflog.importing.operations import Coordinates, Tally, Told, by_line
from belieflog.importing.times import with_zone

FILES = ("decisions.jsonl", "events.jsonl")


def recognises(given: Input) -> str | None:
    """Say by what *given* can be told to be a ledger of an agent's run."""
    found = [record for file in _files(given) for record in file.sample]
    if found and all(_is_decision(record) or _is_event(record) for record in found):
        return "lines are decisions (gate_id, verdict) or events (decision.recorded, lifecycle_emission)"
    return None


def _is_decision(record: dict[str, Any]) -> bool:
    return "gate_id" in record and "verdict" in record


def _is_event(record: dict[str, Any]) -> bool:
    return "event" in record and (("schema" in record and "actor" in record) or "intent" in record)


def _files(given: Input) -> list[Input]:
    return [file for name in FILES if (file := given.below(name)).exists()] if given.is_folder else [given]


def operations(given: Input, where: Coordinates, tally: Tally) -> Told:
    """Yield what a ledger comes to: its decisions, then its events, line by line."""
    folder = given if given.is_folder else given.beside()
    narrator = Narrator("agent-run-ledger", (not given.is_nameless and folder.base) or given.stem, where, tally)

    def read(line: int, record: dict[str, Any]) -> Told:
        kind = "decision" if _is_decision(record) else "event"
        yield from narrator.at(line, f"{kind}-{line}", with_zone(record.get("ts")))
        yield from (_decision if kind == "decision" else _event)(narrator, record)

    for file in _files(given):
        yield from by_line(file, tally, read)


def _decision(narrator: Narrator, record: dict[str, Any]) -> Told:
    decision = text_of(object_of(record.get("verdict")).get("decision"))
    told = {key: value for key, value in record.items() if key not in ("ts", "gate_id")}
    yield from narrator.noted(f"decision/{record.get('gate_id')}", told, decision)


def _event(narrator: Narrator, record: dict[str, Any]) -> Told:
    said = [text_of(record.get(key)) for key in ("event", "intent", "artifact_kind", "assessment_mode", "status")]
    what = text_of(record.get("summary")).strip() or " ".join(filter(None, said))
    if not what:
        yield from narrator.bad("says neither a summary nor an event")
        return
    yield from narrator.progressed(what)
    if record.get("status") == "failed":
        yield from narrator.failed(" ".join(filter(None, said[:3])), what)
