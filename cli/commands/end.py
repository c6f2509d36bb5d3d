"""``belieflog end``."""

from typing import Any

import click

from cli import render
from cli.context import Call
from cli.options import Verb, writing


@click.command("end", cls=Verb)
@click.argument("outcome")
@click.option(
    "--met", "criteria", multiple=True, metavar="CRITERION", help="A criterion that was met; may be repeated."
)
@writing()
def command(call: Call, outcome: str, criteria: tuple[str, ...], given: dict[str, Any]) -> None:
    """End the session.

    Nothing is withdrawn, the scratchpad stays readable; writes are refused until 'belieflog start'.
    """
    told = call.value(outcome)
    with call.writing() as log:
        written = call.memory(log).end(told, criteria, **given)
    render.receipt(call, written)
