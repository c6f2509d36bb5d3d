"""Taking back and bringing back: plans for revert, restore, rollback and undo, and their one way of being applied.

A plan is pure reading. Applying it appends one op of one `corrected` event per scope that it touches.
"""

from collections.abc import Iterable
from typing import Any, Literal

from msgspec import Struct, structs

from eventlog import effects, nearby, points, selectors
from eventlog.cascade import Follower, Mode, cascade, losing
from eventlog.errors import InvalidValue, NotFound, Refused
from eventlog.events import Private, Public, Ranges, Recorded, Scope, voidable
from eventlog.idempotency import same_op
from eventlog.intervals import EMPTY, Intervals, spanning
from eventlog.points import Point
from eventlog.rules import reason_given
from eventlog.selectors import Selector
from eventlog.standing import last_voidable, shown_at, void_at
from eventlog.store import Store

Verb = Literal["revert", "restore", "rollback", "undo"]


class Part(Struct, frozen=True):
    """What a correction does in one scope, and which entries (number, before, after) it would move."""

    scope: Scope
    voids: Ranges
    restores: Ranges
    moved: tuple[tuple[int, Recorded | None, Recorded | None], ...]


class Plan(Struct, frozen=True):
    """What a correction would do, worked out from the log as it is."""

    verb: Verb
    user: str
    reason: str
    parts: tuple[Part, ...]
    left: tuple[Recorded, ...] = ()  # long-term entries that a session's rollback leaves alone
    added: tuple[Follower, ...] = ()  # what a cascade takes along
    kept: tuple[Follower, ...] = ()  # what rests on what is voided, and has other support
    fallen: tuple[Follower, ...] = ()  # what would lose its support and isn't taken along

    @property
    def voids(self) -> Ranges:
        """The positions of any scope that it voids."""
        return Intervals(r for part in self.parts for r in part.voids).ranges

    @property
    def restores(self) -> Ranges:
        """The positions of any scope that it restores."""
        return Intervals(r for part in self.parts for r in part.restores).ranges


def revert(
    store: Store,
    user: str,
    wanted: Selector,
    reason: str,
    now: int,
    *,
    only: bool = False,
    follow: Mode | None = None,
) -> Plan:
    """Plan to void the selected events and (unless *only*) the rest of their ops, and what *follow* adds."""
    found = selectors.select(store, user, wanted, now)
    if not found:
        raise NotFound(f"{nearby.unselected(store, user, wanted, now)} ('belieflog log' shows what is there)")
    chosen = found if only else selectors.with_ops(store, found)
    if follow is None:
        plan = _plan(store, "revert", user, reason, voids=chosen)
        return structs.replace(plan, fallen=losing(store, user, chosen))
    following = cascade(store, user, chosen, follow)
    plan = _plan(store, "revert", user, reason, voids=following.events)
    return structs.replace(plan, added=following.added, kept=following.kept)


def restore(store: Store, user: str, wanted: Selector, reason: str, now: int, *, only: bool = False) -> Plan:
    """Plan to restore the selected void events and (unless *only*) the rest of their ops."""
    found = [r for r in selectors.select(store, user, wanted, now) if is_void(store, r)]
    if not found:
        raise NotFound(f"nothing void of {user!r} is selected: 'belieflog corrections' shows what was taken back")
    return _plan(store, "restore", user, reason, restores=found if only else selectors.with_ops(store, found))


def rollback(
    store: Store, to: Point, user: str, session: str | None, reason: str, now: int, *, long_term: bool = False
) -> Plan:
    """Plan to void all that came after *to*: in a session's scope, or without *session* in each of the user's.

    *long_term* adds what the session wrote to long-term memory since; without it that is listed as left.
    """
    at = points.seen(store, to, Scope(user, session or ""), now)
    scopes = [s for s in store.index.scopes() if s.user == user and (session is None or s.session == session)]
    parts = []
    for scope in scopes:
        if (last := last_voidable(store.index, scope)) > at:
            parts.append(_part(store, scope, ((at + 1, last),), ()))
    left: list[Recorded] = []
    if session is not None:
        after = store.index.members(Scope(user), after=at)
        written = [r for r in after if r.public.session == session and voidable(r.tag)]
        if written and long_term:  # what is void already too, so that it stays void if that correction is undone
            parts.append(_chosen(store, Scope(user), written, ()))
        left = [r for r in written if not is_void(store, r)]
    if not parts:
        raise NotFound(f"nothing of {user!r} came after {at}: there is nothing to roll back")
    return _finished("rollback", user, reason, parts, () if long_term else tuple(left))


def rollback_entry(store: Store, to: Point, scope: Scope, address: str, reason: str, now: int) -> Plan:
    """Plan to make one entry what it was at *to*, leaving the rest of its scope alone."""
    at = points.seen(store, to, scope, now)
    return _entry_as_of(store, scope, address, at, reason)


