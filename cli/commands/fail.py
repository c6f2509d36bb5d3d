"""``belieflog fail``."""

from typing import Any

import click

from cli import render
from cli.context import Call
from cli.options import Verb, writing


@click.command("fail", cls=Verb)
@click.argument("key")
@click.argument("text")
@click.option("--why", default="", help="Why it failed.")
@click.option("--avoid", default="", help="What to do in its place.")
@click.option("--input", "input_", metavar="TEXT", help="On which input it failed.")
@writing()
def command(call: Call, key: str, text: str, why: str, avoid: str, input_: str | None, given: dict[str, Any]) -> None:
    """Mark what failed, so that it isn't tried again."""
    told = call.value(text)
    with call.writing() as log:
        written = call.memory(log).mark_failure(key, told, why=why, avoid=avoid, input=input_, **given)
    render.receipt(call, written)
