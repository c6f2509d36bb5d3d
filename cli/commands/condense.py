"""``belieflog condense``."""

from typing import TYPE_CHECKING

import click

from cli import proposals
from cli.context import Call
from cli.options import COUNT, Verb
from cli.terminal import note

if TYPE_CHECKING:
    from belieflog.extracting import Extractor


@click.command("condense", cls=Verb)
@click.option("--apply", "applied", is_flag=True, help="Keep what is proposed and not refused.")
@click.option("--only", type=COUNT, multiple=True, metavar="N", help="With --apply, keep this one; may be repeated.")
@click.option(
    "--extractor",
    type=click.Choice(["rules", "openai"]),
    default="rules",
    show_default=True,
    help="What reads the dialogue: rules, or a model behind an endpoint.",
)
@click.option("--model", metavar="M", help="Which model to ask [env BELIEFLOG_EXTRACTOR_MODEL].")
@click.option("--base-url", metavar="URL", help="Where to ask it [env BELIEFLOG_EXTRACTOR_URL].")
@click.option("--fallback", is_flag=True, help="Use the rules where the endpoint fails.")
@click.option("--reason", default="", help="Why.")
def command(
    call: Call,
    applied: bool,
    only: tuple[int, ...],
    extractor: str,
    model: str | None,
    base_url: str | None,
    fallback: bool,
    reason: str,
) -> None:
    """Propose what to keep of the session.

    What the user said of themselves, facts that were often read, lessons from failures, and what has changed since it was kept.
    Nothing goes to long-term memory without --apply. The key for an endpoint is read from BELIEFLOG_EXTRACTOR_KEY.
    """
    if only and not applied:
        raise click.UsageError(call.say("--only goes with --apply"))
    if extractor == "rules" and (model or base_url or fallback):
        raise click.UsageError(call.say("--model, --base-url and --fallback go with --extractor openai"))
    asked = _endpoint(call, model, base_url, fallback) if extractor == "openai" else None
    with call.correcting() as log:
        found = call.memory(log).condense(asked, reason=reason)
        if not applied:
            how = call.say("nothing is kept yet: {apply} keeps it", apply=call.hint("condense --apply"))
            return proposals.show(call, found, how)
        receipts = found.apply(only or None)
    proposals.taken(call, found, receipts)


def _endpoint(call: Call, model: str | None, base_url: str | None, fallback: bool) -> "Extractor":
    from belieflog.extracting import Endpoint, rules

    endpoint = Endpoint(model, base_url=base_url, lang=call.lang, fallback=rules if fallback else None)
    note(call.say("asking {model} ...", model=endpoint.model))
    return endpoint
