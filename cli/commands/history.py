"""``belieflog history``."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from cli import gist, plots, render
from cli.context import Call
from cli.options import Verb, address, filtering
from cli.tables import table
from projections import as_json

if TYPE_CHECKING:
    from projections.history import Revision


@click.command("history", cls=Verb)
@click.argument("address", type=address)
@click.option("--plot", is_flag=True, help="Draw numbers and confidence as a line of blocks.")
@filtering()
def command(call: Call, address: str, plot: bool, selector: dict[str, Any]) -> None:
    """List the versions of an entry.

    Oldest first, void ones included.
    """
    with call.reading() as log:
        rows = call.memory(log).history(address, **selector)
    lines = plots.lines if plot else _lines
    render.result(call, [as_json.revision(row) for row in rows], lambda: lines(call, address.partition(":")[0], rows))


def _lines(call: Call, kind: str, rows: "Sequence[Revision]") -> Iterator[str]:
    heads = call.heads("at", "version", "when", "state", "source", "content")
    yield from table(heads, [_row(call, kind, row) for row in rows], giving=(3, 4, 5))


def _row(call: Call, kind: str, row: "Revision") -> list[object]:
    return [
        row.position,
        row.version,
        gist.when(row.recorded_at if row.occurred_at is None else row.occurred_at),
        _state(call, row),
        row.source,
        _content(call, kind, row),
    ]


def _state(call: Call, row: "Revision") -> str:
    if not row.effective:
        return call.say("void by {corrections}", corrections=", ".join(map(str, row.corrections)))
    return call.say("said again") if row.refresh else call.say("current") if row.current else ""


def _content(call: Call, kind: str, row: "Revision") -> str:
    if row.erased:
        return call.say("(erased)")
    if row.version is None:
        return call.say("({event}) {reason}", event=row.tag, reason=row.reason)
    return gist.gist(kind, row.value)
