"""``belieflog event``."""

from collections.abc import Iterator
from typing import Any

import click

from cli import render, shapes
from cli.context import Call
from cli.options import Verb, event
from cli.terminal import faint, line, safe
from eventlog.errors import NotFound


@click.command("event", cls=Verb)
@click.argument("event", type=event, metavar="ID|POSITION")
def command(call: Call, event: int | str) -> None:
    """Show one event."""
    with call.reading() as log:
        found = log.event(event)
        if found.public.user not in (call.user, ""):
            raise NotFound(
                call.say("no event {event!r} of {user}: --user says whose memory", event=event, user=call.user)
            )
        shape = shapes.event(log, found)
    render.result(call, shape, lambda: _lines(shape))


def _lines(shape: dict[str, Any]) -> Iterator[str]:
    for name, value in shape.items():
        if value in (None, [], {}) or name == "content":
            continue
        if name == "source":
            value = value["kind"] + "".join(
                f"{sign}{value[part]}" for sign, part in ((":", "name"), ("#", "ref")) if value[part]
            )
        yield f"{faint(f'{name:<12}')} {line(value if isinstance(value, str) else render.json_text(value))}"
    content = shape["content"]
    if content is not None:
        yield ""
        yield safe(content if isinstance(content, str) else render.json_text(content, indent=2))
