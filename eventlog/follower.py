"""The SQLite file on a machine that follows a server's log, and proves what it takes in."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext, suppress

from eventlog import erasing
from eventlog.engine import Engine, Tail
from eventlog.errors import CorruptLog, NotFound, Refused
from eventlog.proving import proved
from eventlog.sqlite_store import SQLiteStore
from eventlog.store import STEP, Head, Row
from eventlog.verify import verify

BEHIND = 5.0  # seconds in which a node that leads only since now learns what was acknowledged before


class Follower:
    """The file at *path*, which follows the log on *engine*; with *mend* it is made anew where it isn't whole."""

    def __init__(self, engine: Engine, path: str, *, mend: bool = False) -> None:
        self.engine, self.path = engine, path
        if mend:
            _let_go(engine, path)
        with self._told():
            self.store = SQLiteStore(path, durability="normal")
        try:
            with self._told():
                self.store.head()
            if not self.store.copied:  # opened as a log of its own it is only read
                with self.store.writing():
                    self.store.mark_copied(True)
        except BaseException:
            self.store.close()
            raise

    def take(self, tail: Tail, progress: Callable[[int], object] | None = None, *, held: bool = False) -> bool:
        """Take in what the server has up to *tail*; inside a write where the file is *held*. Tells of erasures.

        Raises `CorruptLog` where the server's log isn't the one followed so far, or isn't what was written.
        """
        self._give_way(tail, held)
        here, erased = self.store.head(), False
        while here.position < tail.position:
            page = self.engine.page(here.position, tail.position)
            if not page:
                raise self._torn(here.position + 1, "is missing there")
            if held:
                erased |= self._add(page, here)
            else:
                with self.store.writing():
                    if self.store.head().position == here.position:  # else another program was quicker
                        erased |= self._add(page, here)
            before, here = here, self.store.head()
            if progress is not None and here.position // STEP != before.position // STEP:
                progress(here.position)
        if here.position == tail.position and here.hash != tail.hash:
            raise self._torn(here.position, "has another hash there")
        if here.position > tail.position and not held:  # else another thread or program was quicker still
            self._ahead(here)
        return erased

    def _give_way(self, tail: Tail, held: bool) -> None:
        """Let go of a lone opening in whose place the server has taken in another log since, as `receive` does."""
        here = self.store.head()
        if here.position != 1 or tail.hash == here.hash:
            return
        if (first := self.engine.page(0, min(1, tail.position))) and first[0].hash != here.hash:
            with nullcontext() if held else self.store.writing():
                if self.store.head() == here:  # else another program was quicker
                    self.store.receive()

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
        self.store.append(page, events)
        held = [recorded.position for recorded in erasing.still_held(self.store, events)]
        if held:
            self.store.erase(held)
        return bool(held)

    def _torn(self, position: int, what: str) -> CorruptLog:
        return CorruptLog(
            position,
            f"'{self.engine.name}' isn't the log that this machine followed up to event {self.store.head().position}: "
            f"event {position} {what}; run 'belieflog verify' with an anchor, and if what is there is right, "
            "'belieflog rebuild' follows it from its beginning",
        )

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Say of a damaged file that it is only the one that follows, and how to have another."""
        try:
            yield
        except CorruptLog as error:
            raise CorruptLog(
                error.position,
                f"{str(error).rpartition(': ')[0]}; it only follows '{self.engine.name}': 'belieflog rebuild' makes it anew",
            ) from error


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
            if [row.hash for row in there] == [here.hash] and verify(kept).broken is None:
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
