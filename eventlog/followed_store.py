"""A log on a server, with its index in an SQLite file on this machine that follows it.

A write holds the file first and then the server, so that programs of one machine wait for one another here. The
server commits first: what it acknowledged is in, and a file that fell behind catches up at the next look.
"""

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from eventlog.chain import blob_name
from eventlog.corpus import Corpus
from eventlog.engine import Change, Engine
from eventlog.errors import BelieflogError, Refused, Unavailable
from eventlog.events import Recorded, Scope
from eventlog.follower import Follower
from eventlog.sqlite_index import SQLiteIndex
from eventlog.sqlite_store import SQLiteStore
from eventlog.store import Difference, Head, Row, View
from eventlog.vectors import Vectors


class _Mine(threading.local):
    """What a thread is doing: the change it is putting together, and how many snapshots it holds."""

    change: Change | None = None
    snapshots = 0


class FollowedStore:
    """A log on *engine*, followed in the SQLite file at *path*; with *mend* that file is made anew."""

    def __init__(self, engine: Engine, path: str, *, readonly: bool = False, mend: bool = False) -> None:
        self.engine, self.path, self.readonly = engine, engine.name, readonly
        self._mine, self._copied, self._seen = _Mine(), False, 0.0
        self._follower = Follower(engine, path, mend=mend)
        self.local = self._follower.store
        try:
            self.follow()
        except BaseException:
            self.local.close()
            raise

    # Following

    def follow(self, progress: Callable[[int], object] | None = None) -> None:
        """Bring the file up to the server's log, page by page; refused where it isn't the log followed so far."""
        tail = self.engine.tail()
        self._copied, self._seen = tail.copied, time.monotonic()
        if self._follower.take(tail, progress):
            self.local.purge()

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
                erased = self._follower.take(tail, held=True)
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
                    f"it is written to '{self.engine.name}' and needn't be said again, but the file '{self._follower.path}' that "
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
