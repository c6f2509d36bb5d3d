"""``belieflog replay``."""

import os
import re
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec as _installed
from typing import TYPE_CHECKING, Any

import click

from cli import render, stepper, terminal
from cli.context import Call
from cli.options import Verb
from cli.terminal import clip, columns, line
from projections import as_json

if TYPE_CHECKING:
    from belieflog import Log
    from projections.replaying import Frame

_POINT = re.compile(r"@?-?\d+|\d{4}-\d\d-\d\d.*")


@click.command("replay", cls=Verb)
@click.option("--from", "start", default="0", metavar="POINT", help="Begin after a position, ISO time or mark.")
@click.option("--until", metavar="POINT|EXPR", help="End at a point, or where a JMESPath over 'show --json' is true.")
@click.option("--list", "listed", is_flag=True, help="Only list the positions, also at a terminal.")
@click.option("--plain", is_flag=True, help="At a terminal, line by line: not over the whole screen.")
def command(call: Call, start: str, until: str | None, listed: bool, plain: bool) -> None:
    """Go through the session event by event.

    A line per position, with a hash of what the memory showed: the same on every machine. At a terminal, step by step:
    over the whole screen where textual is installed ('?' tells the keys).
    """
    with call.reading() as log:
        mem, stop = call.memory(log), _until(call, log, until)
        frames = mem.replay(start, stop)
        if call.output == "json":
            render.result(call, [as_json.frame(frame) for frame in frames], list)
        elif call.output == "jsonl":
            terminal.write(render.json_text(as_json.frame(frame)) for frame in frames)
        elif listed or not _attended():
            terminal.write(_lines(frames))
        elif plain or not _full_screen():
            stepper.run(call, mem, log, [frame.event.position for frame in frames])
        else:
            from cli.full_screen.app import FullScreen
            from cli.full_screen.view import View

            events = [frame.event for frame in frames] if callable(stop) else list(mem.events(start, stop))
            screen = FullScreen(View(call, mem, log, events))
            screen.run(mouse=False)
            if screen.failure is not None:
                raise screen.failure


def _attended() -> bool:
    """Tell whether a person sits there."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _full_screen() -> bool:
    """Tell whether the terminal can be drawn upon, and there is something to draw with."""
    return (
        os.environ.get("TERM", "xterm" if os.name == "nt" else "dumb") != "dumb" and _installed("textual") is not None
    )


def _until(call: Call, log: "Log", text: str | None) -> "str | Callable[..., Any] | None":
    """Read a point, or else an expression; the name of a mark is a point."""
    if text is None or _POINT.fullmatch(text):
        return text
    marks = log.events(user=call.user, tag="marked")
    if any(text == mark.private.content for mark in marks if mark.private):
        return text
    from belieflog.expressions import over_scratchpad

    return over_scratchpad(text)


def _lines(frames: "Iterator[Frame]") -> Iterator[str]:
    for frame in frames:
        event = frame.event
        told = f"{event.position} {frame.state_hash[:16]} {line(event.tag)} {line(event.address or '')}"
        yield clip(told.rstrip(), columns())
