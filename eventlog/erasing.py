"""Erasing: which private parts go, and the events that own up to it."""

from collections.abc import Iterable, Sequence

from eventlog import blobs, selectors
from eventlog.errors import InvalidValue, NotFound
from eventlog.events import Private, Public, Ranges, Recorded
from eventlog.intervals import Intervals
from eventlog.receipts import Receipt
from eventlog.rules import reason_given
from eventlog.selectors import Selector
from eventlog.store import Store

MOST = 20_000  # positions that one event owns up to, so that it fits in a batch
_PROBED = 30
_TELLING, _WHOLE = 24, 1_000  # bytes: shorter texts tell nothing, longer ones may lie in pieces
_NAMING = frozenset({"event", "op", "batch"})


class Erasure(Receipt, frozen=True, kw_only=True):
    """What an erasure did: the events that own up to it, how much is gone, and what couldn't be purged yet.

    Its outcome is ``duplicate`` where all had been erased before, and only the purging was done again.
    """

    erased: Ranges = ()
    blobs: int = 0
    left: tuple[str, ...] = ()
    dry_run: bool = False

    @property
    def count(self) -> int:
        """How many private parts are gone."""
        return sum(high - low + 1 for low, high in self.erased)


def chosen(
    store: Store, user: str, wanted: Selector | None, reason: str, now: int, *, expired_before: int | None = None
) -> list[Recorded]:
    """List the events whose private parts are to go; *wanted* None means all of the user's."""
    reason_given(reason, "an erasure")
    if not user:
        raise InvalidValue("user", "say whose memory is to be erased")
    if wanted is None:
        found = [r for scope in store.index.scopes() if scope.user == user for r in store.index.members(scope)]
    else:
        found = selectors.select(store, user, wanted, now, erasing=True)
    if expired_before is not None:
        found = [r for r in found if r.public.expires_at is not None and r.public.expires_at <= expired_before]
    found = [r for r in found if r.body is not None]
    named = wanted is not None and _NAMING & wanted.flags.keys()
    if not named and all(r.tag == "erased" for r in found):
        return []  # the reasons of erasures go with the rest, or when they are named
    return sorted(found, key=lambda r: r.position)


def nothing(user: str) -> NotFound:
    """Say that nothing is selected."""
    return NotFound(f"nothing of {user!r} is selected that isn't erased already: 'belieflog log' shows what is there")


def draft(user: str, positions: Sequence[int], reason: str, actor: str) -> tuple[Public, Private]:
    """Draft the `erased` event; the batch that takes it stamps it."""
    erased = Intervals.of(positions).ranges
    return Public("erased", "", 0, user, scope="long-term", actor=actor, erased=erased), Private(reason=reason)


def orphans(store: Store, user: str, events: Sequence[Recorded]) -> set[str]:
    """Name the blobs that only *events* point to."""
    going = {r.position for r in events}
    gone = {name for r in events if (name := blobs.pointed_to(r)) is not None}
    if gone:
        for scope in store.index.scopes():
            if scope.user == user:
                observed = store.index.members(scope, ("observed",))
                gone -= {blobs.pointed_to(r) for r in observed if r.position not in going}
    return gone


def still_held(store: Store, events: Iterable[Recorded]) -> list[Recorded]:
    """List what *events*, now in *store* too, say was erased, and is still there."""
    found = {}
    for erasure in events:
        positions = (p for low, high in erasure.public.erased for p in range(low, min(high, erasure.position - 1) + 1))
        for recorded in store.recorded(positions):
            if recorded.body is not None and erasure.public.user in ("", recorded.public.user):
                found[recorded.position] = recorded
    return list(found.values())


def probes(store: Store, events: Sequence[Recorded]) -> list[bytes]:
    """Give parts of what is to go, by which a copy of it is known: salts, which nothing else holds, and short texts."""
    some = events[:: max(1, len(events) // _PROBED)]
    rows = [row for r in some for row in store.rows(r.position - 1, r.position)]
    salts = [row.salt for row in rows if row.salt]
    texts = [row.private for row in rows if row.private and _TELLING <= len(row.private) <= _WHOLE]
    return [*salts, *texts]
