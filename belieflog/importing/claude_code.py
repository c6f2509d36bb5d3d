"""Claude Code's session files (JSON Lines) as operations.

Whose words they are decides what becomes of them:

- What the user typed is said by role ``user``, source ``user``; a slash command as ``/name arguments``, a
  shell line as ``!command``.
- What the model wrote is said by ``assistant``, source ``agent``. Its thinking isn't said to anyone and
  isn't taken in.
- What the client wrote on either side (records marked meta, caveats, output of local commands,
  reminders, interruptions, API errors) is said by ``system``, source ``system``: it was read, but it is
  nobody's word, also where it stands amid what the user typed. Empty ones are passed over.
- A sub-agent (``isSidechain``) has a session of its own, ``SESSION/agent-ID``; its prompt comes from the
  main agent, so its source is ``agent``.

A tool call is taken in with its result; one that is marked as an error is also a failure, and one of TodoWrite
that is none also revises the plan (an emptied list retracts it). Of an image or a document type and size are kept.

A compaction (``isCompactSummary``) covers the session's dialogue so far but its last turn; where there is
none, as in a session that goes on from another file, it is a note ``summary/RECORD``. So is a ``summary``
record, if the record it names stands above it: otherwise it is about another session. Compact boundaries,
file snapshots, hook and timing records are counted and mean nothing for a memory. Prompts that waited in a queue
(``queue-operation``, attachments of type ``queued_command``) are taken in only where they stand as the user's record.

Ids come from user, session, the file's own name for the session, and the record's uuid (else its ordinal
among those without), never from the file's path or its content. A record that stands there again, word for word,
is taken in once.
"""

from typing import Any

from belieflog.importing.fields import object_of, text_of
from belieflog.importing.inputs import Input
from belieflog.importing.narrating import Narrator
from belieflog.importing.operations import Bad, Coordinates, Tally, Told, by_line
from belieflog.importing.plans import TodoList
from belieflog.importing.tool_output import plain
from belieflog.importing.whose_words import parted, silent, speaker, typed


def recognises(given: Input) -> str | None:
    """Say by what *given* can be told to be a Claude Code session."""
    if any(map(_is_record, given.sample)):
        return "a line has sessionId and message, as Claude Code writes them"
    return None


def _is_record(record: dict[str, Any]) -> bool:
    kind, message = record.get("type"), record.get("message")
    if kind in ("user", "assistant"):
        return "sessionId" in record and isinstance(message, dict) and "content" in message
    return kind == "file-history-snapshot" or (kind == "summary" and "leafUuid" in record)


def operations(given: Input, where: Coordinates, tally: Tally) -> Told:
    """Yield what a session file comes to, line by line."""
    reader = _Reader(Narrator("claude-code", "", where, tally, {"TodoWrite": TodoList()}))
    yield from by_line(given, tally, reader.read)


class _Reader:
    """What has to be known of the lines above to understand the next one."""

    def __init__(self, told: Narrator) -> None:
        self._told = told
        self._unnamed = 0
        self._stands: dict[str, tuple[str, tuple[str, ...], list[int]]] = {}  # uuid → session, place in it, digests
        self._agents: dict[str, str] = {}  # a sub-agent's record → the agent

    def read(self, line: int, record: dict[str, Any]) -> Told:
        """Yield what one record comes to."""
        kind = record.get("type")
        self._told.named(text_of(record.get("sessionId")))
        if kind == "summary":
            yield from self._summary(line, record)
        elif kind in ("user", "assistant"):
            content = object_of(record.get("message")).get("content")
            if not isinstance(content, str | list):
                yield Bad(line, f"a {kind} record without a message to read")
            elif not self._told.session:
                yield Bad(line, "session: no sessionId here or above: say which session it is")
            elif name := self._name(record):
                yield from self._told.at(line, name, record.get("timestamp"))
                yield from self._turn(record, [content] if isinstance(content, str) else content)

    def _name(self, record: dict[str, Any]) -> str:
        """Go to where *record* stands, and give its name there; none if it stands there already, word for word."""
        uuid = text_of(record.get("uuid"))
        self._unnamed += not uuid
        stands_as = uuid or f"#{self._unnamed}"
        path: tuple[str, ...] = ()
        if record.get("isSidechain") is True:
            above = self._agents.get(text_of(record.get("parentUuid")))
            agent = self._agents[stands_as] = text_of(record.get("agentId")) or above or stands_as
            path = (f"agent-{agent}",)
        self._told.within(*path)
        digests = self._stands.setdefault(stands_as, (self._told.origin, path, []))[2]
        digest = hash(repr(record["message"]))
        if digest in digests:
            return ""
        digests.append(digest)
        return self._told.distinct(stands_as)

    def _turn(self, record: dict[str, Any], blocks: list[Any]) -> Told:
        told = self._told
        if record.get("isCompactSummary") is True:
            yield from told.compacted(plain(blocks))
            return
        said: list[str] = []
        for number, block in enumerate(blocks, 1):
            kind = block.get("type") if isinstance(block, dict) else type(block) is str and "text"
            if not isinstance(kind, str):
                yield from told.bad(f"block {number} of the message is of no known shape")
            elif kind.endswith("tool_use"):
                yield from self._say(record, said)
                told.called(text_of(block.get("id")), text_of(block.get("name")), block.get("input"))
            elif kind.endswith("tool_result"):
                yield from self._say(record, said)
                output, failed = plain(block.get("content")), block.get("is_error") is True
                yield from told.answered(text_of(block.get("tool_use_id")), output, failed=failed)
            elif "thinking" not in kind:
                text = plain(block)
                for part in [text] if record["type"] == "assistant" or record.get("isMeta") is True else parted(text):
                    if said and speaker(record, part) != speaker(record, said[-1]):
                        yield from self._say(record, said)
                    said.append(part)
        yield from self._say(record, said)

    def _say(self, record: dict[str, Any], said: list[str]) -> Told:
        """Say what has gathered so far: what one speaker said without a tool between it."""
        texts = [text for text in said if not silent(text)]
        said.clear()
        if texts:
            role, source = speaker(record, texts[0])
            yield from self._told.said(role, "\n\n".join(map(typed, texts) if role == "user" else texts), source)

    def _summary(self, line: int, record: dict[str, Any]) -> Told:
        leaf, text = text_of(record.get("leafUuid")), text_of(record.get("summary"))
        if leaf in self._stands and text.strip():
            here, (origin, path, _) = self._told.origin, self._stands[leaf]
            self._told.named(origin)
            self._told.within(*path)
            yield from self._told.at(line, self._told.distinct(f"summary/{leaf}"), record.get("timestamp"))
            yield from self._told.noted(f"summary/{leaf}", text, "what the session came to")
            self._told.named(here)
