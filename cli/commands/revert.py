"""``belieflog revert``."""

from typing import Any

import click

from cli.context import Call
from cli.corrections import carry_out
from cli.options import Verb, correcting, selecting


@click.command("revert", cls=Verb)
@click.option(
    "--cascade",
    type=click.Choice(["declared", "exposed", "session"]),
    help="Also what rests on it; what agents wrote after seeing it; all that followed in those sessions.",
)
@click.option("--only", is_flag=True, help="Without the other events of the same call.")
@selecting()
@correcting
def command(
    call: Call, cascade: Any, only: bool, all_users: bool, reason: str, dry_run: bool, selector: dict[str, Any]
) -> None:
    """Void events; what they replaced shows again.

    Later events stay as they are. Several selectors narrow the choice; one given twice means either.
    """
    with call.correcting() as log:
        carry_out(
            call, log, all_users, dry_run,
            lambda user, dry_run: log.revert(
                user=user, reason=reason, cascade=cascade, only=only, dry_run=dry_run, by=call.actor or "", **selector
            ),
        )  # fmt: skip
