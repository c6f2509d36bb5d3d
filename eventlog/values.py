"""What a value can be: JSON that comes back as it went in, and nothing else."""

from math import isfinite
from typing import Any

import msgspec

from eventlog.errors import InvalidValue

DEEPEST = 100
_SMALLEST, _LARGEST = -(2**63), 2**63 - 1
_PLAIN = frozenset({str, int, bool, type(None)})

_encoder = msgspec.json.Encoder(order="sorted")
_decoder = msgspec.json.Decoder()


def canonical(value: object) -> bytes:
    """Write *value* in the log's own canonical JSON: keys sorted, no spaces, UTF-8.

    >>> canonical({"b": 1, "a": [None, "é"]}).decode()
    '{"a":[null,"é"],"b":1}'
    """
    return _encoder.encode(value)


def as_text(value: Any) -> str:
    """Give *value* as text: itself, or its canonical JSON.

    >>> as_text("10 s"), as_text({"b": 1, "a": "é"})
    ('10 s', '{"a":"é","b":1}')
    """
    return value if isinstance(value, str) else canonical(value).decode()


def decode(text: bytes | str) -> Any:
    """Read canonical JSON back into plain values."""
    return _decoder.decode(text)


def check(value: Any, path: str = "value", depth: int = 0) -> Any:
    """Return *value* if the log can hold it and give it back unchanged; else say what can't be, and where.

    Allowed: None, bool, int of 64 bits, finite float, str without lone surrogates, list, and dict
    with str keys; nested up to 100 deep. Raises `InvalidValue` with the path of the culprit.
    """
    kind = type(value)
    if kind is str:
        _check_text(value, path)
    elif kind is dict:
        _check_depth(depth, path)
        for key, item in value.items():
            if type(key) is not str:
                raise InvalidValue(path, f"the key {key!r} is {type(key).__name__}: keys are text")
            _check_text(key, f"{path}.{key!a}")
            check(item, f"{path}.{key}", depth + 1)
    elif kind is list:
        _check_depth(depth, path)
        for index, item in enumerate(value):
            check(item, f"{path}[{index}]", depth + 1)
    elif kind is float:
        if not isfinite(value):
            raise InvalidValue(path, f"{value} is no JSON number: use null or a text")
    elif kind is int:
        if not _SMALLEST <= value <= _LARGEST:
            raise InvalidValue(path, f"{value} needs more than 64 bits: write it as text")
    elif kind not in _PLAIN:
        raise InvalidValue(
            path, f"{kind.__name__} wouldn't come back as it went in: use text, numbers, lists and dicts"
        )
    return value


def parse_json(text: str | bytes, path: str = "value") -> Any:
    """Read JSON from outside; refuse what isn't JSON, and what two readers would read differently."""
    try:
        value = check(decode(text), path)
        if isinstance(value, (dict, list)) and value:
            _once(text, path)
        return value
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise InvalidValue(path, f"not valid JSON ({error}): check quotes and brackets") from error


def misfit(error: msgspec.ValidationError) -> tuple[str, str]:
    """Give where in a value something doesn't fit, as in ``[0].name`` (empty: the whole), and what is wrong there."""
    what, _, where = str(error).partition(" - at ")
    return where.strip("`").removeprefix("$"), f"{what[:1].lower()}{what[1:]}"


def _once(text: str | bytes, path: str) -> None:
    """Refuse an object that gives a key twice: some readers take the first, some the last."""
    import json

    def pairs(found: list[tuple[str, Any]]) -> None:
        keys = [key for key, _ in found]
        if len(set(keys)) < len(keys):
            twice = next(key for key in keys if keys.count(key) > 1)
            raise InvalidValue(path, f"gives the key {twice!r} twice: give it once")

    json.loads(text, object_pairs_hook=pairs)


def _check_text(text: str, path: str) -> None:
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise InvalidValue(path, f"holds a lone surrogate at character {error.start}: replace it") from None


def _check_depth(depth: int, path: str) -> None:
    if depth >= DEEPEST:
        raise InvalidValue(path, f"nested deeper than {DEEPEST}: flatten it")
