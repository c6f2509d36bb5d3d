"""Reading a scratchpad's Markdown page back: the inverse of `belieflog.exporting.markdown`."""

import re
from typing import Any

import msgspec

from belieflog.exporting.markdown import MARKS, WORDS
from belieflog.exporting.page import FORMAT, SECTIONS, Item, Page, address_of
from belieflog.exporting.spelling import ATTRIBUTES
from belieflog.importing.operations import Bad
from eventlog.values import decode

_ATTRIBUTE = re.compile(rf"- ({'|'.join(ATTRIBUTES)}):(?: (.*)|)$")
_STEP = re.compile(r"[-*] \[(.)\] (.*)$")
_FENCE = re.compile(r"(```+)(\w*)$")
_STATUS = {mark: status for status, mark in MARKS.items()} | {"X": "done"}
_END = "<!-- the end"
BELONGS = {
    "goal": ("criterion",), "progress": ("next",), "question": ("needs",), "failure": ("why", "avoid", "input"),
    "note": ("description",), "fact": ("confidence", "source"), "assumption": ("confidence",),
}  # fmt: skip
DEFAULTS = {"needs": "agent", "why": "", "avoid": "", "input": None}  # what a content leaves out


class Wrong(Exception):
    """A line that can't be understood, and why."""

    def __init__(self, line: int, why: str) -> None:
        self.bad = Bad(line, why)


def read(text: str) -> tuple[Page, dict[str, int]]:
    """Read a page, and on which line each of its entries begins; raises `Wrong`."""
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    told = lines[0].removeprefix("<!-- ").removeprefix(FORMAT).removesuffix(" -->")
    try:
        page = msgspec.convert({**decode(told), "entries": []}, Page)
    except (msgspec.MsgspecError, TypeError, RecursionError) as error:
        raise Wrong(1, f"the first line isn't as it was exported ({error}): export again") from None
    if not any(line.startswith(_END) for line in lines[-20:]):
        raise Wrong(len(lines), "the page was cut short: its last line is missing")
    parser = _Parser(lines)
    parser.run()
    return msgspec.structs.replace(page, entries=parser.items), parser.places


