"""The states of a memory, position by position, and one hash of each."""

import os
import subprocess
import sys
from pathlib import Path
from shutil import which

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from living import live
from ticking import over

import belieflog
from eventlog import beliefs, effects
from eventlog.events import Scope, voidable
from eventlog.memory_store import MemoryStore
from eventlog.sqlite_store import SQLiteStore
from projections import as_json, replaying, state_hash

SCOPES = (Scope("u"), Scope("u", "s"))
STORY = """
import belieflog
from ticking import over
from eventlog.sqlite_store import SQLiteStore
from eventlog.memory_store import MemoryStore
from living import live
for store in (MemoryStore(), SQLiteStore(":memory:")):
    with over(store) as log:
        live(log, range(60))
        print(*(frame.state_hash for frame in log.memory("u", "s").replay()))
"""


def folded(store, position):
    """Work the state hash out from the events alone."""
    states = {}
    for scope in SCOPES:
        members = store.index.members(scope, upto=position)
        void = effects.void([r for r in members if r.tag == "corrected"])
        states[scope] = beliefs.fold(r for r in members if not (voidable(r.tag) and r.position in void))
    return state_hash.of(states, lambda p: replaying.leaf_of(next(store.rows(p - 1, p))))


@given(st.lists(st.integers(0, 200), max_size=40))
@settings(max_examples=40)
def test_law_15_the_hash_of_every_position_is_that_of_the_fold_on_every_engine(numbers):
    hashes = []
    for store in (MemoryStore(), SQLiteStore(":memory:")):
        with over(store) as log:
            live(log, numbers)
            frames = list(log.memory("u", "s").replay())

            assert [f.state_hash for f in frames] == [folded(store, f.event.position) for f in frames]
            assert [f.event for f in frames] == sorted(
                (r for scope in SCOPES for r in store.index.members(scope)), key=lambda r: r.position
            )
            hashes.append([f.state_hash for f in frames])
    assert hashes[0] == hashes[1]


def pythons():
    """This Python, and others at hand that have what is needed (BELIEFLOG_OTHER_PYTHON names one more)."""
    named = [os.environ.get("BELIEFLOG_OTHER_PYTHON"), *map(which, ("python3.11", "python3.12", "python3.13"))]
    needs = "import msgspec, sqlite_utils"
    can = lambda python: not subprocess.run([python, "-c", needs], capture_output=True).returncode
    return [sys.executable, *(python for python in dict.fromkeys(filter(None, named)) if can(python))]


def test_law_15_every_python_and_every_seed_gives_the_same_hashes():
    tests = Path(__file__).parent
    told = set()
    for python in pythons():
        for seed in ("0", "1", "4711"):
            environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": f"{tests.parent}:{tests}"}
            told.update(subprocess.check_output([python, "-c", STORY], env=environment, text=True).splitlines())

    [line] = told
    assert len(set(line.split())) > 20


def test_a_state_that_comes_back_has_the_hash_it_had(log, mem):
    before = mem.write("k", 1)
    bad = mem.write("k", 2)
    taken = log.revert(user="u", event=bad.event.position, reason="bad")
    log.undo(taken.events[0].position, reason="good")

    one, two, back, again = (frame.state_hash for frame in mem.replay())

    assert one == back != two == again
    assert before.event.position == 2


def test_erasing_moves_no_hash(log, mem):
    mem.write("k", 1)
    before = [f.state_hash for f in mem.replay()]

    log.erase(user="u", address="note:k", reason="secret")

    assert [f.state_hash for f in mem.replay()][: len(before)] == before


def test_what_another_session_or_user_does_moves_nothing(log, mem):
    mem.write("k", 1)
    log.memory("u", "t").write("k", 2)
    log.memory("v", "s").write("k", 3)

    assert [f.event.position for f in mem.replay()] == [2]


def test_a_replay_begins_after_one_point_and_ends_at_another(mem):
    for n in range(6):
        mem.write("k", n)
    mem.mark("here")

    whole = list(mem.replay())

    assert [f.event.position for f in mem.replay(3, 5)] == [4, 5]
    assert list(mem.replay(3, 5)) == whole[2:4]
    assert next(mem.replay(-2)) == whole[4]
    assert list(mem.replay("here")) == whole[7:]


def test_a_replay_may_end_inside_a_batch(mem):
    with mem.batch() as batch:
        batch.write("a", 1)
        batch.write("b", 1)

    assert [f.event.position for f in mem.replay(0, 2)] == [2]


def test_a_replay_stops_where_a_predicate_becomes_true(mem):
    for n in range(6):
        mem.write("k", n)

    *_, last = mem.replay(stop=lambda pad: pad.notes and pad.notes[0].value == 3)

    assert last.event.position == 5


def test_a_predicate_that_raises_is_refused_with_the_place(mem):
    mem.write("k", 1)

    with pytest.raises(belieflog.Refused, match=r"fails on the state at position 2 \(ZeroDivisionError"):
        list(mem.replay(stop=lambda pad: 1 / 0))


def test_a_frame_as_json_has_the_keys_scripts_rely_on(mem):
    mem.write("k", 1)

    [frame] = map(as_json.frame, mem.replay())

    assert frame == {
        "position": 2, "tag": "note-written", "address": "note:k", "state_hash": frame["state_hash"]
    }  # fmt: skip
    assert len(frame["state_hash"]) == 64


def test_the_events_of_a_memory_are_those_that_a_replay_goes_through(log):
    mem, other = log.memory("u", "s"), log.memory("u", "t")
    mem.write("a", 1)
    other.write("b", 1)
    mem.remember("semantic:c", 1)
    mem.mark("here")
    log.revert(user="u", event=2, reason="no")
    mem.write("d", 1)

    for points in ((0, None), (2, None), (0, "here"), (-1, None)):
        assert list(mem.events(*points)) == [frame.event for frame in mem.replay(*points)]
    assert [event.position for event in mem.events(0, 4)] == [2, 4]


def test_a_point_has_a_position_and_a_batch_an_end(mem):
    mem.write("a", 1)
    with mem.batch() as batch:
        batch.write("b", 1)
        batch.write("c", 1)
    mem.mark("here")

    assert [mem.position(point) for point in (3, "@3", -1, "here", None)] == [3, 3, 3, 5, 5]  # a mark can't be voided
    assert [mem.position(point, whole=True) for point in (2, 3, 4, "here")] == [2, 4, 4, 5]
    with pytest.raises(belieflog.NotFound, match="past the head"):
        mem.position(9)
