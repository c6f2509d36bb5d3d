"""Going on from another session: what comes along, under whose word, and how it is taken back."""

import pytest
import strategies as s
from driving import Lockstep
from hypothesis import given
from ticking import SECOND

from belieflog import InvalidValue, NotFound, Refused
from eventlog import times
from eventlog.sources import RANK

KINDS = ("goal", "constraint", "plan", "progress", "fact", "assumption", "question", "failure", "note")


@pytest.fixture
def worked(mem):
    """A session with something of every kind."""
    mem.start("find the crawler")
    mem.set_goal("the cheapest crawler", ["under 10 USD"], source="user")
    mem.constrain("region", "never leave eu-west", source="user")
    mem.revise_plan([("read", "done"), ("measure", "doing"), ("guess", "dropped"), "write"])
    seen = mem.observe("curl", "9.8 s", call="c1", input="/limits")
    mem.add_fact("timeout", "10 s", source="tool:curl#c1", derived_from=[seen], confidence=0.8, ttl="2h")
    mem.assume("cause", "the proxy")
    mem.ask("budget", "how much may it cost?", needs="user")
    mem.mark_failure("regex", "chokes", why="nested", avoid="an HTML parser", input="<a><a>")
    mem.note_progress("read the docs", "measure")
    mem.write("n", 1, "a note")
    return mem


def told(entry):
    return (entry.value, entry.source, entry.confidence, entry.expires_at)


def test_goal_constraints_open_steps_facts_questions_and_failures_come_along(log, worked):
    new = log.memory("u", "next")

    new.start("go on", continues="s")

    was, pad = worked.scratchpad(), new.scratchpad()
    for mine, theirs in [(pad.goal, was.goal), *zip(pad.constraints, was.constraints, strict=True)]:
        assert told(mine) == told(theirs)
    for kind in ("facts", "questions", "failures"):
        assert [told(e) for e in getattr(pad, kind)] == [told(e) for e in getattr(was, kind)] != []
    assert [(step["text"], step["status"]) for step in pad.plan.value] == [("measure", "doing"), ("write", "todo")]
    assert (pad.assumptions, pad.notes, pad.progress) == ((), (), None)


def test_each_rests_on_the_event_it_comes_from_and_keeps_its_time_in_the_world(log, worked):
    new = log.memory("u", "next", "other")

    new.start("go on", continues="s")

    for entry in new.scratchpad().entries:
        origin = worked.get(entry.address)
        assert entry.recorded.public.derived_from == (origin.event,)
        assert entry.occurred_at == origin.recorded_at
        assert (entry.actor, entry.via) == ("other", "session:s")
        assert "continued from session 's'" in entry.reason
        assert [node.event.id for node in new.why(entry.address).walk()][1] == origin.event


def test_finished_steps_stay_behind_and_are_never_open_again(log, worked):
    """copilot-cli #3155, codex #38931: over a hand-over plans were made anew and finished steps reopened."""
    for n, session in enumerate(("s", *(f"s{n}" for n in range(1, 6))), 1):
        log.memory("u", f"s{n}").start("go on", continues=session)

    plans = [log.memory("u", f"s{n}").scratchpad().plan.value for n in range(1, 7)]
    assert {tuple((step["text"], step["status"]) for step in plan) for plan in plans} == {
        (("measure", "doing"), ("write", "todo"))
    }


def test_a_finished_plan_is_no_plan_to_go_on_with(log, mem):
    mem.revise_plan([("read", "done"), ("guess", "dropped")])

    log.memory("u", "next").start("go on", continues="s")

    assert log.memory("u", "next").scratchpad().plan is None


def test_what_a_user_said_stays_the_users_word_though_an_agent_said_it_again(log, mem):
    mem.set_goal("the cheapest", source="user")
    mem.set_goal("the cheapest", source="agent")
    new = log.memory("u", "next")

    new.start("go on", continues="s")

    assert new.scratchpad().goal.source.kind == "user"
    with pytest.raises(Refused) as refused:
        new.set_goal("the fastest", source="agent")
    assert refused.value.rule == "5"


def test_reverting_the_origin_reaches_the_copies_and_undoing_brings_them_back(log, worked):
    new = log.memory("u", "next")
    new.start("go on", continues="s")
    log.memory("u", "last").start("and on", continues="next")
    before = new.scratchpad()

    origin = worked.get("fact:timeout").event
    reverted = log.revert(user="u", event=origin, cascade="declared", reason="a broken proxy")

    assert {(m.address, m.scope.session) for m in reverted.entries} == {
        ("fact:timeout", "s"), ("fact:timeout", "next"), ("fact:timeout", "last"),
    }  # fmt: skip
    assert new.scratchpad().goal == before.goal
    log.undo(reverted.events[0], reason="it was right")
    assert new.scratchpad() == before


