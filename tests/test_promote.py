"""Taking entries of a session to long-term memory by name."""

import pytest
from commanding import Command

from belieflog import Conflict, InvalidValue, NotFound, Refused

WHY = {"user": "u", "reason": "bad"}


@pytest.mark.parametrize(
    ("write", "address", "kept", "content"),
    [
        (lambda m: m.add_fact("k", "10 s", source="user"), "fact:k", "semantic:facts/k", "10 s"),
        (lambda m: m.write("k", {"a": 1}), "note:k", "semantic:notes/k", {"a": 1}),
        (lambda m: m.write("decision/db", "SQLite"), "note:decision/db", "semantic:notes/decision/db", "SQLite"),
        (lambda m: m.write("a//b", 1), "note:a//b", "semantic:notes/a%2F%2Fb", 1),
        (
            lambda m: m.mark_failure("k", "regex", why="nested tags", avoid="regex on HTML"),
            "failure:k", "semantic:lessons/k", "regex; why: nested tags; avoid: regex on HTML",
        ),
        (lambda m: m.remember("semantic:a/k", "x", in_session=True), "semantic:a/k", "semantic:a/k", "x"),
        (lambda m: m.remember("episodic:k", "x", in_session=True), "episodic:k", "episodic:k", "x"),
    ],
)  # fmt: skip
def test_an_entry_of_the_session_goes_to_a_sensible_address(log, mem, write, address, kept, content):
    written = write(mem)

    receipt = mem.promote(address)

    assert (receipt.outcome, receipt.event.address) == ("recorded", kept)
    assert receipt.event.public.derived_from == (written.event.id,)
    assert log.memory("u", "other").get(kept).value == content


def test_source_confidence_importance_and_expiry_are_kept(mem):
    mem.add_fact("k", "10 s", source="tool:curl#c1", confidence=0.7, expires_at="2040-01-01")
    mem.remember("episodic:trip", "x", in_session=True, importance=8, participants=["Al"], outcome="fine")

    mem.promote("fact:k")
    mem.promote("episodic:trip")

    fact, trip = mem.get("semantic:facts/k"), mem.promote("episodic:trip").event.private
    assert (str(fact.source), fact.confidence) == ("tool:curl#c1", 0.7)
    assert fact.expires_at == mem.get("fact:k").expires_at
    assert (trip.importance, trip.participants, trip.outcome) == (8, ("Al",), "fine")


@pytest.mark.parametrize(
    ("to", "kept"),
    [
        ("team/net", "semantic:team/net/k"),
        ("semantic:limits/api", "semantic:limits/api"),
        ("procedural:how/k", "procedural:how/k"),
    ],
)
def test_to_names_a_namespace_or_an_address(mem, to, kept):
    mem.add_fact("k", 1, source="user")

    assert mem.promote("fact:k", to).event.address == kept


def test_an_episode_becomes_knowledge_only_when_promoted_there(log, mem):
    episode = mem.remember("episodic:trips/oslo", "the ferry was late")

    receipt = mem.promote("episodic:trips/oslo", "semantic:lessons/ferries")

    assert receipt.event.public.derived_from == (episode.event.id,)
    assert mem.get("episodic:trips/oslo").value == mem.get("semantic:lessons/ferries").value


@pytest.mark.parametrize(
    ("write", "address", "why"),
    [
        (lambda m: m.assume("k", "slow"), "assumption:k", "confirm"),
        (lambda m: m.set_goal("k"), "goal", "belongs to its session"),
        (lambda m: m.revise_plan(["k"]), "plan", "belongs to its session"),
        (lambda m: m.constrain("k", "x"), "constraint:k", "belongs to its session"),
        (lambda m: m.ask("k", "x"), "question:k", "answer"),
        (lambda m: m.remember("semantic:k", "x"), "semantic:k", "in long-term memory already"),
    ],
)
def test_what_has_no_place_there_is_refused_with_what_to_do_instead(log, mem, write, address, why):
    write(mem)
    before = log.position

    with pytest.raises(Refused, match=why):
        mem.promote(address)

    assert log.position == before


