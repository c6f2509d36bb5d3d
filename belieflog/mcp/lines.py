"""Reading a line of the protocol: a message, or what to answer where it is none."""

import json
import re
from typing import Any

import mcp_types as types
from pydantic import ValidationError

_PART = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[\]{}]', re.DOTALL)  # a text, which may end unclosed, or a bracket
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


class Unreadable(Exception):
    """A line that holds no message; *answer* tells its sender why, under the request's own number where it has one."""

    def __init__(self, code: int, told: str, number: types.RequestId | None = None) -> None:
        super().__init__(told)
        self.answer = types.JSONRPCError(jsonrpc="2.0", id=number, error=types.ErrorData(code=code, message=told))


def read(line: bytes) -> types.JSONRPCMessage | None:
    """Read a line; None where it asks for nothing. Raises `Unreadable`.

    The SDK's own reader takes what is no UTF-8 for the sign U+FFFD, passes over a key given twice, gives up 200 levels
    deep, and leaves what it can't read without an answer.
    """
    if not line.strip():
        return None
    message = _parsed(line)
    if not isinstance(message, dict):
        what = "a list: send each message by itself" if isinstance(message, list) else "no object"
        raise Unreadable(types.INVALID_REQUEST, f"a message is an object, this is {what}")
    if "method" not in message and ("result" in message or "error" in message):
        return None  # an answer, and this server asks nothing
    _check(message)
    try:
        return types.jsonrpc_message_adapter.validate_python(message, by_name=False)
    except (ValidationError, RecursionError):
        raise Unreadable(types.INVALID_REQUEST, "no message of this protocol", _number(message)) from None


def _check(message: dict[str, Any]) -> None:
    """Refuse what JSON-RPC, as this protocol uses it, doesn't allow around a call."""
    number = _number(message)
    if "id" in message and number is None:
        raise Unreadable(types.INVALID_REQUEST, "id is a text or a whole number")
    if message.get("jsonrpc") != "2.0":
        raise Unreadable(types.INVALID_REQUEST, 'jsonrpc is missing or another: say "jsonrpc": "2.0"', number)
    if not isinstance(message.get("method"), str):
        raise Unreadable(types.INVALID_REQUEST, "method is a text, and names what is asked", number)
    params = message.get("params")
    if params is not None and not isinstance(params, dict):
        code = types.INVALID_PARAMS if isinstance(params, list) else types.INVALID_REQUEST
        raise Unreadable(code, "params is an object: give each by its name", number)


def _parsed(line: bytes) -> Any:
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        raise Unreadable(types.PARSE_ERROR, f"no UTF-8 at byte {error.start + 1}: send UTF-8") from None
    twice: list[str] = []
    outermost: list[tuple[str, Any]] = []

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal outermost
        outermost, found = pairs, dict(pairs)  # objects are told from the inside out
        if len(found) < len(pairs):
            keys = [key for key, _ in pairs]
            twice.append(next(key for key in keys if keys.count(key) > 1))
        return found

    try:
        message = json.loads(text, object_pairs_hook=once)
        if _SURROGATE.search(text):
            json.dumps(message, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise _no_json(error.pos) from None
    except UnicodeEncodeError:
        why = "a text holds a lone surrogate: leave it out"
        raise Unreadable(types.INVALID_REQUEST, why, _outer_number(text)) from None
    except RecursionError:
        raise Unreadable(types.INVALID_REQUEST, "nested too deep: flatten it", _outer_number(text)) from None
    except ValueError:  # of json's, only this one is no decoding error
        why = "a number has too many digits: write it as text"
        raise Unreadable(types.INVALID_REQUEST, why, _outer_number(text)) from None
    if twice:
        number = None if sum(key == "id" for key, _ in outermost) > 1 else _number(message)
        why = f"the key {twice[-1]!r} is given twice: give it once"
        raise Unreadable(types.INVALID_REQUEST, why, number)
    return message


def _number(message: Any) -> types.RequestId | None:
    """Give a request's number, where it is one that an answer can bear."""
    found = message.get("id") if isinstance(message, dict) else None
    if isinstance(found, str):
        return found if found.isascii() or not any("\ud800" <= each <= "\udfff" for each in found) else None
    return found if isinstance(found, int) and not isinstance(found, bool) else None


def _outer_number(text: str) -> types.RequestId | None:
    """Find the number of a request that can't be read as a whole: what lies in its objects and lists is passed over."""
    kept, depth, begin = [], 0, 0
    for part in _PART.finditer(text):
        if part[0] in ("[", "{"):
            depth += 1
            if depth == 2:
                kept += [text[begin : part.start()], "null"]
        elif part[0] in ("]", "}"):
            depth -= 1
            if depth == 1:
                begin = part.end()
    if depth:
        raise _no_json(len(text))
    try:
        return _number(json.loads("".join((*kept, text[begin:])), parse_int=_whole))
    except json.JSONDecodeError as error:
        raise _no_json(error.pos) from None


def _whole(digits: str) -> int | None:
    return int(digits) if len(digits) < 1_000 else None


def _no_json(where: int) -> Unreadable:
    return Unreadable(types.PARSE_ERROR, f"no JSON from character {where + 1} on: check quotes and brackets")
