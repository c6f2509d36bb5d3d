"""``belieflog constrain``."""

from typing import Any

import click

from cli import render
from cli.context import Call
from cli.options import Verb, writing


@click.command("constrain", cls=Verb)
@click.argument("key")
@click.argument("text")
@writing()
def command(call: Call, key: str, text: str, given: dict[str, Any]) -> None:
    """Lay down what must be kept to."""
    told = call.value(text)
    with call.writing() as log:
        written = call.memory(log).constrain(key, told, **given)
    render.receipt(call, written)
