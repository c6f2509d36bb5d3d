"""``belieflog goal``."""

from typing import Any

import click

from cli import render
from cli.context import Call
from cli.options import Verb, writing


@click.command("goal", cls=Verb)
@click.argument("text")
@click.option("--criterion", "criteria", multiple=True, help="How one will know that it is reached; may be repeated.")
@writing()
def command(call: Call, text: str, criteria: tuple[str, ...], given: dict[str, Any]) -> None:
    """Say what the session is for."""
    told = call.value(text)
    with call.writing() as log:
        written = call.memory(log).set_goal(told, criteria, **given)
    render.receipt(call, written)
