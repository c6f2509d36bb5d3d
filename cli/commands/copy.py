"""``belieflog copy``."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli import errors, render, shapes
from cli.context import Call
from cli.events import counted
from cli.options import Verb
from cli.terminal import line, progress, safe, strong

if TYPE_CHECKING:
    from belieflog import Carried


@click.command("copy", cls=Verb)
@click.argument("from_", metavar="FROM")
@click.argument("to")
@click.option("--move", is_flag=True, help="Let the log go on there: FROM is only read afterwards.")
@click.option("--dry-run", is_flag=True, help="Say what would be copied; write nothing.")
def command(call: Call, from_: str, to: str, move: bool, dry_run: bool) -> None:
    """Copy a log to another place, or move it there.

    FROM and TO are files, or URLs of logs on a server. The copy has the same hashes and is only read; the same
    command again brings it up to FROM, also after it was broken off, and erases what was erased there since. A TO
    that holds anything else is refused. With --move a new epoch of the log begins at TO, where it goes on.
    """
    import belieflog

    with progress() as tell:
        told = lambda n: tell(call.say("{n} events copied", n=n))
        copied = belieflog.copy(from_, to, move=move, dry_run=dry_run, progress=told)
    render.result(call, shapes.carried(copied), lambda: _lines(call, copied, from_))
    if call.output == "text":
        render.warn(call, copied.warnings)
    if copied.left:
        for each in copied.left:
            click.echo(f"{call.say('error:')} {safe(each)}", err=True)
        click.get_current_context().exit(errors.REFUSED)


def _lines(call: Call, copied: "Carried", from_: str) -> Iterator[str]:
    from eventlog import places

    path = line(copied.path)
    if copied.dry_run:
        yield strong(
            call.say("would copy {added} events to '{path}', and move there", added=copied.added, path=path)
            if copied.moved
            else call.say("would copy {added} events to '{path}'", added=copied.added, path=path)
        )
        yield call.say("nothing is copied yet: leave out --dry-run to do it")
        return
    told = (
        call.say("moved to '{path}', epoch {epoch}", path=path, epoch=copied.epoch)
        if copied.moved
        else call.say("copied to '{path}', {added} of them now", path=path, added=copied.added)
    )
    yield strong(call.say("{told}: {events}", told=told, events=counted(call, copied.position)))
    if copied.erased:
        yield call.say("erased there as at the source: {n}", n=copied.erased)
    yield call.say("log {log}", log=copied.log)
    yield call.say("head {hash}", hash=copied.hash)
    if copied.moved:
        shown = line(places.shown(from_))
        yield call.say("'{path}' is only read from now on: let all that write go to the new place", path=shown)
    else:
        yield call.say("it is only read there; to go on there: {move}", move="belieflog copy --move FROM TO")
