"""A content in a few words, for a line of a list."""

from time import gmtime
from typing import Any

from eventlog.values import canonical

_MARKS = {"done": "[x]", "doing": "[~]", "dropped": "[-]"}
_WHAT_MATTERS = {"goal": "text", "question": "text", "progress": "done", "failure": "what",
                 "session-started": "title", "compacted": "summary"}  # fmt: skip


def gist(kind: str, value: Any) -> str:
    """Say what a content comes to: of an entry's *kind*, or of an event's tag, what matters; else a text or JSON.

    >>> gist("goal", {"text": "cheapest crawler"}), gist("note", {"text": "a", "n": 1}), gist("note", "10 s")
    ('cheapest crawler', '{"n":1,"text":"a"}', '10 s')
    """
    match kind, value:
        case (_, None) | ("session-ended", _):
            return ""
        case "plan", list():
            return "; ".join(map(step, value))
        case "said", {"role": role, "content": content}:
            return f"{role}: {gist('', content)}"
        case "observed", {"tool": tool}:
            return f"{tool}: {gist('', value.get('output', value.get('ref')))}"
        case _, dict() if kind in _WHAT_MATTERS:
            return str(value.get(_WHAT_MATTERS[kind], ""))
        case _, str():
            return value
        case _:
            return canonical(value).decode()


def step(given: dict[str, str]) -> str:
    """Write one step of a plan with its status."""
    return f"{_MARKS.get(given['status'], '[ ]')} {given['text']}"


def when(at: int | None) -> str:
    """Write a time for people: to the second, in UTC."""
    from eventlog.times import text

    return "" if at is None else text(at)[:19].replace("T", " ")


def day(at: int) -> str:
    """Write a time for a line of a list: to the minute, in UTC, without the year where that is this one."""
    told = when(at)[:16]
    return told.removeprefix(f"{gmtime().tm_year}-")


def ranges(given: Any) -> str:
    """Write a set of positions.

    >>> ranges([(3, 5), (9, 9)])
    '3-5, 9'
    """
    return ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in given)