def test_without_a_cascade_the_copy_is_shown_without_support(log, worked):
    new = log.memory("u", "next")
    new.start("go on", continues="s")

    log.revert(user="u", event=worked.get("fact:timeout").event, reason="wrong")

    assert [fact.supported for fact in new.scratchpad().facts] == [False]


@pytest.mark.parametrize("how", ["run", "batch"])
def test_reverting_the_run_or_the_batch_takes_all_of_it_back(log, worked, how):
    was = worked.scratchpad()
    started = log.memory("u", "next").start("go on", continues="s").event
    named = {"run": started.public.run, "batch": started.batch}[how]

    reverted = log.revert(user="u", **{how: named}, reason="the wrong session")

    assert reverted.count == 7
    assert log.memory("u", "next").scratchpad().entries == ()
    assert worked.scratchpad() == was


def test_a_run_of_ones_own_is_kept(log, worked):
    log.memory("u", "next").start("go on", continues="s", run="turn-7")

    assert {r.public.run for r in log.events(user="u", session="next")} == {"turn-7"}


def test_what_was_taken_back_isnt_taken_over_and_what_was_replaced_is_taken_over_as_it_is(log, mem):
    mem.add_fact("a", 1, source="user")
    b = mem.add_fact("b", 1, source="user")
    mem.add_fact("c", 1, source="user")
    mem.add_fact("c", 2, source="user")
    mem.add_fact("d", 1, source="user", ttl="10s")
    mem.retract("fact:a", source="user", reason="no")
    log.revert(user="u", event=b.event, reason="no")
    mem.write("time", "passes")
    new = log.memory("u", "next")

    log._log.clock.now += 60 * SECOND
    new.start("go on", continues="s")

    assert [(f.key, f.value) for f in new.scratchpad().facts] == [("c", 2)]


def test_from_an_earlier_point_comes_what_showed_then_less_what_was_taken_back_since(log, mem):
    lie = mem.add_fact("lie", 1, source="tool:x")
    mem.add_fact("gone", 1, source="user")
    mem.add_fact("kept", 1, source="user")
    asked = mem.ask("q", "open then?")
    mem.add_fact("kept", 2, source="user")
    mem.answer("q", "yes", source="user")
    mem.retract("fact:gone", source="user", reason="no")
    log.revert(user="u", event=lie.event, reason="a lie")
    new = log.memory("u", "next")

    started = new.start("go on", continues=("s", asked.event.position))

    pad = new.scratchpad()
    assert started.event.public.parent.position == asked.event.position
    assert [(f.key, f.value, f.supported) for f in pad.facts] == [("kept", 1, True)]
    assert [q.key for q in pad.questions] == ["q"]


def test_what_the_new_session_shows_or_has_retracted_stays_as_it_is(log, worked):
    new = log.memory("u", "next")
    new.set_goal("another goal", source="agent")
    new.ask("budget", "asked here")
    new.retract("question:budget", reason="of no interest")

    new.start("go on", continues="s")

    assert new.scratchpad().goal.value["text"] == "another goal"
    assert new.scratchpad().questions == ()
    assert new.scratchpad().facts != ()


def test_starting_again_from_the_same_session_changes_nothing_more(log, worked):
    new = log.memory("u", "next")
    new.start("go on", continues="s")
    before = new.scratchpad()

    again = new.start("go on", continues="s")

    assert new.scratchpad().entries == before.entries
    assert log.position == again.event.position


def test_a_retry_by_id_gives_the_first_receipt_and_takes_nothing_over_again(log, worked):
    new, id = log.memory("u", "next"), "01890a5d-ac96-774b-bcce-b302099a8057"
    first = new.start("go on", continues="s", id=id)
    new.retract("fact:timeout", source="user", reason="no")
    position = log.position

    again = new.start("go on", continues="s", id=id)

    assert (again.outcome, again.event) == ("duplicate", first.event)
    assert log.position == position


def test_an_ended_session_can_be_gone_on_with(log, worked):
    worked.end("out of time")
    new = log.memory("u", "next")

    new.start("go on", continues="s")

    assert new.scratchpad().goal is not None
    assert worked.scratchpad().ended


@pytest.mark.parametrize(
    ("kinds", "found"),
    [((), []), (["fact"], ["fact:timeout"]), (["assumption", "note"], ["assumption:cause", "note:n"])],
)
def test_the_kinds_to_take_over_can_be_named(log, worked, kinds, found):
    new = log.memory("u", "next")

    started = new.start("go on", continues="s", take_over=kinds)

    assert [entry.address for entry in new.scratchpad().entries] == found
    assert started.event.public.parent.session == "s"


