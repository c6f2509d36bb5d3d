"""The bucket beside a log's stream: private parts, large outputs and salts, all of which can be erased.

What is kept is named by the message that it belongs to: its sequence, which is known before it is published, since it is
published only where the log still ends there, and the name of the write. So two writers never overwrite one another, and
what a message of another write stands in place of was never published.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from hashlib import sha256
from typing import TypeVar

import msgspec
from msgspec import Struct

from eventlog.engine import Overtaken
from eventlog.errors import CorruptLog
from eventlog.jetstream import messages, streams
from eventlog.jetstream.connecting import Link
from eventlog.jetstream.failures import Failed
from eventlog.jetstream.journal import NO_MESSAGE, Raw, got
from eventlog.jetstream.messages import Bundle
from eventlog.jetstream.place import Place

Given = TypeVar("Given")
Found = TypeVar("Found")
Name = tuple[int, str]  # the sequence of a message, and its write

_CHUNK, _ASKED, _AT_ONCE, _BYTES = 900_000, 500, 32, 16_000_000
_NAME = re.compile("[0-9a-f]{64}")
_STALE = (10071, 10164)  # the subject isn't at the revision expected


class Chunk(Struct, frozen=True):
    """A piece of a large output, by its subject in the bucket."""

    subject: str
    name: Name
    number: int
    of: int


class Salt(Struct, array_like=True, frozen=True):
    """The salt of a user, and the message that it was made for."""

    seq: int
    salt: bytes


class Kept:
    """What can be erased of the log at *place*; used in the connection's thread only."""

    def __init__(self, link: Link, place: Place, identity: str) -> None:
        self._link, self._name, self._stream, self._identity = link, place.shown, place.bucket, identity
        self._subject = f"{place.subject}.kept"

    # Bundles

    async def put_bundle(self, name: Name, bundle: Bundle) -> int:
        """Keep the private parts of a message; give the revision, by which they can be taken back."""
        return await self._put(self._bundle(name), messages.encode(bundle), {"Nats-Msg-Id": self._bundle(name)})

    async def bundles(self, names: Sequence[Name]) -> dict[int, Bundle]:
        """Give bundles by the sequence of their message; those that aren't there are left out."""
        wanted = {self._bundle(name): name for name in names}
        found: dict[int, Bundle] = {}
        while wanted:
            asked = list(wanted)[:_ASKED]
            told = await self._link.many(self._stream, multi_last=asked, batch=len(asked), max_bytes=_BYTES)
            for message in told:
                name = wanted.pop((message.headers or {})["Nats-Subject"], None)
                if name is not None:
                    found[name[0]] = messages.decode_bundle(message.data, self._name, name[0])
            if not told:
                for subject in asked:  # the node asked is behind, or they are gone
                    name = wanted.pop(subject)
                    if (kept := await self._surely(subject)) is not None:
                        found[name[0]] = messages.decode_bundle(kept[1], self._name, name[0])
        return found

    async def cut(self, name: Name, gone: Callable[[int], bool]) -> None:
        """Rewrite a bundle without the private parts that are *gone*, and overwrite what was there on the disks."""
        subject = self._bundle(name)
        while (kept := await self._last(subject)) is not None:
            revision, data = kept
            bundle = messages.decode_bundle(data, self._name, name[0])
            left = {position: part for position, part in bundle.items() if not gone(position)}
            if left != bundle:
                try:
                    revision = await self._put(
                        subject, messages.encode(left), {"Nats-Expected-Last-Subject-Sequence": str(revision)}
                    )
                except Failed as failed:
                    if failed.number in _STALE:
                        continue
                    raise
            await self.forget(each.seq for each in await self._revisions(subject) if each.seq < revision)
            return

    # Large outputs

    async def put_blob(self, name: str, of: Name, body: bytes) -> list[int]:
        """Keep a large output, in pieces; give the revisions."""
        pieces = [body[at : at + _CHUNK] for at in range(0, len(body), _CHUNK)] or [b""]
        subjects = [f"{self._blob(name)}.{of[0]}.{of[1]}.{n}.{len(pieces)}" for n in range(len(pieces))]
        puts = [(subject, bytes((messages.VERSION,)) + piece) for subject, piece in zip(subjects, pieces, strict=True)]
        return await together(lambda put: self._put(put[0], put[1], {"Nats-Msg-Id": put[0]}), puts)

    async def blob(self, name: str, after: int) -> bytes | None:
        """Give the large output kept under *name* by a message after *after*."""
        if not _NAME.fullmatch(name):  # in a subject it could stand for others' too
            return None
        told = await self._link.many(self._stream, multi_last=[f"{self._blob(name)}.>"], batch=1_000)
        pieces = {(message.headers or {})["Nats-Subject"]: message.data for message in told}
        whole = _whole(chunk(subject) for subject in pieces)
        if not any(name[0] > after for name in whole):  # the node asked is behind, or there is none
            whole = _whole(await self.chunks(name))
        for of, chunks in whole.items():
            if of[0] > after:
                body = [pieces.get(each.subject) or await self._piece(each.subject) for each in chunks]
                return b"".join(messages.known(piece, self._name) for piece in body)
        return None

    async def whole(self, name: str) -> list[Name]:
        """List the messages for which all of a large output was kept."""
        return list(_whole(await self.chunks(name)))

    async def chunks(self, name: str | None = None) -> list[Chunk]:
        """List the pieces of one large output, or of all."""
        below = f"{self._subject}.blob" if name is None else self._blob(name)
        return [chunk(subject) for subject in await self._subjects(f"{below}.>")]

    async def drop(self, subject: str) -> None:
        """Delete all that is kept at *subject*, overwriting it on the disks."""
        await self.forget(each.seq for each in await self._revisions(subject))

    # Salts

    async def salt(self, user: str) -> tuple[int, Salt] | None:
        """Give the salt of *user* and its revision."""
        kept = await self._last(self._salt(user))
        return None if kept is None else (kept[0], self._read_salt(kept[1]))

    async def put_salt(self, user: str, salt: Salt, over: int) -> None:
        """Keep the salt of *user* in place of the revision *over* (0: none)."""
        data = bytes((messages.VERSION,)) + msgspec.msgpack.encode(salt)
        try:
            await self._put(self._salt(user), data, {"Nats-Expected-Last-Subject-Sequence": str(over)})
        except Failed as failed:
            if failed.number in _STALE:
                raise Overtaken(self._name) from None
            raise

    async def drop_salt(self, user: str, upto: int) -> None:
        """Delete the salts of *user* that were made for messages up to *upto*."""
        kept = await self._revisions(self._salt(user))
        await self.forget(each.seq for each in kept if self._read_salt(each.data).seq <= upto)

    def _read_salt(self, data: bytes) -> Salt:
        try:
            return msgspec.msgpack.decode(messages.known(data, self._name), type=Salt)
        except msgspec.MsgspecError as error:
            raise CorruptLog(0, f"a salt of '{self._name}' can't be read ({error}): restore a backup") from None

    # Erasing

    async def swept(self) -> int:
        """Tell up to which message all that was to be erased is gone."""
        kept = await self._last(f"{self._subject}.swept")
        whose, _, seq = (b"" if kept is None else kept[1]).decode().partition(" ")
        return int(seq) if whose == self._identity else 0  # else of a log that was there before, and deleted

    async def put_swept(self, seq: int) -> None:
        """Keep up to which message all that was to be erased is gone."""
        subject = f"{self._subject}.swept"
        revision = await self._put(subject, f"{self._identity} {seq}".encode(), {})
        await self.forget(each.seq for each in await self._revisions(subject) if each.seq < revision)

    async def names(self) -> list[Name]:
        """List the messages for which there are bundles."""
        below = f"{self._subject}.private"
        told = (subject[len(below) + 1 :].split(".") for subject in await self._subjects(f"{below}.>"))
        return [(int(seq), write) for seq, write in told]

    async def drop_bundle(self, name: Name) -> None:
        """Delete a bundle."""
        await self.drop(self._bundle(name))

    async def forget(self, revisions: Iterable[int]) -> None:
        """Delete *revisions*, overwriting them on the disks."""
        await together(self._delete, list(revisions))

    async def _delete(self, revision: int) -> None:
        try:
            await self._link.api(f"STREAM.MSG.DELETE.{self._stream}", seq=revision)
        except Failed as failed:
            if failed.number not in (10043, NO_MESSAGE, 10057):  # it is gone already
                raise
            if await self._there(revision):
                raise

    # On the wire

    async def _put(self, subject: str, data: bytes, headers: dict[str, str]) -> int:
        """Publish to the bucket until it is acknowledged; give the revision."""
        deadline = self._link.deadline()
        while True:
            answer = _ack.decode((await self._link.request(subject, data, headers, deadline)).data)
            if answer.error is None:
                return answer.seq
            failed = Failed(answer.error)
            if failed.code != 503 and failed.number != 10158:  # one of the same id is on its way
                raise failed
            await self._link.pause(deadline)

    async def _last(self, subject: str) -> tuple[int, bytes] | None:
        try:
            raw = got(await self._link.api(f"STREAM.MSG.GET.{self._stream}", last_by_subj=subject))
        except Failed as failed:
            if failed.number == NO_MESSAGE:
                return None
            raise
        return raw.seq, raw.data

    async def _there(self, revision: int) -> bool:
        try:
            await self._link.api(f"STREAM.MSG.GET.{self._stream}", seq=revision)
        except Failed as failed:
            if failed.number == NO_MESSAGE:
                return False
            raise
        return True

    async def _surely(self, subject: str) -> tuple[int, bytes] | None:
        """Ask a leader again that most nodes follow, before what isn't there is taken for gone."""
        kept = await self._last(subject)
        if kept is None:
            await streams.info(self._link, self._stream)
            kept = await self._last(subject)
        return kept

    async def _revisions(self, subject: str) -> list[Raw]:
        """List the revisions of *subject*, by the leader."""
        found: list[Raw] = []
        while True:
            after = found[-1].seq + 1 if found else 1
            try:
                answer = await self._link.api(f"STREAM.MSG.GET.{self._stream}", seq=after, next_by_subj=subject)
            except Failed as failed:
                if failed.number == NO_MESSAGE:
                    return found
                raise
            found.append(got(answer))

    async def _subjects(self, below: str) -> list[str]:
        found: list[str] = []
        while True:
            told = await streams.info(self._link, self._stream, subjects_filter=below, offset=len(found))
            found += told.state.subjects
            if not told.state.subjects or len(found) >= told.total:
                return found

    async def _piece(self, subject: str) -> bytes:
        kept = await self._last(subject)
        if kept is None:
            raise CorruptLog(0, f"a part of a large output of '{self._name}' is gone: restore a backup")
        return kept[1]

    def _bundle(self, name: Name) -> str:
        return f"{self._subject}.private.{name[0]}.{name[1]}"

    def _blob(self, name: str) -> str:
        return f"{self._subject}.blob.{name}"

    def _salt(self, user: str) -> str:
        return f"{self._subject}.salt.{sha256(user.encode(errors='surrogatepass')).hexdigest()[:32]}"


class _Ack(Struct):
    seq: int = 0
    error: dict[str, object] | None = None


_ack = msgspec.json.Decoder(_Ack)


def chunk(subject: str) -> Chunk:
    """Read a subject of a piece of a large output."""
    *_, seq, write, number, of = subject.split(".")
    return Chunk(subject, (int(seq), write), int(number), int(of))


def _whole(chunks: Iterable[Chunk]) -> dict[Name, list[Chunk]]:
    found: dict[Name, list[Chunk]] = {}
    for each in chunks:
        found.setdefault(each.name, []).append(each)
    return {
        name: sorted(each, key=lambda piece: piece.number) for name, each in found.items() if len(each) == each[0].of
    }


async def together(work: Callable[[Given], Awaitable[Found]], given: Sequence[Given]) -> list[Found]:
    """Do *work* on each *given*, some at once."""
    room = asyncio.Semaphore(_AT_ONCE)

    async def one(each: Given) -> Found:
        async with room:
            return await work(each)

    return await asyncio.gather(*(one(each) for each in given))
