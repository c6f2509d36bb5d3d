"""``belieflog check``."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from cli import errors, render
from cli.context import Call
from cli.options import Verb, address, viewing
from cli.terminal import columns, faint, safe, strong, wrap
from projections import as_json

if TYPE_CHECKING:
    from projections.checking import Concern


@click.command("check", cls=Verb)
@click.option("--require", multiple=True, type=address, metavar="ADDRESS", help="What must be there; may be repeated.")
@viewing()
def command(call: Call, require: tuple[str, ...], view: dict[str, Any]) -> None:
    """Say what needs a hand before the agent goes on.

    What is required and missing, what rests on nothing any more, what a newer observation contradicts, summaries that
    say what was taken back, questions for a person, old assumptions, a scratchpad left alone, and dialogue that waits for
    a summary. Each with the command that mends it. Ends with 1 where something is found, else with 0; the policy's "watch"
    says when.
    """
    with call.reading() as log:
        found = call.memory(log).check(require, lang=call.lang, **view)
    render.result(call, [as_json.concern(each) for each in found], lambda: _lines(call, found))
    if found:
        click.get_current_context().exit(errors.REFUSED)


def _lines(call: Call, found: "list[Concern]") -> Iterator[str]:
    if not found:
        yield call.say("nothing to mend")
    for each in found:
        head, *rest = wrap(safe(f"{each.code}: {each.message}"), columns() - 2)
        yield strong(head)
        yield from (f"  {text}" for text in rest)
        yield faint(f"  {safe(call.hint(each.remedy.removeprefix('belieflog ')))}")
