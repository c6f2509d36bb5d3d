"""``belieflog why``."""

import click

from cli import drawn, render, trees
from cli.context import Call
from cli.drawn import FORMATS
from cli.options import Verb, address
from projections import as_json


@click.command("why", cls=Verb)
@click.argument("address", type=address)
@click.option("--format", "form", type=click.Choice(FORMATS), help="As a graph, to be drawn or pasted.")
def command(call: Call, address: str, form: str | None) -> None:
    """Show what an entry rests on.

    Down to what was observed or said, with what of it is void, retracted, expired or erased. Where the entry shows
    nothing now, what it said last is followed.
    """
    with call.reading() as log:
        found = call.memory(log).why(address)
        if form is not None:
            drawn.write(call, form, [found])
        else:
            render.result(call, as_json.node(found), lambda: trees.lines(call, found))
