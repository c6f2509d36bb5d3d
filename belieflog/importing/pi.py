"""Pi's session files (JSON Lines) as operations; they lie in ``~/.pi/agent/sessions``.

- What ``user`` and ``assistant`` said has source ``user`` and ``agent``. What an extension put in, and the error
  that ended an answer, is said by ``system``. Of an image its type and size are kept.
- A ``toolCall`` is taken in with its ``toolResult``; one marked ``isError`` is a failure too.
- A command that the user ran (``bashExecution``) is said by the user as ``!command``, and what it put out is an
  observation; an exit code other than 0 is a failure.
- A ``compaction`` is a compaction by its summary; the summary of a branch that was left is a note ``summary/RECORD``.
- Records follow one another by ``parentId``. Where a second record follows the same one, the session went back
  and branched: from there on it is the session ``branch-RECORD`` within it, without what both have in common.
- A name given to the session is its title.

Not taken in: thinking, changes of model, labels, an extension's state, tokens.

Ids come from the session's id (else the file's name) and the record's id (else its line).
"""

from typing import Any

from belieflog.importing.branches import Branches
from belieflog.importing.fields import objects_of, text_of
from belieflog.importing.inputs import Input
from belieflog.importing.message_parts import words
from belieflog.importing.narrating import Narrator
from belieflog.importing.operations import Coordinates, Tally, Told, by_line
from belieflog.importing.tool_output import exited, plain

KINDS = ("message", "compaction", "branch_summary", "custom_message", "session_info")


def recognises(given: Input) -> str | None:
    """Say by what *given* can be told to be a session of Pi."""
    first = given.sample[:1]
    if any(r.get("type") == "session" and "cwd" in r and isinstance(r.get("id"), str) for r in first):
        return "the first line is a session with id and cwd, as Pi writes it"
    return None


def operations(given: Input, where: Coordinates, tally: Tally) -> Told:
    """Yield what a session file comes to, line by line."""
    reader = _Reader(Narrator("pi", given.base, where, tally))
    yield from by_line(given, tally, reader.read)


class _Reader:
    """What has to be known of the lines above to understand the next one."""

    def __init__(self, told: Narrator) -> None:
        self._told, self._branches = told, Branches()

    def read(self, line: int, record: dict[str, Any]) -> Told:
        """Yield what one record comes to."""
        kind, told = record.get("type"), self._told
        if kind == "session":
            told.named(text_of(record.get("id")))
            return
        id = text_of(record.get("id")) or f"#{line}"
        told.within(*self._branches.path(id, record.get("parentId", "")))
        if kind not in KINDS:
            return
        yield from told.at(line, told.distinct(id), record.get("timestamp"))
        if kind == "message":
            message = record.get("message")
            if isinstance(message, dict):
                yield from self._message(id, message)
            else:
                yield from told.bad("a message record without a message to read")
        elif kind == "compaction":
            yield from told.compacted(text_of(record.get("summary")))
        elif kind == "branch_summary":
            yield from self._left(id, record)
        elif kind == "custom_message":
            yield from told.said("system", plain(record.get("content")))
        elif name := text_of(record.get("name")).strip():
            yield from told.started(name)

    def _message(self, id: str, message: dict[str, Any]) -> Told:
        role, told = message.get("role"), self._told
        if role in ("user", "custom"):
            yield from told.said("user" if role == "user" else "system", plain(message.get("content")))
        elif role == "assistant":
            yield from self._answer(message)
        elif role == "toolResult":
            call, tool = text_of(message.get("toolCallId")), text_of(message.get("toolName"))
            output = plain(message.get("content"))
            yield from told.answered(call, output, failed=message.get("isError") is True, tool=tool)
        elif role == "bashExecution":
            yield from self._ran(message)
        elif role == "branchSummary":
            yield from self._left(id, message)
        elif role == "compactionSummary":
            yield from told.compacted(text_of(message.get("summary")))
        else:
            yield from told.bad("a message of no role that is known")

    def _answer(self, message: dict[str, Any]) -> Told:
        content = message.get("content")
        if not isinstance(content, str | list):
            yield from self._told.bad("an answer without a content to read")
            return
        yield from self._told.said("assistant", words(content, "toolCall"))
        for block in objects_of(content):
            if block.get("type") == "toolCall":
                call, tool = text_of(block.get("id")), text_of(block.get("name"))
                self._told.called(call, tool, block.get("arguments"))
        yield from self._told.said("system", text_of(message.get("errorMessage")))

    def _ran(self, message: dict[str, Any]) -> Told:
        command, why = text_of(message.get("command")), exited(message.get("exitCode"))
        yield from self._told.said("user", f"!{command}")
        output, input = message.get("output"), {"command": command}
        yield from self._told.observed("bash", output, input=input, failed=bool(why), why=why)

    def _left(self, id: str, record: dict[str, Any]) -> Told:
        if summary := text_of(record.get("summary")).strip():
            yield from self._told.noted(f"summary/{id}", summary, "what a branch that was left came to")
