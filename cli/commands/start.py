"""``belieflog start``."""

from typing import Any

import click

from cli import render
from cli.context import Call
from cli.options import Verb, writing


@click.command("start", cls=Verb)
@click.argument("title")
@click.option("--from", "origin", metavar="SESSION[@POINT]", help="The session that this one goes on from.")
@writing()
def command(call: Call, title: str, origin: str | None, given: dict[str, Any]) -> None:
    """Start a session, or start it again.

    Writing needs no start; a session that has ended does.
    """
    told = call.value(title)
    with call.writing() as log:
        written = call.memory(log).start(told, read_origin(origin), **given)
    render.receipt(call, written)


def read_origin(text: str | None) -> str | tuple[str, str] | None:
    """Read ``SESSION`` or ``SESSION@POINT``.

    >>> read_origin("s1"), read_origin("s1@120"), read_origin("a@b@-3")
    ('s1', ('s1', '120'), ('a@b', '-3'))
    """
    session, at, told = (text or "").rpartition("@")
    return (session, told) if at and session else text
