"""The lanes of a timeline: what each entry showed from when to when, and on whose word."""

from collections.abc import Sequence

from markupsafe import Markup
from msgspec import Struct

from cli.web.drawing.svg import element, share
from projections.lanes import Ending

HEIGHT, TOP, BAR = 28, 24, 16  # of a lane, of the scale above them, of a bar
KINDS = ("user", "tool", "document", "agent", "import", "system", "several")
MARKS: dict[Ending, str] = {"retracted": "×", "cleared": "∅", "corrected": "↶", "expired": "…"}

_PATTERNS = {  # over a tint, so that a kind is told by its pattern too
    "user": "M0 0H8V8H0Z",
    "tool": "M-2 2L2 -2M0 8L8 0M6 10L10 6",
    "document": "M0 2H8M0 6H8",
    "agent": "M2 2h1.6v1.6h-1.6zM6 6h1.6v1.6h-1.6z",
    "import": "M2 0V8M6 0V8",
    "system": "M0 0L8 8M8 0L0 8",
    "several": "M0 6L4 2L8 6",
}


class DrawnBar(Struct, frozen=True):
    """A bar from one share of the width to another, of a source's kind; *said* tells it in words."""

    start: float
    end: float
    kind: str
    ended: Ending
    said: str


class DrawnLane(Struct, frozen=True):
    """The bars of an entry; *said* tells in words what they show."""

    said: str
    bars: tuple[DrawnBar, ...]


class Tick(Struct, frozen=True):
    """A time on the scale above the lanes."""

    at: float
    text: str


def lanes(rows: Sequence[DrawnLane], ticks: Sequence[Tick], cursor: float, said: str) -> Markup:
    """Draw the lanes below a scale, and a line where the reader stands; *said* is the drawing's name."""
    height = TOP + HEIGHT * len(rows)
    anchors = ["start", *["middle"] * (len(ticks) - 2), "end"][: len(ticks)]
    times = (_tick(tick, anchor, height) for tick, anchor in zip(ticks, anchors, strict=True))
    scale = element("g", *times, class_="scale", aria_hidden="true")
    drawn = [_lane(row, TOP + HEIGHT * number) for number, row in enumerate(rows)]
    at = share(cursor)
    line = element("line", id="cursor", class_="cursor", x1=at, x2=at, y1=TOP - 6, y2=height)
    return element(
        "svg", scale, *drawn, line, class_="lanes", width="100%", height=height, role="group", aria_label=said
    )


def patterns() -> Markup:
    """Give the fills that the bars refer to, once a page."""
    found = [
        element(
            "pattern",
            element("rect", width=8, height=8, class_=f"tint {kind}"),
            element("path", d=path, class_=f"{'solid' if kind in ('user', 'agent') else 'lines'} {kind}"),
            id=f"fill-{kind}", width=8, height=8, patternUnits="userSpaceOnUse",
        )
        for kind, path in _PATTERNS.items()
    ]  # fmt: skip
    return element("svg", element("defs", *found), class_="patterns", width=0, height=0, aria_hidden="true")


def sample(kind: str) -> Markup:
    """Draw a bar of a kind for the legend."""
    return element(
        "svg",
        element("rect", x=1, y=1, width=26, height=12, class_=f"bar {kind}", fill=f"url(#fill-{kind})"),
        class_="sample", width=28, height=14, aria_hidden="true",
    )  # fmt: skip


def _lane(row: DrawnLane, top: int) -> Markup:
    ground = element("line", class_="ground", x1="0", x2="100%", y1=top + HEIGHT, y2=top + HEIGHT)
    above = top + (HEIGHT - BAR) // 2
    bars = [_bar(bar, above) for bar in row.bars]
    marks = [_mark(bar, above) for bar in row.bars if bar.ended in MARKS]  # over the bar that comes next
    return element("g", ground, *bars, *marks, role="img", aria_label=row.said)


def _bar(bar: DrawnBar, top: int) -> Markup:
    return element(
        "rect", element("title", bar.said), x=share(bar.start), y=top, width=share(bar.end - bar.start), height=BAR,
        class_=f"bar {bar.kind}", fill=f"url(#fill-{bar.kind})",
    )  # fmt: skip


def _mark(bar: DrawnBar, top: int) -> Markup:
    return element("text", MARKS[bar.ended], x=share(bar.end), y=top + BAR - 3, class_="end", aria_hidden="true")


def _tick(tick: Tick, anchor: str, height: int) -> Markup:
    at = share(tick.at)
    line = element("line", x1=at, x2=at, y1=TOP - 8, y2=height)
    between = "between" if anchor == "middle" else None  # the first to go where there is little room
    return line + element("text", tick.text, x=at, y=12, text_anchor=anchor, class_=between)
