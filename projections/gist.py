"""What does a content come to, in a few words?"""

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
