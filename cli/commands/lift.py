"""``belieflog lift``."""

from typing import Any

import click

from cli import render
from cli.context import Call
from cli.options import Verb, writing


@click.command("lift", cls=Verb)
@click.argument("key")
@writing(needs=("reason",))
def command(call: Call, key: str, given: dict[str, Any]) -> None:
    """Lift the mark of a failure."""
    with call.writing() as log:
        written = call.memory(log).lift_failure(key, **given)
    render.receipt(call, written)
