"""Reading again what tools put out, and recording it where no one else does."""

from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from msgspec import Meta

from belieflog.tools.tool import STRING, WHOLE, Answer, Caller, Schema, Tool, answer

if TYPE_CHECKING:
    from belieflog.memory import Memory


def part(mem: "Memory", source: str, offset: int, limit: int) -> Answer:
    """Give the characters from *offset* on of what *source* put out."""
    found = mem.evidence(source, "an observation")
    (event,) = found.premises
    text = mem.in_full(event)
    end = min(offset + limit, len(text))
    told = {"source": str(found.source), "position": event.position, "content": text[offset:end]}
    more = {"next_offset": end} if end < len(text) else {}
    return {"status": "ok", **told, "offset": offset, "total": len(text), **more}


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
