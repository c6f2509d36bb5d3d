"""What is written is written once, whole, in one order, by however many writers, the same everywhere."""

import tempfile
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from threading import Thread

import pytest
import strategies as s
import views
from driving import Clock, Lockstep, entropy, outcome, prepared
from hypothesis import given
from hypothesis import strategies as st

import belieflog


@pytest.fixture
def both():
    with Lockstep() as both:
        yield both


@given(s.histories, s.repeatable, st.integers(0, 8))
def test_law_11_the_same_event_twice_changes_nothing_whatever_happened_in_between(operations, call, when):
    with Lockstep() as both:
        both.run_all(operations[:when])
        made = both.do(call)
        position = both.model.position
        for operation in [s.Tick(0), *operations[when:]]:
            both.do(operation)
            for log in both.logs if made else ():
                head = log.head
                found, positions = outcome(log, made)
                assert (found, positions[-1], log.head) == ("duplicate", position, head)


@given(s.histories, s.repeatable)
def test_law_11_an_id_in_use_is_refused_for_anything_else(operations, call):
    with Lockstep() as both:
        if both.run_all(operations).do(call):
            other = s.Call("write", "u", "s", ("other", "another content"), {"id": s.IDS[3], "source": "user"})
            stranger = s.Call(call.verb, "v", "s", call.args, call.given)
            for log in both.logs:
                assert outcome(log, other) == ("refused", "id")
                if "derived_from" not in call.given and not isinstance(call.user, s.Ref):
                    assert outcome(log, stranger) == ("refused", "id")


def test_law_11_a_step_set_under_an_id_is_told_from_another_step(both):
    both.do(s.Call("revise_plan", "u", "s", ([("x", None), ("y", None)],)))
    first = s.Call("step", "u", "s", (1, "done"), {"id": s.IDS[0]})
    both.do(first)

    for log in both.logs:
        assert outcome(log, first) == ("duplicate", [3])
        for other in ((2, "done"), (1, "doing"), (0, "done"), (3, "done")):
            assert outcome(log, s.Call("step", "u", "s", other, first.given)) == ("refused", "id")


def test_law_11_a_retraction_made_again_is_known_with_what_it_rests_on(both):
    both.do(s.Call("observe", "u", "s", ("x", 1)))
    both.do(s.Call("assume", "u", "s", ("a", 1)))
    call = s.Call(
        "retract", "u", "s", ("assumption:a",), {"reason": "seen", "derived_from": (s.Ref(1),), "id": s.IDS[0]}
    )

    made = both.do(call)

    for log in both.logs:
        assert outcome(log, made) == ("duplicate", [4])
        assert [log.event(id).position for id in log.event(4).public.derived_from] == [2]


@given(s.histories, s.batches)
def test_law_13_a_batch_with_one_refused_call_leaves_nothing(operations, batch):
    refused = s.Call("add_fact", args=("a", 1), given={"source": "agent"})
    with Lockstep() as both:
        both.run_all(operations)
        call = prepared(both.model, s.Together((*batch.calls, refused)))
        for log in both.logs:
            before = everything(log)

            assert call is None or outcome(log, call)[0] == "refused"

            assert everything(log) == before


@given(s.histories, s.mixed(s.batches, s.rollbacks, s.erasures, s.writes), st.integers(0, 3))
def test_law_13_what_fails_halfway_leaves_nothing_and_the_log_goes_on(operations, operation, passed):
    with Lockstep() as both:
        both.run_all(operations)
        call = prepared(both.model, operation)
        for log in both.logs if call else ():
            before = everything(log)
            with power_failing(log, passed), pytest.raises((PowerCut, belieflog.Refused)):
                outcome_or_raise(log, call)
            assert everything(log) == before
            assert log.verify().ok
            assert log.memory("u", "t").write("k", 1).event.position == log.position


class PowerCut(Exception):
    """What a test has happen in the middle of a write."""


@contextmanager
def power_failing(log, passed):
    """Let the store of *log* take *passed* events, and fail at the next, or at the end."""
    store, left = log._store, passed
    append, writing = store.append, store.writing

    def append_some(rows, recorded):
        nonlocal left
        append(rows[:left], recorded[:left])
        left -= len(rows)
        if left < 0:
            raise PowerCut

    @contextmanager
    def write_and_fail():
        with writing():
            yield
            raise PowerCut

    store.append, store.writing = append_some, write_and_fail
    try:
        yield
    finally:
        store.append, store.writing = append, writing


def outcome_or_raise(log, call):
    if outcome(log, call)[0] == "refused":
        raise belieflog.Refused("test", "refused before anything failed")


def everything(log):
    rows = [log.row(position) for position in range(1, log.position + 1)]
    return rows, views.everywhere(views.of_log, log), views.everywhere(views.past_of_log, log)


@given(st.lists(st.tuples(st.integers(0, 1), s.plain), min_size=2, max_size=12))
def test_law_14_interleaved_writers_lose_nothing_and_leave_no_gap(calls):
    with tempfile.TemporaryDirectory() as folder, Lockstep(str(Path(folder) / "log.db")) as both:
        with both.client() as other:
            clients = [both.sqlite, other]
            for who, call in calls:
                both.sqlite = clients[who]
                both.do(call)
            assert [e.position for e in other.events()] == list(range(1, both.model.position + 1))
            assert all(b.at > a.at or b.batch == a.batch for a, b in pairwise(other.events()))
            assert other.verify().ok
            both.sqlite = clients[0]


def test_law_14_threads_lose_nothing_and_leave_no_gap(tmp_path):
    with belieflog.open(tmp_path / "log.db", durability="off") as log:

        def write(who):
            for n in range(25):
                log.memory("u", who).write(f"k{n}", who)

        threads = [Thread(target=write, args=(f"s{n}",)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        assert [e.position for e in log.events()] == list(range(1, 102))
        for n in range(4):
            assert len(log.memory("u", f"s{n}").keys()) == 25
        assert log.verify().ok


@given(s.histories)
def test_law_15_the_same_calls_give_the_same_bytes_and_states_on_every_store_and_in_every_run(operations):
    with Lockstep() as first, Lockstep() as second:
        first.run_all(operations)
        second.run_all(operations)

        logs = [*first.logs, *second.logs]
        rows = [[log.row(position) for position in range(1, log.position + 1)] for log in logs]
        states = [[frame.state_hash for frame in log.memory("u", "s").replay()] for log in logs]

        assert all(found == rows[0] for found in rows)
        assert all(found == states[0] for found in states)
        assert len({log.head for log in logs}) == 1


def test_law_15_other_times_and_random_bytes_give_another_head():
    heads = set()
    for seed in range(2):
        with belieflog.open(":memory:", clock=Clock(), entropy=entropy(seed)) as log:
            log.memory("u", "s").write("k", 1)
            heads.add(log.head)

    assert len(heads) == 2
