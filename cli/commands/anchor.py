"""``belieflog anchor``."""

import click

from cli import render
from cli.context import Call
from cli.options import Verb


@click.command("anchor", cls=Verb)
@click.option("--key", metavar="FILE", help="Sign it with the Ed25519 private key in a file (PEM).")
def command(call: Call, key: str | None) -> None:
    """Print where the log ends, to be kept elsewhere.

    Keep it where the log's writers can't write, many in one file: belieflog anchor >> FILE. 'belieflog verify --anchor
    FILE' then finds what a log can't show of itself: a cut, an older copy, another log, a history made anew.
    """
    from eventlog.anchors import shape

    with call.reading() as log:
        document = shape(log.anchor(key))
    render.result(call, document, lambda: [render.json_text(document)])
