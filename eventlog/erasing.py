"""Erasing: which private parts go, and the event that owns up to it."""

from eventlog import selectors
from eventlog.errors import NotFound
from eventlog.events import Private, Public
from eventlog.intervals import Intervals
from eventlog.rules import reason_given
from eventlog.selectors import Selector
from eventlog.store import Store


def chosen(store: Store, user: str, wanted: Selector, now: int, reason: str) -> list[int]:
    """List the positions whose private parts are to go."""
    reason_given(reason, "an erasure")
    found = selectors.select(store, user, wanted, now, physical=True)
    positions = [r.position for r in found if r.body is not None]
    if not positions:
        raise NotFound(f"nothing of {user!r} is selected that isn't erased already: 'belieflog log' shows what is there")
    return positions


def draft(user: str, positions: list[int], reason: str, actor: str) -> tuple[Public, Private]:
    """Draft the `erased` event; the batch that takes it stamps it."""
    erased = Intervals.of(positions).ranges
    return Public("erased", "", 0, user, scope="long-term", actor=actor, erased=erased), Private(reason=reason)
