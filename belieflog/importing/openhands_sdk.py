"""Runs of the OpenHands SDK (a conversation's folder, or its ``events`` folder) as operations.

Each event is a file. Taken in: the system prompt (source ``system``), what user and agent say, an agent's words beside
a call, each call with its result, which is a failure where it is marked as an error, was refused by the user, or never
came about; the task list as the plan; condensations; errors of the conversation. The agent's ``finish`` ends the
session; whatever comes after starts it again. The session is named by the conversation's id, which its folder is named
for, too.

Not taken in: reasoning, text that the program adds to the user's (`extended_content`), changes of state, settings, and
TASKS.json, which repeats the last task list. The times have no zone, so it isn't known when things happened.
"""

import re
from collections.abc import Callable
from typing import Any

from belieflog.importing.fields import object_of, text_of
from belieflog.importing.inputs import Input
from belieflog.importing.message_parts import words
from belieflog.importing.narrating import Narrator
from belieflog.importing.operations import Bad, Coordinates, Tally, Told
from belieflog.importing.plans import TodoList
from belieflog.importing.times import with_zone
from belieflog.importing.tool_output import unfolded
from eventlog.sources import Source

TASKS = TodoList("task_list", "title")
_NAME = re.compile(r"event-(\d{1,15})-.*\.json")


def recognises(given: Input) -> str | None:
    """Say by what *given* can be told to be a run of the OpenHands SDK."""
    if given.is_folder and _events(given):
        return "a folder with events/event-N-ID.json"
    return None


def _events(given: Input) -> list[Input]:
    """List the files of a run's events, in their order."""
    folder = given.below("events") if given.below("events").is_folder else given
    return [each for each in folder.inside() if _NAME.fullmatch(each.base) and each.path is not None]


def _named(given: Input) -> str:
    folder = given.beside() if given.base == "events" else given
    state = folder.below("base_state.json")
    id = object_of(state.document).get("id") if state.exists() else None
    return text_of(id).replace("-", "") or folder.base


def operations(given: Input, where: Coordinates, tally: Tally) -> Told:
    """Yield what a run comes to, event by event; the line of each is its number, from 1."""
    if not given.is_folder:
        yield Bad(1, "is no folder: name the one that the conversation's events lie in")
        return
    narrator = Narrator("openhands-sdk", _named(given), where, tally)
    ended = False
    for file in _events(given):
        found = _NAME.fullmatch(file.base)
        line = int(found[1]) + 1 if found else 0
        event = file.document
        if not isinstance(event, dict):
            yield Bad(line, f"{file.base}: {event.why if isinstance(event, Bad) else 'holds no object'}")
            continue
        tally.records += 1
        record = narrator.distinct(text_of(event.get("id")) or file.base)
        yield from narrator.at(line, record, with_zone(event.get("timestamp")))
        tell = _KINDS.get(text_of(event.get("kind")))
        told = [*tell(narrator, event)] if tell else []
        if ended and told:
            yield from narrator.started("goes on")
            ended = False
        yield from told
        observed = object_of(event.get("observation"))
        if observed.get("kind") == "FinishObservation":
            ended = True
            yield from narrator.ended(words(observed.get("content")))


def _prompt(narrator: Narrator, event: dict[str, Any]) -> Told:
    for key in ("system_prompt", "dynamic_context"):
        if event.get(key):
            yield from narrator.said("system", words([event[key]]))


def _message(narrator: Narrator, event: dict[str, Any]) -> Told:
    message = event.get("llm_message")
    if not isinstance(message, dict):
        yield from narrator.bad("a message event without a message")
        return
    content = words(message.get("content"))
    speaker = text_of(event.get("source"))
    if speaker == "agent":
        yield from narrator.said("assistant", content)
    elif speaker == "user":
        sender = text_of(event.get("sender"))
        yield from narrator.said("user", content, Source("agent", sender) if sender else None)
    else:
        yield from narrator.said("system", content)


def _action(narrator: Narrator, event: dict[str, Any]) -> Told:
    yield from narrator.said("assistant", words(event.get("thought")))
    asked = event.get("tool_call")
    input = unfolded(asked.get("arguments")) if isinstance(asked, dict) else event.get("action")
    narrator.called(text_of(event.get("tool_call_id")), text_of(event.get("tool_name")), input)


def _observation(narrator: Narrator, event: dict[str, Any]) -> Told:
    told = event.get("observation")
    seen = object_of(told)
    failed = seen.get("is_error") is True
    yield from _answered(narrator, event, words(seen["content"]) if "content" in seen else told, failed=failed)
    if (seen.get("kind"), seen.get("command"), failed) == ("TaskTrackerObservation", "plan", False):
        yield from narrator.listed("the task tracker", TASKS, seen)


def _answered(narrator: Narrator, event: dict[str, Any], output: Any, *, failed: bool, why: str = "") -> Told:
    call, tool = text_of(event.get("tool_call_id")), text_of(event.get("tool_name"))
    yield from narrator.answered(call, output, failed=failed, tool=tool, why=why)


def _tool_error(narrator: Narrator, event: dict[str, Any]) -> Told:
    yield from _answered(narrator, event, event.get("error"), failed=True)


def _rejected(narrator: Narrator, event: dict[str, Any]) -> Told:
    yield from _answered(narrator, event, event.get("rejection_reason"), failed=True, why="rejected by the user")


def _condensed(narrator: Narrator, event: dict[str, Any]) -> Told:
    yield from narrator.compacted(text_of(event.get("summary")))


def _error(narrator: Narrator, event: dict[str, Any]) -> Told:
    key, what, why = f"conversation/{event.get('id')}", text_of(event.get("detail")), text_of(event.get("code"))
    yield from narrator.failed(key, what, why=why, source=narrator.system)


_KINDS: dict[str, Callable[[Narrator, dict[str, Any]], Told]] = {
    "SystemPromptEvent": _prompt,
    "MessageEvent": _message,
    "ActionEvent": _action,
    "ObservationEvent": _observation,
    "AgentErrorEvent": _tool_error,
    "UserRejectObservation": _rejected,
    "Condensation": _condensed,
    "ConversationErrorEvent": _error,
}
