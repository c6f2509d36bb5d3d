"""The guard of a compaction: what a summary must still answer, and what happens where it can't."""

import pytest
from ticking import over

from belieflog import InvalidValue, Refused
from eventlog.memory_store import MemoryStore
from projections.probe import KEY_FACTS

KEPT = {
    "goal": "Find the cheapest crawler; it must cost under 10 USD.",
    "constraint:region": "Never leave eu-west.",
    "failure:regex": "The regex choked on nested tags; use an HTML parser.",
    "fact:timeout": "The timeout is 10 s.",
}


@pytest.fixture
def talked(mem):
    """A session with a floor, and three rounds of dialogue."""
    mem.set_goal("find the cheapest crawler", ["it costs under 10 USD"], source="user")
    mem.constrain("region", "never leave eu-west", source="user")
    mem.mark_failure("regex", "chokes on nested tags", avoid="use an HTML parser")
    mem.add_fact("timeout", "10 s", source="tool:curl#c1")
    for n in range(3):
        mem.say("user", f"question {n}")
        mem.say("assistant", f"answer {n}")
    return mem


def turns(mem):
    return [turn.content for turn in mem.dialogue(99)]


def test_the_questions_ask_for_goal_constraints_failures_and_facts(talked):
    asked = talked.probe()

    assert [(q.id, q.kind, q.address) for q in asked] == [
        ("goal", "goal", "goal"),
        ("constraint:region", "constraint", "constraint:region"),
        ("failure:regex", "failure", "failure:regex"),
        ("fact:timeout", "fact", "fact:timeout"),
    ]
    assert asked[0].question == "What is the goal, and when is it reached?"
    assert talked.probe("zh")[3].question == "关于“timeout”已知什么？"
    assert [q.id for q in talked.probe("zh")] == [q.id for q in asked]
    with pytest.raises(AttributeError):
        asked[0].id = "other"


def test_no_question_gives_its_answer_away(talked):
    for question in (*talked.probe(), *talked.probe("zh")):
        assert not {"10", "cheapest", "west", "HTML"} & set(question.question.replace("-", " ").split())


def test_answers_that_keep_the_floor_pass(talked):
    judged = talked.check_probe(KEPT)

    assert (judged.passed, judged.asked, judged.lost) == (True, 4, ())


@pytest.mark.parametrize(
    ("id", "answer", "lost", "wrong"),
    [
        ("goal", "find the cheapest crawler", ("10 usd",), ()),
        ("goal", "find the cheapest crawler, under 20 USD", ("10 usd",), ("20 usd",)),
        ("constraint:region", "leave eu-west", ("never",), ()),
        ("failure:regex", "the regex chokes on nested tags", ("html", "parser"), ()),
        ("fact:timeout", "the timeout is 30 s", ("10 s",), ("30 s",)),
        ("fact:timeout", "", ("10 s",), ()),
    ],
)
def test_what_an_answer_lost_is_named_by_question(talked, id, answer, lost, wrong):
    judged = talked.check_probe(KEPT | {id: answer})

    [loss] = judged.lost
    assert not judged.passed
    assert (loss.id, loss.address) == (id, id)
    assert set(lost) <= set(loss.lost)
    assert loss.wrong == wrong
    assert id in loss.message


def test_a_question_without_an_answer_lost_all(talked):
    judged = talked.check_probe({}, lang="zh")

    assert [loss.message for loss in judged.lost] == [f"“{id}”没有回答" for id in KEPT]


def test_a_failed_probe_refuses_and_says_what_was_lost(log, talked):
    position, before = log.position, turns(talked)

    with pytest.raises(Refused) as refused:
        talked.compact("they talked", KEPT | {"fact:timeout": "about 30 s", "constraint:region": "leave eu-west"})

    assert refused.value.rule == "probe"
    assert "'fact:timeout' lost 10 s and says 30 s" in str(refused.value)
    assert "'constraint:region' lost never" in str(refused.value)
    assert [loss["id"] for loss in refused.value.lost] == ["constraint:region", "fact:timeout"]
    assert (log.position, turns(talked)) == (position, before)


def test_a_probe_that_passes_lets_the_summary_in_and_is_kept_with_it(talked):
    compacted = talked.compact("they talked", KEPT)

    assert compacted.event.private.content["verdict"] == {"passed": True, "asked": 4, "lost": []}
    assert turns(talked) == ["they talked", "answer 2"]


def test_without_answers_there_is_no_probe(talked):
    assert "verdict" not in talked.compact("they talked").event.private.content


def test_force_with_a_reason_lets_a_summary_in_that_lost_something_and_the_verdict_says_so(talked):
    position = talked.get("fact:timeout").position
    with pytest.raises(Refused, match="needs a reason"):
        talked.compact("they talked", KEPT | {"fact:timeout": "?"}, force=True)

    compacted = talked.compact("they talked", KEPT | {"fact:timeout": "?"}, force=True, reason="it is in the docs")

    verdict = compacted.event.private.content["verdict"]
    assert verdict == {"passed": False, "asked": 4, "lost": [position]}


