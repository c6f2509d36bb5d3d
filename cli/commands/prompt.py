"""``belieflog prompt``."""

from typing import Any

import click

from cli import terminal
from cli.context import Call
from cli.options import Verb, viewing
from cli.render import result


@click.command("prompt", cls=Verb)
@click.option("--budget", type=click.IntRange(1), metavar="TOKENS", help="How long it may be.")
@click.option("--query", metavar="TEXT", help="What is asked: memories that match it are added.")
@click.option("--section", "sections", multiple=True, metavar="NAME", help="Only these sections; may be repeated.")
@click.option("--audit", is_flag=True, help="Keep in the log what was shown.")
@viewing()
def command(
    call: Call,
    budget: int | None,
    query: str | None,
    sections: tuple[str, ...],
    audit: bool,
    view: dict[str, Any],
) -> None:
    """Print the memory as text for a model.

    Goal, constraints, facts and failures are never left out; what is left out to keep to --budget is said.
    """
    with call.correcting() if audit else call.reading() as log:
        text = call.memory(log).prompt(
            budget=budget, lang=call.lang, query=query, sections=list(sections) or None, audit=audit, **view
        )
    if call.output == "text":
        terminal.write_exact(text)
    else:
        result(call, {"text": text}, list)
