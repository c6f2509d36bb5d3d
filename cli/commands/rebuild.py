"""``belieflog rebuild``."""

from typing import Literal

import click

from cli import render
from cli.context import Call
from cli.events import counted
from cli.gauge import gauge
from cli.options import Verb
from cli.terminal import progress


@click.command("rebuild", cls=Verb)
@click.option("--view", type=click.Choice(["beliefs", "words"]), help="Only what is shown, or only what is searched.")
def command(call: Call, view: Literal["beliefs", "words"] | None) -> None:
    """Make the indexes anew from the events.

    The events stay as they are; the triggers that guard them are put back if someone took them away. All of it is
    made anew or nothing.
    """
    with call.correcting(mend=True) as log, progress() as tell:
        positions = log.position
        log.rebuild(view, gauge(call, tell, positions))
    render.result(
        call,
        {"positions": positions},
        lambda: [call.say("indexes made anew from {events}", events=counted(call, positions))],
    )
