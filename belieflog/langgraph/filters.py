"""Which values a search's filter lets through, and which namespaces a listing's conditions do."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from langgraph.store.base import MatchCondition

from eventlog.names import name

_ANY = "*"
_COMPARED: dict[str, Callable[[float, float], bool]] = {
    "$gt": lambda a, b: a > b,
    "$gte": lambda a, b: a >= b,
    "$lt": lambda a, b: a < b,
    "$lte": lambda a, b: a <= b,
}


def fits(value: Any, wanted: Mapping[str, Any] | None) -> bool:
    """Tell whether *value*, a dict, holds all that a filter wants."""
    return all(_fits(value.get(field), each) for field, each in (wanted or {}).items())


def check(wanted: Mapping[str, Any] | None) -> None:
    """Refuse a filter that can't be meant, before anything is looked at; raises `ValueError`, as LangGraph does."""
    for each in (wanted or {}).values():
        _check(each)


def matching(conditions: Iterable[MatchCondition] | None) -> Callable[[tuple[str, ...]], bool]:
    """Make a test of namespaces; raises `ValueError` for a condition that is neither of a prefix nor of a suffix."""
    paths = [(_ends(condition), _path(condition)) for condition in conditions or ()]

    def test(namespace: tuple[str, ...]) -> bool:
        return all(
            len(namespace) >= len(path)
            and all(
                wanted in (_ANY, label)
                for label, wanted in zip(
                    namespace[len(namespace) - len(path) :] if ends else namespace, path, strict=False
                )
            )
            for ends, path in paths
        )

    return test


def root(conditions: Iterable[MatchCondition] | None) -> tuple[str, ...]:
    """Give the longest namespace below which all lies that can match, so that nothing else is read."""
    known: list[tuple[str, ...]] = [()]
    for condition in conditions or ():
        path = _path(condition)
        if not _ends(condition):
            known.append(path[: path.index(_ANY)] if _ANY in path else path)
    return max(known, key=len)


def _fits(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, Mapping):
        if _compares(wanted):
            return all(_holds(value, operator, operand) for operator, operand in wanted.items())
        return isinstance(value, dict) and fits(value, wanted)
    if isinstance(wanted, (list, tuple)):
        return isinstance(value, list) and len(value) == len(wanted) and all(map(_fits, value, wanted))
    return bool(value == wanted)


def _compares(wanted: Mapping[str, Any]) -> bool:
    return any(field.startswith("$") for field in wanted)


def _holds(value: Any, operator: str, operand: Any) -> bool:
    if operator == "$eq":
        return bool(value == operand)
    if operator == "$ne":
        return bool(value != operand)
    try:
        return _COMPARED[operator](float(value), float(operand))
    except (TypeError, ValueError):  # no number is neither more nor less than one
        return False


def _check(wanted: Any) -> None:
    if isinstance(wanted, Mapping):
        if _compares(wanted):
            for operator, operand in wanted.items():
                _check_operator(operator, operand)
        else:
            check(wanted)
    elif isinstance(wanted, (list, tuple)):
        for each in wanted:
            _check(each)


def _check_operator(operator: str, operand: Any) -> None:
    if operator in ("$eq", "$ne"):
        return
    if operator not in _COMPARED:
        known = ", ".join(("$eq", "$ne", *_COMPARED))
        raise ValueError(f"unsupported operator {operator!r}: a filter compares by {known}")
    try:
        float(operand)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{operator} compares numbers, and {operand!r} is none: give one, or use $eq") from None


def _ends(condition: MatchCondition) -> bool:
    if condition.match_type not in ("prefix", "suffix"):
        raise ValueError(f"unsupported match type {condition.match_type!r}: use 'prefix' or 'suffix'")
    return condition.match_type == "suffix"


def _path(condition: MatchCondition) -> tuple[str, ...]:
    return tuple(name(label, "namespace") for label in condition.path)
