"""Gathering what a reader may recall: where they may look, the words kept there, and how entries are read."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from eventlog.corpus import Corpus, Scanned, look_of
from eventlog.events import Recorded, Scope
from eventlog.log import EventLog
from eventlog.standing import unexpired
from eventlog.store import Store
from eventlog.support import unsupported
from projections import entries, recall
from projections.entries import Entry, Peers, content_of
from projections.ranking import Closeness, Weights
from projections.recall import Search

if TYPE_CHECKING:
    from belieflog.meanings import Meanings, Prepared


def search(
    log: EventLog,
    places: Sequence[Scope],
    reader: Scope,
    actor: str | None,
    position: int | None,
    now: int,
    meanings: "Meanings | None" = None,
    prepared: "Prepared | None" = None,
) -> Search:
    """Gather what *reader* recalls from *places*, now or as known then at *position*; inside one reading of the log.

    With *meanings* and a query *prepared* by them, by its meaning too.
    """
    store, policy = log.store, log.policy()

    def shown() -> Iterator[Recorded]:
        return (recorded for scope in places for recorded in store.index.shown(scope, position))

    kept = store.corpus(places) if position is None else None
    within: Corpus = kept or Scanned(shown())

    def read(positions: Sequence[int]) -> list[Entry]:
        found = store.recorded(positions)
        lost = unsupported(store, found, position)
        told = [
            entry
            for scope in places
            if (own := [each for each in found if each.scope == scope])
            for entry in entries.read(own, now=now, unsupported=lost, peers=Alike(store, within, own, now))
        ]
        return [e for e in told if not policy.hides(e.address, actor)]

    before = store.index.members(reader, ("recalled",), upto=position, newest=recall.USES)
    closeness: Closeness | None = None
    warning: str | None = None
    if meanings is not None and prepared is not None:
        closeness, warning = meanings.compared(prepared, shown, kept=kept is not None)
    weights = Weights(now, policy.ranking.half_life_days, recall.uses(before))
    return Search(within, read, weights, closeness, warning)


class Alike(Peers):
    """The look-alikes of some entries among all of their scope, looked up when someone asks."""

    __slots__ = ("_corpus", "_now", "_shown", "_store")

    def __init__(self, store: Store, corpus: Corpus, shown: Sequence[Recorded], now: int) -> None:
        super().__init__()
        self._store, self._corpus, self._shown, self._now = store, corpus, shown, now

    def alike(self) -> dict[str, tuple[str, ...]]:
        """Give, for each address that looks like others, those others."""
        if self._alike is None:
            known = {recorded.position for recorded in self._shown}
            looks = {look for each in self._shown if (look := look_of(each)) is not None}
            others = [position for position in self._corpus.alike(sorted(looks)) if position not in known]
            for recorded in self._store.recorded(others):
                private = unexpired(recorded, self._now) and recorded.private
                if recorded.scope == self._shown[0].scope and private:
                    self.add(private.address or "", content_of(private))
        return super().alike()
