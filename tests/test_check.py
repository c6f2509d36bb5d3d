"""The guard of an agent's loop: what it finds, what it leaves alone, and that its remedies mend."""

import pytest
from ticking import SECOND

from belieflog import InvalidValue
from projections.checking import DAY

pytestmark = pytest.mark.embedded


def codes(mem, **how):
    return [concern.code for concern in mem.check(**how)]


def found(mem, code, **how):
    return [concern for concern in mem.check(**how) if concern.code == code]


def watch(log, **told):
    log.set_policy({"watch": told}, reason="to watch")


def test_a_memory_in_order_needs_nothing(mem):
    mem.set_goal("g", source="user")
    mem.say("user", "go")

    assert mem.check() == []


# What is required


def test_what_the_policy_or_the_call_requires_must_be_there(log, mem):
    watch(log, required=["goal", "constraint:region"])
    mem.constrain("region", "eu")

    concerns = mem.check(["plan", "semantic:prefs/language", "goal"])

    assert [(c.code, c.address) for c in concerns] == [
        ("missing", "goal"), ("missing", "plan"), ("missing", "semantic:prefs/language"),
    ]  # fmt: skip
    assert concerns[0].remedy == "belieflog goal TEXT"
    mem.set_goal("g")
    mem.revise_plan(["x"])
    mem.remember("semantic:prefs/language", "en")
    assert codes(mem, require=["plan", "semantic:prefs/language"]) == []
    mem.retract("goal", reason="none")
    assert codes(mem) == ["missing"]


def test_one_address_can_be_required_by_itself(mem):
    assert [c.address for c in mem.check("fact:a")] == ["fact:a"]


def test_an_address_that_is_none_is_refused_by_the_check_and_by_the_policy(log, mem):
    with pytest.raises(InvalidValue):
        mem.check(["fact"])
    with pytest.raises(InvalidValue):
        watch(log, required=["fact"])


# What doesn't hold any more


def test_what_lost_its_support_is_named(log, mem):
    seen = mem.observe("curl", "10 s")
    mem.add_fact("timeout", "10 s", source="tool:curl", derived_from=[seen])
    mem.remember("semantic:n/slow", "it is slow", derived_from=["fact:timeout"])
    log.revert(user="u", event=seen.event, only=True, reason="a broken proxy")

    concerns = mem.check()

    assert [(c.code, c.address) for c in concerns] == [
        ("unsupported", "semantic:n/slow"), ("unsupported", "fact:timeout"),
    ]  # fmt: skip
    assert concerns[1].remedy == "belieflog retract fact:timeout --reason WHY"


@pytest.mark.parametrize("how", ["revert", "retract"])
def test_a_summary_that_still_says_a_removed_fact_is_flagged(log, mem, how):
    """graphiti #1837: a removed fact survived in a summary."""
    fact = mem.add_fact("timeout", "10 s", source="tool:curl#c1")
    mem.add_fact("port", "8080", source="user")
    for n in range(2):
        mem.say("user", f"question {n}")
        mem.say("assistant", f"answer {n}")
    summary = mem.compact("They found a timeout of 10 s on port 8080.")
    assert mem.check() == []

    if how == "revert":
        log.revert(user="u", event=fact.event, reason="measured through a proxy")
    else:
        mem.retract("fact:timeout", reason="measured through a proxy")

    [concern] = mem.check()
    assert (concern.code, concern.address) == ("outdated-summary", "fact:timeout")
    assert concern.remedy == f"belieflog revert --event {summary.event.position} --reason WHY"
    log.revert(user="u", event=summary.event, reason="it says what was taken back")
    assert mem.check() == []
    assert len(mem.dialogue()) == 4


def test_a_removed_fact_that_is_believed_again_or_not_in_the_summary_is_none_of_its_business(log, mem):
    mem.add_fact("timeout", "10 s", source="user")
    mem.add_fact("port", "8080", source="user")
    mem.say("user", "question")
    mem.say("assistant", "answer")
    mem.compact("The timeout is 10 s.")
    mem.retract("fact:port", source="user", reason="moved")
    mem.retract("fact:timeout", source="user", reason="measured anew")
    mem.add_fact("timeout", "10 s", source="user")

    assert mem.check() == []


def test_a_summary_that_declares_what_it_rests_on_is_flagged_when_that_falls(log, mem):
    """graphiti #1837: what cites a removed fact is flagged, whatever words it uses."""
    fact = mem.add_fact("timeout", "10 s", source="tool:curl#c1")
    mem.say("user", "question")
    mem.say("assistant", "answer")
    mem.compact("They found it rather slow.", derived_from=[fact])
    assert mem.check() == []

    log.revert(user="u", event=fact.event, reason="measured through a proxy")

    assert codes(mem) == ["unsupported-summary"]


