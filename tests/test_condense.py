"""What condensing a session proposes to keep, and what becomes of it."""

import pytest
from commanding import Command
from hypothesis import given
from hypothesis import strategies as st
from ticking import over

from belieflog import InvalidValue, Refused
from belieflog import open as belieflog_open
from belieflog.extracting import Candidate, Extraction
from eventlog.memory_store import MemoryStore

pytestmark = pytest.mark.embedded

WHY = {"user": "u", "reason": "bad"}


def told(proposals):
    return [(p.address.removeprefix("semantic:"), p.content, p.outcome) for p in proposals]


def test_what_is_proposed_says_what_it_rests_on_and_what_the_door_would_do(log, mem):
    said = mem.say("user", "我叫小明，我讨厌苹果")

    proposals = mem.condense()

    assert told(proposals) == [("user/name", "小明", "new"), ("preferences/苹果", "讨厌苹果", "new")]
    first = proposals[0]
    assert (first.number, first.kind, first.confidence, first.importance) == (1, "semantic", 0.9, 9)
    assert ([e.id for e in first.derived_from], str(first.source)) == ([said.event.id], "user")
    assert (first.because, first.before, first.refusal) == ("the user said so at 2", None, None)
    assert log.position == 2


def test_applied_all_is_one_run_derived_from_what_was_said(log, mem):
    said = mem.say("user", "我叫小明，我讨厌苹果")

    receipts = mem.condense().apply()

    assert {r.event.public.derived_from for r in receipts} == {(said.event.id,)}
    assert len({r.event.public.run for r in receipts}) == len({r.event.batch for r in receipts}) == 1
    assert log.memory("u", "other").get("semantic:user/name").value == "小明"
    log.revert(run=receipts[0].event.public.run, **WHY)
    assert mem.everything() == []


def test_applying_twice_changes_nothing_and_what_was_kept_is_proposed_no_more(log, mem):
    mem.say("user", "我叫小明，我讨厌苹果")
    proposals = mem.condense()
    proposals.apply()
    before = log.head

    again = proposals.apply()

    assert {r.outcome for r in again} == {"duplicate"}
    assert list(mem.condense()) == []
    assert mem.condense().apply() == ()
    assert log.head == before


@pytest.mark.parametrize(
    "accept", [[2], lambda p: "苹果" in p.address, "the proposal"], ids=["numbers", "a test", "proposals"]
)
def test_only_what_is_accepted_is_kept(mem, accept):
    mem.say("user", "我叫小明，我讨厌苹果")
    proposals = mem.condense()

    proposals.apply([proposals[1]] if accept == "the proposal" else accept)

    assert [e.address for e in mem.everything()] == ["semantic:preferences/苹果"]
    assert told(mem.condense()) == [("user/name", "小明", "new")]


def test_a_number_that_nothing_has_is_refused(mem):
    mem.say("user", "我叫小明")

    with pytest.raises(InvalidValue, match="numbered from 1 to 1"):
        mem.condense().apply([2])
    with pytest.raises(InvalidValue, match="there are none"):
        mem.condense(lambda turns: ()).apply([1])


def test_one_condensing_of_a_statement_and_its_correction_keeps_both_versions(log, mem):
    mem.say("user", "我叫小明")
    corrected = mem.say("user", "其实我叫李华")

    proposals = mem.condense()
    proposals.apply()

    assert told(proposals) == [("user/name", "小明", "new"), ("user/name", "李华", "version")]
    assert proposals[1].before == "小明"
    assert [(r.value, r.current) for r in mem.history("semantic:user/name")] == [("小明", False), ("李华", True)]
    log.revert(event=corrected.event, cascade="declared", **WHY)
    assert mem.get("semantic:user/name").value == "小明"


