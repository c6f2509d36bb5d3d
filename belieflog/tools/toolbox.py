"""Calling a tool by name: the arguments a model gave in, its answer or a refusal it can act on out."""

from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from typing import Any

import msgspec

from belieflog.memory import Memory
from belieflog.tools.instructions import instructions
from belieflog.tools.profiles import DEFAULT, chosen
from belieflog.tools.schemas import schemas
from belieflog.tools.tool import Answer, Caller, Schema, Tool
from eventlog.errors import BelieflogError, InvalidValue, NotFound
from eventlog.values import parse_json

MOST = 1_000_000  # bytes of arguments
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
        caller = Caller(self.memory, f"{name}#{call}" if call else name)
        return answered(lambda: self.tool(name, arguments).run(caller))

    def tool(self, name: str, arguments: Any) -> Tool:
        """Read the arguments of a call; raises `Refused` where they are none."""
        kind = self.tools.get(name)
        if kind is None:
            raise NotFound(f"there is no tool {name!r}: use one of {', '.join(self.tools)}")
        return read(kind, arguments)


def answered(run: Callable[[], Answer]) -> Answer:
    """Give an answer, of what was refused too."""
    try:
        return run()
    except BelieflogError as error:
        return {"status": "refused", "code": error.code, "message": str(error)}


def read(kind: type[Tool], arguments: Any) -> Tool:
    """Read *arguments*, an object or its JSON text, as a call of a tool."""
    told = _object(arguments)
    for name in told.keys() - set(kind.__struct_encode_fields__):
        if name in _WHOSE:
            raise InvalidValue(name, "isn't for the model to choose, this memory has one: leave it out")
        takes = ", ".join(kind.__struct_encode_fields__) or "no arguments"
        raise InvalidValue(str(name), f"{kind.name} takes no such argument: it takes {takes}")
    try:
        return msgspec.convert(told, kind)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at ")
        place = where.strip("`").removeprefix("$").removeprefix(".")
        raise InvalidValue(place or kind.name, f"{what[:1].lower()}{what[1:]}") from None


def _object(arguments: Any) -> Mapping[str, Any]:
    """Read arguments as plain JSON, whether they come as its text or as objects."""
    told: Any = {} if arguments is None or arguments == "" else arguments
    try:
        _check_numbers(told, "arguments")
        text = (
            told if isinstance(told, bytes) else told.encode() if isinstance(told, str) else msgspec.json.encode(told)
        )
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidValue("arguments", f"are no JSON: {error}") from None
    if len(text) > MOST:
        raise InvalidValue(
            "arguments", f"have {len(text)} bytes, {MOST} at most: keep what is long elsewhere, and point there"
        )
    told = parse_json(text, "arguments")
    if not isinstance(told, Mapping):
        raise InvalidValue("arguments", "are no object: give the arguments by name")
    return told


def _check_numbers(value: Any, path: str) -> None:
    """Refuse what is no number in JSON: the encoder would write null for it."""
    if isinstance(value, float) and not isfinite(value):
        raise InvalidValue(path, f"{value} is no JSON number: use null or a text")
    if isinstance(value, Mapping):
        for name, item in value.items():
            _check_numbers(item, f"{path}.{name}")
    elif isinstance(value, (list, tuple)):
        for index, item in enumerate(value):
            _check_numbers(item, f"{path}[{index}]")
