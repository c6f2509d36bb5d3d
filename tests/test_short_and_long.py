"""What a person says in one session is known in the next, as they said it last, and nothing comes back by itself."""

import pytest

from belieflog import Refused
from projections import as_json

WHY = {"user": "u", "reason": "bad"}
CHATTER = [
    ("今天天气不错", "是啊"),
    ("1+1 等于几？", "2"),
    ("推荐一部电影吧", "好的"),
    ("谢谢", "不客气"),
    ("帮我算算税", "好"),
]


def keep(mem):
    """Condense, and keep what the door lets in."""
    return mem.condense().apply()


def chat(mem, rounds=CHATTER):
    for asked, answered in rounds:
        mem.say("user", asked)
        mem.say("assistant", answered)


def views(mem, *queries):
    """All that any view shows of what is believed; dialogue is what was said, not what is believed."""
    hits = [as_json.hit(hit) for query in (None, *queries) for hit in mem.recall(query, audit=False, limit=None)]
    entries = [as_json.entry(entry) for entry in mem.everything()]
    prompts = [mem.prompt(query=query, audit=False, sections=["facts", "memories"]) for query in (None, *queries)]
    return str((hits, entries, prompts))


def values(mem, query):
    return [hit.value for hit in mem.recall(query, audit=False)]


def test_a_name_said_once_is_still_in_the_prompt_five_rounds_later(log, mem):
    mem.say("user", "我叫小明")
    keep(mem)

    chat(mem)

    assert "小明" in mem.prompt(audit=False)
    assert "小明" in log.memory("u", "tomorrow").prompt(lang="zh", audit=False)
    assert "小明" not in log.memory("v", "s").prompt(audit=False)


def test_a_name_put_right_replaces_the_first_and_history_has_both(log, mem):
    mem.say("user", "我叫小明")
    keep(mem)
    chat(mem)
    mem.say("user", "其实我叫李华")
    keep(mem)
    later = log.memory("u", "tomorrow")

    assert later.get("semantic:user/name").value == "李华"
    assert "李华" in later.prompt(audit=False)
    assert "小明" not in later.prompt(audit=False)
    assert [(r.value, r.version, r.current) for r in mem.history("semantic:user/name")] == [
        ("小明", 1, False),
        ("李华", 2, True),
    ]


def test_no_view_ever_says_that_someone_likes_what_they_hate(log, mem):
    """mem0 #4536: "I love X" then "I hate X" left the store empty."""
    mem.say("user", "我讨厌苹果")
    keep(mem)
    later = log.memory("u", "tomorrow")

    assert "讨厌苹果" in views(later, "苹果", "喜欢苹果")
    assert "喜欢" not in views(later, "苹果")
    mem.say("user", "我喜欢苹果了")
    keep(mem)

    assert values(later, "苹果") == ["喜欢苹果"]
    assert "讨厌" not in views(later, "苹果")
    assert [r.value for r in mem.history("semantic:preferences/苹果")] == ["讨厌苹果", "喜欢苹果"]


def test_love_then_hate_in_english_is_hate_and_history_has_both(mem):
    """mem0 #4536."""
    mem.say("user", "I love apples")
    keep(mem)
    mem.say("user", "I hate apples")
    keep(mem)

    assert values(mem, "apples") == ["hates apples"]
    assert [r.value for r in mem.history("semantic:preferences/apples")] == ["loves apples", "hates apples"]


@pytest.mark.parametrize(
    "write",
    [
        lambda mem, value: mem.say("user", f"The API timeout is {value}"),
        lambda mem, value: mem.say("user", f"API 的超时时间是 {value}"),
        lambda mem, value: mem.add_fact("api_timeout", value, source="tool:curl"),
    ],
    ids=["said", "said in Chinese", "a fact"],
)
def test_of_a_setting_that_changed_only_the_new_value_is_recalled(log, mem, write):
    for value in ("5 s", "10 s"):
        write(mem, value)
        for _ in range(3):
            mem.recall("timeout")
        keep(mem)
    later = log.memory("u", "tomorrow")

    assert values(later, "timeout") == ["10 s"]
    assert set(values(mem, "timeout")) == {"10 s"}
    assert [r.value for r in later.history("semantic:facts/api_timeout")] == ["5 s", "10 s"]


def test_a_setting_measured_and_then_told_by_the_user_is_one_entry(mem):
    mem.add_fact("api_timeout", "5 s", source="tool:curl")
    mem.promote("fact:api_timeout")
    mem.say("user", "The API timeout is 10 s")
    keep(mem)

    assert mem.get("semantic:facts/api_timeout").value == "10 s"
    with pytest.raises(Refused):  # a measurement doesn't overrule the user
        mem.promote("fact:api_timeout")


def test_the_same_said_again_and_again_is_one_version(log, mem):
    """mem0 #1674: the same memory twice deleted it."""
    for session in ("s", "t", "w"):
        there = log.memory("u", session)
        for _ in range(2):
            there.say("user", "我喜欢苹果")
            keep(there)

    assert values(mem, "苹果") == ["喜欢苹果"]
    assert {r.version for r in mem.history("semantic:preferences/苹果")} == {1}
    assert {e.tag for e in log.events()} == {"opened", "said", "memory-written"}


