"""What went wrong for others goes right here; each test names the report it comes from.

Reports of lost writes, locks and damaged files are in test_writers.py, test_crash.py, test_verify.py and
test_bad_input.py too, those of values in test_values.py: here is what each comes down to.
"""

import json
import math
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest
from ticking import SECOND, START

import belieflog
from belieflog import Conflict, CorruptLog, InvalidValue, NotFound, Refused, Unavailable
from eventlog import sqlite_waiting, times
from eventlog.events import decode_public
from eventlog.sqlite_store import PAGE
from projections import as_json

WHY = {"user": "u", "reason": "bad"}


def shown(mem):
    return as_json.scratchpad(mem.scratchpad())


def recalled(mem, query=None, **more):
    return {hit.address: hit.value for hit in mem.recall(query, audit=False, limit=None, **more)}


# Lost history, wrong undo


@pytest.mark.parametrize("kind", ["fact", "semantic", "note", "assumption", "goal", "plan"])
def test_the_contrary_of_what_was_said_replaces_it_and_history_has_both(mem, kind):
    """mem0 #4536: "I love X" then "I hate X" left the store empty."""
    say = {
        "fact": lambda v: mem.add_fact("x", v, source="user"),
        "semantic": lambda v: mem.remember("semantic:x", v, source="user"),
        "note": lambda v: mem.write("x", v),
        "assumption": lambda v: mem.assume("x", v),
        "goal": lambda v: mem.set_goal(v),
        "plan": lambda v: mem.revise_plan([v]),
    }[kind]
    address = {"goal": "goal", "plan": "plan"}.get(kind, f"{kind}:x")

    say("I love X")
    say("I hate X")

    assert "I hate X" in str(mem.get(address).value)
    assert [("love" in str(r.value), r.current) for r in mem.history(address)] == [(True, False), (False, True)]


def test_the_same_memory_twice_is_a_refresh_and_nothing_is_retracted(log, mem):
    """mem0 #1674: the same memory twice deleted it."""
    for _ in range(3):
        mem.remember("semantic:x", "I love X", source="user")

    assert mem.get("semantic:x").value == "I love X"
    assert [(r.version, r.refresh, r.effective) for r in mem.history("semantic:x")] == [
        (1, False, True),
        (1, True, True),
        (1, True, True),
    ]
    assert {e.tag for e in log.events()} == {"opened", "memory-written"}


def test_every_event_retractions_too_has_a_time_and_a_place_in_the_order(log, mem):
    """mem0 #4467: deletions had no time and sorted first."""
    mem.write("k", "A")
    mem.retract("note:k", reason="wrong")
    log.revert(event=3, **WHY)
    log.erase(event=2, **WHY)
    mem.clear()

    events = list(log.events())
    assert [e.position for e in events] == list(range(1, len(events) + 1))
    assert all(a.at < b.at for a, b in pairwise(events))
    assert all(e.at > START for e in events)


def test_an_overwritten_day_of_notes_is_one_command_away(log, mem):
    """basic-memory #625: one overwrite destroyed a day's notes."""
    day = {"morning": ["a"] * 50, "evening": "long talk"}
    mem.write("today", day)
    mem.write("today", "")

    log.revert(address="note:today", session="s", last=True, **WHY)

    assert mem.read("today") == day


def test_reverting_one_bad_write_keeps_the_later_good_ones(log, mem):
    """memtrail 0.1: reverting one bad commit reset the whole memory and dropped later good facts."""
    mem.add_fact("a", "first", source="tool:x")
    bad = mem.add_fact("a", "bad", source="tool:y")
    later = [mem.add_fact(f"later{n}", n, source="tool:x") for n in range(5)]

    log.revert(event=bad.event.position, **WHY)

    assert mem.get("fact:a").value == "first"
    assert [mem.get(r.event.address).value for r in later] == list(range(5))


@pytest.mark.parametrize(
    "what",
    [{"session": "s"}, {"all_sessions": True}, {"session": "s", "address": "note:k"}],
    ids=["session", "user", "entry"],
)
def test_a_rollback_can_be_undone_and_the_undo_undone(log, mem, what):
    """memkernel 0.3: no undo of a rollback."""
    mem.write("k", "A")
    mem.write("k", "B")
    before = shown(mem)

    rolled = log.rollback(2, **what, **WHY)
    after = shown(mem)
    undone = log.undo(rolled.events[0], reason="no")
    assert (shown(mem), after == before) == (before, False)
    log.undo(undone.events[0], reason="yes after all")

    assert shown(mem) == after


