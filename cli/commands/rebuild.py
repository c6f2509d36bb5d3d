"""``belieflog rebuild``."""

import click

from cli import render
from cli.context import Call
from cli.events import counted
from cli.options import Verb


@click.command("rebuild", cls=Verb)
def command(call: Call) -> None:
    """Make the indexes anew from the events.

    The events stay as they are; the triggers that guard them are put back if someone took them away.
    """
    with call.correcting(mend=True) as log:
        log.rebuild()
        positions = log.position
    render.result(
        call,
        {"positions": positions},
        lambda: [call.say("indexes made anew from {events}", events=counted(call, positions))],
    )
