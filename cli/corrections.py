"""What the correcting verbs share: acting on one user or on all, and how a correction reads."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from cli import render, shapes
from cli.context import Call
from cli.events import counted
from cli.gist import gist, ranges
from cli.terminal import clip, columns, line, safe, strong, wrap
from eventlog.errors import NotFound

if TYPE_CHECKING:
    from belieflog import Correction, Log, Moved
    from projections.entries import Entry

Correct = Callable[[str, bool], "Correction"]


def carry_out(call: Call, log: "Log", all_users: bool, dry_run: bool, correct: Correct) -> None:
    """Let *correct* preview or make the correction, for the user or for all, and print it.

    For all users each is previewed first, so that none is made where one is refused.
    """
    if all_users:
        previews = _previews(log, correct)
        done = previews if dry_run else [each.apply() for each in previews]
        render.result(call, [shapes.correction(each) for each in done], lambda: _lines(call, done))
    else:
        show(call, correct(call.user, dry_run))


def show(call: Call, correction: "Correction", how: str | None = None) -> None:
    """Print a correction made or previewed, and then *how* to make it."""
    render.result(call, shapes.correction(correction), lambda: _lines(call, [correction], how))


def _previews(log: "Log", correct: Correct) -> "list[Correction]":
    """Plan for each user; those of whom nothing is selected are passed over, unless all are."""
    found, missing = [], NotFound("this log has no users yet: write something first")
    for user in log.users():
        try:
            found.append(correct(user, True))
        except NotFound as error:
            missing = error
    if not found:
        raise missing
    return found


def _lines(call: Call, corrections: "list[Correction]", how: str | None = None) -> Iterator[str]:
    for correction in corrections:
        yield strong(_headline(call, correction))
        for moved in correction.entries:
            yield clip(f"  {line(moved.address)}: {_change(call, moved)}", columns())
        if not correction.entries:
            yield call.say("  no entry shows anything else")
        for title, followers in ((call.say("with it"), correction.dependents), (call.say("kept"), correction.kept)):
            for follower in followers:
                what = line(follower.event.address or follower.event.tag)
                told = f"{title}: {what} ({follower.event.position}), {line(follower.because)}"
                yield clip(f"  {told}", columns())
        for warning in correction.warnings:
            yield from ("  " + each for each in wrap(call.say("note: {warning}", warning=safe(warning)), columns() - 2))
        if not correction.dry_run:
            again = call.hint(f"undo {correction.events[0].position} --reason WHY")
            yield call.say("to take this back: {undo}", undo=again)
    if corrections[0].dry_run:
        yield how or call.say("nothing is changed yet: leave out --dry-run to do it")


def _headline(call: Call, correction: "Correction") -> str:
    values = {
        "verb": correction.verb,
        "events": counted(call, correction.count),
        "user": line(correction.user),
        "positions": ranges([*correction.voids, *correction.restores]),
    }
    if correction.dry_run:
        return call.say("would {verb} {events} of {user}: {positions}", **values)
    return call.say("{verb} at {at} of {events} of {user}: {positions}", at=correction.events[0].position, **values)


def _change(call: Call, moved: "Moved") -> str:
    before, after = _shown(call, moved.before), _shown(call, moved.after)
    if moved.before and moved.after and moved.before.event == moved.after.event:  # only its support is gone
        return f"{after} ({call.say('what it rests on no longer holds')})"
    return f"{before} -> {after}"


def _shown(call: Call, entry: "Entry | None") -> str:
    return line(gist(entry.kind, entry.value)) if entry else call.say("(nothing)")
