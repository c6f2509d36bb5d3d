"""``belieflog start``."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from cli import render, shapes
from cli.context import Call
from cli.events import counted
from cli.options import Verb, writing
from cli.terminal import line
from eventlog.addresses import WORKING

if TYPE_CHECKING:
    from belieflog import Log, Receipt, Recorded


@click.command("start", cls=Verb)
@click.argument("title")
@click.option("--from", "origin", metavar="SESSION[@POINT]", help="The session that this one goes on from.")
@click.option(
    "--take-over",
    "kinds",
    multiple=True,
    type=click.Choice([*WORKING, "nothing"]),
    help="What to take over from there, instead of all but assumptions, progress and notes; may be repeated.",
)
@writing()
def command(call: Call, title: str, origin: str | None, kinds: tuple[str, ...], given: dict[str, Any]) -> None:
    """Start a session, or start it again.

    Writing needs no start; a session that has ended does. With --from its goal, constraints, open steps, facts, questions
    and failures come along, each resting on its origin and keeping its source.
    """
    told = call.value(title)
    take_over = [kind for kind in kinds if kind != "nothing"] if kinds else None
    with call.writing() as log:
        written = call.memory(log).start(told, read_origin(origin), take_over=take_over, **given)
        taken = _taken_over(log, written) if origin else []
    addresses = [event.address for event in taken]
    render.result(call, {**shapes.receipt(written), "taken_over": addresses}, lambda: _lines(call, written, taken))


def read_origin(text: str | None) -> str | tuple[str, str] | None:
    """Read ``SESSION`` or ``SESSION@POINT``.

    >>> read_origin("s1"), read_origin("s1@120"), read_origin("a@b@-3")
    ('s1', ('s1', '120'), ('a@b', '-3'))
    """
    session, at, told = (text or "").rpartition("@")
    return (session, told) if at and session else text


def _taken_over(log: "Log", written: "Receipt") -> "list[Recorded]":
    """List what came along: what the run of the start wrote after it."""
    start = written.event
    run = start.public.run
    return [] if run is None else list(log.events(start.position, user=start.public.user, run=run))


def _lines(call: Call, written: "Receipt", taken: "list[Recorded]") -> Iterator[str]:
    yield from render.receipt_lines(call, written)
    if taken:
        session = written.event.public.parent.session if written.event.public.parent else ""
        yield call.say("taken over from {session}: {n}", session=line(session), n=counted(call, len(taken)))
        revert = call.hint(f"revert --run {written.event.public.run} --reason WHY")
        yield call.say("to take it back: {revert}", revert=revert)
