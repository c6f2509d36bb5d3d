"""``belieflog answer``."""

from typing import Any

import click

from cli import render
from cli.context import Call
from cli.options import Verb, writing


@click.command("answer", cls=Verb)
@click.argument("key")
@click.argument("value")
@writing()
def command(call: Call, key: str, value: str, given: dict[str, Any]) -> None:
    """Answer a question.

    The answer becomes a fact; with --source agent, an assumption.
    """
    told = call.value(value)
    with call.writing() as log:
        written = call.memory(log).answer(key, told, **given)
    render.receipt(call, written)
