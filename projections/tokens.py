"""How many tokens is a text, roughly?"""

import re
from collections.abc import Callable, Iterable

TokenCounter = Callable[[str], int]

# A word's first seven letters are a token, then every four; three digits are one; letters written without spaces
# between words cost nearly one each, other signs three quarters: in twentieths, so that sums are exact.
_WORD, _SIGN, _CJK = 20, 15, 19

_ASCII = [chr(code) for code in range(128)]
_SPACE = b" " * 256
_LETTERS = bytes(ord("a") if one.isalpha() else 32 for one in _ASCII) + _SPACE[128:]
_DIGITS = bytes(ord("0") if one.isdigit() else 32 for one in _ASCII) + _SPACE[128:]
_NO_SIGNS = bytes(ord(one) for one in _ASCII if one.isalnum() or one.isspace())

_FOREIGN = re.compile(r"[^\x00-\x7f]+")
_WORDY = re.compile("[\x80-\u1fff]")  # scripts that have words: é, я, ع
_WORDS = re.compile(r"[^\W\d_\u3040-\U0010ffff]+")
_NUMBERS = re.compile(r"\d+")
_SIGNS = re.compile(r"[^\w\s]|_")
_CJK_LETTERS = re.compile(r"[^\W\d_\0-\u303f]")


class _Lengths(dict[int, int]):
    """What a run of so many letters, or digits, counts."""

    def __init__(self, first: int, each: int) -> None:
        self._first, self._each = first, each
        super().__init__((n, self[n]) for n in range(1, 40))

    def __missing__(self, length: int) -> int:
        return 1 + -(min(self._first - length, 0) // self._each)


_OF_WORD, _OF_NUMBER = _Lengths(7, 4), _Lengths(3, 3)


def estimate(text: str) -> int:
    """Estimate without a tokenizer: within 0.85 to 1.45 of real ones, for English, Chinese and JSON alike.

    >>> estimate("The timeout is 9800 ms"), estimate("用户喜欢喝茶")
    (6, 6)
    """
    if text.isascii():
        return _rounded(_ascii(text.encode()))
    foreign = "".join(_FOREIGN.findall(text))
    if _WORDY.search(foreign):
        words = _tokens(_WORDS.findall(text), _OF_WORD) + _tokens(_NUMBERS.findall(text), _OF_NUMBER)
        signs, letters = len(_SIGNS.findall(text)), len(_CJK_LETTERS.findall(text))
        return _rounded(_WORD * words + _SIGN * signs + _CJK * letters)
    letters = len(foreign) if foreign.isalpha() else sum(map(str.isalpha, foreign))
    spaces = 0 if foreign.isprintable() else sum(map(str.isspace, foreign))
    # each foreign character is one sign where "?" replaces it
    return _rounded(_ascii(text.encode("ascii", "replace")) + (_CJK - _SIGN) * letters - _SIGN * spaces)


def _ascii(text: bytes) -> int:
    words = _tokens(text.translate(_LETTERS).split(), _OF_WORD) + _tokens(text.translate(_DIGITS).split(), _OF_NUMBER)
    return _WORD * words + _SIGN * len(text.translate(None, _NO_SIGNS))


def _tokens(runs: Iterable[str] | Iterable[bytes], lengths: _Lengths) -> int:
    return sum(map(lengths.__getitem__, map(len, runs)))


def _rounded(twentieths: int) -> int:
    return -(-twentieths // 20)
