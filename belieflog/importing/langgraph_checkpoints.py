"""LangGraph's ``SqliteSaver`` checkpoints as operations: what each checkpoint changed against its parent.

A thread is the session ``FOLDER/FILE/THREAD``; a subgraph goes on in ``…/THREAD/NAMESPACE``, a branch (a checkpoint
whose parent had gone on already) in ``…/branch-CHECKPOINT``. Messages, in whatever channel they are, are dialogue:
``human`` is the user's, ``ai`` the agent's with its tool calls, ``tool`` an observation, and a failure where its
status is ``error``. A message with an id is said once in its thread, and again if it was changed. Every other channel
of the state is a note, written when its value changes and retracted when it is gone; a branch begins with all of its
state. An error that a task left in the writes is a failure. All happened at the checkpoint's ``ts``.

Values are decoded as data: msgpack, its types of LangGraph's by hand, and JSON; what is pickled is named and left out.
Channels of LangGraph's own (``__start__``, ``branch:to:…``), versions, metadata, and writes that a checkpoint took up
aren't taken in.
"""

from typing import Any

from msgspec import Struct

from belieflog.importing import langgraph_values
from belieflog.importing.databases import Database, reading, tables
from belieflog.importing.fields import object_of, objects_of, text_of
from belieflog.importing.inputs import Input
from belieflog.importing.message_parts import words
from belieflog.importing.narrating import Narrator
from belieflog.importing.operations import Bad, Coordinates, Tally, Told
from belieflog.importing.revisions import store_name
from eventlog.addresses import Address
from eventlog.errors import InvalidValue
from eventlog.values import as_text, canonical

FORMAT = "langgraph-checkpoints"
ERROR = "__error__"

_CHECKPOINTS = ("thread_id", "checkpoint_ns", "checkpoint_id", "parent_checkpoint_id", "type", "checkpoint")
_WRITES = ("thread_id", "checkpoint_ns", "checkpoint_id", "task_id", "idx", "channel", "type", "value")
_OWN = ("__", "branch:", "start:")
_ROLES = {"human": "user", "ai": "assistant", "system": "system", "developer": "system"}
_KINDS = {*_ROLES, "tool", "function", "chat", "remove"}
_CALLS = ("tool_use", "tool_call", "function_call", "input_json_delta")


class _Leaf(Struct, frozen=True):
    """The newest checkpoint of a branch, and the state there."""

    checkpoint: str
    values: dict[str, Any]


def recognises(given: Input) -> str | None:
    """Say by what *given* can be told to be a file of LangGraph's checkpoints."""
    if {"thread_id", "checkpoint_id", "checkpoint"} <= set(tables(given).get("checkpoints", ())):
        return "an SQLite file whose table checkpoints has thread_id and checkpoint"
    return None


def operations(given: Input, where: Coordinates, tally: Tally) -> Told:
    """Yield what each checkpoint changed, in the order in which they came about, then the errors among the writes."""
    reader = _Reader(Narrator(FORMAT, store_name(given), where, tally))
    with reading(given) as database:
        for line, row in enumerate(database.rows("checkpoints", _CHECKPOINTS, '"checkpoint_id", rowid'), 1):
            tally.records += 1
            yield from reader.checkpoint(line, row)
        yield from reader.errors(database)


