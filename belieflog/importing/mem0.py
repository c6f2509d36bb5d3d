"""mem0's history (``~/.mem0/history.db``, an SQLite file) as operations, in the order of its rows.

A memory is the entry ``semantic:mem0/MEMORY_ID``: added and changed by ADD and UPDATE, retracted by DELETE; NONE
changes nothing. The source is ``import:FOLDER/FILE#ACTOR``: mem0 lets a model put memories into words, so they are
nobody's own. Actor and role stand in the reason. A change happened at ``updated_at``, else at ``created_at``; a time
before that of the change before it is left out. Of a memory that was changed or deleted without having been added here
(an old history is cut off), what it said before is taken in first.

Messages are said in the session ``FOLDER/FILE/SCOPE``, SCOPE as in ``user_id=dana``, where mem0 keeps the last ten;
a message's name isn't taken in. Columns of older versions (``new_value``, ``prev_value``) are read as well.
"""

from typing import Any

from belieflog.importing.databases import Database, reading, tables
from belieflog.importing.fields import text_of
from belieflog.importing.inputs import Input
from belieflog.importing.narrating import Narrator
from belieflog.importing.operations import Bad, Coordinates, Tally, Told
from belieflog.importing.revisions import store_name
from belieflog.importing.times import moment
from eventlog import sources
from eventlog.addresses import Address, address
from eventlog.errors import InvalidValue
from eventlog.names import LONGEST
from eventlog.sources import Source

FORMAT = "mem0"

_CHANGES = (
    "id", "memory_id", "old_memory", "prev_value", "new_memory", "new_value", "event",
    "created_at", "updated_at", "timestamp", "actor_id", "role",
)  # fmt: skip
_MESSAGES = ("id", "session_scope", "role", "content", "created_at")
_NEVER = 1 << 63  # no time comes after what has none: it counts as happening when it is taken in


def recognises(given: Input) -> str | None:
    """Say by what *given* can be told to be a history of mem0's."""
    if {"memory_id", "event"} <= set(tables(given).get("history", ())):
        return "an SQLite file whose table history has memory_id and event"
    return None


def operations(given: Input, where: Coordinates, tally: Tally) -> Told:
    """Yield what became of each memory, then what was said."""
    called = store_name(given)
    reader = _Reader(Narrator(FORMAT, called, where, tally), where.session or called)
    with reading(given) as database:
        yield from reader.history(database)
        yield from reader.messages(database)


class _Reader:
    def __init__(self, narrator: Narrator, store: str) -> None:
        self._tell, self._store = narrator, store[:LONGEST]
        self._known: dict[Address, bool] = {}  # whether it is there
        self._latest: dict[Address, int] = {}

    def history(self, database: Database) -> Told:
        """Yield what the rows of the history come to."""
        for line, row in enumerate(database.rows("history", _CHANGES), 1):
            self._tell.tally.records += 1
            record = f"history/{text_of(row['id']) or line}"
            try:
                memory = address("semantic", text_of(row["memory_id"]), ("mem0",))
                source = sources.parse(Source("import", self._store, text_of(row["actor_id"])[:LONGEST]))
            except InvalidValue as error:
                yield Bad(line, str(error))
                continue
            yield from self._tell.at(line, record, self._time(memory, row))
            yield from self._change(memory, row, source)

    def messages(self, database: Database) -> Told:
        """Yield what was said."""
        if not {"role", "content"} <= set(database.tables.get("messages", ())):
            return
        for line, row in enumerate(database.rows("messages", _MESSAGES), 1):
            self._tell.tally.records += 1
            scope = text_of(row["session_scope"])
            self._tell.within(*([scope] if scope.strip() else []))
            yield from self._tell.at(line, f"messages/{text_of(row['id']) or line}", row["created_at"])
            if text_of(row["role"]).strip() and isinstance(row["content"], str):
                yield from self._tell.said(text_of(row["role"]), row["content"])
            else:
                yield from self._tell.bad("a message without role or content")

    def _change(self, memory: Address, row: dict[str, Any], source: Source) -> Told:
        event = text_of(row["event"]).upper()
        old = text_of(row["old_memory"]) or text_of(row["prev_value"])
        new = text_of(row["new_memory"]) or text_of(row["new_value"])
        who = " ".join(filter(None, (text_of(row["role"]), text_of(row["actor_id"]))))
        reason = f"{event} in mem0" + (f" by {who}" if who else "")
        if event in ("UPDATE", "DELETE") and old and memory not in self._known:
            yield from self._tell.remembered(memory, old, source, reason="what mem0 had before")
            self._known[memory] = True
        if event in ("ADD", "UPDATE") and new:
            yield from self._tell.remembered(memory, new, source, reason=reason)
            self._known[memory] = True
        elif event == "DELETE" and self._known.get(memory):
            yield from self._tell.forgotten(memory, reason, source)
            self._known[memory] = False
            self._latest.pop(memory, None)
        elif event == "DELETE":
            yield from self._tell.bad("deletes a memory of which nothing is known")
        elif event != "NONE":
            yield from self._tell.bad(f"has the event {event!r} without a memory, or an unknown one")

    def _time(self, memory: Address, row: dict[str, Any]) -> object:
        told = row["updated_at"] or row["created_at"] or row["timestamp"]
        if text_of(row["event"]).upper() == "NONE":
            return None
        when, _ = moment(told)
        if when is None:
            self._latest[memory] = _NEVER
            return told
        if when.at < self._latest.get(memory, when.at):
            self._latest[memory] = _NEVER
            return None
        self._latest[memory] = when.at
        return told
