"""Stepping through a session at a terminal: forwards, back, and to anywhere, looking at what was believed."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cli import gist, render, terminal
from cli.context import Call
from cli.events import content
from cli.terminal import clip, columns, faint, line, safe, strong
from eventlog.errors import BelieflogError
from eventlog.points import number
from projections import as_json

if TYPE_CHECKING:
    from belieflog import Log, Memory


def run(call: Call, mem: "Memory", log: "Log", positions: Sequence[int]) -> None:
    """Step through *positions* until the person has seen enough."""
    if not positions:
        terminal.write([call.say("nothing here yet; to begin: {write}", write=call.hint("write KEY VALUE"))])
        return
    terminal.write([faint(_help(call))])
    at = 0
    terminal.write(_event(call, mem, log, positions[at]))
    while (words := _asked(f"{positions[at]}/{positions[-1]}> ")) is not None:
        verb, _, rest = words.partition(" ")
        try:
            match verb:
                case "" | "n" | "next":
                    at, lines = _moved(call, mem, log, positions, at, at + 1)
                case "b" | "back":
                    at, lines = _moved(call, mem, log, positions, at, at - 1)
                case "j" | "jump":
                    at, lines = _moved(call, mem, log, positions, at, _index(positions, rest))
                case "e" | "entry":
                    lines = _entry(call, mem, rest.strip(), positions[at])
                case "p" | "prompt":
                    lines = iter([safe(_prompt(mem, positions[at]))])
                case "s" | "show":
                    lines = iter([render.json_text(as_json.scratchpad(mem.scratchpad(positions[at])), indent=2)])
                case "q" | "quit":
                    return
                case _:
                    lines = iter([_help(call)])
            terminal.write(lines)
        except BelieflogError as error:  # the next step may go well
            terminal.write([safe(str(error))])


def _help(call: Call) -> str:
    return call.say(
        "Enter or n: next, b: back, j POSITION: jump, e ADDRESS: an entry, p: the prompt, s: the scratchpad, q: quit"
    )


def _asked(prompt: str) -> str | None:
    try:
        return input(prompt).strip()
    except EOFError:
        return None


def _index(positions: Sequence[int], told: str) -> int:
    """Find the last of *positions* at or before the one told."""
    wanted = number(told.strip()) or 0
    return sum(position <= wanted for position in positions) - 1


def _moved(
    call: Call, mem: "Memory", log: "Log", positions: Sequence[int], at: int, to: int
) -> tuple[int, Iterator[str]]:
    if not 0 <= to < len(positions):
        ends = {"first": positions[0], "last": positions[-1]}
        return at, iter([call.say("there is nothing before {first} or after {last}", **ends)])
    return to, _event(call, mem, log, positions[to])


def _event(call: Call, mem: "Memory", log: "Log", position: int) -> Iterator[str]:
    """Tell what happened at a position."""
    event = log.event(position)
    head = f"{position} {gist.when(event.at)} {event.tag} {line(event.address or '')}".rstrip()
    yield strong(clip(head + (f" <- {line(str(event.source))}" if event.source else ""), columns()))
    yield clip(f"  {line(content(call, event))}", columns())


def _entry(call: Call, mem: "Memory", told: str, position: int) -> Iterator[str]:
    from cli.commands.blame import lines
    from cli.options import address

    yield from lines(call, mem.blame(address(told), position))


def _prompt(mem: "Memory", position: int) -> str:
    given = mem.prompt_read_at(position)
    return given.text if given else mem.prompt(at=position, audit=False)
