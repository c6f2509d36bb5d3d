"""N writers, N events: none lost, none doubled, none in the way of another."""

import os
import sqlite3
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import belieflog
from belieflog import Conflict, InvalidValue, Refused, Unavailable
from eventlog import commands as c
from eventlog import sqlite_waiting
from eventlog.commands import Given

ROOT = Path(__file__).parent.parent
WRITE = """
import sys, belieflog
path, name, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
sys.stdin.readline()
with belieflog.open(path) as log:
    mem = log.memory("u", name)
    for n in range(count):
        mem.write(f"k{n}", n)
"""
BRIEFLY = """
import sys, belieflog
path, name, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
sys.stdin.readline()
for n in range(count):
    with belieflog.open(path, durability="off") as log:
        log.memory("u", name).write(f"k{n}", n)
    with belieflog.open(path, readonly=True) as log:
        assert log.memory("u", name).read(f"k{n}") == n
"""
posix = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")


def together(program, path, writers, count):
    """Run *writers* programs that start at one moment; give what they said on stderr."""
    running = [
        subprocess.Popen(
            [sys.executable, "-c", program, path, f"s{n}", str(count)],
            cwd=ROOT, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for n in range(writers)
    ]  # fmt: skip
    for one in running:
        one.stdin.write("go\n")
        one.stdin.flush()
    return [one.communicate(timeout=120)[1] for one in running]


def whole(path, events):
    """Check that the log holds *events* besides its opening, contiguous and verified."""
    with belieflog.open(path, readonly=True) as log:
        positions = [r.position for r in log.events()]
        assert positions == list(range(1, events + 2))
        assert log.verify().ok
        return log.memory("u", "s0").scratchpad()


def test_four_processes_of_500_writes_each_leave_2000_events_and_no_error(path):
    errors = together(WRITE, path, 4, 500)

    assert errors == [""] * 4
    whole(path, 2_000)
    with belieflog.open(path, readonly=True) as log:
        for n in range(4):
            assert [note.value for note in log.memory("u", f"s{n}").scratchpad().notes] == list(range(500))


def test_programs_that_make_open_and_close_the_log_all_at_once_dont_hinder_each_other(path):
    errors = together(BRIEFLY, path, 6, 15)

    assert errors == [""] * 6
    whole(path, 6 * 15)


def test_threads_share_a_log_and_each_write_is_in(path):
    with belieflog.open(path, durability="off") as log, ThreadPoolExecutor(8) as pool:
        receipts = list(pool.map(lambda n: log.memory("u", f"s{n % 5}").write(f"k{n}", n), range(400)))

        assert sorted(r.event.position for r in receipts) == list(range(2, 402))
    whole(path, 400)


def test_threads_share_a_log_in_memory():
    """One connection for all: the store keeps them apart."""
    with belieflog.open(":memory:") as log, ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda n: log.memory("u", f"s{n % 5}").write(f"k{n}", n), range(200)))

        assert (log.position, log.verify().ok) == (201, True)


def test_threads_that_have_ended_leave_no_connection_open(path):
    with belieflog.open(path, durability="off") as log:
        for n in range(40):
            thread = threading.Thread(target=lambda n=n: log.memory("u", "s").write(f"k{n}", n))
            thread.start()
            thread.join()

        assert log.position == 41
        assert len(log._store._connections._all) <= 2


def test_two_handles_of_one_process_see_each_others_writes_at_once(path):
    with belieflog.open(path, durability="off") as one, belieflog.open(path, durability="off") as other:
        for n in range(20):
            (one, other)[n % 2].memory("u", "s").write("k", n)
            assert (other, one)[n % 2].memory("u", "s").read("k") == n

        assert (one.position, one.head) == (21, other.head)
        assert one.verify().ok


def test_of_two_that_expect_the_same_version_one_wins_and_the_loser_sees_both_values(path):
    with belieflog.open(path, durability="off") as one, belieflog.open(path, durability="off") as other:
        one.memory("u", "s").write("k", "A")
        one.memory("u", "s").write("k", "mine", expected=1)

        with pytest.raises(Conflict) as conflict:
            other.memory("u", "s").write("k", "theirs", expected=1)

        assert (conflict.value.mine, conflict.value.theirs) == ("theirs", "mine")


def test_many_threads_that_count_up_by_expected_version_lose_no_step(path):
    def count_up(log):
        mem = log.memory("u", "s")
        done = 0
        while done < 20:
            entry = mem.get("note:n")
            try:
                mem.write("n", entry.value + 1, expected=entry.version)
                done += 1
            except Conflict:
                pass

    with belieflog.open(path, durability="off") as log, ThreadPoolExecutor(4) as pool:
        log.memory("u", "s").write("n", 0)
        for running in [pool.submit(count_up, log) for _ in range(4)]:
            running.result()

        assert log.memory("u", "s").read("n") == 80


def test_a_log_that_stays_locked_is_unavailable_after_a_bounded_wait_with_nothing_written(path, monkeypatch):
    monkeypatch.setattr(sqlite_waiting, "PATIENCE", 0.05)
    with belieflog.open(path, durability="off") as log:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("begin immediate")

        with pytest.raises(Unavailable, match=r"stayed locked by another program .*nothing was written") as unavailable:
            log.memory("u", "s").write("k", 1)
        assert unavailable.value.committed is False
        assert log.memory("u", "s").scratchpad().notes == ()
        other.execute("rollback")
        other.close()

        assert log.memory("u", "s").write("k", 1).event.position == 2


