"""The whole of a text that a page cut short: what an event says, or a prompt."""

from starlette.responses import PlainTextResponse, Response

from cli import gist
from cli.terminal import safe
from cli.web.asking import Ask, Page
from eventlog.errors import NotFound
from projections.entries import content_of


def of_event(ask: Ask) -> Response:
    """Give all that an event of this user says, as plain text."""
    event = ask.log.event(ask.number("event"))
    if event.public.user != ask.user:
        raise NotFound(ask.say("no event {event} of {user}", event=event.position, user=ask.user))
    return PlainTextResponse(safe(gist.gist("", content_of(event.private))))


def prompt(ask: Ask) -> Response:
    """Give the whole prompt at a point, as plain text."""
    at = ask.mem.settled(ask.at())
    given = ask.mem.prompt_read_at(at) if at else None
    return PlainTextResponse(safe(given.text if given else ask.mem.prompt(at=at, lang=ask.site.lang, audit=False)))


PAGES = (Page("/u/{user}/s/{session}/value", of_event), Page("/u/{user}/s/{session}/prompt", prompt))
