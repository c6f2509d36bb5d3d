"""One entry: what it says at a point, on whose word, what it said before, what it rests on and what rests on it."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from markupsafe import Markup
from starlette.responses import Response

from cli.context import Call
from cli.options import address as as_address
from cli.web.asking import Ask, Page
from cli.web.drawing import trees, words
from cli.web.standing import Stand, stand
from eventlog.errors import InvalidValue, NotFound

if TYPE_CHECKING:
    from belieflog import Recorded
    from projections.history import Revision
    from projections.provenance import Blame

VERSIONS = 10  # on a page: each is compared with the one before
EVENTS = 60  # of a tree that is drawn
VIEWS = ("versions", "why", "impact")


def show(ask: Ask) -> Response:
    """Show an entry; of its versions, its reasons and its consequences the one that is asked for."""
    address, view = _address(ask), ask.choice("view", VIEWS)
    here = stand(ask, "all")
    revisions = ask.mem.history(address)
    blame, gone = _blame(ask, address, here)
    told: dict[str, Any] = {
        "address": address,
        "here": here,
        "blame": blame,
        "gone": gone,
        "rests": list(_premises(ask, blame)) if blame else [],
        "taken_back": _positions(blame, revisions),
        "view": view,
        "views": VIEWS,
        "where": lambda event: _where(ask, here, event),
    }
    if view == "versions":
        return ask.page("entry.html", **told, **_versions(ask, address, revisions))
    tree = ask.mem.why(address, EVENTS) if view == "why" else ask.mem.impact(address, EVENTS)
    call = Call({"BELIEFLOG_LANG": ask.site.lang})
    name = ask.say("What it rests on") if view == "why" else ask.say("What followed from it")
    where = told["where"]
    drawing = trees.drawing(call, tree, where, name)
    listing = trees.listing(call, tree, where, lambda n: ask.say("and {n} more", n=n))
    return ask.page("entry.html", **told, drawing=drawing, listing=listing, more=trees.more(tree), name=name)


def _address(ask: Ask) -> str:
    if not (told := ask.query.get("address", "").strip()):
        raise InvalidValue("address", ask.say("say which entry: its address, as in fact:timeout"))
    return as_address(told)


def _blame(ask: Ask, address: str, here: Stand) -> "tuple[Blame | None, str]":
    try:
        return ask.mem.blame(address, None if here.at == ask.log.position else here.at), ""
    except NotFound as error:
        return None, str(error)


def _premises(ask: Ask, blame: "Blame") -> "Iterator[Recorded]":
    for id in blame.entry.recorded.public.derived_from[:VERSIONS]:
        with suppress(NotFound):
            yield ask.log.event(id)


def _positions(blame: "Blame | None", revisions: "Sequence[Revision]") -> str:
    """Name the events that say what the entry shows: all of them go where it is taken back."""
    if blame is None:
        return ""
    version = blame.entry.version
    return " ".join(str(r.position) for r in revisions if r.version == version and r.effective)


def _where(ask: Ask, here: Stand, event: "Recorded") -> str:
    """Give the page that tells of an event: its entry, or what happened there."""
    user, session = event.public.user, event.public.session or ask.session
    if user != ask.user:
        return ask.link("/u/{user}", user=user or ask.user)
    at = max(here.at, ask.mem.settled(event.position)) if ask.at() else None
    if event.address:
        return ask.link("/u/{user}/s/{session}/entry", {"address": event.address, "at": at}, session=session)
    return ask.link("/u/{user}/s/{session}", {"at": event.position}, session=session)


def _versions(ask: Ask, address: str, revisions: "Sequence[Revision]") -> dict[str, Any]:
    kind, skip, count = address.partition(":")[0], ask.number("skip"), len(revisions)
    first = max(0, count - skip - VERSIONS)
    page = revisions[first : max(0, count - skip)]
    before = next((r for r in reversed(revisions[:first]) if _told(r)), None)
    rows: list[tuple[Revision, Markup | None, bool]] = []
    for revision in page:
        changed, whole = None, True
        if _told(revision):
            if before is not None and not revision.refresh:
                changed, whole = words.between(kind, before.value, revision.value)
            before = revision
        rows.append((revision, changed, whole))
    return {"kind": kind, "rows": rows[::-1], "skip": skip, "step": VERSIONS, "count": count}


def _told(revision: "Revision") -> bool:
    return revision.version is not None and not revision.erased


PAGES = (Page("/u/{user}/s/{session}/entry", show),)
