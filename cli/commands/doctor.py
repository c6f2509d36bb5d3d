"""``belieflog doctor``."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli import errors, render, shapes
from cli.context import Call
from cli.options import Verb
from cli.terminal import columns, faint, safe, strong, wrap

if TYPE_CHECKING:
    from belieflog import Finding


@click.command("doctor", cls=Verb)
@click.option("--anchor", metavar="FILE", help="The file that your anchors are in.")
def command(call: Call, anchor: str | None) -> None:
    """Look after the log's file.

    Says of each thing how it is, and what to do where it isn't well. Ends with 1 where there is a problem.
    """
    with call.reading() as log:
        found = log.doctor(anchor)
    render.result(call, [shapes.finding(each) for each in found], lambda: _lines(call, found))
    if any(each.level == "problem" for each in found):
        click.get_current_context().exit(errors.REFUSED)


def _lines(call: Call, found: "list[Finding]") -> Iterator[str]:
    for each in found:
        head, *rest = wrap(_told(call, each), columns())
        yield strong(head) if each.level == "problem" else head
        yield from (f"  {text}" for text in rest)
        if each.remedy:
            yield from (faint(f"  {text}") for text in wrap(safe(each.remedy), columns() - 2))


def _told(call: Call, finding: "Finding") -> str:
    message = safe(finding.message)
    match finding.level:
        case "fine":
            return call.say("ok: {message}", message=message)
        case "note":
            return call.say("note: {message}", message=message)
        case "problem":
            return call.say("PROBLEM: {message}", message=message)
