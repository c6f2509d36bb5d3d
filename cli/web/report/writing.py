"""Writing a report with as much as fits: shorter texts first, then fewer entries, then later points only."""

import base64
from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup
from msgspec import Struct, structs

from cli import gist
from cli.web import templating, wording
from cli.web.drawing import lanes as drawn
from cli.web.drawing import telling
from cli.web.report import states
from cli.web.report.gathering import LANES, Gathered
from cli.web.report.versions import versions
from eventlog import anchors
from eventlog.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from projections.lanes import Bar, Lane

HERE = Path(__file__).parent
SHOWN = 200  # entries of a state that are listed at once

# what the script says; the names in braces are filled in there
SAID = (
    "event {n} of {count}, position {at}, {time} UTC", "At position {at}", "added", "changed", "removed", "nothing",
    "no entry shows anything else after it", "and {n} more events committed with them", "and {n} more entries",
    "{n} more characters are left out", "show all {n} characters", "show all {n} entries", "version {version} at {position}",
    "confidence {confidence}", "until {time} UTC", "what it rests on no longer holds", "(erased)",
)  # fmt: skip


class Room(Struct, frozen=True):
    """How much is told: characters of a *text*, *brief*, of a *prompt*; *entries*, *versions* of each; the last *points* (0: all)."""

    text: int
    brief: int
    prompt: int
    entries: int
    versions: int
    points: int = 0


ROOMS = (
    Room(20_000, 2_000, 100_000, LANES, 50), Room(4_000, 800, 40_000, 200, 20), Room(1_000, 300, 10_000, 100, 10),
    Room(300, 150, 2_000, 50, 5), Room(120, 80, 0, 20, 2), Room(120, 80, 0, 5, 2),
)  # fmt: skip


class Written(Struct, frozen=True):
    """A report as bytes, how many points and entries it tells, and what was left out for its size, in words."""

    page: bytes
    points: int
    entries: int
    left_out: tuple[str, ...]


def write(gathered: Gathered, lang: str, closed: Callable[[str], bool], limit: int) -> Written:
    """Write a report of at most *limit* bytes; refused where even the last point alone takes more."""
    smallest = 0
    for room in _rooms(len(gathered.steps)):
        written = _written(gathered, lang, closed, room)
        if len(written.page) <= limit:
            return _fuller(gathered, lang, closed, limit, room.points) or written
        smallest = len(written.page)
    raise Refused("limit", f"the smallest report of it takes {smallest} bytes, --limit says {limit}: allow more")


def _fuller(gathered: Gathered, lang: str, closed: Callable[[str], bool], limit: int, points: int) -> Written | None:
    """Tell as much as fits of the last *points*: where points had to go, there may be room again for longer texts."""
    rooms = [structs.replace(room, points=points) for room in ROOMS[:-1]] if points else []
    found = (_written(gathered, lang, closed, room) for room in rooms)
    return next((written for written in found if len(written.page) <= limit), None)


def _rooms(steps: int) -> Iterator[Room]:
    """Give ever less room; the points that are kept are the last ones."""
    yield from ROOMS
    last = ROOMS[-1]
    while steps > 1:
        steps //= 2
        yield structs.replace(last, points=steps)


