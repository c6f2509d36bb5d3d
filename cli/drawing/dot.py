"""Graphs for Graphviz."""

from collections.abc import Iterator

from cli.drawing.graph import Graph, State

_STYLES: dict[State, str] = {
    "void": "dashed", "retracted": "dotted", "unsupported": '"dashed,rounded"', "expired": '"dotted,rounded"',
    "erased": '"dashed,diagonals"',
}  # fmt: skip


def dot(given: Graph) -> str:
    """Write a graph in Graphviz's language."""
    return "\n".join(_lines(given)) + "\n"


def quoted(text: str) -> str:
    r"""Write a text so that nothing in it means anything to Graphviz.

    >>> quoted('"&')
    '"\\"&amp;"'
    """
    return f'"{_escaped(text)}"'


def _escaped(text: str) -> str:
    # An entity would be drawn as what it stands for; braces and bars mean something in records only.
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;").replace("\n", " ")


def _lines(given: Graph) -> Iterator[str]:
    yield "digraph {"
    yield '  node [shape=box, fontname="monospace", fontsize=10]'
    yield '  edge [fontname="monospace", fontsize=9]'
    for box in given.boxes:
        label = "\\n".join(map(_escaped, box.lines))
        style = f", style={_STYLES[box.state]}" if box.state != "holds" else ""
        yield f'  e{box.position} [label="{label}"{style}]'
    for arrow in given.arrows:
        label = f" [label={quoted(arrow.label)}]" if arrow.label else ""
        yield f"  e{arrow.start} -> e{arrow.end}{label}"
    yield "}"
