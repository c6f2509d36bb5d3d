"""What follows from events that are to be voided: by what they declare, by what was seen, by session.

``declared`` adds the events whose claim stops holding. ``exposed`` also adds what agents wrote in a session
after a tainted event was observed or said in it, or shown there by a read. ``session`` adds everything in
those sessions from then on. Added events bring their op along, never a correction or a retraction, and stay
within the user; what keeps support of its own is listed as kept.
"""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from eventlog.errors import InvalidValue
from eventlog.events import Recorded, Scope, voidable
from eventlog.intervals import Intervals
from eventlog.selectors import with_ops
from eventlog.store import Store
from eventlog.support import Claim, Looked, World

Mode = Literal["declared", "exposed", "session"]


class Follower(Struct, frozen=True):
    """An event that follows from what is to be voided, and why it is in (or kept)."""

    event: Recorded
    because: str


class Following(Struct, frozen=True):
    """The events to void in all, those that the cascade added, and those that it leaves for their own support."""

    events: tuple[Recorded, ...]
    added: tuple[Follower, ...] = ()
    kept: tuple[Follower, ...] = ()


def cascade(store: Store, user: str, selected: Iterable[Recorded], mode: Mode) -> Following:
    """Widen *selected* by what follows from it, until nothing more does."""
    if mode not in ("declared", "exposed", "session"):
        raise InvalidValue("cascade", f"{mode!r} is no cascade: use 'declared', 'exposed' or 'session'")
    chosen = {r.position: r for r in selected}
    added: dict[int, Follower] = {}
    looked = Looked(store)
    world = World(store, looked=looked)
    held: dict[Claim, bool] = {}
    while True:
        more = _unheld(looked, user, chosen, held)
        if mode != "declared":
            more |= {p: f for p, f in _exposed(store, user, chosen, mode).items() if p not in more}
        fresh = {p: f for p, f in more.items() if p not in chosen and world.effective(f.event)}
        if not fresh:
            return Following(
                tuple(chosen[p] for p in sorted(chosen)),
                tuple(added[p] for p in sorted(added)),
                _kept(looked, user, chosen),
            )
        for event in with_ops(store, [f.event for f in fresh.values()]):
            if event.position not in chosen:
                chosen[event.position] = event
                together = Follower(event, f"done in one op with event {event.op}")
                added[event.position] = fresh.get(event.position, together)


def losing(store: Store, user: str, selected: Iterable[Recorded]) -> tuple[Follower, ...]:
    """List the effective events whose claim would hold no longer without *selected*."""
    chosen = {r.position: r for r in selected}
    looked = Looked(store)
    world = World(store, looked=looked)
    found = _unheld(looked, user, chosen, {})
    return tuple(f for p, f in sorted(found.items()) if p not in chosen and world.effective(f.event))


def _unheld(looked: Looked, user: str, chosen: dict[int, Recorded], held: dict[Claim, bool]) -> dict[int, Follower]:
    """Find the events whose claim held before and doesn't with *chosen* void."""
    store = looked.store
    region = _reachable(looked, chosen.values())
    before, after = World(store, looked=looked), World(store, gone=frozenset(chosen), looked=looked)
    unknown = [claim for claim in region if claim not in held]
    holding = before.holding(unknown)
    held.update((claim, claim in holding) for claim in unknown)
    still = after.holding(list(region))
    found: dict[int, Follower] = {}
    for claim, premise in region.items():
        if held[claim] and claim not in still:
            for event in before.asserting(claim):
                if _can_follow(event, user):
                    found[event.position] = Follower(event, _rests(event, premise))
    return found


def _rests(event: Recorded, premise: int | None) -> str:
    return "says the same and has no other support" if premise is None else f"rests on event {premise}"


def _reachable(looked: Looked, events: Iterable[Recorded]) -> dict[Claim, int | None]:
    """List the claims of *events* and all that rest on them, each with the premise that led there."""
    region: dict[Claim, int | None] = {}
    waiting: list[tuple[Claim, int | None]] = [(event.claim, None) for event in events]
    world = World(looked.store, looked=looked)
    while waiting:
        claim, premise = waiting.pop()
        if claim in region:
            continue
        region[claim] = premise
        for event in world.asserting(claim):
            waiting.extend((r.claim, event.position) for r in looked.resting_on(event.position))
    return region


def _exposed(store: Store, user: str, chosen: dict[int, Recorded], mode: Mode) -> dict[int, Follower]:
    """Find what was written in a session after a tainted event was before its eyes."""
    found: dict[int, Follower] = {}
    for session, (first, why) in _exposures(store, user, chosen).items():
        scopes = [Scope(user, session), Scope(user)] if session else [Scope(user)]
        for scope in scopes:
            for event in store.index.members(scope, after=first):
                written = event.public.session == session and _can_follow(event, user)
                if written and (mode == "session" or event.public.source == "agent"):
                    found[event.position] = Follower(event, f"written after {why}")
    return found


def _exposures(store: Store, user: str, chosen: dict[int, Recorded]) -> dict[str, tuple[int, str]]:
    """Say from which position on each session had a tainted event before its eyes, and how."""
    first: dict[str, tuple[int, str]] = {}

    def exposed(session: str, position: int, why: str) -> None:
        if session not in first or position < first[session][0]:
            first[session] = (position, why)

    for event in chosen.values():
        if event.tag in ("observed", "said"):
            exposed(event.public.session, event.position, f"event {event.position} was {event.tag} in its session")
    tainted = sorted(chosen)
    for scope in store.index.scopes():
        if scope.user == user:
            for read in store.index.members(scope, ("recalled",), after=tainted[0]):
                shown = Intervals(read.public.shown)
                if (bad := next((p for p in tainted if p in shown), None)) is not None:
                    exposed(
                        read.public.session, read.position, f"event {bad} was shown to its session at {read.position}"
                    )
                    break
    return first


def _kept(looked: Looked, user: str, chosen: dict[int, Recorded]) -> tuple[Follower, ...]:
    """List the effective events that rest on something voided and still have support."""
    after = World(looked.store, gone=frozenset(chosen), looked=looked)
    resting: dict[int, Follower] = {}
    for position in sorted(chosen):
        for event in looked.resting_on(position):
            if event.position not in chosen and after.effective(event) and event.public.user == user:
                resting.setdefault(event.position, Follower(event, f"rests on event {position}, and has other support"))
    still = after.holding([f.event.claim for f in resting.values()])
    return tuple(f for _, f in sorted(resting.items()) if f.event.claim in still)


def _can_follow(event: Recorded, user: str) -> bool:
    return event.public.user == user and voidable(event.tag) and event.tag not in ("corrected", "retracted")
