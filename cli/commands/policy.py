"""``belieflog policy``."""

import click

from cli import render
from cli.context import Call, file_text
from cli.options import Verb


@click.command("policy", cls=Verb)
@click.argument("action", type=click.Choice(["show", "set"]), default="show")
@click.argument("path", metavar="[FILE]", required=False)
@click.option("--reason", default="", help="Why; needed to set one.")
def command(call: Call, action: str, path: str | None, reason: str) -> None:
    """Show or set the rules in force.

    FILE holds a JSON object (- is standard input); keys left out have their defaults. The rules are an event: every
    writer obeys them from there on, and an audit shows which were in force.
    """
    if (action == "set") != (path is not None):
        raise click.UsageError(
            "belieflog policy show, or belieflog policy set FILE --reason R", click.get_current_context()
        )
    if path is None:
        with call.reading() as log:
            rules = log.policy
        render.result(call, rules, lambda: [render.json_text(rules, indent=2)])
        return
    from eventlog.values import parse_json

    given = parse_json(file_text(path), "policy")
    with call.writing() as log:
        written = log.set_policy(given, reason=reason, actor=call.actor or "")
    render.receipt(call, written)