def test_nothing_leaves_a_view_without_an_event(log, mem):
    """nowledge-mem #81: memories vanished with no deletion event."""
    for n in range(30):
        mem.remember(f"semantic:k{n}", n)
    before = log.position
    first = recalled(mem)

    for _ in range(3):
        assert recalled(mem) == first
        mem.prompt(audit=False)
        log.verify()
        log.rebuild()

    assert log.position == before
    assert len(first) == 30


def test_one_event_of_a_batch_of_96_can_be_reverted(log, mem):
    """hindsight #1094: one bad fact in a batch of 96."""
    with mem.batch() as batch:
        for n in range(96):
            batch.add_fact(f"k{n}", n, source="tool:x")
    before = {f.key for f in mem.scratchpad().facts}

    log.revert(event=batch.receipts[50].event, **WHY)

    assert before - {f.key for f in mem.scratchpad().facts} == {"k50"}


def test_undo_restores_byte_equal_state_with_what_it_was_derived_from(log, mem):
    """hindsight #2864: causal links lost on restore."""
    seen = mem.observe("curl", "9.8 s", call="c1")
    guess = mem.assume("slow", "the proxy", derived_from=[seen])
    mem.add_fact("timeout", "10 s", source="tool:curl#c1", derived_from=[seen, guess])
    links = [e.public.derived_from for e in log.events()]
    before = shown(mem)

    made = log.revert(source="tool:curl", **WHY)
    assert not mem.get("assumption:slow").supported
    log.undo(made.events[0], reason="no")

    assert shown(mem) == before
    assert [e.public.derived_from for e in log.events()][: len(links)] == links
    assert mem.get("fact:timeout").supported


@pytest.mark.parametrize("act", ["clear", "rollback", "revert", "end", "erase"])
def test_what_is_done_to_one_scope_never_touches_another(log, act):
    """letta #1917: deleting one scope took shared blocks with it."""
    places = [log.memory("u", "s"), log.memory("u", "t"), log.memory("v", "s"), log.memory("team:x", "s")]
    for place in places:
        place.write("k", "A", source="tool:x")
        place.remember("semantic:k", "A")
    mem, *others = places
    before = [(shown(o), recalled(o)) for o in others]

    {
        "clear": lambda: mem.clear(source="user"),
        "rollback": lambda: log.rollback(1, session="s", **WHY),
        "revert": lambda: log.revert(session="s", kind="note", **WHY),
        "end": lambda: mem.end("done"),
        "erase": lambda: log.erase(session="s", kind="note", **WHY),
    }[act]()

    assert [(shown(o), recalled(o)) for o in others] == before
    assert mem.get("semantic:k").value == "A"


# Wrong beliefs


def test_a_hallucination_fed_back_again_and_again_stays_one_entry_with_its_feedback_visible(log, mem):
    """mem0 #4573: 668 copies of one hallucination, fed back by recall."""
    mem.assume("user", "prefers Vim")
    for _ in range(100):
        [hit] = mem.recall("Vim", audit=False)
        mem.assume("user", hit.value, derived_from=[hit], via="recall")

    assert [(a.value, a.version) for a in mem.scratchpad().assumptions] == [("prefers Vim", 1)]
    feedback = log.event(log.position)
    assert (feedback.private.via, feedback.public.derived_from) == ("recall", (log.event(log.position - 1).id,))
    assert mem.prompt(audit=False).count("prefers Vim") == 1


def test_a_wrong_hypothesis_is_an_assumption_and_what_fails_it_takes_it_out(mem):
    """claude-mem #3495: a wrong hypothesis stored as a fact."""
    with pytest.raises(Refused, match="use assume"):
        mem.add_fact("cause", "the cache", source="agent")
    mem.assume("cause", "the cache")

    with mem.batch() as batch:
        batch.mark_failure("cache", "flushing the cache changed nothing", why="it isn't the cause")
        batch.retract("assumption:cause", reason="flushing it changed nothing")

    pad = mem.scratchpad()
    assert (pad.facts, pad.assumptions, [f.key for f in pad.failures]) == ((), (), ["cache"])
    with pytest.raises(Refused):
        mem.assume("cause", "the cache", source="import:old")


