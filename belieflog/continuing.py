"""Going on from another session: what a new one takes over, each entry resting on the one it comes from.

The rules at the door apply to a taken-over entry as to any other write, under its own source: what a user said
stays the user's word, a fact keeps the source that makes it one, and a constraint that a tool once wrote is refused
where the policy no longer lets tools write constraints.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import structs

from belieflog import saying
from eventlog import commands as c
from eventlog import points, support
from eventlog.addresses import WORKING
from eventlog.commands import Given
from eventlog.errors import InvalidValue, NotFound
from eventlog.events import Recorded, Scope
from eventlog.ids import uuid7
from eventlog.log import Ask, EventLog
from eventlog.points import Point
from eventlog.sources import RANK
from eventlog.standing import assertions, last_word, unexpired
from eventlog.store import Index
from eventlog.times import Moment
from projections import entries, scratchpad
from projections.entries import Entry

KINDS = ("goal", "constraint", "plan", "fact", "question", "failure")  # taken over unless others are named

_MOST, _MOST_BYTES = 500, 500_000  # half of what a batch may hold: an event is more than its words


def batches(
    log: EventLog,
    title: str,
    continues: str | tuple[str, Point],
    given: Given,
    *,
    take_over: Sequence[str] | None,
) -> Iterator[list[Ask]]:
    """Yield the start and the writes that follow from it, in as many batches as they need.

    What is there is looked at when the first is asked for: inside the transaction that writes them.
    """
    kinds = _kinds(take_over)
    session, point = (continues, None) if isinstance(continues, str) else continues
    origin, store = Scope(given.user, session), log.store
    if origin not in store.index.scopes():
        raise NotFound(f"there is no session '{session}' to continue: 'belieflog sessions' lists them")
    position = points.resolve(store, point, origin, log.now())
    if kinds:
        position = points.between_batches(store, position)
    start = c.Start(title, (session, position))
    asks: list[Ask] = []
    if given.id is None or store.find(given.id) is None:  # a retry takes nothing over again
        told = structs.replace(given, run=given.run or uuid7(log.clock(), log.entropy(10)))
        asks = list(_taken_over(log, origin, position, kinds, told))
        given = told if asks else given
    yield from _parted([(start, given), *asks])


def _kinds(told: Sequence[str] | None) -> tuple[str, ...]:
    kinds = KINDS if told is None else (told,) if isinstance(told, str) else tuple(told)
    for kind in kinds:
        if kind not in WORKING:
            raise InvalidValue("take_over", f"{kind!r} isn't taken over: use {', '.join(WORKING)}, or () for nothing")
    return kinds


def _taken_over(log: EventLog, origin: Scope, position: int, kinds: Sequence[str], given: Given) -> Iterator[Ask]:
    """Write anew what *origin* showed at *position*, as far as it still stands and isn't here already."""
    store, now = log.store, log.now()
    here = Scope(given.user, given.session)
    stand = [r for r in store.index.shown(origin, position) if _stands(store.index, r)]
    lost = support.unsupported(store, stand)
    pad = scratchpad.read(stand, user=origin.user, session=origin.session, now=now, position=position, unsupported=lost)
    for entry in pad.entries:
        if entry.kind not in kinds or _known(store.index, here, entry.address, now):
            continue
        content = entry.value
        if entry.kind == "plan" and not (content := _open_steps(content)):
            continue
        command = saying.command(entry, content, entry.confidence)
        yield command, _under_its_own_source(store.index, entry, given)


def _stands(index: Index, shown: Recorded) -> bool:
    """Tell whether what was shown then has not been taken back since: replaced or cleared it may be."""
    void = index.void(shown.scope)
    own = index.touching(shown.scope, shown.public.entry or 0)
    return shown.position not in void and not any(
        r.tag == "retracted" and r.public.successor is None and r.position > shown.position and r.position not in void
        for r in own
    )


def _known(index: Index, here: Scope, address: str, now: int) -> bool:
    """Tell whether the session itself shows something at *address*, or has taken it away."""
    entry = index.entry(here, address)
    if entry is None:
        return False
    last = last_word(index, here, entry.number)
    return unexpired(entry.shows, now) is not None or (last is not None and last.tag == "retracted")


def _under_its_own_source(index: Index, entry: Entry, given: Given) -> Given:
    """Give the circumstances of the copy: the best source that said it, its time in the world, its expiry."""
    said = assertions(index, entry.scope, entry.recorded) or [entry.recorded]
    best = max(said, key=lambda r: (RANK[r.public.source or "agent"], r.position))
    public = best.public
    return Given(
        user=given.user,
        session=given.session,
        actor=given.actor,
        source=entries.source_of(public, best.private),
        via=f"session:{entry.scope.session}",
        reason=given.reason or f"continued from session '{entry.scope.session}'",
        derived_from=(best.id,),
        expires_at=entry.expires_at,
        occurred_at=Moment(public.world_time, public.occurred_offset, public.occurred_precision),
        run=given.run,
    )


def _open_steps(steps: list[Any]) -> list[Any]:
    return [step for step in steps if step["status"] not in ("done", "dropped")]


def _parted(asks: Sequence[Ask]) -> Iterator[list[Ask]]:
    batch: list[Ask] = []
    held = 0
    for ask in asks:
        weight = len(msgspec.json.encode(ask))
        if batch and (len(batch) == _MOST or held + weight > _MOST_BYTES):
            yield batch
            batch, held = [], 0
        batch.append(ask)
        held += weight
    yield batch
