"""The pages that cover the screen for a while: help, the history of an entry, the prompt then."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli import gist
from cli.context import Call
from cli.full_screen.lines import Line, paragraph
from cli.terminal import clip, line

if TYPE_CHECKING:
    from projections.history import Revision

Page = list[Line]


def manual(call: Call, columns: int) -> Page:
    """Say which key does what."""
    keys = [
        ("n b", call.say("the next event, the one before; arrow keys too")),
        ("PgDn PgUp", call.say("a page on, a page back; space too")),
        ("Home End", call.say("the first event, the last")),
        ("j", call.say("jump: a position, -N (before the last N), an ISO time, a mark")),
        ("/", call.say("search in addresses and contents; then n and N: the next match, the one before; Esc: no more")),
        ("f", call.say("list only some: kind:fact source:tool:curl address:egress, or any words; empty: all")),
        ("[ ]", call.say("scroll what was held in mind")),
        ("e", call.say("the history of the entry")),
        ("p", call.say("the prompt as it was then")),
        ("Esc q", call.say("close this; leave")),
    ]
    page = [each for key, what in keys for each in paragraph(what, columns, None, f"{key:<10}", " " * 10)]
    signs = call.say("beside an event: V void today, = a match; beside an entry: + new, ~ different, - gone")
    return [*page, Line(""), *paragraph(signs, columns, look="faint")]


def history(call: Call, kind: str, rows: "list[Revision]", columns: int) -> Page:
    """List the versions of an entry, oldest first, each in full."""
    return [each for row in rows for each in _revision(call, kind, row, columns)]


def _revision(call: Call, kind: str, row: "Revision", columns: int) -> Iterator[Line]:
    if not row.effective:
        state = call.say("void by {corrections}", corrections=", ".join(map(str, row.corrections)))
    else:
        state = call.say("said again") if row.refresh else call.say("current") if row.current else ""
    version = "" if row.version is None else f" {call.say('version')} {row.version}"
    head = f"{row.position} {gist.when(row.recorded_at)}{version} {line(str(row.source))}"
    yield Line(clip(f"{head} [{state}]" if state else head, columns), "strong")
    if row.erased:
        what = call.say("(erased)")
    elif row.version is None:
        what = call.say("({event}) {reason}", event=row.tag, reason=row.reason)
    else:
        what = gist.gist(kind, row.value)
    yield from paragraph(what, columns, None, "  ", "  ", "plain" if row.effective else "faint")
