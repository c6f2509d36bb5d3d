"""The tools as models are told of them: in the formats of OpenAI, Anthropic and MCP, in English or Chinese."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, get_args

import msgspec

from belieflog.tools.tool import Schema, Tool
from eventlog.errors import InvalidValue

Format = Literal["openai", "anthropic", "mcp"]


def schemas(tools: Iterable[type[Tool]], format: str = "openai", lang: str = "en") -> list[Schema]:
    """Describe *tools* in a *format*: ``openai``, ``anthropic`` or ``mcp``."""
    if format not in get_args(Format):
        raise InvalidValue("format", f"{format!r} is none of {', '.join(get_args(Format))}")
    return [_described(tool, format, lang) for tool in tools]


def description(tool: type[Tool], lang: str = "en") -> str:
    """Say what a tool does."""
    return _words(tool.name, " ".join((tool.__doc__ or "").split()), lang)


def arguments(tool: type[Tool], lang: str = "en") -> Schema:
    """Describe the arguments of a tool as JSON schema: an object, nothing referred to elsewhere."""
    whole = msgspec.json.schema(tool)
    root = _inlined(whole["$defs"][tool.__name__], whole["$defs"])
    properties = {
        name: {**part, "description": _words(f"{tool.name}.{name}", part["description"], lang)}
        for name, part in root["properties"].items()
    }
    return {
        "type": "object",
        "properties": properties,
        "required": root["required"],
        "additionalProperties": False,
    }


def _described(tool: type[Tool], format: str, lang: str) -> Schema:
    told, takes = description(tool, lang), arguments(tool, lang)
    match format:
        case "openai":
            return {"type": "function", "function": {"name": tool.name, "description": told, "parameters": takes}}
        case "anthropic":
            return {"name": tool.name, "description": told, "input_schema": takes}
        case _:
            hints = {
                "readOnlyHint": tool.reads,
                "destructiveHint": tool.takes_back,
                "idempotentHint": not tool.takes_back,
                "openWorldHint": False,
            }
            return {
                "name": tool.name,
                "description": told,
                "inputSchema": takes,
                "outputSchema": tool.gives,
                "annotations": hints,
            }


def _words(of: str, english: str, lang: str) -> str:
    if lang != "zh":
        return english
    from belieflog.tools.chinese import CHINESE

    return CHINESE[of]


def _inlined(schema: Any, defs: Mapping[str, Schema]) -> Any:
    """Put what a schema refers to in its place, and leave out the names of our own types."""
    if isinstance(schema, list):
        return [_inlined(each, defs) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if (ref := schema.get("$ref")) is not None:
        return _inlined({**defs[ref.rpartition("/")[2]], **{k: v for k, v in schema.items() if k != "$ref"}}, defs)
    typed = {"type": "string"} if all(isinstance(each, str) for each in schema.get("enum", (0,))) else {}
    return {**typed, **{name: _inlined(part, defs) for name, part in schema.items() if name != "title"}}
