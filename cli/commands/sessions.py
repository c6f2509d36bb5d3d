"""``belieflog sessions``."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli import gist, render, shapes
from cli.context import Call
from cli.options import Verb
from cli.tables import table

if TYPE_CHECKING:
    from belieflog import Session


@click.command("sessions", cls=Verb)
def command(call: Call) -> None:
    """List the user's sessions."""
    with call.reading() as log:
        sessions, users = log.sessions(call.user), log.users()
    render.result(call, [shapes.session(each) for each in sessions], lambda: _lines(call, sessions, users))


def _lines(call: Call, sessions: "list[Session]", users: list[str]) -> Iterator[str]:
    heads = call.heads("session", "title", "began", "last", "events", "state")
    rows = [
        [
            s.session,
            s.title,
            gist.when(s.started_at if s.occurred is None else s.occurred[0]),
            gist.when(s.last_at if s.occurred is None else s.occurred[1]),
            s.events,
            call.say("ended") if s.ended else "",
        ]
        for s in sessions
    ]
    if rows:
        yield from table(heads, rows, giving=(1,))
    else:
        yield call.say("no sessions of {user}; users here: {users}", user=call.user, users=", ".join(users))
