"""``belieflog get``."""

from typing import Any

import click

from cli import gist, render, terminal
from cli.context import Call
from cli.options import Verb, address, viewing
from eventlog.errors import NotFound
from projections import as_json


@click.command("get", cls=Verb)
@click.argument("address", type=address)
@viewing()
def command(call: Call, address: str, view: dict[str, Any]) -> None:
    """Show one entry.

    ADDRESS is as in fact:api_timeout or plan; a bare key is a note's. A text is printed as it is, any other value as
    JSON; --json tells all about the entry.
    """
    with call.reading() as log:
        entry = call.memory(log).get(address, **view)
    if entry is None:
        message = call.say(
            "nothing at '{address}': {history} shows what was there, {show} what is",
            address=address, history=call.hint(f"history {address}"), show=call.hint("show"),
        )  # fmt: skip
        raise NotFound(message)
    if call.output == "text" and entry.kind != "plan":
        value = entry.value if isinstance(entry.value, str) else render.json_text(entry.value, indent=2)
        terminal.write_exact(value)
    else:
        steps = entry.value if entry.kind == "plan" else []
        lines = [f"{n:>2} {terminal.line(gist.step(step))}" for n, step in enumerate(steps, 1)]
        render.result(call, as_json.entry(entry), lambda: lines)
