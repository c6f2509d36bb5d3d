"""``belieflog rollback``."""

import click

from cli.context import Call
from cli.corrections import carry_out
from cli.options import Verb, address, correcting


@click.command("rollback", cls=Verb)
@click.argument("address", type=address, required=False)
@click.option("--to", metavar="POINT", help="The last point that stays: a position, -N, ISO time or mark.")
@click.option("--to-version", type=int, metavar="N", help="Of one entry: the version to go back to.")
@click.option("--long-term", is_flag=True, help="Also what the session wrote to long-term memory.")
@click.option("--all-sessions", is_flag=True, help="All of the user's memory, long-term too.")
@correcting
def command(
    call: Call,
    address: str | None,
    to: str | None,
    to_version: int | None,
    long_term: bool,
    all_sessions: bool,
    all_users: bool,
    reason: str,
    dry_run: bool,
) -> None:
    """Go back to an earlier point.

    Without ADDRESS the session goes back, and its long-term memories stay. With ADDRESS one entry does.
    """
    context = click.get_current_context()
    if (to is None) == (to_version is None):
        raise click.UsageError(call.say("say where to go back to: --to POINT, or of one entry --to-version N"), context)
    if all_users and not all_sessions:
        raise click.UsageError(call.say("--all-users goes with --all-sessions"), context)
    session = None if all_sessions else call.session or "main"
    with call.correcting() as log:
        carry_out(
            call, log, all_users, dry_run,
            lambda user, dry_run: log.rollback(
                to, user=user, reason=reason, session=session, address=address, to_version=to_version,
                long_term=long_term, all_sessions=all_sessions, dry_run=dry_run, by=call.actor or "",
            ),
        )  # fmt: skip
