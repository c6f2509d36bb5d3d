"""``belieflog mark``."""

from typing import Any

import click

from cli import render
from cli.context import Call
from cli.options import Verb, writing


@click.command("mark", cls=Verb)
@click.argument("name")
@writing()
def command(call: Call, name: str, given: dict[str, Any]) -> None:
    """Name this point of the log.

    The name serves wherever a POINT does: belieflog show --at NAME, belieflog rollback --to NAME.
    """
    with call.writing() as log:
        written = call.memory(log).mark(name, **given)
    render.receipt(call, written)
