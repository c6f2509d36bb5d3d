"""``belieflog dialogue``."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from cli import gist, render
from cli.context import Call
from cli.options import COUNT, Verb
from cli.terminal import columns, faint, line, safe, strong, wrap
from projections import as_json

if TYPE_CHECKING:
    from projections.dialogue import Turn


@click.command("dialogue", cls=Verb)
@click.option("--last", "--limit", "last", type=COUNT, default=5, show_default=True, help="How many rounds.")
def command(call: Call, last: int) -> None:
    """Show the last turns of dialogue.

    A round begins where the user speaks; older turns show as their summary, where there is one.
    """
    with call.reading() as log:
        turns = call.memory(log).dialogue(last)
    render.result(call, [as_json.turn(turn) for turn in turns], lambda: _lines(call, turns))


def _lines(call: Call, turns: "Sequence[Turn]") -> Iterator[str]:
    for turn in turns:
        at = turn.recorded_at if turn.occurred_at is None else turn.occurred_at
        yield f"{strong(line(turn.role))}  {faint(f'{turn.position}, {gist.when(at)}')}"
        yield from ("  " + each for each in wrap(safe(gist.gist("", turn.content)), columns() - 2))
    if not turns:
        yield call.say("nothing said yet; to begin: {say}", say=call.hint("say user TEXT"))
