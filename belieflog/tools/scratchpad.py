"""The tools of the scratchpad: what a model keeps in mind through one task."""

from typing import Annotated, Any, ClassVar, Literal

from msgspec import UNSET, Meta, UnsetType

from belieflog.tools import fields, shown, written
from belieflog.tools.observations import ReadObservation
from belieflog.tools.tool import ANY, STRING, WHOLE, Answer, Caller, Schema, Tool, answer, objects
from eventlog.addresses import address

Key = Annotated[str, Meta(description="A short name, as in revenue_q1.")]


class SaveToScratchpad(Tool):
    """Save a value under a key in the scratchpad; it replaces what the key held, and stays for the whole task."""

    name: ClassVar[str] = "save_to_scratchpad"
    gives: ClassVar[Schema] = written.KEYED

    key: Key
    value: Annotated[Any, Meta(description="Any JSON value: a number, a text, an object, a list.")]
    description: Annotated[str, Meta(description="What it is, in a few words.")] = ""

    def run(self, caller: Caller) -> Answer:
        """Write a note."""
        receipt = caller.memory.write(self.key, self.value, self.description, **caller.how)
        return written.keyed(receipt, self.key)


class ReadFromScratchpad(Tool):
    """Read the value saved under a key; the status is empty if there is none."""

    name: ClassVar[str] = "read_from_scratchpad"
    gives: ClassVar[Schema] = answer("ok", "empty", value=ANY)
    reads: ClassVar[bool] = True

    key: Key

    def run(self, caller: Caller) -> Answer:
        """Read a note."""
        note = caller.memory.get(str(address("note", self.key)))
        if note is None:
            return {"status": "empty"}
        caller.memory.note_shown([note])
        return {"status": "ok", "value": note.value}


class ListScratchpadKeys(Tool):
    """List the keys of all that was saved to the scratchpad."""

    name: ClassVar[str] = "list_scratchpad_keys"
    gives: ClassVar[Schema] = {
        "type": "object",
        "properties": {"keys": {"type": "array", "items": STRING}},
        "required": ["keys"],
    }
    reads: ClassVar[bool] = True

    def run(self, caller: Caller) -> Answer:
        """List the notes' keys."""
        return {"keys": caller.memory.keys()}


class ReadScratchpad(Tool):
    """Read the whole scratchpad: goal, constraints, plan, progress, facts, assumptions, questions, failures, notes."""

    name: ClassVar[str] = "read_scratchpad"
    gives: ClassVar[Schema] = answer(
        "ok", "empty", goal=ANY, plan=ANY, progress=ANY,
        **{part: objects(key=STRING, value=ANY, version=WHOLE, source=STRING) for part in shown.LISTED},
    )  # fmt: skip
    reads: ClassVar[bool] = True

    def run(self, caller: Caller) -> Answer:
        """Read all that is there; what is empty is left out."""
        pad = caller.memory.scratchpad()
        caller.memory.note_shown(pad.entries)
        told = shown.scratchpad(pad)
        return {"status": "ok" if told else "empty", **told}


class UpdateScratchpad(Tool):
    """Update one field of the scratchpad: set it to a value, or, with a reason and no value, take it back."""

    name: ClassVar[str] = "update_scratchpad"
    gives: ClassVar[Schema] = written.ENTRY
    takes_back: ClassVar[bool] = True

    field: Annotated[
        Literal[
            "goal", "constraint", "plan", "progress", "fact", "assumption", "question", "failure", "note",
        ],
        Meta(description="Which field. All but goal, plan and progress need a key."),
    ]  # fmt: skip
    value: Annotated[
        Any,
        Meta(
            description="A text; for plan a list of steps, each a text or {text, status: todo|doing|done|dropped}; "
            "for progress a text or {done, next}; for failure a text or {what, why, avoid}; for question a text or "
            "{text, needs: agent|user}; for fact, assumption and note any value."
        ),
    ] = UNSET
    key: Annotated[str | None, Meta(description="The name of the constraint, fact, assumption and so on.")] = None
    source: Annotated[
        str | None,
        Meta(description="For a fact: who said it, as in tool:web_search#call_7, or user. A guess is an assumption."),
    ] = None
    reason: Annotated[str | None, Meta(description="Why; needed to take something back.")] = None

    def run(self, caller: Caller) -> Answer:
        """Write to the field."""
        value = None if isinstance(self.value, UnsetType) else self.value
        return written.entry(fields.update(caller, self.field, value, self.key, self.source, self.reason))


TOOLS: tuple[type[Tool], ...] = (
    SaveToScratchpad, ReadFromScratchpad, ListScratchpadKeys, ReadScratchpad, UpdateScratchpad, ReadObservation,
)  # fmt: skip
