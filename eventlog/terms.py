"""What a text is made of, for comparing and finding: words, and Chinese in pairs of characters."""

import re
import unicodedata
from collections.abc import Iterator
from itertools import groupby

_WORD = re.compile(r"[^\W_]+")
_FIRST_CJK = "\u3040"  # kana; what else lies above it and is a letter has no spaces between words either
_PREFIX = 3  # a shorter Latin word must stand alone: "c" would find every word with c


def fold(text: str) -> str:
    """Make look-alikes alike: NFKC, case-folded, spaces collapsed.

    >>> fold("５  MW") == fold("5 mw")
    True
    """
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    text = text.casefold()
    if text.isprintable() and "  " not in text and not text.startswith(" ") and not text.endswith(" "):
        return text  # a printable text has no other spaces, and splitting takes longest
    return " ".join(text.split())


def terms(query: str) -> list[str]:
    """Split *query* into what is looked for, each once: words, and runs of Chinese as pairs of characters.

    A query without a word (an emoji, punctuation) is looked for as it stands.

    >>> terms("API timeout, C盘早报")
    ['api', 'timeout', 'c', '盘早', '早报']
    """
    folded = fold(query)
    found: dict[str, None] = {}
    for run in _runs(folded):
        if not is_cjk(run) or len(run) < 2:
            found[run] = None
        else:
            found.update((run[i : i + 2], None) for i in range(len(run) - 1))
    return list(found) or ([folded] if folded else [])


def matched(wanted: list[str], folded: str) -> list[str]:
    """Give those of the *wanted* terms that the *folded* text holds: words by their beginning.

    >>> matched(["time", "out", "盘"], fold("timeout of C盘"))
    ['time', '盘']
    """
    present = [term for term in wanted if term in folded]
    if not present:
        return present
    words = list(_runs(folded))
    return [term for term in present if _found(term, words)]


def scripts(run: str) -> Iterator[str]:
    """Split a run of letters where Latin and Chinese meet.

    >>> list(scripts("用户alice"))
    ['用户', 'alice']
    """
    if run.isascii():
        yield run
    else:
        yield from ("".join(part) for _, part in groupby(run, is_cjk))


def is_cjk(run: str) -> bool:
    """Tell whether a run of one script is written without spaces between words."""
    return run[0] >= _FIRST_CJK


def _runs(folded: str) -> Iterator[str]:
    for run in _WORD.findall(folded):
        yield from scripts(run)


def _found(term: str, words: list[str]) -> bool:
    if is_cjk(term) or not term.isalnum():
        return True
    if len(term) < _PREFIX:
        return term in words
    return any(word.startswith(term) for word in words)
