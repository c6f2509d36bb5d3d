"""What each entry showed through time, and what a point changed, as a viewer asks for it."""

from itertools import pairwise

import pytest
import strategies as s
from driving import Lockstep
from hypothesis import given

from belieflog import NotFound
from eventlog import points
from projections import lanes, timeline

WHY = {"user": "u", "reason": "bad"}


def told(lane):
    return [(bar.start, bar.end, bar.version, bar.source, bar.ended) for bar in lane.bars]


def one(mem, address):
    return next(lane for lane in mem.lanes() if lane.address == address)


def test_a_bar_begins_with_a_write_and_ends_with_the_next(mem):
    a = mem.write("k", 1, source="user").events[0].position
    b = mem.write("k", 2, source="tool:curl").events[0].position

    assert told(one(mem, "note:k")) == [(a, b, 1, "user", "revised"), (b, None, 2, "tool", "")]


def test_a_retraction_and_a_clear_end_a_bar_and_leave_a_gap(mem):
    a = mem.write("k", 1).events[0].position
    b = mem.retract("note:k", reason="wrong").events[0].position
    c = mem.write("k", 2).events[0].position
    d = mem.clear(source="user").events[0].position

    assert told(one(mem, "note:k")) == [(a, b, 1, "agent", "retracted"), (c, d, 2, "agent", "cleared")]


def test_a_correction_ends_a_bar_and_brings_the_earlier_one_back(log, mem):
    a = mem.write("k", 1).events[0].position
    b = mem.write("k", 2).events[0].position
    c = log.revert(event=b, **WHY).events[0].position

    assert told(one(mem, "note:k")) == [
        (a, b, 1, "agent", "revised"), (b, c, 2, "agent", "corrected"), (c, None, 1, "agent", ""),
    ]  # fmt: skip


def test_a_bar_ends_at_the_first_event_after_it_expired(mem):
    a = mem.write("k", 1, ttl="3s").events[0].position
    others = [mem.write("other", n).events[0].position for n in range(6)]

    [bar] = one(mem, "note:k").bars

    assert (bar.start, bar.ended) == (a, "expired")
    assert bar.end in others
    assert mem.get("note:k", at=bar.end - 1)
    assert mem.get("note:k", at=bar.end) is None


def test_what_is_said_again_goes_on_in_one_bar(mem):
    a = mem.write("k", 1, source="user").events[0].position
    mem.write("k", 1, source="tool:curl")

    assert told(one(mem, "note:k")) == [(a, None, 1, "user", "")]


def test_changes_too_close_to_be_told_apart_are_one_bar(mem):
    at = [mem.write("k", n).events[0].position for n in range(50)]
    far = mem.write("k", "last").events[0].position

    [lane] = mem.lanes(apart=lambda one, two: two == far)

    assert [(bar.start, bar.end, bar.changes) for bar in lane.bars] == [
        (at[0], at[-1], 49),
        (at[-1], far, 1),
        (far, None, 1),
    ]


def test_lanes_come_a_page_at_a_time_the_sessions_first(mem):
    for n in range(7):
        mem.write(f"k{n}", n)
        mem.remember(f"semantic:a/m{n}", n)
    everything = [lane.address for lane in mem.lanes()]

    pages = [[lane.address for lane in mem.lanes(skip=skip, limit=4)] for skip in range(0, 16, 4)]

    assert everything == [f"note:k{n}" for n in range(7)] + [f"semantic:a/m{n}" for n in range(7)]
    assert [address for page in pages for address in page] == everything
    assert [lane.address for lane in mem.lanes("long-term", limit=2)] == ["semantic:a/m0", "semantic:a/m1"]
    assert [lane.address for lane in mem.lanes(kinds=["semantic"], skip=6)] == ["semantic:a/m6"]


def test_a_step_tells_what_was_committed_together_and_what_it_changed(mem):
    mem.write("k", 1)
    with mem.batch() as batch:
        batch.write("k", 2)
        batch.write("new", 3)
        batch.retract("note:k", reason="wrong")

    step = mem.changed(mem.points()[-1])

    assert [event.tag for event in step.events] == ["note-written", "note-written", "retracted"]
    assert [(c.address, c.change, c.before and c.before.value, c.after and c.after.value) for c in step.changes] == [
        ("note:k", "removed", 1, None),
        ("note:new", "added", None, 3),
    ]


def test_a_page_of_what_shows_is_cut_from_the_scratchpad(mem):
    mem.set_goal("reach it", source="user")
    for n in range(5):
        mem.add_fact(f"f{n}", n, source="user")
        mem.write(f"k{n}", n)
    mem.remember("semantic:a/b", 1)
    pad = mem.scratchpad()

    pages = [mem.shown(skip=skip, limit=3) for skip in range(0, 12, 3)]

    assert [entry for page in pages for entry in page.entries] == list(pad.entries)
    assert {(page.count, page.incomplete_since) for page in pages} == {(11, None)}
    assert list(mem.shown("long-term").entries) == mem.long_term.everything()


def test_a_point_inside_a_batch_settles_at_its_end(mem):
    for size in (1, 2, 3, 7, 64, 65):
        with mem.batch() as batch:
            for n in range(size):
                batch.write(f"k{n}", [size, n])
        ends = mem.points()[-size:]
        assert {mem.settled(position) for position in ends} == {ends[-1]}
    with pytest.raises(NotFound):
        mem.settled(10_000)


def test_sessions_are_told_by_name_or_all(log):
    for session in ("a", "b", "c"):
        log.memory("u", session).write("k", 1)

    assert log.session_names("u") == ["a", "b", "c"]
    assert [each.session for each in log.sessions("u", ["c", "a"])] == ["a", "c"]
    assert log.session_names("nobody") == []


@given(s.mixed(s.histories, s.corrected_histories))
def test_bars_are_the_spans_of_the_timeline(operations):
    with Lockstep() as both:
        both.run_all(operations)
        for log in both.logs:
            store = log._store
            for scope in store.index.scopes():
                for named in store.index.named(scope):
                    lane = lanes.read(store, scope, named, -(2**62), lambda one, two: True, lambda time: 0)
                    spans = [s for s in timeline.read(store, scope, named.number) if s.version is not None]
                    joined = [
                        s for before, s in pairwise([None, *spans])
                        if not (before and before.end == s.start and before.version == s.version)
                    ]  # fmt: skip
                    if not any(r.public.expires_at for r in store.index.touching(scope, named.number)):
                        assert [(bar.start, bar.version) for bar in lane.bars] == [(s.start, s.version) for s in joined]


@given(s.mixed(s.histories, s.corrected_histories))
def test_what_a_point_changed_is_the_difference_to_the_point_before(operations):
    with Lockstep() as both:
        both.run_all(operations)
        for log in both.logs:
            for scope in log._store.index.scopes():
                if not scope.session:
                    continue
                mem = log.memory(scope.user, scope.session)
                for position in mem.points():
                    if mem.settled(position) != position:
                        continue
                    start = log.event(position).batch - 1
                    if points.batch_end(log._store, start) != start:
                        continue
                    ever = {"now": "1970-01-01T00:00:00Z"}
                    before = {(e.scope, e.address): e.position for e in mem._reader.held(start, **ever)}
                    after = {(e.scope, e.address): e.position for e in mem._reader.held(position, **ever)}
                    differ = {k for k in {*before, *after} if before.get(k) != after.get(k)}

                    changed = {((c.after or c.before).scope, c.address) for c in mem.changed(position).changes}

                    assert differ <= changed