def test_the_same_said_twice_is_one_version_that_stands_on_either(log, mem):
    first, second = mem.say("user", "我叫小明"), mem.say("user", "我叫小明")

    assert [p.outcome for p in mem.condense()] == ["new", "refresh"]
    mem.condense().apply()

    assert [r.version for r in mem.history("semantic:user/name")] == [1, 1]
    made = log.revert(event=first.event, cascade="declared", **WHY)
    assert [f.event.address for f in made.kept] == ["semantic:user/name"]
    assert mem.get("semantic:user/name").supported
    log.revert(event=second.event, cascade="declared", **WHY)
    assert mem.get("semantic:user/name") is None


def test_what_the_agent_a_tool_or_a_document_said_is_no_word_of_the_user(mem):
    mem.say("assistant", "My name is Bob and I love tea")
    mem.say("system", "My name is Bob", source="user")
    mem.say("user", "My name is Bob", source="tool:forum")
    mem.say("user", "My name is Bob", source="document:mail")
    mem.say("user", "My name is Bob", source="agent")
    mem.say("user", [{"type": "text", "text": "My name is Bob"}])
    mem.observe("forum", "I love tea. My name is Bob.")
    mem.write("bio", "My name is Bob")

    assert list(mem.condense()) == []


def test_what_was_reverted_before_it_was_condensed_isnt_evidence(log, mem):
    said = mem.say("user", "我叫小明")
    log.revert(event=said.event, **WHY)

    assert list(mem.condense()) == []


def test_a_summary_in_its_place_takes_nothing_from_what_was_said(mem):
    mem.say("user", "我叫小明")
    mem.say("assistant", "hi")
    mem.compact("we met")

    assert told(mem.condense()) == [("user/name", "小明", "new")]


def test_a_fact_that_reads_often_showed_is_proposed_with_its_source(mem):
    mem.add_fact("port", "8080", source="tool:curl#c1", confidence=0.7)
    mem.add_fact("host", "a.example", source="tool:curl#c1")
    mem.assume("port", "8080 too")
    for n in range(3):
        assert told(mem.condense()) == [], n
        mem.recall("8080")

    [proposal] = mem.condense()

    assert told([proposal]) == [("facts/port", "8080", "new")]
    assert (proposal.because, str(proposal.source), proposal.confidence) == (
        "fact:port was shown by 3 reads", "tool:curl#c1", 0.7,
    )  # fmt: skip


def test_reads_of_another_value_dont_count(mem):
    mem.add_fact("port", "8080", source="user")
    for _ in range(3):
        mem.prompt()
    mem.add_fact("port", "9090", source="user")

    assert list(mem.condense()) == []


def test_what_failed_is_proposed_as_a_lesson_where_there_is_one(mem):
    mem.mark_failure("bare", "it crashed")
    mem.mark_failure("regex", "chokes on nested tags", why="HTML isn't regular", avoid="regex on HTML")

    assert told(mem.condense()) == [
        ("lessons/regex", "chokes on nested tags; why: HTML isn't regular; avoid: regex on HTML", "new")
    ]


@pytest.mark.parametrize(
    ("write", "address"),
    [
        (lambda m, v: m.add_fact("k", v, source="user"), "fact:k"),
        (lambda m, v: m.write("k", v), "note:k"),
        (lambda m, v: m.mark_failure("k", v, why="x"), "failure:k"),
    ],
)
def test_what_has_changed_since_it_was_kept_is_proposed_anew_wherever_it_was_put(mem, write, address):
    write(mem, "old")
    mem.promote(address, "semantic:elsewhere/k", importance=9)
    assert "elsewhere/k" not in [a for a, *_ in told(mem.condense())]
    write(mem, "new")

    [proposal] = [p for p in mem.condense() if p.address == "semantic:elsewhere/k"]
    proposal_told = (proposal.outcome, proposal.importance, proposal.because)
    mem.condense().apply()

    assert proposal_told == ("version", 9, f"{address} has changed since it was kept")
    assert str(mem.get("semantic:elsewhere/k").value).startswith("new")
    assert list(mem.condense()) == []


