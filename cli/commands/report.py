"""``belieflog report``."""

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import click

from cli import render
from cli.context import Call
from cli.options import Verb, selecting
from eventlog.errors import NotFound, Unavailable

if TYPE_CHECKING:
    from belieflog import Log, Memory

_PARTS = ("all", "session", "long-term")


@click.command("report", cls=Verb)
@click.argument("out", metavar="OUT.html")
@click.option("--from", "start", metavar="POINT", help="The first point told [the session's beginning].")
@click.option("--until", "stop", metavar="POINT", help="The last point told [now].")
@click.option("--part", type=click.Choice(_PARTS), default="all", help="The session, long-term memory, or all [all].")
@click.option(
    "--prompt", "prompts", multiple=True, metavar="POINT", help="With the prompt last read by then [the last]."
)
@selecting()
@click.option(
    "--limit", type=click.IntRange(1), default=5_000_000, metavar="BYTES", help="How large it may be [5000000]."
)
@click.option("--force", is_flag=True, help="Replace a file that is there already.")
def command(call: Call, out: str, limit: int, force: bool, selector: dict[str, Any], **told: Any) -> None:
    """Write a report to attach to a ticket: one HTML file.

    It needs no server and asks nothing of the net. A selector (--by-source tool:curl, ...) says what it is about: the
    entries that were touched, and what rests on them.
    """
    if find_spec("jinja2") is None:
        raise Unavailable("jinja2 isn't installed: pip install -e '.[web]' in the clone")
    from cli.web.report import gathering, saving, writing

    saving.vacant(out, force)
    with call.reading() as log:
        mem = _memory(call, log)
        start, stop, part = told["start"], told["stop"], told["part"]
        wanted = gathering.Wanted(part if mem.session else "long-term", start, stop, selector, told["prompts"])
        gathered = gathering.gather(log, mem, wanted)
        written = writing.write(gathered, call.lang, mem.closed, limit)
    saving.save(out, written.page, force)
    size, left_out = len(written.page), list(written.left_out)
    document = {
        "path": out,
        "bytes": size,
        "points": written.points,
        "entries": written.entries,
        "left_out": left_out,
        "position": gathered.anchor.position,
        "hash": gathered.anchor.hash,
    }
    render.result(
        call,
        document,
        lambda: [
            call.say("'{path}': {n} points, {size} bytes", path=out, n=written.points, size=size),
            *(call.say("left out: {what}", what=what) for what in left_out),
        ],
    )


def _memory(call: Call, log: "Log") -> "Memory":
    """Give the memory of the session meant, or, of a user who has none, long-term memory."""
    mem = call.memory(log)
    if mem.session is not None and log.has_session(mem.user, mem.session):
        return mem
    if call.session is None and mem.user in log.users():
        return log.memory(mem.user, None, call.actor)
    raise NotFound(f"there is no session '{mem.session}' of '{mem.user}': 'belieflog sessions' lists those there are")
