"""``belieflog retract``."""

from typing import Any

import click

from cli import render
from cli.context import Call
from cli.options import Verb, address, writing


@click.command("retract", cls=Verb)
@click.argument("address", type=address)
@click.option("--in-session", is_flag=True, help="The memory that is kept with the session.")
@writing(needs=("reason",))
def command(call: Call, address: str, in_session: bool, given: dict[str, Any]) -> None:
    """Take back what an entry says.

    ADDRESS is as in fact:api_timeout; a bare key is a note's. The entry's history stays.
    """
    with call.writing() as log:
        written = call.memory(log).retract(address, in_session=in_session, **given)
    render.receipt(call, written)
