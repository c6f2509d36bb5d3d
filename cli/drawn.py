"""Trees of reasons and consequences as graphs, in the language asked for."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from cli import render, terminal
from cli.context import Call

if TYPE_CHECKING:
    from cli.drawing.graph import Graph
    from projections.provenance import Node

FORMATS = ["mermaid", "dot", "svg"]


def write(call: Call, form: str, trees: "Sequence[Node]") -> None:
    """Print *trees* as one graph; as JSON, the text of it and its language."""
    from cli.drawing.graph import graph

    text = _language(form)(graph(call, trees))
    if call.output == "text":
        terminal.write_exact(text)
    else:
        render.result(call, {"format": form, "text": text}, list)


def _language(form: str) -> "Callable[[Graph], str]":
    if form == "mermaid":
        from cli.drawing.mermaid import mermaid

        return mermaid
    if form == "dot":
        from cli.drawing.dot import dot

        return dot
    from cli.drawing.svg import svg

    return svg
