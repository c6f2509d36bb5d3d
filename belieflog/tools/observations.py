"""Reading again what tools put out, and recording it where no one else does."""

from typing import Annotated, Any, ClassVar

from msgspec import Meta

from belieflog.tools.tool import STRING, WHOLE, Answer, Caller, Schema, Tool, answer


class ReadObservation(Tool):
    """Read again what a tool put out earlier in this task, in parts if it is long."""

    name: ClassVar[str] = "read_observation"
    gives: ClassVar[Schema] = answer(
        "ok", "empty", source=STRING, position=WHOLE, content=STRING, offset=WHOLE, total=WHOLE, next_offset=WHOLE
    )
    reads: ClassVar[bool] = True

    source: Annotated[
        str, Meta(description="Which one: tool:web_search#call_7, or tool:web_search for the latest of that tool.")
    ]
    offset: Annotated[int, Meta(ge=0, description="At which character to begin.")] = 0
    limit: Annotated[int, Meta(ge=1, le=100_000, description="How many characters to read.")] = 4_000

    def run(self, caller: Caller) -> Answer:
        """Read a part of an observation."""
        found = caller.memory.evidence(self.source, "an observation")
        (event,) = found.premises
        caller.memory.note_shown([event])
        text = caller.memory.in_full(event)
        end = min(self.offset + self.limit, len(text))
        told = {"source": str(found.source), "position": event.position, "content": text[self.offset : end]}
        more = {"next_offset": end} if end < len(text) else {}
        return {"status": "ok", **told, "offset": self.offset, "total": len(text), **more}


class RecordObservation(Tool):
    """Record what another tool put out, so that facts can name it as their source: tool:NAME#CALL."""

    name: ClassVar[str] = "record_observation"
    gives: ClassVar[Schema] = answer("written", source=STRING, position=WHOLE)

    tool: Annotated[str, Meta(description="The name of the tool, as in web_search.")]
    content: Annotated[Any, Meta(description="What it put out, word for word; the important part if it is long.")]
    call: Annotated[str | None, Meta(description="A short name of the call, to tell it from others: call_7.")] = None
    input: Annotated[Any, Meta(description="What the tool was called with.")] = None

    def run(self, caller: Caller) -> Answer:
        """Observe, by the word of the model."""
        receipt = caller.memory.observe(self.tool, self.content, call=self.call, input=self.input, via=caller.via)
        return {"status": "written", "source": str(receipt.event.source), "position": receipt.event.position}


TOOLS: tuple[type[Tool], ...] = (RecordObservation,)
