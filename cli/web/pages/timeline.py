"""How a session's beliefs evolved: a lane per entry, and the memory at any point of it."""

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

from starlette.responses import Response

from cli import gist
from cli.web.asking import Ask, Page
from cli.web.drawing import lanes as drawn
from cli.web.standing import PARTS, Part, Stand, beside, stand
from eventlog.addresses import KINDS
from projections.lanes import Bar, Ending, Lane

LANES, CELLS = 40, 64  # lanes on a page; changes closer than a cell of that many are drawn as one
ROWS, EVENTS = 40, 20  # of the scratchpad, and of what changed at once
PROMPT = 20_000  # characters of a prompt that are shown
VIEWS = ("scratchpad", "memory", "prompt")

ENDINGS: dict[Ending, str] = {
    "": "still so",
    "revised": "revised",
    "retracted": "retracted",
    "cleared": "cleared",
    "corrected": "taken back or brought back by a correction",
    "expired": "expired",
}


def show(ask: Ask) -> Response:
    """Show the whole page: lanes, slider, and the memory at the point asked for."""
    here = stand(ask, _part(ask))
    return ask.page("timeline.html", **{**_lanes(ask, here), **_state(ask, here)})


def lanes(ask: Ask) -> Response:
    """Show the lanes alone."""
    return ask.page("part-lanes.html", **_lanes(ask, stand(ask, _part(ask))))


def step(ask: Ask) -> Response:
    """Show the memory at the point asked for."""
    return ask.page("part-state.html", **_state(ask, stand(ask, _part(ask))))


def _part(ask: Ask) -> Part:
    return PARTS[("all", "session", "long-term").index(ask.choice("part", PARTS))]


def _kind(ask: Ask) -> str:
    return ask.choice("kind", ("", *KINDS))


def _kept(ask: Ask, **more: object) -> dict[str, Any]:
    """Give what an address of this page keeps beside the point: filters, the page of lanes, the view."""
    part, view = ask.query.get("part"), ask.choice("view", VIEWS)
    told = {"part": None if part not in PARTS[1:] else part, "kind": _kind(ask), "lanes": ask.number("lanes") or None}
    return {**told, "view": None if view == VIEWS[0] else view, **more}


def _lanes(ask: Ask, here: Stand) -> dict[str, Any]:
    part, skip = _part(ask), ask.number("lanes")
    cell = max(1.0, len(here.points) / CELLS)
    apart = lambda one, two: bisect_left(here.points, two) - bisect_left(here.points, one) >= cell
    found = ask.mem.lanes(part, [kind] if (kind := _kind(ask)) else [], skip, LANES + 1, apart)
    rows = [_drawn(ask, here, lane) for lane in found[:LANES]]
    name = ask.say("what each entry showed through time")
    return {
        "here": here,
        "entries": found[:LANES],
        "drawing": drawn.lanes(rows, _ticks(ask, here.points), here.x, name),
        "patterns": drawn.patterns(),
        "legend": [(kind, drawn.sample(kind)) for kind in drawn.KINDS],
        "marks": [(mark, ENDINGS[ended]) for ended, mark in drawn.MARKS.items()],
        "skip": skip,
        "more": len(found) > LANES,
        "part": part,
        "parts": PARTS,
        "kind": _kind(ask),
        "kinds": KINDS,
        "kept": _kept(ask),
        "step_lanes": LANES,
    }


def _drawn(ask: Ask, here: Stand, lane: Lane) -> drawn.DrawnLane:
    bars = [_bar(ask, here, bar) for bar in lane.bars]
    told = "; ".join(bar.said for bar in bars[-5:]) or ask.say("nothing")
    address = lane.address or ask.say("(erased)")
    return drawn.DrawnLane(ask.say("{address}: {told}", address=address, told=told), tuple(bars))


def _bar(ask: Ask, here: Stand, bar: Bar) -> drawn.DrawnBar:
    kind = bar.source or "several"
    start, end = here.share(bar.start), 1.0 if bar.end is None else here.share(bar.end)
    what = (
        ask.say("{n} changes", n=bar.changes)
        if bar.version is None
        else ask.say("version {version} from {source}", version=bar.version, source=ask.say(kind))
    )
    span = ask.say("from event {start}", start=bar.start)
    if bar.end is not None:
        span = ask.say("from event {start} to {end}", start=bar.start, end=bar.end)
    return drawn.DrawnBar(start, end, kind, bar.ended, f"{what}, {span}, {ask.say(ENDINGS[bar.ended])}")


def _ticks(ask: Ask, points: Sequence[int]) -> list[drawn.Tick]:
    count = len(points)
    indexes = sorted({0, count // 2, count - 1}) if count > 2 else range(min(count, 1))
    times = [gist.when(ask.log.event(points[index]).at) for index in indexes]
    one_day = len({time[:10] for time in times}) == 1
    return [
        drawn.Tick((index + 0.5) / count, time[11:] if one_day and index else time)
        for index, time in zip(indexes, times, strict=True)
    ]


def _state(ask: Ask, here: Stand) -> dict[str, Any]:
    part, view = _part(ask), ask.choice("view", VIEWS)
    event = ask.log.event(here.points[here.index]) if here.index >= 0 else None
    told: dict[str, Any] = {
        "here": here,
        "event": event,
        "did": ask.mem.changed(here.points[here.index], part, EVENTS) if event else None,
        "previous": beside(ask, here, -1),
        "next": beside(ask, here, 1),
        "view": view,
        "views": VIEWS,
        "kept": _kept(ask),
    }
    if view == "prompt":
        given = ask.mem.prompt_read_at(here.at) if here.at else None
        text = given.text if given else ask.mem.prompt(at=here.at, lang=ask.site.lang, audit=False)
        return {**told, "given": given, "text": text[:PROMPT], "whole": len(text), "cut": len(text) > PROMPT}
    rows = ask.number("rows")
    shown = ask.mem.shown("long-term" if view == "memory" else "session", here.at, rows, ROWS)
    return {**told, "shown": shown, "rows": rows, "step_rows": ROWS}


PAGES = (
    Page("/u/{user}/s/{session}", show, link="Timeline"),
    Page("/u/{user}/s/{session}/lanes", lanes),
    Page("/u/{user}/s/{session}/step", step),
)
