"""The whole of a text that a page cut short: what an event says, or a prompt."""

from starlette.responses import Response

from cli import gist
from cli.web.asking import Ask, Page
from eventlog.errors import NotFound
from projections.entries import content_of

STEP = 150_000  # characters on a page


def of_event(ask: Ask) -> Response:
    """Show all that an event of this user says."""
    event = ask.log.event(ask.number("event"))
    if event.public.user != ask.user:
        raise NotFound(ask.say("no event {event} of {user}", event=event.position, user=ask.user))
    title = ask.say("What event {event} says", event=event.position)
    return _page(ask, title, gist.gist("", content_of(event.private)), {"event": event.position})


def prompt(ask: Ask) -> Response:
    """Show the whole prompt at a point."""
    at = ask.mem.settled(ask.at())
    given = ask.mem.prompt_read_at(at) if at else None
    text = given.text if given else ask.mem.prompt(at=at, lang=ask.site.lang, audit=False)
    return _page(ask, ask.say("The prompt at position {at}", at=at), text, {"at": at})


def _page(ask: Ask, title: str, text: str, kept: dict[str, object]) -> Response:
    skip = ask.number("skip")
    shown = text[skip : skip + STEP]
    return ask.page("value.html", heading=title, text=shown, skip=skip, step=STEP, count=len(text), kept=kept)


PAGES = (Page("/u/{user}/s/{session}/value", of_event), Page("/u/{user}/s/{session}/prompt", prompt))
