"""``belieflog diff``."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from cli import gist, render
from cli.context import Call
from cli.options import Verb
from cli.terminal import clip, columns, line, strong
from projections import as_json

if TYPE_CHECKING:
    from projections import Difference

_SIGNS = {"added": "+", "changed": "~", "removed": "-"}


@click.command("diff", cls=Verb)
@click.argument("a", metavar="POINT")
@click.argument("b", metavar="[POINT]", required=False)
def command(call: Call, a: str, b: str | None) -> None:
    """Compare two points of the log.

    Without the second, with today.

    A point is a position (120), -3 (before the last three events), an ISO time with zone, or a mark.
    """
    with call.reading() as log:
        changes = call.memory(log).diff(a, b)
    render.result(call, [as_json.difference(change) for change in changes], lambda: _lines(call, changes))


def _lines(call: Call, changes: "Sequence[Difference]") -> Iterator[str]:
    for change in changes:
        yield f"{_SIGNS[change.change]} {strong(line(change.address))}"
        for sign, entry in (("-", change.before), ("+", change.after)):
            if entry is not None:
                yield clip(f"    {sign} {line(gist.gist(entry.kind, entry.value))}", columns())
    if not changes:
        yield call.say("no difference")
