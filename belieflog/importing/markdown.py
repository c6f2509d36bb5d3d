"""Markdown memory files (CLAUDE.md, AGENTS.md, MEMORY.md …) as operations: an entry for each line, and its versions.

An item, a paragraph, a row of a table, a block of code or the front matter is the entry
``semantic:markdown/FOLDER/FILE/HEADING/…/KEY``, its text the content, without list marks; source
``import:FOLDER/FILE``. FOLDER is the one that the file lies in: each project has its own entries.
KEY is made of the first words with which it came into its section. In the next version of the file an equal
line keeps its key; of the others those most alike (by 60 % of their characters) are taken for new versions of each
other, within their section; what is left came new, or went and is retracted. So a heading that is renamed takes
its lines along as new ones. Headings without lines, the order of lines, and rules aren't taken in.

A file that git keeps comes in with its history (renames too), each version at the time of its commit, and then as
it lies there; of a folder see `belieflog.importing.revisions`. Without git a file tells only how it stands now:
imported again, it adds what has changed. Authors and commit messages aren't taken in.
"""

from collections.abc import Iterator
from typing import Any

from belieflog.importing import git_history, markdown_lines
from belieflog.importing.held import Held
from belieflog.importing.inputs import Input
from belieflog.importing.markdown_lines import Line, Place
from belieflog.importing.operations import Bad, Coordinates, Tally, Told
from belieflog.importing.revisions import Revision, series, store_name
from belieflog.importing.states import State, Store
from eventlog.addresses import Address, address
from eventlog.errors import InvalidValue
from eventlog.names import name

FORMAT, ROOT = "markdown", "markdown"
ENDINGS = (".md", ".mdc", ".markdown")


def recognises(given: Input) -> str | None:
    """Say by what *given* can be told to be Markdown: by its name alone."""
    listed = _series(given)
    if listed is not None:
        return f"{len(listed)} revisions of a Markdown file"
    if not given.is_folder and given.base.lower().endswith(ENDINGS) and b"\0" not in given.head:
        return f"its name ends in {given.base.rpartition('.')[2]}"
    return None


def operations(given: Input, where: Coordinates, tally: Tally) -> Told:
    """Yield what changed since the last import, or from version to version."""
    listed = _series(given)
    if listed is None and given.is_folder:
        yield Bad(0, "a folder without revisions: name the file")
        return
    origin = name(where.session or store_name(given), "name of the file")
    root = (ROOT, origin) if where.session else (ROOT, *origin.split("/"))
    store = Store(FORMAT, origin, where, f"semantic:{ROOT}/")
    if listed is None:
        listed = [*git_history.history(given)]
    if listed:
        yield from store.went(_states(listed, root, where.held, tally))
        return
    yield from store.stands(_read(Revision("", given), root, _places(store.before(), root), where.held, tally))


def _states(listed: list[Revision | Bad], root: tuple[str, ...], held: Held, tally: Tally) -> Iterator[State | Bad]:
    before: dict[Place, str] = {}
    for each in listed:
        if isinstance(each, Bad):
            yield each
            continue
        state = _read(each, root, before, held, tally)
        before = _places({at: item.content for at, item in state.items.items()}, root)
        yield state


def _read(revision: Revision, root: tuple[str, ...], before: dict[Place, str], held: Held, tally: Tally) -> State:
    state = State(revision.name, revision.when)
    # Lines are compared as they are stored, without secrets: so that one with a secret in it is known again.
    lines = (
        Line(line.number, tuple(map(held.kept, line.section)), held.kept(line.text))
        for line in markdown_lines.read(revision.file.text if revision.file else "")
    )
    for (section, key), line in markdown_lines.placed(lines, before).items():
        tally.records += 1
        try:
            state.put(line.number, address("semantic", key, (*root, *section)), line.text)
        except InvalidValue as error:
            state.fault(line.number, str(error))
    return state


def _places(contents: dict[Address, Any], root: tuple[str, ...]) -> dict[Place, str]:
    return {(at.namespace[len(root) :], at.key): text for at, text in contents.items() if isinstance(text, str)}


def _series(given: Input) -> list[Revision | Bad] | None:
    for ending in ENDINGS:
        if (listed := series(given, ending)) is not None:
            return listed
    return None
