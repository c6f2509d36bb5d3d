"""What LangGraph's checkpoints hold, as plain JSON values: nothing is imported, called or unpickled to read them."""

from collections.abc import Mapping
from datetime import datetime
from math import isfinite
from typing import Any

import msgspec
from msgspec import msgpack

from eventlog.errors import InvalidValue
from eventlog.values import check, decode

# The codes of LangGraph's own types in msgpack; what they hold begins with a module and a name, and goes on with words.
_ONE, _SEVERAL, _NAMED, _METHOD, _OLD_MODEL, _MODEL, _ARRAY, _SNAPSHOT = range(8)
_DEEPEST, _LARGEST = 100, 2**63 - 1


def read(kind: object, body: object) -> Any:
    """Read a value that was stored as *kind*; raises `InvalidValue` where it can't be read, or only by running code."""
    if kind in ("null", None) and not body:
        return None
    if isinstance(body, str):
        body = body.encode("utf-8", "replace")
    if not isinstance(body, bytes):
        raise InvalidValue("value", "is no bytes")
    try:
        if kind == "msgpack":
            return check(_plain(msgpack.decode(body, ext_hook=_special), 0))
        if kind in ("json", None):
            return check(_plain(decode(body), 0))
        if kind in ("bytes", "bytearray"):
            return _plain(body, 0)
    except (
        msgspec.MsgspecError,
        TypeError,
        ValueError,
        UnicodeError,
        RecursionError,
        MemoryError,
        OverflowError,
    ) as error:
        raise InvalidValue("value", f"can't be read as {kind} ({error})") from None
    raise InvalidValue("value", f"is stored as {kind!r}, which isn't read: only msgpack, JSON and bytes are")


def _special(code: int, data: memoryview) -> Any:
    held = msgpack.decode(data, ext_hook=_special)
    if code == _SNAPSHOT:
        return held
    if code == _ARRAY:
        return f"[array {held[0]} of {held[1]}]" if isinstance(held, list) and len(held) > 1 else "[array]"
    if not isinstance(held, list) or len(held) < 3:
        raise ValueError(f"a value of the type {code} has no name")
    _, name, words, *_ = held
    if code in (_ONE, _METHOD):
        return words
    if code == _SEVERAL:
        return {"type": name, "args": words} if isinstance(words, list) and len(words) != 1 else words[0]
    if code in (_NAMED, _OLD_MODEL, _MODEL) and isinstance(words, dict):
        return words
    raise ValueError(f"a value of an unknown type ({code})")


def _plain(value: Any, depth: int) -> Any:
    if depth > _DEEPEST:
        raise ValueError("it is nested too deep")
    if isinstance(value, Mapping) and value.get("lc") == 1 and isinstance(kwargs := value.get("kwargs"), Mapping):
        named = value.get("id")  # LangChain's own JSON, as older checkpoints have it
        kind = str(named[-1]).removesuffix("Message").lower() if isinstance(named, list) and named else "unknown"
        return _plain({"type": kind, **kwargs}, depth + 1)
    if isinstance(value, Mapping):
        return {key if isinstance(key, str) else str(key): _plain(each, depth + 1) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each, depth + 1) for each in value]
    if isinstance(value, bytes):
        return f"[{len(value):,} bytes]"
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, float) and not isfinite(value):
        return str(value)
    if type(value) is int and not -_LARGEST <= value <= _LARGEST:
        return str(value)
    return value