def test_what_the_door_refuses_is_shown_with_its_reason_and_left_out_when_applied(log, mem):
    mem.remember("semantic:user/name", "李华", source="user", confidence=1)
    mem.say("user", "我叫小明", occurred_at="2020-01-01")
    mem.say("user", "我讨厌苹果")

    proposals = mem.condense()

    assert told(proposals) == [("user/name", "小明", "refused"), ("preferences/苹果", "讨厌苹果", "new")]
    assert (proposals[0].refusal.rule, proposals[0].before) == ("5", "李华")
    assert "happened later" in str(proposals[0].refusal)
    with pytest.raises(Refused, match="happened later"):
        proposals.apply([1])
    assert [r.event.address for r in proposals.apply()] == ["semantic:preferences/苹果"]


def test_what_was_remembered_by_hand_with_the_same_content_is_a_refresh(mem):
    mem.remember("semantic:user/name", "小明", source="user", importance=10)
    mem.say("user", "我叫小明")

    assert [p.outcome for p in mem.condense()] == ["refresh"]
    mem.condense().apply()

    assert mem.get("semantic:user/name").importance == 10
    assert [r.version for r in mem.history("semantic:user/name")] == [1, 1]


def test_an_older_word_for_what_was_said_again_since_is_left_out(log):
    early, late = log.memory("u", "early"), log.memory("u", "late")
    early.say("user", "我叫小明")
    late.say("user", "我叫小明")
    late.condense().apply()

    assert list(early.condense()) == []


@pytest.mark.parametrize("way", ["retracted", "reverted"])
def test_what_was_taken_back_is_refused_until_it_is_said_again(log, mem, way):
    mem.say("user", "我叫小明")
    [receipt] = mem.condense().apply()
    if way == "retracted":
        mem.retract("semantic:user/name", reason="no names", source="user")
    else:
        log.revert(event=receipt.event, **WHY)

    assert [p.outcome for p in mem.condense()] == ["refused"]
    assert mem.condense().apply() == ()
    mem.say("user", "我叫小明")

    assert [p.outcome for p in mem.condense()] == ["new"]
    mem.condense().apply()
    assert mem.get("semantic:user/name").value == "小明"


def test_a_preview_that_no_longer_holds_is_refused_whole(log, mem):
    mem.say("user", "我叫小明，我讨厌苹果")
    proposals = mem.condense()
    mem.remember("semantic:user/name", "李华", source="user")
    before = log.position

    with pytest.raises(Refused, match="happened later"):
        proposals.apply()

    assert log.position == before


def test_two_who_condense_at_once_keep_it_once(log, mem):
    mem.say("user", "我叫小明")
    mine, theirs = mem.condense(), mem.condense()
    mine.apply()

    assert [r.outcome for r in theirs.apply()] == ["duplicate"]


def test_more_than_a_batch_holds_is_still_one_run_kept_whole_or_not_at_all(path):
    many = [Candidate(f"semantic:k{n}", n, (2,)) for n in range(1_100)]
    with belieflog_open(path) as log:
        mem = log.memory("u", "s")
        mem.say("user", "count")
        proposals = mem.condense(lambda turns: many)
        mem.remember("semantic:k1099", "mine", source="user")
        before = log.position
        with pytest.raises(Refused):
            proposals.apply()
        assert log.position == before

        receipts = mem.condense(lambda turns: many).apply()

        assert len(receipts) == 1_099
        assert len({r.event.public.run for r in receipts}) == 1


def test_what_was_erased_is_no_evidence(log, mem):
    said = mem.say("user", "我叫小明")
    log.erase(event=said.event, **WHY)

    assert list(mem.condense()) == []


def test_a_session_that_has_ended_is_condensed_too(mem):
    mem.say("user", "我叫小明")
    mem.end("done")

    [receipt] = mem.condense().apply()

    assert receipt.event.public.session == ""
    assert list(mem.condense()) == []


def test_nothing_of_another_session_or_user_is_condensed(log, mem):
    log.memory("u", "other").say("user", "我叫小明")
    log.memory("v", "s").say("user", "我叫小明")

    assert list(mem.condense()) == []


# Extractors


