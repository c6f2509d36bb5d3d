"""``belieflog fork``."""

import click

from cli.context import Call
from cli.copies import made
from cli.options import Verb


@click.command("fork", cls=Verb)
@click.argument("path")
@click.option("--at", metavar="POINT", help="Up to a position, -N, ISO time or mark [the newest event].")
def command(call: Call, path: str, at: str | None) -> None:
    """Make a log of its own from the events so far.

    It has the same hashes up to the point, then goes on by itself. PATH, a file or the URL of a log on a server, must
    not be there yet.
    """
    with call.reading() as log:
        copied = log.fork(path, at, user=call.user, session=call.session or "main")
    made(call, copied, call.say("forked into '{path}'", path=copied.path))
