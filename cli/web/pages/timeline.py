"""How a session's beliefs evolved: a lane per entry, and the memory at any point of it."""

from bisect import bisect_left
from typing import Any

from starlette.responses import Response

from cli.web.asking import Ask, Page
from cli.web.drawing import lanes as drawn
from cli.web.drawing import telling
from cli.web.standing import PARTS, Part, Stand, beside, stand
from eventlog.addresses import KINDS

LANES, CELLS = 40, 64  # lanes on a page; changes closer than a cell of that many are drawn as one
ROWS, EVENTS = 40, 20  # of the scratchpad, and of what changed at once
PROMPT = 20_000  # characters of a prompt that are shown
VIEWS = ("scratchpad", "memory", "prompt")


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
    rows = [telling.lane(ask.say, here.share, lane) for lane in found[:LANES]]
    name = ask.say("what each entry showed through time")
    return {
        "here": here,
        "entries": found[:LANES],
        "drawing": drawn.lanes(rows, telling.ticks(here.points, lambda at: ask.log.event(at).at), here.x, name),
        "patterns": drawn.patterns(),
        "legend": [(kind, drawn.sample(kind)) for kind in drawn.KINDS],
        "marks": [(mark, telling.ENDINGS[ended]) for ended, mark in drawn.MARKS.items()],
        "skip": skip,
        "more": len(found) > LANES,
        "part": part,
        "parts": PARTS,
        "kind": _kind(ask),
        "kinds": KINDS,
        "kept": _kept(ask),
        "step_lanes": LANES,
    }


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
