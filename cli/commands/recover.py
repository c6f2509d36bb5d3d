"""``belieflog recover``."""

import click

from cli.context import Call
from cli.copies import made
from cli.options import Verb


@click.command("recover", cls=Verb)
@click.argument("backup")
@click.argument("path")
def command(call: Call, backup: str, path: str) -> None:
    """Bring a log back from a backup.

    It goes on at PATH, which must not be there yet, as the same log in a new epoch; BACKUP stays as it is. Either may be
    a file or the URL of a log on a server. A backup that doesn't verify is refused. What came after the backup is lost:
    'belieflog verify --anchor' says what.
    """
    import belieflog

    copied = belieflog.recover(backup, path)
    made(call, copied, call.say("brought back into '{path}', epoch {epoch}", path=copied.path, epoch=copied.epoch))
