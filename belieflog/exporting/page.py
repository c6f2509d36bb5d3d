"""A scratchpad as a page that can be edited: what each entry says, and which event said so."""

from typing import Any

from msgspec import Struct

from belieflog import scratchpads
from belieflog.exporting.asked import Asked
from eventlog.addresses import WORKING, Address
from eventlog.forking import birth
from eventlog.values import canonical
from projections.entries import Entry

FORMAT = "belieflog/1 scratchpad"


class Item(Struct, frozen=True, omit_defaults=True):
    """What one entry says; *value* is its content, a plan's without the ids of its steps."""

    address: str
    value: Any
    description: str = ""
    confidence: float | None = None
    source: str = ""  # of a fact: to be read, not to be edited

    @property
    def kind(self) -> str:
        """What it is for."""
        return self.address.partition(":")[0]

    @property
    def key(self) -> str:
        """What it is called, where its kind has keys."""
        return self.address.partition(":")[2]

    @property
    def says(self) -> bytes:
        """All that makes a difference when it is edited."""
        return canonical([self.value, self.description, self.confidence])


class Page(Struct, frozen=True):
    """A session's scratchpad: *hash* is that of the event at *position*, *shown* says which event each entry showed."""

    log: str
    user: str
    session: str
    position: int
    hash: str
    shown: dict[str, int]
    entries: list[Item]
    format: str = FORMAT


def page_of(asked: Asked) -> Page:
    """Read the scratchpad that is asked for."""
    asked.scope()
    reader, store = asked.reader(), asked.log.store
    pad = scratchpads.read(reader, asked.at)
    position = reader.when(asked.at)[0] or store.head().position
    (row,) = store.rows(position - 1, position)
    return Page(
        birth(store).id, pad.user, pad.session, position, row.hash.hex(),
        {entry.address: entry.position for entry in pad.entries}, [item_of(entry) for entry in pad.entries],
    )  # fmt: skip


def item_of(entry: Entry) -> Item:
    """Write one entry."""
    value = entry.value
    if entry.kind == "plan":
        value = [{"text": step["text"], "status": step["status"]} for step in value]
    source = str(entry.source) if entry.kind == "fact" else ""
    return Item(entry.address, value, entry.description, entry.confidence, source)


def address_of(kind: str, key: str) -> str:
    """Give the address of an entry of working kind, as it stands on a page."""
    return str(Address(kind, (), key))


SECTIONS = dict(
    zip(
        ("Goal", "Constraints", "Plan", "Progress", "Facts", "Assumptions", "Questions", "Failures", "Notes"),
        WORKING,
        strict=True,
    )
)