def test_what_shows_nothing_or_no_longer_holds_is_refused(log, mem):
    with pytest.raises(NotFound, match="nothing at 'fact:k'"):
        mem.promote("fact:k")
    seen = mem.observe("curl", "5 s")
    mem.add_fact("k", "5 s", source="tool:curl", derived_from=[seen])
    log.revert(event=seen.event, **WHY)

    with pytest.raises(Refused, match="no longer holds"):
        mem.promote("fact:k")


def test_a_lesson_is_a_procedure_only_where_the_policy_lets_anyone_write_those(log, mem):
    mem.mark_failure("k", "regex", why="nested", source="tool:sh")
    with pytest.raises(Refused, match="would steer the agent"):
        mem.promote("failure:k", "procedural:lessons/k")
    assert mem.promote("failure:k").event.address == "semantic:lessons/k"

    log.set_policy({"guarded_kinds": ["constraint"]}, reason="trusted tools")

    assert mem.promote("failure:k").event.address == "procedural:lessons/k"


def test_promoting_twice_changes_nothing_and_a_new_word_for_it_is_a_refresh(log, mem):
    mem.add_fact("k", "10 s", source="tool:curl")
    mem.promote("fact:k")
    before = log.position

    assert mem.promote("fact:k").outcome == "duplicate"
    assert log.position == before
    mem.add_fact("k", "10 s", source="user")
    assert mem.promote("fact:k").outcome == "refreshed"
    assert [r.version for r in mem.history("semantic:facts/k")] == [1, 1]


def test_a_better_source_there_is_not_overwritten(mem):
    mem.remember("semantic:facts/k", "12 s", source="user")
    mem.add_fact("k", "10 s", source="tool:curl")

    with pytest.raises(Conflict, match="better source"):
        mem.promote("fact:k")


def test_what_is_newer_there_is_not_overwritten_by_what_happened_before_it(mem):
    mem.add_fact("k", "10 s", source="user")
    mem.promote("fact:k")
    mem.remember("semantic:facts/k", "12 s", source="user")

    with pytest.raises(Conflict, match="happened later"):
        mem.promote("fact:k")


def test_reverting_the_source_reaches_what_was_promoted_and_undo_brings_it_back(log, mem):
    mem.add_fact("k", "10 s", source="tool:curl")
    mem.promote("fact:k")

    made = log.revert(source="tool:curl", kind="fact", cascade="declared", **WHY)
    assert mem.get("semantic:facts/k") is None
    log.undo(made.events[0], reason="no")

    assert mem.get("semantic:facts/k").value == "10 s"


def test_without_cascade_it_is_marked_and_not_recalled(log, mem):
    fact = mem.add_fact("k", "10 s", source="tool:curl")
    mem.promote("fact:k")

    log.revert(event=fact.event, **WHY)

    assert not mem.get("semantic:facts/k").supported
    assert mem.recall("10 s", audit=False) == []


@pytest.mark.parametrize("retractor", ["user", "agent", "tool:x"])
def test_what_was_retracted_stays_out_until_it_is_said_again(mem, retractor):
    mem.add_fact("k", "10 s", source="tool:curl")
    mem.promote("fact:k")
    mem.retract("semantic:facts/k", reason="it was the proxy", source=retractor)

    for _ in range(2):
        with pytest.raises(Refused, match=r"was retracted .*it was the proxy") as caught:
            mem.promote("fact:k")
        assert caught.value.rule == "11"
    mem.add_fact("k", "10 s", source="user")

    assert mem.promote("fact:k").outcome == "recorded"
    assert mem.get("semantic:facts/k").value == "10 s"


