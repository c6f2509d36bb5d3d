"""Patterns of one's own that would take for ever on some text: repeats within repeats, as in ``(a+)+$``."""

import re

_PART = re.compile(
    r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|(?P<open>\((?:\?(?:P<\w+>|<?[=!]|[a-zA-Z-]*[:)]|>|#[^)]*))?)"
    r"|(?P<close>\))|.",
    re.DOTALL,
)
_REPEAT = re.compile(r"(?:[*+]|\{(?P<least>\d*)(?P<to>,?)(?P<most>\d*)\})(?P<how>[+?]?)")
_FEW = 9  # repeats of a group that are no trouble


def nested_repeat(regex: str) -> str | None:
    """Give the first group of *regex* that repeats something of no fixed number and is itself repeated, if there is one.

    >>> nested_repeat("EMP-(?:[a-z]+)+"), nested_repeat("EMP-(?:[a-z]++-)+"), nested_repeat("(?:[0-9]{4} ?){4}")
    ('(?:[a-z]+)+', None, None)
    """
    within: list[tuple[int, bool, bool]] = []  # where each open group began, if it is atomic, if something varies in it
    varies, at = False, 0
    while at < len(regex):
        part = _PART.match(regex, at)
        assert part is not None
        began, at, inner = at, part.end(), False
        if part["open"] and part["open"].endswith(")"):
            continue  # flags or a comment
        if part["open"]:
            within.append((began, part["open"] == "(?>", varies))
            varies = False
            continue
        if part["close"] and within:
            began, atomic, outer = within.pop()
            inner, varies = varies and not atomic, outer or (varies and not atomic)
        repeat = _REPEAT.match(regex, at)
        if repeat is not None:
            at = repeat.end()
            if inner and repeat["how"] != "+" and _many(repeat):
                return regex[began:at]
            varies = varies or (repeat["how"] != "+" and _of_no_fixed_number(repeat))
    return None


def _many(repeat: re.Match[str]) -> bool:
    if repeat["least"] is None:
        return True
    return int(repeat["most"] or repeat["least"] or 0) > _FEW or bool(repeat["to"] and not repeat["most"])


def _of_no_fixed_number(repeat: re.Match[str]) -> bool:
    return repeat["least"] is None or bool(repeat["to"] and repeat["most"] != repeat["least"])
