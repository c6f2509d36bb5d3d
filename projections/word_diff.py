"""What differs inside a text, word by word? Chinese, written without spaces, character by character."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from msgspec import Struct

Sign = Literal[" ", "-", "+"]

# one character of a script without spaces, a word, a run of spaces, or any other sign
_WORD = re.compile(r"[\u2e80-\U0010ffff]|[^\W\u2e80-\U0010ffff]+|\s+|.", re.DOTALL)


class Piece(Struct, frozen=True):
    """A piece that is in both texts (`` ``), only in the one before (``-``), or only in the one after (``+``)."""

    sign: Sign
    text: str


def words(before: str, after: str, effort: int = 1_000_000_000) -> list[Piece]:
    """Tell two texts apart word by word; where that could take more than *effort*, by where they begin and end alike.

    >>> "".join(f"[{p.sign}{p.text}]" if p.sign != " " else p.text for p in words("limit 10 s", "limit 30 s"))
    'limit [-10][+30] s'
    >>> [p.text for p in words("用户喜欢茶", "用户不喜欢茶") if p.sign == "+"]
    ['不']
    """
    from difflib import SequenceMatcher  # only few views compare texts

    old, new = _WORD.findall(before), _WORD.findall(after)
    found: list[Piece] = []
    told: Iterable[tuple[str, int, int, int, int]]
    if _effort(old, new, lambda word: False) <= effort:
        told = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    elif _effort(old, new, str.isspace) <= effort:  # spaces, alike all over, go with the words beside them
        told = SequenceMatcher(str.isspace, old, new, autojunk=False).get_opcodes()
    else:
        told = _ends(old, new)
    for _, a, b, c, d in told:
        if old[a:b] == new[c:d]:
            found.append(Piece(" ", "".join(old[a:b])))
            continue
        if a < b:
            found.append(Piece("-", "".join(old[a:b])))
        if c < d:
            found.append(Piece("+", "".join(new[c:d])))
    return found


def _effort(old: Sequence[str], new: Sequence[str], leave: Callable[[str], bool]) -> int:
    """Bound how often words are compared: each pair of like words, once more for each word."""
    often = Counter(word for word in old if not leave(word))
    return sum(often[word] for word in new) * min(len(old), len(new))


def _ends(old: Sequence[str], new: Sequence[str]) -> list[tuple[str, int, int, int, int]]:
    most = min(len(old), len(new))
    start = next((n for n in range(most) if old[n] != new[n]), most)
    end = next((n for n in range(most - start) if old[-1 - n] != new[-1 - n]), most - start)
    a, c = len(old) - end, len(new) - end
    return [("equal", 0, start, 0, start), ("replace", start, a, start, c), ("equal", a, len(old), c, len(new))]


def marked(pieces: Iterable[Piece]) -> str:
    """Write pieces in one line, as ``git diff --word-diff`` does.

    >>> marked(words("in 10 s", "in 30 s"))
    'in [-10-]{+30+} s'
    """
    shapes = {" ": "{}", "-": "[-{}-]", "+": "{{+{}+}}"}
    return "".join(shapes[piece.sign].format(piece.text) for piece in pieces)
