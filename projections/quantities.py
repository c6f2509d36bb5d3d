"""Which numbers does a text say, with which units, and what stands beside them?"""

import re
import unicodedata
from decimal import Decimal

from msgspec import Struct

from eventlog.terms import is_cjk

Quantity = tuple[Decimal, str]  # a number, and its unit: empty where it is none that is known

_TOKEN = re.compile(r"[A-Za-z0-9_]+(?:(?:[./:@#-]|,(?=\d{3}(?!\d)))[A-Za-z0-9_]+)*")
_QUANTITY = re.compile(r"(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)([A-Za-z]{0,5})")
_AFTER = re.compile(r"\s*([%°]|[A-Za-z]+(?![\w/])|[\u3040-\u9fff]{1,2})")
_RANGE = re.compile(r"\d+(?:\.\d+)?-\d+(?:\.\d+)?")
_DIGITS = re.compile(r"[\d.,-]+")
_WORD = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)*")
_CAMEL = re.compile(r"[a-z][A-Z]")
_SENTENCES = re.compile(r"[A-Za-z]?[a-z]*\.[A-Z][a-z]*")  # two that lack the space between them
_PHRASES = frozenset({"and/or", "he/she", "his/her", "e.g", "i.e", "a.m", "p.m"})
_ENDINGS = frozenset({"st", "nd", "rd", "th"})
_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "\u2212": "-"})

_UNITS = {
    spelling: told[0]
    for told in (
        ("ns", "nanosecond", "nanoseconds", "纳秒"), ("us", "microsecond", "microseconds", "微秒"),
        ("ms", "msec", "millisecond", "milliseconds", "毫秒"), ("s", "sec", "secs", "second", "seconds", "秒"),
        ("min", "mins", "minute", "minutes", "分钟"), ("h", "hr", "hrs", "hour", "hours", "小时"),
        ("days", "day", "天"), ("weeks", "week", "周"), ("months", "month", "个月"), ("years", "year", "年"),
        ("月",), ("日", "号"), ("点",),
        ("kb", "kib"), ("mb", "mib"), ("gb", "gib"), ("tb", "tib"), ("%", "percent"),
        ("usd", "dollar", "dollars", "美元", "$"), ("eur", "euro", "euros", "欧元", "€"),
        ("gbp", "pounds", "英镑", "£"), ("cny", "rmb", "yuan", "元", "¥"),
        ("kg", "公斤"), ("km", "公里"), ("m", "米"), ("次", "times"), ("岁",),
    )
    for spelling in told
}  # fmt: skip
_NUMERALS = {
    word: Decimal(n)
    for n, words in enumerate((
        "zero none 零 〇", "one once 一", "two twice 二 两", "three 三", "four 四", "five 五", "six 六", "seven 七",
        "eight 八", "nine 九", "ten 十", "eleven 十一", "twelve 十二", "thirteen 十三", "fourteen 十四", "fifteen 十五",
    ))
    for word in words.split()
}  # fmt: skip


class Parsed(Struct):
    """A text in its plain form, its quantities and identifiers, and the rest of it."""

    text: str
    quantities: list[Quantity] = []
    names: list[str] = []
    rest: str = ""


def parse(text: str) -> Parsed:
    """Take a text apart.

    >>> parsed = parse("keep api_v2 under ９.５ s, for 3 users")
    >>> [spelt(each) for each in parsed.quantities], parsed.names, parsed.rest
    (['9.5 s', '3'], ['api_v2'], 'keep   under  , for   users')
    """
    plain = unicodedata.normalize("NFKC", text).translate(_APOSTROPHES)
    parsed, last = Parsed(plain), 0
    for match in _TOKEN.finditer(plain):
        end = match.end()
        if quantity := _quantity(match):
            unit, end = _unit(match, quantity[1])
            parsed.quantities.append((quantity[0], unit))
        elif _is_name(match[0]):
            parsed.names.append(match[0])
        elif _RANGE.fullmatch(match[0]):
            parsed.quantities += [(Decimal(part), "") for part in match[0].split("-")]
        else:
            continue
        parsed.rest += plain[last : match.start()] + " "
        last = max(end, last)
    parsed.rest += plain[last:]
    return parsed


def said(wanted: Quantity, found: Parsed) -> bool:
    """Tell whether a text says a quantity: its number, in figures or a small one in words, with no other unit."""
    value, unit = wanted
    units = {u for v, u in found.quantities if v == value}
    lower = found.text.lower()
    if not units and not any(n == value and _spoken(word, lower) for word, n in _NUMERALS.items()):
        return False
    spellings = (spelling for spelling, meant in _UNITS.items() if meant == unit)
    return not unit or unit in units or (units <= {""} and any(_spoken(each, lower) for each in spellings))


def spelt(quantity: Quantity) -> str:
    """Write a quantity."""
    return f"{quantity[0]:f} {quantity[1]}".rstrip()


def _quantity(match: re.Match[str]) -> tuple[Decimal, str] | None:
    """Give the number that a token is, and the unit or ending that is written to it."""
    number = _QUANTITY.fullmatch(match[0])
    if number is None or (number[2] and number[2].lower() not in _UNITS and number[2] not in _ENDINGS):
        return None
    value = Decimal(number[1].replace(",", ""))
    before = match.string[: match.start()]
    negative = before.endswith("-") and not before[:-1].rstrip()[-1:].isalnum()
    return (-value if negative else value), number[2].lower()


def _unit(match: re.Match[str], attached: str) -> tuple[str, int]:
    """Give the unit of a number, none where it isn't a known one, and where it ends."""
    text = match.string
    if attached:
        return _UNITS.get(attached, ""), match.end()
    if match.start() and (sign := text[match.start() - 1]) in _UNITS:
        return _UNITS[sign], match.end()
    if after := _AFTER.match(text, match.end()):
        word = after[1].lower()
        for spelling in (word, word[:1]) if is_cjk(word) else (word,):
            if spelling in _UNITS:
                return _UNITS[spelling], after.start(1) + len(spelling)
    return "", match.end()


def _spoken(word: str, text: str) -> bool:
    if word.isascii() and word.isalpha():
        return re.search(rf"(?<![a-z]){word}(?![a-z])", text) is not None
    return word in text


def _is_name(token: str) -> bool:
    """Tell an identifier from a word: it has digits, joints or humps within."""
    if _WORD.fullmatch(token):
        return _CAMEL.search(token) is not None
    if not token.strip("_"):
        return False
    if _DIGITS.fullmatch(token):
        return token.count("-") == 2 or token.count(".") > 1  # a date, a version
    return token.lower() not in _PHRASES and not _SENTENCES.fullmatch(token)
