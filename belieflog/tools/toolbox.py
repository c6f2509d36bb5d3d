"""Calling a tool by name: the arguments a model gave in, its answer or a refusal it can act on out."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from belieflog.memory import Memory
from belieflog.tools.instructions import instructions
from belieflog.tools.profiles import DEFAULT, chosen
from belieflog.tools.remedies import for_model
from belieflog.tools.schemas import arguments as described
from belieflog.tools.schemas import schemas
from belieflog.tools.tool import Answer, Caller, Schema, Tool
from eventlog.errors import BelieflogError, InvalidValue, NotFound
from eventlog.values import check, misfit, parse_json

MOST = 1_000_000  # bytes of arguments
_NAMES = ("namespace", "key", "address", "tool", "call")  # by which something is found again
_WHOSE = ("user", "session", "actor", "user_id", "session_id")


class Toolbox:
    """The tools of some profiles over one memory, for an agent's loop.

    >>> import belieflog
    >>> with belieflog.open(":memory:") as log:
    ...     tools = Toolbox(log.memory(user="u1", session="s1", actor="planner"))
    ...     print(tools.call("save_to_scratchpad", {"key": "q1", "value": 1200}, call="call_1"))
    ...     print(tools.call("read_from_scratchpad", '{"key": "q1"}'))
    {'status': 'written', 'key': 'q1', 'version': 1}
    {'status': 'ok', 'value': 1200}
    """

    def __init__(self, memory: Memory, profiles: str | Sequence[str] = DEFAULT, lang: str = "en") -> None:
        self.memory, self.lang = memory, lang
        self.profiles = (profiles,) if isinstance(profiles, str) else tuple(profiles)
        self.tools: dict[str, type[Tool]] = {tool.name: tool for tool in chosen(self.profiles)}

    def schemas(self, format: str = "openai") -> list[Schema]:
        """Describe the tools to a model's endpoint: ``openai``, ``anthropic`` or ``mcp``."""
        return schemas(self.tools.values(), format, self.lang)

    @property
    def instructions(self) -> str:
        """What a model is to be told of these tools."""
        return instructions(self.profiles, self.lang)

    def call(self, name: str, arguments: Any = None, *, call: str = "") -> Answer:
        """Run the tool *name*; *arguments* are an object or its JSON text, *call* is the caller's name of the call.

        What can't be done is an answer too: ``{"status": "refused", "code", "message"}``.
        """
        return answered(lambda: run(self.tools, self.memory, name, arguments, call))


def run(tools: Mapping[str, type[Tool]], memory: Memory, name: str, arguments: Any, call: str) -> Answer:
    """Run one of *tools* for a call; raises what the memory raises, and `Refused` where there is no such tool."""
    kind = tools.get(name)
    if kind is None:
        raise NotFound(f"there is no tool {name!r}: use one of {', '.join(tools)}")
    asked = _read(kind, arguments)
    for field in _NAMES:
        if isinstance(told := getattr(asked, field, None), str) and memory.kept(told) != told:
            raise InvalidValue(field, "holds what looks like a secret, which isn't stored: choose another name")
    return asked.run(Caller(memory, f"{name}#{call}" if call else name))


def answered(act: Callable[[], Answer]) -> Answer:
    """Give an answer, of what was refused too."""
    try:
        return act()
    except BelieflogError as error:
        return {"status": "refused", "code": error.code, "message": for_model(str(error))}


def _read(kind: type[Tool], arguments: Any) -> Tool:
    """Read *arguments*, an object or its JSON text, as a call of a tool."""
    told = _object(arguments)
    schema = _schema(kind)
    for name in told.keys() - set(kind.__struct_encode_fields__):
        if name in _WHOSE:
            raise InvalidValue(name, "isn't for the model to choose, this memory has one: leave it out")
        takes = ", ".join(kind.__struct_encode_fields__) or "no arguments"
        raise InvalidValue(str(name), f"{kind.name} takes no such argument: it takes {takes}")
    given = {k: v for k, v in told.items() if v is not None or k in schema["required"]}  # null: left out
    try:
        return msgspec.convert(given, kind)
    except msgspec.ValidationError as error:
        place, problem = misfit(error)
        allowed = schema["properties"].get(place.removeprefix("."), {}).get("enum", ())
        choice = f": use {' or '.join(allowed)}" if allowed else ""
        raise InvalidValue(place.removeprefix(".") or kind.name, problem + choice) from None


_schema = cache(described)


def _object(arguments: Any) -> Mapping[str, Any]:
    """Read arguments as plain JSON, whether they come as its text or as an object."""
    told: Any = {} if arguments is None or arguments == "" else arguments
    text = told.encode(errors="replace") if isinstance(told, str) else told
    if not isinstance(text, bytes):
        text = msgspec.json.encode(check(told, "arguments"))
    if len(text) > MOST:
        raise InvalidValue(
            "arguments", f"have {len(text)} bytes, {MOST} at most: keep what is long elsewhere, and point there"
        )
    if isinstance(told, (str, bytes)):
        told = parse_json(told, "arguments")
    if not isinstance(told, Mapping):
        raise InvalidValue("arguments", "are no object: give the arguments by name")
    return told