def test_a_write_that_is_refused_or_interrupted_lets_go_of_the_lock(path):
    def interrupted():
        raise KeyboardInterrupt

    with belieflog.open(path, durability="off") as one, belieflog.open(path, durability="off") as other:
        mem = one.memory("u", "s")
        with pytest.raises(Refused):
            mem.add_fact("k", 1, source="agent")
        with pytest.raises(KeyboardInterrupt):
            one._log.correct(interrupted)

        assert other.memory("u", "s").write("k", 1).event.position == 2


def test_a_paused_iterator_holds_no_lock(path):
    with belieflog.open(path, durability="off") as one, belieflog.open(path, durability="off") as other:
        one.memory("u", "s").write("k", 1)
        events = one.events()
        next(events)

        one.memory("u", "s").write("k", 2)
        other.memory("u", "s").write("k", 3)

        assert next(events).position == 2


def test_a_reader_sees_one_state_through_a_view_while_another_writes(path):
    with belieflog.open(path, durability="off") as one, belieflog.open(path, durability="off") as other:
        store = one._store
        with store.reading():
            before = store.head()
            other.memory("u", "s").write("k", 1)
            assert store.head() == before
            assert one.memory("u", "s").scratchpad().notes == ()

        assert one.memory("u", "s").read("k") == 1


def test_a_scope_opened_in_a_write_that_failed_isnt_taken_for_another_users(path):
    """Its number is free again, and the next newcomer gets it: in this program or in another."""
    with belieflog.open(path, durability="off") as one, belieflog.open(path, durability="off") as other:
        asks = [(c.Write("k", "mine"), Given(user="u", session="s")), (c.AddFact("k", 1), Given(user="u", session="s"))]
        with pytest.raises(Refused):
            one._log.append(asks)

        other.memory("v", "s").write("k", "theirs")

        assert one.memory("u", "s").read("k") is None
        one.memory("u", "s").write("k", "mine")
        assert (one.memory("u", "s").read("k"), one.memory("v", "s").read("k")) == ("mine", "theirs")


@posix
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_log_carried_across_a_fork_is_reopened_and_parent_and_child_both_write(path):
    with belieflog.open(path, durability="off") as log:
        mem = log.memory("u", "s")
        mem.write("before", 1)
        child = os.fork()
        if child == 0:
            status = 1
            try:
                for n in range(50):
                    mem.write(f"child{n}", n)
                log.close()
                status = 0
            finally:
                os._exit(status)
        for n in range(50):
            mem.write(f"parent{n}", n)
        _, status = os.waitpid(child, 0)

        assert status == 0
        assert len(mem.keys()) == 101
    whole(path, 101)


@posix
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_log_in_memory_is_refused_across_a_fork():
    with belieflog.open(":memory:") as log:
        child = os.fork()
        if child == 0:
            status = 1
            try:
                log.memory("u", "s").write("k", 1)
            except Unavailable:
                status = 0
            finally:
                os._exit(status)

        assert os.waitpid(child, 0)[1] == 0


def test_what_is_read_to_decide_cant_change_before_it_is_written(tmp_path):
    with belieflog.open(tmp_path / "log.db", durability="off") as log:

        def count(_):
            mem = log.memory("u", "s")
            return mem.transact(lambda batch: batch.write("n", (mem.read("n") or 0) + 1).id)

        with ThreadPoolExecutor(4) as pool:
            ids = list(pool.map(count, range(40)))

        assert log.memory("u", "s").read("n") == 40
        assert len(set(ids)) == 40 == len(log.memory("u", "s").history("note:n"))


def test_a_transaction_that_fails_leaves_nothing_however_many_batches_it_takes():
    with belieflog.open(":memory:") as log:
        mem = log.memory("u", "s")

        def much(batch):
            for n in range(1_200):
                batch.remember(f"semantic:a/{n}", "x" * 2_000)

        mem.transact(much)
        before = log.position
        with pytest.raises(Refused, match="no source"):
            mem.transact(lambda batch: (much(batch), batch.add_fact("k", 1, source="agent")))

        assert (log.position, len(mem.below("a")), mem.transact(lambda batch: 3)) == (before, 1_200, 3)


@pytest.mark.parametrize("value", ["\ud800", object(), float("nan")], ids=["surrogate", "object", "nan"])
def test_a_transaction_refuses_what_the_log_cant_hold_as_any_write_does(value):
    with belieflog.open(":memory:") as log:
        mem = log.memory("u", "s")

        with pytest.raises(InvalidValue):
            mem.transact(lambda batch: batch.write("n", value))
        assert mem.read("n") is None


@posix
@pytest.mark.parametrize("mishap", ["deleted", "moved", "replaced"])
def test_a_log_whose_file_is_gone_takes_nothing_more(tmp_path, mishap):
    path, other = tmp_path / "log.db", tmp_path / "other.db"
    with belieflog.open(other) as log:
        log.memory("u", "s").write("k", "theirs")
    with belieflog.open(path) as log:
        mem = log.memory("u", "s")
        mem.write("k", 1)
        if mishap == "moved":
            path.rename(tmp_path / "moved.db")
        else:
            path.unlink()
        if mishap == "replaced":
            other.rename(path)

        with pytest.raises(Unavailable, match="was moved, deleted or replaced while it was open: nothing was written"):
            mem.write("k", 2)
        with ThreadPoolExecutor(1) as pool, pytest.raises(Unavailable, match="was moved, deleted or replaced"):
            pool.submit(lambda: mem.write("k", 3)).result()

    assert path.exists() == (mishap == "replaced")
