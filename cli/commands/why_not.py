"""``belieflog why-not``."""

import click

from cli import render
from cli.context import Call
from cli.options import Verb, address, by_meaning
from cli.terminal import line


@click.command("why-not", cls=Verb)
@click.argument("address", type=address)
@click.argument("query", required=False)
@by_meaning
def command(call: Call, address: str, query: str | None) -> None:
    """Say why an entry isn't recalled."""
    with call.searching() as log:
        code, message = call.memory(log).why_not(address, query)
    render.result(call, {"code": code, "message": message}, lambda: [f"{code}: {line(message)}"])
