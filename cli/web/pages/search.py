"""What is found by words, why it was, and why something else wasn't."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from markupsafe import Markup
from starlette.responses import Response

from cli import gist
from cli.options import address as as_address
from cli.web.asking import Ask, Page
from cli.web.drawing.words import highlighted
from cli.web.standing import point
from eventlog.addresses import KINDS
from eventlog.terms import spans

if TYPE_CHECKING:
    from projections.recall import Hit

HITS, SHOWN = 20, 400  # on a page; characters of each


def catch_up(ask: Ask) -> None:
    """Take in the words of what was written since the last search, so that this one is quick."""
    if ask.query.get("q", "").strip() and not ask.at():
        ask.site.catch_up(ask.mem)


def show(ask: Ask) -> Response:
    """Search the memory, now or as known at a point; with an address, say why that entry isn't among what is found."""
    query, kind, skip = ask.query.get("q", "").strip(), ask.choice("kind", ("", *KINDS)), ask.number("skip", most=980)
    at = ask.mem.settled(point(ask, told)) if (told := ask.at()) else None
    wanted: dict[str, Any] = {"kinds": [kind] if kind else None, "limit": skip + HITS + 1}
    found = ask.mem.recall(query, at=at, audit=False, **wanted) if query else None
    page: Sequence[Hit] = found[skip : skip + HITS] if found else ()
    address, verdict = ask.query.get("address", "").strip(), None
    if address:
        verdict = ask.mem.why_not(as_address(address), query or None, at=at, kinds=wanted["kinds"], limit=HITS)
    return ask.page(
        "search.html",
        query=query,
        kind=kind,
        kinds=KINDS,
        at=at,
        nothing=found.note if found is not None else None,
        hits=[(hit, _text(hit)) for hit in page],
        skip=skip,
        step=HITS,
        more=found is not None and len(found) > skip + HITS,
        address=address,
        verdict=verdict,
    )


def _text(hit: "Hit") -> Markup:
    """Show what a hit says, from where the first word stands that was looked for."""
    text = gist.gist(hit.kind, hit.value)[: 50 * SHOWN]
    places = spans(text, hit.words)
    start = max(0, places[0][0] - SHOWN // 4) if places and places[0][1] > SHOWN else 0
    within = [(a - start, b - start) for a, b in places if b <= start + SHOWN]
    shown = highlighted(text[start : start + SHOWN], within)
    return Markup("{}{}{}").format("…" if start else "", shown, "…" if len(text) > start + SHOWN else "")


PAGES = (Page("/u/{user}/s/{session}/search", show, link="Search", before=catch_up),)
