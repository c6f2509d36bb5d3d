"""Prompts as a memory gives them: written, counted, kept in the log, and written again as they were."""

from hashlib import sha256
from typing import TYPE_CHECKING, Any

from belieflog import auditing, recalling, scratchpads
from belieflog.auditing import Retold
from belieflog.reader import ROUNDS, Reader
from belieflog.writing import Time, words
from eventlog import commands as c
from eventlog import points
from eventlog.addresses import LONG_TERM
from eventlog.errors import InvalidValue
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


def write(reader: Reader, how: Wanted, at: Point, now: Time | None, audit: bool, meaning: bool | None) -> str:
    """Write a prompt; with *audit* a `recalled` event keeps how, and the hash of the text."""
    reader.store.catch_up(recalling.places(reader, None))
    prepared = recalling.prepared(reader, how.query, None, at, meaning)
    with reader.store.reading():
        position, moment = reader.when(at, now)
        seen = reader.store.head().position if position is None else position
        made = prompt.render(*_told(reader, position, moment, how, prepared), how)
    if audit:
        recalling.note(
            reader, c.NoteRecall(
                moment, Intervals.of(made.shown).ranges, how.query, RENDERER, sha256(made.text.encode()).hexdigest(),
                how.lang, how.budget, how.sections, seen, how.format,
            )
        )  # fmt: skip
    return made.text


def cost(reader: Reader, how: Wanted, at: Point, now: Time | None, meaning: bool | None = None) -> Cost:
    """Count what `write` would give; keeps nothing."""
    reader.store.catch_up(recalling.places(reader, None))
    prepared = recalling.prepared(reader, how.query, None, at, meaning)
    with reader.store.reading():
        return prompt.cost(*_told(reader, *reader.when(at, now), how, prepared), how)


def given(reader: Reader, event: Any) -> Retold:
    """Write again the text of a `recalled` event, and compare it with the one given then."""
    with reader.store.reading():
        read = auditing.read_of(reader.store, event, reader.user, reader.session)
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
            text = prompt.render(*_told(reader, seen, kept.now, how, prepared), how).text
            return auditing.retold(read, kept, text)

        told = again(None)
        if told.same or (prepared := recalling.prepared(reader, how.query, None, seen, None)) is None:
            return told
        by_meaning = again(prepared)
        return by_meaning if by_meaning.same else told


def read_at(reader: Reader, at: Point) -> Retold | None:
    """Give what `given` gives, where the event at a point is a prompt read here; None elsewhere."""
    there = reader.store.recorded((points.resolve(reader.store, at, reader.place, reader.log.now()),))
    if not there or not auditing.is_prompt_of(there[0], reader.user, reader.session):
        return None
    return given(reader, there[0])


def _told(
    reader: Reader, position: int | None, now: int, how: Wanted, prepared: "Prepared | None"
) -> tuple[Scratchpad, list[Turn], list[Entry]]:
    """Gather what may be told: memories only of the kinds that are, so that others don't take their places."""
    kinds = tuple(kind for kind in LONG_TERM if how.query is not None or kind != "episodic")
    found = recall.recall(
        recalling.search(reader, None, position, now, prepared), recall.Asked(query=how.query, kinds=kinds)
    )
    said = dialogue.read(reader.store.index, reader.session_scope(), ROUNDS, position)
    return scratchpads.read(reader, position, now), said, list(found)
