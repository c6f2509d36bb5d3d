"""A log that goes on under its own name: forked at a point, brought back from a backup, or moved to another place.

The shared rows keep their bytes and hashes; a new `opened` says where they come from and owns up to the private
parts that are missing among them, where no event of theirs does.
"""

from typing import Literal

from eventlog.batches import Batch
from eventlog.engine import undisturbed
from eventlog.erasing import MOST
from eventlog.errors import CorruptLog, Refused
from eventlog.events import LOG, Birth, Private, Public, Ranges, Recorded
from eventlog.ids import uuid7
from eventlog.log import EventLog
from eventlog.store import Store

Cause = Literal["forked", "restored", "copied"]


@undisturbed
def open_epoch(log: EventLog, origin: Birth, cause: Cause, holes: Ranges = ()) -> Recorded:
    """Begin an epoch of a copied *log*: a fork is a log of its own, a restored or moved one goes on as the same log."""
    log.keepable()
    with log.store.writing():
        if not log.store.copied:
            raise Refused("copy", "another program has opened an epoch there meanwhile: it is that log's now")
        log.store.mark_copied(False)
        batch = Batch(log)
        same = cause != "forked"
        born = Birth(
            id=origin.id if same else uuid7(batch.at, log.entropy(10)),
            epoch=origin.epoch + 1 if same else 1,
            cause=cause,
            origin=origin.id,
            position=batch.first - 1,
        )
        first, rest = holes[:MOST], [holes[n : n + MOST] for n in range(MOST, len(holes), MOST)]
        owned = Public("opened", "", 0, scope="log", source="system", log=born, erased=first)
        (opened,) = batch.op([(owned, Private())])
    for part in rest:  # more holes than one batch can own up to
        _own_up(log, part)
    return opened


@undisturbed
def _own_up(log: EventLog, part: Ranges) -> None:
    with log.store.writing():
        Batch(log).op([(Public("erased", "", 0, scope="log", source="system", erased=part), Private())])


def birth(store: Store, upto: int | None = None) -> Birth:
    """Give what the newest epoch of a log says of itself."""
    opened = [r.public.log for r in store.index.members(LOG, ("opened",), upto=upto)]
    if not opened or opened[-1] is None:
        raise CorruptLog(1, "the log has no opening event: run 'belieflog verify'")
    return opened[-1]
