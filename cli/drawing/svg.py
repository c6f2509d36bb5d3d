"""Graphs as SVG, in layers of our own: no program needed to draw it, no style or script in it."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from cli.drawing.graph import Arrow, Box, Graph, State
from cli.terminal import width
from projections.spelling import lines as spelled

_CHARACTER, _LINE, _PADDING = 7.3, 16, 8  # of a monospaced font of 12 units
_ACROSS, _DOWN, _EDGE, _ASIDE = 24, 44, 20, 12
_DASHES: dict[State, str] = {
    "void": "6 4", "retracted": "2 3", "unsupported": "8 3 2 3", "expired": "1 4", "erased": "12 4",
}  # fmt: skip


Point = tuple[float, float]


class Place(NamedTuple):
    """Where a box is drawn."""

    x: float
    y: float
    width: float
    height: float


def svg(given: Graph, link: Callable[[int], str] | None = None, name: str = "") -> str:
    """Draw a graph, roots above, each box below what it hangs on.

    In a page each box can lead somewhere: *link* gives the address of one by its position. *name* is what the drawing
    is called there.
    """
    places = layout(given)
    right = max((place.x + place.width for place in places.values()), default=0)
    ways = list(_ways(given, places, right))
    across = max([right, *(x for way in ways for x, _ in way)]) + _EDGE
    down = max((place.y + place.height for place in places.values()), default=0) + _ASIDE + _EDGE
    body = [_arrow(arrow, way) for arrow, way in zip(given.arrows, ways, strict=True)]
    for box in given.boxes:
        drawn = _box(box, places[box.position])
        body += drawn if link is None else [f'<a href="{escaped(link(box.position))}">', *drawn, "</a>"]
    role = f'role="group" aria-label="{escaped(name)}"' if link else 'role="img"'
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{across:g}" height="{down:g}"'
            f' viewBox="0 0 {across:g} {down:g}" font-family="monospace" font-size="12" {role}>',
            '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8"'
            ' orient="auto"><path d="M0 0L8 4L0 8Z" fill="#444"/></marker></defs>',
            *body,
            "</svg>",
            "",
        )
    )


def layout(given: Graph) -> dict[int, Place]:
    """Give each box its place: a layer for each depth; a box stands over the middle of those that hang on it.

    A box hangs on the first arrow that leads to it; leaves stand side by side in the order they are told.
    """
    boxes = {box.position: box for box in given.boxes}
    hanging: dict[int, list[int]] = {position: [] for position in boxes}
    held: set[int] = set()
    for arrow in given.arrows:
        if arrow.end not in held and boxes[arrow.end].depth > boxes[arrow.start].depth:
            held.add(arrow.end)
            hanging[arrow.start].append(arrow.end)
    sizes = {position: _size(box) for position, box in boxes.items()}
    layers: dict[int, float] = {}
    for box in given.boxes:
        layers[box.depth] = max(layers.get(box.depth, 0), sizes[box.position][1])
    tops = {depth: _EDGE + sum(layers[d] + _DOWN for d in range(depth)) for depth in layers}
    # The last told come first here: what hangs on a box is placed before it.
    spans: dict[int, float] = {}
    for box in reversed(given.boxes):
        below = hanging[box.position]
        needed = sum(spans[child] for child in below) + _ACROSS * max(0, len(below) - 1)
        spans[box.position] = max(sizes[box.position][0], needed)
    lefts: dict[int, float] = {}
    left: float = _EDGE
    for box in given.boxes:
        if box.position not in held:
            lefts[box.position] = left
            left += spans[box.position] + _ACROSS
        below = hanging[box.position]
        inner = lefts[box.position]
        inner += (spans[box.position] - sum(spans[c] for c in below) - _ACROSS * max(0, len(below) - 1)) / 2
        for child in below:
            lefts[child] = inner
            inner += spans[child] + _ACROSS
    return {
        position: Place(
            round(lefts[position] + (spans[position] - sizes[position][0]) / 2, 1),
            tops[box.depth],
            *sizes[position],
        )
        for position, box in boxes.items()
    }


def escaped(text: str) -> str:
    r"""Write a text so that it is only text, also where it holds what XML can't.

    >>> escaped("</text>\x00&")
    '&lt;/text&gt;\\u0000&amp;'
    """
    told = " ".join(spelled(text))
    for sign, name in (("&", "amp"), ("<", "lt"), (">", "gt"), ('"', "quot"), ("'", "#39")):
        told = told.replace(sign, f"&{name};")
    return told


def _size(box: Box) -> tuple[float, float]:
    across = round(max(map(width, box.lines)) * _CHARACTER + 2 * _PADDING, 1)
    return across, len(box.lines) * _LINE + 2 * _PADDING


def _box(box: Box, place: Place) -> Iterator[str]:
    dashes = f' stroke-dasharray="{_DASHES[box.state]}"' if box.state != "holds" else ""
    frame = f'x="{place.x:g}" y="{place.y:g}" width="{place.width:g}" height="{place.height:g}"'
    yield f'<rect {frame} rx="3" fill="#fff" stroke="#444"{dashes}/>'
    for n, each in enumerate(box.lines):
        weight = ' font-weight="bold"' if n == 0 else ""
        at = f'x="{place.x + _PADDING:g}" y="{place.y + _PADDING + _LINE * (n + 0.75):g}"'
        yield f'<text {at} fill="#222"{weight} xml:space="preserve">{escaped(each)}</text>'


def _ways(given: Graph, places: Mapping[int, Place], right: float) -> Iterator[list[Point]]:
    """Give each arrow its way: straight to the next layer, else between the layers and round all boxes."""
    depths = {box.position: box.depth for box in given.boxes}
    bottoms: dict[int, float] = {}
    for position, place in places.items():
        bottoms[depths[position]] = max(bottoms.get(depths[position], 0), place.y + place.height)
    lane = right
    for arrow in given.arrows:
        start, end = places[arrow.start], places[arrow.end]
        bottom = bottoms[depths[arrow.start]]
        x1, x2 = start.x + start.width / 2, end.x + end.width / 2
        if depths[arrow.end] == depths[arrow.start] + 1:
            yield [(x1, start.y + start.height), (x1, bottom), (x2, end.y)]
        else:
            lane += _ASIDE
            x1, x2 = start.x + start.width * 0.75, end.x + end.width * 0.75
            below, above = bottom + _ASIDE, end.y - _ASIDE
            first = [(x1, start.y + start.height), (x1, below), (lane, below)]
            yield [*first, (lane, above), (x2, above), (x2, end.y)]


def _arrow(arrow: Arrow, way: list[Point]) -> str:
    points = " ".join(f"{round(x, 1):g},{round(y, 1):g}" for x, y in way)
    title = f"<title>{escaped(arrow.label)}</title>" if arrow.label else ""
    return f'<polyline points="{points}" fill="none" stroke="#444" marker-end="url(#tip)">{title}</polyline>'
