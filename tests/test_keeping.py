"""Forks, backups and bringing back: the same hashes so far, and nothing left half made."""

import os
import sqlite3
import threading

import pytest
from tampering import drop_triggers
from ticking import Ticking, over

import belieflog
from belieflog import CorruptLog, InvalidValue, NotFound, Refused
from eventlog.memory_store import MemoryStore
from eventlog.sqlite_store import SQLiteStore

BIG = "x" * 70_000


def told(log):
    """A log with some of everything: a blob, a correction, an erasure, two users."""
    mem = log.memory("u", "s")
    mem.write("a", 1)
    mem.observe("curl", BIG, call="c1")
    mem.write("a", 2)
    mem.write("secret", "hunter2")
    log.memory("v", "s").write("a", "theirs")
    log.revert(user="u", event=4, reason="wrong")
    mem.mark("here")
    mem.write("b", 3)
    return log


@pytest.fixture
def log(log):
    return told(log)


def damage(path, *statements):
    connection = sqlite3.connect(path, isolation_level=None)
    drop_triggers(connection)
    for statement in statements:
        connection.execute(statement)
    connection.close()


@pytest.fixture
def target(tmp_path):
    return str(tmp_path / "made.db")


def hashes(log, upto):
    return [log.row(p).hash for p in range(1, upto + 1)]


def files(folder):
    return sorted(os.listdir(folder))


def test_a_fork_has_the_same_hashes_up_to_the_point_and_then_says_where_it_comes_from(log, target):
    made = log.fork(target, 7)

    with belieflog.open(target) as fork:
        assert hashes(fork, 7) == hashes(log, 7)
        born = fork.event(8).public.log
        assert (born.cause, born.origin, born.position, born.epoch) == ("forked", log.anchor().log, 7, 1)
        assert (made.log, made.position, made.hash) == (born.id, 8, fork.head)
        assert born.id != log.anchor().log
        assert fork.verify(views=True).ok
        assert fork.memory("u", "s").read("a") == 1
        assert fork.memory("u", "s").write("a", 9).event.version == 3


def test_a_fork_has_the_state_as_it_was_known_then(log, target):
    log.fork(target, 4)

    with belieflog.open(target) as fork:
        then = log.memory("u", "s").scratchpad(at=4, now=0)
        assert [(e.address, e.value) for e in fork.memory("u", "s").scratchpad(now=0).notes] == [
            (e.address, e.value) for e in then.notes
        ]
        assert fork.users() == ["u"]


def test_a_fork_brings_its_blobs_along(log, target):
    ref = log.event(3).private.content["ref"]

    log.fork(target, 7)

    with belieflog.open(target) as fork:
        assert fork.blob(ref) == log.blob(ref)


def test_a_fork_owns_up_to_the_holes_it_inherits_and_says_so_of_each(log, target):
    log.erase(user="u", event=5, reason="asked")

    log.fork(target, 7)

    with belieflog.open(target) as fork:
        assert fork.event(8).public.erased == ((5, 5),)
        assert fork.verify(views=True).ok
        assert fork.erasure(fork.event(5)).position == 8
        assert fork.memory("u", "s").read("secret") is None


def test_a_log_is_forked_at_a_mark_or_a_count_of_a_users_events(log, target, tmp_path):
    assert log.fork(target, "here", user="u").position == 9
    assert log.fork(str(tmp_path / "other.db"), -1, user="u", session="s").position == 9


def test_a_fork_of_a_fork_verifies(log, target, tmp_path):
    log.fork(target, 7)

    with belieflog.open(target) as fork:
        fork.fork(str(tmp_path / "again.db"))

    with belieflog.open(str(tmp_path / "again.db")) as again:
        assert again.verify(views=True).ok
        assert [r.public.log.cause for r in again.events() if r.tag == "opened"] == ["created", "forked", "forked"]


@pytest.mark.parametrize(
    "make", [lambda log, path: log.fork(path, 4), lambda log, path: log.backup(path)], ids=["fork", "backup"]
)
def test_what_is_there_already_is_left_alone(log, target, tmp_path, make):
    (tmp_path / "made.db").write_bytes(b"mine")

    with pytest.raises(Refused, match=r"made\.db' is there already"):
        make(log, target)

    assert (tmp_path / "made.db").read_bytes() == b"mine"
    os.remove(target)
    (tmp_path / "made.db-wal").write_bytes(b"mine too")
    with pytest.raises(Refused, match=r"-wal' is there already"):
        make(log, target)
    assert files(tmp_path) == ["made.db-wal"]


@pytest.mark.parametrize(
    ("at", "error"),
    [(0, "before the first event"), (99, "99"), ("nowhere", "nowhere"), ("2999-01-01T00:00:00Z", "future")],
)
def test_a_point_that_isnt_there_makes_no_file(log, target, tmp_path, at, error):
    with pytest.raises(Refused, match=error):
        log.fork(target, at, user="u")

    assert files(tmp_path) == []


def test_what_is_no_place_for_a_file_is_refused(log, tmp_path):
    with pytest.raises(NotFound, match="no folder"):
        log.fork(str(tmp_path / "no" / "f.db"), 4)
    with pytest.raises(InvalidValue, match="is no file"):
        log.backup(":memory:")