def test_an_extractor_of_ones_own_is_given_the_users_turns_and_what_it_finds_is_proposed(mem):
    mem.say("user", "the code is 42")
    mem.say("assistant", "noted")
    seen = []

    def extractor(turns):
        seen.extend((turn.position, turn.text, str(turn.source)) for turn in turns)
        return [Candidate("episodic:codes/42", {"code": 42}, (2,), "a code", 0.5, 3)]

    [proposal] = mem.condense(extractor)

    assert seen == [(2, "the code is 42", "user")]
    assert (proposal.address, proposal.content, proposal.because) == ("episodic:codes/42", {"code": 42}, "a code at 2")
    assert (proposal.confidence, proposal.importance) == (0.5, 3)


@pytest.mark.parametrize(
    ("candidate", "why"),
    [
        (Candidate("semantic:a", 1, (3,)), "position 3, which is none of the user's turns"),
        (Candidate("semantic:a", 1, (2, 99)), "position 99"),
        (Candidate("semantic:a", 1, ()), "names no turn"),
        (Candidate("fact:a", 1, (2,)), "is working memory"),
        (Candidate("nonsense:a", 1, (2,)), "unknown kind"),
    ],
)
def test_what_cites_nothing_that_the_user_said_is_left_out_and_said_so(mem, candidate, why):
    mem.say("user", "hello")
    mem.say("assistant", "I love tea")

    proposals = mem.condense(lambda turns: Extraction((candidate,)))

    assert len(proposals) == 0
    assert why in proposals.notes[0]


def test_what_an_extractor_gives_that_the_log_cant_hold_is_refused(mem):
    mem.say("user", "hello")

    proposals = mem.condense(
        lambda turns: [Candidate("semantic:a", float("nan"), (2,)), Candidate("semantic:b", 1, (2,))]
    )

    assert [(p.address, p.outcome) for p in proposals] == [("semantic:a", "refused"), ("semantic:b", "new")]


WORDS = ["我叫小明", "其实我叫李华", "我喜欢苹果", "我讨厌苹果", "我叫什么？", "hello"]


@given(st.lists(st.sampled_from([*WORDS, "condense", "retract", "revert said", "revert kept", "undo"]), max_size=12))
def test_law_11_condensing_again_changes_nothing_whatever_happened_in_between(steps):
    with over(MemoryStore()) as log:
        mem = log.memory("u", "s")
        for step in steps:
            events = [e for e in log.events() if log.effective(e)]
            last = {e.tag: e for e in events}
            if step in WORDS:
                mem.say("user", step)
            elif step == "condense":
                mem.condense().apply()
            elif step == "retract" and (shown := mem.everything()):
                mem.retract(shown[-1].address, reason="no", source="user")
            elif step == "revert said" and "said" in last:
                log.revert(event=last["said"], cascade="declared", **WHY)
            elif step == "revert kept" and "memory-written" in last:
                log.revert(event=last["memory-written"], **WHY)
            elif step == "undo" and "corrected" in last:
                log.undo(last["corrected"], reason="no")
        mem.condense().apply()
        head, shown = log.head, [(e.address, e.value, e.supported) for e in mem.everything()]

        for again in range(2):
            assert mem.condense().apply() == (), again
        assert (log.head, [(e.address, e.value, e.supported) for e in mem.everything()]) == (head, shown)
        assert all(entry.supported for entry in mem.everything())


# What was looked at


def test_a_note_says_how_many_turns_were_read_and_how_much_is_kept_already(log, mem):
    mem.say("user", "我叫小明，我讨厌苹果")
    mem.say("assistant", "I love tea")
    assert mem.condense().notes == ("1 user turn read, 0 things already kept",)

    mem.condense().apply([1])
    mem.say("user", "What a day!")

    assert mem.condense().notes == ("2 user turns read, 1 thing already kept",)
    assert told(mem.condense()) == [("preferences/苹果", "讨厌苹果", "new")]


def test_a_session_that_isnt_there_reads_otherwise_than_one_where_nothing_matched(log, mem):
    mem.say("user", "What a day!")

    assert mem.condense().notes == ("1 user turn read, 0 things already kept",)
    misspelt = log.memory("u", "tusday").condense()
    assert misspelt.notes == ("session 'tusday' isn't there: nothing was ever written in it",)


