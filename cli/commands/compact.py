"""``belieflog compact``."""

from typing import Any

import click

from cli import render
from cli.commands.probe import read_answers
from cli.context import Call
from cli.options import Verb, writing


@click.command("compact", cls=Verb)
@click.argument("summary")
@click.option("--answers", "path", metavar="FILE", help="What a reader of the summary answered to 'belieflog probe'.")
@writing()
def command(call: Call, summary: str, path: str | None, given: dict[str, Any]) -> None:
    """Put a summary in the place of older dialogue.

    All turns but the last are covered; they stay in the log, and reverting the summary brings them back. With --answers, a
    JSON file, a summary that lost what it must keep is refused.
    """
    told = call.value(summary)
    answers = None if path is None else read_answers(path)
    with call.writing() as log:
        written = call.memory(log).compact(told, answers, **given)
    render.receipt(call, written)
