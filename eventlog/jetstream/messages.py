"""What one message of a log's stream holds: the rows of a write without their private parts, or a part of them.

The first byte is the format's version, then MessagePack. Private parts lie elsewhere, in bundles, one for each message,
so that they can be erased; a message has their commitments, and stays as it is.
"""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Struct

from eventlog.chain import commitment
from eventlog.engine import Change
from eventlog.errors import CorruptLog, NewerFormat
from eventlog.events import Ranges
from eventlog.intervals import Intervals
from eventlog.store import Row

VERSION, READABLE = 1, 1  # of what is written, and the oldest program that can read it
Bundle = dict[int, tuple[bytes, bytes]]  # salt and private text by position
FIRST, NEWEST, HASH, WRITE, LEFT, ORIGIN, COPIED = (
    f"Belieflog-{what}" for what in ("First", "Newest", "Hash", "Write", "Left", "Origin", "Copied")
)
ROOM = 900_000  # bytes that rows are gathered up to in one message; a single row may be larger, up to a batch's limit
_NAMES = 5_000  # of blobs in one message


class Stored(Struct, array_like=True, frozen=True, gc=False):
    """A row without its private part."""

    id: bytes
    public: bytes
    hash: bytes
    commitment: bytes


class Message(Struct, array_like=True, frozen=True):
    """A write or a part of one: its rows from position *first* on, and what it takes away of what can be erased."""

    first: int
    rows: tuple[Stored, ...] = ()
    erased: Ranges = ()
    dropped: tuple[str, ...] = ()  # names of blobs
    unsalted: tuple[str, ...] = ()  # users


class Part(Struct, frozen=True):
    """One message to be written, where the log stands after it, and the private parts that belong to it."""

    message: Message
    newest: int
    hash: bytes
    bundle: Bundle

    @property
    def erases(self) -> bool:
        """Whether it takes something away."""
        return bool(self.message.erased or self.message.dropped or self.message.unsalted)


_message, _bundle = msgspec.msgpack.Decoder(Message), msgspec.msgpack.Decoder(Bundle)
_encode = msgspec.msgpack.Encoder().encode


def encode(content: Message | Bundle) -> bytes:
    """Give the bytes of a message or of a bundle."""
    return bytes((VERSION,)) + _encode(content)


def decode(data: bytes, name: str, position: int) -> Message:
    """Read the bytes of a message that holds *position* of the log *name*."""
    try:
        return _message.decode(known(data, name))
    except msgspec.MsgspecError as error:
        raise _damaged(name, position, error) from None


def decode_bundle(data: bytes, name: str, position: int) -> Bundle:
    """Read the bytes of a bundle: salt and private text by position."""
    try:
        return _bundle.decode(known(data, name))
    except msgspec.MsgspecError as error:
        raise _damaged(name, position, error) from None


def parts(change: Change, position: int, hash: bytes) -> list[Part]:
    """Cut *change* of a log that ends at *position* with *hash* into messages, each with the bundle that goes with it."""
    gone, names = frozenset(change.erased), [name for _, name in change.dropped]
    groups = list(_groups(change.rows)) or [[]]
    made: list[Part] = []
    for number, rows in enumerate(groups):
        bundle, stored, last = {}, [], number == len(groups) - 1
        for row in rows:
            if row.salt is not None and row.private is not None:
                committed = commitment(row.salt, row.private)
                if row.position not in gone:
                    bundle[row.position] = (row.salt, row.private)
            else:
                committed = row.commitment or b""
            stored.append(Stored(row.id, row.public, row.hash, committed))
        message = Message(
            rows[0].position if rows else position + 1,
            tuple(stored),
            Intervals.of(change.erased).ranges if last else (),
            tuple(names[:_NAMES]) if last else (),
            tuple(change.unsalted) if last else (),
        )
        if rows:
            position, hash = rows[-1].position, rows[-1].hash
        made.append(Part(message, position, hash, bundle))
    for n in range(_NAMES, len(names), _NAMES):
        made.append(Part(Message(position + 1, dropped=tuple(names[n : n + _NAMES])), position, hash, {}))
    return made


def row(message: Message, position: int, bundle: Bundle) -> Row:
    """Give the row of *message* at *position*: with its private part, or as a hole where *bundle* has none."""
    stored = message.rows[position - message.first]
    if position in bundle:
        salt, body = bundle[position]
        return Row(position, stored.id, stored.public, stored.hash, salt, body)
    return Row(position, stored.id, stored.public, stored.hash, commitment=stored.commitment)


def _groups(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """Group rows so that neither a message nor its bundle outgrows what a server takes."""
    group: list[Row] = []
    public = private = 0
    for row in rows:
        told, kept = len(row.public) + 120, len(row.private or b"") + 40
        if group and (public + told > ROOM or private + kept > ROOM):
            yield group
            group, public, private = [], 0, 0
        group.append(row)
        public, private = public + told, private + kept
    if group:
        yield group


def known(data: bytes, name: str) -> memoryview:
    """Give what follows the format's version, which must be one that this version reads."""
    if not data or data[0] == 0:
        raise CorruptLog(0, f"a message of '{name}' is empty: keep a copy, and restore a backup or a replica")
    if data[0] > VERSION:
        raise NewerFormat(
            f"'{name}' has a message of a later version of belieflog (format {data[0]}, this one reads {VERSION}): "
            "upgrade belieflog",
            format=data[0],
            known=VERSION,
            readable=False,
        )
    return memoryview(data)[1:]


def _damaged(name: str, position: int, error: Exception) -> CorruptLog:
    return CorruptLog(
        position,
        f"the message of '{name}' with event {position} can't be read ({error}): restore a backup or a replica",
    )
