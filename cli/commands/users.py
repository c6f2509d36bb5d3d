"""``belieflog users``."""

import click

from cli import render
from cli.context import Call
from cli.options import Verb
from cli.terminal import line


@click.command("users", cls=Verb)
def command(call: Call) -> None:
    """List the users."""
    with call.reading() as log:
        users = log.users()
    render.result(call, users, lambda: map(line, users) if users else [call.say("no users yet")])
