"""``belieflog plan``."""

import re
from typing import TYPE_CHECKING, Any

import click

from cli import render
from cli.context import Call, file_text
from cli.options import Verb, writing

if TYPE_CHECKING:
    from eventlog.contents import StepStatus

_STATUS: "dict[str, StepStatus]" = {"[x]": "done", "[X]": "done", "[ ]": "todo", "[~]": "doing", "[-]": "dropped"}
_BULLET = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+(?=\S)")


@click.command("plan", cls=Verb)
@click.argument("steps", nargs=-1, metavar="STEP...")
@click.option("--file", "path", metavar="F", help="Read the steps from a file, one a line; - is standard input.")
@click.option("--done", type=int, metavar="N", help="Step N is done.")
@click.option("--doing", type=int, metavar="N", help="Step N is being done.")
@click.option("--drop", type=int, metavar="N", help="Step N is dropped.")
@click.option("--add", metavar="TEXT", help="Add a step at the end.")
@writing()
def command(
    call: Call,
    steps: tuple[str, ...],
    path: str | None,
    done: int | None,
    doing: int | None,
    drop: int | None,
    add: str | None,
    given: dict[str, Any],
) -> None:
    """Make or revise the plan.

    The steps given replace the plan whole. A step may begin with its status: [x] done, [ ] to do, [~] being done, [-]
    dropped; without one it keeps the status it had.
    """
    changes: list[tuple[StepStatus, int | None]] = [("done", done), ("doing", doing), ("dropped", drop)]
    ways = [bool(steps), path is not None, add is not None, *(n is not None for _, n in changes)]
    if sum(ways) != 1:
        raise click.UsageError(
            call.say(
                "give the steps, or one of --file, --done, --doing, --drop, --add; to read it: belieflog get plan"
            ),
            click.get_current_context(),
        )
    if steps == ("-",):
        path = "-"
    revised = [read_step(step) for step in (steps if path is None else _lines(file_text(path)))]
    with call.writing() as log:
        memory = call.memory(log)
        if add is not None:
            current = memory.get("plan")
            before = [(step["text"], step["status"]) for step in current.value] if current else []
            given.setdefault("expected", current.version if current else 0)
            written = memory.revise_plan([*before, read_step(add)], **given)
        elif change := next(((status, n) for status, n in changes if n is not None), None):
            status, n = change
            written = memory.step(n, status, **given)
        else:
            written = memory.revise_plan(revised, **given)
    render.receipt(call, written)


def read_step(text: str) -> "str | tuple[str, StepStatus]":
    """Read a step, with the status it may begin with.

    >>> read_step("[x] read the docs"), read_step("measure")
    (('read the docs', 'done'), 'measure')
    """
    status = _STATUS.get(text[:3])
    return (text[3:].strip(), status) if status else text


def _lines(text: str) -> list[str]:
    return [_BULLET.sub("", line, count=1).strip() for line in text.splitlines() if line.strip()]
