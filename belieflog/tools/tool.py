"""What a tool is: its arguments as a struct, and what it does with a memory."""

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypedDict

import msgspec
from msgspec import Meta, Struct

from belieflog.witnessing import Evidence
from belieflog.writing import AGENT

if TYPE_CHECKING:
    from belieflog.memory import Memory

Answer = dict[str, Any]
Schema = dict[str, Any]


class How(TypedDict):
    """What every write of a tool takes: the call it came by; what is said again rests on what it repeats."""

    via: str
    echo: bool


class Caller(Struct, frozen=True):
    """On whose behalf a tool runs: the memory it may use, and the call that is kept as `via`."""

    memory: "Memory"
    via: str

    @property
    def how(self) -> How:
        """The keywords of a write by this call."""
        return How(via=self.via, echo=True)

    def evidence(self, source: str | None, what: str, over: str) -> Evidence:
        """Find what stands behind the source that a model names, as `Memory.evidence` does; none is the model itself."""
        return Evidence(AGENT) if source in (None, "", "agent") else self.memory.evidence(source, what, over)


class Tool(Struct, forbid_unknown_fields=True):
    """One call of a tool: the fields are the arguments that a model gave, the docstring tells it what happens."""

    name: ClassVar[str]
    gives: ClassVar[Schema]  # the JSON schema of an answer that isn't a refusal
    reads: ClassVar[bool] = False  # changes nothing that is believed
    takes_back: ClassVar[bool] = False

    def run(self, caller: Caller) -> Answer:
        """Do it, and give the answer; raises what the memory raises."""
        raise NotImplementedError

    @classmethod
    def told(cls, answer: Answer) -> str:
        """Write an answer as a model reads it."""
        return text(answer)


def text(value: Any) -> str:
    """Write JSON on one line."""
    return msgspec.json.encode(value).decode()


# Arguments that several tools take
Address = Annotated[str, Meta(description="Kind and key: fact:api_timeout, note:q1, semantic:prefs/language.")]
Sure = Annotated[Annotated[float, Meta(ge=0, le=1)] | None, Meta(description="How sure it is, from 0 to 1.")]

# Schemas of what tools give
STRING: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
ANY: Schema = {}


def objects(**properties: Schema) -> Schema:
    """Describe a list of objects."""
    return {"type": "array", "items": {"type": "object", "properties": properties}}


def answer(*statuses: str, **properties: Schema) -> Schema:
    """Describe an answer: its status is one of *statuses*, and some of *properties* come with it."""
    return {
        "type": "object",
        "properties": {"status": {"type": "string", "enum": list(statuses)}, **properties},
        "required": ["status"],
    }
