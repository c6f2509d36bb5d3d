"""``belieflog export``."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click
from msgspec import to_builtins

from cli import render
from cli.context import Call
from cli.listing import listing_lines
from cli.options import Verb
from cli.terminal import line, progress

if TYPE_CHECKING:
    from belieflog.exporting.run import Exported


@click.command("export", cls=Verb)
@click.argument("told", nargs=-1, metavar="[FORMAT] PATH|-")
@click.option("--at", metavar="POINT", help="As known at a position, -N, ISO time or mark (markdown, json).")
@click.option("--force", is_flag=True, help="Replace a file that is there already.")
@click.option("--list", "listing", is_flag=True, help="List the formats.")
def command(call: Call, told: tuple[str, ...], at: str | None, force: bool, listing: bool) -> None:
    """Write the log, or what it shows, to a file.

    FORMAT is events unless it is given: the whole log, which 'belieflog import' makes the same log of in an empty one.
    A scratchpad (markdown, json) can be edited and imported again.
    """
    from belieflog.exporting.formats import FORMATS

    if listing:
        listed = [{"format": name, "what": what} for name, what in FORMATS.items()]
        return render.result(call, listed, lambda: listing_lines(FORMATS))
    if len(told) not in (1, 2) or told in {(name,) for name in FORMATS}:
        raise click.UsageError("give a PATH, or - for standard output", click.get_current_context())
    path, format = told[-1], told[0] if len(told) == 2 else "events"
    with call.reading() as log, progress() as tell:
        mem = call.memory(log)
        exported = log.export(
            path, format, user=mem.user, session=mem.session, at=at, force=force,
            progress=lambda n: tell(call.say("{n} events written", n=n)),
        )  # fmt: skip
    if path != "-":
        render.result(call, to_builtins(exported), lambda: _lines(call, exported))
    if call.output == "text" or path == "-":
        render.warn(call, exported.warnings)


def _lines(call: Call, exported: "Exported") -> Iterator[str]:
    yield call.say("written to {path}, as of event {position}", path=line(exported.path), position=exported.position)
    if exported.format in ("markdown", "json"):
        hint = call.hint(f"import scratchpad {exported.path} --dry-run")
        yield call.say("edited, it goes back: {hint}", hint=line(hint))
