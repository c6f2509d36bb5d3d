"""``belieflog say``."""

from typing import Any

import click

from cli import render
from cli.context import Call
from cli.options import Verb, writing


@click.command("say", cls=Verb)
@click.argument("role")
@click.argument("content")
@writing(None)
def command(call: Call, role: str, content: str, given: dict[str, Any]) -> None:
    """Keep one turn of dialogue.

    ROLE is user, assistant, system or tool; what the user says has the source user, the rest agent.
    """
    given.setdefault("source", "user" if role == "user" else "agent")
    told = call.value(content)
    with call.writing() as log:
        written = call.memory(log).say(role, told, **given)
    render.receipt(call, written)