@pytest.mark.parametrize("how", ["revert", "undo of the undo"])
def test_reverting_a_compaction_brings_the_dialogue_back(log, talked, how):
    before = talked.dialogue(99)
    compacted = talked.compact("they talked", KEPT)
    assert talked.dialogue(99) != before

    reverted = log.revert(user="u", event=compacted.event, reason="too short")
    if how == "undo of the undo":
        undone = log.undo(reverted.events[0], reason="it was fine")
        assert turns(talked)[0] == "they talked"
        log.undo(undone.events[0], reason="it wasn't")

    assert talked.dialogue(99) == before


def test_a_retry_by_id_gives_the_first_receipt_though_the_floor_has_moved(talked):
    id = "01890a5d-ac96-774b-bcce-b302099a8057"
    first = talked.compact("they talked", KEPT, id=id)
    talked.add_fact("more", "5 MB", source="tool:x")

    again = talked.compact("they talked", KEPT, id=id)

    assert (again.outcome, again.event) == ("duplicate", first.event)


def test_compacting_inside_a_batch_is_judged_too(talked):
    with pytest.raises(Refused) as refused, talked.batch() as batch:
        batch.compact("they talked", {})

    assert refused.value.rule == "probe"


def test_at_most_twelve_facts_are_asked_for_first_what_users_said_then_what_most_rests_on(mem):
    for n in range(20):
        mem.add_fact(f"t{n}", n, source="tool:x")
    mem.add_fact("told", 1, source="user")
    mem.write("n", 1, derived_from=["fact:t3"])
    for n in range(20, 25):
        mem.add_fact(f"t{n}", n, source="tool:x")

    asked = [q.address for q in mem.probe()]

    assert len(asked) == KEY_FACTS
    assert {"fact:told", "fact:t3", "fact:t24"} <= set(asked)
    assert "fact:t0" not in asked


def test_what_lost_its_support_or_says_nothing_is_not_asked_for(log, mem):
    seen = mem.observe("curl", "10 s")
    mem.add_fact("timeout", "10 s", source="tool:curl", derived_from=[seen])
    mem.add_fact("empty", None, source="user")
    mem.add_fact("kept", {"port": 8080, "host": "example.org"}, source="user")
    log.revert(user="u", event=seen.event, only=True, reason="wrong")

    assert [q.address for q in mem.probe()] == ["fact:kept"]
    assert mem.check_probe({"fact:kept": "host example.org, port 8080"}).passed
    assert not mem.check_probe({"fact:kept": "host example.org, port 8081"}).passed


def test_of_a_long_text_its_beginning_is_asked_for(mem):
    mem.constrain("style", "write short sentences. " + "and so on, at length 12345 " * 60)

    assert mem.check_probe({"constraint:style": "Write short sentences, and so on at length 12345"}).passed


@pytest.mark.parametrize("answers", [{"fact:nowhere": "x"}, {"goal": 7}])
def test_answers_to_no_question_or_without_words_are_refused(talked, answers):
    with pytest.raises(InvalidValue, match="answers"):
        talked.check_probe(answers)


def test_another_language_is_refused(talked):
    with pytest.raises(InvalidValue, match="lang"):
        talked.probe("fr")


def test_the_verdict_holds_no_words_that_could_outlive_an_erasure(talked):
    compacted = talked.compact("they talked", KEPT | {"fact:timeout": "?"}, force=True, reason="why not")

    kept = str(compacted.event.private.content["verdict"])

    assert "timeout" not in kept
    assert "10 s" not in kept


def test_a_chinese_memory_is_probed_in_chinese():
    with over(MemoryStore()) as log:
        mem = log.memory("用户", "会话")
        mem.set_goal("找到最便宜的爬虫", ["每月不超过100元"], source="user")
        mem.constrain("部署", "不要在周五部署到生产环境", source="user")
        mem.mark_failure("正则", "遇到嵌套标签就出错", avoid="改用 HTML 解析器")
        mem.add_fact("超时", "10秒", source="tool:curl#c1")
        for n in range(2):
            mem.say("user", f"问题{n}")
            mem.say("assistant", f"回答{n}")
        kept = {
            "goal": "目标：找到最便宜的爬虫，每月不超过 100 元",
            "constraint:部署": "周五禁止部署到生产环境",
            "failure:正则": "正则遇到嵌套标签会出错，应改用HTML解析器",
            "fact:超时": "超时时间是 10 秒",
        }

        assert mem.check_probe(kept).passed
        with pytest.raises(Refused) as refused:
            mem.compact("聊过了", kept | {"fact:超时": "30 秒", "constraint:部署": "周五部署到生产环境"})
        assert [loss["id"] for loss in refused.value.lost] == ["constraint:部署", "fact:超时"]
