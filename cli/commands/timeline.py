"""``belieflog timeline``."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from cli import gist, render
from cli.context import Call
from cli.options import Verb, address, filtering
from cli.tables import table
from projections import as_json

if TYPE_CHECKING:
    from projections.timeline import Span


@click.command("timeline", cls=Verb)
@click.argument("address", type=address)
@filtering()
def command(call: Call, address: str, selector: dict[str, Any]) -> None:
    """Show what was believed from when to when.

    Each row says which version the entry showed from a position on, and why that changed.
    """
    with call.reading() as log:
        spans = call.memory(log).timeline(address, **selector)
    render.result(call, [as_json.span(span) for span in spans], lambda: _lines(call, address.partition(":")[0], spans))


def _lines(call: Call, kind: str, spans: "Sequence[Span]") -> Iterator[str]:
    heads = call.heads("from", "to", "since", "version", "content", "because")
    yield from table(heads, [_row(call, kind, span) for span in spans], giving=(4, 5))


def _row(call: Call, kind: str, span: "Span") -> list[object]:
    end = call.say("now") if span.end is None else span.end
    content = gist.gist(kind, span.value) if span.version is not None else call.say("(nothing)")
    return [span.start, end, gist.when(span.started_at), span.version, content, span.because]
