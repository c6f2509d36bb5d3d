"""Kimi Code's wire files (JSON Lines) as operations; they lie in ``~/.kimi-code/sessions/…/agents/NAME/wire.jsonl``.

- A prompt is told when the turn begins and again when it goes into the context: it is taken in at the first
  telling. What goes in from elsewhere than the user (``origin``) is said by ``system``; the model's text by
  ``assistant``.
- A ``tool.call`` is taken in with its ``tool.result``; one marked ``isError`` is a failure too. ``TodoList`` and
  ``SetTodoList`` that didn't fail are the plan.
- ``context.apply_compaction`` is a compaction by its summary; ``goal.create`` is the session's goal.
- Records that name an agent other than ``main`` are the session ``agent-NAME`` within it.

Not taken in: thinking, settings, tokens, permissions, and that turns were undone.

A wire file doesn't say which session it is of, and all have the same name: it goes by the time at which it says it
was created, as ``wire-TIME``, unless a session is named. Ids come from that and the line.
"""

from typing import Any

from belieflog.importing.fields import text_of
from belieflog.importing.inputs import Input
from belieflog.importing.message_parts import words
from belieflog.importing.narrating import AGENT, USER, Narrator
from belieflog.importing.operations import Coordinates, Tally, Told, by_line
from belieflog.importing.plans import TodoList
from belieflog.importing.times import since_1970
from belieflog.importing.tool_output import plain
from belieflog.importing.twice_told import TwiceTold

PLANS = {"TodoList": TodoList(step="title"), "SetTodoList": TodoList(step="title")}
_PROMPTS = ("turn.prompt", "turn.steer")


def recognises(given: Input) -> str | None:
    """Say by what *given* can be told to be a wire file of Kimi Code."""
    is_wire = any("protocol_version" in r and r.get("type") == "metadata" for r in given.sample[:1])
    if is_wire and any(text_of(r.get("type")).startswith(("context.", "turn.", "config.")) for r in given.sample):
        return "it begins with the protocol_version of a wire file and has turns or context, as Kimi Code writes it"
    return None


def operations(given: Input, where: Coordinates, tally: Tally) -> Told:
    """Yield what a wire file comes to, line by line."""
    reader = _Reader(Narrator("kimi", given.base, where, tally, PLANS))
    yield from by_line(given, tally, reader.read)


class _Reader:
    """What has to be known of the lines above to understand the next one."""

    def __init__(self, told: Narrator) -> None:
        self._told, self._once = told, TwiceTold()

    def read(self, line: int, record: dict[str, Any]) -> Told:
        """Yield what one record comes to."""
        kind, told = record.get("type"), self._told
        if kind == "metadata":
            if type(created := record.get("created_at")) is int:
                told.named(f"wire-{created}")
            return
        agent = text_of(record.get("agentId")) or "main"
        told.within(*(() if agent == "main" else (f"agent-{agent}",)))
        yield from told.at(line, str(line), since_1970(record.get("time"), 1_000))
        if kind in _PROMPTS:
            yield from self._say("turn", "user", record.get("input"), record.get("origin"))
        elif kind == "context.append_message":
            message = record.get("message")
            if isinstance(message, dict):
                role, origin = text_of(message.get("role")), message.get("origin")
                yield from self._say("context", role, message.get("content"), origin)
            else:
                yield from told.bad("a message that is no object")
        elif kind == "context.append_loop_event":
            event = record.get("event")
            if isinstance(event, dict):
                yield from self._event(event)
            else:
                yield from told.bad("an event that is no object")
        elif kind == "context.apply_compaction":
            yield from told.compacted(text_of(record.get("summary")))
        elif kind == "goal.create":
            yield from told.aimed(text_of(record.get("objective")).strip())

    def _say(self, stream: str, role: str, content: Any, origin: Any) -> Told:
        said = words(content)
        kind = origin.get("kind") if isinstance(origin, dict) else "user"
        if kind == "compaction_summary" or role not in ("user", "assistant", "system"):
            return
        if self._once.is_news(stream, self._told.session, role, str(said)):
            if role == "user" and kind != "user":
                yield from self._told.said("system", said)
            else:
                yield from self._told.said(role, said, {"user": USER, "assistant": AGENT}.get(role))

    def _event(self, event: dict[str, Any]) -> Told:
        kind, call = event.get("type"), text_of(event.get("toolCallId"))
        if kind == "content.part":
            if isinstance(part := event.get("part"), dict):
                yield from self._told.said("assistant", words([part]))
        elif kind == "tool.call":
            self._told.called(call, text_of(event.get("name")), event.get("args"))
        elif kind == "tool.result":
            told = event.get("result")
            result: dict[str, Any] = told if isinstance(told, dict) else {"output": told}
            output = result.get("output")
            output = plain(output) if isinstance(output, list) else output
            yield from self._told.answered(call, output, failed=result.get("isError") is True)
