"""``belieflog what-if``."""

from typing import Any

import click

from cli import corrections
from cli.context import Call
from cli.options import Verb, selecting


@click.command("what-if", cls=Verb)
@click.option("--cascade", type=click.Choice(["declared", "exposed", "session"]), help="Also without what follows.")
@click.option("--only", is_flag=True, help="Without the other events of the same call.")
@click.option("--then-apply", is_flag=True, help="Make it the revert; needs --reason.")
@click.option("--reason", help="Why, with --then-apply.")
@selecting()
def command(
    call: Call, cascade: Any, only: bool, then_apply: bool, reason: str | None, selector: dict[str, Any]
) -> None:
    """Show what would be without some events.

    Which entries would show something else, or lose what they rest on. Writes nothing, unless --then-apply.
    """
    if then_apply and not reason:
        raise click.UsageError(call.say("--then-apply needs --reason WHY"))
    with call.correcting() if then_apply else call.reading() as log:
        would = call.memory(log).what_if(cascade=cascade, only=only, **selector)
        how = call.say("nothing is changed yet: add --then-apply --reason WHY to do it")
        corrections.show(call, would.apply(reason) if then_apply else would, how)
