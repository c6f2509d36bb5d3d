"""Trajectories of tau-bench (`historical_trajectories/*.json`, many runs in a file) as operations.

Each run is a session within the file's, ``task-N/trial-M``. Its messages are taken in as OpenAI's are; a result that
begins with ``Error`` is a failure, as in the benchmark's own tools. The reward is the session's outcome; it is the
benchmark's word, so its source is ``system``. No message has a time.

The few-shot files (`messages_display`: one text a line) tell of turns and results only: a result there is of the
tool ``unknown``, and an assistant's ``None`` is a call of which nothing is told. Each line is a session within.

Not taken in: the instruction, which only the simulated user knows, the expected actions, and costs.
"""

import re
from typing import Any

from belieflog.importing import openai_messages
from belieflog.importing.conversations import first_objects, items, placed
from belieflog.importing.fields import text_of
from belieflog.importing.inputs import Input
from belieflog.importing.narrating import Narrator
from belieflog.importing.operations import Bad, Coordinates, Tally, Told

_SPEAKER = re.compile(r"^(user|assistant|tool|system): ", re.MULTILINE)


def recognises(given: Input) -> str | None:
    """Say by what *given* can be told to be tau-bench trajectories."""
    runs = first_objects(given)
    if runs and all("traj" in run and "task_id" in run for run in runs):
        return "runs have task_id and traj"
    if runs and all("messages_display" in run for run in runs):
        return "lines have messages_display"
    return None


def operations(given: Input, where: Coordinates, tally: Tally) -> Told:
    """Yield what a file of runs comes to, run by run."""
    narrator = Narrator("tau-bench", placed(given), where, tally)
    for line, place, run in items(given):
        if isinstance(run, Bad):
            yield run
        elif isinstance(display := run.get("messages_display"), str):
            tally.records += 1
            narrator.within(place or "1")
            yield from _displayed(narrator, line, display)
        else:
            tally.records += 1
            name = f"task-{run.get('task_id')}/trial-{run.get('trial', 0)}"
            narrator.within(narrator.distinct(name))
            yield from _run(narrator, line, run)


def _run(narrator: Narrator, line: int, run: dict[str, Any]) -> Told:
    yield from openai_messages.tell_run(narrator, line, run.get("traj"), _failed)
    if "reward" in run:
        yield from narrator.at(line, "end")
        yield from narrator.ended(f"reward {run['reward']}", narrator.system)


def _failed(message: dict[str, Any]) -> bool:
    return text_of(message.get("content")).startswith("Error")


def _displayed(narrator: Narrator, line: int, display: str) -> Told:
    _, *parts = _SPEAKER.split(display)
    for place, (role, words) in enumerate(zip(parts[::2], parts[1::2], strict=True), 1):
        yield from narrator.at(line, str(place))
        content = words.removesuffix("\n")
        if role == "assistant" and content == "None":
            continue
        message = {"role": role, "content": content}
        yield from openai_messages.tell(narrator, message, line, _failed)
