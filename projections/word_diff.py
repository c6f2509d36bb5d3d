"""What differs inside a text, word by word? Chinese, written without spaces, character by character."""

import re
from collections.abc import Iterable
from typing import Any, Literal

from msgspec import Struct

from eventlog.values import canonical

Sign = Literal[" ", "-", "+"]

# one character of a script without spaces, a word, a run of spaces, or any other sign
_WORD = re.compile(r"[\u2e80-\U0010ffff]|[^\W\u2e80-\U0010ffff]+|\s+|.", re.DOTALL)


class Piece(Struct, frozen=True):
    """A piece that is in both texts (`` ``), only in the one before (``-``), or only in the one after (``+``)."""

    sign: Sign
    text: str


def words(before: str, after: str) -> list[Piece]:
    """Tell two texts apart word by word.

    >>> "".join(f"[{p.sign}{p.text}]" if p.sign != " " else p.text for p in words("limit 10 s", "limit 30 s"))
    'limit [-10][+30] s'
    >>> [p.text for p in words("用户喜欢茶", "用户不喜欢茶") if p.sign == "+"]
    ['不']
    """
    from difflib import SequenceMatcher  # only few views compare texts

    old, new = _WORD.findall(before), _WORD.findall(after)
    found: list[Piece] = []
    for _, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if old[a:b] == new[c:d]:
            found.append(Piece(" ", "".join(old[a:b])))
            continue
        if a < b:
            found.append(Piece("-", "".join(old[a:b])))
        if c < d:
            found.append(Piece("+", "".join(new[c:d])))
    return found


def plain(value: Any) -> str:
    """Give a value as a text to compare: itself, or its JSON."""
    return value if isinstance(value, str) else canonical(value).decode()


def marked(pieces: Iterable[Piece]) -> str:
    """Write pieces in one line, as ``git diff --word-diff`` does.

    >>> marked(words("in 10 s", "in 30 s"))
    'in [-10-]{+30+} s'
    """
    shapes = {" ": "{}", "-": "[-{}-]", "+": "{{+{}+}}"}
    return "".join(shapes[piece.sign].format(piece.text) for piece in pieces)
