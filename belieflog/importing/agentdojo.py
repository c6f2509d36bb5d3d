"""Runs of AgentDojo (JSON Lines, or a JSON file a run), attacked or not, as operations.

Each run is a session within the file's, ``SUITE/PIPELINE/USER-TASK/INJECTION-TASK/ATTACK``. Its messages are taken in
as OpenAI's are; a result with an error is a failure. Where calls have no ids, as in runs of the ground truth, the
result's place among the messages (from 0, as `injected_tool_message_indexes` counts) stands for it: the source of
what the third message brought is ``tool:NAME#2``, and can be reverted by that. The outcome says what the benchmark
found; its source is ``system``. No message has a time.

Not taken in: the attack's own text and goal, which no one in the run knows unless a tool result brings them.
"""

from typing import Any

from belieflog.importing import openai_messages
from belieflog.importing.conversations import first_objects, items, placed
from belieflog.importing.fields import object_of, text_of
from belieflog.importing.inputs import Input
from belieflog.importing.narrating import Narrator
from belieflog.importing.operations import Bad, Coordinates, Tally, Told

_NAMED_BY = ("suite_name", "pipeline_name", "user_task_id", "injection_task_id", "attack_type")


def recognises(given: Input) -> str | None:
    """Say by what *given* can be told to be runs of AgentDojo."""
    runs = first_objects(given)
    if runs and all({"suite_name", "user_task_id", "messages"} <= run.keys() for run in runs):
        return "runs have suite_name, user_task_id and messages"
    return None


def operations(given: Input, where: Coordinates, tally: Tally) -> Told:
    """Yield what a file of runs comes to, run by run."""
    narrator = Narrator("agentdojo", placed(given), where, tally)
    for line, _, run in items(given):
        if isinstance(run, Bad):
            yield run
            continue
        tally.records += 1
        name = "/".join(text_of(run.get(key)) or "none" for key in _NAMED_BY)
        narrator.within(narrator.distinct(name))
        yield from _run(narrator, line, run)


def _run(narrator: Narrator, line: int, run: dict[str, Any]) -> Told:
    listed = run.get("messages")
    if isinstance(listed, list):
        listed = [_as_openai(each, place) if isinstance(each, dict) else each for place, each in enumerate(listed)]
    yield from openai_messages.tell_run(narrator, line, listed, _failed, first=0)
    found = [f"{key} {str(run[key]).lower()}" for key in ("utility", "security") if isinstance(run.get(key), bool)]
    if found:
        yield from narrator.at(line, "end")
        yield from narrator.ended(", ".join(found), narrator.system)


def _failed(message: dict[str, Any]) -> bool:
    return bool(message.get("error"))


def _as_openai(message: dict[str, Any], place: int) -> dict[str, Any]:
    """Give a message as OpenAI's interface has it, an id for each call and result: its own, or the result's place."""
    if message.get("role") == "tool":
        tool = text_of(object_of(message.get("tool_call")).get("function"))
        call = text_of(message.get("tool_call_id")) or str(place)
        return {
            **message,
            "content": message.get("content") or message.get("error"),
            "name": tool,
            "tool_call_id": call,
        }
    listed = message.get("tool_calls")
    if not isinstance(listed, list):
        return message
    calls = [
        {"id": text_of(call.get("id")) or str(answer), "function": {"name": call.get("function"), "arguments": call.get("args")}}
        if isinstance(call, dict)
        else call
        for answer, call in enumerate(listed, place + 1)
    ]  # fmt: skip
    return {**message, "tool_calls": calls}
