"""``belieflog compact``."""

from typing import Any

import click

from cli import render
from cli.context import Call
from cli.options import Verb, writing


@click.command("compact", cls=Verb)
@click.argument("summary")
@writing()
def command(call: Call, summary: str, given: dict[str, Any]) -> None:
    """Put a summary in the place of older dialogue.

    All turns but the last are covered; they stay in the log.
    """
    told = call.value(summary)
    with call.writing() as log:
        written = call.memory(log).compact(told, **given)
    render.receipt(call, written)
