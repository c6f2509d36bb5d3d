"""How much is there of each kind?"""

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from eventlog.addresses import KINDS
from eventlog.events import TAGS, Recorded
from projections.entries import Entry


class Counts(Struct, frozen=True):
    """Entries that are shown, by kind; events, void or not, by tag; *bytes* of what was said in them, as stored."""

    entries: dict[str, int]
    events: dict[str, int]
    bytes: int


class Tally:
    """Counts what it is shown and holds on to nothing else."""

    def __init__(self) -> None:
        self._entries: Counter[str] = Counter()
        self._events: Counter[str] = Counter()
        self._bytes = 0

    def show(self, entries: Iterable[Entry]) -> None:
        """Count entries."""
        self._entries.update(entry.kind for entry in entries)

    def pass_by(self, events: Iterable[Recorded]) -> None:
        """Count events."""
        for event in events:
            self._events[event.tag] += 1
            self._bytes += len(event.body or b"")

    def add(self, other: "Tally") -> None:
        """Count all that *other* has counted."""
        self._entries.update(other._entries)
        self._events.update(other._events)
        self._bytes += other._bytes

    def counts(self) -> Counts:
        """Give what was counted, with each kind and each tag that this version knows, be it none."""
        return Counts(
            {kind: self._entries[kind] for kind in KINDS},
            {tag: self._events[tag] for tag in (*TAGS, *sorted(self._events.keys() - set(TAGS)))},
            self._bytes,
        )
