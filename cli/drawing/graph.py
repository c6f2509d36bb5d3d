"""A tree of reasons or consequences as boxes and arrows, before any language draws it."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from cli.context import Call
from cli.events import content
from cli.terminal import clip, line

if TYPE_CHECKING:
    from projections.provenance import Node

State = Literal["holds", "void", "retracted", "unsupported", "expired", "erased"]
LETTERS: dict[State, str] = {
    "holds": "", "void": "V", "retracted": "R", "unsupported": "U", "expired": "X", "erased": "E",
}  # fmt: skip
_COLUMNS = 36


class Box(NamedTuple):
    """An event: its position, the lines it shows (safe, clipped), what became of it, how deep it stands."""

    position: int
    lines: tuple[str, ...]
    state: State
    depth: int


class Arrow(NamedTuple):
    """From a box to one that stands below it; *label* says why, where the box itself says another reason."""

    start: int
    end: int
    label: str


class Graph(NamedTuple):
    """Each event once, in the order in which the trees tell of them."""

    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]


def graph(call: Call, trees: "Sequence[Node]") -> Graph:
    """Lay out *trees* as one graph: an event that they tell of again is the same box.

    The letter of what became of an event stands before the words for it: V void, R retracted or replaced,
    U unsupported, X expired, E erased.
    """
    boxes: dict[int, Box] = {}
    arrows: list[Arrow] = []
    for tree in trees:
        for node, parent in _walk(tree):
            position = node.event.position
            known = position in boxes
            if not known:
                boxes[position] = _box(call, node, 0 if parent is None else boxes[parent].depth + 1)
            if parent is not None:
                why = line(node.because.removesuffix(" (told already)"))
                arrows.append(Arrow(parent, position, clip(why, _COLUMNS) if known else ""))
    return Graph(tuple(boxes.values()), tuple(arrows))


def _walk(tree: "Node") -> "Iterator[tuple[Node, int | None]]":
    waiting: list[tuple[Node, int | None]] = [(tree, None)]
    while waiting:
        node, parent = waiting.pop()
        yield node, parent
        waiting += [(child, node.event.position) for child in reversed(node.children)]


def _box(call: Call, node: "Node", depth: int) -> Box:
    event, state = node.event, _state(node)
    lines = [f"{event.position} {line(event.address or event.tag)}"]
    if event.tag != "recalled" and (what := line(content(call, event))):
        lines.append(what)
    lines.append(line(node.because))
    if node.marks:
        lines.append(f"[{LETTERS[state]}] {', '.join(map(line, node.marks))}")
    return Box(event.position, tuple(clip(each, _COLUMNS) for each in lines), state, depth)


def _state(node: "Node") -> State:
    """Tell the gravest of what became of an event."""
    marks = " ".join(node.marks)
    if not node.effective:
        return "void"
    if "retracted" in marks or "replaced" in marks:
        return "retracted"
    if "erased" in node.marks:
        return "erased"
    if "expired" in node.marks:
        return "expired"
    return "unsupported" if "unsupported" in node.marks else "holds"
