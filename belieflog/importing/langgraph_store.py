"""LangGraph's ``SqliteStore`` as operations: each item is the entry that `belieflog.langgraph` would keep of it.

An item of namespace ``("memories", "u1")`` and key ``job`` is ``semantic:memories/u1/job``, its value the content,
source ``import:FOLDER/FILE``; it happened when it was last updated (SQLite's clock is UTC) and expires when it would
there. The file tells only how the store stands: imported again, what has changed is written and what isn't there any
more is retracted. Embeddings, and when an item was created or for how long, aren't taken in.
"""

import re

from msgspec import MsgspecError

from belieflog.importing.databases import reading, tables
from belieflog.importing.fields import text_of
from belieflog.importing.inputs import Input
from belieflog.importing.operations import Coordinates, Tally, Told
from belieflog.importing.revisions import store_name
from belieflog.importing.states import State, Store
from belieflog.importing.times import moment
from eventlog.addresses import address
from eventlog.errors import InvalidValue
from eventlog.times import Moment
from eventlog.values import decode

FORMAT = "langgraph-store"

_COLUMNS = ("prefix", "key", "value", "updated_at", "expires_at")
_CLOCK = re.compile(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?")


def recognises(given: Input) -> str | None:
    """Say by what *given* can be told to be a store of LangGraph's."""
    if {"prefix", "key", "value"} <= set(tables(given).get("store", ())):
        return "an SQLite file whose table store has prefix, key and value"
    return None


def operations(given: Input, where: Coordinates, tally: Tally) -> Told:
    """Yield what has changed since the last import."""
    state = State()
    with reading(given) as database:
        for line, row in enumerate(database.rows("store", _COLUMNS), 1):
            tally.records += 1
            try:
                namespace = tuple(part for part in text_of(row["prefix"]).split(".") if part)
                where_it_lies = address("semantic", text_of(row["key"]), namespace)
                value = decode(row["value"]) if isinstance(row["value"], (bytes, str)) else row["value"]
            except InvalidValue as error:
                state.fault(line, str(error))
                continue
            except (MsgspecError, UnicodeError, RecursionError) as error:
                state.fault(line, f"its value is no JSON ({error})")
                continue
            expires = _time(row["expires_at"])
            state.put(
                line, where_it_lies, value, when=_time(row["updated_at"]), expires_at=expires.at if expires else None
            )
    yield from Store(FORMAT, store_name(given), where, "semantic:").stands(state)


def _time(told: object) -> Moment | None:
    text = text_of(told)
    return moment(f"{text}Z" if _CLOCK.fullmatch(text) else text or None)[0]
