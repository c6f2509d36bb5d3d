"""basic-memory's notes (Markdown with front matter) as the knowledge graph that they are: one note, or a folder of them.

A note is an entity, named by its title (of two notes of one title by their permalinks), its type the note's. Its
observations ``- [category] text #tag``, with category and tags, and every other item or paragraph are the entity's
observations; its relations ``- type [[Target]]`` are relations. All of it is stored as `belieflog.graph` stores it,
source ``import:PARENT/FOLDER`` (of a note alone ``import:PERMALINK``), so that ``Graph.read_graph`` gives it.

Notes tell how things stand: imported again, what has changed is added and retracted. A folder whose folders are
all numbered (``1-created``, ``2-edited``) is a series of states. No time is told; headings, tags of the front matter and
links within the text aren't taken in.
"""

import os
import re

from msgspec import Struct

from belieflog.graph import places, showing
from belieflog.importing.held import Held
from belieflog.importing.inputs import Input
from belieflog.importing.markdown_lines import Line, read
from belieflog.importing.operations import BOM, Coordinates, Tally, Told
from belieflog.importing.revisions import with_folder
from belieflog.importing.states import State, Store
from eventlog.errors import InvalidValue
from eventlog.names import LONGEST, name

FORMAT = "basic-memory"

_FIELD = re.compile(r"(title|type|permalink)[ \t]*:[ \t]*(.*)")
_RELATION = re.compile(r"([^\[\]]*)\[\[([^\[\]]+)\]\][ \t]*(?:\(.*\))?", re.DOTALL)
_NUMBERED = re.compile(r"\d{1,9}[-_. ].+|\d{1,9}")


class _Note(Struct, frozen=True):
    """A note's front matter, and what stands below it."""

    title: str
    kind: str
    permalink: str
    lines: list[Line]


def recognises(given: Input) -> str | None:
    """Say by what *given* can be told to be a note of basic-memory's, or a folder of them."""
    if not given.is_folder:
        return "its front matter has a title and a permalink" if _note(given) else None
    notes = given.files(".md")
    if notes and all(_note(each) for each in notes):
        return f"{len(notes)} Markdown files whose front matter has a title and a permalink"
    return None


def operations(given: Input, where: Coordinates, tally: Tally) -> Told:
    """Yield what changed since the last import, or from state to state."""
    note = None if given.is_folder else _note(given)
    origin = note.permalink[-LONGEST:] if note else _store_name(given)
    store = Store(FORMAT, origin, where, f"{places.KIND}:{places.ROOT}/")
    if states := _states(given):
        yield from store.went(_read(each.files(".md"), each.base, where.held, tally) for each in states)
        return
    yield from store.stands(_read(given.files(".md") if given.is_folder else [given], "", where.held, tally))


def _store_name(folder: Input) -> str:
    """Give a folder's name; one that is a state among others is called by the folder that they are in."""
    path = os.path.abspath(folder.name)
    return with_folder(os.path.dirname(path) if _NUMBERED.fullmatch(folder.base) else path)


def _states(given: Input) -> list[Input]:
    """List the folders that are states of one store, by number."""
    if not given.is_folder:
        return []
    inner = given.inside()
    if not all(each.is_folder and _NUMBERED.fullmatch(each.base) for each in inner):
        return []
    return sorted(inner, key=lambda each: (int(re.findall(r"\d+", each.base)[0]), each.base))


def _read(files: list[Input], revision: str, held: Held, tally: Tally) -> State:
    state = State(revision)
    notes: list[_Note] = []
    for file in files:
        tally.records += 1
        if (note := _note(file)) is None:
            state.fault(1, f"{file.base!r} has no front matter with a title and a permalink")
        else:
            notes.append(note)
    titles = [note.title for note in notes]
    for note in notes:
        called = note.permalink if titles.count(note.title) > 1 else note.title
        try:
            _entity(state, note, called, held)
        except InvalidValue as error:
            state.fault(1, f"{note.permalink!r}: {error}")
    return state


def _entity(state: State, note: _Note, title: str, held: Held) -> None:
    called = name(held.kept(title), "title")
    state.put(1, places.of_entity(called), {"name": called, "entityType": held.kept(note.kind)})
    for line in note.lines:
        text = held.kept(line.text)
        if line.item and (found := _RELATION.fullmatch(text)):
            kind = name(found[1].strip().strip('"').strip() or "relates_to", "relation")
            end = name(found[2].partition("|")[0].strip(), "relation's target")
            relation = {"from": called, "to": end, "relationType": kind}
            state.put(line.number, places.of_relation(called, kind, end), relation)
        else:
            state.put(line.number, places.of_observation(called, text), showing.observed(called, text))


def _note(file: Input) -> _Note | None:
    if not file.base.endswith(".md") or not file.head.removeprefix(BOM).startswith(b"---"):
        return None
    front, *lines = [*read(file.text)] or [Line(1, (), "")]
    if not front.text.startswith("---\n"):
        return None
    fields = {m[1]: m[2].strip().strip("'\"") for each in front.text.split("\n") if (m := _FIELD.fullmatch(each))}
    if not fields.get("title") or not fields.get("permalink"):
        return None
    return _Note(fields["title"], fields.get("type") or "note", fields["permalink"], lines)
