"""``belieflog why``."""

import click

from cli import render, trees
from cli.context import Call
from cli.options import Verb, address
from projections import as_json


@click.command("why", cls=Verb)
@click.argument("address", type=address)
def command(call: Call, address: str) -> None:
    """Show what an entry rests on.

    Down to what was observed or said, with what of it is void, retracted, expired or erased. Where the entry shows
    nothing now, what it said last is followed.
    """
    with call.reading() as log:
        found = call.memory(log).why(address)
        render.result(call, as_json.node(found), lambda: trees.lines(call, found))
