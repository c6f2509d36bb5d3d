"""What a correction did, or would do: shown before it is applied."""

from collections.abc import Callable, Iterator

from msgspec import Struct, structs

from eventlog.cascade import Follower
from eventlog.corrections import Part, Plan
from eventlog.errors import Refused
from eventlog.events import Ranges, Recorded, Scope
from eventlog.log import EventLog
from eventlog.rules import reason_given
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
    dependents: tuple[Follower, ...] = ()
    kept: tuple[Follower, ...] = ()
    _apply: "Apply | None" = None

    @property
    def dry_run(self) -> bool:
        """Whether this is only a preview."""
        return not self.events

    def apply(self, reason: str | None = None) -> "Correction":
        """Do exactly what was previewed; refused if the log has changed so that it would do something else.

        What `Memory.what_if` gives has no reason yet: *reason* is needed there.
        """
        if self._apply is None:
            raise Refused("4", "this correction is applied already: undo it to take it back")
        return self._apply(reason)

    def _repr_html_(self) -> str:
        """Show it in a notebook."""
        from projections import as_html

        told = ((word, low, high) for word in ("voids", "restores") for low, high in getattr(self, word))
        positions = ", ".join(f"{word} {low}-{high}" if low < high else f"{word} {low}" for word, low, high in told)
        verb = f"would {self.verb}" if self.dry_run else f"{self.verb} at {self.events[0].position}"
        title = f"<strong>{as_html.text(verb)}</strong> {self.count} of {as_html.text(self.user)}: {positions}"
        said: Callable[[Entry | None], str] = lambda entry: as_html.said(entry) if entry else "<em>(nothing)</em>"
        moved = [[as_html.text(each.address), said(each.before), said(each.after)] for each in self.entries]
        followers = [("with it", each) for each in self.dependents] + [("kept", each) for each in self.kept]
        rows = [
            [
                word,
                as_html.text(f"{each.event.position} {each.event.address or each.event.tag}"),
                as_html.text(each.because),
            ]
            for word, each in followers
        ]
        return as_html.page(
            f"<p>{title}</p>",
            as_html.table(("entry", "before", "after"), moved) if moved else "<p>no entry shows anything else</p>",
            as_html.table(("", "event", "because"), rows) if rows else "",
            *(f"<p>note: {as_html.text(each)}</p>" for each in self.warnings),
        )


Apply = Callable[[str | None], Correction]


def carry_out(log: EventLog, plan: Callable[[], Plan], *, actor: str, dry_run: bool) -> Correction:
    """Preview or apply *plan*."""
    if dry_run:
        with log.store.reading():
            preview = plan()
            apply: Apply = lambda reason: _apply(log, _because(plan, reason), actor, preview)
            return _told(log, preview, (), apply)
    return _apply(log, plan, actor, None)


def what_if(log: EventLog, plan: Callable[[], Plan], *, actor: str) -> Correction:
    """Preview *plan*, which has no reason yet, and tell what would lose its support among what differs."""

    def apply(reason: str | None) -> Correction:
        reason_given(reason or "", "a revert")
        return _apply(log, _because(plan, reason), actor, preview)

    with log.store.reading():
        preview = plan()
        told = _told(log, preview, (), apply)
        return structs.replace(told, entries=(*told.entries, *_losing(log.store, preview)))


def _because(plan: Callable[[], Plan], reason: str | None) -> Callable[[], Plan]:
    return plan if reason is None else lambda: structs.replace(plan(), reason=reason)


def _losing(store: Store, plan: Plan) -> Iterator[Moved]:
    """List the entries that would show what they show, but without its support."""
    for follower in plan.fallen:
        event = follower.event
        known = event.address and store.index.entry(event.scope, event.address)
        if known and known.shows and known.shows.position == event.position and (shown := _shown(event)):
            yield Moved(shown.address, event.scope, shown, structs.replace(shown, supported=False))


def _apply(log: EventLog, plan: Callable[[], Plan], actor: str, preview: Plan | None) -> Correction:
    planned, receipt = log.correct(plan, actor=actor, preview=preview)
    told = _told(log, planned, receipt.events)
    return structs.replace(told, warnings=(*receipt.warnings, *told.warnings)) if receipt.warnings else told


def _told(log: EventLog, plan: Plan, events: tuple[Recorded, ...], apply: Apply | None = None) -> Correction:
    store, now = log.store, log.now()
    moved = tuple(m for part in plan.parts for m in _moved(store, part))
    expired = [m.address for m in moved if m.after and m.after.expires_at is not None and now >= m.after.expires_at]
    warnings = [f"'{address}' comes back, but has expired: it won't be shown" for address in expired]
    sessions = {part.scope.session for part in plan.parts if part.scope.session}
    if plan.verb in ("revert", "restore") and len(sessions) > 1:
        warnings.append(f"this reaches into {len(sessions)} sessions: --written-in NAME narrows it to one")
    if plan.left:
        positions = " ".join(f"--event {r.position}" for r in plan.left)
        told = ", ".join(f"'{a}'" for a in dict.fromkeys(r.address or f"event {r.position}" for r in plan.left))
        warnings.append(
            f"long-term memory keeps what the session wrote there since: {told}; "
            f"--long-term takes it back too, as does 'belieflog revert {positions}'"
        )
    if plan.fallen:
        told = ", ".join(
            f"'{a}'" for a in dict.fromkeys(f.event.address or f"event {f.event.position}" for f in plan.fallen)
        )
        warnings.append(f"{told} would stand without support: --cascade declared takes them back too")
    named = sum(_named(store, part) for part in plan.parts)
    return Correction(
        plan.verb,
        plan.user,
        events,
        plan.voids,
        plan.restores,
        named,
        moved,
        tuple(warnings),
        plan.added,
        plan.kept,
        _apply=apply,
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


def _named(store: Store, part: Part) -> int:
    return sum(len(store.index.voidable(part.scope, low, high)) for low, high in (*part.voids, *part.restores))
