"""A log in NATS JetStream: a stream of writes that are never changed, each published only where the log still ends there.

Nobody holds the log: of two writers at one moment the stream takes the first, and the other decides anew.
"""

import contextlib
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from secrets import token_hex

from eventlog.engine import Change, Overtaken, Tail
from eventlog.errors import BelieflogError, Refused, Unavailable
from eventlog.health import Finding
from eventlog.jetstream import health, messages, streams, sweeping
from eventlog.jetstream.connecting import Link
from eventlog.jetstream.journal import End, Journal, Read
from eventlog.jetstream.kept import Kept, Salt, together
from eventlog.jetstream.place import Place
from eventlog.jetstream.publishing import fitting, publish
from eventlog.jetstream.turns import Turns, Wait
from eventlog.store import Row

_MOST = 1_000  # messages read at once
_LOOK = 1.0  # seconds between two looks while waiting: word of a write may be missed


class JetStreamEngine:
    """The log at *place*; where there is none it is made, unless it is opened *readonly*."""

    def __init__(self, place: Place, *, readonly: bool = False) -> None:
        self.name, self._place = place.shown, place
        self._mine = threading.local()
        self._link = Link(place)
        try:
            self.identity = self._link.run(streams.identity(self._link, place, readonly))
            self._journal = Journal(self._link, place, self.identity)
            self._kept = Kept(self._link, place, self.identity)
            self._turns = Turns(self._link, place)
            end = self._link.run(self._journal.end())
            if not readonly and self._journal.erasures:
                with contextlib.suppress(Refused, Unavailable):  # then whoever may erase does it
                    self._link.run(sweeping.complete(self._journal, self._kept, end))
        except BaseException:
            self._link.close()
            raise

    # Reading

    def tail(self) -> Tail:
        """Tell where the log ends."""
        return self._end().tail

    def page(self, after: int, upto: int) -> list[Row]:
        """Give the first of the stored rows after *after* up to *upto*, in order."""
        return self._link.run(self._page(after, upto))

    def blob(self, name: str) -> bytes | None:
        """Give the bytes kept under *name*."""
        self._end()
        return self._link.run(self._kept.blob(name, self._journal.dropped.get(name, 0)))

    def blob_salt(self, user: str) -> bytes | None:
        """Give the salt that names the blobs of *user*, who may have none."""
        self._end()
        found = self._link.run(self._kept.salt(user))
        return found[1].salt if found is not None and self._in_force(user, found[1]) else None

    def _end(self) -> End:
        return self._link.run(self._journal.end())

    def _in_force(self, user: str, salt: Salt) -> bool:
        return salt.seq > self._journal.unsalted.get(user, 0)

    async def _page(self, after: int, upto: int) -> list[Row]:
        end = self._journal.newest
        if end.tail.position < upto:
            end = await self._journal.end()
        upto = min(upto, end.tail.position)
        if after >= upto:
            return []
        found = await self._journal.read(await self._journal.find(after + 1, end), min(upto - after, _MOST))
        read = [one for one in found if one.first <= upto]
        told = [messages.decode(one.data, self.name, one.first) for one in read]
        bundles = await self._bundles(read, after, upto)
        rows: list[Row] = []
        before: Read | None = None
        for one, message in zip(read, told, strict=True):
            if before is not None and (one.newest, one.write) == (before.newest, before.write):
                continue  # one write that a cluster stored twice
            bundle = bundles.get(one.seq, {})
            bundle = {position: part for position, part in bundle.items() if position not in self._journal.erased}
            rows += (messages.row(message, p, bundle) for p in range(one.first, one.newest + 1) if after < p <= upto)
            before = one
        return rows

    async def _bundles(self, read: list[Read], after: int, upto: int) -> dict[int, messages.Bundle]:
        wanted = [(one.seq, one.write) for one in read if one.newest > after and one.newest >= one.first]
        return await self._kept.bundles(wanted)

    # Writing

    @contextmanager
    def holding(self) -> Iterator[Tail]:
        """Give where the log ends; nothing keeps others from writing, `commit` sees whether they did."""
        self._mine.end = self._link.run(self._begin(self._wait_of_mine()))
        yield self._mine.end.tail

    async def _begin(self, wait: Wait) -> End:
        await self._turns.take(wait.me, wait.long)
        return await self._journal.end()

    def _wait_of_mine(self) -> Wait:
        if not hasattr(self._mine, "wait"):
            self._mine.wait = Wait()
        wait: Wait = self._mine.wait
        return wait

    def commit(self, tail: Tail, change: Change) -> None:
        """Do all of *change* to a log that ends at *tail*, or nothing; inside `holding`."""
        end: End = self._mine.end
        before = Tail() if change.received else tail
        wait = self._wait_of_mine()
        try:
            if end.tail != tail or (change.rows and change.rows[0].position != before.position + 1):
                raise Overtaken(self.name)
            self._link.run(self._commit(end, before, change))
        except Overtaken:
            wait.overtaken()
            raise
        if wait.long:
            wait.end()
            self._link.soon(self._turns.done(wait.me))

    async def _commit(self, end: End, before: Tail, change: Change) -> None:
        parts, write = messages.parts(change, before.position, before.hash), token_hex(12)
        fitting(parts, self.name)
        origin = end.seq + 1 if change.received else end.origin
        copied = change.received or (end.tail.copied if change.copied is None else change.copied)
        kept = await self._keep(end, change, parts, write)
        try:
            await publish(self._link, self._place, self._journal, parts, end.seq, write, origin, copied)
        except BelieflogError as error:
            if not isinstance(error, Unavailable) or error.committed is False:
                self._link.soon(self._kept.forget(kept))
            raise
        last = parts[-1]
        tail = Tail(last.newest, last.hash, copied)
        self._journal.advance(End(end.seq + len(parts), tail, origin), parts)

    async def _keep(self, end: End, change: Change, parts: list[messages.Part], write: str) -> list[int]:
        """Keep what can be erased, under the name of the message to come; give the revisions to take back."""
        names = [(seq, write) for seq in range(end.seq + 1, end.seq + 1 + len(parts))]
        for user, salt in change.salts.items():
            if user not in change.unsalted:
                found = await self._kept.salt(user)
                if found is not None and self._in_force(user, found[1]):
                    raise Overtaken(self.name)
                await self._kept.put_salt(user, Salt(names[0][0], salt), 0 if found is None else found[0])
        pairs = list(zip(names, (part.bundle for part in parts), strict=True))
        kept = await together(lambda pair: self._kept.put_bundle(*pair), pairs)
        gone = {name for _, name in change.dropped}
        for name, (_, body) in change.blobs.items():
            if name not in gone and not await self._kept_already(name, end):
                kept += await self._kept.put_blob(name, names[-1], body)
        return kept

    async def _kept_already(self, name: str, end: End) -> bool:
        """Tell whether a blob is kept by a message that is in the log and wasn't taken away since."""
        for seq, write in await self._kept.whole(name):
            if self._journal.dropped.get(name, 0) < seq <= end.seq and (await self._journal.at(seq)).write == write:
                return True
        return False

    # Keeping

    def purge(self) -> list[str]:
        """Leave nothing in the bucket of what was erased, nor of writes that never came to be."""
        try:
            self._link.run(self._purge())
        except BelieflogError as error:
            return [f"'{self.name}' still holds what was erased ({error}): run the same erase again"]
        return []

    async def _purge(self) -> None:
        end = await self._journal.end()
        await sweeping.complete(self._journal, self._kept, end)
        await sweeping.orphans(self._journal, self._kept, end)

    def health(self) -> list[Finding]:
        """Say how well the cluster keeps the log."""
        return self._link.run(health.findings(self._link, self._place, self._journal, self._kept))

    def wait(self, position: int, seconds: float) -> None:
        """Wait for word that something was written, at most so many seconds; word may be missed."""
        self._link.run(self._wait(position, time.monotonic() + seconds))

    async def _wait(self, position: int, deadline: float) -> None:
        import asyncio

        heard, subscribed = await self._link.subscribed(f"{self._place.subject}.*")
        try:
            while (await self._journal.end()).tail.position <= position and (left := deadline - time.monotonic()) > 0:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(heard.wait(), min(left, _LOOK))
                    heard.clear()
                    await asyncio.sleep(0.003)  # word comes before the cluster has agreed on it
        finally:
            await subscribed.unsubscribe()

    def close(self) -> None:
        """Close the connection."""
        self._link.close()
