"""Two real dialogues of 49 rounds, told again round by round within a budget."""

import json
from pathlib import Path

import pytest

from projections.tokens import estimate

FOLDER = Path(__file__).parent.parent / ".." / "shared" / "data" / "dialogues" / "memorybank"
pytestmark = pytest.mark.skipif(not FOLDER.exists(), reason="the dialogues aren't here")

FLOOR = {
    "cn": ("陪伴用户，记住她的喜好", "只说中文", "绘画、弹钢琴和品茶", "用户不喜欢被说教"),
    "en": (
        "keep her company and remember what she likes",
        "be brief",
        "painting, the piano and tea",
        "she disliked a lecture",
    ),
}


def rounds(language):
    """Give the longest dialogue of a file: pairs of what the user and the assistant said."""
    people = json.loads((FOLDER / f"memory_bank_{language}.json").read_text("utf-8")).values()
    dialogues = [[(r["query"], r["response"]) for day in person["history"].values() for r in day] for person in people]
    return max(dialogues, key=len)


@pytest.mark.parametrize("format", ["markdown", "xml", "json"])
@pytest.mark.parametrize(("language", "lang"), [("cn", "zh"), ("en", "en")])
def test_after_each_round_the_prompt_is_within_budget_and_has_the_whole_floor(mem, language, lang, format):
    goal, limit, liking, failed = FLOOR[language]
    mem.set_goal(goal, source="user")
    mem.constrain("manner", limit, source="user")
    mem.add_fact("hobbies", liking, source="user")
    mem.mark_failure("tone", failed)
    said = rounds(language)
    assert len(said) == 49

    cut = 0
    for n, (user, assistant) in enumerate(said):
        mem.say("user", user)
        mem.say("assistant", assistant)
        mem.remember(f"episodic:chat/{n}", f"{user} {assistant}")
        text = mem.prompt(budget=1_000, query=user, lang=lang, format=format)

        assert estimate(text) < 1_000
        assert all(told in text for told in FLOOR[language])
        assert json.dumps(assistant, ensure_ascii=False)[1:-1][:20] in text or assistant.splitlines()[0][:20] in text
        cut += {"cn": "省略", "en": "Left out"}[language] in text

    assert 0 < cut < len(said)
