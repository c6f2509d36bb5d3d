"""The write side: what happened, in order, for ever."""

from eventlog.commands import Command, Given
from eventlog.errors import BelieflogError
from eventlog.events import Private, Public, Recorded, Scope
from eventlog.log import EventLog
from eventlog.receipts import Receipt
from eventlog.sqlite_store import SQLiteStore
from eventlog.store import Index, Row, Store

__all__ = [
    "BelieflogError",
    "Command",
    "EventLog",
    "Given",
    "Index",
    "Private",
    "Public",
    "Receipt",
    "Recorded",
    "Row",
    "SQLiteStore",
    "Scope",
    "Store",
]
