"""Lists of messages in the shape of OpenAI's chat interface, as operations.

Taken in: what users, assistants and system prompts (``system``, ``developer``: nobody's word, source ``system``) say,
an assistant's refusals, and each tool result with the tool and the input of its call (``tool_calls`` and ``tool``,
or ``function_call`` and ``function`` in older files). A message's `timestamp` or `created_at`, where it has one, is
its time. Images, sounds and files are kept by type and size.

Not taken in: reasoning, token counts, log probabilities, and the definitions of tools. The format doesn't say
whether a result is a failure, so none is marked.
"""

from collections.abc import Callable
from typing import Any

from belieflog.importing.conversations import by_turn, named, sampled
from belieflog.importing.fields import text_of
from belieflog.importing.inputs import Input
from belieflog.importing.message_parts import calls, words
from belieflog.importing.narrating import AGENT, Narrator
from belieflog.importing.operations import Bad, Coordinates, Tally, Told

ROLES = {"user": "user", "assistant": "assistant", "system": "system", "developer": "system"}
_ANTHROPICS = ("tool_use", "tool_result")
_RESULTS = ("tool", "function")
_FIELDS = {
    "role", "content", "name", "tool_calls", "tool_call_id", "function_call", "refusal", "audio", "annotations",
    "reasoning_content", "reasoning", "weight", "id", "timestamp", "created_at",
}  # fmt: skip


def recognises(given: Input) -> str | None:
    """Say by what *given* can be told to be a list of OpenAI messages."""
    found = sampled(given)
    if found and all(map(_is_message, found)):
        return "messages have role and content or tool_calls, and nothing of another format"
    return None


def _is_message(message: dict[str, Any]) -> bool:
    role = message.get("role")
    said = not message.keys().isdisjoint(("content", "tool_calls", "function_call"))
    parts = content if isinstance(content := message.get("content"), list) else []
    others = any(isinstance(part, dict) and text_of(part.get("type")).endswith(_ANTHROPICS) for part in parts)
    known = isinstance(role, str) and (role in ROLES or role in _RESULTS)
    return known and said and not others and message.keys() <= _FIELDS


def operations(given: Input, where: Coordinates, tally: Tally) -> Told:
    """Yield what a list of messages comes to, message by message."""
    narrator = Narrator("openai-messages", named(given), where, tally)
    yield from by_turn(given, narrator, lambda turn: tell(narrator, turn.message, turn.line))


def never(message: dict[str, Any]) -> bool:
    """No result says that it failed."""
    return False


def tell_run(
    narrator: Narrator, line: int, listed: object, failed: Callable[[dict[str, Any]], bool], first: int = 1
) -> Told:
    """Tell the messages of one run of many, each named by its place, counted from *first*."""
    if not isinstance(listed, list):
        yield Bad(line, f"run {narrator.session} has no list of messages")
        return
    for place, message in enumerate(listed, first):
        yield from narrator.at(line, str(place))
        if isinstance(message, dict):
            yield from tell(narrator, message, line, failed)
        else:
            yield from narrator.bad(f"message {place} of {narrator.session} is no object")


def tell(
    narrator: Narrator, message: dict[str, Any], line: int, failed: Callable[[dict[str, Any]], bool] = never
) -> Told:
    """Tell one message; *failed* says of a tool's whether it is a failure, where the format knows."""
    role = text_of(message.get("role"))
    if role in _RESULTS:
        answers, tool = text_of(message.get("tool_call_id")), text_of(message.get("name"))
        yield from narrator.answered(answers, words(message.get("content")), failed=failed(message), tool=tool)
    elif role in ROLES:
        yield from narrator.said(ROLES[role], words(message.get("content")))
        if refusal := text_of(message.get("refusal")):
            yield from narrator.said("assistant", refusal, AGENT)
        for call in calls(message, line):
            if isinstance(call, Bad):
                yield call
            else:
                narrator.called(call.id, call.tool, call.input)
    else:
        yield from narrator.bad(f"nobody is known to speak in the role {role or message.get('role')!r}")
