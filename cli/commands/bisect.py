"""``belieflog bisect``."""

import os
import subprocess
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli import gist, render
from cli.commands import blame
from cli.context import Call
from cli.events import content
from cli.options import Verb
from cli.terminal import clip, columns, line, note, strong
from eventlog.errors import Refused
from projections import as_json

if TYPE_CHECKING:
    from belieflog import Log, Memory
    from projections.bisecting import Bisected

SKIP, ABORT = 125, 128  # as `git bisect run` has them


@click.command("bisect", cls=Verb)
@click.option("--where", metavar="EXPR", help="JMESPath over 'show --json': true is what is looked for.")
@click.option("--run", "command_line", metavar="CMD", help="A command: exit 0 not so, 1-124 so, 125 can't tell.")
def command(call: Call, where: str | None, command_line: str | None) -> None:
    """Find the event since which something is so.

    Looks at a few states of the session. With --run, CMD gets the scratchpad of each as JSON on standard input, and
    its position in BELIEFLOG_AT; above 125 it stops the search.
    """
    if (where is None) == (command_line is None):
        raise click.UsageError(call.say("say what to look for: --where EXPR or --run CMD"))
    with call.reading() as log:
        mem = call.memory(log)
        if where is not None:
            found = mem.bisect(where)
        else:
            found = mem.bisect(at=lambda position: _asked(call, log, mem, command_line or "", position))
        render.result(call, as_json.bisected(found), lambda: _lines(call, found))


def _asked(call: Call, log: "Log", mem: "Memory", command_line: str, position: int) -> bool | None:
    """Run the command on the state at *position*."""
    pad = render.json_text(as_json.scratchpad(mem.scratchpad(position)))
    environment = {
        **os.environ, "BELIEFLOG_AT": str(position), "BELIEFLOG_USER": mem.user, "BELIEFLOG_SESSION": mem.session or "",
    }  # fmt: skip
    if call.log is not None:
        environment["BELIEFLOG_LOG"] = call.log
    # what it prints goes to standard error: standard output has nothing but the answer
    done = subprocess.run(command_line, shell=True, input=pad.encode(), env=environment, stdout=2, check=False)
    code = done.returncode
    if code in (126, 127) or not 0 <= code < ABORT:  # the shell's words for: it can't be run
        told = call.say(
            "the command ended with {code} at position {position}: the search is stopped",
            code=code,
            position=position,
        )
        raise Refused("predicate", told, at=position)
    note(f"{position}: {code}")
    return None if code == SKIP else code > 0


def _lines(call: Call, found: "Bisected") -> Iterator[str]:
    event = found.event
    values = {"position": found.position, "time": gist.when(event.at), "evaluated": found.evaluated}
    yield strong(call.say("so since {position}, {time}", **values))
    yield clip(f"  {event.tag}: {line(content(call, event))}", columns())
    if found.blame:
        yield from ("  " + each for each in blame.lines(call, found.blame))
    for change in found.changes:
        yield clip(f"  {change.change}: {line(change.address)}", columns())
    if found.found.unclear:
        unclear = ", ".join(map(str, found.found.unclear))
        yield call.say("  or since one of {positions}, where the command can't tell", positions=unclear)
    yield call.say("  {evaluated} states looked at", **values)
    if not found.monotone:
        yield call.say("  it came and went: this is one of the places where it began")
