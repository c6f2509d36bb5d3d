"""What was acknowledged survives kill -9 at any instant, and no batch is half there."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

import belieflog
from belieflog import Unavailable

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork and no kill -9"),
    pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning"),
]
KILLS = 50
BATCH = 5


def write_on(path, acknowledge, round_):
    """Write for ever, single events and batches by turns, and tell the position and hash of each once it is in."""
    with belieflog.open(path) as log:
        mem = log.memory("u", f"s{round_ % 3}")
        n = 0
        while True:
            if n % 2:
                with mem.batch() as batch:
                    for i in range(BATCH):
                        batch.write(f"k{i}", f"{round_}.{n}")
                events = [r.event for r in batch.receipts]
            else:
                events = [mem.write(f"single{n}", f"{round_}.{n}").event]
            os.write(acknowledge, "".join(f"{e.position} {e.id}\n" for e in events).encode())
            n += 1


def killed(path, round_, after):
    """Start a writer, kill it *after* so many seconds and a first acknowledgement; give what it acknowledged."""
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reads)
            write_on(path, writes, round_)
        finally:
            os._exit(1)
    os.close(writes)
    told = os.read(reads, 65536)
    time.sleep(after)
    os.kill(child, signal.SIGKILL)
    while more := os.read(reads, 65536):
        told += more
    os.close(reads)
    _, status = os.waitpid(child, 0)
    assert os.WTERMSIG(status) == signal.SIGKILL
    return [line.split() for line in told.decode().splitlines()]


def test_each_acknowledged_write_survives_kill_9_at_random_50_times(path):
    random = Random(9)
    acknowledged = {}

    for round_ in range(KILLS):
        for position, id in killed(path, round_, random.random() * 0.03):
            assert int(position) not in acknowledged
            acknowledged[int(position)] = id
        with belieflog.open(path) as log:  # as a second program would, to write on
            log.memory("u", "after").write("round", round_)
            acknowledged[log.position] = log.event(log.position).id

    with belieflog.open(path, readonly=True) as log:
        events = list(log.events())
        assert [e.position for e in events] == list(range(1, len(events) + 1))
        assert log.verify().ok
        there = {e.position: e.id for e in events}
        assert {p: there.get(p) for p in acknowledged} == acknowledged
        sizes = {}
        for event in events:
            sizes[event.batch] = sizes.get(event.batch, 0) + 1
        assert set(sizes.values()) == {1, BATCH}
        indexed = log.memory("u", "s0").scratchpad()
    with belieflog.open(path) as log:
        log.rebuild()
        assert log.memory("u", "s0").scratchpad() == indexed


@pytest.mark.parametrize("statements", range(1, 12))
def test_a_write_killed_at_each_of_its_statements_is_wholly_there_or_not_at_all(path, statements):
    with belieflog.open(path, durability="off") as log:
        log.memory("u", "s").write("k", "A")
    child = os.fork()
    if child == 0:
        log = belieflog.open(path, durability="off")
        left = [statements]

        def count(_):
            left[0] -= 1
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)

        log._store._connections.get().set_trace_callback(count)
        with log.memory("u", "s").batch() as batch:
            batch.write("k", "B")
            batch.write("j", "X")
        os._exit(0)
    os.waitpid(child, 0)

    with belieflog.open(path, durability="off") as log:
        found = {n.key: n.value for n in log.memory("u", "s").scratchpad().notes}
        assert (log.position, found) in [(2, {"k": "A"}), (4, {"k": "B", "j": "X"})]
        assert log.verify().ok


FULL = """
import resource, signal, sys, belieflog
from belieflog import Unavailable
path = sys.argv[1]
log = belieflog.open(path, durability="normal")
log.memory("a", "s").write("k", "A")
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
_, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (1, hard))
try:
    log.memory("u", "s").write("k", "lost")
except Unavailable as error:
    print(error.committed)
resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
log.memory("v", "s").write("k", "theirs")
print(log.position, log.memory("u", "s").read("k"), log.memory("v", "s").read("k"), log.verify().ok)
log.memory("u", "s").write("k", "mine")
print(log.position, log.memory("u", "s").read("k"), log.memory("v", "s").read("k"), log.verify().ok)
log.close()
"""


def test_a_commit_that_fails_leaves_nothing_behind_for_the_next_user(path):
    """The disk gives way at the commit itself: what the write had opened must be forgotten."""
    done = subprocess.run(
        [sys.executable, "-c", FULL, path], cwd=Path(__file__).parent.parent, capture_output=True, text=True, timeout=60
    )

    assert done.stderr == ""
    assert done.stdout.splitlines() == ["None", "3 None theirs True", "4 mine theirs True"]


def test_a_full_disk_is_told_as_such_and_nothing_of_the_write_is_there(path):
    with belieflog.open(path, durability="off") as log:
        mem = log.memory("u", "s")
        mem.write("k", "A")
        head = log.head
        connection = log._store._connections.get()
        (pages,) = connection.execute("pragma page_count").fetchone()
        connection.execute(f"pragma max_page_count = {pages}")

        batch = mem.batch()
        with pytest.raises(Unavailable, match=r"the disk .* is full: make room .*nothing was written") as full, batch:
            [batch.write(f"k{n}", "x" * 5_000) for n in range(50)]
        assert full.value.committed is False
        assert (log.head, mem.keys()) == (head, ["k"])
        connection.execute("pragma max_page_count = 1000000")

        assert mem.write("k", "B").event.position == 3
        assert log.verify().ok


def test_an_acknowledged_write_is_read_by_another_program_before_the_log_is_closed(path):
    with belieflog.open(path) as log:
        receipt = log.memory("u", "s").write("k", "A")
        other = sqlite3.connect(f"file:{path}?mode=ro", uri=True)

        assert other.execute("select count(*) from event where position = ?", (receipt.event.position,)).fetchone() == (
            1,
        )
        other.close()


def test_by_default_each_commit_is_flushed_to_the_disk(path):
    with belieflog.open(path) as log:
        connection = log._store._connections.get()

        assert connection.execute("pragma synchronous").fetchone() == (2,)
        assert connection.execute("pragma journal_mode").fetchone() == (b"wal",)
