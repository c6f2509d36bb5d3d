"""``belieflog diff``."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from cli import gist, render
from cli.context import Call
from cli.options import Verb
from cli.tables import table
from cli.terminal import clip, columns, line, strong, wrap
from projections import as_json, diff

if TYPE_CHECKING:
    from projections.diff import Difference

_SIGNS = {"added": "+", "changed": "~", "removed": "-"}


@click.command("diff", cls=Verb)
@click.argument("a", metavar="[POINT]", required=False)
@click.argument("b", metavar="[POINT]", required=False)
@click.option("--with", "other", metavar="LOG", help="Compare with another log, as a fork: each at its own point.")
@click.option("--stat", is_flag=True, help="Only count, kind by kind.")
@click.option("--words", is_flag=True, help="Show what differs inside a value, word by word.")
def command(call: Call, a: str | None, b: str | None, other: str | None, stat: bool, words: bool) -> None:
    """Compare two points of the log.

    Without the second, with today. With --with LOG, this log (at the first point) with another (at the second).

    A point is a position (120), -3 (before the last three events), an ISO time with zone, or a mark.
    """
    if a is None and other is None:
        raise click.UsageError(call.say("say what to compare: a POINT, two, or --with LOG"))
    with call.reading() as log:
        if other is None:
            changes = call.memory(log).diff(a, b)
        else:
            import belieflog

            with belieflog.open(other, readonly=True) as second:
                changes = log.diff(second, call.user, call.session or "main", at=a, other_at=b)
    if stat:
        counts = diff.stat(changes)
        render.result(call, counts, lambda: _counts(call, counts))
    else:
        render.result(call, [_shape(change, words) for change in changes], lambda: _lines(call, changes, words))


def _shape(change: "Difference", words: bool) -> dict[str, Any]:
    shape = as_json.difference(change)
    return {**shape, "words": [[piece.sign, piece.text] for piece in _pieces(change)]} if words else shape


def _pieces(change: "Difference") -> "list[Any]":
    from eventlog.values import as_text
    from projections import word_diff

    before, after = (as_text(e.value) if e else "" for e in (change.before, change.after))
    return word_diff.words(before, after)


def _lines(call: Call, changes: "Sequence[Difference]", words: bool) -> Iterator[str]:
    for change in changes:
        yield f"{_SIGNS[change.change]} {strong(line(change.address))}"
        if words:
            from projections.word_diff import marked

            yield from (f"    {each}" for each in wrap(line(marked(_pieces(change))), columns() - 4))
            continue
        for sign, entry in (("-", change.before), ("+", change.after)):
            if entry is not None:
                yield clip(f"    {sign} {line(gist.gist(entry.kind, entry.value))}", columns())
    if not changes:
        yield call.say("no difference")


def _counts(call: Call, counts: "dict[str, dict[Any, int]]") -> Iterator[str]:
    if not counts:
        yield call.say("no difference")
        return
    heads = call.heads("kind", "added", "changed", "removed")
    yield from table(heads, [[kind, *each.values()] for kind, each in counts.items()], giving=(0,))
