"""OpenCode's storage as operations; it lies in ``~/.local/share/opencode/storage``.

Given may be the storage folder (or the folder that holds ``storage``), one session's file within it
(``session/PROJECT/ID.json``), whose messages and parts are found beside it, or what ``opencode export`` wrote.

- Texts of ``user`` and ``assistant`` have source ``user`` and ``agent``; a text marked synthetic, which the
  client wrote, and an error that ended a message are said by ``system``; of an attached file its name and
  type are kept. A command the user ran through ``!`` is a tool's output, as OpenCode keeps it.
- A tool part is an observation once it is completed or has failed, which is a failure too. ``todowrite`` that
  didn't fail is the plan.
- The text of a message marked as summary is a compaction.
- A session with a parent is the session ``agent-ID`` within it; its user is the main agent.

Not taken in: reasoning, texts marked as ignored, steps and their tokens, snapshots, patches, retries, diffs, titles
(guessed from the words), and the list of todos beside the calls that made it.

Ids come from the ids of session, message and part; there are no lines, so `via` counts messages.
"""

from typing import Any

from belieflog.importing.fields import object_of, text_of
from belieflog.importing.inputs import Input
from belieflog.importing.narrating import AGENT, Narrator
from belieflog.importing.opencode_storage import Message, Session, exported, is_export, is_session, root_of, stored
from belieflog.importing.operations import Bad, Coordinates, Tally, Told
from belieflog.importing.plans import TodoList
from belieflog.importing.times import since_1970

PLANS = {"todowrite": TodoList(), "TodoWrite": TodoList()}


def recognises(given: Input) -> str | None:
    """Say by what *given* can be told to be of OpenCode."""
    if given.is_folder:
        return "it has the folders session and message of OpenCode's storage" if root_of(given) else None
    if given.has_lines or b'"time"' not in given.head:
        return None
    if is_export(given.document):
        return "it has info and messages with parts, as OpenCode exports them"
    if is_session(given.document) and root_of(given):
        return "it is a session in OpenCode's storage: the folder message lies beside session"
    return None


def operations(given: Input, where: Coordinates, tally: Tally) -> Told:
    """Yield what a storage, a session of it, or an export comes to."""
    found = exported(given.document) if not given.is_folder and is_export(given.document) else stored(given)
    told = Narrator("opencode", given.base, where, tally, PLANS)
    for each in found:
        if isinstance(each, Bad):
            yield each
        else:
            yield from _session(told, each)


def _session(told: Narrator, session: Session) -> Told:
    told.named(session.id, session.line[0])
    told.within(*(f"agent-{id}" for id in session.line[1:]))
    for number, message in enumerate(session.messages, 1):
        if isinstance(message, Bad):
            yield message
        else:
            told.tally.records += 1
            yield from _message(told, number, message, is_agents=len(session.line) > 1)


def _message(told: Narrator, number: int, message: Message, is_agents: bool) -> Told:
    info, role = message.info, message.info.get("role")
    if role not in ("user", "assistant"):
        yield Bad(number, f"message {message.id!r} has no role that is known")
        return
    when = since_1970(object_of(info.get("time")).get("created"), 1_000)
    yield from told.at(number, message.id, when)
    for part in message.parts:
        if isinstance(part, Bad):
            yield part
            continue
        kind, record = part.get("type"), f"{message.id}/{part['id']}"
        if kind == "tool":
            yield from _tool(told, number, record, part, when)
        elif kind in ("text", "file"):
            yield from told.at(number, record, when)
            words = text_of(part.get("text")) if kind == "text" else _attached(part)
            if part.get("ignored") is True:
                continue
            if part.get("synthetic") is True:
                yield from told.said("system", words)
            elif role == "assistant" and info.get("summary") is True:
                yield from told.compacted(words)
            else:
                yield from told.said(role, words, AGENT if is_agents else None)
    if error := _error(info):
        yield from told.at(number, f"{message.id}/error", when)
        yield from told.said("system", error)


def _tool(told: Narrator, number: int, record: str, part: dict[str, Any], when: object) -> Told:
    state = object_of(part.get("state"))
    time = object_of(state.get("time"))
    ended = time.get("end", time.get("start"))
    yield from told.at(number, record, when if ended is None else since_1970(ended, 1_000))
    failed = state.get("status") == "error"
    if not failed and state.get("status") != "completed":
        told.tally.tool_calls += 1
        return
    call = text_of(part.get("callID")) or part["id"]
    told.called(call, text_of(part.get("tool")), state.get("input"))
    output = state.get("error", state.get("output")) if failed else state.get("output")
    yield from told.answered(call, output, failed=failed)


def _attached(part: dict[str, Any]) -> str:
    name = text_of(part.get("filename")) or "without a name"
    return f"[file {name}, {text_of(part.get('mime')) or 'of unknown type'}]"


def _error(info: dict[str, Any]) -> str:
    error = object_of(info.get("error"))
    return ": ".join(filter(None, (text_of(error.get("name")), text_of(object_of(error.get("data")).get("message")))))
