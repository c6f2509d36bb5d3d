"""The tools of belief: what a model plans, knows, supposes, asks and has failed at, each with its source."""

from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from belieflog.tools import fields, written
from belieflog.tools.tool import Address, Answer, Caller, Schema, Sure, Tool

Key = Annotated[str, Meta(description="A short name, as in api_timeout.")]
Named = Annotated[str | None, Meta(description="Who said it: tool:web_search#call_7 for what a tool put out, or user.")]


class RevisePlan(Tool):
    """Replace the plan by these steps; there is one plan at a time, and a step whose text stays keeps its history."""

    name: ClassVar[str] = "revise_plan"
    gives: ClassVar[Schema] = written.ENTRY

    steps: Annotated[
        list[Any], Meta(description="Each a text, or {text, status} with status todo, doing, done or dropped.")
    ]
    reason: Annotated[str, Meta(description="Why the plan changes.")] = ""

    def run(self, caller: Caller) -> Answer:
        """Revise the plan."""
        return written.entry(caller.memory.revise_plan(fields.steps(self.steps), **caller.how, reason=self.reason))


class AddFact(Tool):
    """Add a fact with its source, which must be something observed or said in this task; a guess is an assumption."""

    name: ClassVar[str] = "add_fact"
    gives: ClassVar[Schema] = written.ENTRY

    key: Key
    value: Annotated[Any, Meta(description="What the source said, short.")]
    source: Named = None
    confidence: Sure = None

    def run(self, caller: Caller) -> Answer:
        """Add a fact that rests on what was seen."""
        found = caller.memory.evidence(self.source, f"fact {self.key!r}", f"fact:{self.key}")
        return written.entry(
            caller.memory.add_fact(
                self.key, self.value,
                source=found.source, confidence=self.confidence, derived_from=found.premises, **caller.how,
            )
        )  # fmt: skip


class Assume(Tool):
    """Note what you suppose but haven't seen confirmed."""

    name: ClassVar[str] = "assume"
    gives: ClassVar[Schema] = written.ENTRY

    key: Key
    statement: Annotated[Any, Meta(description="What you suppose, short.")]
    confidence: Sure = None

    def run(self, caller: Caller) -> Answer:
        """Make an assumption."""
        return written.entry(caller.memory.assume(self.key, self.statement, self.confidence, **caller.how))


class Confirm(Tool):
    """Make an assumption a fact, since something observed or said shows it."""

    name: ClassVar[str] = "confirm"
    gives: ClassVar[Schema] = written.ENTRY

    key: Key
    source: Named = None

    def run(self, caller: Caller) -> Answer:
        """Confirm on evidence."""
        found = caller.memory.evidence(self.source, f"confirming {self.key!r}", f"fact:{self.key}")
        return written.entry(
            caller.memory.confirm(self.key, source=found.source, derived_from=found.premises, **caller.how)
        )


class Retract(Tool):
    """Take back what an entry says, with the reason; the log keeps what it was."""

    name: ClassVar[str] = "retract"
    gives: ClassVar[Schema] = written.ENTRY
    takes_back: ClassVar[bool] = True

    address: Address
    reason: Annotated[str, Meta(description="Why it no longer holds.")]

    def run(self, caller: Caller) -> Answer:
        """Retract an entry."""
        return written.entry(caller.memory.retract(self.address, reason=self.reason, via=caller.via))


class MarkFailure(Tool):
    """Mark what failed, so that it isn't tried again."""

    name: ClassVar[str] = "mark_failure"
    gives: ClassVar[Schema] = written.ENTRY

    key: Key
    what: Annotated[str, Meta(description="What failed.")]
    why: Annotated[str, Meta(description="Why it failed.")] = ""
    avoid: Annotated[str, Meta(description="What to avoid, or to do instead.")] = ""
    input: Annotated[Any, Meta(description="On which input it failed.")] = None

    def run(self, caller: Caller) -> Answer:
        """Mark a failure."""
        return written.entry(
            caller.memory.mark_failure(
                self.key, self.what, why=self.why, avoid=self.avoid, input=self.input, **caller.how
            )
        )


class Ask(Tool):
    """Note a question that is open: for yourself to find out, or for the user."""

    name: ClassVar[str] = "ask"
    gives: ClassVar[Schema] = written.ENTRY

    key: Key
    text: Annotated[str, Meta(description="The question.")]
    needs: Annotated[Literal["agent", "user"], Meta(description="Who has to answer it.")] = "agent"

    def run(self, caller: Caller) -> Answer:
        """Raise a question."""
        return written.entry(caller.memory.ask(self.key, self.text, self.needs, **caller.how))


class AnswerQuestion(Tool):
    """Answer an open question: with a source it becomes a fact, without one an assumption."""

    name: ClassVar[str] = "answer"
    gives: ClassVar[Schema] = written.ENTRY

    key: Annotated[str, Meta(description="The key of the question.")]
    value: Annotated[Any, Meta(description="The answer, short.")]
    source: Named = None
    confidence: Sure = None

    def run(self, caller: Caller) -> Answer:
        """Answer a question."""
        found = caller.evidence(self.source, f"the answer to {self.key!r}", f"fact:{self.key}")
        return written.entry(
            caller.memory.answer(
                self.key, self.value,
                source=found.source, confidence=self.confidence, derived_from=found.premises, **caller.how,
            )
        )  # fmt: skip


TOOLS: tuple[type[Tool], ...] = (RevisePlan, AddFact, Assume, Confirm, Retract, MarkFailure, Ask, AnswerQuestion)