# What is closed, and what is only read


def closed_to_planner(log, **more):
    rules = {"facts": {"access": "closed", "readers": ["actor:payroll"], **more}}
    log.set_policy({"namespaces": rules}, reason="private")
    return log.memory("u", "s", "planner")


@pytest.mark.parametrize("kept", ["", "9 s", "10 s"])
def test_who_may_neither_read_nor_write_in_a_namespace_reads_the_same_whatever_is_there(log, kept):
    payroll = log.memory("u", "s", "payroll")
    payroll.say("user", "The API timeout is 10 s.")
    if kept:
        payroll.remember("semantic:facts/api_timeout", kept, source="user", confidence=0.5)
    payroll.add_fact("api_timeout", "10 s", source="user")
    planner = closed_to_planner(log)

    proposals = (*planner.condense(), *planner.promotion("fact:api_timeout"))

    assert [(p.outcome, p.before, p.confidence) for p in proposals] == [("refused", None, 0.9), ("refused", None, None)]
    assert {str(p.refusal).split(" lies in ")[1] for p in proposals} == {
        "'facts', which is closed: no one may write there; use another namespace"
    }


@pytest.mark.parametrize("kept", ["9 s", "10 s"])
def test_who_may_write_in_a_namespace_but_not_read_it_isnt_told_what_is_there(log, kept):
    payroll = log.memory("u", "s", "payroll")
    payroll.say("user", "The API timeout is 10 s.")
    payroll.add_fact("api_timeout", "10 s", source="user")
    planner = closed_to_planner(log, writers=["user"])
    assert {p.outcome for p in (*planner.condense(), *planner.promotion("fact:api_timeout"))} == {"closed"}

    payroll.remember("semantic:facts/api_timeout", kept, source="user", confidence=0.5)  # newer than what was said
    [said], [promoted] = planner.condense(), planner.promotion("fact:api_timeout")

    assert (said.outcome, said.before, said.confidence) == ("refused", None, 0.9)
    assert (promoted.outcome, promoted.before, promoted.confidence) == ("refused", None, None)
    assert {str(p.refusal) for p in (said, promoted)} == {
        "'semantic:facts/api_timeout' lies in a namespace that is closed to you, and what is there stays: "
        "let one decide who may read it"
    }
    with pytest.raises(Refused, match="closed to you"):
        planner.condense().apply([said])


def test_what_was_kept_in_a_closed_namespace_and_has_changed_isnt_offered_to_who_cant_read_it(log):
    payroll = log.memory("u", "s", "payroll")
    payroll.add_fact("pay", "4000", source="user")
    payroll.promote("fact:pay", importance=3)
    payroll.add_fact("pay", "5000", source="user")
    planner = closed_to_planner(log, writers=["user"])

    assert [(p.address, p.before) for p in payroll.condense()] == [("semantic:facts/pay", "4000")]
    assert list(planner.condense()) == []


def test_words_kept_already_by_another_arent_told_of_to_who_may_neither_read_nor_write(log):
    payroll = log.memory("u", "s", "payroll")
    payroll.say("user", "The API timeout is 10 s.")
    payroll.condense().apply()
    planner = closed_to_planner(log)

    assert [(p.outcome, p.refusal.rule) for p in planner.condense()] == [("refused", "8")]
    assert planner.condense().notes == ("1 user turn read, 0 things already kept",)


def test_a_log_open_for_reading_only_shows_what_would_be_kept_and_keeps_nothing(path):
    with belieflog_open(path) as log:
        mem = log.memory("u", "s")
        mem.say("user", "我叫小明，我讨厌苹果")
        mem.condense().apply([1])
        mem.say("user", "其实我叫李华")
        mem.add_fact("k", "v", source="tool:t")
        mem.remember("procedural:p", 1)
        expected, head = told([*mem.condense(), *mem.promotion("fact:k")]), log.head

    with belieflog_open(path, readonly=True) as log:
        mem = log.memory("u", "s")
        proposals = mem.condense()
        assert told([*proposals, *mem.promotion("fact:k")]) == expected
        assert ("user/name", "李华", "version") in expected
        with pytest.raises(Refused, match="open for reading only"):
            proposals.apply()
        assert log.head == head


