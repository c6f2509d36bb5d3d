"""The sessions in OpenCode's storage, each put together from its files: session, messages, parts."""

import os
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from belieflog.importing.fields import object_of, text_of
from belieflog.importing.inputs import Input
from belieflog.importing.operations import Bad


class Message(Struct, frozen=True):
    """A message with its parts, as far as they can be read; each part has an id of its own."""

    id: str
    info: dict[str, Any]
    parts: Sequence[dict[str, Any] | Bad]


class Session(Struct, frozen=True):
    """A session, the *line* of sessions from the first that began it to itself, and its messages in order."""

    id: str
    line: tuple[str, ...]
    messages: Sequence[Message | Bad]


def root_of(given: Input) -> Input | None:
    """Give the storage folder that *given* is, holds, or lies in as a session's file."""
    path = os.path.abspath(given.name)
    roots = [path, os.path.join(path, "storage")] if given.is_folder else [os.path.join(path, "..", "..", "..")]
    for root in map(os.path.normpath, roots):
        inside = given.is_folder or os.path.relpath(path, root).split(os.sep)[0] == "session"
        if inside and all(os.path.isdir(os.path.join(root, name)) for name in ("session", "message")):
            return Input(root)
    return None


def is_session(document: Any) -> bool:
    """Tell whether a document is a session's file."""
    return isinstance(document, dict) and text_of(document.get("id")) != "" and "time" in document


def is_export(document: Any) -> bool:
    """Tell whether a document is what ``opencode export`` writes."""
    if not isinstance(document, dict) or not is_session(document.get("info")):
        return False
    messages = document.get("messages")
    return isinstance(messages, list) and all(isinstance(m, dict) and "info" in m and "parts" in m for m in messages)


def exported(document: dict[str, Any]) -> Iterator[Session]:
    """Give the one session of an export."""
    info = document["info"]
    messages = [
        _message(each["info"], each["parts"] if isinstance(each["parts"], list) else [], number)
        for number, each in enumerate(document["messages"], 1)
    ]
    parent = text_of(info.get("parentID"))
    yield Session(info["id"], (parent, info["id"]) if parent else (info["id"],), messages)


def stored(given: Input) -> Iterator[Session | Bad]:
    """Yield the sessions of a storage folder, or the one whose file was given."""
    root = root_of(given)
    if root is None:
        yield Bad(1, "is no session in a storage of OpenCode: import its file where it lies, or the folder")
        return
    parents: dict[str, str] = {}
    wanted: list[str] = []
    for file in root.below("session").files(".json"):
        document = file.document
        asked = given.is_folder or os.path.samefile(file.name, given.name)
        if is_session(document):
            parents[document["id"]] = text_of(document.get("parentID"))
            wanted += [document["id"]] * asked
        elif asked:
            yield _unreadable(root, file)
    for id in wanted:
        yield Session(id, _line(id, parents), [*_messages(root, id)])


def _line(id: str, parents: dict[str, str]) -> tuple[str, ...]:
    line = [id]
    while (parent := parents.get(line[0], "")) and parent not in line:
        line.insert(0, parent)
    return tuple(line)


def _messages(root: Input, session: str) -> Iterator[Message | Bad]:
    found: list[tuple[float, str, Message]] = []
    for number, file in enumerate(_below(root, "message", session), 1):
        if not isinstance(file.document, dict) or not text_of(file.document.get("id")):
            yield _unreadable(root, file)
            continue
        parts = [each.document if isinstance(each.document, dict) else _unreadable(root, each)
                 for each in _below(root, "part", file.document["id"])]  # fmt: skip
        message = _message(file.document, parts, number)
        found.append((_created(file.document), message.id, message))
    yield from (message for _, _, message in sorted(found, key=lambda each: each[:2]))


def _message(info: Any, parts: Sequence[Any], number: int) -> Message:
    """Put a message together; its parts stand as it lists them, then by their ids, which count upwards."""
    info = object_of(info)
    listed = info.get("parts")
    order = {part: n for n, part in enumerate(listed) if isinstance(part, str)} if isinstance(listed, list) else {}
    named: list[dict[str, Any] | Bad] = []
    for nth, part in enumerate(parts):
        if isinstance(part, dict):
            named.append({**part, "id": text_of(part.get("id")) or f"#{nth}"})
        else:
            named.append(part if isinstance(part, Bad) else Bad(number, f"part {nth + 1} of the message is no object"))
    named.sort(key=lambda part: (len(order), "") if isinstance(part, Bad) else (order.get(part["id"], len(order)), ""))
    return Message(text_of(info.get("id")) or f"#{number}", info, named)


def _created(info: dict[str, Any]) -> float:
    created = object_of(info.get("time")).get("created")
    return created if isinstance(created, int | float) else float("inf")


def _below(root: Input, *path: str) -> list[Input]:
    """List the files of one folder of the storage, unless its name would lead out of it."""
    name = path[-1]
    if name in (".", "..") or os.sep in name or "/" in name or "\0" in name:
        return []
    return root.below(*path).files(".json")


def _unreadable(root: Input, file: Input) -> Bad:
    why = file.document.why if isinstance(file.document, Bad) else "has no id, or is no object"
    return Bad(1, f"{os.path.relpath(file.name, root.name)}: {why}")
