"""``belieflog show``."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from cli import gist, render
from cli.context import Call
from cli.options import Verb, viewing
from cli.terminal import columns, faint, line, safe, strong, wrap
from projections import as_json

if TYPE_CHECKING:
    from belieflog import Memory
    from projections.entries import Entry
    from projections.scratchpad import Scratchpad

_SECTIONS = (
    ("Constraints", "constraints"), ("Facts", "facts"), ("Assumptions (not confirmed)", "assumptions"),
    ("Questions", "questions"), ("Failures (don't repeat)", "failures"), ("Notes", "notes"),
)  # fmt: skip
_MOST_LINES = 6


@click.command("show", cls=Verb)
@viewing(hindsight=True)
def command(call: Call, view: dict[str, Any]) -> None:
    """Show the scratchpad.

    With --at POINT, as it was known then: a position (120), -3 (before the last three events), an ISO time with zone,
    or a mark.
    """
    with call.reading() as log:
        pad = call.memory(log).scratchpad(**view)
        sessions = [] if pad.entries else [each.session for each in log.sessions(call.user)]
        users = [] if pad.entries or sessions else log.users()
        memories = _memories(call.memory(log), view) if call.output == "text" else 0
    render.result(call, as_json.scratchpad(pad), lambda: _page(call, pad, sessions, users, memories))


def _memories(mem: "Memory", view: dict[str, Any]) -> int:
    """Count the memories that the scratchpad doesn't list."""
    return len(mem.below(**{name: value for name, value in view.items() if name != "hindsight"}))


def _page(call: Call, pad: "Scratchpad", sessions: list[str], users: list[str], memories: int) -> Iterator[str]:
    title = call.say("{user}, session {session}", user=line(pad.user), session=line(pad.session))
    ended = call.say(" (ended)") if pad.ended else ""
    yield strong(title) + ended + faint(call.say(" at {position}", position=pad.position))
    if pad.incomplete_since is not None:
        yield call.say(
            "incomplete since position {position}: a later version of belieflog wrote here",
            position=pad.incomplete_since,
        )
    if not pad.entries:
        yield from _nothing(call, sessions, users, memories)
    if pad.goal:
        yield from _section(call, "Goal", [pad.goal])
        criteria = pad.goal.value.get("criteria", ())
        yield from (f"    {call.say('reached when')}: {line(criterion)}" for criterion in criteria)
    if pad.plan:
        yield from ("", strong(call.say("Plan")) + faint(f"  {_about(call, pad.plan)}"))
        for n, step in enumerate(pad.plan.value, 1):
            yield from _indented(f"{n:>2} {gist.step(step)}", 2, 5)
    if pad.progress:
        yield from _section(call, "Progress", [pad.progress])
        if pad.progress.value.get("next"):
            yield from _indented(f"{call.say('next')}: {pad.progress.value['next']}", 4, 4)
    for title, field in _SECTIONS:
        yield from _section(call, title, getattr(pad, field))
    if memories:
        yield from ("", _elsewhere(call, memories))


def _elsewhere(call: Call, memories: int) -> str:
    """Say how to see the memories that the scratchpad doesn't list."""
    told = {"recall": call.hint("recall"), "about": call.hint("about")}
    if memories == 1:
        return call.say("1 long-term memory: {recall}, {about}", **told)
    return call.say("{n} long-term memories: {recall}, {about}", n=memories, **told)


def _section(call: Call, title: str, entries: "list[Entry] | tuple[Entry, ...]") -> Iterator[str]:
    if entries:
        yield from ("", strong(call.say(title)))
    for entry in entries:
        yield from _indented((f"{entry.key}: " if entry.key else "") + gist.gist(entry.kind, entry.value), 2, 4)
        if entry.kind == "failure":
            for name in ("why", "avoid"):
                if entry.value.get(name):
                    yield from _indented(f"{call.say(name)}: {entry.value[name]}", 4, 4)
        yield faint(f"    {_about(call, entry)}")


def _about(call: Call, entry: "Entry") -> str:
    """Say whence an entry is, and what a reader should know of it."""
    parts = [
        str(entry.source),
        call.say("version {version} at {position}", version=entry.version, position=entry.position),
    ]
    if entry.confidence is not None:
        parts.append(call.say("confidence {confidence}", confidence=entry.confidence))
    if entry.kind == "question" and entry.value.get("needs") == "user":
        parts.append(call.say("for a person to answer"))
    if entry.expires_at is not None:
        parts.append(call.say("until {time} UTC", time=gist.when(entry.expires_at)))
    if not entry.supported:
        parts.append(call.say("what it rests on no longer holds"))
    if entry.same_as:
        parts.append(call.say("looks like {others}", others=", ".join(entry.same_as)))
    return line(", ".join(parts))


def _indented(text: str, first: int, then: int) -> Iterator[str]:
    lines = wrap(safe(text), columns() - then)
    shown = lines if len(lines) <= _MOST_LINES else [*lines[: _MOST_LINES - 1], "..."]
    yield from (" " * (then if i else first) + each for i, each in enumerate(shown))


def _nothing(call: Call, sessions: list[str], users: list[str], memories: int) -> Iterator[str]:
    if not memories:
        yield call.say("nothing here yet; to begin: {write}", write=call.hint("write KEY VALUE"))
    if others := [session for session in sessions if session != (call.session or "main")]:
        yield call.say("sessions of this user: {sessions} (--session)", sessions=line(", ".join(others)))
    if users and not memories:
        yield call.say("users here: {users} (--user)", users=line(", ".join(users)))
