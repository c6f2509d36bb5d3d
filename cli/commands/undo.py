"""``belieflog undo``."""

import click

from cli.context import Call
from cli.corrections import carry_out
from cli.options import Verb, correcting, event


@click.command("undo", cls=Verb)
@click.argument("event", type=event, metavar="EVENT")
@correcting
def command(call: Call, event: int | str, all_users: bool, reason: str, dry_run: bool) -> None:
    """Undo a correction.

    EVENT is the correction's position or id; 'belieflog corrections' lists them. An undo can be undone.
    """
    with call.correcting() as log:
        carry_out(
            call, log, False, dry_run,
            lambda user, dry_run: log.undo(
                event, reason=reason, user=None if all_users else user, dry_run=dry_run, by=call.actor or ""
            ),
        )  # fmt: skip