class _Reader:
    def __init__(self, narrator: Narrator) -> None:
        self._tell = narrator
        self._branches: dict[tuple[str, ...], _Leaf] = {}  # by thread, namespace and what parts the branch off
        self._of: dict[tuple[str, str, str], tuple[str, ...]] = {}  # which branch a checkpoint is on
        self._said: dict[str, set[str]] = {}  # by thread: ids and contents

    def checkpoint(self, line: int, row: dict[str, Any]) -> Told:
        """Yield what one checkpoint changed."""
        thread, space, id = (text_of(row[each]) for each in ("thread_id", "checkpoint_ns", "checkpoint_id"))
        if not thread or not id:
            yield Bad(line, "a checkpoint without thread_id or checkpoint_id")
            return
        try:
            told = langgraph_values.read(row["type"], row["checkpoint"])
        except InvalidValue as error:
            yield Bad(line, f"checkpoint {id}: {error}")
            return
        values = object_of(told).get("channel_values")
        if not isinstance(values, dict):
            yield Bad(line, f"checkpoint {id} has no channel_values")
            return
        branch, before = self._branch(thread, space, id, text_of(row["parent_checkpoint_id"]))
        self._of[thread, space, id] = branch
        self._branches[branch] = _Leaf(id, values)
        self._tell.within(*branch)
        yield from self._tell.at(line, "/".join((*branch[:2], id)), told.get("ts"))
        for channel, value in values.items():
            if not channel.startswith(_OWN):
                yield from self._channel(thread, channel, value, before)
        for channel in before:
            if channel not in values and not channel.startswith(_OWN) and not _messages(before[channel]):
                gone = Address("note", (), channel)
                yield from self._tell.forgotten(gone, "no longer in the state", self._tell.system)

    def errors(self, database: Database) -> Told:
        """Yield the errors that tasks left."""
        if not {"channel", "value"} <= set(database.tables.get("writes", ())):
            return
        order = '"checkpoint_id", "task_id", "idx"' if "idx" in database.tables["writes"] else "rowid"
        for line, row in enumerate(database.rows("writes", _WRITES, order), 1):
            if row["channel"] != ERROR:
                continue
            thread, space, id, task = (
                text_of(row[each]) for each in ("thread_id", "checkpoint_ns", "checkpoint_id", "task_id")
            )
            self._tell.within(*self._of.get((thread, space, id), (thread or "thread",)))
            yield from self._tell.at(line, f"{thread}/{space}/{id}/{task}/{row['idx']}")
            try:
                error = langgraph_values.read(row["type"], row["value"])
            except InvalidValue as wrong:
                yield from self._tell.bad(f"the error of task {task}: {wrong}")
                continue
            yield from self._tell.failed(f"task/{task or line}", as_text(error), source=self._tell.system)

    def _branch(self, thread: str, space: str, id: str, parent: str) -> tuple[tuple[str, ...], dict[str, Any]]:
        """Find the branch that a checkpoint goes on with, and the state there; or part a new one off."""
        main = (thread, space) if space else (thread,)
        of = self._of.get((thread, space, parent)) if parent else None
        if of is None:
            of = main
            if of not in self._branches:
                return of, {}
            if not parent:  # a run that began anew in the thread
                return of, self._branches[of].values
        leaf = self._branches[of]
        if leaf.checkpoint == parent:
            return of, leaf.values
        return (*main, f"branch-{id}"), {}

    def _channel(self, thread: str, channel: str, value: Any, before: dict[str, Any]) -> Told:
        messages = _messages(value)
        if not messages:
            if channel not in before or canonical(before[channel]) != canonical(value):
                yield from self._tell.noted(channel, value, source=self._tell.system)
            return
        there = before.get(channel)
        earlier = [canonical(each) for each in there] if isinstance(there, list) else []
        said = self._said.setdefault(thread, set())
        for message in messages:
            told = canonical(message)
            key = f"{text_of(message.get('id'))}\0{_words(message)}"
            if told in earlier if not text_of(message.get("id")) else key in said:
                continue
            said.add(key)
            yield from self._message(message)

    def _message(self, message: dict[str, Any]) -> Told:
        kind, content = _kind(message), words(message.get("content"), *_CALLS)
        if kind in ("tool", "function"):
            call, name = text_of(message.get("tool_call_id")), text_of(message.get("name"))
            failed = message.get("status") == "error"
            yield from self._tell.answered(call, content, failed=failed, tool=name)
        elif kind != "remove":
            role = _ROLES.get(kind) or text_of(message.get("role")).strip() or "system"
            yield from self._tell.said(role, content)
            for asked in objects_of(message.get("tool_calls")):
                self._tell.called(text_of(asked.get("id")), text_of(asked.get("name")), asked.get("args"))


def _messages(value: Any) -> list[dict[str, Any]]:
    """Give the messages of a channel that holds nothing else."""
    if not isinstance(value, list) or not value:
        return []
    if all(isinstance(each, dict) and "content" in each and _kind(each) in _KINDS for each in value):
        return value
    return []


def _kind(message: dict[str, Any]) -> str:
    """Give a message's type; chunks are of the type of what they are chunks of."""
    return text_of(message.get("type")).removesuffix("MessageChunk").lower()


def _words(message: dict[str, Any]) -> str:
    return canonical([message.get("content"), message.get("tool_calls")]).decode()
