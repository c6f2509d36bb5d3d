"""Two points, two logs, and marks as points."""

import pytest
from ticking import over

from belieflog import NotFound, Refused
from eventlog.memory_store import MemoryStore
from projections import diff


@pytest.fixture
def pair():
    """Two logs that share their beginning, as a fork and its origin."""
    with over(MemoryStore()) as one, over(MemoryStore()) as two:
        for log in (one, two):
            mem = log.memory("u", "s")
            mem.write("same", 1)
            mem.write("changed", 1)
            mem.remember("semantic:a/gone", 1)
        one.memory("u", "s").write("changed", 2)
        one.memory("u", "s").write("alike", "x")
        two.memory("u", "s").write("changed", 3)
        two.memory("u", "s").write("alike", "x")
        two.memory("u", "s").retract("semantic:a/gone", reason="no")
        two.memory("u", "s").write("new", 1)
        yield one, two


def test_two_logs_are_compared_entry_by_entry(pair):
    one, two = pair

    found = one.diff(two, "u", "s")

    assert [(d.address, d.change, d.before and d.before.value, d.after and d.after.value) for d in found] == [
        ("note:changed", "changed", 2, 3), ("note:new", "added", None, 1), ("semantic:a/gone", "removed", 1, None)
    ]  # fmt: skip


def test_two_logs_are_compared_at_points_of_each(pair):
    one, two = pair

    assert one.diff(two, "u", "s", at=4, other_at=4) == []
    assert [d.address for d in one.diff(one, "u", "s", at=4)] == ["note:alike", "note:changed"]


def test_a_diff_is_counted_by_kind(pair):
    one, two = pair

    assert diff.stat(one.diff(two, "u", "s")) == {
        "note": {"added": 1, "changed": 1, "removed": 0},
        "semantic": {"added": 0, "changed": 0, "removed": 1},
    }


def test_a_mark_is_a_point_wherever_a_point_is(log, mem):
    mem.write("k", 1)
    mem.mark("before the search")
    bad = mem.write("k", 2)
    mem.write("l", 2)

    here = "before the search"
    assert mem.scratchpad(at=here).notes[0].value == 1
    assert mem.get("note:k", at=here).value == 1
    assert mem.blame("note:k", at=here).entry.value == 1
    assert "1" in mem.prompt(at=here, audit=False)
    assert [d.address for d in mem.diff(here)] == ["note:k", "note:l"]
    assert [f.event.position for f in mem.replay(here)] == [4, 5]
    assert [e.position for e in log.events(here, user="u")] == [4, 5]
    assert [e.position for e in log.events(user="u", before=here)] == [2]
    assert [r.version for r in mem.history("note:k", after=here)] == [2]
    assert mem.what_if(after=here, session="s").voids == ((4, 5),)
    assert log.rollback(here, user="u", session="s", reason="bad", dry_run=True).voids == ((4, 5),)
    assert bad.event.position == 4


def test_a_time_before_the_log_is_refused_where_a_state_is_asked_for(log, mem):
    mem.write("k", 1)
    early = "2001-01-01T00:00:00Z"

    for ask in (
        lambda: mem.scratchpad(at=early),
        lambda: mem.diff(early),
        lambda: mem.blame("note:k", at=early),
        lambda: log.rollback(early, user="u", session="s", reason="x"),
    ):
        with pytest.raises(NotFound, match=r"is before the log, which begins at 2030-"):
            ask()
    assert [e.position for e in log.events(early)] == [1, 2]


def test_unknown_points_are_refused(mem):
    mem.write("k", 1)

    for point in (99, "99", "no such mark", -5):
        with pytest.raises(NotFound):
            mem.scratchpad(at=point)
    with pytest.raises(Refused, match="future"):
        mem.scratchpad(at="2999-01-01T00:00:00Z")


def test_views_are_narrowed_by_one_selector_language(log, mem):
    mem.add_fact("k", "A", source="tool:curl#c1")
    second = mem.add_fact("k", "B", source="user")
    log.memory("u", "t", "planner").write("n", "hello world")
    taken = log.revert(user="u", event=second.event.position, reason="a typo", by="ann")
    log.revert(user="u", address="note:n", reason="unwanted")

    position = lambda rows: [row.position for row in rows]
    assert position(log.events(user="u", tag="fact-added")) == [2, 3]
    assert position(log.events(user="u", tag=["corrected", "note-written"])) == [4, 5, 6]
    assert position(log.events(user="u", source="tool:curl", text="A")) == [2]
    assert position(log.events(user="u", actor="planner")) == [4]
    assert position(log.events(user="u", session="t")) == [4, 6]
    assert position(mem.history("fact:k", source="user")) == [3]
    assert position(mem.history("fact:k", before=3)) == [2]
    assert [s.start for s in mem.timeline("fact:k", tag="corrected")] == [5]
    assert [str(s.source) for s in log.sources("u", session="t")] == ["agent"]
    assert position(each.event for each in log.corrections("u", text="typo")) == [taken.events[0].position]
    assert position(each.event for each in log.corrections("u", actor="ann")) == [taken.events[0].position]
    assert position(each.event for each in log.corrections("u", after=5)) == [6]
