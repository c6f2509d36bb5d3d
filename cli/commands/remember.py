"""``belieflog remember``."""

from typing import Any

import click

from cli import render
from cli.context import Call
from cli.options import Verb, writing


@click.command("remember", cls=Verb)
@click.argument("address")
@click.argument("content")
@click.option("--in-session", is_flag=True, help="Keep it with the session.")
@click.option("--confidence", type=float, metavar="0-1", help="How sure it is.")
@click.option("--importance", type=int, metavar="1-10", help="How much it matters.")
@writing()
def command(
    call: Call,
    address: str,
    content: str,
    in_session: bool,
    confidence: float | None,
    importance: int | None,
    given: dict[str, Any],
) -> None:
    """Write to long-term memory.

    ADDRESS is episodic:, semantic: or procedural: with a path, as in semantic:prefs/language.
    """
    told = call.value(content)
    with call.writing() as log:
        written = call.memory(log).remember(
            address,
            told,
            in_session=in_session,
            confidence=confidence,
            importance=importance,
            **given,
        )
    render.receipt(call, written)
