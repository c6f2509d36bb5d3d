"""Letta's agent files (``.af``, JSON; also those that hold their JSON as a text) as operations.

An agent's memory blocks are the entries ``semantic:letta/AGENT/LABEL``, their values the contents, source
``import:FOLDER/FILE``: as they stood when the file was exported, so that a later export adds what has changed and
retracts what is gone. Its messages are the dialogue of the session ``FOLDER/FILE`` (of several agents
``FOLDER/FILE/AGENT``): what the user wrote (MemGPT's packed messages unpacked; its heartbeats, logins and alerts are
the system's), what the model wrote or sent by ``send_message``, and the system prompt; reasoning isn't said to
anyone. What tools returned are observations; a return with the status ``error``, or ``Failed``, is a failure too.

Blocks' descriptions and limits, tools' sources, settings, files and which messages were in context aren't taken in.
"""

from typing import Any

from msgspec import MsgspecError

from belieflog.importing.fields import object_of, objects_of, text_of
from belieflog.importing.inputs import Input
from belieflog.importing.message_parts import words
from belieflog.importing.narrating import Narrator
from belieflog.importing.operations import Bad, Coordinates, Tally, Told, Untimed
from belieflog.importing.revisions import store_name
from belieflog.importing.states import State, Store
from belieflog.importing.times import moment
from belieflog.importing.tool_output import unfolded
from eventlog.addresses import address
from eventlog.errors import InvalidValue
from eventlog.names import LONGEST
from eventlog.values import decode

FORMAT = "letta"
SEND = "send_message"


def recognises(given: Input) -> str | None:
    """Say by what *given* can be told to be an agent file of Letta's."""
    if given.is_folder or not (given.base.endswith(".af") or b"agent_type" in given.head):
        return None
    return "a JSON document of agents with their memory blocks" if _agents(_document(given)) else None


def operations(given: Input, where: Coordinates, tally: Tally) -> Told:
    """Yield what the blocks have come to since the last import, then what was said and done."""
    document = _document(given)
    if isinstance(document, Bad):
        yield document
        return
    agents = _agents(document)
    if not agents:
        yield Bad(1, "holds no agents")
        return
    origin = store_name(given)
    when, wrong = moment(document.get("created_at"))
    if wrong:
        yield Untimed(1, wrong)
    state = State("", when)
    shared = {id: b for b in objects_of(document.get("blocks")) if (id := text_of(b.get("id")))}
    for number, agent in enumerate(agents, 1):
        _blocks(state, agent, shared, text_of(agent.get("name")) or f"agent {number}", tally)
    yield from Store(FORMAT, origin, where, f"semantic:{FORMAT}/").stands(state)
    narrator = Narrator(FORMAT, origin, where, tally)
    for number, agent in enumerate(agents, 1):
        called = text_of(agent.get("id")) or f"agent {number}"
        narrator.within(*([called] if len(agents) > 1 else []))
        yield from _messages(narrator, agent, called if len(agents) > 1 else "")


def _document(given: Input) -> Any:
    document = given.document
    if isinstance(document, str):
        try:
            return decode(document)
        except (MsgspecError, UnicodeError, RecursionError) as error:
            return Bad(1, f"holds a text that is no JSON document ({error})")
    return document


def _agents(document: Any) -> list[dict[str, Any]]:
    if not isinstance(document, dict):
        return []
    if "core_memory" in document and "messages" in document:  # before there could be several
        return [document]
    return [agent for agent in objects_of(document.get("agents")) if "messages" in agent]


def _blocks(state: State, agent: dict[str, Any], shared: dict[str, dict[str, Any]], called: str, tally: Tally) -> None:
    ids = agent.get("block_ids")
    own = []
    for id in ids if isinstance(ids, list) else []:
        if (block := shared.get(text_of(id))) is not None:
            own.append(block)
        else:
            state.fault(1, f"{called!r} has a memory block that isn't there: {id!r}")
    for block in [*own, *objects_of(agent.get("memory_blocks")), *objects_of(agent.get("core_memory"))]:
        tally.records += 1
        label, value = block.get("label"), block.get("value")
        try:
            if not isinstance(label, str) or not isinstance(value, str):
                state.fault(1, f"a memory block of {called!r} has no label or no value")
            elif value.strip():
                state.put(1, address("semantic", label, (FORMAT, called[:LONGEST])), value.strip())
        except InvalidValue as error:
            state.fault(1, str(error))


def _messages(tell: Narrator, agent: dict[str, Any], called: str) -> Told:
    messages = agent.get("messages")
    if not isinstance(messages, list):
        yield Bad(1, "its messages are no list")
        return
    for number, message in enumerate(messages, 1):
        tell.tally.records += 1
        if not isinstance(message, dict):
            yield Bad(number, "a message that is no object")
            continue
        # Ids are given anew in each export; when a message was written stays.
        id = text_of(message.get("created_at")) or text_of(message.get("id")) or f"#{number}"
        record = tell.distinct("/".join(filter(None, (called, id))))
        yield from tell.at(number, record, message.get("created_at"))
        yield from _message(tell, message)


def _message(tell: Narrator, message: dict[str, Any]) -> Told:
    role = text_of(message.get("role"))
    if role not in ("user", "assistant", "system", "tool"):
        yield from tell.bad(f"a message of the role {role!r}")
        return
    text = _text(message)
    if role == "tool":
        yield from _returned(tell, message, text)
        return
    if role == "user":
        role, text = _unpacked(text)
    yield from tell.said(role, text)
    for call in objects_of(message.get("tool_calls")):
        function = object_of(call.get("function"))
        input = unfolded(function.get("arguments"))
        name = text_of(function.get("name"))
        tell.called(text_of(call.get("id")), name, input)
        if name == SEND and isinstance(input, dict):
            yield from tell.said("assistant", text_of(input.get("message")))


def _returned(tell: Narrator, message: dict[str, Any], text: str) -> Told:
    tool = text_of(message.get("name"))
    returns = objects_of(message.get("tool_returns"))
    if not returns:
        call = text_of(message.get("tool_call_id"))
        yield from tell.answered(call, text, failed=_failed(text), tool=tool)
    for each in returns:
        call = text_of(each.get("tool_call_id")) or text_of(message.get("tool_call_id"))
        output = each.get("func_response")
        if output is None:
            output = text
        failed = each.get("status") == "error" or _failed(output)
        yield from tell.answered(call, output, failed=failed, tool=tool)


def _text(message: dict[str, Any]) -> str:
    return text_of(words(message.get("content", message.get("text")), "tool_call", "tool_return"))


def _unpacked(text: str) -> tuple[str, str]:
    """Give who said it, and what: MemGPT puts the user's words, and its own, into JSON with a type and a time."""
    packed = unfolded(text)
    if not isinstance(packed, dict) or not isinstance(packed.get("type"), str) or "time" not in packed:
        return "user", text
    if packed["type"] == "user_message":
        return "user", text_of(packed.get("message"))
    return "system", text


def _failed(output: Any) -> bool:
    return object_of(unfolded(output)).get("status") == "Failed"
