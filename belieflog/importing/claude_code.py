"""Claude Code's session files (JSON Lines) as operations.

Whose words they are decides what becomes of them:

- What the user typed is said by role ``user``, source ``user``; a slash command as ``/name arguments``, a
  shell line as ``!command``.
- What the model wrote is said by ``assistant``, source ``agent``. Its thinking isn't said to anyone and
  isn't taken in.
- What the client wrote on either side (records marked meta, caveats, output of local commands,
  reminders, interruptions, API errors) is said by ``system``, source ``system``: it was read, but it is
  nobody's word. Empty ones are passed over.
- A sub-agent (``isSidechain``) has a session of its own, ``SESSION/agent-ID``; its prompt comes from the
  main agent, so its source is ``agent``.

A tool call is taken in with its result, at the result: `Observe` with source ``tool:NAME#CALL``, which keeps
the call's input. Of an image or a document its type and size are kept. A result marked as an error is also a
failure derived from the observation; one of TodoWrite that is no error also revises the plan, source
``agent`` (an emptied list retracts it). Calls and results pair by id, in order; a result whose call
doesn't stand above it is an observation of the tool ``unknown``; a call without a result so far is counted
and waits for the file to grow.

A compaction (``isCompactSummary``) covers the session's dialogue so far but its last turn; where there is
none, as in a session that goes on from another file, it is a note ``summary/RECORD``. So is a ``summary``
record, if the record it names stands above it: otherwise it is about another session. Compact boundaries,
file snapshots, queue operations, hook and timing records are counted and mean nothing for a memory.

Ids come from user, session, the file's own name for the session, and the record's uuid (else its ordinal
among those without), never from the file's path or its content.
"""

from collections import deque
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from belieflog.importing.claude_places import Place, Places
from belieflog.importing.inputs import Input
from belieflog.importing.operations import Bad, Coordinates, Operation, Tally, moment, records, text_of
from belieflog.importing.tool_output import as_text, clipped, plain
from belieflog.importing.whose_words import AGENT, silent, speaker, typed
from eventlog import commands as c
from eventlog import sources
from eventlog.addresses import Address
from eventlog.contents import StepStatus
from eventlog.errors import InvalidValue
from eventlog.sources import Source

STATUSES: dict[str, StepStatus] = {"pending": "todo", "in_progress": "doing", "completed": "done"}


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


def operations(given: Input, where: Coordinates, tally: Tally) -> Iterator[Operation | Bad]:
    """Yield what a session file comes to, line by line."""
    reader = _Reader(where.user, where.session, tally)
    for number, record in records(given.lines()):
        if isinstance(record, Bad):
            yield record
        else:
            tally.records += 1
            yield from reader.read(number, record)


class _Call(Struct, frozen=True):
    tool: str
    input: Any


