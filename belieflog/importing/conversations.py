"""Lists of messages as files hold them: one JSON list, an object with `messages`, many of those, or lines of either.

A conversation that stands alone in its file is the session; one of many is a session within it, named by its own
id, or else by its place. Each message is named by its place, so that a list that has grown gives the same names.
"""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from msgspec import Struct

from belieflog.importing.fields import object_of, text_of
from belieflog.importing.inputs import LOOKED_AT, Input
from belieflog.importing.narrating import Narrator
from belieflog.importing.operations import Bad, Told, records
from belieflog.importing.revisions import with_folder
from belieflog.importing.times import since_1970

NAMES = ("session_id", "conversation_id", "thread_id", "id")  # what a conversation may call itself by


class Turn(Struct, frozen=True):
    """A message, where it stands: the *path* of its session within the file's, and its name there."""

    line: int
    path: tuple[str, ...]
    record: str
    message: dict[str, Any]


def items(given: Input) -> Iterator[tuple[int, str, dict[str, Any] | Bad]]:
    """Yield the objects of a file with their line and the name of their place; a lone object has no name."""
    if not given.is_document:
        for line, record in records(given.lines()):
            yield line, str(line), record
        return
    document = given.document
    if given.is_mended:
        yield 1, "", Bad(1, "holds lone surrogates, which are no characters: each is taken in as U+FFFD")
    if isinstance(document, list):
        for place, item in enumerate(document, 1):
            found = item if isinstance(item, dict) else Bad(1, f"item {place} of the list is no object")
            yield 1, str(place), found
    elif isinstance(document, dict):
        yield 1, "", document
    else:
        yield 1, "", document if isinstance(document, Bad) else Bad(1, "holds neither a list nor an object")


def first_objects(given: Input) -> list[dict[str, Any]]:
    """Give the objects that a file begins with, to tell its format by; none where there is something else."""
    if given.is_folder:
        return []
    if not given.is_document:
        return given.sample
    document = given.document
    first = document[:LOOKED_AT] if isinstance(document, list) else [document]
    return first if all(isinstance(item, dict) for item in first) else []


def named(given: Input) -> str:
    """Give what the file calls itself: the id of its only conversation, or else its own name after its folder's."""
    document = given.document if given.is_document else None
    return own_name(object_of(document)) or placed(given)


def placed(given: Input) -> str:
    """Give the name of a file after its folder's, for one that doesn't call itself anything: so files of one name differ."""
    return given.stem if given.name == "-" else with_folder(given.name)


def own_name(conversation: dict[str, Any]) -> str:
    """Give what a conversation calls itself, if it does."""
    return next((text for key in NAMES if (text := text_of(conversation.get(key)))), "")


def turns(given: Input) -> Iterator[Turn | Bad]:
    """Yield all the messages of a file."""
    for line, place, item in items(given):
        if isinstance(item, Bad):
            yield item
        elif "messages" not in item:
            yield Turn(line, (), place or "1", item)
        else:
            name = own_name(item)
            path = (f"{place}-{name}" if name else place,) if place else ()
            yield from messages(line, path, item)


def messages(line: int, path: tuple[str, ...], conversation: dict[str, Any]) -> Iterator[Turn | Bad]:
    """Yield the messages of one conversation, the system's beside them first."""
    if system := conversation.get("system"):
        yield Turn(line, path, "system", {"role": "system", "content": system})
    listed = conversation.get("messages")
    if not isinstance(listed, list):
        yield Bad(line, "the messages are no list")
        return
    for place, message in enumerate(listed, 1):
        if isinstance(message, dict):
            yield Turn(line, path, str(place), message)
        else:
            yield Bad(line, f"message {place} is no object")


def by_turn(given: Input, narrator: Narrator, tell: Callable[[Turn], Told]) -> Told:
    """Yield what *tell* makes of each message, and what is none; a message's `timestamp` or `created_at` is its time."""
    for turn in turns(given):
        if isinstance(turn, Bad):
            yield turn
        else:
            narrator.tally.records += 1
            narrator.within(*turn.path)
            when = turn.message.get("timestamp", turn.message.get("created_at"))
            yield from narrator.at(turn.line, turn.record, since_1970(when, 1))
            yield from tell(turn)


def sampled(given: Input) -> list[dict[str, Any]]:
    """Give the first messages of a file, to tell the format by; none where something else stands between them."""
    if given.is_folder:
        return []
    found = []
    for turn in islice(_looked_at(given), LOOKED_AT):
        if isinstance(turn, Bad):
            return []
        found.append(turn.message)
    return found


def _looked_at(given: Input) -> Iterator[Turn | Bad]:
    if given.is_document:
        yield from islice(turns(given), int(given.is_mended), None)  # that it was mended is told first
        return
    for record in given.sample:  # standard input's lines can be read only once
        if "messages" in record:
            yield from messages(1, (), record)
        else:
            yield Turn(1, (), "", record)
