"""``belieflog backup``."""

import click

from cli.context import Call
from cli.copies import made
from cli.options import Verb


@click.command("backup", cls=Verb)
@click.argument("path")
def command(call: Call, path: str) -> None:
    """Copy the log while it is in use.

    The copy is opened and verified. PATH must not be there yet. 'belieflog recover' brings it back.
    """
    with call.reading() as log:
        copied = log.backup(path)
    made(call, copied, call.say("backed up into '{path}', and verified", path=copied.path))
