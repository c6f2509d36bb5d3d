"""``belieflog blame``."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli import gist, render
from cli.context import Call
from cli.options import Verb, address
from cli.terminal import clip, columns, line, strong
from projections import as_json

if TYPE_CHECKING:
    from projections.provenance import Blame


@click.command("blame", cls=Verb)
@click.argument("address", type=address)
@click.option("--at", metavar="POINT", help="As known at a position, -N, ISO time or mark.")
def command(call: Call, address: str, at: str | None) -> None:
    """Say who set what an entry shows, and who said it first."""
    with call.reading() as log:
        found = call.memory(log).blame(address, at)
    render.result(call, as_json.blame(found), lambda: lines(call, found))


def lines(call: Call, given: "Blame") -> Iterator[str]:
    """Tell of an entry who set it, and who said the same first."""
    entry, origin = given.entry, given.origin
    yield strong(clip(f"{line(entry.address)}: {line(gist.gist(entry.kind, entry.value))}", columns()))
    set_at = {"source": line(str(entry.source)), "position": entry.position, "time": gist.when(entry.recorded_at)}
    yield call.say("  set by {source} at {position}, {time}", **set_at)
    if entry.via:
        yield call.say("  through {via}", via=line(entry.via))
    if entry.actor:
        yield call.say("  written by {actor}", actor=line(entry.actor))
    if entry.reason:
        yield call.say("  because: {reason}", reason=line(entry.reason))
    if origin.position != entry.position:
        first = {"source": line(str(origin.source)), "position": origin.position, "time": gist.when(origin.at)}
        yield call.say("  first said by {source} at {position}, {time}", **first)
    if not entry.supported:
        yield "  " + call.say("what it rests on no longer holds")
