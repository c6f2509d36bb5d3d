"""What a scope shows: the fold that every index must equal.

An event carries the complete new state of at most one entry, so what an entry shows is its last
effective event among those that touch it: its own, and its session's clears.
"""

from collections.abc import Iterable

from msgspec import Struct

from eventlog.events import WORKING, Recorded, known


class Beliefs(Struct, frozen=True):
    """The deciding event of each entry, by entry number, and whether the session is closed."""

    entries: dict[int, Recorded] = {}
    ended: bool = False


INITIAL = Beliefs()


def evolve(state: Beliefs, recorded: Recorded) -> Beliefs:
    """Fold one effective event of the scope; an erased one decides as before, its content is a hole."""
    entries = dict(state.entries)
    step(entries, recorded)
    return Beliefs(entries, _ended(state.ended, recorded))


def step(entries: dict[int, Recorded], recorded: Recorded) -> None:
    """Change *entries* in place by one effective event: what `evolve` does, for bulk replay."""
    public = recorded.public
    if not known(public):
        return
    if public.tag == "retracted":
        if public.entry is not None:
            entries.pop(public.entry, None)
    elif public.entry is not None:
        entries.pop(public.entry, None)
        entries[public.entry] = recorded
    elif public.tag == "scratchpad-cleared":
        for number in [n for n, shown in entries.items() if shown.public.kind in WORKING]:
            del entries[number]


def fold(history: Iterable[Recorded]) -> Beliefs:
    """Fold the effective events of one scope, in the order given."""
    entries: dict[int, Recorded] = {}
    ended = False
    for recorded in history:
        step(entries, recorded)
        ended = _ended(ended, recorded)
    return Beliefs(entries, ended)


def _ended(before: bool, recorded: Recorded) -> bool:
    tag = recorded.public.tag
    if tag in ("session-started", "session-ended") and known(recorded.public):
        return tag == "session-ended"
    return before
