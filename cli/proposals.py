"""How proposals for long-term memory read, before and after they are taken."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from cli import gist, render, shapes
from cli.context import Call
from cli.terminal import clip, columns, faint, line, safe, strong, wrap
from projections.as_json import Shape, source

if TYPE_CHECKING:
    from belieflog import Proposal, Proposals, Receipt
    from belieflog.condensing.proposals import Looked

_INDENT = " " * 4


def shape(given: "Proposal") -> Shape:
    """Write a proposal, and what the door would say to it."""
    return {
        "number": given.number,
        "address": given.address,
        "kind": given.kind,
        "content": given.content,
        "confidence": given.confidence,
        "importance": given.importance,
        "source": source(given.source),
        "derived_from": [event.id for event in given.derived_from],
        "positions": [event.position for event in given.derived_from],
        "because": given.because,
        "outcome": given.outcome,
        "before": given.before,
        "refusal": None if given.refusal is None else {"rule": given.refusal.rule, "message": str(given.refusal)},
    }


def show(call: Call, given: "Proposals", how: str) -> None:
    """Print what is proposed, and *how* to take it."""
    document = [shape(each) for each in given]
    _note(call, given)
    render.result(call, document, lambda: [*_lines(call, given), *([how] if any(_takeable(given)) else [])])


def taken(call: Call, given: "Proposals", receipts: "Sequence[Receipt]") -> None:
    """Print what was kept, what wasn't and why, and how to take it back."""
    document = [shapes.receipt(each) for each in receipts]
    _note(call, given)
    render.result(call, document, lambda: _kept(call, given, receipts))


def _note(call: Call, given: "Proposals") -> None:
    looked = given.looked.told if given.looked else None
    for told in given.notes:
        if told != looked:
            click.echo(call.say("note: {warning}", warning=safe(told)), err=True)
    if given.looked is not None and call.output != "text":  # there it is told in the answer
        click.echo(call.say("note: {warning}", warning=_looked(call, given.looked)), err=True)


def _looked(call: Call, looked: "Looked") -> str:
    if not looked.known:
        session, sessions = line(looked.session), call.hint("sessions")
        return call.say(
            "there is no session {session}; to see which there are: {sessions}", session=session, sessions=sessions
        )
    return call.say("user turns read: {turns}, things already kept: {kept}", turns=looked.turns, kept=looked.kept)


def _takeable(given: "Proposals") -> Iterator[bool]:
    return (each.refusal is None for each in given)


def _lines(call: Call, given: "Proposals") -> Iterator[str]:
    room = columns() - len(_INDENT)
    state = {
        "new": call.say("new"),
        "version": call.say("a new version"),
        "refresh": call.say("said again"),
        "closed": call.say("closed: what is there isn't told"),
        "refused": call.say("refused"),
    }
    for each in given:
        yield clip(f"{each.number:>2}  {strong(line(each.address))}  {faint(state[each.outcome])}", columns())
        content = line(gist.gist(each.kind, each.content))
        if each.outcome == "version":
            content = f"{line(gist.gist(each.kind, each.before))} -> {content}"
        yield _INDENT + clip(content, room)
        if each.refusal is not None:
            yield from (_INDENT + part for part in wrap(safe(str(each.refusal)), room))
        else:
            yield _INDENT + clip(faint(f"[{line(str(each.source))}] {line(each.because)}"), room)
    if not len(given):
        yield call.say("nothing new to keep")
    if given.looked is not None:
        yield _looked(call, given.looked)


def _kept(call: Call, given: "Proposals", receipts: "Sequence[Receipt]") -> Iterator[str]:
    for each in receipts:
        yield from render.receipt_lines(call, each)
    run = next((r.event.public.run for r in receipts if r.outcome != "duplicate"), None)
    if not receipts:
        yield from _lines(call, given)
    elif run is not None:
        yield call.say("to take it back: {revert}", revert=call.hint(f"revert --run {run} --reason WHY"))
