"""What does the session hold in mind now?"""

from collections.abc import Iterable

from msgspec import Struct

from eventlog import beliefs
from eventlog.beliefs import Beliefs
from eventlog.events import WORKING, Recorded
from projections import entries
from projections.entries import Entry


class Scratchpad(Struct, frozen=True):
    """A session's entries of working kind; *position* is the last event they rest on, corrections apart."""

    user: str
    session: str
    ended: bool
    position: int
    incomplete_since: int | None
    goal: Entry | None
    constraints: tuple[Entry, ...]
    plan: Entry | None
    progress: Entry | None
    facts: tuple[Entry, ...]
    assumptions: tuple[Entry, ...]
    questions: tuple[Entry, ...]
    failures: tuple[Entry, ...]
    notes: tuple[Entry, ...]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All of them, section by section."""
        single = (self.goal, *self.constraints, self.plan, self.progress)
        listed = (*self.facts, *self.assumptions, *self.questions, *self.failures, *self.notes)
        return (*(entry for entry in single if entry is not None), *listed)

    def _repr_html_(self) -> str:
        """Show it in a notebook."""
        from projections import as_html

        return as_html.scratchpad(self)


INITIAL = beliefs.INITIAL


def evolve(state: Beliefs, recorded: Recorded) -> Beliefs:
    """Fold one effective event of the session."""
    return beliefs.evolve(state, recorded)


def shown(state: Beliefs) -> list[Recorded]:
    """List the events that decide, by position."""
    return sorted(state.entries.values(), key=lambda recorded: recorded.position)


def read(
    shown: Iterable[Recorded],
    *,
    user: str,
    session: str,
    now: int,
    position: int,
    ended: bool = False,
    incomplete_since: int | None = None,
    unsupported: frozenset[int] = frozenset(),
) -> Scratchpad:
    """Lay out what a session shows at *now*; memories held in the session are recalled, not listed here."""
    found: dict[str, list[Entry]] = {kind: [] for kind in WORKING}
    for entry in entries.read(shown, now=now, unsupported=unsupported):
        if entry.kind in found:
            found[entry.kind].append(entry)
    return Scratchpad(
        user, session, ended, position, incomplete_since,
        goal=_only(found["goal"]),
        constraints=tuple(found["constraint"]),
        plan=_only(found["plan"]),
        progress=_only(found["progress"]),
        facts=tuple(found["fact"]),
        assumptions=tuple(found["assumption"]),
        questions=tuple(found["question"]),
        failures=tuple(found["failure"]),
        notes=tuple(found["note"]),
    )  # fmt: skip


def _only(found: list[Entry]) -> Entry | None:
    return found[-1] if found else None
