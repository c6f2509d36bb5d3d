"""The MCP memory server's ``memory.jsonl``, one state of a knowledge graph or a series of them, as operations.

Each entity, observation and relation becomes the entry that `belieflog.graph` keeps of it, source
``import:FOLDER/FILE`` (of a folder ``import:PARENT/FOLDER``): so that `Graph.read_graph` gives the graph. A line that
gives a name again adds its observations to the first, whose type counts. Forks write ``_type`` for ``type``, and
``{"text", "timestamp"}`` for an observation: its text counts, and its time is when it happened. An empty file is an
empty graph.

A file imported again adds and retracts only what has changed. A folder of revisions (see
`belieflog.importing.revisions`), or several such files in order, comes to what was done between them, each at the
time that the list or the file's name tells, where an observation has none of its own. Other fields (``version``,
``_savedAt``) and a list's subjects aren't taken in.
"""

import re
from typing import Any

import msgspec

from belieflog.graph import places, showing
from belieflog.graph.shapes import GivenEntity, GivenRelation, merged, related
from belieflog.importing.fields import text_of
from belieflog.importing.held import Held
from belieflog.importing.inputs import Input
from belieflog.importing.operations import Bad, Coordinates, Tally, Told, records
from belieflog.importing.revisions import Revision, series, store_name
from belieflog.importing.states import State, Store
from belieflog.importing.times import moment
from eventlog.errors import InvalidValue
from eventlog.times import Moment

FORMAT = "mcp-memory"
BELOW = f"{places.KIND}:{places.ROOT}/"

_NAME = re.compile(r"memory[\w.-]*\.jsonl")


def recognises(given: Input) -> str | None:
    """Say by what *given* can be told to be a memory server's store, or revisions of one."""
    listed = series(given, ".jsonl")
    if listed is not None:
        files = [each.file for each in listed if isinstance(each, Revision) and each.file]
        if all(_is_blank(file) or _is_graph(file) for file in files) and any(map(_is_graph, files)):
            return f"{len(listed)} revisions with lines of type entity and relation"
        return None
    if given.is_folder:
        return None
    if _is_graph(given):
        return "a line is an entity with its observations, or a relation"
    if _NAME.fullmatch(given.base) and _is_blank(given):
        return "it is called so, and empty"
    return None


def operations(given: Input, where: Coordinates, tally: Tally) -> Told:
    """Yield what changed since the last import, or from revision to revision."""
    store = Store(FORMAT, store_name(given), where, BELOW)
    listed = series(given, ".jsonl")
    if listed is not None:
        yield from store.went(each if isinstance(each, Bad) else _read(each, where.held, tally) for each in listed)
        return
    if given.is_folder:
        yield Bad(0, "a folder without revisions: name the file")
        return
    yield from store.stands(_read(Revision("", given), where.held, tally))


def _read(revision: Revision, held: Held, tally: Tally) -> State:
    state = State(revision.name, revision.when)
    relations: list[tuple[int, str, dict[str, Any]]] = []
    for line, record in records(revision.file.lines() if revision.file else ()):
        if isinstance(record, Bad):
            state.fault(line, record.why)
            continue
        tally.records += 1
        try:
            if _kind(record) == "entity":
                _entity(state, line, record, held)
            elif _kind(record) == "relation":
                for each in related([msgspec.convert(record, GivenRelation)], held.kept):
                    place = places.of_relation(each["from"], each["relationType"], each["to"])
                    relations.append((line, place, dict(each)))
            else:
                state.fault(line, "is neither an entity nor a relation")
        except msgspec.ValidationError as error:
            problem = str(error)
            state.fault(line, problem[:1].lower() + problem[1:])
        except InvalidValue as error:
            state.fault(line, str(error))
    for line, place, content in relations:
        state.put(line, place, content)
    return state


def _entity(state: State, line: int, record: dict[str, Any], held: Held) -> None:
    observations = record.get("observations")
    times: dict[str, Moment] = {}
    if isinstance(observations, list):
        for each in observations:
            if isinstance(each, dict) and (when := moment(each.get("timestamp"))[0]) and text_of(each.get("text")):
                times.setdefault(held.kept(each["text"]), when)
        observations = [each.get("text") if isinstance(each, dict) else each for each in observations]
    (told,) = merged([msgspec.convert({**record, "observations": observations}, GivenEntity)], held.kept)
    called = told["name"]
    state.put(line, places.of_entity(called), {"name": called, "entityType": told["entityType"]})
    for text in told["observations"]:
        place, content = places.of_observation(called, text), showing.observed(called, text)
        state.put(line, place, content, when=times.get(text))


def _kind(record: dict[str, Any]) -> object:
    return record.get("type", record.get("_type"))


def _is_graph(file: Input) -> bool:
    return any(
        {"name", "entityType", "observations"} <= record.keys()
        if _kind(record) == "entity"
        else _kind(record) == "relation" and {"from", "to", "relationType"} <= record.keys()
        for record in file.sample
    )


def _is_blank(file: Input) -> bool:
    return not file.head.strip()
