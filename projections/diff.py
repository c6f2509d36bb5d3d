"""What differs between two views?"""

from collections.abc import Callable, Iterable
from typing import Literal

from msgspec import Struct

from eventlog.events import Scope
from eventlog.store import Index
from projections.entries import Entry

Kind = Literal["added", "changed", "removed"]
Causes = Callable[[Scope, str], Iterable[int]]


class Difference(Struct, frozen=True):
    """One address that doesn't show the same; *events* are the positions of those that made it so."""

    address: str
    change: Kind
    before: Entry | None
    after: Entry | None
    events: tuple[int, ...]


def compare(before: Iterable[Entry], after: Iterable[Entry], causes: Causes | None = None) -> list[Difference]:
    """List what was added, changed and removed from *before* to *after*, by address.

    A refresh is no change; another version is, and so is gaining or losing support. *causes* tells which
    events made an address change (see `between`); without it they are those that the two views rest on.
    """
    old = {(entry.scope, entry.address): entry for entry in before}
    new = {(entry.scope, entry.address): entry for entry in after}
    found = []
    for scope, address in sorted({*old, *new}, key=lambda place: (place[1], place[0])):
        was, now = old.get((scope, address)), new.get((scope, address))
        if was and now and (was.version, was.supported) == (now.version, now.supported):
            continue
        change: Kind = "added" if not was else "changed" if now else "removed"
        events = causes(scope, address) if causes else (entry.position for entry in (was, now) if entry)
        found.append(Difference(address, change, was, now, tuple(events)))
    return found


def between(index: Index, start: int, stop: int) -> Causes:
    """Tell which events between two positions, the first excluded, made an entry show something else."""
    low, high = sorted((start, stop))

    def causes(scope: Scope, address: str) -> list[int]:
        entry = index.entry(scope, address)
        changes = index.changes(scope, entry.number) if entry else []
        return [change.at for change in changes if low < change.at <= high]

    return causes
