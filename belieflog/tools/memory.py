"""The tools of long-term memory: what a model keeps beyond one task."""

from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from belieflog.tools import shown, written
from belieflog.tools.tool import ANY, STRING, WHOLE, Answer, Caller, Schema, Sure, Tool, answer, objects
from belieflog.writing import Circumstances
from eventlog.addresses import LONG_TERM, address, namespace

Namespace = Annotated[str, Meta(description="A path that groups what belongs together, as in prefs or projects/alpha.")]
Key = Annotated[str, Meta(description="A short name within the namespace, as in language.")]
ITEM: dict[str, Schema] = {"namespace": STRING, "key": STRING, "kind": STRING, "content": ANY, "version": WHOLE}


class MemoryWrite(Tool):
    """Remember something beyond this task; it replaces what the key held in that namespace."""

    name: ClassVar[str] = "memory_write"
    gives: ClassVar[Schema] = written.KEYED

    namespace: Namespace
    key: Key
    content: Annotated[Any, Meta(description="Any JSON value; short, and understandable by itself.")]
    source: Annotated[
        str | None,
        Meta(description="Who said it, if it isn't your own conclusion: tool:web_search#call_7, or user."),
    ] = None
    kind: Annotated[
        Literal["semantic", "episodic", "procedural"],
        Meta(description="What is so (semantic), what happened (episodic), how something is done (procedural)."),
    ] = "semantic"
    confidence: Sure = None
    ttl: Annotated[str | int | None, Meta(description="How long it holds: seconds, or as in 30d, 12h.")] = None

    def run(self, caller: Caller) -> Answer:
        """Write to long-term memory."""
        mem, where = caller.memory, address(self.kind, self.key, namespace(self.namespace.strip("/")))
        found = caller.evidence(self.source, f"memory '{where}'", str(where))
        given = Circumstances(source=found.source, derived_from=found.premises, via=caller.via, echo=True)
        if self.ttl is not None:
            given["ttl"] = self.ttl
        receipt = mem.remember(str(where), self.content, confidence=self.confidence, **given)
        return written.keyed(receipt, self.key)


class MemoryRead(Tool):
    """Read one key of a namespace of long-term memory, or, without a key, all that lies in it."""

    name: ClassVar[str] = "memory_read"
    gives: ClassVar[Schema] = answer("ok", "empty", item={"type": "object", "properties": ITEM}, items=objects(**ITEM))
    reads: ClassVar[bool] = True

    namespace: Namespace
    key: Annotated[str | None, Meta(description="A short name within the namespace, as in language.")] = None

    def run(self, caller: Caller) -> Answer:
        """Read from long-term memory; what was shown is kept."""
        mem, path = caller.memory, namespace(self.namespace.strip("/"))
        if self.key is None:
            found = mem.below(self.namespace.strip("/"))
        else:
            each = (mem.get(str(address(kind, self.key, path))) for kind in LONG_TERM[::-1])
            found = [entry for entry in each if entry is not None]
        mem.note_shown(found)
        if not found:
            return {"status": "empty"}
        if self.key is None or len(found) > 1:
            return {"status": "ok", "items": [shown.memory(entry) for entry in found]}
        return {"status": "ok", "item": shown.memory(found[0])}


class MemorySearch(Tool):
    """Search what is remembered, by words or a question; the best come first, and say why they were found."""

    name: ClassVar[str] = "memory_search"
    gives: ClassVar[Schema] = answer(
        "ok", "empty", items=objects(**ITEM, score={"type": "number"}, because=STRING), note=STRING
    )
    reads: ClassVar[bool] = True

    query: Annotated[str, Meta(description="Words, a question, or an exact phrase in quotes.")]
    namespace: Annotated[str | None, Meta(description="Look only below this path.")] = None
    limit: Annotated[int, Meta(ge=1, le=100, description="How many to give at most.")] = 5
    threshold: Annotated[Annotated[float, Meta(ge=0)] | None, Meta(description="Leave out what scores lower.")] = None

    def run(self, caller: Caller) -> Answer:
        """Recall from long-term memory."""
        within = (self.namespace or "").strip("/") or None
        hits = caller.memory.recall(
            self.query,
            namespace=within,
            kinds=LONG_TERM,
            limit=self.limit,
            threshold=self.threshold,
        )
        items = [shown.memory(hit, score=round(hit.score or 0, 3), because=hit.because) for hit in hits]
        note = {"note": hits.note} if hits.note and not items else {}
        return {"status": "ok" if items else "empty", "items": items, **note}


TOOLS: tuple[type[Tool], ...] = (MemoryWrite, MemoryRead, MemorySearch)
