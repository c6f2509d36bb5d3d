"""``belieflog progress``."""

from typing import Any

import click

from cli import render
from cli.context import Call
from cli.options import Verb, writing


@click.command("progress", cls=Verb)
@click.argument("done")
@click.option("--next", "next_", metavar="TEXT", help="What is next.")
@writing()
def command(call: Call, done: str, next_: str | None, given: dict[str, Any]) -> None:
    """Note what is done and what is next."""
    told = call.value(done)
    with call.writing() as log:
        written = call.memory(log).note_progress(told, next_, **given)
    render.receipt(call, written)
