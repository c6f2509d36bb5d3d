"""What kinds are compared with what kinds, and the numbers by which an index finds look-alikes."""

from zlib import crc32

from eventlog.addresses import LONG_TERM
from eventlog.terms import look
from eventlog.values import canonical

COMPARED = frozenset({"fact", "assumption", *LONG_TERM})  # kinds of which look-alikes are told
PEERS = {**dict.fromkeys(COMPARED, COMPARED), "failure": frozenset({"failure"})}  # what a kind is compared with
LOOK = 1 << 32  # digests from here on are of looks: the index finds them by number


def kind_look(kind: str, content: object) -> str:
    """Reduce to its look what of a content is compared: of a failure what failed."""
    if kind == "failure" and isinstance(content, dict):
        content = content.get("what")
    return look(content)


def digest(kind: str, content: object) -> int:
    """Give a number that equal contents of a kind share, and of kinds that are compared look-alikes too."""
    if kind in PEERS:
        return LOOK | crc32(kind_look(kind, content).encode())
    return crc32(canonical(content))
