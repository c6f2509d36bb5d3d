"""A log that goes on from an archive (`examples/next_log.py`)."""

import next_log
import pytest
from next_log import go_on, verified

import belieflog

POLICY = {
    "namespaces": {"net": {"access": "read-only"}, "kept": {"access": "closed", "readers": ["actor:keeper"]}},
    "spaces": {"team:all": {"readers": ["*"], "writers": ["lead"]}},
    "updates_per_turn": 1,
    "fixed_namespaces": True,
}


@pytest.fixture
def old(tmp_path):
    path = tmp_path / "old.db"
    with belieflog.open(path) as log:
        mem = log.memory("u", "s")
        seen = mem.observe("curl", "10 s", call="c1")
        mem.remember(
            "semantic:net/timeout", "10 s", source="tool:curl#c1", confidence=0.5, importance=7, derived_from=[seen]
        )
        mem.remember("episodic:day/one", "we met", source="user", ttl=10**6, participants=["ada"], outcome="agreed")
        lie = mem.observe("page", "a lie", call="c2")
        mem.remember("semantic:net/lie", "told by a page", source="tool:page#c2", derived_from=[lie])
        log.revert(user="u", event=lie.event, reason="untrue")
        log.memory("team:all").remember("semantic:tone", "short", source="user")
        log.memory("u").remember("semantic:kept/pin", "7391", source="user")
        log.set_policy(POLICY, reason="from now on")
    return path


def test_rules_and_memories_go_along_as_they_stand(old, tmp_path):
    with belieflog.open(old) as log:
        before = {entry.address: entry for entry in log.memory("u", actor="keeper").below()}
        policy = log.policy

    go_on(old, tmp_path / "new.db")

    with belieflog.open(tmp_path / "new.db") as log:
        after = {entry.address: entry for entry in log.memory("u", actor="keeper").below()}
        assert log.policy == policy
        assert [entry.value for entry in log.memory("team:all").below()] == ["short"]
        assert log.verify(views=True).ok
    assert after.keys() == before.keys() - {"semantic:net/lie"}
    for address, entry in after.items():
        for what in ("value", "source", "confidence", "importance", "expires_at", "participants", "outcome"):
            assert getattr(entry, what) == getattr(before[address], what)
        assert entry.supported


def test_more_memories_than_a_batch_holds_all_go_along(old, tmp_path, monkeypatch):
    monkeypatch.setattr(next_log, "BATCH", 2)
    with belieflog.open(old) as log:
        log.set_policy({}, reason="as at first")
        for n in range(5):
            log.memory("u").remember(f"semantic:n/{n}", n, source="user")

    go_on(old, tmp_path / "new.db")

    with belieflog.open(tmp_path / "new.db") as log:
        assert [entry.value for entry in log.memory("u").below("n")] == [0, 1, 2, 3, 4]


def test_each_archive_is_verified_against_what_the_next_log_says_of_it(old, tmp_path):
    go_on(old, tmp_path / "new.db")
    go_on(tmp_path / "new.db", tmp_path / "newer.db")

    assert [(log.name, verdict.ok) for log, verdict, _ in verified(tmp_path / "newer.db")] == [
        ("newer.db", True), ("new.db", True), ("old.db", True),
    ]  # fmt: skip
    (tmp_path / "old.db").rename(tmp_path / "elsewhere.db")
    *_, (log, verdict, _) = verified(tmp_path / "newer.db")
    assert (log.name, verdict.ok, verdict.problems[0].kind) == ("old.db", False, "missing")


def test_another_log_in_an_archive_s_place_is_told(old, tmp_path):
    go_on(old, tmp_path / "new.db")
    old.unlink()
    with belieflog.open(old) as log:
        log.memory("u", "s").write("k", 1)

    *_, (_, verdict, _) = verified(tmp_path / "new.db")

    assert verdict.problems[0].kind == "another-log"


def test_an_erased_origin_is_refused_not_passed_over(old, tmp_path):
    go_on(old, tmp_path / "new.db")
    with belieflog.open(tmp_path / "new.db") as log:
        log.erase(user="u", session="origin", reason="asked for")

    with pytest.raises(belieflog.NotFound, match=r"new.db' doesn't say any more where it goes on from: event 3"):
        list(verified(tmp_path / "new.db"))


def test_memories_that_nobody_may_read_are_not_left_behind_unsaid(old, tmp_path):
    with belieflog.open(old) as log:
        log.set_policy({"namespaces": {"kept": {"access": "closed"}}}, reason="nobody's")

    with pytest.raises(belieflog.Refused, match="nobody may read namespace 'kept'"):
        go_on(old, tmp_path / "new.db")


def test_a_file_that_is_there_is_not_written_over(old):
    with pytest.raises(belieflog.Refused, match="is there already"):
        go_on(old, old)


def test_the_script_says_what_it_did_and_fails_where_an_archive_was_written_to(old, tmp_path, capsys):
    new = str(tmp_path / "new.db")

    assert next_log.main([str(old), new]) == 0
    assert next_log.main(["--verify", new]) == 0
    with belieflog.open(old) as log:
        log.memory("u", "s").write("late", 1)
    assert next_log.main(["--verify", new]) == 3
    assert "old.db: it was written to after it was left" in capsys.readouterr().out
