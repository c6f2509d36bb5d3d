"""``belieflog import``."""

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click
from msgspec import to_builtins

from cli import render
from cli.context import Call
from cli.events import counted
from cli.gist import gist
from cli.listing import listing_lines
from cli.options import Verb
from cli.terminal import clip, columns, line, note, progress, safe

if TYPE_CHECKING:
    from belieflog.importing.bringing import Change
    from belieflog.importing.run import Report


@click.command("import", cls=Verb)
@click.argument("told", nargs=-1, metavar="[FORMAT|auto] PATH...|-")
@click.option("--strict", is_flag=True, help="Refuse a file that has a bad line, and stop at the first refusal.")
@click.option("--dry-run", is_flag=True, help="Say what would be added or changed, and write nothing.")
@click.option("--list", "listing", is_flag=True, help="List the formats.")
def command(call: Call, told: tuple[str, ...], strict: bool, dry_run: bool, listing: bool) -> None:
    """Import what an agent did from its own log.

    One import is one run, taken back as a whole by 'belieflog revert --run RUN'. Importing again, or when the file has
    grown, adds only what is new. A bad line is named, and the rest goes in. The session is the file's own, unless
    --session is given. What 'belieflog export' wrote comes back too: a whole log into an empty one, and a scratchpad
    that was edited.
    """
    from belieflog.importing.formats import FORMATS

    if listing:
        listed = [{"format": name, "what": what} for name, what in FORMATS.items()]
        return render.result(call, listed, lambda: listing_lines(FORMATS))
    format, paths = _format_and_paths(told, {*FORMATS, "auto"})
    if not paths:
        raise click.UsageError(call.say("give a PATH, or - for standard input"), click.get_current_context())
    if paths.count("-") > 1:
        raise click.UsageError(call.say("standard input can be read once: give - once"), click.get_current_context())
    note(call.say("importing {paths} ...", paths=safe(", ".join(paths))))
    with call.trying(dry_run) as log, progress() as tell:
        report = log.import_(
            paths, format, user=call.user, session=call.session, strict=strict, dry_run=dry_run,
            progress=lambda n: tell(call.say("{n} operations taken in", n=n)),
        )  # fmt: skip
    render.result(call, to_builtins(report), lambda: _lines(call, report))
    if call.output == "text":
        render.warn(call, report.warnings)


def _format_and_paths(told: tuple[str, ...], known: set[str]) -> tuple[str, list[str]]:
    """Take the first word for a format, unless it can only be a path."""
    if told and told[0] not in known and (len(told) == 1 or told[0] == "-" or os.path.exists(told[0])):
        return "auto", list(told)
    return (told[0] if told else "auto"), list(told[1:])


def _change(call: Call, change: "Change") -> Iterator[str]:
    """Tell what happens to one entry: in a few words, and what it said and will say."""
    from belieflog.importing.edits import steps_of

    kind = change.address.partition(":")[0]
    changed = steps_of(change.before, change.after) if kind == "plan" and change.change == "changed" else ()
    steps = [_step(call, n, what) for n, what in changed]
    yield f"{call.say(change.change)} {line(change.address)}" + (f" ({', '.join(steps)})" if steps else "")
    for mark, value in (("-", change.before), ("+", change.after)):
        if value is not None:
            yield clip(f"  {mark} {line(gist(kind, value))}", columns())


def _step(call: Call, n: int, what: str) -> str:
    told = {
        "todo": call.say("step {n} todo", n=n),
        "doing": call.say("step {n} doing", n=n),
        "done": call.say("step {n} done", n=n),
        "dropped": call.say("step {n} dropped", n=n),
        "added": call.say("step {n} added", n=n),
        "taken out": call.say("step {n} taken out", n=n),
    }
    return told[what]


def _lines(call: Call, report: "Report") -> Iterator[str]:
    if report.format not in ("events", "scratchpad"):
        yield call.say(
            "{records} records: {turns} turns, {tool_calls} tool calls ({failed} failed), {plan_updates} plan updates",
            records=report.records, turns=report.turns, tool_calls=report.tool_calls, failed=report.failed,
            plan_updates=report.plan_updates,
        )  # fmt: skip
    for change in report.changes:
        yield from _change(call, change)
    events = counted(call, report.added)
    would = report.dry_run
    yield call.say("{events} would be added", events=events) if would else call.say("{events} added", events=events)
    if report.unanswered:
        yield call.say("{n} of the tool calls have no result yet: they go in with it", n=report.unanswered)
    for format, because in report.read_as.items():
        yield call.say("read as {format}: {because}", format=format, because=because)
    for each in report.untimed:
        yield call.say(
            "taken in without its time: {file}, line {line}: {why}",
            file=line(each.file), line=each.line, why=line(each.why),
        )  # fmt: skip
    for bad in report.bad:
        yield call.say(
            "not taken in: {file}, line {line}: {why}", file=line(bad.file), line=bad.line, why=line(bad.why)
        )
    if report.dry_run:
        yield call.say("nothing is changed yet: leave out --dry-run to do it")
    if report.run:
        yield call.say("to see it: {sessions}", sessions=call.hint("sessions"))
        yield call.say("to take it back: {revert}", revert=call.hint(f"revert --run {report.run} --reason WHY"))
