"""What an edited entry of a scratchpad comes to: the command that writes it, and the words that tell of it."""

from collections.abc import Iterator
from typing import Any

import msgspec

from belieflog.exporting.page import Item
from eventlog import commands as c
from eventlog import contents
from eventlog.contents import StepStatus
from eventlog.errors import InvalidValue


class _Step(msgspec.Struct):
    text: str
    status: StepStatus = "todo"


def command_of(item: Item) -> c.Command:
    """Give the command that writes what an entry says; raises `InvalidValue` where its kind can't say that."""
    key, value = item.key, item.value
    match item.kind:
        case "goal":
            goal = _as(contents.Goal, item)
            return c.SetGoal(goal.text, goal.criteria)
        case "plan":
            return c.RevisePlan(tuple((step.text, step.status) for step in _as(tuple[_Step, ...], item)))
        case "progress":
            progress = _as(contents.Progress, item)
            return c.NoteProgress(progress.done, progress.next)
        case "question":
            question = _as(contents.Question, item)
            return c.Ask(key, question.text, question.needs)
        case "failure":
            failure = _as(contents.Failure, item)
            return c.MarkFailure(key, failure.what, failure.why, failure.avoid, failure.input)
        case "constraint":
            return c.Constrain(key, _as(str, item))
        case "fact":
            return c.AddFact(key, value, item.confidence)
        case "assumption":
            return c.Assume(key, value, item.confidence)
        case _:
            return c.Write(key, value, item.description)


def words_of(was: Item | None, now: Item | None) -> str:
    """Say in a few words what became of an entry."""
    item = now or was
    assert item is not None
    if was is None or now is None:
        return f"{_named(item)} {'removed' if now is None else 'added'}"
    if item.kind == "plan":
        return "; ".join(f"step {n} {what}" for n, what in steps_of(was.value, now.value)) or "plan changed"
    return f"{_named(item)} changed"


def steps_of(was: Any, now: Any) -> Iterator[tuple[int, str]]:
    """Tell which steps of a plan changed, by number, and into what; a step is the same while its text is."""
    before = {step["text"]: step["status"] for step in was}
    after = {step["text"] for step in now}
    for number, step in enumerate(now, 1):
        old = before.get(step["text"])
        if old is None:
            yield number, "added"
        elif old != step.get("status", "todo"):
            yield number, step.get("status", "todo")
    yield from ((number, "taken out") for number, step in enumerate(was, 1) if step["text"] not in after)


def _named(item: Item) -> str:
    return f"{item.kind} {item.key}".rstrip()


def _as(kind: Any, item: Item) -> Any:
    try:
        return msgspec.convert(item.value, kind)
    except msgspec.ValidationError as error:
        raise InvalidValue(item.address, f"can't say that ({error}): leave its shape as it was exported") from None
