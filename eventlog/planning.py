"""The steps of a plan as they will be, each under the id that it keeps for good."""

from typing import Any

from eventlog import commands as c
from eventlog.addresses import Address
from eventlog.contents import StepStatus
from eventlog.desk import Desk
from eventlog.errors import InvalidValue, NotFound
from eventlog.standing import unexpired
from eventlog.values import check


def planned(desk: Desk, command: c.RevisePlan | c.StepPlan) -> list[Any]:
    """Give the steps of the plan as they will be; a step whose text stays keeps its id, and its status unless told."""
    scope = desk.scope_of(Address("plan"), False)
    entry = desk.store.index.entry(scope, "plan")
    current = unexpired(entry.shows, desk.stamp.at) if entry else None
    old: list[dict[str, Any]] = (current.private.content if current and current.private else None) or []
    if isinstance(command, c.StepPlan):
        if type(command.n) is not int or not 1 <= command.n <= len(old):
            raise NotFound(f"the plan has no step {command.n}: it has {len(old)}")
        return [{**step, "status": command.status} if i == command.n else step for i, step in enumerate(old, 1)]
    return _renumbered(old, command.steps)


def _renumbered(old: list[dict[str, Any]], steps: tuple[tuple[str, StepStatus | None], ...]) -> list[Any]:
    """Give *steps* their ids: the old one where the text stays, the next number where it is new."""
    if not steps:
        raise InvalidValue("plan", "has no steps: give one at least, or retract it")
    spare = list(old)
    last = max((int(s["id"]) for s in old if str(s["id"]).isdigit()), default=0)
    plan: list[Any] = []
    for text, status in steps:
        if status is not None and status not in ("todo", "doing", "done", "dropped"):
            raise InvalidValue("status", f"{status!r} is no status: use todo, doing, done or dropped")
        if not isinstance(text, str) or not text.strip():
            raise InvalidValue("step", f"{text!r} is no step: say it in a few words")
        check(text, "step")
        kept = next((s for s in spare if s["text"] == text), None)
        if kept:
            spare.remove(kept)
        else:
            last += 1
        plan.append({
            "id": kept["id"] if kept else str(last), "text": text,
            "status": status or (kept["status"] if kept else "todo"),
        })  # fmt: skip
    return plan
