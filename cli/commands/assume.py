"""``belieflog assume``."""

from typing import Any

import click

from cli import render
from cli.context import Call
from cli.options import Verb, writing


@click.command("assume", cls=Verb)
@click.argument("key")
@click.argument("text")
@click.option("--confidence", type=float, metavar="0-1", help="How sure it is.")
@writing()
def command(call: Call, key: str, text: str, confidence: float | None, given: dict[str, Any]) -> None:
    """Add an assumption: a guess, marked as one.

    It becomes a fact only by 'belieflog confirm', on evidence.
    """
    told = call.value(text)
    with call.writing() as log:
        written = call.memory(log).assume(key, told, confidence, **given)
    render.receipt(call, written)