def test_a_plan_revised_217_times_is_one_plan_whose_finished_steps_stay_finished(mem):
    """copilot-cli #3155, codex #38931: plans re-planned 217 times, finished steps reopened."""
    mem.revise_plan(["read", "measure", "write"])
    mem.step(1, "done")
    for n in range(217):
        mem.revise_plan(["read", "measure", f"write draft {n}"])

    plan = mem.scratchpad().plan
    assert [(s["text"], s["status"]) for s in plan.value] == [
        ("read", "done"),
        ("measure", "todo"),
        ("write draft 216", "todo"),
    ]
    assert len([hit for hit in mem.recall(audit=False, limit=None) if hit.kind == "plan"]) == 1
    prompt = mem.prompt(audit=False)
    assert prompt.count("measure") == 1
    assert "[x]" in prompt


def test_every_write_can_name_its_source_and_a_fact_must(mem):
    """Hexis #33: no way to name a source."""
    writes = [
        lambda **g: mem.set_goal("x", **g),
        lambda **g: mem.revise_plan(["x"], **g),
        lambda **g: mem.note_progress("x", **g),
        lambda **g: mem.write("k", 1, **g),
        lambda **g: mem.add_fact("k", 1, **g),
        lambda **g: mem.assume("k", 1, **g),
        lambda **g: mem.ask("k", "x", **g),
        lambda **g: mem.mark_failure("k", "x", **g),
        lambda **g: mem.remember("semantic:k", 1, **g),
        lambda **g: mem.observe("curl", 1, **g),
        lambda **g: mem.say("user", 1, **g),
        lambda **g: mem.start("x", **g),
        lambda **g: mem.mark("x", **g),
    ]
    for write in writes:
        event = write(source="document:runbook#3", via="line 7").event
        assert (str(event.source), event.private.via) == ("document:runbook#3", "line 7")
    for sure in (
        mem.add_fact("c", 1, source="user", confidence=0.5),
        mem.assume("c", 1, 0.5),
        mem.remember("semantic:c", 1, confidence=0.5),
    ):
        assert sure.event.private.confidence == 0.5
    with pytest.raises(TypeError, match="source"):
        mem.add_fact("k", 1)


def test_the_same_fact_under_nine_keys_is_told_once_in_the_prompt(mem):
    """hermes-agent #88471: the same fact injected nine times."""
    for n in range(9):
        mem.add_fact(f"k{n}", "The office is in  Berlin", source=f"tool:t{n}")

    prompt = mem.prompt(audit=False)

    assert prompt.count("Berlin") == 1
    assert len(mem.scratchpad().facts) == 9


# Time


def test_writing_one_key_never_changes_another_however_alike(mem):
    """graphiti #1728: 143 of 887 unrelated facts retired."""
    keys = ["a", "A", "a ", "a:b", "a/b", "a%", "a_", "ab", "k1", "k10", "ａ"]
    for n, key in enumerate(keys):
        mem.add_fact(key, f"value {n}", source="user")
        mem.remember(f"semantic:{key.replace('%', '%25')}", key)
    before = {f.key: f for f in mem.scratchpad().facts}

    mem.add_fact("a", "changed", source="user")
    mem.retract("fact:a_", reason="wrong", source="user")
    mem.remember("semantic:a/b", "changed")

    after = {f.key: f for f in mem.scratchpad().facts}
    assert {key for key in before if after.get(key) != before[key]} == {"a", "a_"}
    assert {a for a, v in recalled(mem, kinds=["semantic"]).items() if v == "changed"} == {"semantic:a/b"}


def test_tea_then_coffee_told_out_of_order_is_answered_as_known_then_and_in_hindsight(mem):
    """graphiti #139."""
    told_first = mem.write("drink", "coffee since May", occurred_at="2026-05-01T00:00Z")
    mem.write("drink", "tea since January", occurred_at="2026-01-01T00:00Z")

    def drink(**view):
        return [n.value for n in mem.scratchpad(**view).notes]

    assert drink(at=told_first.event.position) == ["coffee since May"]
    assert drink() == ["tea since January"]
    assert drink(at="2026-03-01T00:00Z", hindsight=True) == ["tea since January"]
    assert drink(at="2026-06-01T00:00Z", hindsight=True) == ["coffee since May"]


@pytest.mark.parametrize("past", [0, 1, SECOND * 1_000])
def test_what_has_expired_is_never_returned_though_nothing_swept(log, mem, past):
    """langgraph #8902: expired items returned."""
    end = START + 1_000 * SECOND
    mem.write("k", "gone", expires_at=end)
    mem.add_fact("k", "gone", source="user", expires_at=end)
    mem.remember("semantic:k", "gone", expires_at=end)
    mem.remember("episodic:k", "gone", in_session=True, expires_at=end)
    assert len(recalled(mem, now=end - 1)) == 4

    now = end + past

    assert recalled(mem, "gone", now=now) == {}
    assert (mem.get("note:k", now=now), mem.get("semantic:k", now=now), mem.scratchpad(now=now).entries) == (
        None,
        None,
        (),
    )
    assert "gone" not in mem.prompt(query="gone", now=now, audit=False)
    assert mem.why_not("semantic:k", now=now)[0] == "expired"


