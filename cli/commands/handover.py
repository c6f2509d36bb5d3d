"""``belieflog handover``."""

from typing import Any

import click

from cli import render, terminal
from cli.context import Call
from cli.options import Verb, viewing
from projections import as_json


@click.command("handover", cls=Verb)
@viewing()
def command(call: Call, view: dict[str, Any]) -> None:
    """Write one page for whoever goes on.

    Goal, constraints, plan, facts with their sources, open questions, failures, what changed last and by whom, and what
    lost its support. Its last line is the command that goes on in a session of its own.
    """
    with call.reading() as log:
        page = call.memory(log).handover(call.lang, **view)
    if call.output == "text":
        terminal.write_exact(page.text)
    else:
        render.result(call, as_json.handover(page), lambda: ())
