"""How things stand with an entry before a write: what it shows, who stands behind it, why it shows nothing."""

from collections.abc import Iterator

from eventlog import effects
from eventlog.backwards import backwards
from eventlog.events import LOG, WORKING, Ranges, Recorded, Scope, known, voidable
from eventlog.intervals import EMPTY, Intervals, spanning
from eventlog.sources import RANK
from eventlog.store import Entry, Index, Store


def void_at(index: Index, scope: Scope, at: int | None) -> Intervals:
    """Give the positions that are void now (*at* None), or were as known then at *at*."""
    return index.void(scope) if at is None else effects.void(index.members(scope, ("corrected",), upto=at))


def policy_set(index: Index, at: int | None = None) -> Recorded | None:
    """Give the event that put the policy in force, now or as known then at *at*; None while the defaults are."""
    void = void_at(index, LOG, at)
    return next((r for r in reversed(index.members(LOG, ("policy-set",), upto=at)) if r.position not in void), None)


def shown_at(store: Store, scope: Scope, entry: Entry, at: int | None) -> Recorded | None:
    """Give what an entry shows now (*at* None), or showed as known then at *at*, expired or not."""
    if at is None:
        return entry.shows
    shown = next((c.shows for c in reversed(store.index.changes(scope, entry.number)) if c.at <= at), 0)
    return next(iter(store.recorded((shown,))), None) if shown else None


def unexpired(shown: Recorded | None, now: int) -> Recorded | None:
    """Give what an entry shows at *now*: at the door an expired entry has no current value."""
    if shown is None or (shown.public.expires_at is not None and now >= shown.public.expires_at):
        return None
    return shown


def best_rank(index: Index, scope: Scope, current: Recorded) -> int:
    """Give the best source asserting what the entry shows, since it last showed something else or nothing."""
    return max((RANK[r.public.source or "agent"] for r in assertions(index, scope, current)), default=0)


def assertions(index: Index, scope: Scope, current: Recorded) -> list[Recorded]:
    """List the effective events asserting what *current* does, up to it, since the entry showed something else."""
    claim = current.claim
    found: list[Recorded] = []
    for recorded in _backwards(index, scope, current):
        if recorded.position > current.position:
            continue
        if recorded.tag == "scratchpad-cleared" or recorded.claim != claim or not recorded.version:
            break
        found.append(recorded)
    return found[::-1]


def last_word(index: Index, scope: Scope, number: int) -> Recorded | None:
    """Give the newest effective event of the entry's own: the retraction, where one took it away."""
    void = index.void(scope)
    return next((r for r in reversed(index.touching(scope, number)) if r.position not in void), None)


def last_voidable(index: Index, scope: Scope) -> int:
    """Give the position of the scope's last voidable event, 0 for none."""
    return next((r.position for r in backwards(index, scope) if voidable(r.tag)), 0)


def written_this_turn(index: Index, scope: Scope) -> int:
    """Count the entries that agents wrote in a session since the user last spoke there."""
    spoken = (r.position for r in backwards(index, scope, ("said",)) if _by_user(r))
    after = next(spoken, 0)
    return sum(
        bool(r.version) and r.public.source == "agent" and r.public.session == scope.session
        for place in (scope, Scope(scope.user))
        for r in index.members(place, after=after)
    )


def _by_user(said: Recorded) -> bool:
    private = said.private
    return private.content["role"] == "user" if private else said.public.source == "user"


def older_dialogue(index: Index, scope: Scope) -> Ranges:
    """Give all of the dialogue but its last turn, earlier summaries and what they cover included; none if none shows."""
    void = index.void(scope)
    members = index.members(scope, ("said", "compacted"))
    effective = [r for r in members if r.position not in void]
    covered, standing, last = EMPTY, set(), 0
    for recorded in reversed(effective):
        if recorded.position not in covered:
            standing.add(recorded.position)
            if recorded.tag == "said":
                last = max(last, recorded.position)
        covered = covered | Intervals(recorded.public.covered)
    if not standing - {last}:
        return ()
    return spanning([r.position for r in members], {r.position for r in effective} - {last})


def _backwards(index: Index, scope: Scope, current: Recorded) -> Iterator[Recorded]:
    """Yield the effective events that touch the entry, newest first."""
    number = current.public.entry or 0
    void = index.void(scope)
    touching = index.touching(scope, number)
    if current.public.kind in WORKING:
        clears = index.members(scope, ("scratchpad-cleared",), after=touching[0].position)
        touching = sorted([*touching, *clears], key=lambda r: r.position)
    yield from (r for r in reversed(touching) if r.position not in void)


def last_effective(index: Index, scope: Scope, void: Intervals, upto: int | None = None) -> int:
    """Give the position of the last event that the scope's state rests on, corrections apart; 0 for none."""
    return next((r.position for r in backwards(index, scope, upto=upto, skip=void) if shapes(r)), 0)


def shapes(recorded: Recorded) -> bool:
    """Tell whether a scope's state can rest on *recorded*."""
    return known(recorded.public) and voidable(recorded.tag) and recorded.tag != "corrected"
