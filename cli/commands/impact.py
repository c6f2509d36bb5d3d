"""``belieflog impact``."""

import re

import click

from cli import render, trees
from cli.context import Call
from cli.options import Verb, address, event
from projections import as_json


@click.command("impact", cls=Verb)
@click.argument("of", metavar="[ADDRESS|EVENT]", required=False)
@click.option("--by-source", "source", metavar="SOURCE", help="Of all that came from a source, as a list.")
def command(call: Call, of: str | None, source: str | None) -> None:
    """Show what followed from an entry, an event or a source.

    What was derived from it, and which reads showed it to whom.
    """
    if (of is None) == (source is None):
        raise click.UsageError(call.say("say of what: an address, an event, or --by-source SOURCE"))
    with call.reading() as log:
        if source is not None:
            found = log.impact(call.user, source=source)
            document: object = [as_json.node(node) for node in found]
        else:
            found = [call.memory(log).impact(_named(of or ""))]
            document = as_json.node(found[0])
        render.result(call, document, lambda: (each for node in found for each in trees.lines(call, node)))


def _named(of: str) -> int | str:
    """Read an event by position or id, else an address; a bare key is a note's."""
    told = event(of)
    if isinstance(told, int) or re.fullmatch(r"[0-9a-fA-F-]{36}", told):
        return told
    return address(told)
