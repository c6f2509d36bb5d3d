"""A log that goes on under its own name: forked at a point, or brought back from a backup.

The shared rows keep their bytes and hashes; a new `opened` says where they come from and owns up to the private
parts that are missing among them.
"""

from itertools import islice
from typing import Literal

from eventlog import blobs
from eventlog.batches import Batch
from eventlog.erasing import MOST
from eventlog.errors import CorruptLog, Refused
from eventlog.events import LOG, Birth, Private, Public, Ranges, Recorded
from eventlog.ids import uuid7
from eventlog.intervals import Intervals
from eventlog.log import EventLog
from eventlog.store import Store

PAGE = 1_000

Cause = Literal["forked", "restored"]


def copy(source: Store, target: Store, upto: int) -> Ranges:
    """Copy the stored rows up to *upto* byte for byte into an empty store; give the holes among them."""
    if target.head().position:
        raise Refused("exists", "there is a log already: choose a path where none is")
    holes: list[int] = []
    rows = source.rows(0, upto)
    while page := list(islice(rows, PAGE)):
        with target.writing():
            events = [row.recorded for row in page]
            target.append(page, events)
            for recorded in events:
                if (blob := blobs.held(source, recorded)) is not None:
                    target.keep_blob(recorded.public.user, blob.body, blob.salt)
        holes += [row.position for row in page if row.private is None]
    return Intervals.of(holes).ranges


def open_epoch(log: EventLog, origin: Birth, cause: Cause, holes: Ranges) -> Recorded:
    """Begin an epoch of *log*: a fork is a log of its own, a restored one goes on as the same log."""
    log.writable()
    with log.store.writing():
        batch = Batch(log)
        restored = cause == "restored"
        born = Birth(
            id=origin.id if restored else uuid7(batch.at, log.entropy(10)),
            epoch=origin.epoch + 1 if restored else 1,
            cause=cause,
            origin=origin.id,
            position=batch.first - 1,
        )
        first, rest = holes[:MOST], [holes[n : n + MOST] for n in range(MOST, len(holes), MOST)]
        opened = batch.op([(Public("opened", "", 0, scope="log", source="system", log=born, erased=first), Private())])[
            0
        ]
    for part in rest:  # more holes than one batch can own up to
        with log.store.writing():
            Batch(log).op([(Public("erased", "", 0, scope="log", source="system", erased=part), Private())])
    return opened


def birth(store: Store, upto: int | None = None) -> Birth:
    """Give what the newest epoch of a log says of itself."""
    opened = [r.public.log for r in store.index.members(LOG, ("opened",), upto=upto)]
    if not opened or opened[-1] is None:
        raise CorruptLog(1, "the log has no opening event: run 'belieflog verify'")
    return opened[-1]
