"""``belieflog prompt``."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from cli import shapes, terminal
from cli.context import Call
from cli.options import COUNT, Verb, by_meaning, viewing
from cli.render import result
from cli.tables import table

if TYPE_CHECKING:
    from projections.prompt import Cost

_FORMATS = ["markdown", "xml", "json"]  # those of projections.prompt, which help needn't import


@click.command("prompt", cls=Verb)
@click.option("--budget", type=COUNT, metavar="TOKENS", help="How long it may be.")
@click.option("--format", "form", type=click.Choice(_FORMATS), help="How it is written [markdown].")
@click.option("--query", metavar="TEXT", help="What is asked: memories that match it are added.")
@click.option("--section", "sections", multiple=True, metavar="NAME", help="Only these sections; may be repeated.")
@click.option("--cost", "counted", is_flag=True, help="Count it instead: tokens in all and by section.")
@click.option("--audit", is_flag=True, help="Keep in the log what was shown.")
@by_meaning
@viewing()
def command(
    call: Call,
    budget: int | None,
    form: str | None,
    query: str | None,
    sections: tuple[str, ...],
    counted: bool,
    audit: bool,
    view: dict[str, Any],
) -> None:
    """Print the memory as text for a model.

    Goal, constraints, facts and failures are never left out; what is left out to keep to --budget is said. With --at
    alone, at an event that kept a prompt ('belieflog log --tag recalled'), the very text that the model was given.
    """
    if counted and audit:
        raise click.UsageError(call.say("--cost shows a model nothing: leave out --audit"), click.get_current_context())
    how: dict[str, Any] = {
        "lang": call.lang,
        "format": form or "markdown",
        "query": query,
        "sections": list(sections) or None,
    }
    with call.correcting() if audit else call.searching() as log:
        mem = call.memory(log)
        if counted:
            cost = mem.prompt_cost(budget=budget, **how, **view)
            result(call, shapes.cost(cost), lambda: _lines(call, cost))
            return
        plain = not (budget or form or query or sections or audit or "now" in view)
        given = mem.prompt_read_at(view["at"]) if plain and "at" in view else None
        text = given.text if given else mem.prompt(budget=budget, audit=audit, **how, **view)
        warning = mem.recall(query, limit=1, audit=False).warning if call.meaning and query else None
    if warning:
        click.echo(call.say("note: {warning}", warning=warning), err=True)
    if call.output == "text":
        terminal.write_exact(text)
        if given and not given.same:
            click.echo(call.say("note: {warning}", warning=given.because), err=True)
    else:
        told = {"position": given.event.position, "same": given.same, "because": given.because} if given else None
        result(call, {"text": text, "given": told}, list)


def _lines(call: Call, cost: "Cost") -> Iterator[str]:
    rows = [[name, s.tokens, s.told, s.left_out] for name, s in cost.sections.items() if s.told or s.left_out]
    if rows:
        yield from table(call.heads("section", "tokens", "told", "left out"), rows, giving=(0,))
    yield call.say("{total} tokens in all, {floor} of them always told", total=cost.total, floor=cost.floor)
    if cost.budget is not None:
        yield call.say("budget {budget}; everything would take {whole}", budget=cost.budget, whole=cost.whole)