class _Reader:
    """What has to be known of the lines above to understand the next one."""

    def __init__(self, user: str, session: str | None, tally: Tally) -> None:
        self._places, self._tally = Places(user, session), tally
        self._calls: dict[tuple[str, str], deque[_Call]] = {}
        self._said: dict[str, int] = {}
        self._planned: set[str] = set()
        self._summarised: dict[str, int] = {}

    def read(self, line: int, record: dict[str, Any]) -> Iterator[Operation | Bad]:
        """Yield what one record comes to."""
        self._places.turn_to(record)
        kind = record.get("type")
        if kind == "summary":
            yield from self._summary(line, record)
        elif kind in ("user", "assistant"):
            message = record.get("message")
            content = message.get("content") if isinstance(message, dict) else None
            if not isinstance(content, (str, list)):
                yield Bad(line, f"a {kind} record without a message to read")
            else:
                blocks = [content] if isinstance(content, str) else content
                yield from self._turn(line, record, blocks)

    def _turn(self, line: int, record: dict[str, Any], blocks: list[Any]) -> Iterator[Operation | Bad]:
        when, wrong = moment(record.get("timestamp"))
        if wrong:
            yield Bad(line, wrong)
        try:
            place = self._places.find(line, record, when)
        except InvalidValue as error:
            yield Bad(line, str(error))
            return
        if place is None:
            return
        if record.get("isCompactSummary") is True:
            yield from self._compaction(place, plain(blocks))
        else:
            yield from self._message(place, record, blocks)

    def _message(self, place: Place, record: dict[str, Any], blocks: list[Any]) -> Iterator[Operation | Bad]:
        said: list[str] = []
        for number, block in enumerate(blocks):
            kind = block.get("type") if isinstance(block, dict) else type(block) is str and "text"
            if not isinstance(kind, str):
                yield Bad(place.line, f"block {number + 1} of the message is of no known shape")
            elif kind.endswith("tool_use"):
                yield from self._say(place, record, said, number)
                self._call(place, block)
            elif kind.endswith("tool_result"):
                yield from self._say(place, record, said, number)
                yield from self._result(place, block, number)
            elif "thinking" not in kind:
                text = plain(block)
                if said and speaker(record, text) != speaker(record, said[-1]):
                    yield from self._say(place, record, said, number)
                said.append(text)
        yield from self._say(place, record, said, len(blocks))

    def _say(self, place: Place, record: dict[str, Any], said: list[str], end: int) -> Iterator[Operation]:
        """Say what has gathered before block *end*: what one speaker said without a tool between it."""
        texts = [text for text in said if not silent(text)]
        start = end - len(said)
        said.clear()
        if not texts:
            return
        role, source = speaker(record, texts[0])
        words = "\n\n".join(map(typed, texts) if role == "user" else texts)
        self._tally.turns += role != "system"
        self._said[place.session] = self._said.get(place.session, 0) + 1
        yield place.operation(c.Say(role, words), source, "said", start)

    def _call(self, place: Place, block: dict[str, Any]) -> None:
        self._tally.tool_calls += 1
        call = _Call(text_of(block.get("name")) or "unknown", block.get("input"))
        self._calls.setdefault((place.session, text_of(block.get("id"))), deque()).append(call)

    def _result(self, place: Place, block: dict[str, Any], number: int) -> Iterator[Operation | Bad]:
        ref = text_of(block.get("tool_use_id"))
        waiting = self._calls.get((place.session, ref))
        call = waiting.popleft() if waiting else _Call("unknown", None)
        try:
            source = sources.parse(Source("tool", call.tool, ref))
        except InvalidValue as error:
            yield Bad(place.line, str(error))
            return
        output = plain(block.get("content"))
        observed = place.operation(
            c.Observe(call.tool, output, ref or None, input=call.input), source, "observed", number
        )
        yield observed
        if block.get("is_error") is True:
            self._tally.failed += 1
            what = clipped(as_text(output).strip()) or "failed without a word"
            failure = c.MarkFailure(f"{call.tool}/{ref or place.record}", what, input=clipped(call.input))
            yield place.operation(failure, source, "failed", number, rests_on=observed)
        elif call.tool == "TodoWrite":
            yield from self._plan(place, call.input, number)

    def _plan(self, place: Place, input: Any, number: int) -> Iterator[Operation | Bad]:
        todos = input.get("todos") if isinstance(input, dict) else None
        if not isinstance(todos, list) or not all(isinstance(t, dict) and text_of(t.get("content")) for t in todos):
            yield Bad(place.line, "TodoWrite has no list of todos that can be read: kept as an observation only")
            return
        steps = tuple((todo["content"], STATUSES.get(text_of(todo.get("status")), "todo")) for todo in todos)
        if steps:
            self._planned.add(place.session)
            self._tally.plan_updates += 1
            yield place.operation(c.RevisePlan(steps), AGENT, "planned", number)
        elif place.session in self._planned:
            self._planned.remove(place.session)
            self._tally.plan_updates += 1
            emptied = c.Retract(Address("plan"))
            yield place.operation(emptied, AGENT, "planned", number, reason="the todo list was emptied")

    def _compaction(self, place: Place, text: str) -> Iterator[Operation]:
        if not text.strip():
            return
        command: c.Command = c.Compact(text)
        if self._said.get(place.session, 0) < 2:
            command = c.Write(f"summary/{place.record}", text, "what came before this session")
        yield place.operation(command, AGENT, "compacted")

    def _summary(self, line: int, record: dict[str, Any]) -> Iterator[Operation]:
        leaf, text = text_of(record.get("leafUuid")), text_of(record.get("summary"))
        place = self._places.known(line, leaf, moment(record.get("timestamp"))[0])
        if place and text.strip():
            note = c.Write(f"summary/{leaf}", text, "what the session came to")
            nth = self._summarised[leaf] = self._summarised.get(leaf, 0) + 1
            yield place.operation(note, AGENT, "summary", nth)