# What a newer observation contradicts


@pytest.fixture
def measured(mem):
    """A fact from a call of curl, with the input that the call had."""
    mem.observe("curl", "timeout: 10 s", call="c1", input="/limits")
    mem.add_fact("timeout", "10 s", source="tool:curl#c1")
    return mem


def test_a_newer_observation_of_the_same_tool_asked_the_same_contradicts(measured):
    measured.observe("curl", "timeout: 30 s", call="c2", input="/limits")

    [concern] = measured.check()

    assert (concern.code, concern.address) == ("contradicted", "fact:timeout")
    assert "at 2" in concern.message
    assert "at 4" in concern.message
    assert concern.remedy == "belieflog fact timeout VALUE --source 'tool:curl#c2' --derived-from 4"
    measured.add_fact("timeout", "30 s", source="tool:curl#c2", derived_from=[4])
    assert measured.check() == []


@pytest.mark.parametrize(
    ("tool", "output", "input"),
    [
        ("curl", "timeout: 10 s", "/limits"),  # the same again
        ("curl", "2026-11-30, timeout: 10 s", "/limits"),  # another text that says it too
        ("curl", "timeout: 30 s", "/other"),
        ("curl", "timeout: 30 s", None),
        ("wget", "timeout: 30 s", "/limits"),
    ],
)
def test_what_says_the_same_or_was_asked_otherwise_contradicts_nothing(measured, tool, output, input):
    measured.observe(tool, output, call="c2", input=input)

    assert measured.check() == []


def test_the_newest_observation_decides(measured):
    measured.observe("curl", "timeout: 30 s", call="c2", input="/limits")
    measured.observe("curl", "timeout: 10 s", call="c3", input="/limits")

    assert measured.check() == []


def test_an_observation_that_was_taken_back_contradicts_nothing(log, measured):
    seen = measured.observe("curl", "timeout: 30 s", call="c2", input="/limits")
    log.revert(user="u", event=seen.event, reason="a broken proxy")

    assert measured.check() == []


def test_what_rests_on_an_observation_by_declaration_is_compared_too(mem):
    seen = mem.observe("curl", {"egress": 0.09}, call="c1", input={"page": "prices"})
    mem.add_fact("egress", "0.09 USD", source="document:prices", derived_from=[seen])
    mem.remember("semantic:prices/egress", "0.09 USD", source="document:prices", derived_from=[seen])
    mem.observe("curl", {"egress": 0.1}, call="c2", input={"page": "prices"})

    assert {(c.code, c.address) for c in mem.check()} == {
        ("contradicted", "fact:egress"), ("contradicted", "semantic:prices/egress"),
    }  # fmt: skip


def test_what_a_user_said_rests_on_no_tool(measured):
    measured.add_fact("timeout", "10 s", source="user")
    measured.observe("curl", "timeout: 30 s", call="c2", input="/limits")

    assert measured.check() == []


def test_large_outputs_are_compared_by_their_blobs(mem):
    mem.observe("cat", "a" * 70_000, call="c1", input="f")
    mem.add_fact("f", "all a", source="tool:cat#c1")
    mem.observe("cat", "a" * 70_000, call="c2", input="f")
    assert mem.check() == []

    mem.observe("cat", "b" * 70_000, call="c3", input="f")

    assert codes(mem) == ["contradicted"]


def test_a_file_that_is_only_pointed_to_contradicts_nothing(mem):
    mem.observe("cat", ref="a.txt", call="c1", input="f")
    mem.add_fact("f", "all a", source="tool:cat#c1")
    mem.observe("cat", ref="b.txt", call="c2", input="f")

    assert mem.check() == []


def test_a_fact_taken_over_is_contradicted_here_and_by_where_it_was_seen(log, measured):
    new = log.memory("u", "next")
    new.start("go on", continues="s")
    assert new.check() == []

    new.observe("curl", "timeout: 30 s", call="d1", input="/limits")

    assert [c.address for c in found(new, "contradicted")] == ["fact:timeout"]
    log.revert(user="u", source="tool:curl#d1", reason="wrong")
    assert new.check() == []
    measured.observe("curl", "timeout: 60 s", call="c9", input="/limits")
    assert [c.address for c in found(new, "contradicted")] == ["fact:timeout"]


# What waits


