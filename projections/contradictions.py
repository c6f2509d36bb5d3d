"""Which of the entries told say different things of one matter?"""

from collections.abc import Iterable
from itertools import combinations

from eventlog.addresses import WORKING
from eventlog.terms import look
from projections.entries import Entry

_CLAIMS = frozenset({"fact", "assumption", "semantic"})
_COMPARED = _CLAIMS | {"procedural"}


def opposed(entries: Iterable[Entry]) -> dict[int, tuple[Entry, ...]]:
    """Give, by the position of each entry that is contradicted, those that contradict it.

    Two entries contradict each other when their contents don't look alike and either they have one address (a
    memory of the session's own beside a long-term one, or one in a shared space), or they have the same last key and
    are claims, of which at least one is the session's: a fact and an assumption ``timeout``, a fact ``timeout`` and a
    memory ``semantic:api/timeout``. Memories in two namespaces may share a key in peace; episodes, procedures, notes
    and all else make no claim. What isn't told isn't compared: no earlier versions, no observations.
    """
    by_key: dict[str, list[Entry]] = {}
    for entry in entries:
        if entry.kind in _COMPARED:
            by_key.setdefault(entry.key, []).append(entry)
    found: dict[int, tuple[Entry, ...]] = {}
    for group in by_key.values():
        for one, other in combinations(group, 2):
            if _same_matter(one, other) and look(one.value) != look(other.value):
                found[one.position] = (*found.get(one.position, ()), other)
                found[other.position] = (*found.get(other.position, ()), one)
    return found


def _same_matter(one: Entry, other: Entry) -> bool:
    if one.address == other.address:
        return True
    return {one.kind, other.kind} <= _CLAIMS and (one.kind in WORKING or other.kind in WORKING)
