"""``belieflog clear``."""

from typing import Any

import click

from cli import render
from cli.context import Call
from cli.options import Verb, writing


@click.command("clear", cls=Verb)
@writing()
def command(call: Call, given: dict[str, Any]) -> None:
    """Retire the session's working entries.

    Long-term memory and other sessions stay as they are; 'belieflog revert' brings the entries back.
    """
    with call.writing() as log:
        written = call.memory(log).clear(**given)
    render.receipt(call, written)
