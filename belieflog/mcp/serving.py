"""What is served, apart from how: the tools, the calls that they answer, and what a model is told of them."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from belieflog.mcp.whose import Whose
from belieflog.tools.instructions import instructions
from belieflog.tools.profiles import DEFAULT, chosen
from belieflog.tools.schemas import schemas
from belieflog.tools.tool import Answer, Schema, Tool, text
from belieflog.tools.toolbox import answered, run
from eventlog.errors import Refused

_LONGEST = 100  # of a call's name; what is longer is no name
_NAMED = ("claudecode/toolUseId", "toolUseId")  # under these a host gives a call the name it has in its own transcript


class Reply(Struct, frozen=True):
    """What a call is answered: as text, as an object where there is one, and whether it was refused."""

    text: str
    structured: Answer | None
    refused: bool


class Serving:
    """The tools of some profiles, or those of another server (*compat*), over the memory that *whose* names."""

    def __init__(
        self, whose: Whose, profiles: Sequence[str] = DEFAULT, *, compat: str | None = None, lang: str = "en"
    ) -> None:
        _installed()
        self.whose, self.compat, self.lang = whose, compat, lang
        self.profiles = () if compat else tuple(profiles)
        self.every = {tool.name: tool for tool in (_graph() if compat else chosen(self.profiles))}
        self.tools = {name: tool for name, tool in self.every.items() if tool.reads or not whose.log.readonly}

    @property
    def instructions(self) -> str | None:
        """What a model is to be told of these tools; the other server told it nothing."""
        return None if self.compat else instructions(self.profiles, self.lang, self.tools)

    def schemas(self) -> list[Schema]:
        """Describe the tools as MCP does."""
        described = schemas(self.tools.values(), "mcp", self.lang)
        return [{**each, "inputSchema": self.whose.takes(each["inputSchema"], self.lang)} for each in described]

    def call(self, name: str, arguments: Mapping[str, Any] | None, call: str) -> Reply:
        """Run a tool; *call* is the caller's name of the call. What can't be done is told too."""
        answer = answered(lambda: self._run(name, arguments or {}, call))
        if answer.get("status") == "refused":
            return Reply(answer["message"] if self.compat else text(answer), None, True)
        return Reply(self.tools[name].told(answer), msgspec.to_builtins(answer), False)

    def _run(self, name: str, arguments: Mapping[str, Any], call: str) -> Answer:
        if name in self.every and name not in self.tools:
            raise Refused("readonly", f"{name} writes, and this server only reads: start it without --read-only")
        memory, rest = self.whose.of(arguments)
        return run(self.tools, memory, name, rest, call)


def name_of(meta: Mapping[str, Any] | None, request: object) -> str:
    """Give the name of a call: the one that its host told, else the number of the request."""
    given = ((meta or {}).get(key) for key in _NAMED)
    usable = (each for each in given if isinstance(each, str) and each.isprintable() and 0 < len(each) <= _LONGEST)
    fallback = "" if request is None else str(request)
    return next(usable, fallback if fallback.isprintable() and len(fallback) <= _LONGEST else "")


def _installed() -> None:
    from importlib.util import find_spec

    if find_spec("mcp") is None:
        raise Refused("extra", "the MCP server needs its SDK: pip install -e '.[mcp]' in the clone")


def _graph() -> Sequence[type[Tool]]:
    from belieflog.mcp.knowledge_graph import TOOLS

    return TOOLS
