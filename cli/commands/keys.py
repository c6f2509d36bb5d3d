"""``belieflog keys``."""

import click

from cli import render
from cli.context import Call
from cli.options import Verb
from cli.terminal import line


@click.command("keys", cls=Verb)
def command(call: Call) -> None:
    """List the keys of the notes."""
    with call.reading() as log:
        keys = list(call.memory(log).keys())
    none = call.say("no notes yet; to write one: {write}", write=call.hint("write KEY VALUE"))
    render.result(call, keys, lambda: map(line, keys) if keys else [none])
