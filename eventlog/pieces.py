"""What is compared by meaning: the text of an entry as a sentence, in pieces where it is long."""

import re
from hashlib import blake2b

from eventlog.addresses import LONG_TERM, parse
from eventlog.events import Recorded, is_set

SIZE, MOST = 600, 16  # characters of a piece, about; pieces of a text: what follows is found by its words alone
_ENDS = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n+")
_PARTED = re.compile(r"[_\-/.:]+")


def pieces(recorded: Recorded) -> tuple[str, ...]:
    """Give the texts of an event that stand for its meaning: its key with what it says, parted at sentences."""
    private = recorded.private
    if private is None:
        return ()
    content = _plain(private.content) if is_set(private.content) else ""
    said = [part for part in (content.strip(), private.description, private.outcome or "") if part]
    if not said:
        return ()
    name = _name(recorded.public.kind or "", private.address or "")
    return _parted(f"{name}: " * bool(name) + "\n".join(said))


def fingerprint(piece: str) -> bytes:
    """Give the name under which the vector of a text is kept; it goes where the text goes."""
    return blake2b(piece.encode(), digest_size=16).digest()


def _name(kind: str, address: str) -> str:
    """Give an entry's key in words; an episode's names an occasion, and tells nothing of it."""
    key = parse(address).key if kind in LONG_TERM else address[len(kind) + 1 :]
    told = _PARTED.sub(" ", key).strip()
    return told if kind != "episodic" and any(map(str.isalpha, told)) else ""


def _plain(content: object) -> str:
    """Write a value as lines of text: what is named with its name, ids left out."""
    if isinstance(content, dict):
        told = ((str(name), _plain(value)) for name, value in content.items() if name != "id")
        return "\n".join(f"{name}: {value}" for name, value in told if value)
    if isinstance(content, (list, tuple)):
        return "\n".join(filter(None, map(_plain, content)))
    return "" if content is None else str(content)


def _parted(text: str) -> tuple[str, ...]:
    """Part a text at the ends of sentences and lines, and a sentence that has none within reach anywhere."""
    if len(text) <= SIZE:
        return (text,)
    found = [""]
    for sentence in _ENDS.split(text[: SIZE * MOST]):
        for start in range(0, len(sentence), SIZE):
            part = sentence[start : start + SIZE]
            if len(found[-1]) + len(part) < SIZE:
                found[-1] = f"{found[-1]} {part}".lstrip()
            else:
                found.append(part)
    return tuple(dict.fromkeys(part for part in found if part.strip()))[:MOST]
