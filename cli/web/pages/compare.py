"""What differs between two points of a memory."""

from typing import TYPE_CHECKING, Any

from markupsafe import Markup
from starlette.responses import RedirectResponse, Response

from cli.web.asking import Ask, Page
from cli.web.drawing import words
from cli.web.standing import point
from eventlog.errors import InvalidValue
from eventlog.points import number
from projections import diff

if TYPE_CHECKING:
    from projections.diff import Difference

ROWS, MARKS = 40, 100
HOW = ("at", "before event", "after event")


def show(ask: Ask) -> Response:
    """Compare two points; points named by an event in the form become positions in the address."""
    if any(ask.choice(f"{side}_how", HOW) != HOW[0] for side in "ab"):
        found = {side: _position(ask, side) for side in "ab"}
        return RedirectResponse(ask.beside("compare", **found), 303)
    a, b, skip = ask.query.get("a", "").strip(), ask.query.get("b", "").strip(), ask.number("skip")
    told: dict[str, Any] = {"a": a, "b": b, "compared": bool(a or b), "how": HOW, "marks": _marks(ask)}
    if not told["compared"]:
        return ask.page("compare.html", **told)
    start, stop = _settled(ask, a or "0"), _settled(ask, b)
    changes = ask.mem.diff(start, stop)
    counts = diff.stat(changes)
    return ask.page(
        "compare.html",
        **told,
        start=start,
        stop=stop,
        rows=[(change, *_words(change)) for change in changes[skip : skip + ROWS]],
        count=len(changes),
        counts={sign: sum(each[sign] for each in counts.values()) for sign in ("added", "changed", "removed")},
        skip=skip,
        step=ROWS,
    )


def _settled(ask: Ask, told: str) -> int:
    return ask.mem.settled(point(ask, told) or None)


def _position(ask: Ask, side: str) -> str:
    """Read one side of the form: a point, or what was known before or after an event."""
    told, how = ask.query.get(side, "").strip(), ask.choice(f"{side}_how", HOW)
    if how == HOW[0]:
        return told
    if (position := number(told)) is None:
        raise InvalidValue(side, ask.say("{told} is no event's position: give its number", told=repr(told)))
    event = ask.log.event(position)
    return str(event.batch - 1 if how == HOW[1] else ask.mem.settled(event.position))


def _words(change: "Difference") -> tuple[Markup | None, bool]:
    was, now = change.before, change.after
    return words.between(now.kind, was.value, now.value) if was and now else (None, True)


def _marks(ask: Ask) -> list[str]:
    named = (str(p.content) for mark in ask.mem.marks()[:MARKS] if (p := mark.private))
    return list(dict.fromkeys(named))


PAGES = (Page("/u/{user}/s/{session}/compare", show, link="Compare"),)
