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

    Goal, constraints, facts and failures are never left out; what is left out to keep to --budget is said. With --at
    alone, at an event that kept a prompt ('belieflog log --tag recalled'), the very text that the model was given.
    """
    with call.correcting() if audit else call.searching() as log:
        mem = call.memory(log)
        plain = not (budget or query or sections or audit or "now" in view)
        given = mem.prompt_read_at(view["at"]) if plain and "at" in view else None
        text = (
            given.text
            if given
            else mem.prompt(
                budget=budget, lang=call.lang, query=query, sections=list(sections) or None, audit=audit, **view
            )
        )
    if call.output == "text":
        terminal.write_exact(text)
        if given and not given.same:
            click.echo(call.say("note: {warning}", warning=given.because), err=True)
    else:
        told = {"position": given.event.position, "same": given.same, "because": given.because} if given else None
        result(call, {"text": text, "given": told}, list)
