"""The probe over dialogues that people led with a companion, in English and Chinese.

What is to be kept is in the users' own words: a goal, how to speak to them, and what they told, day by day.
"""

import re
from pathlib import Path

import msgspec
import pytest

import belieflog

FOLDER = Path(__file__).parent.parent / ".." / "shared" / "data" / "dialogues" / "memorybank"
pytestmark = pytest.mark.skipif(not FOLDER.exists(), reason="the sample dialogues aren't here")

FRAME = {"en": "As far as the summary goes, the user said: {} (that is all).", "cn": "据摘要，用户说过：{}（就这些）。"}


def people(lang):
    return msgspec.json.decode((FOLDER / f"memory_bank_{lang}.json").read_bytes()).values()


def remembered(mem, person):
    """Hold the whole dialogue, and on the floor what the person told; give that by its question's id."""
    days = [(day, turns) for day, turns in person["history"].items() if turns]
    style = person["meta_information"]["speaking_style"]
    said = {}
    for day, turns in days:
        for turn in turns:
            mem.say("user", turn["query"])
            mem.say("assistant", turn["response"])
        said[f"fact:{day}"] = max((turn["query"] for turn in turns), key=len)[:280]
    said = {"goal": said.pop(f"fact:{days[0][0]}"), "constraint:style": style, **said}
    mem.set_goal(said["goal"], source="user")
    mem.constrain("style", style, source="user")
    for id, text in said.items():
        if id.startswith("fact:"):
            mem.add_fact(id.removeprefix("fact:"), text, source="user")
    return {question.id: said[question.id] for question in mem.probe()}


@pytest.mark.parametrize("lang", ["en", "cn"])
def test_answers_that_keep_what_was_said_pass_and_the_dialogue_can_be_brought_back(lang):
    for person in people(lang):
        with belieflog.open(":memory:") as log:
            mem = log.memory("u", "s")
            said = remembered(mem, person)
            whole = mem.dialogue(999)

            compacted = mem.compact("a summary", {id: FRAME[lang].format(text.upper()) for id, text in said.items()})

            assert compacted.event.private.content["verdict"] == {"passed": True, "asked": len(said), "lost": []}
            assert len(mem.dialogue(999)) == 2
            log.revert(user="u", event=compacted.event, reason="to see it all again")
            assert mem.dialogue(999) == whole


@pytest.mark.parametrize("lang", ["en", "cn"])
def test_answers_about_someone_else_are_refused_question_by_question(lang):
    everyone = list(people(lang))
    for person, other in zip(everyone, everyone[1:] + everyone[:1], strict=True):
        with belieflog.open(":memory:") as log:
            mem = log.memory("u", "s")
            others = list(remembered(log.memory("other", "s"), other).values())
            said = remembered(mem, person)
            swapped = {id: others[n % len(others)] for n, id in enumerate(said)}

            judged = mem.check_probe(swapped)

            kept = set(said) - {loss.id for loss in judged.lost}
            assert kept <= {"constraint:style"}  # some speak alike
            with pytest.raises(belieflog.Refused):
                mem.compact("a summary", swapped)


@pytest.mark.parametrize("lang", ["en", "cn"])
def test_half_an_answer_and_a_changed_number_are_noticed(lang, capsys):
    asked = noticed = numbers = 0
    for person in people(lang):
        with belieflog.open(":memory:") as log:
            mem = log.memory("u", "s")
            said = remembered(mem, person)

            judged = mem.check_probe({id: text[: len(text) // 2] for id, text in said.items()})

            asked, noticed = asked + judged.asked, noticed + len(judged.lost)
            for id, text in said.items():
                changed = re.sub(r"\d+", lambda match: str(int(match[0]) + 1), text)
                if changed != text:
                    numbers += 1
                    assert id in {loss.id for loss in mem.check_probe({**said, id: changed}).lost}
    with capsys.disabled():
        print(f"\n{lang}: {noticed} of {asked} halved answers noticed, all of {numbers} changed numbers")
    assert noticed >= 0.95 * asked
