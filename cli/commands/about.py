"""``belieflog about``."""

from collections.abc import Iterator

import click

from cli import render, terminal
from cli.context import Call
from cli.options import Verb, address
from projections import as_json


@click.command("about", cls=Verb)
@click.option(
    "--wrong", nargs=2, type=(address, str), metavar="ADDRESS TEXT", help="Put one right: that is wrong, it is TEXT."
)
def command(call: Call, wrong: tuple[str, str] | None) -> None:
    """Tell what is remembered of the user.

    In long-term memory and in all sessions, in plain sentences: where each comes from and since when. With --wrong what
    the user says instead is written as their word; the old value stays in the history. The policy's "visible" names the
    kinds that may be told.
    """
    with call.reading() if wrong is None else call.correcting() as log:
        found = call.memory(log).about(call.lang)
        if wrong is not None:
            where, text = wrong
            written = found.correct(where, call.value(text), session=call.session)
            render.receipt(call, written)
            return
    if call.output == "text":
        terminal.write_exact("\n".join(line for told in found.text.split("\n") for line in _folded(told)))
    else:
        render.result(call, as_json.about(found.user, found.groups), lambda: ())


def _folded(told: str) -> Iterator[str]:
    """Break a line where the terminal ends; the rest of a list's item stays in it."""
    then = "  " if told.startswith("- ") else ""
    first, *rest = terminal.wrap(told, terminal.columns() - len(then))
    yield first
    yield from (then + line for line in rest)
