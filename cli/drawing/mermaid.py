"""Graphs for Mermaid, which Markdown pages of many sites draw."""

import re
from collections.abc import Iterator

from cli.drawing.graph import Graph, State

# All but letters, digits and spaces: the language has marks of its own in texts too, as %%{ and `, and more to come.
_MARKS = re.compile(r"[^\w ]|_", re.ASCII)
_DASHES: dict[State, str] = {
    "void": "stroke-dasharray:6 4", "retracted": "stroke-dasharray:2 3", "unsupported": "stroke-dasharray:8 3 2 3",
    "expired": "stroke-dasharray:1 4", "erased": "stroke-dasharray:12 4",
}  # fmt: skip


def mermaid(given: Graph) -> str:
    """Write a graph as a Mermaid flowchart."""
    return "\n".join(_lines(given)) + "\n"


def quoted(text: str) -> str:
    """Write a text so that nothing in it means anything to Mermaid.

    >>> quoted('a "b" %%{init}%% 猫')
    '"a #34;b#34; #37;#37;#123;init#125;#37;#37; 猫"'
    """
    return f'"{_MARKS.sub(_spell, text)}"'


def _spell(match: re.Match[str]) -> str:
    # Characters beyond ASCII have no meaning there, and readers of the source want to read them.
    return match[0] if ord(match[0]) > 127 else f"#{ord(match[0])};"


def _lines(given: Graph) -> Iterator[str]:
    yield "flowchart TD"
    for box in given.boxes:
        label = "<br/>".join(quoted(each)[1:-1] for each in box.lines)
        yield f'  e{box.position}["{label}"]'
    for arrow in given.arrows:
        label = f"|{quoted(arrow.label)}|" if arrow.label else ""
        yield f"  e{arrow.start} -->{label} e{arrow.end}"
    for state, dashes in _DASHES.items():
        if named := [f"e{box.position}" for box in given.boxes if box.state == state]:
            yield f"  classDef {state} {dashes}"
            yield f"  class {','.join(named)} {state}"
