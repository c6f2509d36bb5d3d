"""Keeping a log: forks, backups, bringing one back, and looking after the file."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from msgspec import Struct

from eventlog import anchors, copying, forking, places, points, sqlite_health
from eventlog.anchors import Anchor
from eventlog.errors import CorruptLog, NotFound, Refused
from eventlog.events import Scope
from eventlog.followed_store import FollowedStore
from eventlog.health import Finding
from eventlog.ids import Entropy
from eventlog.log import EventLog
from eventlog.points import Point
from eventlog.sqlite_files import made
from eventlog.sqlite_store import SQLiteStore
from eventlog.store import Head, Store
from eventlog.times import system_clock
from eventlog.verify import Progress, Verdict, absent
from eventlog.verify import verify as _verify

Path = str | os.PathLike[str]


class Copied(Struct, frozen=True):
    """A log that was made from another: where it lies, which log and epoch it is, and its head."""

    path: str
    log: str
    epoch: int
    position: int
    hash: str


def fork(log: EventLog, path: Path, at: Point, scope: Scope) -> Copied:
    """Make a log of its own from the events of *log* up to a point."""
    upto = points.between_batches(log.store, points.resolve(log.store, at, scope, log.now()))
    if not upto:
        raise Refused("point", "there is nothing before the first event to fork from: give a later point")
    return _made(log.store, os.fspath(path), upto, "forked", log.clock, log.entropy)


def backup(store: Store, path: Path) -> Copied:
    """Copy a log as it is, and open and verify the copy."""
    target = os.fspath(path)
    with made(target) as part:
        if isinstance(store, SQLiteStore):
            store.copy_to(part)
        else:
            kept = SQLiteStore(part, durability="normal")
            try:
                copying.carry(store, kept, store.head().position)
                with kept.writing():
                    kept.mark_copied(store.copied)
            finally:
                kept.close()
        return checked_copy(part, target)


def recover(
    backup: Path, target: Path, *, clock: Callable[[], int] | None = None, entropy: Entropy | None = None
) -> Copied:
    """Bring a log back from a *backup*, which stays as it is, to go on at *target* as the same log in a new epoch.

    Either may be a file or the URL of a log on a server. A backup that doesn't verify is refused, and so is a
    *target* where something is. What the log held beyond the backup is lost: ``verify`` says so to whoever holds an
    anchor of it.
    """
    store = places.store(os.fspath(backup), readonly=True)
    try:
        sound(store, os.fspath(backup))
        return _made(
            store, os.fspath(target), store.head().position, "restored", clock or system_clock, entropy or os.urandom
        )
    finally:
        store.close()


def verify(
    target: Path,
    *,
    anchor: Any = None,
    key: Path | None = None,
    views: bool = False,
    progress: Progress | None = None,
    clock: Callable[[], int] | None = None,
) -> Verdict:
    """Verify the log in a file or at a URL; where an *anchor* knows of a log, a missing or empty one fails like damage."""
    known, now = anchors_of(anchor), (clock or system_clock)()
    try:
        store = places.store(os.fspath(target), readonly=True)
    except (CorruptLog, Refused) as error:
        if not known:
            raise
        return absent(known, _nothing(os.fspath(target), error), now)
    try:
        return checked(store, known, key, views, progress, now)
    finally:
        store.close()


def checked(
    store: Store, known: Sequence[Anchor], key: Path | None, views: bool, progress: Progress | None, now: int
) -> Verdict:
    """Verify an open log."""
    from eventlog.signing import public_name

    name = public_name(key) if key is not None else None
    return _verify(store, progress, anchors=known, key=name, views=views, now=now)


def anchors_of(given: Any) -> list[Anchor]:
    """Read the anchors that were given, if any."""
    return [] if given is None else anchors.read(given)


def doctor(store: Store, known: Sequence[Anchor], now: int) -> list[Finding]:
    """Look after a log's file, or its server and the file that follows it, and say of each thing whether it is well."""
    if isinstance(store, SQLiteStore):
        return sqlite_health.findings(store, known, now)
    if isinstance(store, FollowedStore):
        return [*store.engine.health(), *sqlite_health.findings(store.local, known, now)]
    return []


def _made(
    source: Store,
    target: str,
    upto: int,
    cause: forking.Cause,
    clock: Callable[[], int],
    entropy: Entropy,
) -> Copied:
    origin = forking.birth(source, upto)
    with _place(target) as place:
        store = places.store(place)
        try:
            if store.head().position > 1 and not store.copied:
                raise Refused(
                    "exists", f"there is a log at '{places.shown(target)}' already: choose a place without one"
                )
            copying.carry(source, store, upto)
            holes = copying.holes(source, store, upto) if cause == "forked" else ()
            forking.open_epoch(EventLog(store, clock=clock, entropy=entropy), origin, cause, holes)
        finally:
            store.close()
        return checked_copy(place, target)


@contextmanager
def _place(target: str) -> Iterator[str]:
    """Make place for a log: a file is there only once it is whole, on a server a copy to be read is left."""
    if places.is_url(target):
        yield target
        return
    with made(target) as part:
        yield part


def checked_copy(place: str, target: str) -> Copied:
    """Open a log that was made at *place*, to be named *target*, verify it, and say what it is."""
    # What the chain proves needs no triggers; a copied file gets them back.
    store = places.store(place, mend=not places.is_url(place))
    try:
        head = sound(store, target)
        born = forking.birth(store)
        return Copied(places.shown(target), born.id, born.epoch, head.position, head.hash.hex())
    finally:
        store.close()


def sound(store: Store, where: str) -> Head:
    """Verify a log, refusing one whose events aren't what was written; give its head. A lost output is no hindrance."""
    if (first := _verify(store).broken) is not None:
        raise CorruptLog(
            first.position,
            f"what lies in '{places.shown(where)}' isn't what was written, from position {first.position} on "
            f"({first.damage}): run 'belieflog verify', and take an earlier backup",
        )
    return store.head()


def _nothing(target: str, error: Exception) -> str:
    shown = places.shown(target)
    if places.is_url(target):
        return f"there is no log '{shown}'" if isinstance(error, NotFound) else f"'{shown}' can't be read ({error})"
    if not os.path.exists(target):
        return f"there is no file '{target}'"
    if isinstance(error, NotFound):
        return f"'{target}' is empty"
    return f"'{target}' can't be read as a log ({error})"
