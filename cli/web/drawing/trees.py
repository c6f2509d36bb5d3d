"""Trees of reasons and consequences as a drawing whose boxes are links, and as a list."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from markupsafe import Markup

from cli.context import Call
from cli.drawing.graph import graph
from cli.drawing.svg import svg
from cli.events import content
from cli.terminal import clip, line
from cli.web.drawing.svg import element

if TYPE_CHECKING:
    from eventlog.events import Recorded
    from projections.provenance import Node

Where = Callable[["Recorded"], str]
_COLUMNS = 160


def drawing(call: Call, tree: "Node", where: Where, name: str) -> Markup:
    """Draw a tree; *where* gives the address that an event's box leads to."""
    events = {node.event.position: node.event for node in tree.walk()}
    drawn = svg(graph(call, [tree]), lambda position: where(events[position]), name)
    return Markup(drawn)  # each text in it was escaped where it was drawn


def listing(call: Call, tree: "Node", where: Where, told_more: Callable[[int], str]) -> Markup:
    """Lay a tree out as nested lists; *told_more* says how many further events there are."""
    event = tree.event
    what = clip(line(content(call, event)), _COLUMNS) if event.tag != "recalled" else ""
    parts: list[str] = [
        element("a", f"{event.position} {clip(line(event.address or event.tag), 120)}", href=where(event))
    ]
    parts += [f" {what} " if what else " "]
    parts += [element("strong", f"[{line(mark)}] ") for mark in tree.marks]
    parts += [element("span", line(tree.because), class_="about")]
    below = [listing(call, child, where, told_more) for child in tree.children]
    if tree.more:
        below.append(element("li", told_more(tree.more), class_="about"))
    return element("li", *parts, *([element("ul", *below)] if below else []))


def more(tree: "Node") -> int:
    """Count the events that a tree leaves out."""
    return sum(node.more for node in tree.walk())
