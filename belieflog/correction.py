"""What a correction did, or would do: shown before it is applied."""

from collections.abc import Callable

from msgspec import Struct

from eventlog.corrections import Part, Plan
from eventlog.errors import Refused
from eventlog.events import Ranges, Recorded, Scope
from eventlog.log import EventLog
from eventlog.store import Store
from projections import entries
from projections.entries import Entry


class Moved(Struct, frozen=True):
    """An entry that shows something else after the correction."""

    address: str
    scope: Scope
    before: Entry | None
    after: Entry | None


class Correction(Struct):
    """A correction: *events* are empty while it is only a preview, which `apply` carries out."""

    verb: str
    user: str
    events: tuple[Recorded, ...]
    voids: Ranges
    restores: Ranges
    count: int
    entries: tuple[Moved, ...]
    warnings: tuple[str, ...]
    dependents: tuple[Entry, ...] = ()
    kept: tuple[Entry, ...] = ()
    _apply: Callable[[], "Correction"] | None = None

    @property
    def dry_run(self) -> bool:
        """Whether this is only a preview."""
        return not self.events

    def apply(self) -> "Correction":
        """Do exactly what was previewed; refused if the log has changed so that it would do something else."""
        if self._apply is None:
            raise Refused("4", "this correction is applied already: undo it to take it back")
        return self._apply()


def carry_out(log: EventLog, plan: Callable[[], Plan], *, actor: str, dry_run: bool) -> Correction:
    """Preview or apply *plan*."""
    if dry_run:
        with log.store.reading():
            preview = plan()
            return _told(log, preview, (), lambda: _apply(log, plan, actor, preview))
    return _apply(log, plan, actor, None)


def _apply(log: EventLog, plan: Callable[[], Plan], actor: str, preview: Plan | None) -> Correction:
    planned, receipt = log.correct(plan, actor=actor, preview=preview)
    return _told(log, planned, receipt.events)


def _told(
    log: EventLog, plan: Plan, events: tuple[Recorded, ...], apply: Callable[[], Correction] | None = None
) -> Correction:
    store, now = log.store, log.now()
    moved = tuple(m for part in plan.parts for m in _moved(store, part))
    expired = [m.address for m in moved if m.after and m.after.expires_at is not None and now >= m.after.expires_at]
    warnings = [f"'{address}' comes back, but has expired: it won't be shown" for address in expired]
    if plan.left:
        positions = " ".join(f"--event {r.position}" for r in plan.left)
        told = ", ".join(f"'{a}'" for a in dict.fromkeys(r.address or f"event {r.position}" for r in plan.left))
        warnings.append(
            f"long-term memory keeps what the session wrote there since: {told}; "
            f"--long-term takes it back too, as does 'belieflog revert {positions}'"
        )
    named = sum(len(_named(store, part)) for part in plan.parts)
    return Correction(
        plan.verb, plan.user, events, plan.voids, plan.restores, named, moved, tuple(warnings), _apply=apply
    )


def _moved(store: Store, part: Part) -> list[Moved]:
    found = []
    for number, before, after in part.moved:
        was, now = _shown(before), _shown(after)
        known = (r.address for r in reversed(store.index.touching(part.scope, number)))
        address = next((a for a in known if a), f"entry {number} (erased)")
        found.append(Moved(address, part.scope, was, now))
    return found


def _shown(recorded: Recorded | None) -> Entry | None:
    """Show what an entry shows whether or not it has expired."""
    shown = entries.read([recorded], now=-(2**62)) if recorded else []
    return shown[0] if shown else None


def _named(store: Store, part: Part) -> list[Recorded]:
    ranges = (*part.voids, *part.restores)
    members = [m for low, high in ranges for m in store.index.members(part.scope, after=low - 1, upto=high)]
    return [m for m in members if m.tag not in ("opened", "recalled", "erased", "marked")]
