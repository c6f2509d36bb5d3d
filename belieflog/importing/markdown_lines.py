"""A Markdown file's lines as separate things to remember, and which of them is which in the next version."""

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from itertools import count

from msgspec import Struct

from eventlog.names import LONGEST

ALIKE = 0.6  # how alike two versions of a line are at least
_COMPARED, _MOST = 500, 50_000_000  # characters of a line, and pairs of characters in a section: then all is new

_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t](.*))?")
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})")
_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(.*)")
_WORD = re.compile(r"[^\W_]+")

Place = tuple[tuple[str, ...], str]  # headings and key


class Line(Struct, frozen=True):
    """One item, paragraph, table row or block of code, below its headings."""

    number: int
    section: tuple[str, ...]
    text: str
    item: bool = False  # of a list


def read(text: str) -> Iterator[Line]:
    """Yield the lines of a Markdown file; lines that go on belong together.

    >>> [line.section + (line.text,) for line in read("# Use\\n- a\\n  more\\n- b\\n## Code\\ntext\\n")]
    [('Use', 'a\\nmore'), ('Use', 'b'), ('Use', 'Code', 'text')]
    """
    section: list[tuple[int, str]] = []
    open_: list[str] = []
    start, fence, first, listed = 0, "", True, False

    def closed() -> Iterator[Line]:
        if any(each.strip() for each in open_):
            titles = tuple(title for _, title in section if title)
            yield Line(start, titles, "\n".join(open_).strip("\n"), listed)
        open_.clear()

    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        if fence:
            open_.append(line.rstrip())
            if line.strip() == "---" if fence == "---" else _closes(line, fence):
                fence = ""
                yield from closed()
            continue
        if (opens := _FENCE.match(line)) or (first and line.rstrip() == "---"):
            yield from closed()
            start, fence, listed = number, opens[1] if opens else "---", False
            open_.append(line.rstrip())
        elif heading := _HEADING.fullmatch(line):
            yield from closed()
            level, title = len(heading[1]), _title(heading[2] or "")
            section = [each for each in section if each[0] < level] + [(level, title)]
        elif not line.strip() or _is_rule(line):
            yield from closed()
        elif (item := _ITEM.fullmatch(line)) or line.lstrip().startswith("|"):
            yield from closed()
            start, listed = number, item is not None
            open_.append((item[1] if item else line).strip())
        else:
            if not open_:
                start, listed = number, False
            open_.append(line.strip())
        first = first and not line.strip()
    yield from closed()


def placed(lines: Iterable[Line], before: Mapping[Place, str]) -> dict[Place, Line]:
    """Give each line its section and key: the one it had *before*, or that of the line which it is a version of.

    A new line's key is made of its first words. A line that stands twice in a section is one.
    """
    sections: dict[tuple[str, ...], dict[str, Line]] = {}
    for line in lines:
        sections.setdefault(line.section, {}).setdefault(line.text, line)
    known: dict[tuple[str, ...], dict[str, str]] = {}
    for (section, key), text in before.items():
        known.setdefault(section, {}).setdefault(text, key)
    found: dict[Place, Line] = {}
    for section, texts in sections.items():
        old = known.get(section, {})
        keys = {text: old[text] for text in texts if text in old}
        gone = [text for text in old if text not in texts]
        fresh = [text for text in texts if text not in old]
        keys |= {new: old[text] for new, text in _versions(fresh, gone)}
        taken = set(keys.values())
        for text, line in texts.items():
            if text not in keys:
                keys[text] = next(key for key in _keys(text) if key not in taken)
                taken.add(keys[text])
            found[section, keys[text]] = line
    return found


def _versions(fresh: list[str], gone: list[str]) -> Iterator[tuple[str, str]]:
    """Pair new lines with those that they replace, the most alike first."""
    news, olds = [text[:_COMPARED] for text in fresh], [text[:_COMPARED] for text in gone]
    if sum(map(len, news)) * sum(map(len, olds)) > _MOST:
        return
    alike = []
    for there, old in enumerate(olds):
        matcher = SequenceMatcher(None, b=old, autojunk=False)
        for here, new in enumerate(news):
            matcher.set_seq1(new)
            if matcher.real_quick_ratio() >= ALIKE and matcher.quick_ratio() >= ALIKE:
                ratio = matcher.ratio()
                if ratio >= ALIKE:
                    alike.append((-ratio, abs(here - there), here, there))
    paired: set[str] = set()
    for _, _, here, there in sorted(alike):
        if fresh[here] not in paired and gone[there] not in paired:
            paired |= {fresh[here], gone[there]}
            yield fresh[here], gone[there]


def _keys(text: str) -> Iterator[str]:
    words = _WORD.findall(text.lower())[:8]
    name = "-".join(words)[:60].strip("-") or "line"
    yield name
    yield from (f"{name}-{n}" for n in count(2))


def _closes(line: str, fence: str) -> bool:
    return set(line.strip()) == {fence[0]} and len(line.strip()) >= len(fence)


def _is_rule(line: str) -> bool:
    """Tell whether a line only parts what is above it from what is below, or a table's head from its body."""
    marks = set(line) - {" ", "\t"}
    return (len(marks) == 1 and marks <= set("-*_=") and len(line.strip()) > 1) or ({"|", "-"} <= marks <= set("|:-"))


def _title(text: str) -> str:
    text = text.strip()
    bare = text.rstrip("#")
    text = bare if not bare or bare[-1] in " \t" else text
    return "".join(char if char.isprintable() else " " for char in text[:LONGEST]).strip()