def test_every_working_kind_can_be_taken_over(log, worked):
    new = log.memory("u", "next")

    new.start("go on", continues="s", take_over=KINDS)

    assert {entry.kind for entry in new.scratchpad().entries} == set(KINDS)
    assert [told(e) for e in new.scratchpad().notes] == [told(e) for e in worked.scratchpad().notes]
    assert new.scratchpad().progress.value == worked.scratchpad().progress.value


def test_a_batch_takes_over_too(log, worked):
    new = log.memory("u", "next")

    with new.batch() as batch:
        batch.start("go on", continues="s")
        batch.write("own", 1)

    assert new.scratchpad().facts != ()
    assert len({r.batch for r in log.events(user="u", session="next")}) == 1


@pytest.mark.parametrize(
    ("wrong", "how"),
    [
        (NotFound, {"continues": "nowhere"}),
        (InvalidValue, {"continues": "s", "take_over": ["memory"]}),
        (InvalidValue, {"take_over": ["fact"]}),
    ],
)
def test_what_cant_be_taken_over_is_refused_and_nothing_is_written(log, worked, wrong, how):
    position = log.position

    with pytest.raises(wrong):
        log.memory("u", "next").start("go on", **how)

    assert log.position == position


def test_a_point_inside_a_batch_is_refused(log, mem):
    with mem.batch() as batch:
        batch.add_fact("a", 1, source="user")
        batch.add_fact("b", 1, source="user")

    with pytest.raises(Refused, match="inside the batch"):
        log.memory("u", "next").start("go on", continues=("s", batch.receipts[0].event.position))


def test_a_rule_that_says_no_refuses_all_of_it(log, worked):
    log.set_policy({"sizes": {"failure": 5}}, reason="shorter")
    position = log.position

    with pytest.raises(Refused, match="failure:regex"):
        log.memory("u", "next").start("go on", continues="s")

    assert log.position == position
    log.memory("u", "next").start("go on", continues="s", take_over=["goal"])


def test_more_than_one_batch_holds_comes_over_whole_and_goes_back_whole(log, mem):
    for first in range(0, 900, 300):
        with mem.batch() as batch:
            for n in range(first, first + 300):
                batch.add_fact(f"k{n}", "x" * 1_900, source="tool:x")
    new = log.memory("u", "next")

    started = new.start("go on", continues="s")

    events = list(log.events(user="u", run=started.event.public.run))
    assert len(events) == 901
    assert len({event.batch for event in events}) > 3
    assert len(new.scratchpad().facts) == 900
    log.revert(user="u", run=started.event.public.run, reason="too much")
    assert new.scratchpad().facts == ()


def test_another_users_session_is_not_there(log, worked):
    with pytest.raises(NotFound):
        log.memory("u2", "next").start("go on", continues="s")


def test_a_hypothesis_handed_over_is_still_one(log, mem):
    """claude-mem #3495: a wrong hypothesis stored as a fact; over a hand-over it stays an assumption."""
    mem.assume("cause", "the proxy", confidence=0.4)
    new = log.memory("u", "next")

    new.start("go on", continues="s", take_over=["assumption", "fact"])

    pad = new.scratchpad()
    assert (pad.facts, [(a.value, a.confidence) for a in pad.assumptions]) == ((), [("the proxy", 0.4)])
    with pytest.raises(Refused):
        new.confirm("cause", source="agent")
    mem.retract("assumption:cause", reason="flushing it changed nothing")
    assert [a.supported for a in new.scratchpad().assumptions] == [False]
    log.memory("u", "third").start("go on", continues="s", take_over=["assumption"])
    assert log.memory("u", "third").scratchpad().entries == ()


@given(s.expiring_histories)
def test_law_what_is_taken_over_is_what_stands_there_and_goes_back_whole(operations):
    with Lockstep() as both:
        both.run_all(operations)
        for log in both.logs:
            if not log.has_session("u", "s"):
                continue
            old, new = log.memory("u", "s"), log.memory("u", "new")
            now = times.text(log._log.now())
            was = old.everything(now=now)

            started = new.start("go on", continues="s", take_over=KINDS)

            shown = {e.address: e for e in old.scratchpad().entries if e.kind != "plan"}
            copies = {e.address: e for e in new.scratchpad().entries if e.kind != "plan"}
            assert copies.keys() == shown.keys()
            for address, copy in copies.items():
                origin = shown[address]
                assert (copy.value, copy.confidence) == (origin.value, origin.confidence)
                assert (copy.expires_at, copy.supported) == (origin.expires_at, origin.supported)
                assert RANK[copy.source.kind] >= RANK[origin.source.kind]
                assert copy.kind != "fact" or copy.source.kind != "agent"
            if started.event.public.run:
                log.revert(user="u", run=started.event.public.run, reason="back")
                assert new.scratchpad().entries == ()
            assert old.everything(now=now) == was
