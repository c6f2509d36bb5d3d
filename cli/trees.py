"""Trees of reasons and consequences as indented lines."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli.context import Call
from cli.events import content
from cli.terminal import clip, columns, faint, line, strong

if TYPE_CHECKING:
    from projections.provenance import Node


def lines(call: Call, node: "Node", depth: int = 0) -> Iterator[str]:
    """Lay out a tree, a line per event and one that says why it stands there."""
    event, indent = node.event, "  " * depth
    what = line(event.address or event.tag)
    about = f"{what}: {line(content(call, event))}" if event.tag != "recalled" else what
    marks = "".join(f" [{mark}]" for mark in node.marks)
    head = clip(f"{indent}{event.position} {about}", columns() - len(marks)) + marks
    yield head if depth else strong(head)
    yield faint(clip(f"{indent}  {line(node.because)}", columns()))
    for child in node.children:
        yield from lines(call, child, depth + 1)
