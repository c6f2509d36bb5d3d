"""The stream of a log, read: where it ends, which message holds an event, and what was erased since."""

import asyncio
import time
from bisect import bisect_left, insort
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct, structs

from eventlog.engine import Tail
from eventlog.errors import CorruptLog
from eventlog.intervals import EMPTY, Intervals
from eventlog.jetstream import messages, streams
from eventlog.jetstream.connecting import Link
from eventlog.jetstream.failures import Failed
from eventlog.jetstream.messages import Message, Part
from eventlog.jetstream.place import Place

if TYPE_CHECKING:
    from nats.aio.msg import Msg

NO_MESSAGE = 10037
_NEAR, _MANY, _BYTES, _LEARNT = 64, 1_000, 8_000_000, 20_000
_SETTLING = 5.0  # seconds to wait for a node that has less than was acknowledged


class End(Struct, frozen=True):
    """Where the log ends: its newest message, the events up to there, and the first message that counts."""

    seq: int = 0
    tail: Tail = Tail()
    origin: int = 1


class Read(Struct, frozen=True):
    """A message as it was read: where it stands, up to which event it goes, whose write it was, and its bytes."""

    seq: int
    first: int
    newest: int
    hash: bytes
    write: str
    left: int  # messages of the same write that follow
    origin: int
    copied: bool
    data: bytes


