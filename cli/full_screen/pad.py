"""The scratchpad as lines, with what one event changed marked: + new, ~ different, - gone. Pure."""

from collections.abc import Iterator
from typing import Literal

from cli import gist
from cli.context import Call
from cli.full_screen.lines import Line, paragraph
from cli.terminal import line
from eventlog.events import Recorded
from projections.entries import Entry
from projections.scratchpad import Scratchpad

Mark = Literal["+", "~", "-"]
_SECTIONS = (
    ("Goal", "goal"), ("Constraints", "constraint"), ("Plan", "plan"), ("Progress", "progress"), ("Facts", "fact"),
    ("Assumptions (not confirmed)", "assumption"), ("Questions", "question"), ("Failures (don't repeat)", "failure"),
    ("Notes", "note"),
)  # fmt: skip
_MOST_LINES = 4


def changed(before: Scratchpad | None, after: Scratchpad, event: Recorded) -> dict[str, Mark]:
    """Tell by address what *event* changed between two states; what others of its batch did isn't told."""
    was = {entry.address: entry for entry in before.entries} if before else {}
    now = {entry.address: entry for entry in after.entries}
    wide = event.public.entry is None  # it may reach any entry: a correction, a clear
    found: dict[str, Mark] = {}
    for address, entry in now.items():
        if address not in was:
            mark: Mark = "+"
        elif was[address].position == entry.position and was[address].supported == entry.supported:
            continue
        else:
            mark = "~"
        if wide or entry.position == event.position:
            found[address] = mark
    for address in was:
        if address not in now and (wide or address == event.address):
            found[address] = "-"
    return found


def lines(call: Call, before: Scratchpad | None, after: Scratchpad, event: Recorded, columns: int) -> list[Line]:
    """Lay out what was held in mind after *event*, with what it changed."""
    marks = changed(before, after, event)
    gone = [entry for entry in before.entries if marks.get(entry.address) == "-"] if before else []
    laid: list[Line] = []
    for title, kind in _SECTIONS:
        held = [entry for entry in after.entries if entry.kind == kind]
        if held or any(entry.kind == kind for entry in gone):
            laid.append(Line(call.say(title), "strong"))
        for entry in held:
            laid += _entry(call, entry, marks.get(entry.address), columns)
        for entry in gone:
            if entry.kind == kind:
                laid += _entry(call, entry, "-", columns)
    return laid or [Line(call.say("nothing is held in mind"), "faint")]


def _entry(call: Call, entry: Entry, mark: Mark | None, columns: int) -> Iterator[Line]:
    key = f"{line(entry.key)}: " if entry.key else ""
    what = "; ".join(map(gist.step, entry.value)) if entry.kind == "plan" else gist.gist(entry.kind, entry.value)
    lost = "" if entry.supported else f" ({call.say('what it rests on no longer holds')})"
    text = f"{key}{line(what)}{lost}"
    yield from paragraph(text, columns, _MOST_LINES, f"{mark or ' '} ", "  ", "marked" if mark else "plain")
