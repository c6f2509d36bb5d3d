"""Prompts as a memory gives them: written, counted, kept in the log, and written again as they were."""

from hashlib import sha256
from typing import TYPE_CHECKING, Any

from belieflog import auditing
from belieflog.auditing import Retold
from belieflog.memory import ROUNDS, Memory
from belieflog.writing import Time, words
from eventlog import commands as c
from eventlog import points
from eventlog.addresses import LONG_TERM
from eventlog.errors import InvalidValue
from eventlog.events import Scope
from eventlog.intervals import Intervals
from eventlog.points import Point
from projections import dialogue, prompt, recall
from projections.dialogue import Turn
from projections.entries import Entry
from projections.prompt import RENDERER, Cost, Wanted
from projections.scratchpad import Scratchpad

if TYPE_CHECKING:
    from belieflog.meanings import Prepared


def wanted(**told: Any) -> Wanted:
    """Read how a prompt is wanted, as `Memory.prompt` takes it; refuses what can't be meant."""
    query, sections = told.pop("query"), told.pop("sections")
    if isinstance(sections, str):
        raise InvalidValue("sections", f"{sections!r} is one text: give a list of names")
    return Wanted(
        query=words(query, "query") if query and query.strip() else None,
        sections=None if sections is None else tuple(sections),
        **told,
    )


def write(mem: Memory, how: Wanted, at: Point, now: Time | None, audit: bool, meaning: bool | None) -> str:
    """Write a prompt; with *audit* a `recalled` event keeps how, and the hash of the text."""
    mem._store.catch_up(mem._places(None))
    prepared = mem._prepared(how.query, None, at, meaning)
    with mem._store.reading():
        position, moment = mem._when(at, now)
        seen = mem._store.head().position if position is None else position
        made = prompt.render(*_told(mem, position, moment, how, prepared), how)
    if audit:
        mem._note(
            c.NoteRecall(
                moment, Intervals.of(made.shown).ranges, how.query, RENDERER, sha256(made.text.encode()).hexdigest(),
                how.lang, how.budget, how.sections, seen, how.format,
            )
        )  # fmt: skip
    return made.text


def cost(mem: Memory, how: Wanted, at: Point, now: Time | None, meaning: bool | None = None) -> Cost:
    """Count what `write` would give; keeps nothing."""
    mem._store.catch_up(mem._places(None))
    prepared = mem._prepared(how.query, None, at, meaning)
    with mem._store.reading():
        return prompt.cost(*_told(mem, *mem._when(at, now), how, prepared), how)


def given(mem: Memory, event: Any) -> Retold:
    """Write again the text of a `recalled` event, and compare it with the one given then."""
    with mem._store.reading():
        read = auditing.read_of(mem._store, event, mem.user, mem.session)
        kept = auditing.how_of(read)
        how = Wanted(
            query=read.private.query if read.private else None,
            budget=kept.budget,
            lang=kept.lang,
            format=kept.format,
            sections=kept.sections,
        )
        seen = read.position - 1 if kept.position is None else kept.position

        def again(prepared: "Prepared | None") -> Retold:
            text = prompt.render(*_told(mem, seen, kept.now, how, prepared), how).text
            return auditing.retold(read, kept, text)

        told = again(None)
        if told.same or (prepared := mem._prepared(how.query, None, seen, None)) is None:
            return told
        by_meaning = again(prepared)
        return by_meaning if by_meaning.same else told


def read_at(mem: Memory, at: Point) -> Retold | None:
    """Give what `given` gives, where the event at a point is a prompt read here; None elsewhere."""
    place = Scope(mem.user, mem.session or "")
    there = mem._store.recorded((points.resolve(mem._store, at, place, mem._log.now()),))
    if not there or not auditing.is_prompt_of(there[0], mem.user, mem.session):
        return None
    return given(mem, there[0])


def _told(
    mem: Memory, position: int | None, now: int, how: Wanted, prepared: "Prepared | None"
) -> tuple[Scratchpad, list[Turn], list[Entry]]:
    """Gather what may be told: memories only of the kinds that are, so that others don't take their places."""
    kinds = tuple(kind for kind in LONG_TERM if how.query is not None or kind != "episodic")
    found = recall.recall(mem._search(None, position, now, prepared), recall.Asked(query=how.query, kinds=kinds))
    said = dialogue.read(mem._store.index, mem._session_scope(), ROUNDS, position)
    return mem.scratchpad(position, now), said, list(found)