def test_what_fails_half_way_leaves_no_file(log, target, tmp_path, monkeypatch):
    def fail(*args, **more):
        raise OSError("the disk is gone")

    monkeypatch.setattr("eventlog.forking.open_epoch", fail)

    with pytest.raises(OSError, match="disk"):
        log.fork(target, 7)
    assert files(tmp_path) == []


def test_a_backup_is_the_same_log(log, target):
    made = log.backup(target)

    with belieflog.open(target) as copy:
        assert (copy.head, copy.position) == (log.head, log.position) == (made.hash, made.position)
        assert copy.anchor().log == log.anchor().log == made.log
        assert copy.verify(views=True).ok
        assert copy.blob(log.event(3).private.content["ref"]) == log.blob(log.event(3).private.content["ref"])


def test_a_backup_of_a_damaged_log_is_refused_and_gone(tmp_path, target):
    path = str(tmp_path / "agent.db")
    with over(SQLiteStore(path)) as log:
        told(log)
    damage(path, "update private set body = '{}' where position = 4")

    with belieflog.open(path, readonly=True) as log, pytest.raises(CorruptLog, match="from position 4 on"):
        log.backup(target)
    with belieflog.open(path, readonly=True) as log, pytest.raises(CorruptLog):
        log.fork(target, 6)

    assert "made.db" not in files(tmp_path)


def test_a_log_that_is_only_read_can_be_forked_and_backed_up(tmp_path, target):
    path = str(tmp_path / "agent.db")
    with over(SQLiteStore(path)) as log:
        told(log)

    with belieflog.open(path, readonly=True) as log:
        log.backup(target)
        log.fork(str(tmp_path / "fork.db"), 4)

    with belieflog.open(target) as copy:
        assert copy.verify().ok


def test_a_backup_can_be_made_while_others_write(tmp_path, target):
    path = str(tmp_path / "agent.db")
    with belieflog.open(path, durability="off") as log:
        done = threading.Event()

        def write():
            while not done.is_set():
                log.memory("u", "s").write("k", log.position)

        writer = threading.Thread(target=write)
        writer.start()
        try:
            while log.position < 50:
                pass
            made = log.backup(target)
        finally:
            done.set()
            writer.join()

        assert log.row(made.position).hash.hex() == made.hash


def test_a_backup_goes_on_as_the_same_log_in_a_new_epoch(tmp_path, target):
    path, lost = str(tmp_path / "agent.db"), str(tmp_path / "backup.db")
    with over(SQLiteStore(path)) as log:
        told(log)
        log.erase(user="u", event=5, reason="asked")
        log.backup(lost)
        head, position, name = log.head, log.position, log.anchor().log

    made = belieflog.recover(lost, target, clock=Ticking())

    with belieflog.open(target) as back:
        born = back.event(position + 1).public.log
        assert (born.cause, born.epoch, born.id, born.position) == ("restored", 2, name, position)
        assert (made.epoch, made.log, made.position) == (2, name, position + 1)
        assert back.row(position).hash.hex() == head
        assert back.verify(views=True).ok
        assert back.memory("u", "s").write("c", 1).outcome == "recorded"
    with belieflog.open(lost) as still:
        assert still.head == head


def test_a_damaged_backup_is_not_brought_back(tmp_path, target):
    lost = str(tmp_path / "backup.db")
    with over(SQLiteStore(str(tmp_path / "agent.db"))) as log:
        told(log).backup(lost)
    damage(lost, "delete from event where position = 8")

    with pytest.raises(CorruptLog, match="position 8") as caught:
        belieflog.recover(lost, target)

    assert caught.value.position == 8
    assert not os.path.exists(target)


def test_nothing_is_brought_back_from_nothing_nor_over_something(tmp_path, target):
    lost = str(tmp_path / "backup.db")
    with pytest.raises(NotFound, match="no log at"):
        belieflog.recover(lost, target)
    with over(SQLiteStore(str(tmp_path / "agent.db"))) as log:
        told(log).backup(lost)

    with pytest.raises(Refused, match="is there already"):
        belieflog.recover(lost, str(tmp_path / "agent.db"))


def test_a_log_in_memory_is_copied_to_a_file(tmp_path):
    for store, name in ((MemoryStore(), "a.db"), (SQLiteStore(":memory:"), "b.db")):
        with over(store) as log:
            told(log)
            log.backup(tmp_path / name)
            with belieflog.open(tmp_path / name) as copy:
                assert copy.head == log.head


def test_a_fork_with_more_holes_than_one_event_names_verifies(monkeypatch, target):
    monkeypatch.setattr("eventlog.forking.MOST", 2)
    with over(MemoryStore()) as log:
        mem = log.memory("u", "s")
        for n in range(12):
            mem.write(f"k{n}", n)
        log.erase(user="u", event=[2, 4, 6, 8, 10], reason="asked")

        log.fork(target, 12)

    with belieflog.open(target) as fork:
        assert fork.verify(views=True).ok
        assert [r.tag for r in fork.events(12)] == ["opened", "erased", "erased"]
        assert fork.erasure(fork.event(10)).position == 15


def test_a_fork_inside_a_batch_is_refused(path, tmp_path):
    with belieflog.open(path) as log:
        mem = log.memory("u", "s")
        with mem.batch() as batch:
            batch.write("a", 1)
            batch.write("b", 2)

        with pytest.raises(belieflog.Refused, match="inside the batch"):
            log.fork(tmp_path / "fork.db", 2)

    assert not (tmp_path / "fork.db").exists()
