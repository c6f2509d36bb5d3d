"""A log carried to another place: the same events with the same hashes, so that it is the same log there.

It goes page by page, cut between batches; a page goes in at once, with the large outputs that its events point to
and the erasures that it tells of carried out. So a copy that was broken off is a shorter one, and is gone on with
from its head, which must be one of the source's own. What is copied is only read there until it opens an epoch.
"""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct, field

from eventlog import blobs, erasing
from eventlog.batches import MOST_BYTES, MOST_EVENTS
from eventlog.blobs import Blob
from eventlog.chain import GENESIS
from eventlog.engine import undisturbed
from eventlog.errors import CorruptLog, Refused
from eventlog.events import Ranges, Recorded
from eventlog.intervals import Intervals
from eventlog.proving import proved
from eventlog.store import Head, Row, Store

_PROBES = 300  # parts of what was erased to look for


class Tally(Struct):
    """What a copy did: how many events it added, how many private parts it erased, and what wasn't there or is left."""

    added: int = 0
    erased: int = 0
    missing: list[int] = field(default_factory=list)  # events whose large output the source doesn't hold
    probes: list[bytes] = field(default_factory=list)
    left: list[str] = field(default_factory=list)


class _Page(Struct):
    """Whole batches on their way, and the large outputs that they point to, each with its user."""

    rows: list[Row] = field(default_factory=list)
    events: list[Recorded] = field(default_factory=list)
    blobs: list[tuple[str, Blob]] = field(default_factory=list)
    missing: list[int] = field(default_factory=list)
    size: int = 0


def carry(
    source: Store,
    target: Store,
    upto: int,
    progress: Callable[[int], object] | None = None,
    tally: Tally | None = None,
) -> Tally:
    """Bring *target* up to the event at *upto* of *source*, from where it is, and mark it as copied."""
    tally = tally if tally is not None else Tally()
    here = shared(source, target)
    if here.position and not target.copied:
        _adopt(target, here)
    while here.position < upto:
        for page in _pages(source, here, upto):
            _resalt(target, page)
            if not _put(source, target, page, here, tally):
                break  # another copy was quicker
            last = page.events[-1]
            here = Head(last.position, page.rows[-1].hash, last.at)
            if progress is not None:
                progress(here.position)
        here = shared(source, target)
    if target.unpurged():
        tally.left = target.purge(tally.probes[:_PROBES])
    return tally


def shared(source: Store, target: Store) -> Head:
    """Give up to where *target* holds *source*: all that it has; refused where it has anything else."""
    here = target.head()
    if here.position and _hash(source, here.position) != here.hash:
        if not _blank(target):
            raise _parted(source, target, here)
        here = Head()
    return here


def holes(source: Store, target: Store, upto: int) -> Ranges:
    """Give where private parts are missing in *source* up to *upto*, and let none of them stay in *target*."""
    missing = [row.position for row in source.rows(0, upto) if row.private is None]
    going = [r for r in target.recorded(missing) if r.body is not None]
    if going:  # erased at the source since an earlier try, by an event beyond *upto*
        with target.writing():
            probes = _erase(source, target, going)
        target.purge(probes)
    return Intervals.of(missing).ranges


@undisturbed
def close(source: Store, target: Store, tally: Tally, progress: Callable[[int], object] | None = None) -> None:
    """Bring *target* up to *source* while nobody writes there, and mark *source* as copied: only read from here on."""
    with source.writing():
        carry(source, target, source.head().position, progress, tally)
        source.mark_copied(True)


def gone_on(source: Store, target: Store) -> bool:
    """Tell whether *target* holds all of *source* and went on from there in an epoch of its own, as moved logs do."""
    last = source.head().position
    after = next(iter(target.rows(last, last + 1)), None)
    born = after.recorded.public.log if after is not None else None
    return born is not None and born.cause == "copied" and _hash(source, last) == _hash(target, last)


@undisturbed
def _adopt(target: Store, here: Head) -> None:
    """Mark as copied what isn't: a backup, say, in which nothing was written since."""
    with target.writing():
        if target.head().hash == here.hash:  # else it is found out by the next page
            target.mark_copied(True)


def _blank(target: Store) -> bool:
    """Tell whether nothing was written to a log but its opening."""
    if target.head().position != 1:
        return False
    born = target.recorded((1,))[0].public.log
    return born is not None and born.cause == "created" and not target.copied


