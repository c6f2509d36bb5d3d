"""``belieflog recall``."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from cli import gist, render
from cli.context import Call
from cli.options import COUNT, Verb, by_meaning, viewing
from cli.terminal import clip, columns, faint, line, strong
from projections import as_json

if TYPE_CHECKING:
    from projections.recall import Hit, Hits


@click.command("recall", cls=Verb)
@click.argument("query", required=False)
@click.option("--kind", "kinds", multiple=True, metavar="KIND", help="Only this kind; may be repeated.")
@click.option("--namespace", metavar="SEG/SEG", help="Only what lies in this namespace of long-term memory.")
@click.option("--limit", type=COUNT, default=10, show_default=True, metavar="N", help="How many at most.")
@click.option("--threshold", type=float, metavar="0-1", help="How much of the query must match.")
@click.option("--min-confidence", type=float, metavar="0-1", help="How sure it must be.")
@click.option("--min-importance", type=int, metavar="1-10", help="How much it must matter.")
@click.option("--unsupported", is_flag=True, help="Also what rests on what no longer holds.")
@click.option("--audit", is_flag=True, help="Keep in the log what was shown.")
@by_meaning
@viewing()
def command(
    call: Call, query: str | None, kinds: tuple[str, ...], audit: bool, view: dict[str, Any], **asked: Any
) -> None:
    """Search the memory.

    Finds English and Chinese words in the session's entries and in long-term memory; without QUERY, what matters most.
    """
    with call.correcting() if audit else call.searching() as log:
        hits = call.memory(log).recall(query, kinds=list(kinds) or None, audit=audit, **asked, **view)
    render.result(call, [as_json.hit(hit) for hit in hits], lambda: _lines(call, query, hits))
    if hits.warning:
        click.echo(call.say("note: {warning}", warning=hits.warning), err=True)


def _lines(call: Call, query: str | None, hits: "Hits") -> Iterator[str]:
    for hit in hits:
        yield f"{strong(line(hit.address))}  {faint(line(hit.because))}"
        yield "  " + _marked(clip(line(gist.gist(hit.kind, hit.value)), columns() - 2), hit)
    if not hits and query is not None:
        yield call.say(hits.nothing or "")
        yield call.say("nothing found; why an entry isn't: {why_not}", why_not=call.hint("why-not ADDRESS QUERY"))
        yield call.say("in what was said or observed: {log}", log=call.hint("log --text TEXT"))
    elif not hits:
        yield call.say("nothing to recall yet; to begin: {write}", write=call.hint("remember semantic:PATH CONTENT"))


def _marked(text: str, hit: "Hit") -> str:
    """Make the words that were looked for stand out."""
    from eventlog.terms import spans

    for start, end in reversed(spans(text, hit.words)):
        text = text[:start] + strong(text[start:end]) + text[end:]
    return text
