"""What differs between two views?"""

from collections.abc import Callable, Iterable
from typing import Literal

from msgspec import Struct

from eventlog.events import Scope
from eventlog.store import Index
from eventlog.values import canonical
from projections.entries import Entry

Kind = Literal["added", "changed", "removed"]
Causes = Callable[[Scope, str], Iterable[int]]
Same = Callable[[Entry, Entry], bool]


class Difference(Struct, frozen=True):
    """One address that doesn't show the same; *events* are the positions of those that made it so."""

    address: str
    change: Kind
    before: Entry | None
    after: Entry | None
    events: tuple[int, ...]


def compare(
    before: Iterable[Entry], after: Iterable[Entry], causes: Causes | None = None, same: Same | None = None
) -> list[Difference]:
    """List what was added, changed and removed from *before* to *after*, by address.

    A refresh is no change; another version is, and so is gaining or losing support; *same* tells it otherwise,
    for two logs (see `across`). *causes* tells which events made an address change (see `between`); without it
    they are those that the two views rest on.
    """
    same = same or (lambda was, now: was.version == now.version and was.supported == now.supported)
    old = {(entry.scope, entry.address): entry for entry in before}
    new = {(entry.scope, entry.address): entry for entry in after}
    found = []
    for scope, address in sorted({*old, *new}, key=lambda place: (place[1], place[0])):
        was, now = old.get((scope, address)), new.get((scope, address))
        if was and now and same(was, now):
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


def across(was: Entry, now: Entry) -> bool:
    """Tell whether entries of two logs say the same: their versions count apart since the logs parted."""
    return _said(was) == _said(now)


def _said(entry: Entry) -> tuple[object, ...]:
    return (
        canonical(entry.value), entry.confidence, entry.importance, entry.expires_at, entry.description,
        entry.participants, entry.outcome, entry.supported,
    )  # fmt: skip


def stat(differences: Iterable[Difference]) -> dict[str, dict[Kind, int]]:
    """Count what was added, changed and removed, kind by kind."""
    found: dict[str, dict[Kind, int]] = {}
    for difference in differences:
        kind = difference.address.partition(":")[0]
        counts = found.setdefault(kind, {"added": 0, "changed": 0, "removed": 0})
        counts[difference.change] += 1
    return found
