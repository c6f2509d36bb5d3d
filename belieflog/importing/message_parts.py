"""What a message says, and the calls it makes, in the shape that chat programs send to OpenAI's interface."""

from collections.abc import Iterator
from typing import Any

from msgspec import MsgspecError, Struct

from belieflog.importing.fields import text_of
from belieflog.importing.operations import Bad
from belieflog.importing.tool_output import plain
from eventlog.values import decode

_THOUGHTS = ("thinking", "redacted_thinking", "reasoning")


class Call(Struct, frozen=True):
    """A call of a tool that a message asks for."""

    id: str
    tool: str
    input: Any


def words(content: Any) -> Any:
    """Give what a content says: texts joined, files named by type and size, thoughts left out.

    >>> words([{"type": "text", "text": "see"}, {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}])
    'see\\n[image_url image/png, 3 bytes]'
    """
    if not isinstance(content, list):
        return plain(content)
    said = [_part(part) for part in content if not isinstance(part, dict) or part.get("type") not in _THOUGHTS]
    return "\n".join(text for text in said if text)


def calls(message: dict[str, Any], line: int) -> Iterator[Call | Bad]:
    """Yield the calls of a message: those of `tool_calls`, or the one that older files call `function_call`."""
    listed = message.get("tool_calls")
    if listed is not None and not isinstance(listed, list):
        yield Bad(line, "tool_calls is no list")
        listed = None
    for place, call in enumerate(listed or (), 1):
        asked = call.get("function", call.get("custom")) if isinstance(call, dict) else None
        if not isinstance(asked, dict):
            yield Bad(line, f"tool call {place} names no function")
        else:
            yield Call(
                text_of(call.get("id")),
                text_of(asked.get("name")),
                unpacked(asked.get("arguments", asked.get("input"))),
            )
    old = message.get("function_call")
    if isinstance(old, dict):
        yield Call("", text_of(old.get("name")), unpacked(old.get("arguments")))


def unpacked(arguments: Any) -> Any:
    """Give a call's arguments as JSON, where they are that, packed as text once or twice.

    >>> unpacked('"{\\\\"city\\\\": \\\\"Bonn\\\\"}"')
    {'city': 'Bonn'}
    >>> unpacked("not { JSON")
    'not { JSON'
    """
    if not isinstance(arguments, str):
        return arguments
    value: Any = arguments
    for _ in range(2):
        try:
            value = decode(value)
        except (MsgspecError, UnicodeError, RecursionError):
            break
        if not isinstance(value, str):
            break
    return value if isinstance(value, dict | list) else arguments


def _part(part: Any) -> str:
    if not isinstance(part, dict):
        return str(plain([part]))
    kind = part.get("type")
    for key in ("text", "refusal", "content"):
        told = part.get(key)
        if isinstance(told, dict):
            told = told.get("value")
        if isinstance(told, str):
            return told
    link = part.get(kind) if isinstance(kind, str) else None
    url = link.get("url", link.get("file_data")) if isinstance(link, dict) else None
    if isinstance(url, str) and url.startswith("data:"):
        media, _, data = url[len("data:") :].partition(";base64,")
        return f"[{kind} {media or 'of unknown type'}, {len(data) * 3 // 4 - data[-2:].count('='):,} bytes]"
    return str(plain([part]))
