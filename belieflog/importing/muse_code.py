"""Muse Code's session files (JSON Lines) as operations; each line is a record of the session's stream.

- The prompt a run started with is the user's, source ``user``; a committed message of the model has source
  ``agent``; why a run ended otherwise than completed is said by ``system``.
- Tool calls are taken in with the results committed for them. A result that begins with ``tool failed:``, or
  that holds JSON with an exit code other than 0, is a failure too. ``write_todos`` that didn't fail is the plan.

Not taken in: reasoning, the progress of tasks, diagnostics, tokens, the session's settings.

Ids come from the stream's id (else the file's name) and the record's id (else its line).
"""

from typing import Any

from belieflog.importing.fields import object_of, objects_of, text_of
from belieflog.importing.inputs import Input
from belieflog.importing.narrating import Narrator
from belieflog.importing.operations import Coordinates, Tally, Told, by_line
from belieflog.importing.plans import TodoList
from belieflog.importing.times import since_1970
from belieflog.importing.tool_output import exited, unfolded

_FAILED = "tool failed:"


def recognises(given: Input) -> str | None:
    """Say by what *given* can be told to be a session of Muse Code."""
    if any(isinstance(r.get("stream"), dict) and "payload_type" in r and "recorded_at" in r for r in given.sample):
        return "a line has stream, payload_type and recorded_at, as Muse Code writes them"
    return None


def operations(given: Input, where: Coordinates, tally: Tally) -> Told:
    """Yield what a session file comes to, line by line."""
    reader = _Reader(Narrator("muse-code", given.base, where, tally, {"write_todos": TodoList(step="text")}))
    yield from by_line(given, tally, reader.read)


class _Reader:
    """What has to be known of the lines above to understand the next one."""

    def __init__(self, told: Narrator) -> None:
        self._told = told

    def read(self, line: int, record: dict[str, Any]) -> Told:
        """Yield what one record comes to."""
        told = self._told
        told.named(text_of(object_of(record.get("stream")).get("id")))
        if record.get("payload_type") != "runtime.session":
            return
        event = object_of(record.get("payload")).get("event")
        id = told.distinct(text_of(record.get("id")) or f"#{line}")
        yield from told.at(line, id, since_1970(record.get("recorded_at"), 1_000_000))
        if isinstance(event, dict):
            yield from self._event(event)
        else:
            yield from told.bad("a record without an event to read")

    def _event(self, event: dict[str, Any]) -> Told:
        kind, told = event.get("kind"), self._told
        if kind == "started":
            yield from told.said("user", text_of(event.get("prompt")))
        elif kind == "assistant_message_committed":
            yield from told.said("assistant", text_of(event.get("text")))
        elif kind == "assistant_tool_calls_committed":
            for call in objects_of(event.get("tool_calls")):
                told.called(text_of(call.get("call_id")), text_of(call.get("name")), unfolded(call.get("args")))
        elif kind == "tool_result_batch_committed":
            for result in objects_of(event.get("results")):
                yield from self._result(result)
        elif kind == "terminal" and event.get("terminal") != "completed":
            yield from told.said("system", text_of(event.get("reason")))

    def _result(self, result: dict[str, Any]) -> Told:
        text = result.get("text")
        output = unfolded(text)
        why = exited(object_of(output).get("exit_code"))
        failed = bool(why) or text_of(text).startswith(_FAILED)
        yield from self._told.answered(text_of(result.get("tool_call_id")), output, failed=failed, why=why)
