"""Row q: do questions about dialogues find the round that answers them, among the first five?

The dialogues are those of MemoryBank (W. Zhong and others, "MemoryBank: Enhancing Large Language Models with Long-Term
Memory", 2023), in ``../shared/data``. The table asks 20 questions in each language about Emily's and 张曼婷's, 49 rounds
each; they were written before anything was tuned. The other 40, about four other people, are what it was tuned on.
"""

import json
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

import belieflog
from belieflog.meaning import Embedder, universal
from bench.table import Line

ROOT = Path(__file__).parent.parent
DIALOGUES = ROOT.parent / "shared" / "data" / "dialogues" / "memorybank"
FILES = {"en": "memory_bank_en.json", "zh": "memory_bank_cn.json"}
ASKED = {"en": "Emily", "zh": "张曼婷"}
FIRST = 5
TARGETS = {"by words": ">=0.8", "by words and meaning": ">=0.9"}


class Question(Struct, frozen=True):
    """A question about the dialogue of *user*, and the rounds that answer it."""

    user: str
    rounds: frozenset[int]
    text: str


def recalled(folder: Path, n: int) -> Iterator[Line]:
    """Ask every question by words alone, then by meaning too."""
    if not DIALOGUES.is_dir():
        yield Line("q", "questions about dialogues", "", "", note="no ../shared/data/dialogues beside the repository")
        return
    embedders: dict[str, Embedder | None] = {"by words": None}
    try:
        embedders["by words and meaning"] = universal()
    except belieflog.Refused as missing:
        yield Line("q", "questions about dialogues", "", "", note=str(missing))
    for lang in FILES:
        for how, embedder in embedders.items():
            for asked, title, target in ((table(lang), "the table", TARGETS[how]), (others(lang), "others", "")):
                right = answered(lang, asked, embedder)
                missed = [q for q, hit in zip(asked, right, strict=True) if not hit]
                told = f"missed: rounds {', '.join(str(min(q.rounds)) for q in missed)}" if missed and target else ""
                count = len(asked)
                yield Line(
                    "q", f"{lang}, {title}, {how}: found in the first {FIRST}", f"{sum(right)} of {count}", str(count),
                    sum(right) / count, target, told,
                )  # fmt: skip


def answered(lang: str, asked: Sequence[Question], embedder: Embedder | None) -> list[bool]:
    """Remember the dialogues, ask each question, and tell which were answered among the first five."""
    with belieflog.open(":memory:", embedder=embedder) as log:
        memories = {user: told(log, lang, user) for user in dict.fromkeys(q.user for q in asked)}
        return [
            not q.rounds.isdisjoint(int(hit.key) for hit in memories[q.user].recall(q.text, limit=FIRST, audit=False))
            for q in asked
        ]


def told(log: belieflog.Log, lang: str, user: str) -> belieflog.Memory:
    """Remember each round of a dialogue as an episode: what both said, on its day."""
    mem, number = log.memory(user), 0
    for day, rounds in sorted(_dialogues(lang)[user].items()):
        for each in rounds:
            number += 1
            said = f"user: {each['query']}\nassistant: {each['response']}"
            mem.remember(
                f"episodic:dialogue/{day}/{number:02}", said, occurred_at=day, participants=[user, "AI"], source="user"
            )
    return mem


def table(lang: str) -> list[Question]:
    """Read the questions of the table."""
    return [Question(ASKED[lang], _rounds(rounds), text) for rounds, text in _lines(lang)]


def others(lang: str) -> list[Question]:
    """Read the questions that the search was tuned on."""
    return [Question(user, _rounds(rounds), text) for user, rounds, text in _lines(f"others_{lang}")]


@cache
def _dialogues(lang: str) -> dict[str, dict[str, list[dict[str, Any]]]]:
    bank = json.loads((DIALOGUES / FILES[lang]).read_text("utf-8"))
    return {user.strip(): told["history"] for user, told in bank.items()}


def _lines(name: str) -> list[list[str]]:
    lines = (ROOT / "tests" / "questions" / f"{name}.tsv").read_text("utf-8").splitlines()[1:]
    return [line.split("\t") for line in lines]


def _rounds(text: str) -> frozenset[int]:
    return frozenset(map(int, text.split(",")))
