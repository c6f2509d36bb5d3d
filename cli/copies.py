"""How a log that was made from another reads."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli import render, shapes
from cli.context import Call
from cli.events import counted
from cli.terminal import line, strong

if TYPE_CHECKING:
    from belieflog import Copied


def made(call: Call, copied: "Copied", told: str) -> None:
    """Print which log was made, after *told*, which says how and where."""
    render.result(call, shapes.copied(copied), lambda: _lines(call, copied, told))


def _lines(call: Call, copied: "Copied", told: str) -> Iterator[str]:
    yield strong(call.say("{told}: {events}", told=line(told), events=counted(call, copied.position)))
    yield call.say("log {log}", log=copied.log)
    yield call.say("head {hash}", hash=copied.hash)
