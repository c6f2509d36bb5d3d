"""What a text is made of, for comparing and finding: words, and Chinese in pairs of characters."""

import re
import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache
from unicodedata import category

from msgspec import Struct

from eventlog.values import canonical

_LONGEST = 100  # characters of a word that tell it from others: a table cuts very long ones, too
_VOWELS = frozenset("aeiouy")
_FIRST_CJK = "\u3040"  # kana; what else lies above it and is a letter has no spaces between words either


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


def look(value: object) -> str:
    """Reduce a content to what it looks like; two of one look are shown as alike, never stored as one."""
    return fold(value) if isinstance(value, str) else "\0" + fold(canonical(value).decode())


class Term(Struct, frozen=True):
    """One thing looked for: lexemes side by side, or, as a *prefix*, whatever begins like the only one."""

    lexemes: tuple[str, ...]
    prefix: bool = False
    told: str = ""  # as it was asked for, where that is another

    @property
    def text(self) -> str:
        """How it reads."""
        if self.told:
            return self.told
        bare, *rest = self.lexemes
        told = bare + "".join(each[-1] if is_cjk(each) else f" {each}" for each in rest)
        return told + "*" if self.prefix and not is_cjk(bare) else told

    def times(self, lexemes: Sequence[str]) -> int:
        """Count where it stands in *lexemes*."""
        first = self.lexemes[0]
        if self.prefix:
            return sum(each.startswith(first) for each in lexemes)
        if len(self.lexemes) == 1:
            return lexemes.count(first)
        wanted, size = list(self.lexemes), len(self.lexemes)
        places = (i for i, each in enumerate(lexemes) if each == first)
        return sum(list(lexemes[i : i + size]) == wanted for i in places)


def lexemes(text: str) -> list[str]:
    """Split a text into what a search can find: stems of words, Chinese as pairs of characters and the last one, signs.

    >>> lexemes("API timeouts, C盘早报 🚀")
    ['api', 'timeout', 'c', '盘早', '早报', '报', '🚀']
    """
    found: list[str] = []
    for run in _runs(_bare(text)):
        if is_cjk(run) and run[0].isalpha():
            found += [run[i : i + 2] for i in range(len(run))]
        else:
            found.append(stem(run))
    return found


def wanted(query: str) -> list[Term]:
    """Split *query* into what is looked for, each once: words, ``"phrases"``, ``prefixes*``, runs of Chinese in pairs.

    >>> [term.text for term in wanted('time* "API limits" 用户喜 盘')]
    ['api limit', 'time*', '用户', '户喜', '盘']
    """
    found: dict[tuple[tuple[str, ...], bool], Term] = {}

    def look_for(lexemes: tuple[str, ...], prefix: bool = False, told: str = "") -> None:
        found.setdefault((lexemes, prefix), Term(lexemes, prefix, told))

    *quoted, last = query.split('"')
    if len(quoted) % 2:  # the last quote is never closed
        quoted, last = quoted[:-1], quoted[-1] + " " + last
    for phrase in quoted[1::2]:
        if spelled := lexemes(phrase):
            cut = len(spelled) > 1 and is_cjk(spelled[-1]) and len(spelled[-1]) == 1
            look_for(tuple(spelled[:-1] if cut else spelled), _alone(spelled))
    for part in " ".join((*quoted[::2], last)).split():
        runs = list(_runs(_bare(part)))
        for run in runs:
            if is_cjk(run) and run[0].isalpha():
                for pair in [run] if len(run) == 1 else [run[i : i + 2] for i in range(len(run) - 1)]:
                    look_for((pair,), len(run) == 1)
            elif part.endswith("*") and run is runs[-1]:
                look_for((run,), True)
            else:
                root = stem(run)
                look_for((root,), told=run if run != root else "")
    return list(found.values())


def spans(text: str, terms: Sequence[Term]) -> list[tuple[int, int]]:
    """Find where in *text*, as it was written, the words of *terms* stand.

    >>> spans("The API's Timeouts", wanted("timeout")), spans("用户喜欢喝茶", wanted("喜欢"))
    ([(10, 18)], [(2, 4)])
    """
    whole = {each for term in terms for each in term.lexemes}
    begun = tuple(term.lexemes[0] for term in terms if term.prefix)
    spelled = [(piece, place) for place, char in enumerate(text) for piece in _bare(char) or " "]
    places = [place for _, place in spelled]
    found: list[tuple[int, int]] = []
    for match in _patterns()[0].finditer("".join(piece for piece, _ in spelled)):
        start, run = match.start(), match[0]
        if is_cjk(run):
            for i in range(len(run)):
                if part := next((p for p in (run[i : i + 2], run[i]) if p in whole), ""):
                    found.append((places[start + i], places[start + i + len(part) - 1] + 1))
        elif stem(run) in whole or (begun and run.startswith(begun)):
            found.append((places[start], places[start + len(run) - 1] + 1))
    return _joined(found)


@cache  # taking it in lasts as long as many a command, and most never search
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Give what finds a run (of letters with spaces between words, of those without, or a sign), and accents."""
    runs = re.compile(r"[^\W_\u3040-\U0010ffff]+|[^\W\x00-\u303f]+|[^\w\s\x00-\x7f]")
    return runs, re.compile(r"[\u00aa-\u036f\u0386-\u1fff]")


@lru_cache(maxsize=10_000)
def stem(word: str) -> str:
    """Take an English ending off, so that one word finds its other forms.

    >>> [stem(word) for word in ("timeouts", "stories", "planned", "using", "movie", "this")]
    ['timeout', 'story', 'plan', 'us', 'movy', 'this']
    """
    if len(word) < 5 or not word.isascii() or not word.isalpha():
        return word[:-1] if len(word) == 4 and word[-1] == "s" and word[-2] not in "isu" and word.isascii() else word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith("ie"):
        return word[:-2] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    if word[-1] == "s":
        return word if word[-2] in "sui" else word[:-1].removesuffix("'")
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(left := word.removesuffix(ending)) > 1 and not _VOWELS.isdisjoint(left):
            return left[:-1] if len(left) > 3 and left[-1] == left[-2] and left[-1] not in "lsz" else left
    return word


def scripts(run: str) -> list[str]:
    """Split a run of letters where Latin and Chinese meet.

    >>> scripts("用户alice")
    ['用户', 'alice']
    """
    return [run] if run.isascii() else _patterns()[0].findall(run)


def is_cjk(run: str) -> bool:
    """Tell whether a run of one script is written without spaces between words."""
    return run[0] >= _FIRST_CJK


def _runs(bare: str) -> list[str]:
    found: list[str] = _patterns()[0].findall(bare)
    if not bare.isascii():
        found = [run for run in found if run[0].isalnum() or category(run)[0] == "S"]
    return [run if len(run) <= _LONGEST or is_cjk(run) else run[:_LONGEST] for run in found]


def _bare(text: str) -> str:
    """Fold a text for searching: accents off as well."""
    folded = fold(text)
    if folded.isascii() or not _patterns()[1].search(folded):
        return folded
    split = unicodedata.normalize("NFKD", folded)
    return unicodedata.normalize("NFC", "".join(c for c in split if not "\u0300" <= c <= "\u036f"))


def _alone(spelled: list[str]) -> bool:
    return len(spelled) == 1 and len(spelled[0]) == 1 and is_cjk(spelled[0])


def _joined(found: list[tuple[int, int]]) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for start, end in found:
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined
