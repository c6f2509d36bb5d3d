"""``belieflog write``."""

from typing import Any

import click

from cli import render
from cli.context import Call
from cli.options import Verb, writing


@click.command("write", cls=Verb)
@click.argument("key")
@click.argument("value")
@click.option("--description", default="", help="What the note is for, in a few words.")
@writing()
def command(call: Call, key: str, value: str, description: str, given: dict[str, Any]) -> None:
    """Write a note to the scratchpad.

    VALUE is text; - reads it from standard input (without its last newline), --json-value takes it as JSON. A decision
    is a note too: belieflog write decision/database "SQLite: one file, no server".
    """
    told = call.value(value)
    with call.writing() as log:
        written = call.memory(log).write(key, told, description=description, **given)
    render.receipt(call, written)