def test_an_option_that_isnt_known_is_refused_and_never_ignored(log, mem):
    """langgraph #8921: an option silently ignored."""
    for call in (
        lambda: mem.write("k", 1, expires=5),
        lambda: mem.recall("k", before=5),
        lambda: mem.scratchpad(then=3),
    ):
        with pytest.raises(TypeError):
            call()
    for call in (lambda: log.set_policy({"size": {}}, reason="x"), lambda: log.revert(sourc="tool:x", **WHY)):
        with pytest.raises(InvalidValue):
            call()


def test_reading_changes_nothing_but_what_it_says_it_records(log, mem):
    """ai-memory-mcp #1596: recall shortened a memory's life."""
    mem.remember("semantic:k", "sun", ttl=500)
    before, head = as_json.entry(mem.get("semantic:k")), log.head
    for _ in range(20):
        mem.scratchpad()
        mem.get("semantic:k")
        mem.history("semantic:k")
        mem.recall("sun", audit=False)
        mem.prompt(audit=False)
    assert log.head == head

    mem.recall("sun")
    mem.prompt()

    assert as_json.entry(mem.get("semantic:k")) == before
    assert {e.tag for e in log.events(after=2)} == {"recalled"}


def test_times_with_offsets_compare_as_instants(log, mem):
    """mnemosyne PR 912: times compared as text."""
    mem.write("k", 1, expires_at="2030-03-18T00:00:00+09:00")
    instant = "2030-03-17T15:00:00Z"

    assert mem.get("note:k", now="2030-03-17T14:59:59.999999Z").value == 1
    assert mem.get("note:k", now=instant) is None
    assert mem.get("note:k", now="2030-03-17T10:00:00-05:00") is None
    assert log.event(2).public.expires_at == times.parse(instant).at


# Walls between users

HOSTILE = [
    "u",
    "U",
    "u ",
    "u%",
    "u_",
    "%",
    "_",
    "*",
    "u*",
    "u:s",
    "u/s",
    "us",
    "' or 1=1 --",
    "u\u200b",
    "ｕ",
    "u;drop table event",
]


def test_no_user_sees_anything_of_another_whatever_they_are_called(log):
    """LongMemory #97, adk-python #1019, PraisonAI #4818: another user's memories returned."""
    for user in HOSTILE:
        for session in HOSTILE[:8]:
            mem = log.memory(user, session)
            mem.write("k", f"note of {user!r}/{session!r}")
            mem.remember(f"semantic:a/{session.replace('%', '%25').replace('/', '%2F')}", f"memory of {user!r}")

    for user in HOSTILE:
        for session in HOSTILE[:8]:
            mem = log.memory(user, session)
            found = recalled(mem)
            assert found.pop("note:k") == f"note of {user!r}/{session!r}"
            assert set(found.values()) == {f"memory of {user!r}"}
            assert len(found) == 8
            assert set(recalled(mem, "memory").values()) == {f"memory of {user!r}"}


@pytest.mark.parametrize("hostile", ["_", "%", "a_", "a%", "*", "a*", "A", "ab", "tenant", "tenant/ab"])
def test_namespaces_match_whole_segments_and_no_sign_matches_others(log, mem, hostile):
    """langgraph CVE-2026-71433: ("tenant", "a") matched "ab"; #8300: `_` and `%` matched anything."""
    mem.remember("semantic:tenant/a/k", "mine")
    mem.remember("semantic:a/k", "mine too")

    assert set(recalled(mem, namespace="tenant/a").values()) == {"mine"}
    namespace = hostile.replace("%", "%25")
    expected = {"mine"} if hostile == "tenant" else set()
    assert set(recalled(mem, namespace=namespace).values()) == expected
    if not expected:
        with pytest.raises(NotFound):
            log.revert(namespace=namespace, **WHY)


