"""What is told of each belief, whatever format it will have?

Stored text is handed on as it is; the formats write it so that it can't pose as structure.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from eventlog.addresses import WORKING
from eventlog.terms import look
from eventlog.values import as_text
from projections import pointers
from projections.contradictions import opposed
from projections.dialogue import Turn
from projections.entries import Entry
from projections.scratchpad import Scratchpad

Wording = dict[str, str]
Opposed = Mapping[int, tuple[Entry, ...]]


class Mark(Struct, frozen=True):
    """What is said about a content: *value* under a *name* for programs, and as *words* with ``{}`` for readers."""

    name: str
    value: str | float | bool
    words: str = "{}"


class Detail(Struct, frozen=True):
    """A part of a content that has a name of its own; *status* is a plan step's, *words* as in `Mark`."""

    name: str
    text: str
    status: str = ""
    words: str = "{}"


class Voice(Struct, frozen=True):
    """One entry, or one turn: its name, what is said about it, and its content (None: all is in the details)."""

    name: str
    value: str | None
    marks: tuple[Mark, ...] = ()
    details: tuple[Detail, ...] = ()


class Item(Struct, frozen=True):
    """What is told in one place: an entry, with the *others* that look like it, or a turn."""

    section: str
    voice: Voice
    positions: tuple[int, ...]
    others: tuple[Voice, ...] = ()

    @property
    def voices(self) -> tuple[Voice, ...]:
        """All that is told here."""
        return (self.voice, *self.others)


Told = tuple[str | None, tuple[Detail, ...]]
Tell = Callable[[Any, Wording], Told]


def items(
    pad: Scratchpad, turns: Sequence[Turn], memories: Sequence[Entry], wording: Wording, sections: Iterable[str]
) -> tuple[list[Item], Opposed]:
    """Say all of *sections*, in the order of a prompt; and which entries contradict which of those told here."""
    goal, plan, progress = ([entry] if entry else [] for entry in (pad.goal, pad.plan, pad.progress))
    listed: tuple[tuple[str, Sequence[Entry], Tell], ...] = (
        ("goal", goal, _goal),
        ("constraints", pad.constraints, _value),
        ("plan", plan, _steps),
        ("progress", progress, _progress),
        ("facts", pad.facts, _value),
        ("assumptions", pad.assumptions, _value),
        ("questions", pad.questions, _question),
        ("failures", pad.failures, _failure),
        ("notes", pad.notes, _value),
        ("memories", memories, _value),
    )
    wanted = set(sections)
    told = [(section, entries, tell) for section, entries, tell in listed if section in wanted]
    against = opposed(entry for _, entries, _ in told for entry in entries)
    found = [
        _item(section, group, tell, against, wording)
        for section, entries, tell in told
        for group in _collapsed(entries)
    ]
    if "dialogue" in wanted:
        found += [Item("dialogue", _turn(turn, wording), (turn.position,)) for turn in turns]
    return found, against


def _collapsed(entries: Iterable[Entry]) -> list[list[Entry]]:
    """Group what looks alike, in order of first appearance, so that one fact is told once."""
    groups: dict[object, list[Entry]] = {}
    for entry in entries:
        key = (entry.kind, entry.supported, look(entry.value)) if entry.same_as else entry.position
        groups.setdefault(key, []).append(entry)
    return list(groups.values())


def _item(section: str, alike: Sequence[Entry], tell: Tell, against: Opposed, wording: Wording) -> Item:
    first, *others = (_voice(entry, tell, against, wording) for entry in alike)
    return Item(section, first, tuple(entry.position for entry in alike), tuple(others))


def _voice(entry: Entry, tell: Tell, against: Opposed, wording: Wording) -> Voice:
    value, details = tell(entry.value, wording)
    beside = [Detail(name, text) for name, text in (("about", entry.description), ("outcome", entry.outcome)) if text]
    marks = tuple(_marks(entry, against.get(entry.position, ()), wording))
    return Voice(entry.key if entry.kind in WORKING else entry.address, value, marks, (*beside, *details))


def _marks(entry: Entry, against: Sequence[Entry], wording: Wording) -> Iterable[Mark]:
    if entry.source.kind != "agent" or entry.kind == "goal":
        yield Mark("source", str(entry.source))
    if entry.confidence is not None:
        yield Mark("confidence", entry.confidence, wording["confidence"])
    if entry.kind == "question" and entry.value.get("needs") == "user":
        yield Mark("needs", "user", wording["needs_user"])
    if entry.participants:
        yield Mark("with", ", ".join(entry.participants), wording["with"])
    if not entry.supported:
        yield Mark("supported", False, wording["unsupported"])
    for name, newer in (("contradicts", False), ("contradicted_by", True)):
        if others := [_whose(o, entry, wording) for o in against if (o.position > entry.position) is newer]:
            yield Mark(name, ", ".join(others), wording[name])


def _whose(other: Entry, entry: Entry, wording: Wording) -> str:
    """Name *other*; where *entry* has the same address, with whose it is."""
    if other.address != entry.address:
        return other.address
    user, session = other.scope.user, other.scope.session
    place = wording["in_session"] if session else user if user.startswith("team:") else wording["long_term"]
    return f"{other.address} ({place})"


def _value(content: Any, wording: Wording) -> Told:
    said, places = pointers.split(content)
    return None if said is None and places else as_text(said), tuple(_place(each, wording) for each in places)


def _place(pointer: pointers.Pointer, wording: Wording) -> Detail:
    words = wording["blob"] if pointer.is_blob else "{}"
    return Detail("where", pointer.ref, words=words + (wording["size"].format(pointer.size) if pointer.size else ""))


def _goal(content: Any, wording: Wording) -> Told:
    return content["text"], tuple(Detail("criterion", each) for each in content.get("criteria", ()))


def _steps(content: Any, wording: Wording) -> Told:
    return None, tuple(Detail("step", step["text"], step["status"]) for step in content)


def _progress(content: Any, wording: Wording) -> Told:
    return None, _named(content, ("done", "next"))


def _question(content: Any, wording: Wording) -> Told:
    return content["text"], ()


def _failure(content: Any, wording: Wording) -> Told:
    return content["what"], _named(content, ("input", "why", "avoid"))


def _named(content: Any, parts: Iterable[str]) -> tuple[Detail, ...]:
    return tuple(Detail(part, as_text(content[part])) for part in parts if content.get(part) is not None)


def _turn(turn: Turn, wording: Wording) -> Voice:
    value, places = _value(turn.content, wording)
    return Voice("" if turn.covered else turn.role, value, (), places)
