"""Writing to the scratchpad field by field, each in the shapes that models write."""

from collections.abc import Mapping
from typing import Any

from belieflog.tools.tool import Caller, How
from eventlog.addresses import KEYLESS
from eventlog.errors import InvalidValue
from eventlog.receipts import Receipt


class _How(How, total=False):
    reason: str


def update(caller: Caller, field: str, value: Any, key: str | None, source: str | None, reason: str | None) -> Receipt:
    """Set *field*, or, without a value, take it back for a reason."""
    mem, how = caller.memory, _How(**caller.how, reason=reason or "")
    if field in KEYLESS and key is not None:
        raise InvalidValue("key", f"there is one {field} only: leave the key out")
    if field not in KEYLESS and not key:
        raise InvalidValue("key", f"is missing: a {field} has a short name, as in 'api_timeout'")
    if source and field != "fact":
        raise InvalidValue("source", f"is for facts only: a {field} is what you say yourself")
    named = key or ""
    if value is None:
        where = field if field in KEYLESS else f"{field}:{named}"
        return mem.retract(where, reason=reason or "", via=caller.via)
    match field:
        case "goal":
            told = _parts(value, "text", "criteria")
            return mem.set_goal(told["text"], _texts(told.get("criteria", ()), "criteria"), **how)
        case "constraint":
            return mem.constrain(named, value, **how)
        case "plan":
            return mem.revise_plan(steps(value), **how)
        case "progress":
            told = _parts(value, "done", "next")
            return mem.note_progress(told["done"], told.get("next"), **how)
        case "fact":
            found = mem.evidence(source, f"fact {named!r}", f"fact:{named}")
            return mem.add_fact(named, value, source=found.source, derived_from=found.premises, **how)
        case "assumption":
            return mem.assume(named, value, **how)
        case "question":
            told = _parts(value, "text", "needs")
            return mem.ask(named, told["text"], told.get("needs", "agent"), **how)
        case "failure":
            told = _parts(value, "what", "why", "avoid")
            return mem.mark_failure(named, told["what"], why=told.get("why", ""), avoid=told.get("avoid", ""), **how)
        case _:
            return mem.write(named, value, **how)


def steps(value: Any) -> list[Any]:
    """Read the steps of a plan: each a text, or an object of text and status."""
    if not isinstance(value, list):
        raise InvalidValue("plan", "is no list of steps: give a list of texts, or of {text, status}")
    return [_step(each, n) for n, each in enumerate(value, start=1)]


def _step(given: Any, n: int) -> Any:
    if isinstance(given, str):
        return given
    told = _parts(given, "text", "status", what=f"step {n}")
    return (told["text"], told["status"]) if "status" in told else told["text"]


def _parts(value: Any, first: str, *others: str, what: str = "value") -> Mapping[str, Any]:
    """Read a text, or an object whose *first* part is one and that has no parts but the *others*."""
    if isinstance(value, str):
        return {first: value}
    names = (first, *others)
    if not isinstance(value, dict) or not isinstance(value.get(first), str) or not value.keys() <= set(names):
        raise InvalidValue(what, f"is neither a text nor an object of {', '.join(names)}, {first} being a text")
    return {name: part for name, part in value.items() if part is not None}


def _texts(value: Any, what: str) -> tuple[str, ...]:
    if not isinstance(value, (list, tuple)) or not all(isinstance(text, str) for text in value):
        raise InvalidValue(what, "is no list of texts")
    return tuple(value)
