"""Which claims still hold: support as a least fixpoint over what each claim rests on.

An event justifies its claim while it is effective and not retracted later without a successor; its premises
must all hold; a claim holds if some event justifies it. The fixpoint is least, so independent support survives
and a circle doesn't hold itself up. Superseding, expiring, clearing, ending and erasing withdraw nothing.
"""

from collections.abc import Iterable
from typing import Any

from eventlog import effects
from eventlog.events import Recorded, Scope
from eventlog.intervals import Intervals
from eventlog.store import Store

Claim = Any


def unsupported(store: Store, shown: Iterable[Recorded], at: int | None = None) -> frozenset[int]:
    """Give the positions of the *shown* events whose claim doesn't hold, now or as known then at *at*.

    What rests on nothing is held by being shown; the others are followed back through their premises.
    """
    resting = [r for r in shown if r.public.derived_from]
    if not resting:
        return frozenset()
    world = _World(store, at)
    held = world.holding([r.claim for r in resting])
    return frozenset(r.position for r in resting if r.claim not in held)


class _World:
    """The claims behind a few others, looked up once each."""

    def __init__(self, store: Store, at: int | None) -> None:
        self._store, self._at = store, at
        self._void: dict[Scope, Intervals] = {}
        self._grounds: dict[Claim, list[list[Claim]]] = {}

    def holding(self, wanted: list[Claim]) -> set[Claim]:
        """Compute which claims hold among *wanted* and all that they lean on."""
        waiting = list(wanted)
        while waiting:
            claim = waiting.pop()
            if claim not in self._grounds:
                self._grounds[claim] = grounds = self._justifying(claim)
                waiting.extend(premise for ground in grounds for premise in ground)
        holds: set[Claim] = set()
        while True:
            more = {c for c, grounds in self._grounds.items() if any(holds.issuperset(g) for g in grounds)}
            if more == holds:
                return holds
            holds = more

    def _justifying(self, claim: Claim) -> list[list[Claim]]:
        """List, for each event that justifies *claim*, the claims it rests on."""
        if isinstance(claim, int):
            own = self._store.recorded((claim,))
            events = [r for r in own if self._effective(r) and r.tag != "corrected"]
        else:
            scope, number, _ = claim
            own = [r for r in self._store.index.touching(scope, number) if self._effective(r)]
            withdrawn = max((r.position for r in own if r.tag == "retracted" and r.public.successor is None), default=0)
            events = [r for r in own if r.version and r.claim == claim and r.position > withdrawn]
        return [[self._claim(id) for id in r.public.derived_from] for r in events]

    def _claim(self, id: str) -> Claim:
        found = self._store.find(id)
        return found.claim if found else id

    def _effective(self, recorded: Recorded) -> bool:
        if self._at is not None and recorded.position > self._at:
            return False
        scope = recorded.scope
        if scope not in self._void:
            made = self._store.index.members(scope, ("corrected",), upto=self._at)
            self._void[scope] = effects.void(made)
        return recorded.position not in self._void[scope]
