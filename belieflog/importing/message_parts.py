"""What a message says, and the calls it makes, in the shape that chat programs send to OpenAI's interface."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from belieflog.importing.fields import object_of, text_of
from belieflog.importing.operations import Bad
from belieflog.importing.tool_output import plain, unfolded

_THOUGHTS = ("think", "thinking", "redacted_thinking", "reasoning", "redacted_reasoning", "omitted_reasoning")


class Call(Struct, frozen=True):
    """A call of a tool that a message asks for."""

    id: str
    tool: str
    input: Any


def words(content: Any, *apart: str) -> Any:
    """Give what a content says: texts joined, files named by type and size; no thoughts, and no parts told *apart*.

    >>> words([{"type": "text", "text": "see"}, {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}])
    'see\\n[image image/png, 3 bytes]'
    """
    if not isinstance(content, list):
        return plain(content)
    unsaid = (*_THOUGHTS, *apart)
    said = (plain([part]) for part in content if object_of(part).get("type") not in unsaid)
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
                unfolded(asked.get("arguments", asked.get("input"))),
            )
    old = message.get("function_call")
    if isinstance(old, dict):
        yield Call("", text_of(old.get("name")), unfolded(old.get("arguments")))
