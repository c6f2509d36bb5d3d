"""Does one text still say what another said?

What must be there: every number, with a unit that isn't another one; every identifier (a path, a version, a name in
code) and name; most of the words, or pairs of Chinese characters; and a *not* where there was one. Both texts are to be
in one language. This guards against loss and wrong numbers, not against a writer who puts the contrary in the same words.
"""

import re
from math import ceil

from msgspec import Struct

from eventlog.terms import fold, is_cjk, lexemes
from projections import quantities
from projections.quantities import Parsed

_SHARE = 0.7  # of the words, and of the Chinese pairs, that must be there

_LETTERS = re.compile(r"(?:[^\W_][\u0300-\u036f]*)+")
_TITLE = re.compile(r"《([^《》]+)》")
_CAPITAL = re.compile(r"(?<=[a-z0-9,)] )[A-Z][A-Za-z]+(?!\w)")  # within a sentence: a name, in English
_NOT = re.compile(r"\b(?:not|no|never|none|without|cannot|avoid|\w+n't)\b")
_NOT_CJK = re.compile(r"[不没無无勿别莫未非禁避]")
_EMPTY = frozenset(
    lexemes(
        "a an the of in on at to for from by with as and or is are was were be been it its this that these those i you he "
        "we she they my your our their me us them do does did has have had will would can could should shall may must so "
        "than then there here also just very s t re ve ll d m not no never don doesn didn isn aren wasn won cannot use "
        "uses using find make get keep need want know"
    )
)
_EMPTY_CJK = str.maketrans(dict.fromkeys("的了吗呢吧啊呀嘛和与及在是为也都就还很我你您他她它们这那之其把被给让请", " "))


class Gap(Struct, frozen=True):
    """What a text doesn't say any more, and the numbers that it says otherwise."""

    lost: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()

    @property
    def none(self) -> bool:
        """Whether all is still said."""
        return not self.lost and not self.wrong


def compare(told: str, answer: str, beside: str = "") -> Gap:
    """Say what of *told* is missing in *answer*, and which numbers are wrong there: other ones of the same unit.

    Numbers that are *beside* it, where more is told, aren't wrong.

    >>> compare("the timeout of api_v2 is 10 s", "The api_v2 timeout: ten seconds").none
    True
    >>> compare("the timeout of api_v2 is 10 s", "api_v1 has a timeout of 30 s")
    Gap(lost=('10 s', 'api_v2'), wrong=('30 s',))
    >>> compare("不要在周五部署", "周五部署").lost
    ('不',)
    """
    wanted, found = quantities.parse(told), quantities.parse(answer)
    lost = [quantities.spelt(q) for q in wanted.quantities if not quantities.said(q, found)]
    lost += [name for name in wanted.names if not _named(name, found.text)]
    lost += [title for title in _TITLE.findall(wanted.text) if fold(title) not in fold(found.text)]
    lost += _words_lost(wanted, found)
    lost += _negation_lost(wanted.text, found.text)
    values, units = {value for value, _ in wanted.quantities}, {unit for _, unit in wanted.quantities if unit}
    other = [q for q in found.quantities if q[1] in units and q[0] not in values]
    wrong = [quantities.spelt(q) for q in other if q not in quantities.parse(beside).quantities]
    return Gap(tuple(dict.fromkeys(lost)), tuple(dict.fromkeys(wrong)))


def _named(name: str, answer: str) -> bool:
    """Tell whether *answer* has the identifier, however its parts are joined."""
    parts = re.split(r"[-_\s]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).strip("_-"))
    pattern = r"[-_\s]*".join(re.escape(part) for part in parts if part)
    around = rf"(?<![A-Za-z0-9])(?<![A-Za-z0-9]_){pattern}(?![A-Za-z0-9]|[._/:@#-][A-Za-z0-9])"
    return re.search(around, answer, re.IGNORECASE | re.ASCII) is not None


def _words_lost(wanted: Parsed, found: Parsed) -> list[str]:
    """Give the names that are missing, and the words where too many are."""
    words, names = _words(wanted.rest.translate(_EMPTY_CJK)), _words(" ".join(_CAPITAL.findall(wanted.rest)))
    if not words:
        bare = not wanted.quantities and not wanted.names and fold(wanted.text)
        return [wanted.text] if bare and bare not in fold(found.text) else []
    spoken = {*lexemes(found.text), *lexemes(found.rest)}
    exact = len(wanted.quantities) + len(wanted.names)
    lost = [written for name, written in names.items() if not _spoken(name, spoken)]
    for chinese in (False, True):
        mine = {word: written for word, written in words.items() if is_cjk(word) is chinese}
        lost += _short(len(mine) + exact, [written for word, written in mine.items() if not _spoken(word, spoken)])
    return lost


def _words(text: str) -> dict[str, str]:
    """Give the words that say something, and pairs of Chinese characters, each with how it is written."""
    found: dict[str, str] = {}
    for run in _LETTERS.findall(text):
        parts = lexemes(run)
        found |= {parts[0]: run.casefold()} if len(parts) == 1 else dict(zip(parts, parts, strict=True))
    return {word: run for word, run in found.items() if word not in _EMPTY and len(word) > 1 and word.isalpha()}


def _short(wanted: int, missing: list[str]) -> list[str]:
    """Give what is missing of *wanted* things, numbers and identifiers included, where that is too much."""
    return missing if wanted - len(missing) < ceil(wanted * _SHARE) else []


def _spoken(word: str, spoken: set[str]) -> bool:
    """Tell whether a word is among those *spoken*, in another form perhaps: choke, choked; export, exporter."""
    return word in spoken or (not is_cjk(word) and any(_akin(word, other) for other in spoken))


def _akin(a: str, b: str) -> bool:
    shorter = min(len(a), len(b))
    if shorter < 4 or abs(len(a) - len(b)) > 3:
        return False
    same = next((n for n in range(shorter) if a[n] != b[n]), shorter)
    return same >= max(4, 0.75 * shorter)


def _negation_lost(told: str, answer: str) -> list[str]:
    found = _NOT.search(told.lower()) or _NOT_CJK.search(told)
    kept = _NOT.search(answer.lower()) or _NOT_CJK.search(answer)
    return [found[0]] if found and not kept else []