def rollback_to_version(store: Store, version: int, scope: Scope, address: str, reason: str) -> Plan:
    """Plan to make one entry what it was when its *version* was written."""
    entry = store.index.entry(scope, address)
    own = store.index.touching(scope, entry.number) if entry else []
    written = next((r.position for r in own if r.version == version), None)
    if written is None:
        raise NotFound(f"'{address}' has no version {version}: 'belieflog history {address}' lists them")
    return _entry_as_of(store, scope, address, written, reason)


def undo(store: Store, event: Any, user: str | None, reason: str, now: int) -> Plan:
    """Plan to void every correction of the op of *event*, as if that op had named nothing."""
    (correction,) = selectors.find(store, event)
    if correction.tag != "corrected" or (user is not None and correction.public.user != user):
        raise Refused("undo", f"event {correction.position} is no correction: 'belieflog corrections' lists them")
    if is_void(store, correction):
        by = [r.position for r in naming(store, correction) if not is_void(store, r)]
        raise Refused("undo", f"correction {correction.position} no longer counts: {by[-1]} took it back", by=by[-1])
    return _plan(store, "undo", correction.public.user, reason, voids=same_op(store, correction))


def is_void(store: Store, event: Recorded) -> bool:
    """Tell whether a correction in force takes *event* back."""
    return voidable(event.tag) and event.position in store.index.void(event.scope)


def naming(store: Store, event: Recorded) -> list[Recorded]:
    """List the corrections that name *event*, in force or not, by position."""
    later = store.index.members(event.scope, ("corrected",), after=event.position)
    return [c for c in later if event.position in Intervals((*c.public.voids, *c.public.restores))]


def drafts(plan: Plan, actor: str) -> list[tuple[Public, Private]]:
    """Draft the `corrected` events of *plan*, one per scope; the batch that takes them stamps them."""
    return [
        (
            Public("corrected", "", 0, part.scope.user, part.scope.session, part.scope.name,
                   actor=actor, voids=part.voids, restores=part.restores),
            Private(reason=plan.reason),
        )
        for part in plan.parts
    ]  # fmt: skip


def still_as_previewed(plan: Plan, preview: Plan) -> None:
    """Refuse to apply a preview that would now select other events or bring other values."""
    if plan.parts != preview.parts:
        raise Refused(
            "stale", "the log has changed since the preview, and with it what this would do: preview it again"
        )


def _entry_as_of(store: Store, scope: Scope, address: str, at: int, reason: str) -> Plan:
    entry = store.index.entry(scope, address)
    if entry is None:
        raise NotFound(
            f"nothing was ever written at '{address}', or it was erased: 'belieflog keys' and 'show' list what is there"
        )
    own = store.index.touching(scope, entry.number)
    then = void_at(store.index, scope, at)
    kept = [r for r in own if r.position <= at and r.position not in then]
    gone = [r for r in own if r not in kept]
    part = _chosen(store, scope, gone, kept)
    wanted = shown_at(store, scope, entry, at)
    moved = {number: after for number, _, after in part.moved}
    after = moved.get(entry.number, entry.shows)
    if (after and after.position) != (wanted and wanted.position):
        raise Refused(
            "clear",
            f"a clear made or taken back since {at} decides over '{address}' and its whole session: roll the session back",
        )
    return _finished("rollback", scope.user, reason, [part])


def _plan(
    store: Store,
    verb: Verb,
    user: str,
    reason: str,
    voids: Iterable[Recorded] = (),
    restores: Iterable[Recorded] = (),
) -> Plan:
    gone, back = list(voids), list(restores)
    scopes = sorted({r.scope for r in (*gone, *back)})
    return _finished(verb, user, reason, [
        _chosen(store, s, [r for r in gone if r.scope == s], [r for r in back if r.scope == s]) for s in scopes
    ])  # fmt: skip


def _finished(verb: Verb, user: str, reason: str, parts: list[Part], left: tuple[Recorded, ...] = ()) -> Plan:
    reason_given(reason, f"a {verb}" if verb != "undo" else "an undo")
    if not any(part.voids or part.restores for part in parts):
        raise InvalidValue("selector", "selects nothing that a correction can reach")
    return Plan(verb, user, reason, tuple(sorted(parts, key=lambda p: p.scope)), left)


def _chosen(store: Store, scope: Scope, voids: Iterable[Recorded], restores: Iterable[Recorded]) -> Part:
    gone, back = {r.position for r in voids}, {r.position for r in restores}
    low, high = min(gone | back), max(gone | back)
    between = store.index.voidable(scope, low, high)
    return _part(store, scope, spanning(between, gone), spanning(between, back))


def _part(store: Store, scope: Scope, voids: Ranges, restores: Ranges) -> Part:
    """Work out what would show if a correction with these ranges came next."""
    made = store.index.members(scope, ("corrected",))
    next_ = Recorded(store.head().position + 1, Public("corrected", "", 0, voids=voids, restores=restores), None)
    void = effects.void([*made, next_]) if voids or restores else EMPTY
    return Part(scope, voids, restores, tuple(store.index.effect(scope, void)))