class _Parser:
    def __init__(self, lines: list[str]) -> None:
        self._lines, self._at = lines, 1
        self.items: list[Item] = []
        self.places: dict[str, int] = {}
        self._kind = ""
        self._begin("")

    def run(self) -> None:
        """Take line after line."""
        while self._at < len(self._lines):
            line = self._lines[self._at]
            self._at += 1
            if line.startswith("### "):
                self._end()
                if not self._kind or address_of(self._kind, "") == self._kind:
                    raise Wrong(
                        self._at, "an entry with a key stands under Constraints, Facts, Notes and the like only"
                    )
                self._begin(self._inline(line[4:].strip()), named=True)
            elif line.startswith("## "):
                self._end()
                title = line[3:].strip()
                if title not in SECTIONS:
                    raise Wrong(self._at, f"there is no section {title!r}: use one of {', '.join(SECTIONS)}")
                self._kind = SECTIONS[title]
                self._begin("")
            elif line.startswith(_END):
                self._end()
                return
            elif line.startswith("<!--"):
                continue
            else:
                self._take(line)

    def _begin(self, key: str, named: bool = False) -> None:
        self._key, self._named, self._first = key, named, self._at
        self._texts: list[str] = []
        self._fenced: Any = None
        self._has_fence = False
        self._beside: dict[str, Any] = {}
        self._criteria: list[str] = []
        self._steps: list[dict[str, str]] = []

    def _take(self, line: str) -> None:
        if self._kind == "plan":
            if found := _STEP.fullmatch(line.strip()):
                self._step(*found.groups())
            elif line.strip():
                raise Wrong(self._at, "a line of the plan is a step: '- [ ] what to do'")
        elif found := _ATTRIBUTE.fullmatch(line):
            self._attribute(found[1], (found[2] or "").strip())
        elif found := _FENCE.fullmatch(line.rstrip()):
            if self._has_fence or any(map(str.strip, self._texts)):
                raise Wrong(self._at, "an entry says one thing: put all of it between one pair of fences")
            self._fenced, self._has_fence = self._between(found[1], found[2]), True
        elif line.strip() and self._has_fence:
            raise Wrong(self._at, "an entry says one thing: put all of it between one pair of fences")
        elif line.strip() and (not self._kind or not (self._named or address_of(self._kind, "") == self._kind)):
            raise Wrong(self._at, "stands under no entry: begin one with '## Notes' and '### KEY'")
        else:
            self._texts.append(line)

    def _step(self, mark: str, text: str) -> None:
        if mark not in _STATUS:
            raise Wrong(self._at, f"'[{mark}]' is no mark of a step: use [ ], [~], [x] or [-]")
        self._steps.append({"text": self._inline(text.strip()), "status": _STATUS[mark]})

    def _attribute(self, name: str, text: str) -> None:
        if name not in BELONGS.get(self._kind, ()):
            raise Wrong(
                self._at, f"'{name}' belongs to no {self._kind or 'page'}: if it is text, put it between ```text fences"
            )
        if name == "criterion":
            self._criteria.append(self._inline(text))
        elif name in self._beside:
            raise Wrong(self._at, f"'{name}' is there twice")
        else:
            self._beside[name] = self._json(text) if name in ("input", "confidence") else self._inline(text)

    def _between(self, fence: str, kind: str) -> Any:
        if kind not in ("text", "json", ""):
            raise Wrong(
                self._at,
                f"what stands between fences is ```text or ```json, not {kind!r}: use a longer fence around it",
            )
        start = self._at
        while self._at < len(self._lines):
            self._at += 1
            if self._lines[self._at - 1].rstrip() == fence:
                inside = "\n".join(self._lines[start : self._at - 1])
                return self._json(inside) if kind == "json" else inside
        raise Wrong(start, f"the fence {fence} isn't closed")

    def _inline(self, text: str) -> str:
        if not text.startswith('"'):
            return text
        value = self._json(text)
        if not isinstance(value, str):
            raise Wrong(self._at, "in quotes stands a text")
        return value

    def _json(self, text: str) -> Any:
        try:
            return decode(text)
        except (msgspec.MsgspecError, RecursionError) as error:
            raise Wrong(self._at, f"{text[:40]!r} is no JSON ({error})") from None

    def _end(self) -> None:
        """Finish the entry that was begun, if any."""
        if self._kind == "plan":
            if self._steps:
                self._add(Item("plan", self._steps))
            return
        if not self._has_fence and not any(map(str.strip, self._texts)):
            if self._named or self._beside or self._criteria:
                raise Wrong(self._first, "the entry says nothing: write what it says, or take it out with its heading")
            return
        value = self._fenced if self._has_fence else "\n".join(self._texts).strip("\n")
        if not self._has_fence:
            value = value.strip()
        beside = dict(self._beside)
        described, sure, source = (beside.pop(name, None) for name in ("description", "confidence", "source"))
        if sure is not None and type(sure) not in (int, float):
            raise Wrong(self._first, f"{sure!r} is no confidence: give a number from 0 to 1")
        if self._kind in WORDS:
            told = {name: each for name, each in beside.items() if each != DEFAULTS.get(name)}
            value = {WORDS[self._kind]: value, **told, **({"criteria": self._criteria} if self._criteria else {})}
        self._add(
            Item(
                address_of(self._kind, self._key),
                value,
                described or "",
                None if sure is None else float(sure),
                source or "",
            )
        )

    def _add(self, item: Item) -> None:
        if item.address in self.places:
            raise Wrong(self._first, f"'{item.address}' is there twice")
        self.places[item.address] = self._first
        self.items.append(item)
