"""Prompt injections on record: 112 runs, half of them led astray, each put right by one revert.

A run becomes memory like this: each tool result is an observation and a fact that rests on it, both with the source
``tool:NAME#INDEX``; each call made later is a note that rests on the facts whose text its arguments came from, or
on the user's words. The calls that a run makes beyond its innocent twin are the injected ones; they rest on what the
injected results said.
"""

from pathlib import Path

import msgspec
import pytest

import belieflog
from eventlog.values import canonical

FOLDER = Path(__file__).parent.parent / ".." / "shared" / "data" / "injection" / "agentdojo"
pytestmark = pytest.mark.skipif(not FOLDER.exists(), reason="the sample runs aren't here")


def runs():
    """Read all runs, each with the number of calls that its innocent twin makes."""
    lines = [line for name in ("banking", "slack") for line in (FOLDER / f"{name}.jsonl").read_bytes().splitlines()]
    found = [msgspec.json.decode(line) for line in lines]
    twin = {key(run): len(calls(run)) for run in found if "injected" not in run["pipeline_name"]}
    return [(run, twin[key(run)]) for run in found]


def key(run):
    return run["suite_name"], run["user_task_id"], run["injection_task_id"], run["attack_type"]


def calls(run):
    return [call for message in run["messages"] for call in message.get("tool_calls") or ()]


class Built:
    """A run as memory: its facts by index, its injected actions, and the sources to condemn."""

    def __init__(self, log, run, innocent, *, declared):
        self.memory = log.memory("u", "s", "agent")
        self.sources, self.facts, self.injected_facts, self.injected, self.actions = [], {}, [], [], []
        said, results, poisoned = None, [], set(run["injected_tool_message_indexes"])
        for index, message in enumerate(run["messages"]):
            if message["role"] == "user":
                said = self.memory.say("user", message["content"])
            elif message["role"] == "assistant":
                for call in message["tool_calls"] or ():
                    astray = len(self.actions) >= innocent
                    used = [fact for at, text, fact in results if (at in poisoned if astray else draws_on(call, text))]
                    told = f"{call['function']}({canonical(call['args']).decode()})"
                    note = self.memory.write(
                        f"action/{len(self.actions)}", told, derived_from=(used or [said]) if declared else ()
                    )
                    self.actions.append(note)
                    if astray:
                        self.injected.append(note)
            elif message["role"] == "tool":
                source = f"tool:{message['tool_call']['function']}#{index}"
                text = str(message["content"] or message["error"])
                seen = self.memory.observe(message["tool_call"]["function"], text, call=str(index))
                fact = self.memory.add_fact(
                    f"result/{index}", text[:2000], source=source, derived_from=[seen] if declared else ()
                )
                results.append((index, text, fact))
                self.facts[fact.event.address] = fact
                if index in poisoned:
                    self.sources.append(source)
                    self.injected_facts.append(fact)

    def facts_shown(self):
        return {fact.address: fact for fact in self.memory.scratchpad().facts}


def draws_on(call, text):
    values = [v for v in call["args"].values() if isinstance(v, str) and len(v) >= 4]
    return any(value in text for value in values)


def positions(ranges):
    return {p for low, high in ranges for p in range(low, high + 1)}


def test_reverting_the_injected_source_takes_what_rests_on_it_and_nothing_else(capsys):
    voided = kept = led_astray = 0
    for run, innocent in runs():
        with belieflog.open(":memory:") as log:
            built = Built(log, run, innocent, declared=True)
            before, pad = built.facts_shown(), built.memory.scratchpad()
            injected = {note.event.position for note in built.injected}
            led_astray += bool(injected)

            correction = log.revert(user="u", source=built.sources, cascade="declared", reason="a prompt injection")

            gone = positions(correction.voids)
            taken_facts = {a for a, fact in built.facts.items() if fact.event.position in gone}
            assert taken_facts == {fact.event.address for fact in built.injected_facts}
            assert injected <= gone
            for note in built.actions:
                if note.event.position in gone - injected:
                    assert set(note.event.public.derived_from) & {f.event.id for f in built.injected_facts}
            assert built.facts_shown() == {a: f for a, f in before.items() if a not in taken_facts}
            log.undo(correction.events[0], reason="to see it all again")
            assert built.memory.scratchpad() == pad
            voided += len(gone)
            kept += len(before) - len(taken_facts)
    with capsys.disabled():
        print(f"\n{len(runs())} runs, {voided} voided, {kept} kept")
    assert led_astray == 56


def test_without_any_derivation_exposure_still_takes_every_injected_action_and_says_why():
    for run, innocent in runs():
        with belieflog.open(":memory:") as log:
            built = Built(log, run, innocent, declared=False)

            correction = log.revert(
                user="u", source=built.sources, cascade="exposed", reason="a prompt injection", dry_run=True
            )

            because = {f.event.position: f.because for f in correction.dependents}
            for note in built.injected:
                assert "was observed in its session" in because[note.event.position]
