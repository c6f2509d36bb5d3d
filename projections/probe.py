"""What must a summary still tell, and does it?

The questions are of the floor: goal, constraints, failures and the key facts; their ids are addresses. Key are at most
twelve facts that still hold: first those that a user said, then those that most else rests on, then the newest.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from eventlog.errors import InvalidValue
from eventlog.values import canonical
from projections.coverage import compare
from projections.entries import Entry
from projections.scratchpad import Scratchpad
from projections.wording import words

KEY_FACTS = 12
_LONGEST = 300  # characters of a text that are asked for: its beginning

_ENGLISH = {
    "goal": "What is the goal?",
    "goal-criteria": "What is the goal, and when is it reached?",
    "constraint": "What must be kept to as to '{key}'?",
    "failure": "What failed as to '{key}'?",
    "failure-avoid": "What failed as to '{key}', and what is to be done or avoided instead?",
    "fact": "What is known of '{key}'?",
    "unanswered": "'{id}' has no answer",
    "lost": "'{id}' lost {lost}",
    "wrong": "'{id}' says {wrong}, which is wrong",
    "both": "'{id}' lost {lost} and says {wrong}",
    "comma": ", ",
}
_CHINESE = {
    "goal": "目标是什么？",
    "goal-criteria": "目标是什么？达成标准是什么？",
    "constraint": "关于“{key}”必须遵守什么？",
    "failure": "“{key}”失败在哪里？",
    "failure-avoid": "“{key}”失败在哪里？应当怎样做，或避免什么？",
    "fact": "关于“{key}”已知什么？",
    "unanswered": "“{id}”没有回答",
    "lost": "“{id}”丢失了 {lost}",
    "wrong": "“{id}”说成了 {wrong}，是错的",
    "both": "“{id}”丢失了 {lost}，却说成了 {wrong}",
    "comma": "、",
}
_LANGUAGES = {"en": _ENGLISH, "zh": _CHINESE}


class Question(Struct, frozen=True):
    """A question to someone who has read the summary alone; its id is the address of what it asks for."""

    id: str
    question: str
    kind: str
    address: str


class Loss(Struct, frozen=True):
    """What an answer doesn't tell any more, what it says wrong, and a sentence that says so."""

    id: str
    kind: str
    address: str
    position: int
    lost: tuple[str, ...]
    wrong: tuple[str, ...]
    message: str


class Judgement(Struct, frozen=True):
    """Whether the answers kept all that was asked for, how many questions there were, and what was lost."""

    passed: bool
    asked: int
    lost: tuple[Loss, ...]

    @property
    def kept(self) -> dict[str, Any]:
        """What is kept with a compaction: positions only, so that nothing outlives an erasure."""
        return {"passed": self.passed, "asked": self.asked, "lost": [loss.position for loss in self.lost]}


def questions(pad: Scratchpad, lang: str = "en") -> tuple[Question, ...]:
    """Ask for what a summary of this session must still tell, in English (``en``) or Chinese (``zh``)."""
    wording = words(lang, _LANGUAGES)
    return tuple(
        Question(entry.address, wording[_which(entry)].format(key=entry.key), entry.kind, entry.address)
        for entry in _floor(pad)
    )


def judge(pad: Scratchpad, answers: Mapping[str, str], lang: str = "en") -> Judgement:
    """Judge *answers*, by the ids of their questions; they are to be in the language of the memory.

    Numbers and identifiers must be there, and most of the words; a wrong number fails. *lang* is of the messages.
    """
    wording, asked = words(lang, _LANGUAGES), _floor(pad)
    if unknown := sorted(set(answers) - {entry.address for entry in asked}):
        raise InvalidValue("answers", f"{unknown[0]!r} is no question: 'belieflog probe' prints them, with their ids")
    for id, answer in answers.items():
        if not isinstance(answer, str):
            raise InvalidValue("answers", f"the answer to {id!r} is no text: answer in words")
    whole = "\n".join(part for entry in asked for part in parts(entry))
    lost = tuple(loss for entry in asked if (loss := _loss(entry, answers.get(entry.address, ""), whole, wording)))
    return Judgement(not lost, len(asked), lost)


def parts(entry: Entry) -> tuple[str, ...]:
    """Give what of an entry must still be told, each part by itself: the beginning where it is long."""
    value = entry.value
    match entry.kind:
        case "goal":
            told = (value["text"], *value.get("criteria", ()))
        case "failure":
            told = (value["what"], value.get("avoid", ""))
        case _:
            told = (text_of(value),)
    return tuple(_beginning(text) for text in told if text.strip())


def text_of(value: Any) -> str:
    """Give the words of a JSON value: its texts, numbers and keys, in order."""
    return " ".join(_leaves(value))


def _floor(pad: Scratchpad) -> list[Entry]:
    goal = [pad.goal] if pad.goal else []
    found = [*goal, *pad.constraints, *pad.failures, *_key_facts(pad)]
    return [entry for entry in found if parts(entry)]


def _key_facts(pad: Scratchpad) -> list[Entry]:
    facts = [fact for fact in pad.facts if fact.supported]
    premises = [id for entry in pad.entries for id in entry.recorded.public.derived_from]
    weight = {fact.position: premises.count(fact.event) for fact in facts} if len(facts) > KEY_FACTS else {}
    facts.sort(key=lambda f: (f.source.kind == "user", weight.get(f.position, 0), f.position), reverse=True)
    return sorted(facts[:KEY_FACTS], key=lambda fact: fact.position)


def _which(entry: Entry) -> str:
    if entry.kind == "goal" and entry.value.get("criteria"):
        return "goal-criteria"
    if entry.kind == "failure" and entry.value.get("avoid"):
        return "failure-avoid"
    return entry.kind


def _loss(entry: Entry, answer: str, beside: str, wording: dict[str, str]) -> Loss | None:
    gaps = [compare(part, answer, beside) for part in parts(entry)]
    lost = tuple(dict.fromkeys(each for gap in gaps for each in gap.lost))
    wrong = tuple(dict.fromkeys(each for gap in gaps for each in gap.wrong))
    if not lost and not wrong:
        return None
    told = "unanswered" if not answer.strip() else "both" if lost and wrong else "lost" if lost else "wrong"
    comma = wording["comma"]
    message = wording[told].format(id=entry.address, lost=comma.join(lost), wrong=comma.join(wrong))
    return Loss(entry.address, entry.kind, entry.address, entry.position, lost, wrong, message)


def _leaves(value: Any) -> Iterator[str]:
    match value:
        case None:
            return
        case str():
            yield value
        case dict():
            for key, each in value.items():
                yield from (key, *_leaves(each))
        case list():
            for each in value:
                yield from _leaves(each)
        case _:
            yield canonical(value).decode()


def _beginning(text: str) -> str:
    return text if len(text) <= _LONGEST else re.sub(r"[\w./:@#-]+$", "", text[:_LONGEST], flags=re.ASCII)