def test_a_question_for_a_person_is_found_until_it_is_answered(mem):
    mem.ask("budget", "how\nmuch?", needs="user")
    mem.ask("how", "how?", needs="agent")

    [concern] = mem.check()

    assert (concern.code, concern.address) == ("needs-user", "question:budget")
    assert concern.message.endswith("how much?")
    assert concern.remedy == "belieflog answer budget VALUE --source user"
    mem.answer("budget", "10 USD", source="user")
    assert mem.check() == []


def test_an_assumption_grows_old_on_the_day_and_is_young_again_when_made_again(log, mem):
    mem.assume("cause", "the proxy")
    made = mem.get("assumption:cause").recorded_at

    assert codes(mem, now=made + 7 * DAY - 1) == []
    assert codes(mem, now=made + 7 * DAY) == ["stale"]
    log._log.clock.now += 8 * 86_400 * SECOND
    assert codes(mem) == ["stale"]
    mem.assume("cause", "the proxy")
    assert codes(mem) == []
    watch(log, assumption_days=None)
    assert codes(mem, now=made + 700 * DAY) == []


@pytest.mark.parametrize("update", ["fact", "retract", "clear", "plan", "said", "memory"])
def test_the_scratchpad_is_idle_after_so_many_turns_of_the_user(log, mem, update):
    watch(log, idle_turns=3, compact_rounds=None)
    mem.write("n", 1)
    for n in range(2):
        mem.say("user", f"go {n}")
        mem.say("assistant", "on it")
        mem.say("assistant", "still on it")
    assert codes(mem) == []

    mem.say("user", "well?")

    assert codes(mem) == ["idle"]
    match update:
        case "fact":
            mem.add_fact("a", 1, source="user")
        case "retract":
            mem.retract("note:n", reason="old")
        case "clear":
            mem.clear()
        case "plan":
            mem.revise_plan(["x"])
        case "said":
            mem.say("assistant", "yes")
        case "memory":
            mem.remember("semantic:n/a", 1)
    assert codes(mem) == (["idle"] if update in ("said", "memory") else [])


def test_turns_and_updates_that_were_taken_back_dont_count(log, mem):
    watch(log, idle_turns=2)
    mem.write("n", 1)
    mem.say("user", "one")
    update = mem.write("n", 2)
    said = mem.say("user", "two")
    assert codes(mem) == []

    log.revert(user="u", event=update.event, reason="wrong")
    assert codes(mem) == ["idle"]
    log.revert(user="u", event=said.event, reason="wrong")
    assert codes(mem) == []


def test_dialogue_without_a_summary_is_due_after_so_many_rounds(log, mem):
    watch(log, compact_rounds=3, idle_turns=None)
    for n in range(3):
        assert codes(mem) == []
        mem.say("user", f"question {n}")
        mem.say("assistant", f"answer {n}")

    [concern] = mem.check()

    assert (concern.code, concern.address) == ("compact", None)
    mem.compact("three questions, three answers")
    assert codes(mem) == []


def test_a_prompt_that_has_outgrown_its_measure_is_found(log, mem):
    mem.write("n", "word " * 200)
    assert codes(mem) == []

    watch(log, prompt_tokens=100)

    assert codes(mem) == ["prompt-size"]


# The view


def test_a_check_can_be_made_of_an_earlier_point(measured):
    point = measured.observe("curl", "timeout: 30 s", call="c2", input="/limits").event.position
    measured.add_fact("timeout", "30 s", source="tool:curl#c2")

    assert codes(measured) == []
    assert codes(measured, at=point) == ["contradicted"]
    assert codes(measured, at=point - 1) == []


def test_a_check_changes_nothing(log, measured):
    watch(log, prompt_tokens=1)
    position = log.position

    measured.check()

    assert log.position == position


def test_every_sentence_has_a_chinese_twin(log, mem):
    watch(log, required=["goal"], idle_turns=1, compact_rounds=1, prompt_tokens=1)
    mem.ask("budget", "how much?", needs="user")
    mem.assume("cause", "the proxy")
    mem.say("user", "go")
    now = mem.get("assumption:cause").recorded_at + 8 * DAY

    english, chinese = (mem.check(now=now, lang=lang) for lang in ("en", "zh"))

    assert [(c.code, c.address, c.remedy) for c in english] == [(c.code, c.address, c.remedy) for c in chinese]
    assert len(english) == 6
    assert all(any(char > "一" for char in c.message) for c in chinese)
    with pytest.raises(InvalidValue):
        mem.check(lang="fr")


def test_a_hostile_key_stays_one_word_of_the_remedy(mem):
    mem.ask("a'; rm -rf ~", "who?", needs="user")

    [concern] = mem.check()

    assert concern.remedy == "belieflog answer 'a'\"'\"'; rm -rf ~' VALUE --source user"
