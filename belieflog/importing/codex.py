"""Codex's rollout files (JSON Lines) as operations; they lie in ``~/.codex/sessions/YEAR/MONTH/DAY``.

A rollout tells things twice, as the model's history (``response_item``) and as what was shown (``event_msg``).
What was said is taken in at the first telling, and the other telling of it is passed over; tool calls and
their results are taken from the history, so that ``exec_command_end`` and its like are passed over too.

- Words of role ``user`` are the user's, but for what the client put there (surroundings, instructions of the
  project, interruptions, reports of sub-agents): that is said by ``system``, and so is what a ``developer``
  says and an error that was shown. In a sub-agent's file the user is the main agent: source ``agent``.
- ``function_call``, ``custom_tool_call`` and ``local_shell_call`` pair with their outputs. An output that holds
  JSON with output and metadata is that output; an exit code other than 0, there or in the lines at its
  head, is a failure that names the command (which an earlier call may have started), and so is ``success:
  false``. ``update_plan`` that didn't fail is the plan.
- Until September 2025 a line held an item of the history alone, without a time: taken in without one.
- A ``compacted`` record is a compaction by its message.
- A sub-agent's file goes into the session ``PARENT/agent-ID``; where the parent's file tells of its
  beginning, it has its task as title there.

Not taken in: reasoning, turn contexts, counts of tokens, the base instructions, web searches (a rollout keeps no
result of one), patches and commands as shown, and the history that replaces what was compacted.

Ids come from the file's session id (else its name) and the line.
"""

import re
from typing import Any

from belieflog.importing.codex_commands import Commands
from belieflog.importing.fields import object_of, text_of
from belieflog.importing.inputs import Input
from belieflog.importing.narrating import AGENT, USER, Narrator
from belieflog.importing.operations import Coordinates, Tally, Told, by_line
from belieflog.importing.plans import TodoList
from belieflog.importing.tool_output import exited, plain, unfolded
from belieflog.importing.twice_told import TwiceTold

KINDS = ("session_meta", "response_item", "event_msg", "turn_context", "compacted")
EARLY = ("message", "function_call", "local_shell_call", "function_call_output")  # items once stood bare on a line
_CLIENT = re.compile(
    r"\s*(?:<(?:environment_context|user_instructions|permissions instructions|turn_aborted|skill|subagent_notification"
    r"|user_shell_command|INSTRUCTIONS|collaboration_mode|personality_spec)>|# AGENTS\.md instructions for )"
)
_IMAGE_TAG = re.compile(r"\s*</?image\b[^>]*>\s*\Z")
_EXIT = re.compile(r"(?:Chunk ID: .*\n)?(?:Wall time: .*\n)?(?:Process exited with code|Exit code:) (-?\d{1,15})\b")


def recognises(given: Input) -> str | None:
    """Say by what *given* can be told to be a rollout of Codex."""
    if any(r.get("type") in KINDS and isinstance(r.get("payload"), dict) for r in given.sample):
        return "a line is a session_meta, response_item or event_msg with a payload, as Codex writes them"
    if any(map(_is_early_head, given.sample[:1])):
        return "the first line has id, timestamp and instructions, as Codex wrote them until September 2025"
    return None


def _is_early_head(record: dict[str, Any]) -> bool:
    return "type" not in record and {"id", "timestamp", "instructions"} <= record.keys()


def operations(given: Input, where: Coordinates, tally: Tally) -> Told:
    """Yield what a rollout comes to, line by line."""
    told = Narrator("codex", given.base, where, tally, {"update_plan": TodoList("plan", "step")})
    yield from by_line(given, tally, _Reader(told).read)


