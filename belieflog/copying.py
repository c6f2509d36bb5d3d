"""Copying a log to another place, again and again as it grows, until it is moved there."""

import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any

from belieflog.keeping import Copied, Path, sound
from eventlog import copying, forking, places
from eventlog.errors import NotFound, Refused
from eventlog.ids import Entropy
from eventlog.log import EventLog
from eventlog.store import Store
from eventlog.times import system_clock


class Carried(Copied, frozen=True, kw_only=True):
    """What a copy did: where the target stands now, and how much of that is new.

    *erased* counts what was there and was erased at the source since; *left* says what of it couldn't be purged yet.
    """

    added: int = 0
    erased: int = 0
    moved: bool = False
    dry_run: bool = False
    warnings: tuple[str, ...] = ()
    left: tuple[str, ...] = ()


def copy(
    source: Path,
    target: Path,
    *,
    move: bool = False,
    dry_run: bool = False,
    progress: Callable[[int], object] | None = None,
    clock: Callable[[], int] | None = None,
    entropy: Entropy | None = None,
) -> Carried:
    """Copy a log to another place, a file or the URL of a log on a server, with all hashes as they are.

    At *target* it is only read. To copy again brings what is new, also after a copy that was broken off, and erases
    what was erased at *source* since. A *target* that holds anything else is refused. With *move* the log goes on at
    *target*: a new epoch begins there, and *source* is only read from then on. With *dry_run* nothing is written.
    *progress* hears the position reached.
    """
    from_, to = os.fspath(source), os.fspath(target)
    with _opened(from_, readonly=not move or dry_run) as store:
        if not store.head().position:
            raise NotFound(f"'{places.shown(from_)}' holds no event: there is nothing to copy")
        if dry_run:
            return _planned(store, to, move)
        with _opened(to, make=True) as there:
            _apart(store, there, to)
            if move and copying.gone_on(store, there):  # moved already, and said again
                return _carried(there, to, moved=True)
            tally = copying.carry(store, there, store.head().position, progress)
            warnings = []
            if move:
                if store.copied:
                    warnings.append("the source was only a copy: where the log is still written, it is no longer to be")
                sound(there, to)
                copying.close(store, there, tally, progress)
                moved = EventLog(there, clock=clock or system_clock, entropy=entropy or os.urandom)
                forking.open_epoch(moved, forking.birth(there), "copied")
            warnings += (f"the output that event {each} points to isn't at the source" for each in tally.missing)
            return _carried(
                there, to, added=tally.added, erased=tally.erased, moved=move, warnings=tuple(warnings),
                left=tuple(tally.left),
            )  # fmt: skip


def _planned(source: Store, to: str, move: bool) -> Carried:
    """Say what a copy would do."""
    last = source.head().position
    try:
        with _opened(to, readonly=True) as there:
            _apart(source, there, to)
            moved = move and copying.gone_on(source, there)
            done = last if moved else copying.shared(source, there).position
    except NotFound:
        done = 0
    return _carried(source, to, added=last - done, moved=move, dry_run=True)


def _apart(source: Store, there: Store, to: str) -> None:
    if places.same(source, there):
        raise Refused("copy", f"'{places.shown(to)}' is the log itself: name another place to copy it to")


def _carried(log: Store, to: str, **told: Any) -> Carried:
    """Say which log is at the place *to*, or will be, and up to where, as *log* holds it."""
    head, born = log.head(), forking.birth(log)
    return Carried(places.shown(to), born.id, born.epoch, head.position, head.hash.hex(), **told)


@contextmanager
def _opened(place: str, *, readonly: bool = False, make: bool = False) -> Iterator[Store]:
    """Open the store at *place*; one that isn't there is made only where that is asked for."""
    if not readonly and not make:
        places.store(place, readonly=True).close()  # raises where there is none
    with closing(places.store(place, readonly=readonly)) as store:
        yield store
