"""Secrets that a value of any shape holds because of the names within it: fields called password, pairs of name and value.

`{"password": 12345678}`, `{"password": ["hunter2"]}`, `{"password": {"prod": "hunter2"}}`, `{"name": "DB_PASSWORD",
"value": "hunter2"}`. What an object under such a name says about it (its type, its policy) stays.
"""

from collections.abc import Callable
from typing import Any

from eventlog.secret_names import kind_under, names_secret
from eventlog.secret_values import can_be_secret
from eventlog.values import DEEPEST

Mark = Callable[[str], str | None]  # gives what to put in the place of a secret of a kind, None to leave it

_ITS_VALUE = frozenset(
    {"value", "val", "values", "current", "new", "old", "previous", "plain", "plaintext", "text", "raw"}
)
_SAID_ABOUT_IT = (
    "$ref algorithm by created created_at description example expires expires_at format hash hint id label "
    "last_changed length location max maxlength message min minlength name note owner path pattern placeholder policy "
    "reason ref rotated rules salt source status title type updated updated_at url user username version"
)
_ABOUT_IT = frozenset(_SAID_ABOUT_IT.split())
_NAME_OF_VALUE = ("name", "key", "field", "variable", "var", "header")


def without(name: str, value: Any, mark: Mark, depth: int = 0) -> Any:
    """Give *value*, of an entry or field called *name*, with marks for what is secret because of that name."""
    shape = type(value)
    if shape is str or shape is int or shape is float:
        kind = kind_under(name, value if shape is str else str(value), shape is not str)
        marked = mark(kind) if kind else None
        return value if marked is None else marked
    if shape not in (dict, list, tuple) or depth > DEEPEST or (kind := names_secret(name)) is None:
        return value
    if shape is not dict:
        return shape(without(name, item, mark, depth + 1) for item in value)
    return {key: _within(name, kind, key, item, mark, depth + 1) for key, item in value.items()}


def pairs(value: dict[Any, Any], mark: Mark) -> dict[Any, Any]:
    """Give an object that tells a name and a value with a mark for the value, where the name makes it a secret."""
    held = [key for key in ("value", "val") if key in value]
    if held:
        for said in _NAME_OF_VALUE:
            if type(name := value.get(said)) is str and len(name) <= 100:
                value = value | {key: without(name, value[key], mark) for key in held}
    return value


def _within(name: str, kind: str, key: Any, item: Any, mark: Mark, depth: int) -> Any:
    if type(key) is not str or key.casefold() in _ITS_VALUE:
        return without(name, item, mark, depth)
    if type(item) is str and key.casefold() not in _ABOUT_IT and can_be_secret(item, kind == "password", "beside"):
        marked = mark(kind)
        return item if marked is None else marked
    return item
