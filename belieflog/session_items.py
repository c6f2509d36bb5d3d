"""The items of a conversation as turns of dialogue, and back: what another program keeps comes back as it was.

An item that says just who said what (``{"role": "user", "content": "hi"}``) is a turn and nothing more. Any other, as a
tool's call and its output, is kept whole beside the words in it that a reader looks for.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from eventlog.errors import InvalidValue
from eventlog.events import Recorded
from eventlog.names import name
from eventlog.sources import Source
from eventlog.values import canonical
from projections.entries import content_of

Item = dict[str, Any]

_SPEAKERS = ("user", "assistant", "system")
_LONGEST = 20_000  # characters of the words beside an item that is kept whole


class Turn(Struct, frozen=True):
    """An item as it is said: *item* is set where it is more than a role and a text."""

    role: str
    words: str
    source: Source
    item: Item | None = None


def turn(item: Item, calls: Mapping[str, str]) -> Turn:
    """Read an item; *calls* names the tool of each call that an output may answer."""
    role, content = item.get("role"), item.get("content")
    if "output" in item and role is None:
        return Turn("tool", _words(item), _tool(item, calls), item)
    speaker = role if role in _SPEAKERS else "system" if role == "developer" else "assistant"
    source = Source("user" if speaker == "user" else "agent")
    if item.keys() == {"role", "content"} and role == speaker and isinstance(content, str):
        return Turn(speaker, content, source)
    return Turn(speaker, _words(item), source, item)


def item(said: Recorded) -> Item | None:
    """Give the item that a `said` event holds, whoever wrote it; None once it is erased."""
    told = content_of(said.private)
    if not isinstance(told, dict):
        return None
    if isinstance(kept := told.get("item"), dict):
        return kept
    role, content = told.get("role"), told.get("content")
    # what a tool said through another door is no one's order: an assistant's words have the least weight with a model
    return {"role": role if role in _SPEAKERS else "assistant", "content": _text(content)}


def names_of_calls(items: Iterable[Item]) -> dict[str, str]:
    """Give the tool that each call among *items* is of, by the id that its output names."""
    return {
        each["call_id"]: each["name"]
        for each in items
        if isinstance(each.get("call_id"), str) and isinstance(each.get("name"), str)
    }


def _tool(item: Item, calls: Mapping[str, str]) -> Source:
    call, kind = item.get("call_id", item.get("id")), str(item.get("type") or "tool")
    named = item.get("name") or calls.get(str(call)) or kind.removesuffix("_output").removesuffix("_call")
    try:
        return Source("tool", name(named, "tool"), name(call, "call") if call else "")
    except InvalidValue:
        return Source("tool")  # no name to tell it by


def _words(item: Item) -> str:
    """Give what a reader looks for in an item: its text, what was called with what, or what came out."""
    for key in ("content", "output", "summary"):
        if item.get(key):
            return _clipped(_text(item[key]))
    if isinstance(called := item.get("name"), str):
        return _clipped(f"{called}({_text(item.get('arguments', item.get('input', '')))})")
    return _clipped(_text({key: value for key, value in item.items() if key not in ("id", "encrypted_content")}))


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else [content]
    texts = [part.get("text", part.get("refusal")) if isinstance(part, dict) else None for part in parts]
    if texts and all(isinstance(text, str) for text in texts):
        return "\n".join(map(str, texts))
    return canonical(content).decode()


def _clipped(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
