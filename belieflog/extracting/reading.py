"""Reading a turn clause by clause: what it says, what it puts right, and what it takes back.

What is taken back is dropped, and what may have been put right by words that can't be read is dropped too.
"""

import re
from collections.abc import Iterator

from belieflog.extracting import chinese, english
from belieflog.extracting.english_patterns import VALUE
from belieflog.extracting.found import Found, of_user
from belieflog.extracting.names import chinese_name, chinese_place, english_name, english_place, known_place
from belieflog.extracting.objections import Objection
from belieflog.extracting.statements import Statement, statements


class Reader:
    """Reads turns in order; remembers what the user is called and what a correction would be about."""

    def __init__(self) -> None:
        self.said: dict[str, tuple[Found, str]] = {}  # of the turn read last, by address, with its reason
        self.about_before = False  # whether that turn took back what the one before it said
        self._last: Found | None = None  # what a correction would be about
        self._name = ""

    def read(self, text: str) -> None:
        """Read a turn."""
        self.said, self.about_before = {}, False
        self._latest: Found | None = None
        self._recent: list[Found] = []  # found in the last clause of this turn in which anything was
        self._subject: list[Found] = []  # found in the clause before, if that is about the speaker
        self._objection, self._greeted = Objection.NONE, False
        self._denied: str | None = None
        for number, statement in enumerate(statements(text)):
            if statement.takes_back:
                self.about_before |= statement.takes_back == "joke" and number == 0
                self._drop([found for found, _ in self.said.values()])
                self._objection, self._denied = Objection.NONE, None
            else:
                self._clause(statement)
        self._last = self._latest

    def _clause(self, statement: Statement) -> None:
        language = chinese if statement.chinese else english
        found = list(self._found(statement))
        objection, rest = language.objection(statement.text)
        if objection is Objection.SURE or (objection is Objection.PLAIN and statement.joined):
            self._drop(self._recent)
        if not found:
            self._put_right(statement, objection, rest)
        for each in found:
            self._take(each, "the user said so")
            if each.what == "name":
                self._name = each.content
        if found:
            self._recent = found
        self._subject = found
        self._objection = objection if not rest else Objection.NONE
        self._denied = chinese.denies(statement.text) if statement.chinese else None
        self._greeted = language.greets(statement.text)

    def _found(self, statement: Statement) -> Iterator[Found]:
        text = statement.text
        if not statement.chinese:
            yield from english.read(text, self._greeted)
            return
        yield from chinese.read(chinese.of_speaker(text, self._subject) if statement.joined else text, self._greeted)
        called = chinese.nickname(text)
        if called and len(called) > 1 and self._name.endswith(called) and not chinese_name(called):
            yield of_user("nickname", called)

    def _put_right(self, statement: Statement, objection: Objection, rest: str) -> None:
        """Take a correction that says what it puts there, ``it is B``; or one that says nothing but ``B``."""
        before = self._latest or self._last
        objected = max(objection, self._objection)
        if put := self._instead(statement, objected):
            if right := _corrected(before, *put):
                self._take(right, "the user corrected it")
                self._recent = [right]
            elif statement.joined and put[0] is None and _short(put[1]):
                self._drop(self._recent)
            return
        if not objected or not rest or not self._recent:
            return
        right = _corrected(self._recent[-1], None, rest, bare=True)
        if right and (statement.joined or objected is Objection.SURE):
            self._take(right, "the user corrected it")
            self._recent = [right]
        elif right or (statement.joined and _short(rest)):
            self._drop(self._recent)

    def _instead(self, statement: Statement, objected: Objection) -> tuple[str | None, str] | None:
        amended = statement.joined and bool(self._recent)
        if not statement.chinese:
            marked = self._objection or (amended and english.amends(statement.text))
            return english.instead(f"no, {statement.text}" if marked else statement.text)
        value = chinese.instead(statement.text)
        marked = objected > Objection.POLITE or (amended and (objected or chinese.amends(statement.text)))
        return (self._denied, value) if value and (marked or self._denied) else None

    def _take(self, found: Found, because: str) -> None:
        self.said.pop(found.address, None)
        self.said[found.address] = found, because
        if found.what != "other":
            self._latest = found

    def _drop(self, found: list[Found]) -> None:
        for each in found:
            self.said.pop(each.address, None)
            if each.what == "name":
                self._name = ""


def _short(rest: str) -> bool:
    """Tell whether *rest* can be the one thing that should have been said."""
    if re.search(r"[\u4e00-\u9fff]", rest):
        return len(rest) <= 4 and not re.search(r"[我你了来吗吧]", rest)
    return len(rest.split()) <= 4 and not re.match(
        r"(?:i|i'm|my|for|to|about|but|we|if|that|this|it|it's|the|can|do)\b", rest, re.I
    )


def _corrected(last: Found | None, denied: str | None, value: str, *, bare: bool = False) -> Found | None:
    """Give *last* with another value, where it can have that value, and where what was denied is what it said."""
    value = value.strip()
    if denied is not None and (last is None or denied.removeprefix("我").strip() != last.content):
        own = denied.startswith("我") and chinese_name(denied[1:].strip()) and chinese_name(value)
        return of_user("name", value) if own else None
    if last is None:
        return None
    name = chinese_name(value) if re.search(r"[\u4e00-\u9fff]", value) else english_name(value)
    place = english_place(value)
    if re.search(r"[\u4e00-\u9fff]", value):
        place = known_place(value) if bare else chinese_place(value)
    fits = {
        "name": name or (None if bare else chinese_name(value)),
        "nickname": name or (None if bare else chinese_name(value)),
        "named": name or (None if bare else chinese_name(value)),
        "place": place,
        "workplace": place,
        "hometown": place,
        "age": value if re.fullmatch(r"\d{1,3}岁?", value) else None,
        "figure": value if re.fullmatch(f"{chinese.VALUE}|{VALUE}", value) else None,
        "birthday": value if re.fullmatch(r"\d{1,2}月\d{1,2}[日号]", value) else None,
    }.get(last.what)
    return Found(last.namespace, last.key, fits, last.importance, last.what) if fits else None
