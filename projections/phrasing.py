"""How does each belief read in a prompt?

Stored text can't pose as structure: it never begins a line, its further lines begin with ``|``, its control
characters are spelt out, and what we say about it stands before it.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec import Struct

from eventlog.addresses import WORKING
from eventlog.terms import look
from eventlog.values import canonical
from projections.dialogue import Turn
from projections.entries import Entry
from projections.scratchpad import Scratchpad

Wording = dict[str, str]
Tell = Callable[[Any, Wording], str]

_BELOW = "\n  - "
_BOXES = {"todo": "[ ]", "doing": "[~]", "done": "[x]", "dropped": "[-]"}
_BREAKS = "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
_SPELT = {
    code: f"\\u{code:04x}"
    for code in (*range(0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A))
    if chr(code) not in "\t" + _BREAKS
}


class Item(Struct, frozen=True):
    """What is kept or left out as one: an entry, or several that look alike, or a turn."""

    section: str
    text: str
    positions: tuple[int, ...]


def items(pad: Scratchpad, turns: Sequence[Turn], memories: Sequence[Entry], wording: Wording) -> list[Item]:
    """Put everything into words, in the order of a prompt."""

    def each(section: str, entries: Iterable[Entry], tell: Tell = _value) -> list[Item]:
        groups = _collapsed(entries)
        return [Item(section, _bullet(group, tell, wording), tuple(e.position for e in group)) for group in groups]

    def whole(section: str, entry: Entry | None, tell: Callable[[Any, Wording], Iterable[str]]) -> list[Item]:
        if entry is None:
            return []
        marks = _marked([entry], wording)
        lines = (*([marks] if marks else ()), *tell(entry.value, wording))
        return [Item(section, "\n".join(f"- {line}" for line in lines), (entry.position,))]

    return [
        *each("goal", [pad.goal] if pad.goal else [], _goal),
        *each("constraints", pad.constraints),
        *whole("plan", pad.plan, _steps),
        *whole("progress", pad.progress, _progress),
        *each("facts", pad.facts),
        *each("assumptions", pad.assumptions),
        *each("questions", pad.questions, _question),
        *each("failures", pad.failures, _failure),
        *each("notes", pad.notes),
        *each("memories", memories),
        *(Item("dialogue", _turn(turn, wording), (turn.position,)) for turn in turns),
    ]


def _collapsed(entries: Iterable[Entry]) -> list[list[Entry]]:
    """Group what looks alike, in order of first appearance, so that one fact is told once."""
    groups: dict[tuple[object, ...], list[Entry]] = {}
    for entry in entries:
        key = (entry.kind, entry.supported, look(entry.value)) if entry.same_as else (entry.scope, entry.address)
        groups.setdefault(key, []).append(entry)
    return list(groups.values())


def _bullet(alike: Sequence[Entry], tell: Tell, wording: Wording) -> str:
    """Write ``- name [marks]: value``; look-alikes share a line that keeps for each its name, source and spelling."""
    heads = (" ".join(part for part in (_name(entry), _marked([entry], wording)) if part) for entry in alike)
    values = " / ".join(dict.fromkeys(tell(entry.value, wording) for entry in alike))
    described = (f"{_BELOW}{_spelt(entry.description)}" for entry in alike if entry.description)
    return f"- {', '.join(heads)}: {values}{''.join(described)}"


def _name(entry: Entry) -> str:
    return _plain(entry.key if entry.kind in WORKING else entry.address) if entry.key else ""


def _marked(alike: Sequence[Entry], wording: Wording) -> str:
    marks = "; ".join(dict.fromkeys(mark for entry in alike for mark in _marks(entry, wording)))
    return f"[{marks}]" if marks else ""


def _marks(entry: Entry, wording: Wording) -> Iterable[str]:
    if entry.source.kind != "agent" or entry.kind == "goal":
        yield _plain(str(entry.source))
    if entry.confidence is not None:
        yield f"{wording['confidence']} {entry.confidence:g}"
    if entry.kind == "question" and entry.value.get("needs") == "user":
        yield wording["needs_user"]
    if entry.participants:
        yield f"{wording['with']} {_plain(', '.join(entry.participants))}"
    if not entry.supported:
        yield wording["unsupported"]


def _value(content: Any, wording: Wording) -> str:
    return _spelt(content if isinstance(content, str) else canonical(content).decode())


def _goal(content: Any, wording: Wording) -> str:
    criteria = (f"{_BELOW}{wording['criterion']}: {_spelt(each)}" for each in content.get("criteria", ()))
    return _spelt(content["text"]) + "".join(criteria)


def _steps(content: Any, wording: Wording) -> Iterable[str]:
    return (f"{_BOXES[step['status']]} {n}. {_spelt(step['text'])}" for n, step in enumerate(content, 1))


def _progress(content: Any, wording: Wording) -> Iterable[str]:
    parts = ("done", "next")
    return (f"{wording[part]}: {_spelt(content[part])}" for part in parts if content.get(part) is not None)


def _question(content: Any, wording: Wording) -> str:
    return _spelt(content["text"])


def _failure(content: Any, wording: Wording) -> str:
    parts = (part for part in ("input", "why", "avoid") if content.get(part) is not None)
    return _spelt(content["what"]) + "".join(f"{_BELOW}{wording[p]}: {_value(content[p], wording)}" for p in parts)


def _turn(turn: Turn, wording: Wording) -> str:
    who = f"({wording['summary']})" if turn.covered else _plain(turn.role)
    return f"- {who}: {_value(turn.content, wording)}"


def _spelt(text: str) -> str:
    """Write stored text so that no line of it can begin like a heading, a list item or one of our own."""
    first, *rest = text.translate(_SPELT).splitlines() or [""]
    return "\n".join((first, *(f"  | {line}" for line in rest)))


def _plain(name: str) -> str:
    """Write a stored name so that it can't close the brackets it stands in or before."""
    return name.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]").translate(_SPELT)
