"""Events for people: one a line, and one in full."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from cli import gist
from cli.context import Call
from cli.tables import table
from projections.entries import content_of

if TYPE_CHECKING:
    from belieflog import Log, Recorded


_ROOM = {3: 6, 4: 5, 5: 10}  # parts that entry, source (or via) and content may have of what the others leave


def listing(call: Call, log: "Log", events: "Iterable[Recorded]", *, via: bool = False) -> Iterator[str]:
    """Lay out events as a table; *via* tells through which call each came in the place of its source."""
    whence = call.say("via") if via else call.say("source")
    heads = [*call.heads("at", "recorded", "event", "entry"), whence, call.say("content")]
    yield from table(
        heads, [_row(call, log, event, via) for event in events], giving=_ROOM, names=(3, 4) if via else (3,)
    )


def _row(call: Call, log: "Log", event: "Recorded", via: bool) -> list[object]:
    about = content(call, event)
    if not log.effective(event):
        about = call.say("(void) {content}", content=about)
    whence = event.source if not via else event.private.via if event.private else ""
    return [event.position, gist.day(event.at), event.tag, event.address, whence, about]


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
