"""``belieflog corrections``."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from cli import gist, render, shapes
from cli.context import Call
from cli.events import content
from cli.options import Verb, filtering
from cli.tables import table

if TYPE_CHECKING:
    from belieflog.log import CorrectionMade


@click.command("corrections", cls=Verb)
@filtering()
def command(call: Call, selector: dict[str, Any]) -> None:
    """List the corrections.

    Oldest first, with whether each still counts.
    """
    with call.reading() as log:
        made = log.corrections(call.user, **selector)
        document = [shapes.correction_made(log, each) for each in made]
    render.result(call, document, lambda: _lines(call, made))


def _lines(call: Call, made: "list[CorrectionMade]") -> Iterator[str]:
    heads = call.heads("at", "recorded", "session", "state", "correction")
    rows = [
        [
            e.position,
            gist.when(e.at),
            e.public.session,
            "" if each.counts else call.say("void"),
            content(call, e),
        ]
        for each in made
        for e in [each.event]
    ]
    if rows:
        yield from table(heads, rows, giving=(2, 4))
        yield call.say("to take one back: {undo}", undo=call.hint("undo AT --reason WHY"))
    else:
        yield call.say("no corrections yet")
