"""``belieflog stats``."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli import render, shapes
from cli.context import Call
from cli.options import COUNT, Verb
from cli.tables import table
from cli.terminal import line, progress

if TYPE_CHECKING:
    from belieflog.stats import Stats


@click.command("stats", cls=Verb)
@click.option("--budget", type=COUNT, metavar="TOKENS", help="Warn where a prompt would take more.")
def command(call: Call, budget: int | None) -> None:
    """Count what the memory holds and what its prompts take.

    Of all sessions of the user and of long-term memory; with --session of that one. Tokens are those of a prompt without
    a budget. Without --budget the one of the policy (watch.prompt_tokens) counts. A warning doesn't change the exit code.
    """
    from belieflog import NotFound

    with call.reading() as log, progress() as show:
        if call.session and not log.has_session(call.user, call.session):
            raise NotFound(
                call.say("there is no session '{session}': 'belieflog sessions' lists them", session=call.session)
            )
        mem = log.memory(call.user, call.session)
        told = mem.stats(budget, progress=lambda n: show(call.say("{n} sessions counted", n=n)))
        users = log.users()
    render.result(call, shapes.stats(told), lambda: _lines(call, told, users))
    for each in told.sessions:
        if each.over:
            warning = call.say(
                "warning: a prompt of session {session} takes {tokens} tokens, more than {budget}",
                session=line(each.session),
                tokens=each.cost.total,
                budget=told.budget,
            )
            click.echo(warning, err=True)


def _lines(call: Call, told: "Stats", users: list[str]) -> Iterator[str]:
    if not (events := sum(told.total.events.values())):
        yield call.say("nothing of {user}; users here: {users}", user=call.user, users=", ".join(users))
        return
    rows = [
        [each.session, sum(each.counts.events.values()), sum(each.counts.entries.values()), each.counts.bytes,
         each.cost.total, each.cost.floor]
        for each in told.sessions
    ]  # fmt: skip
    if rows:
        yield from table(
            call.heads("session", "events", "entries", "bytes", "tokens", "always told"), rows, giving=(0,)
        )
        yield ""
        shares = [
            [name, sum(shares), max(shares)]
            for name in told.sessions[0].cost.sections
            if any(shares := [each.cost.sections[name].tokens for each in told.sessions])
        ]
        yield from table(call.heads("section", "tokens", "most in one session"), shares, giving=(0,))
        yield ""
    yield from table(call.heads("kind", "entries"), _some(told.total.entries), giving=(0,))
    yield ""
    yield from table(call.heads("event", "number"), _some(told.total.events), giving=(0,))
    yield call.say("in all {events} events, {bytes} bytes said in them", events=events, bytes=told.total.bytes)


def _some(counted: dict[str, int]) -> list[list[object]]:
    return [[name, n] for name, n in counted.items() if n]
