"""The whole log as JSON Lines, nothing lost: imported into an empty log it is the same log.

The first line is ``{"format": "belieflog/1 export", "log", "epoch", "position", "hash"}``; then comes a line per event,
``{"position", "public", "private", "salt", "hash"}``, both texts exactly as they are stored and hashed, the bytes
in hex. An erased event has a ``commitment`` in place of private text and salt. Before the first observation that points to
a large output stands ``{"blob", "user", "salt", "body"}``.
"""

from typing import IO

from msgspec import Struct
from msgspec.json import Encoder

from belieflog.exporting.asked import Asked, Tally
from eventlog import blobs, forking
from eventlog.chain import GENESIS
from eventlog.errors import CorruptLog
from eventlog.events import Recorded
from eventlog.proving import proved
from eventlog.store import Row, Store

FORMAT = "belieflog/1 export"


class Head(Struct, frozen=True):
    """The first line: which log this is, and where it ends."""

    format: str
    log: str
    epoch: int
    position: int
    hash: str


class Line(Struct, frozen=True, omit_defaults=True):
    """A further line: an event, or, where *blob* names it, a large output."""

    position: int = 0
    public: str = ""
    private: str | None = None
    salt: str | None = None
    commitment: str | None = None
    hash: str = ""
    blob: str | None = None
    user: str = ""
    body: str = ""


_encoder = Encoder()


def write(asked: Asked, out: IO[bytes]) -> Tally:
    """Write every event, checking each hash on the way; what isn't as it was written is refused."""
    asked.whole()
    store, tally = asked.log.store, Tally()
    head, born = store.head(), forking.birth(store)
    out.write(_encoder.encode(Head(FORMAT, born.id, born.epoch, head.position, head.hash.hex())) + b"\n")
    kept: set[str] = set()
    last = GENESIS
    for row, recorded in proved(store.rows(0, head.position), _damaged):
        _blob(store, recorded, kept, out, tally)
        out.write(_encoder.encode(_line(row)) + b"\n")
        asked.tell(row.position)
        tally.items += 1
        last = row.hash
    if last != head.hash:
        raise CorruptLog(head.position, "its newest events can't be read: run 'belieflog verify'")
    return tally


def _damaged(position: int, damage: str) -> CorruptLog:
    return CorruptLog(position, f"event {position} isn't as it was written ({damage}): run 'belieflog verify'")


def _blob(store: Store, recorded: Recorded, kept: set[str], out: IO[bytes], tally: Tally) -> None:
    name = blobs.pointed_to(recorded)
    if name is None or name in kept:
        return
    kept.add(name)
    blob = blobs.held(store, recorded)
    if blob is None:
        tally.warnings.append(
            f"the output that event {recorded.position} points to isn't there, or isn't what was stored: left out"
        )
        return
    told = Line(blob=name, user=recorded.public.user, salt=blob.salt.hex(), body=blob.body.decode())
    out.write(_encoder.encode(told) + b"\n")


def _line(row: Row) -> Line:
    return Line(
        row.position,
        row.public.decode(),
        None if row.private is None else row.private.decode(),
        None if row.salt is None else row.salt.hex(),
        None if row.commitment is None else row.commitment.hex(),
        row.hash.hex(),
    )