class Journal:
    """What this process knows of a log's stream; used in the connection's thread only."""

    def __init__(self, link: Link, place: Place, identity: str) -> None:
        self._link, self._place, self._identity = link, place, identity
        self._end = End()
        self._last: Read | None = None
        self._learnt: list[tuple[int, int]] = []  # the newest event of a message, and its sequence
        self.erased: Intervals = EMPTY
        self.dropped: dict[str, int] = {}  # blobs: taken away up to this sequence
        self.unsalted: dict[str, int] = {}  # users: likewise
        self.erasures: list[tuple[int, Message]] = []

    # Where it ends

    @property
    def newest(self) -> End:
        """Where the log ended when last it was asked."""
        return self._end

    async def end(self) -> End:
        """Ask the stream's leader where the log ends."""
        subject, deadline = f"{self._place.subject}.erased", time.monotonic() + _SETTLING
        while True:
            info = await streams.info(self._link, self._place.stream, subjects_filter=subject)
            if info.config.metadata.get("belieflog-identity") != self._identity:
                raise CorruptLog(0, f"'{self._place.shown}' was deleted and made anew meanwhile: open it again")
            seq, erasures = info.state.last_seq, info.state.subjects.get(subject, 0)
            if seq >= self._end.seq or time.monotonic() > deadline:
                found = await self._known(seq, erasures)
                if found is not None:
                    return found
            await asyncio.sleep(0.02)  # a node that leads only since now, or a write that is in by half

    async def _known(self, seq: int, erasures: int) -> End | None:
        if seq == 0:
            return End()
        if seq == self._end.seq and erasures == len(self.erasures):
            return self._end
        last = self._last if self._last is not None and self._last.seq == seq else await self.at(seq)
        if last.left:
            return None
        if erasures != len(self.erasures):
            await self._learn_erasures(erasures)
        found = End(seq, Tail(last.newest, last.hash, last.copied), last.origin)
        if seq > self._end.seq:
            self._last = last
            self._go_on(found)
        return found

    def advance(self, end: End, parts: Sequence[Part]) -> None:
        """Take note of what was just written: *parts*, up to *end*."""
        first = end.seq - len(parts) + 1
        for seq, part in enumerate(parts, first):
            self._learn(part.newest, seq)
            if part.erases:
                self._add_erasure(seq, part.message)
        if end.seq > self._end.seq:
            self._go_on(end)

    def _go_on(self, end: End) -> None:
        if end.origin != self._end.origin:
            self._learnt = [(newest, seq) for newest, seq in self._learnt if seq >= end.origin]
        self._end = end

    # Messages

    async def at(self, seq: int) -> Read:
        """Give the message at *seq*, of any node that has it."""
        found = await self.read(seq, 1)
        if not found:
            raise self._missing(seq)
        return found[0]

    async def look(self, seq: int) -> Read | None:
        """Give the message at *seq* if the leader has it."""
        try:
            answer = await self._link.api(f"STREAM.MSG.GET.{self._place.stream}", seq=seq)
        except Failed as failed:
            if failed.number == NO_MESSAGE:
                return None
            raise
        raw = got(answer)
        return self._read(raw.seq, lifted(raw.hdrs), raw.data)

    async def read(self, seq: int, count: int = _MANY) -> list[Read]:
        """Give messages from *seq* on, at most *count*, without a gap."""
        told = await self._link.many(
            self._place.stream, seq=seq, batch=count, max_bytes=_BYTES, next_by_subj=f"{self._place.subject}.>"
        )
        found = [self._lifted(message) for message in told]
        deadline = time.monotonic() + _SETTLING
        while not found:  # the node asked is behind
            if (one := await self.look(seq)) is not None:
                found = [one]
            elif time.monotonic() > deadline:
                break
            else:
                await asyncio.sleep(0.1)
        for expected, one in enumerate(found, seq):
            if one.seq != expected:
                raise self._missing(expected)
        return found

    def _lifted(self, message: "Msg") -> Read:
        headers = message.headers or {}
        return self._read(int(headers["Nats-Sequence"]), headers, message.data)

    def _read(self, seq: int, headers: dict[str, str], data: bytes) -> Read:
        try:
            found = Read(
                seq,
                int(headers[messages.FIRST]),
                int(headers[messages.NEWEST]),
                bytes.fromhex(headers[messages.HASH]),
                headers[messages.WRITE],
                int(headers.get(messages.LEFT, 0)),
                int(headers.get(messages.ORIGIN, 1)),
                messages.COPIED in headers,
                data,
            )
        except (KeyError, ValueError) as error:
            raise CorruptLog(
                0, f"message {seq} of '{self._place.shown}' isn't belieflog's ({error}): something else writes there"
            ) from None
        self._learn(found.newest, seq)
        return found

    def _missing(self, seq: int) -> CorruptLog:
        return CorruptLog(
            0, f"message {seq} of '{self._place.shown}' is gone from its stream: restore a backup or a replica"
        )

    # Which message holds an event

    async def find(self, position: int, end: End) -> int:
        """Give the sequence of the message that holds the event at *position*, by bisection over their headers."""
        even = False
        while True:
            (before, low), (newest, high) = self._between(position, end)
            low += 1
            if low >= high:
                return high
            if high - low <= _NEAR:
                await self.read(low, high - low)
            else:
                share = (position - before) / max(newest - before, 1)
                guess = (low + high) // 2 if even else low + int((high - low) * share)
                await self.read(min(max(guess, low), high - 1), 1)
            even = not even

    def _between(self, position: int, end: End) -> tuple[tuple[int, int], tuple[int, int]]:
        """Give the nearest messages known before and from *position* on."""
        at = bisect_left(self._learnt, (position, 0))
        before = self._learnt[at - 1] if at else (0, 0)
        after = self._learnt[at] if at < len(self._learnt) else (end.tail.position, end.seq)
        if before[1] < end.origin:
            before = (0, end.origin - 1)
        return before, after

    def _learn(self, newest: int, seq: int) -> None:
        entry = (newest, seq)
        at = bisect_left(self._learnt, entry)
        if at < len(self._learnt) and self._learnt[at] == entry:
            return
        if len(self._learnt) > _LEARNT:
            del self._learnt[1::2]
            insort(self._learnt, entry)
        else:
            self._learnt.insert(at, entry)

    # What was erased

    async def _learn_erasures(self, count: int) -> None:
        subject, deadline = f"{self._place.subject}.erased", self._link.deadline()
        while len(self.erasures) < count:
            after = self.erasures[-1][0] if self.erasures else 0
            told = await self._link.many(
                self._place.stream, seq=after + 1, batch=_MANY, max_bytes=_BYTES, next_by_subj=subject
            )
            for message in told:
                one = self._lifted(message)
                self._add_erasure(one.seq, messages.decode(one.data, self._place.shown, one.first))
            if not told:  # the node asked is behind
                await self._link.pause(deadline)

    def _add_erasure(self, seq: int, message: Message) -> None:
        if self.erasures and seq <= self.erasures[-1][0]:
            return
        self.erasures.append((seq, structs.replace(message, rows=())))
        self.erased |= Intervals(message.erased)
        self.dropped |= dict.fromkeys(message.dropped, seq)
        self.unsalted |= dict.fromkeys(message.unsalted, seq)


class Raw(Struct):
    """A message as a leader gives it."""

    seq: int
    hdrs: bytes = b""
    data: bytes = b""


class _Got(Struct):
    message: Raw


_got = msgspec.json.Decoder(_Got)


def got(answer: bytes) -> Raw:
    """Read what a leader says of one message."""
    return _got.decode(answer).message


def lifted(headers: bytes) -> dict[str, str]:
    """Read headers as they are stored."""
    pairs = (line.partition(": ") for line in headers.decode().split("\r\n")[1:] if line)
    return {name: value for name, _, value in pairs}
