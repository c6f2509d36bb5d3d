"""Taking back and bringing back: what was corrected, what a correction would do, and doing it."""

from typing import TYPE_CHECKING, Any

from starlette.responses import RedirectResponse, Response

from cli import gist
from cli.context import Call
from cli.events import content
from cli.web import choosing
from cli.web.asking import Ask, Page
from eventlog.addresses import KINDS
from eventlog.errors import BelieflogError, InvalidValue, Refused

if TYPE_CHECKING:
    from belieflog import Correction
    from cli.web.choosing import Choice

MADE, MOVED = 20, 100  # corrections on a page; entries and events that a preview tells of each sort
WOULD = {"revert": "would take back", "restore": "would bring back", "undo": "would undo"}


def show(ask: Ask) -> Response:
    """List the corrections, and show what the chosen one would do."""
    return _page(ask, "")


def apply(ask: Ask) -> Response:
    """Do what was previewed; where it would do something else by now, show what."""
    try:
        seen = ask.site.previews.take(ask.form.get("preview", ""))
        if seen is None:
            raise Refused("stale", ask.say("that preview was used, or is too old: look at this one, and apply it"))
        if not ask.form.get("reason", "").strip():
            raise InvalidValue("reason", ask.say("say why: the reason is kept with the correction"))
        done = seen.apply(ask.form["reason"].strip())
    except BelieflogError as error:
        with ask.mem.reading():
            return _page(ask, str(error), 400)
    return RedirectResponse(ask.beside("corrections", done=done.events[0].position), 303)


def _page(ask: Ask, trouble: str, status: int = 200) -> Response:
    chosen, plan, skip = choosing.choice(ask), None, ask.number("skip")
    if chosen.chosen:
        try:
            plan = choosing.preview(ask, chosen)
        except BelieflogError as error:
            trouble, status = trouble or str(error), 400
    made = ask.log.corrections(ask.user)[::-1]
    call = Call({"BELIEFLOG_LANG": ask.site.lang})
    return ask.page(
        "corrections.html",
        status,
        trouble=trouble,
        chosen=chosen,
        verbs=choosing.VERBS,
        cascades=choosing.CASCADES,
        kinds=KINDS,
        plan=_told(plan) if plan else None,
        preview=ask.site.previews.keep(plan) if plan and ask.may_correct else "",
        command=choosing.command(ask, chosen) if chosen.chosen else "",
        here=ask.beside("corrections", **_kept(chosen)),
        done=_done(ask),
        made=[(each, content(call, each.event)) for each in made[skip : skip + MADE]],
        skip=skip,
        step=MADE,
        count=len(made),
    )


def _kept(chosen: "Choice") -> dict[str, object]:
    """Give the query that chooses the same again."""
    return {"verb": chosen.verb, **chosen.told, "cascade": chosen.cascade, "only": "yes" if chosen.only else None}


def _done(ask: Ask) -> Any:
    """Find the correction that the reader has just made."""
    number = ask.number("done")
    event = ask.log.event(number) if number else None
    return event if event and event.tag == "corrected" and event.public.user == ask.user else None


def _told(plan: "Correction") -> dict[str, Any]:
    return {
        "would": WOULD[plan.verb],
        "count": plan.count,
        "positions": gist.ranges([*plan.voids, *plan.restores]),
        "entries": plan.entries[:MOVED],
        "further": len(plan.entries) - MOVED,
        "followers": [
            ("with it", plan.dependents[:MOVED], len(plan.dependents) - MOVED),
            ("kept", plan.kept[:MOVED], len(plan.kept) - MOVED),
        ],
        "warnings": plan.warnings,
    }


PAGES = (Page("/u/{user}/s/{session}/corrections", show, link="Corrections", post=apply),)
