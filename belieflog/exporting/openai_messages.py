"""A session's dialogue and tool calls as chat messages, ``{"messages": […]}``, as OpenAI's models take them.

What was said keeps its role; someone who is neither user, assistant nor system is a ``user`` with a ``name``. An
observation is a call by the assistant and its result: ids are those of the calls, made distinct, and a tool's name is
spelled with the letters that may be in one. What isn't text is given as JSON. Void and erased events are left out,
summaries too: what they stand for is there.
"""

import re
from collections.abc import Iterator
from typing import IO, Any

from msgspec.json import Encoder

from belieflog.exporting.asked import Asked, Tally
from eventlog.blobs import held
from eventlog.events import Recorded, Scope
from eventlog.standing import void_at
from eventlog.store import STEP, Store
from eventlog.values import decode

ROLES = ("user", "assistant", "system")
_encoder = Encoder()
_NO_NAME = re.compile(r"[^a-zA-Z0-9_-]")


def write(asked: Asked, out: IO[bytes]) -> Tally:
    """Write the messages, in order of position."""
    scope, store, tally = asked.scope(), asked.log.store, Tally()
    at = asked.reader().when(asked.at)[0]
    void = void_at(store.index, scope, at)
    between = b"\n  "
    out.write(b'{"messages": [')
    used: set[str] = set()
    for recorded in _turns(store, scope, at):
        if recorded.body is None or recorded.position in void:
            continue
        for message in _said(recorded) if recorded.tag == "said" else _observed(store, recorded, used):
            out.write(between + _encoder.encode(message))
            between = b",\n  "
            tally.items += 1
        asked.tell(recorded.position)
    out.write(b"\n]}\n")
    return tally


def _turns(store: Store, scope: Scope, at: int | None) -> Iterator[Recorded]:
    """Yield what was said and observed, holding a stretch of it at a time."""
    last = store.head().position if at is None else at
    for low in range(0, last, STEP):
        yield from store.index.members(scope, ("said", "observed"), after=low, upto=min(low + STEP, last))


def _said(recorded: Recorded) -> Iterator[dict[str, Any]]:
    said = _content(recorded)
    role = said.get("role", "user")
    if role in ROLES:
        yield {"role": role, "content": _text(said.get("content"))}
    else:
        yield {"role": "user", "name": spelled(role), "content": _text(said.get("content"))}


def _observed(store: Store, recorded: Recorded, used: set[str]) -> Iterator[dict[str, Any]]:
    seen = _content(recorded)
    call = seen.get("call") or f"call_{recorded.position}"
    if call in used:
        call = f"{call}_{recorded.position}"
    used.add(call)
    input = seen.get("input")
    arguments = input if isinstance(input, dict) else {} if input is None else {"input": input}
    function = {"name": spelled(seen.get("tool", "")), "arguments": _encoder.encode(arguments).decode()}
    yield {"role": "assistant", "content": None, "tool_calls": [{"id": call, "type": "function", "function": function}]}
    yield {"role": "tool", "tool_call_id": call, "content": _output(store, recorded, seen)}


def _output(store: Store, recorded: Recorded, seen: dict[str, Any]) -> str:
    if (blob := held(store, recorded)) is not None:
        return _text(decode(blob.body))
    return _text(seen["output"] if seen.get("output") is not None else seen.get("ref"))


def spelled(name: str) -> str:
    """Spell a name with the characters that OpenAI takes in one.

    >>> spelled("web search")
    'web_search'
    """
    return _NO_NAME.sub("_", name)[:64] or "unknown"


def _content(recorded: Recorded) -> dict[str, Any]:
    private = recorded.private
    return private.content if private is not None and isinstance(private.content, dict) else {}


def _text(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else _encoder.encode(value).decode()
