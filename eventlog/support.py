"""Which claims still hold: support as a least fixpoint over what each claim rests on.

An event justifies its claim while it is effective and not retracted later without a successor; its premises
must all hold; a claim holds if some event justifies it. The fixpoint is least, so independent support survives
and a circle doesn't hold itself up. Superseding, expiring, clearing, ending and erasing withdraw nothing.
"""

from collections.abc import Iterable
from typing import Any

from eventlog.events import Recorded, Scope, voidable
from eventlog.intervals import Intervals
from eventlog.standing import void_at
from eventlog.store import Store

Claim = Any


def unsupported(store: Store, shown: Iterable[Recorded], at: int | None = None) -> frozenset[int]:
    """Give the positions of the *shown* events whose claim doesn't hold, now or as known then at *at*.

    What rests on nothing is held by being shown; the others are followed back through their premises.
    """
    resting = [r for r in shown if r.public.derived_from]
    if not resting:
        return frozenset()
    world = World(store, at)
    held = world.holding([r.claim for r in resting])
    return frozenset(r.position for r in resting if r.claim not in held)


class Looked:
    """What was looked up in a log, kept: worlds that differ in what is void share it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._own: dict[tuple[Scope, int], list[Recorded]] = {}
        self._resting: dict[int, list[Recorded]] = {}
        self._claims: dict[str, Claim] = {}
        self._asserting: dict[Claim, list[Recorded]] = {}

    def touching(self, scope: Scope, number: int) -> list[Recorded]:
        """List an entry's own events."""
        if (own := self._own.get((scope, number))) is None:
            own = self._own[scope, number] = self.store.index.touching(scope, number)
        return own

    def asserting(self, claim: Claim) -> list[Recorded]:
        """List all events that ever said *claim*, void or not."""
        if (asserting := self._asserting.get(claim)) is None:
            asserting = self._asserting[claim] = self._found(claim)
        return asserting

    def _found(self, claim: Claim) -> list[Recorded]:
        if isinstance(claim, int):
            return self.store.recorded((claim,))
        if isinstance(claim, str):  # an id that the log doesn't have
            return []
        scope, number, said = claim
        own = [r for r in self.touching(scope, number) if r.public.version]
        return [r for r in own if (r.public.claim or r.public.version) == said]

    def resting_on(self, position: int) -> list[Recorded]:
        """List the events that name the one at *position* among their premises."""
        if (resting := self._resting.get(position)) is None:
            resting = self._resting[position] = self.store.index.resting_on(position)
        return resting

    def claim(self, id: str) -> Claim:
        """Give the claim of the event named *id*; the id itself where the log has no such event."""
        if (claim := self._claims.get(id)) is None:
            found = self.store.find(id)
            claim = self._claims[id] = found.claim if found else id
        return claim


class World:
    """The claims behind a few others, looked up once each: today's, as known then *at* a position, or with events *gone*."""

    def __init__(
        self, store: Store, at: int | None = None, gone: frozenset[int] = frozenset(), looked: Looked | None = None
    ) -> None:
        self._store, self._at, self._gone, self._looked = store, at, gone, looked or Looked(store)
        self._void: dict[Scope, Intervals] = {}
        self._holds: set[Claim] = set()
        self._decided: set[Claim] = set()

    def holding(self, wanted: Iterable[Claim]) -> set[Claim]:
        """Compute which claims hold among *wanted* and all that they lean on."""
        waiting, fresh = list(wanted), dict[Claim, list[list[Claim]]]()
        while waiting:
            claim = waiting.pop()
            if claim not in self._decided and claim not in fresh:
                fresh[claim] = grounds = self._justifying(claim)
                waiting.extend(premise for ground in grounds for premise in ground)
        holds = self._holds
        while more := [c for c, grounds in fresh.items() if c not in holds and any(map(holds.issuperset, grounds))]:
            holds.update(more)
        self._decided |= fresh.keys()  # with all that they lean on, so nothing asked later changes them
        return holds

    def asserting(self, claim: Claim) -> list[Recorded]:
        """List all events that ever said *claim*, void or not."""
        return self._looked.asserting(claim)

    def effective(self, recorded: Recorded) -> bool:
        """Tell whether no correction takes *recorded* back here."""
        if (self._at is not None and recorded.position > self._at) or recorded.position in self._gone:
            return False
        scope = recorded.scope
        if scope not in self._void:
            self._void[scope] = void_at(self._store.index, scope, self._at)
        return not voidable(recorded.tag) or recorded.position not in self._void[scope]

    def _justifying(self, claim: Claim) -> list[list[Claim]]:
        """List, for each event that justifies *claim*, the claims it rests on."""
        events = [r for r in self.asserting(claim) if self.effective(r) and r.tag not in ("corrected", "retracted")]
        if not isinstance(claim, int) and events:
            own = self._looked.touching(claim[0], claim[1])
            taken = [
                r.position for r in own if r.tag == "retracted" and r.public.successor is None and self.effective(r)
            ]
            events = [r for r in events if r.position > max(taken, default=0)]
        return [[self._looked.claim(id) for id in r.public.derived_from] for r in events]
