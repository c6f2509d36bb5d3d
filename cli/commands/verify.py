"""``belieflog verify``."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli import errors, render, shapes
from cli.context import Call
from cli.events import counted
from cli.options import Verb
from cli.terminal import progress, safe, strong

if TYPE_CHECKING:
    from eventlog.verify import Verdict


@click.command("verify", cls=Verb)
def command(call: Call) -> None:
    """Check that no event was changed, lost or added.

    Works out every hash anew. Ends with 3 where the log is not what was written, and names the first bad position.
    """
    with call.reading() as log, progress() as tell:
        verdict = log.verify(lambda n: tell(call.say("{n} events checked", n=n)))
    render.result(call, shapes.verdict(verdict), lambda: _lines(call, verdict))
    if not verdict.ok:
        click.get_current_context().exit(errors.CORRUPT)


def _lines(call: Call, verdict: "Verdict") -> Iterator[str]:
    if verdict.ok:
        yield strong(call.say("{events}, all as written", events=counted(call, verdict.positions)))
        yield call.say("head {hash}", hash=verdict.head)
        return
    yield strong(call.say("not what was written, from position {position} on", position=verdict.first_bad))
    yield from (f"  {problem.position}: {safe(problem.damage)}" for problem in verdict.problems)
    yield call.say("keep the file, write nothing to it, and compare it with a backup")
