"""``belieflog ask``."""

from typing import Any, Literal

import click

from cli import render
from cli.context import Call
from cli.options import Verb, writing


@click.command("ask", cls=Verb)
@click.argument("key")
@click.argument("text")
@click.option(
    "--for",
    "needs",
    type=click.Choice(["agent", "user"]),
    default="agent",
    help="Who has to answer: user is a person.",
)
@writing()
def command(call: Call, key: str, text: str, needs: Literal["agent", "user"], given: dict[str, Any]) -> None:
    """Raise a question."""
    told = call.value(text)
    with call.writing() as log:
        written = call.memory(log).ask(key, told, needs, **given)
    render.receipt(call, written)
