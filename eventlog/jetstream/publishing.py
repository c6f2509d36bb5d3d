"""Publishing one write to a log's stream: all of it or nothing, and the truth where nobody said what became of it."""

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from eventlog.engine import Overtaken
from eventlog.errors import CorruptLog, Refused, Unavailable
from eventlog.jetstream import messages
from eventlog.jetstream.connecting import Link
from eventlog.jetstream.failures import Failed, NotSent, Silent, told
from eventlog.jetstream.journal import Journal
from eventlog.jetstream.messages import Part
from eventlog.jetstream.place import Place

MOST = 1_000  # messages in one atomic batch
_ACKED_EACH = 16  # messages of a batch, so that a server never has much on its way
_STALE = (10071, 10164)  # the log ends elsewhere
_BUSY = (10158, 10210, 10211)  # the same write is on its way, or too many batches are
_PACE = 4_000_000  # bytes a second that a batch may be expected to be stored at


class _Ack(Struct):
    seq: int = 0
    error: dict[str, object] | None = None


_ack = msgspec.json.Decoder(_Ack)


def fitting(parts: Sequence[Part], name: str) -> None:
    """Refuse a write of more messages than one batch may have."""
    if len(parts) > MOST:
        size = sum(len(row.public) for part in parts for row in part.message.rows)
        raise Refused(
            "batch",
            f"'{name}' takes {MOST} messages of about 1 MB in one write, this one needs {len(parts)} ({size} bytes of "
            "public text): write it in parts, such as an import of fewer sessions at a time",
        )


async def publish(
    link: Link, place: Place, journal: Journal, parts: Sequence[Part], after: int, write: str, origin: int, copied: bool
) -> None:
    """Publish *parts* to a log whose newest message is *after*, by the name of *write*.

    Raises `Overtaken` where the log ends elsewhere; `Unavailable` with ``committed=None`` where no quorum answers.
    """
    deadline, unsure, tried = link.deadline(), False, 0
    datas = [messages.encode(part.message) for part in parts]
    heads = [_headers(part, n, len(parts), write, origin, copied) for n, part in enumerate(parts)]
    heads[0]["Nats-Expected-Last-Sequence"] = str(after)
    subjects = [f"{place.subject}.{'erased' if part.erases else 'log'}" for part in parts]
    while True:
        tried += 1
        try:
            if len(parts) == 1:
                answer = (await link.once(subjects[0], datas[0], heads[0] | {"Nats-Msg-Id": write})).data
            else:
                answer = await _batch(link, subjects, datas, heads, f"{write}-{tried}")
        except Silent:
            unsure = True
        except NotSent:
            pass
        except (Refused, Unavailable) as error:
            if unsure:
                raise _unsure(place.shown) from error
            raise
        else:
            ack = _ack.decode(answer)
            if ack.error is None:
                if ack.seq != after + len(parts):
                    raise CorruptLog(
                        0, f"'{place.shown}' put a write at {ack.seq}, not {after + len(parts)}: see its servers"
                    )
                return
            failed = Failed(ack.error)
            if failed.number in _STALE:
                if tried > 1 and await _stands(journal, place.shown, after + 1, write):
                    return
                raise Overtaken(place.shown)
            if failed.code != 503 and failed.number not in _BUSY:
                if unsure:
                    raise _unsure(place.shown) from failed
                raise told(failed, place.shown)
        try:
            await link.pause(deadline)
        except Unavailable as lost:
            if unsure:
                raise _unsure(place.shown) from lost
            raise


async def _batch(
    link: Link, subjects: Sequence[str], datas: Sequence[bytes], heads: Sequence[dict[str, str]], batch: str
) -> bytes:
    """Send one atomic batch, and give the answer to its commit, or to the first message that was refused."""
    answer = b""
    for n, (subject, data, head) in enumerate(zip(subjects, datas, heads, strict=True), 1):
        told = head | {"Nats-Batch-Id": batch, "Nats-Batch-Sequence": str(n)}
        last = n == len(datas)
        if last:
            told["Nats-Batch-Commit"] = "1"
        if last or n % _ACKED_EACH == 1:
            timeout = 3.0 + (sum(map(len, datas)) / _PACE if last else 0.0)
            try:
                answer = (await link.once(subject, data, told, timeout=timeout)).data
            except Silent:
                if last:
                    raise
                raise NotSent from None  # what isn't committed is nothing
            if answer and not last:
                return answer
        else:
            await link.publish(subject, data, told)
    return answer


async def _stands(journal: Journal, name: str, seq: int, write: str) -> bool:
    """Tell whether the message at *seq* is of *write*."""
    try:
        return (await journal.at(seq)).write == write
    except Unavailable as lost:
        raise _unsure(name) from lost


def _headers(part: Part, n: int, count: int, write: str, origin: int, copied: bool) -> dict[str, str]:
    head = {
        messages.FIRST: str(part.message.first),
        messages.NEWEST: str(part.newest),
        messages.HASH: part.hash.hex(),
        messages.WRITE: write,
    }
    if count - n > 1:
        head[messages.LEFT] = str(count - n - 1)
    if origin > 1:
        head[messages.ORIGIN] = str(origin)
    if copied:
        head[messages.COPIED] = "1"
    return head


def _unsure(name: str) -> Unavailable:
    return Unavailable(
        f"'{name}' was lost at the commit and doesn't answer: the write may or may not be in; "
        "say it again with the same id once most of its nodes run",
        committed=None,
    )
