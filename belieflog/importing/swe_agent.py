"""Trajectories of SWE-agent (`.traj`), of the older kind (thought and action) and of the function-calling kind.

The head of the history is taken in as it was said: the system prompt and demonstrations are nobody's word (source
``system``), the task is the user's. Then each step: the thought as said by the assistant, the action as a call, the
observation as its result. A call of the older kind is of the tool ``shell``, since every action is a command line;
one of the newer kind keeps its function's name, input and id. The exit status is the session's outcome. Files that
hold a history only are read from that: what stands after a step there is its observation.

Not taken in: the environment's state after each step, the files at the end, the submitted patch beside the
observation that shows it, costs, and settings. The format has no times, and doesn't mark failed commands.
"""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from belieflog.importing.conversations import first_objects, items, placed
from belieflog.importing.fields import object_of, objects_of, text_of
from belieflog.importing.inputs import Input
from belieflog.importing.message_parts import Call, calls, words
from belieflog.importing.narrating import Narrator
from belieflog.importing.operations import Bad, Coordinates, Tally, Told

_SHELL = "shell"


class _Step(Struct):
    """What the agent thought and did, and what came of it."""

    thought: str
    calls: list[Call]
    seen: list[tuple[str, Any]]  # the id of the call, and its output


def recognises(given: Input) -> str | None:
    """Say by what *given* can be told to be a trajectory of SWE-agent."""
    found = first_objects(given)
    run = found[0] if len(found) == 1 else {}
    first = [item for key in ("trajectory", "history") for item in objects_of(run.get(key))[:1]]
    if any({"action", "observation"} <= item.keys() or {"role", "content", "agent"} <= item.keys() for item in first):
        return "a trajectory has actions and observations, or a history names its agents"
    return None


def operations(given: Input, where: Coordinates, tally: Tally) -> Told:
    """Yield what a trajectory comes to, step by step."""
    narrator = Narrator("swe-agent", placed(given), where, tally)
    for line, _, run in items(given):
        if isinstance(run, Bad):
            yield run
        else:
            yield from _run(narrator, line, run)


def _run(narrator: Narrator, line: int, run: dict[str, Any]) -> Told:
    for key in ("history", "trajectory"):
        listed = run.get(key)
        if listed is not None and (not isinstance(listed, list) or not all(isinstance(item, dict) for item in listed)):
            yield Bad(line, f"the {key} is no list of objects: taken in as far as it is")
    history, trajectory = objects_of(run.get("history")), objects_of(run.get("trajectory"))
    begun = next((place for place, item in enumerate(history) if _acts(item)), len(history))
    for place, item in enumerate(history[:begun], 1):
        narrator.tally.records += 1
        yield from narrator.at(line, f"head-{place}")
        said_by_user = item.get("role") == "user" and item.get("is_demo") is not True
        yield from narrator.said("user" if said_by_user else "system", words(item.get("content")))
    done = list(_from_history(history[begun:], line))
    steps = [step for step in done if isinstance(step, _Step)]
    yield from (step for step in done if isinstance(step, Bad))
    for place, step in enumerate(_from_trajectory(trajectory, steps) if trajectory else steps, 1):
        narrator.tally.records += 1
        yield from narrator.at(line, f"step-{place}")
        yield from narrator.said("assistant", step.thought)
        for call in step.calls:
            narrator.called(call.id, call.tool, call.input)
        for call_id, output in step.seen:
            yield from narrator.answered(call_id, output)
    if status := text_of(object_of(run.get("info")).get("exit_status")):
        yield from narrator.at(line, "end")
        yield from narrator.ended(status, narrator.system)


def _acts(item: dict[str, Any]) -> bool:
    return item.get("role") == "assistant" and item.get("is_demo") is not True


def _from_history(history: list[dict[str, Any]], line: int) -> Iterator[_Step | Bad]:
    """Read steps from the messages alone: an assistant's begins one, the others tell what it saw."""
    step: _Step | None = None
    for item in history:
        if _acts(item):
            if step:
                yield step
            found = list(calls(item, line))
            yield from (call for call in found if isinstance(call, Bad))
            asked = [call for call in found if isinstance(call, Call)]
            if not asked and isinstance(action := item.get("action"), str):
                asked = [Call("", _SHELL, {"command": action})]
            thought = text_of(item.get("thought")) or ("" if asked else text_of(item.get("content")))
            step = _Step(thought, asked, [])
        elif step and item.get("role") != "system":
            ids = item.get("tool_call_ids")
            named = text_of(ids[0]) if isinstance(ids, list) and ids else ""
            step.seen.append((named, words(item.get("content"))))
    if step:
        yield step


def _from_trajectory(trajectory: list[dict[str, Any]], history: list[_Step]) -> Iterator[_Step]:
    """Read steps from what was done; the history, step by step beside it, names the functions."""
    for place, item in enumerate(trajectory):
        beside = history[place].calls if place < len(history) else []
        action = text_of(item.get("action"))
        asked = (
            beside
            if len(beside) == 1 and beside[0].id
            else [Call("", _SHELL, {"command": action})]
            if action.strip()
            else []
        )
        output = item.get("observation")
        yield _Step(
            text_of(item.get("thought")), asked, [(asked[0].id, output)] if asked else [("", output)] if output else []
        )