@pytest.mark.parametrize("fail", ["rule", "value", "batch", "expected"])
def test_a_write_that_fails_leaves_nothing_and_answers_with_nothing_else(log, fail):
    """MemMachine #320: a failed insert answered with someone else's data."""
    log.memory("v", "s").write("k", "theirs")
    head, mem = log.head, log.memory("new", "new")

    with pytest.raises(Refused) as refused:
        {
            "rule": lambda: mem.add_fact("k", 1, source="agent"),
            "value": lambda: mem.write("k", math.nan),
            "batch": lambda: log._log.append([]) or mem.write("k", "x" * 50_000),
            "expected": lambda: mem.write("k", 1, expected=1),
        }[fail]()

    assert "theirs" not in str(refused.value)
    assert (log.head, log.users(), recalled(mem)) == (head, ["v"], {})


# Writers, crashes, corruption


def test_forty_parallel_creates_are_forty_entries(path):
    """MCP memory server: 40 parallel creates, 1 stored, 0 errors; memtrail: 113 of 200."""
    with belieflog.open(path, durability="off") as log, ThreadPoolExecutor(40) as pool:
        list(pool.map(lambda n: log.memory("u", "s").write(f"k{n}", n), range(40)))

        assert sorted(n.value for n in log.memory("u", "s").scratchpad().notes) == list(range(40))


def test_the_last_writer_doesnt_win_over_one_who_expected_better(mem):
    """claude-code #24130: last writer wins."""
    mem.write("k", "A")
    entry = mem.get("note:k")
    mem.write("k", "theirs", expected=entry.version)

    with pytest.raises(Conflict) as conflict:
        mem.write("k", "mine", expected=entry.version)

    assert (conflict.value.mine, conflict.value.theirs, mem.read("k")) == ("mine", "theirs", "theirs")


def test_a_locked_log_is_waited_for_and_then_told_in_our_words(path, monkeypatch):
    """mem0 #7196, langgraph #8136: "database is locked"."""
    with belieflog.open(path, durability="off") as log:
        other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        other.execute("begin immediate")
        with ThreadPoolExecutor(1) as pool:
            waiting = pool.submit(lambda: log.memory("u", "s").write("k", 1))
            with pytest.raises(TimeoutError):
                waiting.result(0.1)
            other.execute("rollback")
            assert waiting.result(10).event.position == 2

        monkeypatch.setattr(sqlite_waiting, "PATIENCE", 0.01)
        other.execute("begin immediate")
        with pytest.raises(Unavailable, match="locked by another program"):
            log.memory("u", "s").write("k", 1)
        other.close()


def test_an_abandoned_iterator_or_failed_write_wedges_nobody(path):
    """langgraph #8558: a paused iterator held the lock; nerve #168: one abandoned transaction wedged a daemon."""
    with belieflog.open(path, durability="off") as one, belieflog.open(path, durability="off") as other:
        for n in range(5):
            one.memory("u", "s").write(f"k{n}", n)
        paused = one.events()
        next(paused)
        with pytest.raises(ZeroDivisionError), one._store.writing():
            raise ZeroDivisionError

        assert other.memory("u", "s").write("k", 1).event.position == 7
        assert [e.position for e in paused][-1] in (6, 7)


def test_success_means_that_a_second_program_reads_it(path):
    """mempalace #962, DollhouseMCP #2329: success, yet nothing on disk."""
    with belieflog.open(path) as log:
        for n in range(5):
            position = log.memory("u", "s").write("k", n).event.position
            with belieflog.open(path, readonly=True) as second:
                assert (second.position, second.memory("u", "s").read("k")) == (position, n)


def test_a_rebuild_keeps_all_there_is_without_a_silent_limit(path):
    """mempalace #1208: repair kept 10,000 of 67,580."""
    many = PAGE * 2 + 7
    with belieflog.open(path, durability="off") as log:
        for start in range(0, many, 500):
            with log.memory("u", f"s{start}").batch() as batch:
                for n in range(start, min(start + 500, many)):
                    batch.write(f"k{n}", n)
        counts = {s.session: s.events for s in log.sessions("u")}

        log.rebuild()

        assert {s.session: s.events for s in log.sessions("u")} == counts
        assert sum(counts.values()) == many == log.position - 1
        assert len(log.memory("u", "s0").keys()) == 500
        assert len(list(log.events())) == many + 1


def test_a_damaged_log_is_kept_refused_and_told_how_to_go_on(path):
    """codebase-memory-mcp #557: deleted a "corrupt" database."""
    belieflog.open(path).close()
    with open(path, "r+b") as file:
        file.seek(100)
        file.write(b"\xff" * 3_000)
    with open(path, "rb") as file:
        before = file.read()

    for _ in range(2):
        with pytest.raises(CorruptLog, match=r"keep a copy and run 'belieflog verify'.*bring back a backup"):
            belieflog.open(path)

    with open(path, "rb") as file:
        assert file.read() == before


