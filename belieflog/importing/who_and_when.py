"""Who&When: failed runs of several agents, with the mistake that an annotator found, as operations.

Each step of the history is a turn. A person's (``human``) is the user's; everyone else is an agent, so what they say
is of role ``assistant``, and the source names them: ``agent:WebSurfer``, with whom they spoke to or that they only
thought as its ref (``agent:Orchestrator#-> WebSurfer``). So one agent's words can be found, and taken back, by
themselves, though all stand in one dialogue, as they heard each other. What a terminal printed is no one's word: it
is an observation of that tool, and a failure where the exit code isn't 0.

The annotated mistake is a failure ``mistake/AGENT/STEP`` at its step, derived from what was said there. It is the
annotator's judgement, which no agent in the run had, so its source is ``import:annotation``. So is the right answer,
which the session's outcome names. The question is the goal. The session is named by the question's id;
of many runs in a file, each is a session within.

Not taken in: the agents' system prompts, which aren't part of the history, and the level. There are no times.
"""

import re
from typing import Any

from belieflog.importing.conversations import first_objects, items, placed
from belieflog.importing.fields import object_of, text_of
from belieflog.importing.inputs import Input
from belieflog.importing.message_parts import words
from belieflog.importing.narrating import Narrator
from belieflog.importing.operations import Bad, Coordinates, Operation, Tally, Told
from eventlog.sources import Source
from eventlog.values import as_text

ANNOTATION = Source("import", "annotation")
_TERMINALS = ("Computer_terminal", "ComputerTerminal")
_EXIT = re.compile(r"\s*(?:exitcode:|The script ran, then exited with Unix exit code:) (-?\d+)")


def recognises(given: Input) -> str | None:
    """Say by what *given* can be told to be an annotated run of Who&When."""
    runs = first_objects(given)
    if runs and all({"history", "mistake_agent", "mistake_step"} <= run.keys() for run in runs):
        return "a history with mistake_agent and mistake_step"
    return None


def operations(given: Input, where: Coordinates, tally: Tally) -> Told:
    """Yield what an annotated run comes to, step by step."""
    alone = given.document if given.is_document else None
    own = text_of(object_of(alone).get("question_ID"))
    narrator = Narrator("who-and-when", own or placed(given), where, tally)
    for line, place, run in items(given):
        if isinstance(run, Bad):
            yield run
            continue
        tally.records += 1
        if place:
            narrator.within(narrator.distinct(text_of(run.get("question_ID")) or place))
        yield from narrator.at(line, "question")
        yield from narrator.aimed(text_of(run.get("question")))
        yield from _history(narrator, line, run)
        answer = run.get("ground_truth")
        if answer is not None:
            yield from narrator.at(line, "end")
            yield from narrator.ended(f"failed; the right answer is {as_text(answer)}", ANNOTATION)


def _history(narrator: Narrator, line: int, run: dict[str, Any]) -> Told:
    history = run.get("history")
    if not isinstance(history, list):
        yield Bad(line, "the history is no list")
        return
    at = str(run.get("mistake_step")).strip()
    for place, step in enumerate(history):
        yield from narrator.at(line, str(place))
        said: list[Operation | Bad] = []
        if isinstance(step, dict):
            said = [*_step(narrator, step)]
        else:
            yield from narrator.bad(f"step {place} is no object")
        yield from said
        if at == str(place):
            agent = text_of(run.get("mistake_agent")) or "unknown"
            why = text_of(run.get("mistake_reason")).strip() or "a mistake without a reason given"
            yield from narrator.failed(f"mistake/{agent}/{place}", why, source=ANNOTATION, rests_on=said)
    if at not in map(str, range(len(history))):
        yield Bad(line, f"there is no step {at!r}, in which the mistake is said to have been made")


def _step(narrator: Narrator, step: dict[str, Any]) -> Told:
    role = text_of(step.get("role"))
    speaker = text_of(step.get("name")) or role
    content = words(step.get("content"))
    name, _, beside = speaker.rstrip().partition(" (")
    name, ref = (name, beside[:-1]) if name and beside.endswith(")") and beside != ")" else (speaker, "")
    if name in _TERMINALS:
        code = _EXIT.match(content) if isinstance(content, str) else None
        yield from narrator.observed(name, content, failed=code is not None and code[1] != "0")
    elif role in ("human", "user") and not text_of(step.get("name")):
        yield from narrator.said("user", content)
    else:
        yield from narrator.said("assistant", content, Source("agent", name, ref))