class _Reader:
    """What has to be known of the lines above to understand the next one."""

    def __init__(self, told: Narrator) -> None:
        self._told, self._once, self._commands = told, TwiceTold(), Commands()
        self._path: tuple[str, ...] = ()
        self._user = USER
        self._is_named = False

    def read(self, line: int, record: dict[str, Any]) -> Told:
        """Yield what one line comes to."""
        kind, payload = record.get("type"), record.get("payload")
        if _is_early_head(record):
            kind, payload = "session_meta", record
        elif kind in EARLY:
            kind, payload = "response_item", record
        if kind not in KINDS:
            return
        yield from self._told.at(line, str(line), record.get("timestamp"))
        if not isinstance(payload, dict):
            yield from self._told.bad(f"{kind} has no payload to read")
        elif kind == "session_meta":
            self._name(payload)
        elif kind == "response_item":
            yield from self._item(payload)
        elif kind == "event_msg":
            yield from self._event(payload)
        elif kind == "compacted":
            yield from self._told.compacted(text_of(payload.get("message")))

    def _name(self, meta: dict[str, Any]) -> None:
        """Take the first name only: a fork's file goes on with the records of what it was forked from."""
        own = text_of(meta.get("id"))
        if self._is_named or not own:
            return
        self._is_named = True
        parent = _parent(meta)
        self._told.named(own, parent)
        if parent:
            self._user, self._path = AGENT, (f"agent-{own}",)
            self._told.within(*self._path)

    def _item(self, item: dict[str, Any]) -> Told:
        kind, call = item.get("type"), text_of(item.get("call_id")) or text_of(item.get("id"))
        if kind == "message":
            yield from self._message(item)
        elif kind == "function_call":
            input = unfolded(item.get("arguments"))
            self._commands.called(call, input)
            self._told.called(call, text_of(item.get("name")), input)
        elif kind == "custom_tool_call":
            self._told.called(call, text_of(item.get("name")), item.get("input"))
        elif kind == "local_shell_call":
            self._told.called(call, "local_shell", item.get("action"))
        elif kind in ("function_call_output", "custom_tool_call_output", "local_shell_call_output"):
            output, failed, why = _result(item.get("output"))
            if command := self._commands.answered(call, output):
                why = f"{why} of {command}"
            yield from self._told.answered(call, output, failed=failed, why=why)

    def _message(self, item: dict[str, Any]) -> Told:
        role, content = item.get("role"), item.get("content")
        if not isinstance(content, str | list):
            yield from self._told.bad("a message without a content to read")
            return
        parts = content if isinstance(content, list) else [content]
        texts = [plain([part]) for part in parts]
        if role not in ("user", "assistant"):
            yield from self._told.said("system", "\n".join(texts))
            return
        said: list[tuple[str, bool]] = []
        for part, text in zip(parts, texts, strict=True):
            if role == "user" and _CLIENT.match(text):
                yield from self._told.said("system", text)
            elif not _IMAGE_TAG.match(text):
                said.append((text, not isinstance(part, dict) or "text" in part))
        words = "\n".join(text for text, is_text in said if is_text)
        if self._once.is_news("item", role, words.strip()):
            yield from self._say(role, "\n".join(text for text, _ in said))

    def _event(self, event: dict[str, Any]) -> Told:
        kind, text = event.get("type"), text_of(event.get("message"))
        if kind == "user_message":
            if _CLIENT.match(text) or event.get("kind") not in (None, "plain"):
                return  # what the client put there is taken in from the history
            if self._once.is_news("event", "user", text.strip()):
                yield from self._say("user", text)
        elif kind == "agent_message":
            if self._once.is_news("event", "assistant", text.strip()):
                yield from self._say("assistant", text)
        elif kind == "error":
            yield from self._told.said("system", text)
        elif kind == "collab_agent_spawn_end":
            yield from self._spawned(event)

    def _say(self, role: str, text: str) -> Told:
        yield from self._told.said(role, text, self._user if role == "user" else AGENT)

    def _spawned(self, event: dict[str, Any]) -> Told:
        agent = text_of(event.get("new_thread_id"))
        task = text_of(event.get("prompt")).strip() or text_of(event.get("new_agent_role"))
        if agent and task:
            self._told.within(*self._path, f"agent-{agent}")
            yield from self._told.started(task)
            self._told.within(*self._path)


def _parent(meta: dict[str, Any]) -> str:
    """Give the session that spawned this one, if one did."""
    inner: Any = meta
    for key in ("source", "subagent", "thread_spawn"):
        inner = object_of(inner).get(key)
    return text_of(object_of(inner).get("parent_thread_id"))


def _result(output: Any) -> tuple[Any, bool, str]:
    """Give what a tool put out, whether that is a failure, and by what it is told to be one."""
    held = unfolded(output)
    if isinstance(held, dict) and "output" in held and held.keys() <= {"output", "metadata"}:
        code = object_of(held.get("metadata")).get("exit_code")
        return held["output"], bool(why := exited(code)), why
    if isinstance(output, dict) and "content" in output:
        return plain(output["content"]), output.get("success") is False, ""
    if isinstance(output, str):
        head = _EXIT.match(output)
        return output, bool(why := exited(int(head[1]) if head else None)), why
    return plain(output), False, ""
