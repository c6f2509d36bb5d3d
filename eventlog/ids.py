"""Names of events: 128-bit UUIDs, chosen by the writer, kept as text in the event and as bytes in the index."""

import re
from collections.abc import Callable
from hashlib import sha256

from eventlog.errors import InvalidValue

Entropy = Callable[[int], bytes]

_SHAPE = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def uuid7(at: int, random: bytes) -> str:
    """Make a time-ordered id from µs *at* and ten *random* bytes (RFC 9562, version 7).

    >>> uuid7(1_700_000_000_000_000, bytes(10))
    '018bcfe5-6800-7000-8000-000000000000'
    """
    raw = (max(at, 0) // 1000 & 0xFFFF_FFFF_FFFF).to_bytes(6, "big") + random[:10]
    return _uuid(raw, 0x70)


def uuid8(*coordinates: object) -> str:
    """Derive an id from where a record stands, never from what it says (RFC 9562, version 8).

    >>> uuid8("u1", "s1", "file", 1) == uuid8("u1", "s1", "file", 1) != uuid8("u1", "s1", "file", 2)
    True
    """
    told = "\0".join(f"{len(str(c))}:{c}" for c in coordinates)
    return _uuid(sha256(b"belieflog/1 id" + told.encode("utf-8", "surrogatepass")).digest()[:16], 0x80)


def sibling(id: str, ordinal: int) -> str:
    """Name the further events of an op whose first event is *id*, so that a retry names them alike."""
    return uuid8("op", id, ordinal)


def is_id(text: str) -> bool:
    """Tell whether *text* looks like an id."""
    return _SHAPE.fullmatch(text.lower()) is not None


def parse(text: str) -> str:
    """Return *text* as a canonical id, or say what an id looks like."""
    told = text.lower() if isinstance(text, str) else ""
    if not _SHAPE.fullmatch(told):
        raise InvalidValue("id", f"{text!r} is no id: use a UUID such as {uuid7(0, bytes(10))}")
    return told


def to_bytes(id: str) -> bytes:
    """Give an id's 16 bytes."""
    return bytes.fromhex(id.replace("-", ""))


def _uuid(raw: bytes, version: int) -> str:
    h = (raw[:6] + bytes([raw[6] & 0x0F | version, raw[7], raw[8] & 0x3F | 0x80]) + raw[9:16]).hex()
    return f"{h[:8]}-{h[8:12]}-{h[12:16]}-{h[16:20]}-{h[20:]}"
