"""``belieflog confirm``."""

from typing import Any

import click

from cli import render
from cli.context import Call
from cli.options import Verb, writing


@click.command("confirm", cls=Verb)
@click.argument("key")
@writing(None, needs=("source",))
def command(call: Call, key: str, given: dict[str, Any]) -> None:
    """Make an assumption a fact, on evidence."""
    with call.writing() as log:
        written = call.memory(log).confirm(key, **given)
    render.receipt(call, written)