# Values at the door


def test_nan_is_refused_with_its_path_and_never_stored_as_null(log, mem):
    """langflow #11905, langgraph: NaN stored as null or killing the write."""
    for put in (
        lambda: mem.write("k", {"scores": [1.0, math.nan]}),
        lambda: mem.say("user", {"scores": [1.0, math.nan]}),
        lambda: mem.observe("t", {"scores": [1.0, math.nan]}),
        lambda: mem.observe("t", 1, input={"scores": [1.0, math.nan]}),
        lambda: mem.mark_failure("k", "x", input={"scores": [1.0, math.nan]}),
    ):
        with pytest.raises(InvalidValue) as refused:
            put()
        assert refused.value.path.endswith(".scores[1]")

    assert log.position == 1


def test_nul_bytes_are_kept_losslessly(mem):
    """langgraph #1878: NUL bytes."""
    text = "a\x00b\x00"

    mem.write("k", {text: text}, description=text, reason=text)
    mem.say("user", text)

    entry = mem.get("note:k")
    assert (entry.value, entry.description, entry.reason) == ({text: text}, text, text)
    assert mem.dialogue()[-1].content == text


def test_a_lone_surrogate_is_refused_at_the_door_and_old_rows_stay_readable(mem):
    """llm #546: a lone surrogate made old rows unreadable."""
    mem.write("k", "whole")

    for text in ("\ud800", "a\udfff", "\udc80"):
        with pytest.raises(InvalidValue, match="lone surrogate"):
            mem.write("k", text)

    assert mem.read("k") == "whole"


@pytest.mark.parametrize("value", [1, 1.0, True, "1", [1], {"1": 1}, None, 10**18, 0.1 + 0.2, -0.0], ids=repr)
def test_a_value_keeps_its_type(mem, value):
    """langgraph #8184, #8185: types silently changed."""
    mem.write("k", value)

    assert (type(mem.read("k")), repr(mem.read("k"))) == (type(value), repr(value))


def test_a_type_that_json_hasnt_is_refused_and_not_turned_into_another(mem):
    """langgraph #8184, #8185."""
    for value in ((1, 2), {1, 2}, b"x", 1j, {1: 1}, object()):
        with pytest.raises(InvalidValue):
            mem.say("user", [value])


def test_two_spellings_of_one_name_are_one_key(mem):
    """basic-memory #1275: NFC and NFD twins."""
    mem.write("re\u0301sume\u0301", 1)
    mem.write("r\u00e9sum\u00e9", 2)

    assert (mem.keys(), mem.get("note:re\u0301sume\u0301").version) == (["r\u00e9sum\u00e9"], 2)


def test_what_cant_be_decoded_raises_with_its_position_and_its_bytes_are_kept(path):
    """langgraph #6970: an undecodable value became None."""
    with belieflog.open(path) as log:
        log.memory("u", "s").write("k", "A")
    outside = sqlite3.connect(path)
    outside.execute("drop trigger private_stays")
    outside.execute("update private set body = 'not json' where position = 2")
    outside.commit()
    outside.close()

    with belieflog.open(path, readonly=True) as log:
        with pytest.raises(CorruptLog) as corrupt:
            log.memory("u", "s").read("k")
        assert corrupt.value.position == 2
        assert log.row(2).private == b"not json"


def test_what_a_user_writes_is_never_read_as_the_logs_own_tags(log, mem):
    """eventsourcing: a user dict with in-band type tags decodes into something else."""
    for value in (
        {"_type_": "datetime", "_data_": "2026"},
        {"py/object": "os.system"},
        {"tag": "erased", "erased": [[1, 9]]},
        {"v": 99},
        {"$ref": "#"},
        {"__class__": "x"},
    ):
        mem.write("k", value)
        assert mem.read("k") == value

    assert mem.scratchpad().incomplete_since is None


def test_an_event_of_a_newer_version_isnt_taken_for_an_old_one():
    """eventsourcing: a newer event version accepted silently."""
    told = {
        "tag": "fact-added",
        "id": "01890000-0000-7000-8000-000000000001",
        "at": 1,
        "user": "u",
        "session": "s",
        "v": 2,
        "entry": 1,
    }

    newer = decode_public(json.dumps(told).encode())

    assert newer.v == 2