def _parted(source: Store, target: Store, here: Head) -> Refused:
    there = source.head()
    low, high = 0, min(here.position, there.position) + 1  # alike at low, no longer at high
    while high - low > 1:
        middle = (low + high) // 2
        alike = _hash(source, middle) == _hash(target, middle)
        low, high = (middle, high) if alike else (low, middle)
    if high > there.position:
        moved = gone_on(source, target)
        why = f"it went on from event {high}" + (" in an epoch of its own: it is where the log is written now" * moved)
    else:
        why = f"they part at event {high}"
    return Refused(
        "copy",
        f"what is at the target isn't a copy of this log, or no longer: {why}; copy to a place where nothing is",
    )


def _hash(store: Store, position: int) -> bytes:
    if not position:
        return GENESIS
    row = next(iter(store.rows(position - 1, position)), None)
    return row.hash if row is not None else b""


def _pages(source: Store, here: Head, upto: int) -> Iterator[_Page]:
    page = _Page()
    for told in _batches(source, here, upto):
        batch = _loaded(source, told)
        if page.rows and (len(page.rows) + len(told) > MOST_EVENTS or page.size + batch.size > MOST_BYTES):
            yield page
            page = _Page()
        page.rows += batch.rows
        page.events += batch.events
        page.blobs += batch.blobs
        page.missing += batch.missing
        page.size += batch.size
        if any(event.public.erased for event in batch.events):  # what follows may need other salts
            yield page
            page = _Page()
    if page.rows:
        yield page


def _batches(source: Store, here: Head, upto: int) -> Iterator[list[tuple[Row, Recorded]]]:
    """Yield the rows after *here* batch by batch, each proved to follow on the one before."""
    wrong: Callable[[int, str], CorruptLog] = lambda at, damage: _damaged(at, f"isn't as it was written ({damage})")
    batch: list[tuple[Row, Recorded]] = []
    last = here.position
    for row, recorded in proved(source.rows(last, upto), wrong, here):
        if batch and recorded.public.batch is None:
            yield batch
            batch = []
        batch.append((row, recorded))
        last = row.position
    if last < upto:
        raise _damaged(last + 1, "can't be read")
    if batch:
        yield batch


def _damaged(position: int, what: str) -> CorruptLog:
    return CorruptLog(position, f"event {position} {what}: run 'belieflog verify' on the log it comes from")


def _loaded(source: Store, batch: Sequence[tuple[Row, Recorded]]) -> _Page:
    page = _Page(rows=[row for row, _ in batch], events=[recorded for _, recorded in batch])
    page.size = sum(len(row.public) + len(row.private or b"") for row in page.rows)
    for recorded in page.events:
        if blobs.pointed_to(recorded) is None:
            continue
        if (blob := blobs.held(source, recorded)) is None:
            page.missing.append(recorded.position)
        else:
            page.blobs.append((recorded.public.user, blob))
            page.size += len(blob.body)
    return page


@undisturbed
def _resalt(target: Store, page: _Page) -> None:
    """Let go of a salt that the source no longer uses: all it ever named was erased."""
    stale = {user for user, blob in page.blobs if target.blob_salt(user) not in (None, blob.salt)}
    for user in stale:
        with target.writing():
            target.drop_blobs(user, (), salt=True)


@undisturbed
def _put(source: Store, target: Store, page: _Page, here: Head, tally: Tally) -> bool:
    """Put a page into *target* where it ends at *here*, all of it or nothing."""
    with target.writing():
        if here.position:
            if target.head().hash != here.hash:
                return False
        elif not target.head().position:
            target.mark_copied(True)
        elif _blank(target):
            target.receive()
        else:
            return False
        for user, blob in page.blobs:
            target.keep_blob(user, blob.body, blob.salt)
        target.append(page.rows, page.events)
        going = erasing.still_held(target, page.events)
        probes = _erase(source, target, going)
    tally.added += len(page.rows)
    tally.missing += page.missing
    tally.erased += len(going)
    tally.probes += probes
    return True


def _erase(source: Store, target: Store, going: Sequence[Recorded]) -> list[bytes]:
    """Erase events at *target*, with the large outputs that only they point to; give what tells of them."""
    if not going:
        return []
    probes = erasing.probes(target, going)
    for user in {r.public.user for r in going}:
        orphans = erasing.orphans(target, user, [r for r in going if r.public.user == user])
        probes += (name.encode() for name in orphans)
        target.drop_blobs(user, orphans, salt=target.blob_salt(user) != source.blob_salt(user))
    target.erase([r.position for r in going])
    return probes