# The command


@pytest.fixture
def belieflog(path):
    return Command(path)


def test_the_command_lists_what_it_would_keep_and_keeps_nothing(belieflog):
    belieflog("say", "user", "我叫小明")

    result = belieflog("condense", COLUMNS="80")

    assert result.stdout.splitlines() == [
        " 1  semantic:user/name  new",
        "    小明",
        "    [user] the user said so at 2",
        "user turns read: 1, things already kept: 0",
        "nothing is kept yet: belieflog --log " + belieflog.log + " condense --apply keeps it",
    ]
    assert belieflog.json("users") == ["me"]
    assert len(belieflog.json("log", "--all")) == 1


def test_the_command_prints_every_key_of_a_proposal_as_json(belieflog):
    belieflog("say", "user", "我叫小明")

    [proposal] = belieflog.json("condense")

    id = belieflog.json("event", "2")["id"]
    assert proposal == {
        "number": 1, "address": "semantic:user/name", "kind": "semantic", "content": "小明", "confidence": 0.9,
        "importance": 9, "source": {"kind": "user", "name": None, "ref": None}, "derived_from": [id], "positions": [2],
        "because": "the user said so at 2", "outcome": "new", "before": None, "refusal": None,
    }  # fmt: skip


def test_the_command_shows_what_a_version_would_replace_and_why_something_is_refused(belieflog):
    belieflog("say", "user", "我叫小明，我讨厌苹果")
    belieflog("condense", "--apply")
    belieflog("retract", "semantic:preferences/苹果", "--reason", "personal")
    belieflog("say", "user", "其实我叫李华")

    told = belieflog("condense", COLUMNS="80").stdout.splitlines()

    assert told[:2] == [" 1  semantic:preferences/苹果  refused", "    讨厌苹果"]
    assert "was retracted at 5 (personal)" in told[2]
    assert " 2  semantic:user/name  a new version" in told
    assert "    小明 -> 李华" in told


def test_the_command_keeps_what_is_chosen_and_says_how_to_take_it_back(belieflog):
    belieflog("say", "user", "我叫小明，我讨厌苹果")

    told = belieflog("condense", "--apply", "--only", "2").stdout.splitlines()

    assert told[0] == "recorded semantic:preferences/苹果, version 1, at 3"
    assert "revert --run" in told[1]
    assert [r["address"] for r in belieflog.json("condense", "--apply")] == ["semantic:user/name"]
    assert belieflog("condense", "--apply").stdout.splitlines() == [
        "nothing new to keep", "user turns read: 1, things already kept: 2",
    ]  # fmt: skip
    assert belieflog.json("condense") == []


def test_the_command_says_that_a_session_isnt_there(belieflog):
    belieflog("say", "user", "What a day!")

    assert belieflog("condense").stdout.splitlines() == [
        "nothing new to keep", "user turns read: 1, things already kept: 0",
    ]  # fmt: skip
    assert (
        "there is no session mian; to see which there are: belieflog"
        in belieflog("--session", "mian", "condense").stdout
    )
    assert "没有会话 mian" in belieflog("--session", "mian", "condense", "--lang", "zh").stdout
    assert "已读用户发言 1 条，已保存内容 0 项" in belieflog("condense", "--lang", "zh").stdout


def test_options_that_would_be_passed_over_in_silence_are_refused(belieflog):
    belieflog("say", "user", "我叫小明")

    for words in (["--only", "1"], ["--model", "m"], ["--fallback"]):
        assert belieflog("condense", *words).exit_code == 2


def test_the_command_speaks_chinese(belieflog):
    belieflog("say", "user", "我叫小明")

    told = belieflog("condense", "--lang", "zh").stdout

    assert "semantic:user/name  新增内容" in told
    assert "尚未保存" in told
