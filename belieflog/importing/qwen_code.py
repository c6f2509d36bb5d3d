"""Qwen Code's session files (JSON Lines) as operations; they lie in ``~/.qwen/projects/PROJECT/chats``.

- What the user typed has source ``user``, a slash command too; what the model wrote, source ``agent``. What the
  client put in (notices, records whose provenance is ``system``) is said by ``system``.
- A function call is taken in with its ``tool_result``. An error, a call that was cancelled, and a shell's exit
  code other than 0 is a failure. ``todo_write`` that didn't fail is the plan.
- A ``chat_compression`` is a compaction by the first text of the history it leaves.
- Where a second prompt of the user follows the same record, the session was rewound: from there on it is the
  session ``branch-RECORD`` within it. A sub-agent's records are the session ``agent-ID`` within it.

Not taken in: thoughts, telemetry, snapshots, tokens.

Ids come from the session's id (else the file's name) and the record's uuid (else its line).
"""

from typing import Any

from belieflog.importing.branches import Branches
from belieflog.importing.fields import object_of, objects_of, text_of
from belieflog.importing.function_parts import output_of, shell_failed
from belieflog.importing.inputs import Input
from belieflog.importing.narrating import AGENT, Narrator
from belieflog.importing.operations import Coordinates, Tally, Told, by_line
from belieflog.importing.plans import TodoList
from belieflog.importing.tool_output import plain

KINDS = ("user", "assistant", "tool_result", "system")


def recognises(given: Input) -> str | None:
    """Say by what *given* can be told to be a session of Qwen Code."""
    if any(r.get("type") in ("user", "assistant") and "sessionId" in r and _parts(r) is not None for r in given.sample):
        return "a line has sessionId and a message with parts, as Qwen Code writes them"
    return None


def operations(given: Input, where: Coordinates, tally: Tally) -> Told:
    """Yield what a session file comes to, line by line."""
    reader = _Reader(Narrator("qwen-code", given.base, where, tally, {"todo_write": TodoList()}))
    yield from by_line(given, tally, reader.read)


class _Reader:
    """What has to be known of the lines above to understand the next one."""

    def __init__(self, told: Narrator) -> None:
        self._told, self._branches = told, Branches()

    def read(self, line: int, record: dict[str, Any]) -> Told:
        """Yield what one record comes to."""
        kind, told = record.get("type"), self._told
        if kind not in KINDS:
            return
        told.named(text_of(record.get("sessionId")))
        id, after = text_of(record.get("uuid")) or f"#{line}", record.get("parentUuid", "")
        is_typed = kind == "user" and not _is_clients(record)
        path = self._branches.path(id, after, may_begin=is_typed)
        is_agents = record.get("isSidechain") is True
        told.within(*((f"agent-{text_of(record.get('agentId')) or 'unnamed'}",) if is_agents else path))
        yield from told.at(line, told.distinct(id), record.get("timestamp"))
        parts = _parts(record)
        if kind == "system":
            yield from self._system(record)
        elif parts is None:
            yield from told.bad(f"a {kind} record without a message to read")
        elif kind == "tool_result":
            yield from self._result(record, parts)
        else:
            said = plain([part for part in parts if not _is_silent(part)])
            if kind == "assistant":
                yield from told.said("assistant", said)
                self._call(parts)
            elif is_typed:
                yield from told.said("user", said, AGENT if is_agents else None)
            else:
                yield from told.said("system", said)

    def _call(self, parts: list[Any]) -> None:
        for part in objects_of(parts):
            if isinstance(call := part.get("functionCall"), dict):
                id, name = text_of(call.get("id")), text_of(call.get("name"))
                self._told.called(id, name, call.get("args"))

    def _result(self, record: dict[str, Any], parts: list[Any]) -> Told:
        result = object_of(record.get("toolCallResult"))
        response = object_of(next((p["functionResponse"] for p in objects_of(parts) if "functionResponse" in p), None))
        call = text_of(result.get("callId")) or text_of(response.get("id"))
        tool = text_of(response.get("name"))
        output = output_of(parts, result.get("resultDisplay"))
        why = shell_failed(tool, output)
        failed = result.get("status") in ("error", "cancelled") or bool(why)
        yield from self._told.answered(call, output, failed=failed, tool=tool, why=why)

    def _system(self, record: dict[str, Any]) -> Told:
        payload = object_of(record.get("systemPayload"))
        if record.get("subtype") == "slash_command" and payload.get("phase") == "invocation":
            yield from self._told.said("user", text_of(payload.get("rawCommand")))
        elif record.get("subtype") == "chat_compression":
            history = payload.get("compressedHistory")
            first = history[0] if isinstance(history, list) and history else None
            parts = object_of(first).get("parts")
            yield from self._told.compacted(plain(parts) if isinstance(parts, list) else "")


def _parts(record: dict[str, Any]) -> list[Any] | None:
    parts = object_of(record.get("message")).get("parts")
    return parts if isinstance(parts, list) else None


def _is_clients(record: dict[str, Any]) -> bool:
    return record.get("provenance") == "system" or record.get("subtype") is not None


def _is_silent(part: Any) -> bool:
    return isinstance(part, dict) and (part.get("thought") is True or "functionCall" in part)
