"""``belieflog verify``."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli import errors, render, shapes
from cli.context import Call
from cli.events import counted
from cli.gauge import gauge
from cli.options import Verb
from cli.terminal import progress, safe, strong

if TYPE_CHECKING:
    from eventlog.verify import Age, Verdict


@click.command("verify", cls=Verb)
@click.option("--anchor", metavar="FILE", help="Compare with the anchors in a file, as 'belieflog anchor' prints them.")
@click.option("--key", metavar="FILE", help="The key that must have signed them.")
@click.option("--views", is_flag=True, help="Compare each index with the fold that defines it, too.")
def command(call: Call, anchor: str | None, key: str | None, views: bool) -> None:
    """Check that no event was changed, lost or added.

    Works out every hash anew. Ends with 3 where the log is not what was written, and names the first bad position. That
    its newest events are gone, that an older copy, an empty or another file is in its place, or that all its hashes
    were made anew, only an anchor can tell.
    """
    if key is not None and anchor is None:
        raise click.UsageError(
            call.say("--key says who signed an anchor: give --anchor too"), click.get_current_context()
        )
    verdict = _unanchored(call, views) if anchor is None else _anchored(call, anchor, key, views)
    render.result(call, shapes.verdict(verdict), lambda: _lines(call, verdict))
    if not verdict.ok:
        click.get_current_context().exit(errors.CORRUPT)


def _unanchored(call: Call, views: bool) -> "Verdict":
    with call.reading() as log, progress() as tell:
        return log.verify(views=views, progress=gauge(call, tell, log.position))


def _anchored(call: Call, anchor: str, key: str | None, views: bool) -> "Verdict":
    """Verify the file itself: that it is gone or empty is a verdict too, where an anchor knows of a log."""
    import belieflog

    with progress() as tell:
        return belieflog.verify(call.target, anchor=anchor, key=key, views=views, progress=gauge(call, tell, None))


def _lines(call: Call, verdict: "Verdict") -> Iterator[str]:
    if verdict.ok:
        yield strong(call.say("{events}, all as written", events=counted(call, verdict.positions)))
        yield call.say("head {hash}", hash=verdict.head)
    else:
        yield strong(call.say("not what was written, from position {position} on", position=verdict.first_bad))
        yield from (f"  {problem.position}: {safe(problem.damage)}" for problem in verdict.problems)
        if all(problem.kind == "view" for problem in verdict.problems):
            rebuild = call.hint("rebuild")
            yield call.say("the events are as written: {rebuild} makes their indexes anew", rebuild=rebuild)
        else:
            yield call.say("keep the file, write nothing to it, and compare it with a backup")
    if verdict.anchor is not None:
        yield _age(call, verdict.anchor)


def _age(call: Call, age: "Age") -> str:
    hours = int(age.age_s // 3600)
    old = call.say("{n} days", n=hours // 24) if hours >= 48 else call.say("{n} hours", n=hours)
    return call.say("the newest anchor is of position {position}, {old} old", position=age.position, old=old)
