"""The ends the core was built for, each exactly as it was asked."""

import pytest
from ticking import SECOND, START, over

from eventlog.memory_store import MemoryStore
from eventlog.sqlite_store import SQLiteStore
from projections import as_json


def shown(mem):
    return as_json.scratchpad(mem.scratchpad())


@pytest.mark.parametrize("order", [(0, 1), (1, 0)], ids=["first first", "last first"])
def test_done_when_3_reverting_b_then_c_and_undoing_both_in_either_order(log, mem, order):
    mem.write("k", "A")
    b = mem.write("k", "B")
    mem.write("j", "X")
    c = mem.write("k", "C")
    before, j = shown(mem), mem.get("note:j")

    first = log.revert(user="u", event=b.event.position, reason="bad")
    assert (mem.read("k"), mem.get("note:j")) == ("C", j)
    second = log.revert(user="u", event=c.event.position, reason="bad")
    assert mem.read("k") == "A"
    assert [(r.version, r.effective) for r in mem.history("note:k")] == [(1, True), (2, False), (3, False)]

    for n in order:
        log.undo((first, second)[n].events[0], reason="both were right")
    assert shown(mem) == before


def test_done_when_3_condemned_by_id_and_by_source_undoing_one_keeps_it_void(log, mem):
    mem.add_fact("k", "A", source="tool:x")
    by_id = log.revert(user="u", event=2, reason="bad")
    by_source = log.revert(user="u", source="tool:x", reason="bad")

    log.undo(by_source.events[0], reason="no")
    assert mem.get("fact:k") is None
    log.undo(by_id.events[0], reason="no")

    assert mem.get("fact:k").value == "A"


@pytest.mark.parametrize("make", [MemoryStore, lambda: SQLiteStore(":memory:")], ids=["memory", "sqlite"])
@pytest.mark.parametrize("episode_ends", [100, 200])
def test_done_when_4_the_four_kinds(make, episode_ends):
    at = lambda second: START + second * SECOND
    with over(make()) as log:
        s1 = log.memory("u1", "s1")
        s1.write("w", "working", expires_at=at(20))
        s1.remember("episodic:e", "what happened", expires_at=at(episode_ends))
        s1.remember("semantic:p", "a preference")
        s1.remember("procedural:p", "how to", source="user")

        def kinds(user, session, second, **more):
            hits = log.memory(user, session).recall(now=at(second), audit=False, **more)
            return [hit.kind for hit in hits]

        late = ["semantic", "procedural"]
        assert kinds("u1", "s1", 10) == ["note", "episodic", *late]
        assert kinds("u1", "s2", 10) == ["episodic", *late]
        assert kinds("u2", "s1", 10) == []
        assert kinds("u1", "s2", 100) == (late if episode_ends == 100 else ["episodic", *late])
        assert kinds("u1", "s1", 20) == ["episodic", *late]
        assert [e.key for e in s1.scratchpad(now=at(19)).entries] == ["w"]
        assert s1.scratchpad(now=at(20)).entries == ()


def test_done_when_4_a_team_space_is_seen_only_where_the_policy_opens_it(log):
    log.memory("team:docs").remember("semantic:style", "short")
    seen = lambda user: [hit.address for hit in log.memory(user, "s").recall(audit=False)]

    assert (seen("u1"), seen("u2")) == ([], [])
    log.set_policy({"spaces": {"team:docs": {"readers": ["u1"]}}}, reason="shared")
    assert (seen("u1"), seen("u2")) == (["semantic:style"], [])
    log.set_policy({}, reason="closed again")

    assert seen("u1") == []