def test_a_retracted_fact_doesnt_come_back_at_the_next_consolidation(log, mem):
    """hindsight #1951: it stays out until explicitly asserted again."""
    mem.add_fact("api_timeout", "5 s", source="tool:curl")
    mem.say("user", "我叫小明")
    for _ in range(3):
        mem.recall("api_timeout")
    assert len(keep(mem)) == 2

    mem.retract("fact:api_timeout", reason="measured behind a proxy")
    mem.retract("semantic:user/name", reason="private", source="user")
    for _ in range(3):
        keep(mem)
        mem.recall("api_timeout")
        keep(log.memory("u", "tomorrow"))

    assert recalled_texts(mem) == []
    mem.add_fact("api_timeout", "8 s", source="tool:curl")
    mem.say("user", "我叫小明")
    for _ in range(3):
        mem.recall("api_timeout")
    keep(mem)
    assert set(recalled_texts(log.memory("u", "tomorrow"))) == {"8 s", "小明"}


def recalled_texts(mem):
    return [hit.value for hit in mem.recall(audit=False, limit=None)]


def test_deleted_entries_dont_return_from_tool_output(log, mem):
    """pi-hermes-memory #226: 110 deleted entries returned from tool output."""
    for n in range(110):
        mem.remember(f"semantic:facts/k{n}", f"v{n}", source="user")
        mem.retract(f"semantic:facts/k{n}", reason="deleted", source="user")

    mem.observe("memory_list", {f"k{n}": f"v{n}" for n in range(110)})
    for n in range(110):
        mem.add_fact(f"k{n}", f"v{n}", source="tool:memory_list")
    for _ in range(3):
        mem.recall(limit=None)
    proposals = mem.condense()

    assert {p.outcome for p in proposals} == {"refused"}
    assert len(proposals) == 110
    assert keep(mem) == ()
    assert recalled_texts(log.memory("u", "tomorrow")) == []


def test_what_is_fed_back_by_recall_is_no_evidence_for_itself(log, mem):
    """mem0 #4573: 668 copies of one hallucination, fed back by recall."""
    mem.assume("editor", "the user loves Vim")
    mem.say("assistant", "I love Vim, and so do you: you love Vim")
    for _ in range(50):
        [hit] = mem.recall("Vim")
        mem.say("assistant", f"I remember: {hit.value}. I love Vim.")
        mem.say("user", f"<memory>\n- {hit.value}\nI love Vim\n</memory>\nWhat time is it?")
        keep(mem)

    assert log.memory("u", "tomorrow").everything() == []
    assert [a.version for a in mem.scratchpad().assumptions] == [1]


def test_what_was_said_taken_back_takes_what_was_kept_of_it_and_not_what_has_other_support(log, mem):
    named = mem.say("user", "我叫小明。我讨厌苹果。")
    mem.say("user", "我叫小明")
    kept = mem.condense().apply()
    assert len(kept) == 3
    derived = mem.remember("semantic:greeting", "小明你好", derived_from=["semantic:preferences/苹果"])

    plan = log.revert(event=named.event, cascade="declared", dry_run=True, **WHY)
    assert {f.event.address for f in plan.dependents} == {"semantic:preferences/苹果", "semantic:greeting"}
    assert {f.event.address for f in plan.kept} == {"semantic:user/name"}
    made = plan.apply()

    later = log.memory("u", "tomorrow")
    assert recalled_texts(later) == ["小明"]
    assert keep(mem) == ()
    log.undo(made.events[0], reason="it was right")
    assert set(recalled_texts(later)) == {"小明", "讨厌苹果", derived.event.private.content}


def test_a_source_taken_back_takes_what_was_promoted_from_it(log, mem):
    seen = mem.observe("curl", "5 s", call="c1")
    mem.add_fact("api_timeout", "5 s", source="tool:curl#c1", derived_from=[seen])
    mem.mark_failure("retry", "no use", why="it times out at 5 s", derived_from=["fact:api_timeout"])
    mem.promote("fact:api_timeout")
    mem.promote("failure:retry")

    log.revert(source="tool:curl*", cascade="declared", **WHY)

    assert log.memory("u", "tomorrow").everything() == []


def test_the_same_kept_from_two_sessions_stands_on_either(log, mem):
    other = log.memory("u", "t")
    mem.say("user", "I live in Oslo")
    other.say("user", "I live in Oslo")
    keep(mem)
    keep(other)

    log.revert(session="s", cascade="declared", **WHY)

    assert recalled_texts(log.memory("u", "tomorrow")) == ["Oslo"]


def test_why_leads_from_what_is_kept_to_what_was_said(mem):
    said = mem.say("user", "我叫小明")
    keep(mem)

    assert [node.event.position for node in mem.why("semantic:user/name").walk()] == [3, said.event.position]
