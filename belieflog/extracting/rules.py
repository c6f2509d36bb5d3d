"""The extractor that asks nobody: names, places, likings, states, goals and settings, by rule, in English and Chinese.

It takes only what the user plainly says of themselves. What it can't be sure of it leaves out.
"""

import re
from collections.abc import Iterator, Sequence

from belieflog.extracting import chinese, english
from belieflog.extracting.candidates import Candidate, Turn
from belieflog.extracting.english_patterns import VALUE
from belieflog.extracting.found import Found, of_user
from belieflog.extracting.names import chinese_name, chinese_place, english_name, english_place
from belieflog.extracting.statements import Statement, statements

CONFIDENCE = 0.9  # what was said may have been misread


def rules(turns: Sequence[Turn]) -> Iterator[Candidate]:
    """Yield what the *turns* say, in order: of one address only the last of each turn.

    >>> [(c.address, c.content) for c in rules([Turn(3, "我叫小明，我讨厌苹果"), Turn(5, "其实我叫李华")])]
    [('semantic:user/name', '小明'), ('semantic:preferences/苹果', '讨厌苹果'), ('semantic:user/name', '李华')]
    """
    before: Found | None = None
    known: dict[str, str] = {}
    for turn in turns:
        said: dict[str, tuple[Found, str]] = {}
        before = _read(turn.text, said, before, known)
        for address, (found, because) in said.items():
            yield Candidate(address, found.content, (turn.position,), because, CONFIDENCE, found.importance)


def _read(text: str, said: dict[str, tuple[Found, str]], before: Found | None, known: dict[str, str]) -> Found | None:
    """Take what *text* says into *said*; give what a correction in the next turn would be about."""
    last, latest = before, None
    wrong, denied, greeted = False, None, False
    for statement in statements(text):
        found = list(_found(statement, greeted, known))
        put = None if found else _put_right(statement, wrong, denied)
        if put and (right := _corrected(last, *put)):
            said[right.address] = (right, "the user corrected it")
            last = latest = right
        for each in found:
            said.pop(each.address, None)
            said[each.address] = (each, "the user said so")
            if each.what == "name":
                known["name"] = each.content
            if each.what != "other":
                last = latest = each
        wrong, denied = _objection(statement, wrong, denied)
        greeted = (chinese if statement.chinese else english).greets(statement.text)
    return latest


def _found(statement: Statement, greeted: bool, known: dict[str, str]) -> Iterator[Found]:
    if not statement.chinese:
        yield from english.read(statement.text, greeted)
        return
    yield from chinese.read(statement.text, greeted)
    called = chinese.nickname(statement.text)
    if called and len(called) > 1 and known.get("name", "").endswith(called) and not chinese_name(called):
        yield of_user("nickname", called)


def _objection(statement: Statement, wrong: bool, denied: str | None) -> tuple[bool, str | None]:
    """Tell whether the next clause may put something right, and what was denied."""
    if statement.chinese:
        if chinese.objects(statement.text):
            return True, denied
        return wrong and chinese.instead(statement.text) is None, chinese.denies(statement.text)
    return english.objects(statement.text), None


def _put_right(statement: Statement, wrong: bool, denied: str | None) -> tuple[str | None, str] | None:
    if not statement.chinese:
        return english.instead(f"no, {statement.text}" if wrong else statement.text)
    value = chinese.instead(statement.text)
    return (denied, value) if value and (wrong or denied) else None


def _corrected(last: Found | None, denied: str | None, value: str) -> Found | None:
    """Give *last* with another value, where it can have that value, and where what was denied is what it said."""
    value = value.strip()
    if denied is not None and (last is None or denied.removeprefix("我").strip() != last.content):
        own = denied.startswith("我") and chinese_name(denied[1:].strip()) and chinese_name(value)
        return of_user("name", value) if own else None
    if last is None:
        return None
    fits = {
        "name": chinese_name(value) or english_name(value),
        "nickname": chinese_name(value) or english_name(value),
        "named": chinese_name(value) or english_name(value),
        "place": chinese_place(value) if re.search(r"[\u4e00-\u9fff]", value) else english_place(value),
        "hometown": chinese_place(value) if re.search(r"[\u4e00-\u9fff]", value) else english_place(value),
        "age": value if re.fullmatch(r"\d{1,3}岁?", value) else None,
        "figure": value if re.fullmatch(f"{chinese.VALUE}|{VALUE}", value) else None,
        "birthday": value if re.fullmatch(r"\d{1,2}月\d{1,2}[日号]", value) else None,
    }.get(last.what)
    if not fits:
        return None
    return Found(last.namespace, last.key, fits, last.importance, last.what)
