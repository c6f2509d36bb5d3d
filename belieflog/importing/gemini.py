"""Gemini CLI's recorded chats and its log of prompts, as operations; they lie below ``~/.gemini``, a folder a project.

Of a chat (``chats/session-*.json``, one document, or ``.jsonl``, a message a line):

- What ``user`` and ``gemini`` said has source ``user`` and ``agent``; what the client wrote (notices, warnings,
  errors, the surroundings it sends along) is said by ``system``.
- A tool call is an observation once it has come to an end. Of its result the output is kept, or what the
  result shows where there is none; an error, a call that was cancelled, and a shell's exit code other than 0
  is a failure. ``write_todos`` that succeeded is the plan.
- In a ``.jsonl`` a message is written again as it grows; what it adds is taken in.

Of the log of prompts (``logs.json``) what the user typed is taken in, each in its session. It holds the same
prompts as the chats, in other words for where they stand: import one or the other.

Not taken in: thoughts, counts of tokens, summaries in the list of chats, and that a chat was rewound.

Ids come from the session's id and a message's id (else its number), and the id of a call within it.
"""

from typing import Any

from belieflog.importing.fields import object_of, text_of
from belieflog.importing.function_parts import output_of, shell_failed
from belieflog.importing.inputs import Input
from belieflog.importing.narrating import Narrator
from belieflog.importing.operations import Bad, Coordinates, Tally, Told, by_line
from belieflog.importing.plans import TodoList
from belieflog.importing.tool_output import plain

ENDED = ("success", "error", "cancelled")
_CLIENT = ("<session_context>", "This is the Gemini CLI.")


def recognises(given: Input) -> str | None:
    """Say by what *given* can be told to be of Gemini CLI."""
    if any(_is_chat(record) for record in given.sample[:1]):
        return "the first line has sessionId and projectHash, as Gemini CLI writes them"
    if given.has_lines or b'"sessionId"' not in given.head:
        return None
    whole = given.document
    if isinstance(whole, dict) and _is_chat(whole) and isinstance(whole.get("messages"), list):
        return "it has sessionId, projectHash and messages, as Gemini CLI's chats have"
    if isinstance(whole, list) and whole and all(map(_is_prompt, whole)):
        return "it lists prompts with sessionId and messageId, as Gemini CLI's logs.json does"
    return None


def _is_chat(record: dict[str, Any]) -> bool:
    return isinstance(record.get("sessionId"), str) and isinstance(record.get("projectHash"), str)


def _is_prompt(entry: object) -> bool:
    return isinstance(entry, dict) and {"sessionId", "messageId", "message"} <= entry.keys()


def operations(given: Input, where: Coordinates, tally: Tally) -> Told:
    """Yield what a chat or a log of prompts comes to."""
    told = Narrator("gemini", given.base, where, tally, {"write_todos": TodoList(step="description")})
    reader = _Reader(told)
    if given.has_lines or not given.head.strip():
        yield from by_line(given, tally, reader.line)
        return
    whole = given.document
    if isinstance(whole, Bad):
        yield whole
    elif isinstance(whole, list):
        for number, entry in enumerate(whole, 1):
            tally.records += 1
            yield from reader.prompt(number, entry)
    elif isinstance(whole, dict):
        told.named(text_of(whole.get("sessionId")))
        messages = whole.get("messages", [])  # a chat of a message a line begins with its head alone
        if not isinstance(messages, list):
            yield Bad(1, "has no list of messages")
            return
        for number, message in enumerate(messages, 1):
            tally.records += 1
            yield from reader.message(number, message, told.distinct(_id(number, message)))
    else:
        yield Bad(1, "is neither a chat nor a log of prompts")


class _Reader:
    """What has to be known of what stands above to understand what follows."""

    def __init__(self, told: Narrator) -> None:
        self._told = told
        self._taken: set[tuple[str, str]] = set()

    def line(self, line: int, record: dict[str, Any]) -> Told:
        """Yield what one line of a chat comes to: its head, a message, or a change to it."""
        if _is_chat(record):
            self._told.named(record["sessionId"])
        elif "type" in record:
            yield from self.message(line, record, _id(line, record))

    def prompt(self, number: int, entry: Any) -> Told:
        """Yield what an entry of the log of prompts comes to."""
        if not isinstance(entry, dict) or not text_of(entry.get("sessionId")):
            yield Bad(number, f"entry {number} is no prompt with a sessionId")
            return
        self._told.named(entry["sessionId"])
        record = self._told.distinct(f"{self._told.session}/prompt/{entry.get('messageId')}")
        yield from self._told.at(number, record, entry.get("timestamp"))
        if entry.get("type", "user") == "user":
            yield from self._told.said("user", entry.get("message") and plain(entry["message"]))

    def message(self, number: int, message: Any, record: str) -> Told:
        """Yield what a message comes to, but for what an earlier writing of it came to."""
        if not isinstance(message, dict):
            yield Bad(number, f"message {number} is no object")
            return
        kind, when = text_of(message.get("type")), message.get("timestamp")
        yield from self._told.at(number, record, when)
        words = plain(message.get("content"))
        if not isinstance(words, str):
            yield from self._told.bad("the message's content is neither text nor a list of parts")
        elif words.strip() and self._is_first(record, ""):
            yield from self._say(kind, words)
        calls = message.get("toolCalls")
        seen: dict[str, int] = {}
        for call in calls if isinstance(calls, list) else []:
            if not isinstance(call, dict):
                yield from self._told.bad("a tool call is no object")
                continue
            name = text_of(call.get("id"))
            nth = seen[name] = seen.get(name, -1) + 1
            yield from self._call(number, f"{record}/{name}{f'~{nth}' if nth else ''}", call, when)

    def _say(self, kind: str, words: str) -> Told:
        if kind == "user" and not words.lstrip().startswith(_CLIENT):
            yield from self._told.said("user", words)
        else:
            yield from self._told.said("assistant" if kind == "gemini" else "system", words)

    def _call(self, number: int, record: str, call: dict[str, Any], when: object) -> Told:
        name, status = text_of(call.get("id")), call.get("status")
        if self._is_first(record, "called"):
            self._told.called(name, text_of(call.get("name")), call.get("args"))
        if status not in ENDED or not self._is_first(record, "answered"):
            return
        yield from self._told.at(number, record, call.get("timestamp", when))
        output = output_of(call.get("result"), call.get("resultDisplay"))
        why = shell_failed(call.get("name"), output)
        yield from self._told.answered(name, output, failed=status != "success" or bool(why), why=why)

    def _is_first(self, record: str, what: str) -> bool:
        if (record, what) in self._taken:
            return False
        self._taken.add((record, what))
        return True


def _id(number: int, message: Any) -> str:
    return text_of(object_of(message).get("id")) or f"#{number}"
