"""Answering the tool calls in a model's message, as OpenAI and Anthropic write them."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from belieflog.tools.tool import text

if TYPE_CHECKING:
    from belieflog.tools.toolbox import Toolbox


def answer_openai(tools: "Toolbox", message: Any) -> list[dict[str, Any]]:
    """Run the calls of a chat completion's message that are for *tools*; give the ``tool`` messages that answer them."""
    answers = []
    for call in _part(message, "tool_calls") or ():
        asked = _part(call, "function")
        if asked is not None and (name := _part(asked, "name")) in tools.tools:
            told = tools.call(name, _part(asked, "arguments"), call=_part(call, "id") or "")
            answers.append({"role": "tool", "tool_call_id": _part(call, "id"), "content": text(told)})
    return answers


def answer_anthropic(tools: "Toolbox", message: Any) -> list[dict[str, Any]]:
    """Run the ``tool_use`` blocks of a message that are for *tools*; give the ``tool_result`` blocks that answer them."""
    answers = []
    content = _part(message, "content")
    for block in () if content is None or isinstance(content, str) else content:
        if _part(block, "type") == "tool_use" and (name := _part(block, "name")) in tools.tools:
            told = tools.call(name, _part(block, "input"), call=_part(block, "id") or "")
            result = {"type": "tool_result", "tool_use_id": _part(block, "id"), "content": text(told)}
            answers.append({**result, "is_error": True} if told.get("status") == "refused" else result)
    return answers


def _part(of: Any, name: str) -> Any:
    """Give a part of what is an object of a client library, or plain JSON."""
    return of.get(name) if isinstance(of, Mapping) else getattr(of, name, None)
