"""``belieflog promote``."""

import click

from cli import proposals, render
from cli.context import Call
from cli.options import Verb, address


@click.command("promote", cls=Verb)
@click.argument("addresses", nargs=-1, required=True, type=address, metavar="ADDRESS...")
@click.option("--to", metavar="SEG/SEG|ADDRESS", help="The namespace to put it in, or the whole address.")
@click.option("--importance", type=int, metavar="1-10", help="How much it matters.")
@click.option("--reason", default="", help="Why.")
@click.option("--dry-run", is_flag=True, help="Print what would be kept, and keep nothing.")
def command(
    call: Call, addresses: tuple[str, ...], to: str | None, importance: int | None, reason: str, dry_run: bool
) -> None:
    """Take entries of the session to long-term memory.

    A fact goes to semantic:facts/KEY, a note to semantic:notes/KEY, a failure to semantic:lessons/KEY. Source and confidence
    are kept, and what is kept rests on the entry: reverting that with --cascade declared takes it back too.
    """
    with call.correcting() as log:
        found = call.memory(log).promotion(*addresses, to=to, importance=importance, reason=reason)
        if dry_run:
            how = call.say("nothing is changed yet: leave out --dry-run to do it")
            return proposals.show(call, found, how)
        receipts = found.apply(found)
    if len(receipts) == 1:
        return render.receipt(call, receipts[0])
    proposals.taken(call, found, receipts)