def _written(gathered: Gathered, lang: str, closed: Callable[[str], bool], room: Room) -> Written:
    say: telling.Say = partial(wording.say, lang)
    skip = len(gathered.steps) - room.points if room.points else 0
    steps = gathered.steps[skip:]
    built = states.States(closed, room.text, room.brief)
    data = built.told(gathered, skip)
    data["say"] = {text: wording.template(lang, text) for text in (*SAID, *data["kinds"])}
    last = states.shown(gathered, len(gathered.steps) - 1)
    listed = last[: min(SHOWN, room.entries)]
    told = versions(gathered, room.entries, room.versions, room.brief)
    prompts = [] if not room.prompt else [(each, *states.cut(each.text, room.prompt)) for each in gathered.prompts]
    left_out = tuple(_left_out(say, gathered, room, skip, built, prompts))
    style = _text(templating.HERE / "static" / "style.css") + _text(HERE / "report.css")
    script = _text(HERE / "report.js")
    page = _template().render(
        say=say, lang=lang, gathered=gathered, first=steps[0], last=steps[-1], steps=steps, shown=listed,
        more=len(last) - len(listed), versions=told, prompts=prompts, left_out=left_out, room=room, cut=states.cut,
        ranges=gist.ranges,
        anchor=anchors.shape(gathered.anchor), anchor_text=_anchor(gathered),
        policy=_policy(style, script), style=_element("style", style), script=_element("script", script),
        data=_element("script", states.as_script(data), type="application/json", id="data"),
        patterns=drawn.patterns(), drawing=_drawing(say, gathered, steps, room.entries),
        legend=[(kind, drawn.sample(kind)) for kind in drawn.KINDS],
        marks=[(mark, telling.ENDINGS[ended]) for ended, mark in drawn.MARKS.items()],
    )  # fmt: skip
    return Written(page.encode(), len(steps), min(gathered.entries, room.entries), left_out)


def _left_out(
    say: telling.Say, gathered: Gathered, room: Room, skip: int, built: states.States, prompts: "Sequence[Any]"
) -> Iterator[str]:
    if skip:
        yield say("the first {n} points: the slider begins after them", n=skip)
    if (more := gathered.entries - min(room.entries, len(gathered.lanes))) > 0:
        yield say("the lanes and versions of {n} entries", n=more)
    often = [len(each) - room.versions for each in list(gathered.versions.values())[: room.entries]]
    if more := sum(each for each in often if each > 0):
        yield say("{n} earlier versions of entries that changed often", n=more)
    if built.clipped:
        yield say("the ends of {n} contents longer than {most} characters", n=built.clipped, most=room.text)
    if built.clipped_said:
        n = built.clipped_said
        yield say("the ends of {n} turns and outputs longer than {most} characters", n=n, most=room.brief)
    if len(prompts) < len(gathered.prompts):
        yield say("{n} prompts", n=len(gathered.prompts))
    if gathered.closed:
        yield say("{n} entries of closed namespaces: --actor names one who may read them", n=gathered.closed)


def _drawing(say: telling.Say, gathered: Gathered, steps: "Sequence[Any]", entries: int) -> Markup:
    points = [step.at for step in steps]
    share: telling.Share = lambda position: bisect_left(points, position) / len(points)
    at = {step.at: step.time for step in steps}
    rows = [telling.lane(say, share, _within(lane, points[0], points[-1])) for lane in gathered.lanes[:entries]]
    ticks = telling.ticks(points, at.__getitem__)
    return drawn.lanes(rows, ticks, 1 - 0.5 / len(points), say("what each entry showed through time"))


def _within(lane: "Lane", first: int, last: int) -> "Lane":
    """Give a lane as it was known at *last*: a bar that ended later goes on there."""
    there = [bar for bar in lane.bars if bar.start <= last and (bar.end is None or bar.end > first)]
    ended: Callable[[Bar], bool] = lambda bar: bar.end is not None and bar.end <= last
    return structs.replace(
        lane, bars=tuple(bar if ended(bar) else structs.replace(bar, end=None, ended="") for bar in there)
    )


def _anchor(gathered: Gathered) -> str:
    import json

    return json.dumps(anchors.shape(gathered.anchor), indent=2)


def _policy(style: str, script: str) -> str:
    """Allow the report's own style and script, by their hashes, and nothing else."""
    hashed: Callable[[str], str] = lambda text: f"'sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}'"
    return (
        f"default-src 'none'; script-src {hashed(script)}; style-src {hashed(style)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _element(tag: str, text: str, **attributes: str) -> Markup:
    told = "".join(f' {name}="{value}"' for name, value in attributes.items())
    return Markup(f"<{tag}{told}>{text}</{tag}>")


@cache
def _text(path: Path) -> str:
    return path.read_text("utf-8")


@cache
def _template() -> Any:
    return templating.environment().get_template("report.html")
