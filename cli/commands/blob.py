"""``belieflog blob``."""

import click

from cli import render, terminal
from cli.context import Call
from cli.options import Verb


@click.command("blob", cls=Verb)
@click.argument("ref")
def command(call: Call, ref: str) -> None:
    """Print a large output that was kept.

    REF is what its observation shows: blob:...
    """
    from eventlog.values import decode

    with call.reading() as log:
        value = decode(log.blob(ref))
    if call.output == "text":
        terminal.write_exact(value if isinstance(value, str) else render.json_text(value, indent=2))
    else:
        render.result(call, {"ref": ref, "value": value}, list)
