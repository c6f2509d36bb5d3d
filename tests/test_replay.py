"""The whole log replayed from its stored events shows what the index shows."""

import belieflog
from eventlog.events import Scope
from eventlog.replay import final


def replayed(log: belieflog.Log) -> dict[Scope, list[int]]:
    return {scope: [r.position for r in shown.values()] for scope, shown in final(log._store)}


def shown(log: belieflog.Log) -> dict[Scope, list[int]]:
    index = log._store.index
    return {scope: [r.position for r in index.shown(scope)] for scope in index.scopes()}


def test_a_replay_ends_where_the_index_is() -> None:
    with belieflog.open(":memory:") as log:
        mem, other = log.memory("u1", "s1"), log.memory("u2", "s1")
        mem.write("a", 1)
        mem.write("a", 2)
        mem.remember("semantic:prefs/tone", "short")
        other.write("a", 3)
        other.retract("note:a", reason="not so")

        assert replayed(log) == shown(log)


def test_a_replay_passes_over_what_is_void() -> None:
    with belieflog.open(":memory:") as log:
        mem = log.memory("u1", "s1")
        mem.write("a", 1)
        second = mem.write("a", 2)
        mem.write("b", 3)
        reverted = log.revert(user="u1", event=second.event.id, reason="wrong")

        assert replayed(log) == shown(log)

        log.undo(reverted.events[0], reason="right after all")

        assert replayed(log) == shown(log)


def test_a_replay_clears_what_a_clear_retires_and_no_more() -> None:
    with belieflog.open(":memory:") as log:
        mem = log.memory("u1", "s1")
        mem.write("a", 1)
        kept = mem.remember("episodic:chat/e1", "hello", in_session=True)
        mem.clear()

        assert replayed(log)[Scope("u1", "s1")] == [kept.event.position]
        assert replayed(log) == shown(log)
