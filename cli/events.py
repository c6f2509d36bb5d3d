"""Events for people: one a line, and one in full."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from cli import gist
from cli.context import Call
from cli.tables import table
from projections.entries import content_of

if TYPE_CHECKING:
    from belieflog import Log, Recorded


def listing(call: Call, log: "Log", events: "Iterable[Recorded]") -> Iterator[str]:
    """Lay out events as a table."""
    heads = call.heads("at", "recorded", "event", "entry", "source", "content")
    yield from table(heads, [_row(call, log, event) for event in events], giving=(3, 4, 5))


def _row(call: Call, log: "Log", event: "Recorded") -> list[object]:
    about = content(call, event)
    if not log.effective(event):
        about = call.say("(void) {content}", content=about)
    return [event.position, gist.when(event.at)[:16], event.tag, event.address, event.source, about]


def content(call: Call, event: "Recorded") -> str:
    """Say in a few words what an event is about."""
    private, public = event.private, event.public
    if private is None:
        return call.say("(erased)")
    if public.voids or public.restores:
        told = [("voids", public.voids), ("restores", public.restores)]
        named = "; ".join(f"{call.say(word)} {gist.ranges(positions)}" for word, positions in told if positions)
        return f"{named}: {private.reason}"
    return gist.gist(public.kind or public.tag, content_of(private)) or private.outcome or private.reason


def counted(call: Call, n: int) -> str:
    """Say how many events."""
    return call.say("1 event") if n == 1 else call.say("{n} events", n=n)
