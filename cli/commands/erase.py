"""``belieflog erase``."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from cli import errors, render, shapes
from cli.context import Call
from cli.events import counted
from cli.gist import ranges
from cli.options import Verb, selecting
from cli.terminal import columns, line, safe, strong, wrap
from eventlog.errors import NotFound

if TYPE_CHECKING:
    from belieflog import Erasure, Log


@click.command("erase", cls=Verb)
@selecting()
@click.option("--whole-user", is_flag=True, help="All that the user's memory ever held.")
@click.option("--expired-before", metavar="TIME", help="What had expired by then.")
@click.option("--all-users", is_flag=True, help="Not only the user's: everyone's.")
@click.option("--dry-run", is_flag=True, help="Print what would go, and erase nothing.")
@click.option("--reason", required=True, help="Why.")
def command(call: Call, all_users: bool, selector: dict[str, Any], **how: Any) -> None:
    """Delete what was said, for good.

    That something was said stays, and so does what rests on it; the log still verifies. The file is purged of it; where
    another program is reading the log that can't be done whole: ends with 1, says what is left, and the same command
    again purges it. This can't be undone.
    """
    with call.correcting() as log:
        if all_users:
            done = _everyones(log, selector, by=call.actor or "", **how)
            document: Any = [shapes.erasure(each) for each in done]
        else:
            done = [log.erase(user=call.user, by=call.actor or "", **how, **selector)]
            document = shapes.erasure(done[0])
    left = list(dict.fromkeys(each for erasure in done for each in erasure.left))
    render.result(call, document, lambda: _lines(call, done))
    if left:
        for each in left:
            click.echo(f"{call.say('error:')} {safe(each)}", err=True)
        click.get_current_context().exit(errors.REFUSED)


def _everyones(log: "Log", selector: dict[str, Any], *, dry_run: bool, **how: Any) -> "list[Erasure]":
    """Erase of each user; those of whom nothing is selected are passed over, unless all are."""
    found, missing = [], NotFound("this log has no users yet: there is nothing to erase")
    for user in log.users():
        try:
            log.erase(user=user, dry_run=True, **how, **selector)
        except NotFound as error:
            missing = error
        else:
            found.append(user)
    if not found:
        raise missing
    return [log.erase(user=user, dry_run=dry_run, **how, **selector) for user in found]


def _lines(call: Call, done: "list[Erasure]") -> Iterator[str]:
    for each in done:
        user = line(each.events[0].public.user if each.events else call.user)
        values = {"events": counted(call, each.count), "user": user, "positions": ranges(each.erased)}
        if each.dry_run:
            yield strong(call.say("would erase {events}: {positions}", **values))
        elif each.outcome == "duplicate":
            yield strong(call.say("nothing more to erase; purged what an earlier erasure had left behind"))
        else:
            yield strong(call.say("erased {events} of {user}: {positions}", **values))
        if each.blobs:
            yield call.say("  and {n} large outputs kept outside", n=each.blobs)
    if done[0].dry_run:
        yield call.say("nothing is erased yet, and it can't be undone: leave out --dry-run to do it")
    else:
        elsewhere = call.say("forks, backups and exports made before still hold it: those are yours to purge")
        yield from wrap(elsewhere, columns())
