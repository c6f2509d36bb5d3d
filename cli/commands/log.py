"""``belieflog log``."""

import sys
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from cli import render, shapes, terminal
from cli.context import Call
from cli.events import listing
from cli.options import COUNT, Verb, address
from cli.terminal import line

if TYPE_CHECKING:
    from belieflog import Log, Recorded

_SCREEN = 30
_FIRST_LOOK = 256


@click.command("log", cls=Verb)
@click.option("--limit", type=COUNT, metavar="N", help=f"How many at most; as text {_SCREEN} unless --all.")
@click.option("--all", "everything", is_flag=True, help="All of them.")
@click.option("--reverse", is_flag=True, help="Oldest first.")
@click.option("--tag", multiple=True, metavar="TAG", help="Only such events: fact-added, corrected, ...")
@click.option("--kind", multiple=True, metavar="KIND", help="Only entries of a kind: fact, note, semantic, ...")
@click.option("--address", multiple=True, type=address, metavar="ADDRESS", help="Only one entry.")
@click.option("--source", multiple=True, metavar="SOURCE", help="Only what came from a source.")
@click.option("--via", multiple=True, metavar="VIA", help="Only what came through a call; a prefix with *.")
@click.option("--actor", multiple=True, metavar="ACTOR", help="Only what an actor wrote.")
@click.option("--run", multiple=True, metavar="RUN", help="Only one import or turn.")
@click.option("--namespace", multiple=True, metavar="SEG/SEG", help="Only a namespace of long-term memory.")
@click.option("--text", multiple=True, metavar="TEXT", help="Only what contains a text.")
@click.option("--after", metavar="POINT", help="Only what came after a point.")
@click.option("--before", metavar="POINT", help="Only what came before a point.")
@click.option("--show-via", is_flag=True, help="Tell the call each came through, in the place of its source.")
@click.option("--all-users", is_flag=True, help="Of everyone, and of the log itself.")
@click.option("--follow", is_flag=True, help="Then go on with what is written, oldest first, until Ctrl-C.")
def command(
    call: Call,
    limit: int | None,
    everything: bool,
    reverse: bool,
    show_via: bool,
    all_users: bool,
    follow: bool,
    **selector: Any,
) -> None:
    """List the events, newest first.

    Of the user, in all sessions unless --session is given. Void events are there too, and say so. With --follow the
    oldest are first, and what is written comes after them.
    """
    if limit is None and call.output == "text" and not everything:
        limit = _SCREEN
    selector = {flag: value or None for flag, value in selector.items()} | {"session": call.session}
    if follow and (call.output == "json" or selector["before"] is not None):
        raise click.UsageError(
            call.say("--follow has no end: leave out --before, and take --jsonl for --json"),
            click.get_current_context(),
        )
    user = None if all_users else call.user
    via = show_via or bool(selector["via"])
    with call.reading() as log:
        head = log.position
        found = _newest(log, limit, user=user, **selector)
        cut = limit is not None and len(found) > limit
        shown = found[:limit] if limit else found
        ordered = shown[::-1] if reverse or follow else shown
        if call.output == "text":
            render.result(call, None, lambda: _lines(call, log, ordered, cut, via))
        else:
            render.result(call, [shapes.event(log, event) for event in ordered], list)
        if follow:
            sys.stdout.flush()
            _follow(call, log, head, show_via=via, user=user, **selector)


def _follow(call: Call, log: "Log", head: int, *, show_via: bool, **wanted: Any) -> None:
    """Print what is written after *head* as it comes."""
    with suppress(KeyboardInterrupt):
        for came in log.follow(head):
            if came.position <= head:
                continue  # it came along with an earlier one
            events = list(log.events(**{**wanted, "after": came.position - 1}))
            head = max([came.position, *(event.position for event in events)])
            if call.output == "text":
                terminal.write(islice(listing(call, log, events, via=show_via), 1, None))
            else:
                render.result(call, [shapes.event(log, event) for event in events], list)
            sys.stdout.flush()


def _newest(log: "Log", limit: int | None, **wanted: Any) -> "list[Recorded]":
    """Give the newest events first, one more than *limit* if there is one; looks back only as far as needed."""
    head = log.position
    look = head if limit is None or wanted["after"] is not None else _FIRST_LOOK
    most = None if limit is None else limit + 1
    while True:
        after = wanted["after"] if wanted["after"] is not None else max(0, head - look)
        found = deque(log.events(**{**wanted, "after": after}), most)
        if look >= head or len(found) == most:
            return list(reversed(found))
        look *= 8


def _lines(call: Call, log: "Log", events: "list[Recorded]", cut: bool, via: bool) -> Iterator[str]:
    if events:
        yield from listing(call, log, events, via=via)
    else:
        if call.session:
            yield call.say("no such events in session {session} of {user}", session=line(call.session), user=call.user)
            return
        yield call.say("no such events of {user}; users here: {users}", user=call.user, users=", ".join(log.users()))
    if cut:
        yield call.say("older ones are not shown: --all, or --limit N")
