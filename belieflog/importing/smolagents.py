"""Runs of smolagents (the steps of an agent's memory, as JSON) as operations.

A task is the user's word and the session's goal. What the model wrote is said by the assistant. A step's tool call is
taken in with what was observed; where the step has an error, its result is a failure. A step that ran several calls
tells of their results in one text: that goes with the last, the others are counted only. An error without a call is
a failure by itself. A planning step's numbered lines, those under the last heading that speaks of a plan if there is
one, are the plan; how far each step is isn't told. The final answer is the session's outcome; a further task goes on.
Times are those at which steps began.

Not taken in: the messages that went to the model, which repeat the steps before, images, and token counts.
"""

import re
from typing import Any

from belieflog.importing.conversations import first_objects, items, placed
from belieflog.importing.fields import object_of, text_of
from belieflog.importing.inputs import Input
from belieflog.importing.message_parts import Call, calls, words
from belieflog.importing.narrating import Narrator
from belieflog.importing.operations import Bad, Coordinates, Tally, Told
from belieflog.importing.times import since_1970
from eventlog.values import as_text

_STEP = re.compile(r"^[^\S\n]*\d+[.)]\s+(\S.*)", re.MULTILINE)
_HEADING = re.compile(r"^#+ .*plan.*$", re.MULTILINE | re.IGNORECASE)


def recognises(given: Input) -> str | None:
    """Say by what *given* can be told to be a run of smolagents."""
    steps = first_objects(given)
    if any("step_number" in s and "observations" in s for s in steps) or any("task_images" in s for s in steps):
        return "steps have step_number and observations, or a task with images"
    return None


def operations(given: Input, where: Coordinates, tally: Tally) -> Told:
    """Yield what a run comes to, step by step."""
    narrator = Narrator("smolagents", placed(given), where, tally)
    ended = False
    for line, place, step in items(given):
        if isinstance(step, Bad):
            yield step
            continue
        tally.records += 1
        began = object_of(step.get("timing")).get("start_time")
        yield from narrator.at(line, place or "1", since_1970(began, 1))
        if ended:
            yield from narrator.started(text_of(step.get("task")).strip() or "another task")
        ended = False
        if "task" in step:
            yield from _task(narrator, step)
        elif "system_prompt" in step:
            yield from narrator.said("system", words(step["system_prompt"]))
        elif "plan" in step:
            yield from _plan(narrator, step)
        elif "step_number" in step:
            yield from _action(narrator, step, line)
            answer = step.get("action_output") or step.get("observations")
            if step.get("is_final_answer") is True:
                ended = True
                yield from narrator.ended(answer)


def _task(narrator: Narrator, step: dict[str, Any]) -> Told:
    task = text_of(step.get("task"))
    yield from narrator.said("user", task)
    yield from narrator.aimed(task)


def _plan(narrator: Narrator, step: dict[str, Any]) -> Told:
    message = step.get("model_output_message")
    text = words(message.get("content")) if isinstance(message, dict) else step.get("plan")
    yield from narrator.said("assistant", text)
    if isinstance(text, str):
        *_, last = (0, *(heading.end() for heading in _HEADING.finditer(text)))
        if steps := [(found.rstrip(), None) for found in _STEP.findall(text, last)]:
            yield from narrator.planned(steps)


def _action(narrator: Narrator, step: dict[str, Any], line: int) -> Told:
    message = object_of(step.get("model_output_message"))
    # Those that were run, or, where none came to be run, those that the model asked for.
    found = list(calls({"tool_calls": step.get("tool_calls") or message.get("tool_calls")}, line))
    yield from (call for call in found if isinstance(call, Bad))
    asked = [call for call in found if isinstance(call, Call)]
    yield from narrator.said("assistant", words(message.get("content", step.get("model_output"))))
    for call in asked:
        narrator.called(call.id, call.tool, call.input)
    error = step.get("error")
    if error:
        told = error if isinstance(error, dict) else {"message": as_text(error)}
        kind, what = text_of(told.get("type")), text_of(told.get("message"))
        if asked:
            yield from narrator.answered(asked[-1].id, what, failed=True, why=kind)
        else:
            yield from narrator.failed(f"step/{step.get('step_number')}", what, why=kind)
    elif asked:
        yield from narrator.answered(asked[-1].id, step.get("observations"))
