"""A retry is harmless: a known id is looked up before any rule, and must say what it said the first time."""

from typing import Any

from eventlog import commands as c
from eventlog.commands import Command, Given
from eventlog.errors import Refused
from eventlog.events import Recorded, is_set
from eventlog.receipts import Receipt
from eventlog.store import Store
from eventlog.telling import told
from eventlog.values import canonical


def repeated(store: Store, first: Recorded, *readings: tuple[Command, Given]) -> Receipt:
    """Give the first receipt of a known id, erased or not; other content under that id is refused.

    What was said is the same if it is in one of its *readings*: masked as it would have been then, or word for word.
    """
    if not any(_same(first, given, command) for command, given in readings):
        raise Refused(
            "id",
            f"id {first.id} belongs to another event: a retry must repeat it exactly, a new one needs an id of its own",
        )
    return Receipt("duplicate", tuple(same_op(store, first)))


def same_op(store: Store, event: Recorded) -> list[Recorded]:
    """Give all events of *event*'s op, which stand or fall together; they stand side by side."""
    found: list[Recorded] = []
    after = event.op
    while True:
        more = store.recorded(range(after, after + 4))
        found += [r for r in more if r.op == event.op]
        if len(more) < 4 or more[-1].op != event.op:
            return found
        after += 4


def _same(first: Recorded, given: Given, command: Command) -> bool:
    public, words = first.public, told(command, given)
    source, when = given.source, given.occurred_at
    if (
        public.user != given.user
        or public.session != given.session
        or public.tag != words.tag
        or public.source != (source.kind if source else "agent")
        or public.actor != given.actor
        or public.derived_from[: len(given.derived_from) if given.echo else None] != given.derived_from
        or public.occurred_at != (when.at if when else None)
    ):
        return False
    private = first.private
    if private is None:
        return True
    return (
        private.address == (str(words.address) if words.address else None)
        and (private.source_name, private.source_ref) == ((source.name, source.ref) if source else ("", ""))
        and private.reason == given.reason
        and private.outcome == words.beside.get("outcome")
        and _same_content(private.content, words.content, command)
    )


def _same_content(stored: Any, told: Any, command: Command) -> bool:
    if isinstance(command, c.RevisePlan):  # ids, and statuses left open, come from the plan before
        steps = [(step["text"], step["status"]) for step in stored]
        return len(steps) == len(command.steps) and all(
            text == t and status in (None, s) for (t, s), (text, status) in zip(steps, command.steps, strict=True)
        )
    if isinstance(command, c.StepPlan):
        return [step["status"] for step in stored[command.n - 1 : command.n]] == [command.status]
    return not is_set(told) or canonical(stored) == canonical(told)
