"""``belieflog blob``."""

import re
from typing import TYPE_CHECKING, Any

import click

from cli import render, terminal
from cli.context import Call
from cli.options import Verb, address, event
from eventlog.addresses import is_address
from eventlog.errors import NotFound
from eventlog.values import canonical, decode

if TYPE_CHECKING:
    from belieflog import Log

_POINTER = re.compile(r"blob:[0-9a-f]{64}")


@click.command("blob", cls=Verb)
@click.argument("ref")
def command(call: Call, ref: str) -> None:
    """Print a large output that was kept.

    REF is what points to it: blob:..., or an entry (fact:log) or an observation (its position or id) that holds such a
    pointer. Of an observation that holds its output itself, that is printed.
    """
    with call.reading() as log:
        pointer, value = _followed(call, log, ref)
        if pointer is not None:
            value = decode(log.blob(pointer))
    if call.output == "text":
        terminal.write_exact(value if isinstance(value, str) else render.json_text(value, indent=2))
    else:
        render.result(call, {"ref": pointer or ref, "value": value}, list)


def _followed(call: Call, log: "Log", ref: str) -> tuple[str | None, Any]:
    """Give the pointer that *ref* is or holds; or None, and the output that it holds itself."""
    if _POINTER.fullmatch(ref) or re.fullmatch(r"[0-9a-f]{64}", ref) or ref.startswith("blob:"):
        return ref, None
    if is_address(ref):
        entry = call.memory(log).get(address(ref))
        held: Any = entry.value if entry else None
    else:
        found = log.event(event(ref))
        private = found.private if found.public.user == call.user else None
        held = private.content if private and found.tag == "observed" else None
        if isinstance(held, dict) and held.get("output") is not None:
            return None, held["output"]
    pointers = dict.fromkeys(_POINTER.findall(canonical(held).decode()))
    if len(pointers) == 1:
        return next(iter(pointers)), None
    raise NotFound(
        call.say(
            "'{ref}' points to {n} outputs: name one of them: {refs}",
            ref=ref,
            n=len(pointers),
            refs=", ".join(pointers),
        )
        if pointers
        else call.say(
            "'{ref}' points to no large output: {show} shows what it says", ref=ref, show=call.hint("get ADDRESS")
        )
    )
