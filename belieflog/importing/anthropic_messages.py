"""Lists of messages in the shape of Anthropic's interface, as operations.

Taken in: the texts of users and assistants, the system prompt (source ``system``), and each ``tool_result`` with the
tool and the input of its ``tool_use``; one with ``is_error`` is a failure too. The tools that the provider runs itself
(``server_tool_use``, ``web_search_tool_result`` and the like) are read alike. Images and documents are kept by type
and size. Texts that stand between two tool blocks are one turn. A message's `timestamp` or `created_at`, where it has
one, is its time.

Not taken in: thinking, cache marks, token counts, and the definitions of tools.
"""

from typing import Any

from belieflog.importing.conversations import by_turn, named, sampled
from belieflog.importing.fields import text_of
from belieflog.importing.inputs import Input
from belieflog.importing.narrating import Narrator
from belieflog.importing.operations import Coordinates, Tally, Told
from belieflog.importing.tool_output import plain

ROLES = ("user", "assistant", "system")
_FIELDS = {
    "role", "content", "id", "type", "model", "stop_reason", "stop_sequence", "usage", "timestamp", "created_at", "container",
}  # fmt: skip
_TELLING = ("tool_use", "tool_result", "thinking", "redacted_thinking")


def recognises(given: Input) -> str | None:
    """Say by what *given* can be told to be a list of Anthropic messages."""
    found = sampled(given)
    if all(m.get("role") in ROLES and "content" in m and m.keys() <= _FIELDS for m in found) and any(
        text_of(block.get("type")).endswith(_TELLING) for m in found for block in _blocks(m) if isinstance(block, dict)
    ):
        return "messages have blocks such as tool_use, tool_result or thinking"
    return None


def _blocks(message: dict[str, Any]) -> list[Any]:
    content = message.get("content")
    return content if isinstance(content, list) else [content]


def operations(given: Input, where: Coordinates, tally: Tally) -> Told:
    """Yield what a list of messages comes to, message by message."""
    narrator = Narrator("anthropic-messages", named(given), where, tally)
    yield from by_turn(given, narrator, lambda turn: tell(narrator, turn.message))


def tell(narrator: Narrator, message: dict[str, Any]) -> Told:
    """Tell one message, block by block."""
    role = text_of(message.get("role"))
    if role not in ROLES:
        yield from narrator.bad(f"nobody is known to speak in the role {role or message.get('role')!r}")
        return
    said: list[Any] = []
    for block in _blocks(message):
        kind = text_of(block.get("type")) if isinstance(block, dict) else ""
        if kind.endswith(("tool_use", "tool_result")):
            yield from _say(narrator, role, said)
            yield from _tool(narrator, block, kind)
        elif not kind.endswith("thinking"):
            said.append(plain([block]) if isinstance(block, dict) else plain(block))
    yield from _say(narrator, role, said)


def _say(narrator: Narrator, role: str, said: list[Any]) -> Told:
    texts = [text for text in said if not isinstance(text, str) or text.strip()]
    said.clear()
    if texts:
        yield from narrator.said(role, texts[0] if len(texts) == 1 else "\n\n".join(map(str, texts)))


def _tool(narrator: Narrator, block: dict[str, Any], kind: str) -> Told:
    if kind.endswith("tool_use"):
        narrator.called(text_of(block.get("id")), text_of(block.get("name")), block.get("input"))
    else:
        output = plain(block.get("content"))
        yield from narrator.answered(text_of(block.get("tool_use_id")), output, failed=block.get("is_error") is True)
