"""``belieflog observe``."""

from typing import Any

import click

from cli import render
from cli.context import Call, file_text
from cli.options import Verb, writing


@click.command("observe", cls=Verb)
@click.argument("tool")
@click.argument("content", required=False)
@click.option("--file", "path", metavar="F", help="Keep the text of a file.")
@click.option("--call", "call_id", metavar="ID", help="The call that gave it.")
@click.option("--input", "asked", metavar="TEXT", help="What the tool was called with.")
@click.option("--ref", metavar="URL", help="Where it is, if it is kept elsewhere.")
@writing(None)
def command(
    call: Call,
    tool: str,
    content: str | None,
    path: str | None,
    call_id: str | None,
    asked: str | None,
    ref: str | None,
    given: dict[str, Any],
) -> None:
    """Keep what a tool put out.

    CONTENT - reads standard input, its last newline included.
    """
    if sum(told is not None for told in (content, path, ref)) != 1:
        raise click.UsageError(call.say("give CONTENT, --file or --ref"), click.get_current_context())
    if content == "-" and not call.json_value:
        content, path = None, "-"
    output = file_text(path) if path is not None else None if content is None else call.value(content)
    with call.writing() as log:
        written = call.memory(log).observe(tool, output, call=call_id, ref=ref, input=asked, **given)
    render.receipt(call, written)
