"""What a tool took or gave, as a value worth keeping: texts joined, bytes named by type and size."""

import re
from typing import Any

from msgspec import MsgspecError

from eventlog.batches import INLINE, MOST_BYTES
from eventlog.errors import InvalidValue
from eventlog.values import as_text, canonical, check, decode

LONGEST = 2_000  # characters of an error or an input beside a failure: both together stay well under its cap
_ROOM = MOST_BYTES - 2 * INLINE  # for an input, beside an output that isn't kept by itself
_LINKS = ("image_url", "file_data", "url")  # where a link stands that isn't called like its block
_DATA_URL = re.compile(r"data:([\w.+-]+/[\w.+-]+)(?:;[^;,]*)*;base64,")


def plain(content: Any) -> Any:
    """Give a block's or a result's content: blocks become one text, other JSON stays as it is.

    >>> plain([{"type": "text", "text": "done"}, {"type": "text", "text": "in 3 s"}])
    'done\\nin 3 s'
    """
    if isinstance(content, list):
        return "\n".join(map(_block, content))
    if isinstance(content, dict) and isinstance(content.get("type"), str):
        return _block(content)
    return "" if content is None else content


def clipped(value: Any, where: str, longest: int = LONGEST) -> Any:
    """Give *value* whole if it is short, else the beginning of its text, with how much is missing, and *where* it is."""
    text = as_text(value)
    if len(text) <= longest:
        return value
    return f"{text[:longest]}… [{len(text) - longest:,} more characters {where}]"


def storable(value: Any, where: str) -> Any:
    """Give *value* as an event has room for it beside what else it says: whole, else the beginning of its text."""
    try:
        text = canonical(value)
    except (ValueError, TypeError, OverflowError, RecursionError):
        return value  # no value of a log's, whatever its size: the log says why
    return clipped(value, where, INLINE) if len(text) > _ROOM else value


def exited(code: object) -> str:
    """Say by what exit code a command is told to have failed; nothing where it isn't.

    >>> exited(2), exited(0), exited(None)
    ('exit code 2', '', '')
    """
    return f"exit code {code}" if type(code) is int and code != 0 else ""


def unfolded(value: Any) -> Any:
    """Give the object or list that a text holds as JSON, packed once or twice, if the log can hold it; else *value*.

    >>> unfolded('{"cmd":"ls"}'), unfolded("ls"), unfolded("7"), unfolded('{"n":18446744073709551616}')
    ({'cmd': 'ls'}, 'ls', '7', '{"n":18446744073709551616}')
    >>> unfolded('"{\\\\"city\\\\": \\\\"Bonn\\\\"}"')
    {'city': 'Bonn'}
    """
    held = value
    for _ in range(2):
        if not isinstance(held, str) or not held.lstrip().startswith(("{", "[", '"')):
            break
        try:
            held = check(decode(held))
        except (MsgspecError, UnicodeError, RecursionError, InvalidValue):
            break
    return held if isinstance(held, dict | list) else value


def _block(block: Any) -> str:
    if not isinstance(block, dict):
        return as_text(block)
    kind = block.get("type", "text")
    text = block.get("text", block.get("content", block.get("refusal")))
    text = text.get("value") if isinstance(text, dict) else text
    if isinstance(text, str) and isinstance(kind, str) and kind.endswith(("text", "refusal")):
        return text
    type_, data = _bytes(block)
    if data is None:
        return as_text(block)
    size = len(data) * 3 // 4 - data[-2:].count("=")
    what = str(block.get("type") or "file").removeprefix("input_").removesuffix("_url")
    return f"[{what} {type_ or 'of unknown type'}, {size:,} bytes]"


def _bytes(block: dict[str, Any]) -> tuple[str, str | None]:
    """Give type and base64 of the bytes in a block, wherever this program or that puts them."""
    for key in ("source", "inlineData", "input_audio"):
        if isinstance(inner := block.get(key), dict):
            return _bytes({"data": None, **inner})
    link = next((block[key] for key in (block.get("type"), *_LINKS) if isinstance(key, str) and key in block), None)
    link = link.get("url", link.get("file_data")) if isinstance(link, dict) else link
    if isinstance(link, str) and (found := _DATA_URL.match(link)):
        return found[1], link[found.end() :]
    types = (block.get(key) for key in ("media_type", "mimeType", "mime", "format"))
    type_ = next((each for each in types if isinstance(each, str)), "")
    data = block.get("data")
    return type_, data if isinstance(data, str) and block.get("type") != "text" else None
