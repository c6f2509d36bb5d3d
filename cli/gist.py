"""A content in a few words, for a line of a list."""

from typing import Any

from eventlog.sources import Source
from eventlog.values import canonical

_MARKS = {"done": "[x]", "doing": "[~]", "dropped": "[-]"}


def gist(value: Any) -> str:
    """Say what a content comes to: a text as it is, a plan as its steps, else what matters of it, or JSON.

    >>> gist("10 s"), gist({"text": "cheapest crawler"}), gist({"role": "user", "content": "hi"}), gist([1])
    ('10 s', 'cheapest crawler', 'user: hi', '[1]')
    """
    match value:
        case None:
            return ""
        case str():
            return value
        case {"role": role, "content": content}:
            return f"{role}: {gist(content)}"
        case {"text": str(text)} | {"what": str(text)} | {"done": str(text)} | {"summary": str(text)}:
            return text
        case {"title": str(text)} | {"name": str(text)}:
            return text
        case {"tool": tool, "output": output}:
            return f"{tool}: {gist(output)}"
        case [{"id": _, "text": _, "status": _}, *_]:
            return "; ".join(map(step, value))
        case _:
            return canonical(value).decode()


def step(given: dict[str, str]) -> str:
    """Write one step of a plan with its status."""
    return f"{_MARKS.get(given['status'], '[ ]')} {given['text']}"


def source(given: Source | None) -> str:
    """Write a source, if there is one."""
    return "" if given is None else str(given)


def when(at: int | None) -> str:
    """Write a time for people: to the second, in UTC."""
    from eventlog.times import text

    return "" if at is None else text(at)[:19].replace("T", " ")


def ranges(given: Any) -> str:
    """Write a set of positions.

    >>> ranges([(3, 5), (9, 9)])
    '3-5, 9'
    """
    return ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in given)
