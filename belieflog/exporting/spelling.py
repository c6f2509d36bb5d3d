"""How texts and values stand in a Markdown page, so that they read well and come back exactly.

A text stands as it is where nothing in it could be taken for the page's own lines; else between fences, and one
that holds characters which editors don't keep, as JSON. Any other value stands as JSON.
"""

import re
from typing import Any

import msgspec

from eventlog.values import canonical

ATTRIBUTES = ("criterion", "next", "needs", "why", "avoid", "input", "description", "confidence", "source")
_UNKEPT = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]")
_OURS = re.compile(rf"#|```|~~~|<!--|- \[.\] |- ({'|'.join(ATTRIBUTES)}):")
_TICKS = re.compile("`+")


def body(value: Any) -> list[str]:
    """Write a value as lines of its own."""
    if not isinstance(value, str):
        return ["```json", *written(value, indent=2).split("\n"), "```"]
    if _UNKEPT.search(value):
        return ["```json", written(value), "```"]
    lines = value.split("\n")
    if value.strip() == value != "" and not any(map(_OURS.match, lines)) and all(x == x.rstrip() for x in lines):
        return lines
    fence = "`" * max(3, 1 + max((len(ticks) for ticks in _TICKS.findall(value)), default=0))
    return [f"{fence}text", *(lines if value else ()), fence]


def inline(text: str) -> str:
    """Write a text on one line, in quotes where it couldn't stand there without."""
    plain = text.strip() == text != "" and text[0] != '"' and "\n" not in text and not _UNKEPT.search(text)
    return text if plain else written(text)


def written(value: Any, indent: int = 0) -> str:
    """Write a value as JSON that any editor keeps."""
    text = canonical(value)
    lines = msgspec.json.format(text, indent=indent) if indent else text
    return "\n".join(_UNKEPT.sub(_escaped, line) for line in lines.decode().split("\n"))


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"
