"""``belieflog sources``."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from cli import render, shapes
from cli.context import Call
from cli.options import Verb, filtering
from cli.tables import table

if TYPE_CHECKING:
    from belieflog.log import SourceCount


@click.command("sources", cls=Verb)
@filtering()
def command(call: Call, selector: dict[str, Any]) -> None:
    """List where the user's memory came from.

    In all sessions, unless --session is given; with how many events each stands behind, and how many of these still count.
    What one of them said is taken back by 'belieflog revert --by-source SOURCE'.
    """
    with call.reading() as log:
        where = {"session": call.session} if call.session else {}
        sources, users = log.sources(call.user, **where | selector), log.users()
    render.result(call, [shapes.source_count(each) for each in sources], lambda: _lines(call, sources, users))


def _lines(call: Call, sources: "list[SourceCount]", users: list[str]) -> Iterator[str]:
    heads = call.heads("source", "events", "effective", "first", "last")
    if sources:
        yield from table(heads, [[s.source, s.events, s.effective, s.first, s.last] for s in sources], giving=(0,))
    else:
        yield call.say("no sources of {user}; users here: {users}", user=call.user, users=", ".join(users))
