"""A session's scratchpad as Markdown, to be read, edited and imported again.

Sections (``## Notes``) hold entries (``### KEY``): first what the entry says, then what belongs to it, a line each
(``- confidence: 0.8``). The steps of a plan are a list of tasks: ``[ ]`` to do, ``[~]`` doing, ``[x]`` done, ``[-]`` dropped.
A text that could be taken for the page's own lines stands between fences (```` ```text ````), and what is no text, or
holds characters that editors don't keep, as JSON (```` ```json ````, or in quotes). The two comments say what was exported.
"""

from collections.abc import Iterator
from typing import IO, Any

from msgspec.structs import asdict

from belieflog.exporting.asked import Asked, Tally
from belieflog.exporting.page import FORMAT, SECTIONS, Item, Page, page_of
from belieflog.exporting.spelling import body, inline, written

MARKS = {"todo": " ", "doing": "~", "done": "x", "dropped": "-"}
WORDS = {"goal": "text", "progress": "done", "question": "text", "failure": "what"}
HOW_TO = (
    "Edit what you like, then: belieflog import scratchpad FILE --dry-run. "
    "An entry taken out is retracted; what you change is from you, the user."
)


def write(asked: Asked, out: IO[bytes]) -> Tally:
    """Write the scratchpad."""
    page = page_of(asked)
    out.write("".join(f"{line}\n" for line in lines_of(page)).encode())
    return Tally(len(page.entries))


def lines_of(page: Page) -> Iterator[str]:
    """Write a page."""
    told = {name: value for name, value in asdict(page).items() if name not in ("entries", "format")}
    yield f"<!-- {FORMAT} {_commented(told)} -->"
    yield f"<!-- {HOW_TO} -->"
    for title, kind in SECTIONS.items():
        found = [item for item in page.entries if item.kind == kind]
        if found:
            yield from ("", f"## {title}")
        for item in found:
            yield ""
            if item.key:
                yield from (f"### {inline(item.key)}", "")
            yield from _entry(item)
    yield from ("", "<!-- the end: a page without this line was cut short -->")


def _entry(item: Item) -> Iterator[str]:
    value: Any = item.value
    if item.kind == "plan":
        yield from (f"- [{MARKS[step['status']]}] {inline(step['text'])}" for step in value)
        return
    beside: dict[str, str] = {}
    if item.kind in WORDS:
        beside = {name: _attribute(name, x) for name, x in value.items() if name not in (WORDS[item.kind], "criteria")}
        yield from body(value[WORDS[item.kind]])
    else:
        yield from body(value)
    if item.description:
        beside["description"] = inline(item.description)
    if item.confidence is not None:
        beside["confidence"] = written(item.confidence)
    if item.source:
        beside["source"] = inline(item.source)
    attributes = [f"- {name}: {text}" for name, text in beside.items()]
    if item.kind == "goal":
        attributes += [f"- criterion: {inline(each)}" for each in value.get("criteria", ())]
    if attributes:
        yield from ("", *attributes)


def _attribute(name: str, value: Any) -> str:
    return written(value) if name == "input" else inline(value)


def _commented(told: dict[str, Any]) -> str:
    return written(told).replace("-->", "--\\u003e")
