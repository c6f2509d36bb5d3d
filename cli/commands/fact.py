"""``belieflog fact``."""

from typing import Any

import click

from cli import render
from cli.context import Call
from cli.options import Verb, writing


@click.command("fact", cls=Verb)
@click.argument("key")
@click.argument("value")
@click.option("--confidence", type=float, metavar="0-1", help="How sure it is.")
@writing(None, needs=("source",))
def command(call: Call, key: str, value: str, confidence: float | None, given: dict[str, Any]) -> None:
    """Add a fact, with its source.

    A fact is what a user, a tool or a document said; for a guess there is 'belieflog assume'.
    """
    told = call.value(value)
    with call.writing() as log:
        written = call.memory(log).add_fact(key, told, confidence=confidence, **given)
    render.receipt(call, written)
