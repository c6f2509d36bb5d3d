"""``belieflog policy``."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from cli import gist, policies, render
from cli.context import Call, file_text
from cli.options import Verb
from cli.terminal import line

if TYPE_CHECKING:
    from belieflog import Recorded


@click.command("policy", cls=Verb)
@click.argument("action", type=click.Choice(["show", "set"]), default="show")
@click.argument("path", metavar="[FILE]", required=False)
@click.option("--reason", default="", help="Why; needed to set one.")
def command(call: Call, action: str, path: str | None, reason: str) -> None:
    """Show or set the rules in force.

    FILE holds a JSON object (- is standard input); keys left out have their defaults. The rules are an event: every
    writer obeys them from there on, and an audit shows which were in force. docs/policy.md tells each key.
    """
    if (action == "set") != (path is not None):
        raise click.UsageError(
            call.say("belieflog policy show, or belieflog policy set FILE --reason R"), click.get_current_context()
        )
    if path is None:
        with call.reading() as log:
            rules, event = log.policy, log.policy_event
        render.result(call, rules, lambda: _lines(call, rules, event))
        return
    from eventlog.values import parse_json

    given = parse_json(file_text(path), "policy")
    with call.writing() as log:
        written = log.set_policy(given, reason=reason, actor=call.actor or "")
    render.receipt(call, written)


def _lines(call: Call, rules: dict[str, Any], event: "Recorded | None") -> Iterator[str]:
    from eventlog.policy import DEFAULT, shown

    yield from policies.listing(rules, shown(DEFAULT))
    if event is None:
        yield call.say("none is set: these are the defaults")
    else:
        reason = line(event.private.reason) if event.private else call.say("(erased)")
        yield call.say(
            "* not the default; set at {position}, {time}: {reason}",
            position=event.position, time=gist.when(event.at), reason=reason,
        )  # fmt: skip
    yield call.say(
        "to change it: {show}, edit the file, then {set}",
        show=call.hint("policy --json > FILE"), set=call.hint("policy set FILE --reason WHY"),
    )  # fmt: skip
