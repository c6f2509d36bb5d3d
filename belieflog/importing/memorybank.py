"""MemoryBank's memory files (many people, each with dated dialogues and what was made of them) as operations.

A file holds the memories of many people, and an import belongs to one user. So each person's day is a session within
the file's, ``FILE/PERSON/DAY``, where the dialogue stands as it was said; and what was made of the days are long-term
memories in a namespace of the person's own: a day's summary is ``episodic:PERSON/DAY``, the summary of all days
``episodic:PERSON/overall``, what was gathered of the character ``semantic:PERSON/personality/DAY`` (``overall`` for all
days), and each line of the file's own description ``semantic:PERSON/KEY``. The source of memories is ``import``: the
program's summaries aren't what anyone said. A day is the time of what was said on it, exact to the day.

Not taken in: empty summaries.
"""

from typing import Any

from belieflog.importing.conversations import first_objects, items, placed
from belieflog.importing.fields import object_of
from belieflog.importing.inputs import Input
from belieflog.importing.narrating import Narrator
from belieflog.importing.operations import Bad, Coordinates, Tally, Told
from eventlog import addresses
from eventlog.errors import InvalidValue


def recognises(given: Input) -> str | None:
    """Say by what *given* can be told to be a memory file of MemoryBank."""
    found = first_objects(given)
    if len(found) == 1 and found[0] and all(map(_is_person, found[0].values())):
        return "people, each with a history of queries and responses by day"
    return None


def _is_person(person: Any) -> bool:
    days = person.get("history") if isinstance(person, dict) else None
    return isinstance(days, dict) and all(
        isinstance(turns, list) and all(isinstance(t, dict) and {"query", "response"} <= t.keys() for t in turns)
        for turns in days.values()
    )


def operations(given: Input, where: Coordinates, tally: Tally) -> Told:
    """Yield what a memory file comes to, person by person and day by day."""
    narrator = Narrator("memorybank", placed(given), where, tally)
    for line, _, people in items(given):
        if isinstance(people, Bad):
            yield people
            continue
        for name, person in people.items():
            tally.records += 1
            if isinstance(person, dict):
                yield from _person(narrator, line, name, person)
            else:
                yield Bad(line, f"{name!r} is no person with a history")


def _person(narrator: Narrator, line: int, name: str, person: dict[str, Any]) -> Told:
    for day, turns in object_of(person.get("history")).items():
        narrator.within(name, day)
        if not isinstance(turns, list):
            yield Bad(line, f"the dialogue of {name!r} on {day!r} is no list")
            continue
        for place, turn in enumerate(turns, 1):
            yield from narrator.at(line, str(place), day)
            if isinstance(turn, dict):
                yield from narrator.said("user", turn.get("query"))
                yield from narrator.said("assistant", turn.get("response"))
            else:
                yield from narrator.bad(f"turn {place} of {name!r} on {day!r} is no object")
    narrator.within(name)
    for kind, key, summaries in (("episodic", "", "summary"), ("semantic", "personality", "personality")):
        for day, told in object_of(person.get(summaries)).items():
            yield from narrator.at(line, f"{summaries}/{day}", day)
            yield from _memory(narrator, kind, (name, key, day), told)
    yield from narrator.at(line, "overall")
    yield from _memory(narrator, "episodic", (name, "overall"), person.get("overall_history"))
    yield from _memory(narrator, "semantic", (name, "personality", "overall"), person.get("overall_personality"))
    for key, told in object_of(person.get("meta_information")).items():
        yield from narrator.at(line, f"about/{key}")
        yield from _memory(narrator, "semantic", (name, key), told)


def _memory(narrator: Narrator, kind: str, path: tuple[str, ...], told: Any) -> Told:
    content = told.get("content", told) if isinstance(told, dict) else told
    if not content or (isinstance(content, str) and not content.strip()):
        return
    *namespace, key = (part for part in path if part)
    try:
        where = addresses.address(kind, key, tuple(namespace))
    except InvalidValue as error:
        yield from narrator.bad(str(error))
        return
    yield from narrator.remembered(where, content, participants=(path[0],) if kind == "episodic" else ())
