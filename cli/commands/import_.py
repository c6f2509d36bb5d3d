"""``belieflog import``."""

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click
from msgspec import to_builtins

from cli import render
from cli.context import Call
from cli.events import counted
from cli.options import Verb
from cli.terminal import line, note, progress, safe

if TYPE_CHECKING:
    from belieflog.importing.run import Report


@click.command("import", cls=Verb)
@click.argument("told", nargs=-1, metavar="[FORMAT|auto] PATH...|-")
@click.option("--strict", is_flag=True, help="Refuse a file that has a bad line, and stop at the first refusal.")
@click.option("--list", "listing", is_flag=True, help="List the formats.")
def command(call: Call, told: tuple[str, ...], strict: bool, listing: bool) -> None:
    """Import what an agent did from its own log.

    One import is one run, taken back as a whole by 'belieflog revert --run RUN'. Importing again, or when the file has
    grown, adds only what is new. A bad line is named, and the rest goes in. The session is the file's own, unless
    --session is given.
    """
    from belieflog.importing.formats import FORMATS

    if listing:
        listed = [{"format": name, "what": what} for name, what in FORMATS.items()]
        return render.result(call, listed, lambda: listing_lines(FORMATS))
    format, paths = _format_and_paths(told, {*FORMATS, "auto"})
    if not paths:
        raise click.UsageError("give a PATH, or - for standard input", click.get_current_context())
    note(call.say("importing {paths} ...", paths=safe(", ".join(paths))))
    with call.writing() as log, progress() as tell:
        report = log.import_(
            paths, format, user=call.user, session=call.session, strict=strict,
            progress=lambda n: tell(call.say("{n} operations taken in", n=n)),
        )  # fmt: skip
    render.result(call, to_builtins(report), lambda: _lines(call, report))
    if call.output == "text":
        render.warn(call, report.warnings)


def _format_and_paths(told: tuple[str, ...], known: set[str]) -> tuple[str, list[str]]:
    """Take the first word for a format, unless it can only be a path."""
    if told and told[0] not in known and (len(told) == 1 or os.path.exists(told[0])):
        return "auto", list(told)
    return (told[0] if told else "auto"), list(told[1:])


def listing_lines(formats: dict[str, str]) -> Iterator[str]:
    """List what can be imported."""
    width = max(map(len, formats))
    yield from (f"{name:{width}}  {what}" for name, what in formats.items())


def _lines(call: Call, report: "Report") -> Iterator[str]:
    yield call.say(
        "{records} records: {turns} turns, {tool_calls} tool calls ({failed} failed), {plan_updates} plan updates",
        records=report.records, turns=report.turns, tool_calls=report.tool_calls, failed=report.failed,
        plan_updates=report.plan_updates,
    )  # fmt: skip
    yield call.say("{events} added", events=counted(call, report.added))
    if report.because:
        yield call.say("read as {format}: {because}", format=report.format, because=report.because)
    for bad in report.bad:
        yield call.say(
            "not taken in: {file}, line {line}: {why}", file=line(bad.file), line=bad.line, why=line(bad.why)
        )
    if report.run:
        yield call.say("to see it: {sessions}", sessions=call.hint("sessions"))
        yield call.say("to take it back: {revert}", revert=call.hint(f"revert --run {report.run} --reason WHY"))