def test_said_again_by_a_lesser_source_it_stays_out(mem):
    mem.add_fact("k", "10 s", source="tool:curl")
    mem.promote("fact:k")
    mem.retract("semantic:facts/k", reason="wrong", source="user")
    mem.add_fact("k", "10 s", source="tool:curl")

    with pytest.raises(Refused, match="only a source of that rank"):
        mem.promote("fact:k")


def test_what_was_promoted_and_reverted_stays_out(log, mem):
    mem.add_fact("k", "10 s", source="user")
    promoted = mem.promote("fact:k")
    log.revert(event=promoted.event, **WHY)

    with pytest.raises(Refused, match="and reverted"):
        mem.promote("fact:k")


def test_several_are_promoted_together_or_not_at_all(log, mem):
    mem.add_fact("a", 1, source="user")
    mem.write("b", 2)
    mem.remember("semantic:notes/b", 3, source="user")

    proposals = mem.promotion("fact:a", "note:b", "fact:a")
    assert [(p.address, p.outcome, p.before) for p in proposals] == [
        ("semantic:facts/a", "new", None),
        ("semantic:notes/b", "refused", 3),
    ]
    before = log.position
    with pytest.raises(Conflict):
        proposals.apply(proposals)
    assert log.position == before

    [receipt] = proposals.apply()
    assert receipt.event.address == "semantic:facts/a"


def test_a_session_that_has_ended_can_still_be_kept_from(log, mem):
    fact = mem.add_fact("k", 1, source="user")
    mem.end("done")

    receipt = mem.promote("fact:k")

    assert receipt.event.public.session == ""
    assert receipt.event.public.derived_from == (fact.event.id,)


def test_the_policys_demand_for_a_reason_holds_here_too(log, mem):
    log.set_policy({"reasons": {"kinds": ["semantic"]}}, reason="strict")
    mem.write("k", 1)

    with pytest.raises(Refused, match="demands a reason"):
        mem.promote("note:k")
    assert mem.promote("note:k", reason="asked for").event.private.reason == "asked for"


def test_a_target_in_working_memory_is_refused(mem):
    mem.write("k", 1)

    with pytest.raises(InvalidValue, match="is working memory"):
        mem.promote("note:k", "fact:k")


# The command


@pytest.fixture
def belieflog(path):
    return Command(path)


def test_the_command_promotes_and_says_so(belieflog):
    belieflog("fact", "k", "10 s", "--source", "tool:curl")

    assert belieflog("promote", "fact:k").stdout == "recorded semantic:facts/k, version 1, at 3\n"
    assert belieflog.json("get", "semantic:facts/k")["source"] == {"kind": "tool", "name": "curl", "ref": None}
    assert belieflog.json("promote", "fact:k")["outcome"] == "duplicate"


def test_the_command_previews_and_writes_nothing(belieflog):
    belieflog("write", "k", "A")

    told = belieflog("promote", "k", "--to", "a/b", "--dry-run")

    assert told.stdout.splitlines() == [
        " 1  semantic:a/b/k  new",
        "    A",
        "    [user] note:k was promoted",
        "nothing is changed yet: leave out --dry-run to do it",
    ]
    assert belieflog.json("users") == ["me"]
    assert len(belieflog.json("log", "--all")) == 1


def test_the_command_promotes_several_as_one_run_that_can_be_taken_back(belieflog):
    belieflog("write", "a", "A")
    belieflog("write", "b", "B")

    told = belieflog("promote", "a", "b").stdout.splitlines()

    assert told[:2] == ["recorded semantic:notes/a, version 1, at 4", "recorded semantic:notes/b, version 1, at 5"]
    run = told[2].split("--run ")[1].split()[0]
    assert belieflog.json("revert", "--run", run, "--reason", "no")["count"] == 2


def test_the_command_refuses_all_where_one_is_refused(belieflog):
    belieflog("write", "a", "A")
    belieflog("assume", "b", "B")

    assert "confirm() it on evidence" in belieflog.refusal("promote", "a", "assumption:b")
    assert len(belieflog.json("log", "--all")) == 2
