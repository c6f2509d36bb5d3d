"""A log on a server, with its index in an SQLite file on this machine that follows it.

A write holds the file first and then the server, so that programs of one machine wait for one another here. The
server commits first: what it acknowledged is in, and a file that fell behind catches up at the next look.
"""

import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext, suppress

from eventlog import erasing
from eventlog.chain import blob_name
from eventlog.corpus import Corpus
from eventlog.engine import Change, Engine, Tail
from eventlog.errors import BelieflogError, CorruptLog, NotFound, Refused, Unavailable
from eventlog.events import Recorded, Scope
from eventlog.proving import proved
from eventlog.sqlite_index import SQLiteIndex
from eventlog.sqlite_store import SQLiteStore
from eventlog.store import STEP, Difference, Head, Row, View
from eventlog.vectors import Vectors
from eventlog.verify import verify

BEHIND = 5.0  # seconds in which a node that leads only since now learns what was acknowledged before


class _Mine(threading.local):
    """What a thread is doing: the change it is putting together, and how many snapshots it holds."""

    change: Change | None = None
    snapshots = 0


class FollowedStore:
    """A log on *engine*, followed in the SQLite file at *path*; with *mend* that file is made anew."""

    def __init__(self, engine: Engine, path: str, *, readonly: bool = False, mend: bool = False) -> None:
        self.engine, self.path, self.readonly, self._file = engine, engine.name, readonly, path
        self._mine, self._copied, self._seen = _Mine(), False, 0.0
        if mend:
            _let_go(engine, path)
        with self._told_of_file():
            self.local = SQLiteStore(path, durability="normal")
        try:
            with self._told_of_file():
                self.local.head()
            self.follow()
            if not self.local.copied:  # opened as a log of its own it is only read
                with self.local.writing():
                    self.local.mark_copied(True)
        except BaseException:
            self.local.close()
            raise

    # Following

    def follow(self, progress: Callable[[int], object] | None = None) -> None:
        """Bring the file up to the server's log, page by page; refused where it isn't the log followed so far."""
        tail = self.engine.tail()
        self._copied, self._seen = tail.copied, time.monotonic()
        if self._take(tail, progress):
            self.local.purge()

    def _take(self, tail: Tail, progress: Callable[[int], object] | None = None, *, held: bool = False) -> bool:
        """Take in what the server has up to *tail*; inside a write where the file is *held*. Tells of erasures."""
        self._give_way(tail, held)
        here, erased = self.local.head(), False
        while here.position < tail.position:
            page = self.engine.page(here.position, tail.position)
            if not page:
                raise self._torn(here.position + 1, "is missing there")
            if held:
                erased |= self._add(page, here)
            else:
                with self.local.writing():
                    if self.local.head().position == here.position:  # else another program was quicker
                        erased |= self._add(page, here)
            before, here = here, self.local.head()
            if progress is not None and here.position // STEP != before.position // STEP:
                progress(here.position)
        if here.position == tail.position and here.hash != tail.hash:
            raise self._torn(here.position, "has another hash there")
        if here.position > tail.position and not held:  # else another thread or program was quicker still
            self._ahead(here)
        return erased

    def _give_way(self, tail: Tail, held: bool) -> None:
        """Let go of a lone opening in whose place the server has taken in another log since, as `receive` does."""
        here = self.local.head()
        if here.position != 1 or tail.hash == here.hash:
            return
        if (first := self.engine.page(0, min(1, tail.position))) and first[0].hash != here.hash:
            with nullcontext() if held else self.local.writing():
                if self.local.head() == here:  # else another program was quicker
                    self.local.receive()

    def _ahead(self, here: Head) -> None:
        self.engine.wait(here.position - 1, BEHIND)
        now = self.engine.tail()
        if now.position < here.position:
            raise self._torn(now.position + 1, f"is gone there: it holds {now.position} events")

    def _add(self, page: Sequence[Row], here: Head) -> bool:
        wrong: Callable[[int, str], CorruptLog] = lambda at, damage: self._torn(
            at, f"isn't what was written ({damage})"
        )
        events = [recorded for _, recorded in proved(page, wrong, here)]
        self.local.append(page, events)
        held = [recorded.position for recorded in erasing.still_held(self.local, events)]
        if held:
            self.local.erase(held)
        return bool(held)

    def _torn(self, position: int, what: str) -> CorruptLog:
        return CorruptLog(
            position,
            f"'{self.engine.name}' isn't the log that this machine followed up to event {self.local.head().position}: "
            f"event {position} {what}; run 'belieflog verify' with an anchor, and if what is there is right, "
            "'belieflog rebuild' follows it from its beginning",
        )

    @contextmanager
    def _told_of_file(self) -> Iterator[None]:
        """Say of a damaged file that it is only the one that follows, and how to have another."""
        try:
            yield
        except CorruptLog as error:
            raise CorruptLog(
                error.position,
                f"{str(error).rpartition(': ')[0]}; it only follows '{self.path}': 'belieflog rebuild' makes it anew",
            ) from error

    def _fresh(self) -> SQLiteStore:
        """Give the file brought up to the server, unless this thread holds one state of it."""
        if self._mine.change is None and not self._mine.snapshots:
            self.follow()
        return self.local

    # Writing

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Hold the log for one atomic write: commits at the end, leaves nothing on an error."""
        if time.monotonic() - self._seen > 1:
            self.follow()  # what may be much, page by page, while nothing is held
        change, erased, committed = Change(), False, False
        try:
            with self.local.writing(), self.engine.holding() as tail:
                erased = self._take(tail, held=True)
                self._copied, self._mine.change, self._seen = tail.copied, change, time.monotonic()
                yield
                if change:
                    self.engine.commit(tail, change)
                    committed, self._copied = True, self.copied
        except BelieflogError as error:
            if committed:
                what = str(error)
                if isinstance(error, Unavailable):  # whose remedy is for a write that isn't in
                    what = what.partition(": ")[0]
                raise Unavailable(
                    f"it is written to '{self.engine.name}' and needn't be said again, but the file '{self._file}' that "
                    f"follows it can't be brought up to it ({what}): mend that, or name another file in '&follower=PATH'",
                    committed=True,
                ) from error
            raise
        finally:
            self._mine.change = None
        if erased:
            self.local.purge()

    def _change(self) -> Change:
        if self._mine.change is None:
            raise Refused("writing", "a log is changed inside 'with store.writing()' only")
        return self._mine.change

    def append(self, rows: Sequence[Row], recorded: Sequence[Recorded]) -> None:
        """Add *rows* after the head and bring the index up to them; inside `writing` only."""
        change = self._change()
        change.rows += rows
        for event in recorded:
            if event.public.log is not None:
                change.epoch = event.public.log.epoch
        self.local.append(rows, recorded)

    def erase(self, positions: Sequence[int]) -> None:
        """Delete private parts for good, keeping their commitments; inside `writing` only."""
        self._change().erased += positions
        self.local.erase(positions)

    def receive(self) -> None:
        """Make ready for another log's events: take back a lone opening, and mark the log as `copied`."""
        self._change().received = True
        self.local.receive()

    def mark_copied(self, copied: bool) -> None:
        """Say whether the log goes on elsewhere, so that it is only read here; inside `writing` only."""
        self._change().copied = copied

    def keep_blob(self, user: str, body: bytes, salt: bytes) -> str:
        """Keep a large output outside the event and return its name; inside `writing` only."""
        change = self._change()
        kept = self.blob_salt(user)
        if kept is None:
            kept = change.salts[user] = salt
        name = blob_name(kept, body)
        change.blobs[name] = (user, body)
        return name

    def drop_blobs(self, user: str, names: Iterable[str], *, salt: bool = False) -> None:
        """Delete blobs of *user* for good (with *salt*: and what names further ones); inside `writing` only."""
        change = self._change()
        change.dropped += ((user, name) for name in names)
        if salt:
            change.unsalted.append(user)

    # Reading

    @contextmanager
    def reading(self) -> Iterator[None]:
        """See one state of the log through several reads."""
        local = self._fresh()
        with local.reading():
            self._mine.snapshots += 1
            try:
                yield
            finally:
                self._mine.snapshots -= 1

    @property
    def index(self) -> SQLiteIndex:
        """What the events come to."""
        return self._fresh().index

    @property
    def vectors(self) -> Vectors | None:
        """What is kept for searching by meaning."""
        return self._fresh().vectors

    @property
    def copied(self) -> bool:
        """Whether it holds a log that goes on elsewhere: imported or copied whole, or moved away."""
        if self._copied:  # it may go on here by now; that it no longer does is seen by each write
            self._fresh()
        change = self._mine.change
        if change is not None and change.copied is not None:
            return change.copied
        return self._copied or (change is not None and change.received)

    def head(self) -> Head:
        """Tell where the log ends."""
        return self._fresh().head()

    def find(self, id: str) -> Recorded | None:
        """Find the event named *id*."""
        return self._fresh().find(id)

    def recorded(self, positions: Iterable[int]) -> list[Recorded]:
        """Give the events at *positions*, in that order; a position that isn't there is left out."""
        return self._fresh().recorded(positions)

    def rows(self, after: int = 0, upto: int | None = None) -> Iterator[Row]:
        """Yield the stored rows after *after* up to *upto*, in order, as the server has them."""
        here = self._fresh().head().position
        last = here if upto is None else min(upto, here)
        if self._mine.change is not None:
            yield from self.local.rows(after, last)
            return
        while after < last and (page := self.engine.page(after, last)):
            yield from page
            after = page[-1].position

    def publics(self) -> Iterator[tuple[int, bytes]]:
        """Yield position and public text of every event, in order."""
        return self._fresh().publics()

    def catch_up(self, scopes: Sequence[Scope], progress: Callable[[int], object] | None = None) -> None:
        """Bring the words that a search of *scopes* looks through up to the log."""
        self._fresh().catch_up(scopes, progress)

    def corpus(self, scopes: Sequence[Scope]) -> Corpus | None:
        """Give the words of what *scopes* show now; None where they are behind the log."""
        return self._fresh().corpus(scopes)

    def name_blob(self, user: str, body: bytes) -> str:
        """Give the name that *body* has or would have among the user's blobs; nothing is kept."""
        return blob_name(self.blob_salt(user) or b"", body)

    def blob_salt(self, user: str) -> bytes | None:
        """Give the salt that names the blobs of *user*, who may have none."""
        if (change := self._mine.change) is not None:
            if user in change.salts:
                return change.salts[user]
            if user in change.unsalted:
                return None
        return self.engine.blob_salt(user)

    def blob(self, name: str) -> bytes | None:
        """Give the bytes kept under *name*."""
        if (change := self._mine.change) is not None:
            if any(name == dropped for _, dropped in change.dropped):
                return None
            if name in change.blobs:
                return change.blobs[name][1]
        return self.engine.blob(name)

    # Keeping

    def unpurged(self) -> list[int]:
        """List the erasures (by the head's position then) that may have left something of what was erased behind."""
        return self._fresh().unpurged()

    def purge(self, probes: Sequence[bytes] = ()) -> list[str]:
        """Leave nothing of what was erased, here and on the server; say what is left, and a remedy."""
        return [*self.local.purge(probes), *self.engine.purge()]

    def traces(self) -> int:
        """Give the newest position that anything beside the events themselves knows of."""
        return self.local.traces()

    def differences(self, progress: Callable[[int], object] | None = None) -> Iterator[Difference]:
        """Compare each index with the fold that defines it."""
        return self._fresh().differences(progress)

    def rebuild(self, view: View | None = None, progress: Callable[[int], object] | None = None) -> None:
        """Make the index (or only one *view* of it) anew from the events, all of it or nothing."""
        self._fresh().rebuild(view, progress)

    def wait(self, position: int, seconds: float) -> None:
        """Wait until there may be something after *position*, at most so many seconds."""
        self.engine.wait(position, seconds)

    def close(self) -> None:
        """Close the file and let go of the server."""
        self.local.close()
        self.engine.close()


def _let_go(engine: Engine, path: str) -> None:
    """Delete the file at *path*, unless it is whole: then others may go on using it while it is mended.

    Refused where it holds another log, which may be all that there is of that one.
    """
    if os.path.exists(path):
        first = None
        with suppress(CorruptLog, NotFound), closing(SQLiteStore(path, readonly=True)) as kept:
            first = next(iter(kept.rows(0, 1)), None)
            here = kept.head()
            there = engine.page(here.position - 1, here.position)
            if [row.hash for row in there] == [here.hash] and verify(kept).ok:
                return
        if first is not None and [row.hash for row in engine.page(0, 1)] != [first.hash]:
            raise Refused(
                "open",
                f"'{path}' holds another log than '{engine.name}', so it isn't made anew: name another file with "
                "'&follower=PATH', or move it away",
            )
    for ending in ("", "-wal", "-shm"):
        if os.path.exists(path + ending):
            os.remove(path + ending)
