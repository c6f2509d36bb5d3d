"""A reader that follows a log misses nothing and gets it in order, whoever writes, and goes on where it was."""

import itertools
import json
import os
import signal
import subprocess
import sys
import threading
import time

import pytest
from commanding import ROOT, Command, process
from engines import nats, postgres
from ticking import over

import belieflog
from belieflog import NotFound
from eventlog.memory_store import MemoryStore
from eventlog.sqlite_store import SQLiteStore

EVENTS = int(os.environ.get("BELIEFLOG_FOLLOWED", "2000"))  # 20000 for the whole of it
WRITERS = 8


@pytest.fixture
def server():
    return postgres()


@pytest.fixture(params=["memory", "shared memory", "file", "server", "cluster"])
def log(request, tmp_path):
    """A log with ten notes, in each of the places where one can be."""
    servers = {"server": postgres, "cluster": nats}
    if request.param in servers:
        opened = belieflog.open(servers[request.param]().url())
    else:
        make = {
            "memory": MemoryStore,
            "shared memory": lambda: SQLiteStore(":memory:"),
            "file": lambda: SQLiteStore(str(tmp_path / "agent.db")),
        }
        opened = over(make[request.param]())
    with opened as log:
        for n in range(10):
            log.memory("u", "s").write("k", n)
        yield log


def positions(events):
    return [event.position for event in events]


def later(seconds, act):
    """Act after so many seconds, in a thread."""
    thread = threading.Timer(seconds, act)
    thread.start()
    return thread


def test_what_is_there_comes_in_order_and_then_what_is_written(log):
    writer = later(0.3, lambda: [log.memory("u", "s").write("k", n) for n in "abc"])

    found = list(itertools.islice(log.follow(), 14))

    writer.join()
    assert positions(found) == list(range(1, 15))
    assert [event.private.content for event in found[-3:]] == ["a", "b", "c"]


def test_it_goes_on_after_a_position_and_may_look_at_one_user_only(log):
    log.memory("v", "s").write("k", "theirs")
    log.memory("u", "s").write("k", "mine")

    assert positions(log.follow(8, timeout=0)) == [9, 10, 11, 12, 13]
    assert positions(log.follow(8, user="v", timeout=0)) == [12]
    with pytest.raises(NotFound, match="past the head"):
        log.follow(99)


def test_from_now_on_means_from_the_call(log):
    following = log.follow(None, timeout=0)
    log.memory("u", "s").write("k", "new")

    assert positions(following) == [12]


def test_it_ends_after_some_time_in_which_nothing_came(log):
    writer = later(0.3, lambda: log.memory("u", "s").write("k", "late"))
    began = time.monotonic()

    found = list(log.follow(11, timeout=0.6))

    writer.join()
    assert positions(found) == [12]
    assert 0.8 < time.monotonic() - began < 4


def test_it_ends_when_it_is_told_to_even_while_it_waits(log):
    told = threading.Event()
    stopper = later(0.3, told.set)
    began = time.monotonic()

    assert list(log.follow(11, stop=told.is_set)) == []

    stopper.join()
    assert time.monotonic() - began < 3
    assert list(log.follow(0, stop=told.is_set)) == []


def test_word_of_what_is_written_comes_soon(log):
    heard, told = [], threading.Event()

    def read():
        for _ in log.follow(11, stop=told.is_set):
            heard.append(time.monotonic())

    reader = threading.Thread(target=read)
    reader.start()
    time.sleep(0.5)
    written = []
    for n in range(5):
        written.append(time.monotonic())
        log.memory("u", "s").write("k", f"soon {n}")
        time.sleep(0.3)
    told.set()
    reader.join()

    assert len(heard) == 5
    assert sorted(h - w for h, w in zip(heard, written, strict=True))[2] < 0.3


def test_an_erasure_comes_like_any_other_event(log):
    following = log.follow(11, timeout=0)
    log.erase(user="u", address="note:k", reason="asked")

    [erased] = following

    assert erased.tag == "erased"
    assert {p for low, high in erased.public.erased for p in range(low, high + 1)} == set(range(2, 12))


# Many writers

WRITER = """
import sys, belieflog
url, name, count, size = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
with belieflog.open(url, durability="normal") as log:
    mem = log.memory(name, "s")
    while count:
        with mem.batch() as batch:
            for n in range(min(size, count)):
                batch.write(f"k{n}", f"{name} {count - n}")
        count -= min(size, count)
"""


def written_by_many(url_of, name, sizes):
    """Start the writers, and follow the log until each has said all that it says."""
    share = EVENTS // WRITERS
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, url_of(f"w{n}"), f"w{n}", str(share), str(size)], env=environment
        )
        for n, size in zip(range(WRITERS), sizes, strict=True)
    ]
    found = []
    try:
        with belieflog.open(url_of("reader"), readonly=True) as log:
            for event in log.follow(timeout=60):
                found.append((event.position, event.public.user, event.private.content))
                if len(found) == share * WRITERS + 1:
                    break
            assert log.position == share * WRITERS + 1
    finally:
        for each in writers:
            each.wait(60)
    assert [each.returncode for each in writers] == [0] * WRITERS
    return found, share


@pytest.mark.parametrize("where", ["file", "server", "cluster"])
def test_a_reader_misses_nothing_of_what_eight_writers_write(where, tmp_path):
    servers = {"server": postgres, "cluster": nats}
    base = servers[where]().url() if where in servers else str(tmp_path / "agent.db")
    place = (lambda who: f"{base}-{who}") if where in servers else (lambda who: base)  # a follower each
    belieflog.open(place("first")).close()

    found, share = written_by_many(place, where, (1, 1, 1, 2, 3, 5, 10, 40))

    assert [position for position, *_ in found] == list(range(1, share * WRITERS + 2))
    for n in range(WRITERS):
        mine = [content for _, user, content in found if user == f"w{n}"]
        assert mine == [f"w{n} {left}" for left in range(share, 0, -1)]


# The command


@pytest.mark.skipif(os.name == "nt", reason="a process is ended by a signal")
@pytest.mark.parametrize("where", ["file", "server"])
@pytest.mark.parametrize("how", ["--jsonl", "--all"])
def test_the_command_prints_what_is_written_until_it_is_interrupted(path, how, where, server):
    if where == "server":
        path = server.url()
    command = Command(path)
    command("write", "k", "first")
    piped = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with process("log", "--log", path, "--follow", how, **piped) as started:
        lines = [started.stdout.readline() for _ in range(1 if how == "--jsonl" else 2)]
        command("write", "k", "second", "--user", "other")
        command("write", "k", "third")
        lines.append(started.stdout.readline())
        started.send_signal(signal.SIGINT)
        rest = started.stdout.read() + started.stderr.read()

    assert (started.returncode, rest) == (0, "")
    if how == "--jsonl":
        assert [json.loads(line)["content"] for line in lines] == ["first", "third"]
    else:
        assert "first" in lines[1]
        assert "third" in lines[2]


def test_what_never_ends_is_no_document(path):
    command = Command(path)
    command("write", "k", "first")

    assert command("log", "--follow", "--json").exit_code == 2
    assert command("log", "--follow", "--before", "2").exit_code == 2
