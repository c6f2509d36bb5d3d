"""A log in NATS JetStream: many writers, nodes that come and go, and what is erased gone from every node."""

import contextlib
import json
import multiprocessing
import os
import signal
import socket
import threading
import time
from pathlib import Path
from random import Random

import engines
import pytest
import servers
from living import live
from servers import asked, leader
from ticking import over

import belieflog
from belieflog import BelieflogError, CorruptLog, NewerFormat, NotFound, Refused, Unavailable
from eventlog import places
from eventlog.engine import Change, Overtaken
from eventlog.jetstream import client, connecting, failures, journal, messages, publishing
from eventlog.jetstream.place import place
from eventlog.memory_store import MemoryStore

fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
SECRET = "the-secret-plan-of-tuesday"


@pytest.fixture(scope="module")
def nats():
    return engines.nats()


@pytest.fixture
def own():
    """A cluster of the test's own, to be mistreated."""
    with servers.nats() as cluster:
        yield cluster


def noted(log, session="s"):
    return {n.key: n.value for n in log.memory("u", session).scratchpad().notes}


def kept(cluster, log):
    """Count what the bucket of a log holds, by kind."""
    stream = place(f"nats://h?log={log}").bucket
    told = asked(cluster, f"$JS.API.STREAM.INFO.{stream}", {"subjects_filter": ">"})["state"]
    kinds = [subject.split(".")[3] for subject in told.get("subjects") or {}]
    return {kind: kinds.count(kind) for kind in sorted(set(kinds))}


def holding(folder, text):
    """Name the files below *folder* in which *text* stands."""
    found = []
    for path in folder.rglob("*"):
        with contextlib.suppress(FileNotFoundError):
            if path.is_file() and text.encode() in path.read_bytes():
                found.append(path.relative_to(folder).as_posix())
    return sorted(found)


def stored(folder, text):
    """Name the files of streams in which *text* stands; what the nodes told one another stays for some minutes more."""
    return [path for path in holding(folder, text) if "/$SYS/" not in path]


# What is written


@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_happens_to_a_log_it_comes_out_as_one_in_memory(nats, seed):
    with over(MemoryStore()) as there, over(places.store(nats.url())) as here:
        for log in (there, here):
            drawn = Random(seed)
            live(log, [drawn.randrange(10_000) for _ in range(60)])
            mem = log.memory("u", "s")
            for name in ("a", "b", "a"):
                mem.observe("curl", name * 200_000, call=name)
            live(log, [drawn.randrange(10_000) for _ in range(30)])
            log.erase(user="u", source="tool:curl", reason="asked to")
            log.erase(user="u", whole_user=True, reason="asked to") if seed == 2 else None
            log.memory("u", "z").observe("curl", "a" * 200_000)

        assert here.head == there.head
        assert list(here.events()) == list(there.events())
        assert here.verify(views=True).ok


def test_a_blob_is_given_by_its_own_name_only(nats):
    with belieflog.open(nats.url("named")) as log:
        log.memory("u", "s").observe("curl", "x" * 100_000)
        engine = log._log.store.engine

        (name,) = {chunk.subject.split(".")[4] for chunk in engine._link.run(engine._kept.chunks())}
        assert len(engine.blob(name)) > 100_000
        assert [engine.blob(each) for each in (">", "*", "", "0" * 64, name[:-1], "a b", "\ud800")] == [None] * 7
        assert engine.blob_salt("\ud800") is None


@pytest.mark.parametrize("readonly", [False, True])
def test_a_follower_that_was_deleted_is_made_anew(nats, readonly):
    url = nats.url()
    with belieflog.open(url) as log:
        for n in range(150):
            log.memory("u", "s").write(f"k{n % 7}", n)
        with log.memory("u", "s").batch() as batch:
            batch.write("j", 1)
            batch.write("i", 2)
        head, seen = log.head, noted(log)
    for ending in ("", "-wal", "-shm"):
        with contextlib.suppress(FileNotFoundError):
            os.remove(url.partition("follower=")[2] + ending)

    with belieflog.open(url, readonly=readonly) as log:
        assert (log.head, noted(log)) == (head, seen)
        assert log.verify(views=True).ok


def test_a_write_of_many_megabytes_goes_in_as_one(nats):
    url = nats.url("large")
    with belieflog.open(url) as log, belieflog.open(nats.url("large")) as there:
        log.memory("u", "s").write("k", "before")
        store, seen = log._log.store, []

        def asks():
            for n in range(150):
                yield big(n)

        watching = threading.Event()

        def watch():
            while not watching.is_set():
                seen.append(there.position)

        watcher = threading.Thread(target=watch)
        watcher.start()
        log._log.take_in(asks(), lambda _: None)
        watching.set()
        watcher.join()

        assert store.head().position == 152
        assert set(seen) <= {2, 152}
        assert there.head == log.head
        assert there.verify(views=True).ok
    told = asked(nats, f"$JS.API.STREAM.INFO.{place(url).stream}")["state"]
    assert told["messages"] > 8


def big(n):
    from eventlog import commands as c
    from eventlog.commands import Given

    return c.Observe("curl", f"{n} " + "x" * 60_000), Given(user="u", session="s")


def test_what_needs_more_messages_than_a_batch_has_is_refused_whole(nats, monkeypatch):
    monkeypatch.setattr(publishing, "MOST", 3)
    with belieflog.open(nats.url()) as log:
        with pytest.raises(Refused, match=r"3 messages.*write it in parts"):
            log._log.take_in((big(n) for n in range(150)), lambda _: None)

        assert log.position == 1
        log.memory("u", "s").write("k", "v")
        assert log.verify(views=True).ok


def test_an_imported_log_is_a_copy_and_only_read(nats, tmp_path):
    with belieflog.open(tmp_path / "agent.db") as log:
        log.memory("u", "s").write("k", "A")
        log.memory("u", "s").observe("curl", "x" * 2_000_000)
        log.memory("u", "s").write("j", "B")
        log.erase(user="u", address="note:j", reason="asked to")
        log.export(tmp_path / "export.jsonl")
        head = log.head

    url = nats.url("copied")
    with belieflog.open(url) as log:
        log.import_(tmp_path / "export.jsonl")
        assert log.head == head
        with pytest.raises(Refused, match="only read here"):
            log.memory("u", "s").write("k", "B")
    with belieflog.open(nats.url("copied")) as log:
        assert log.head == head
        assert noted(log) == {"k": "A"}
        assert log.verify(views=True).ok
        with pytest.raises(Refused, match="only read here"):
            log.memory("u", "s").write("k", "B")


def test_waiting_ends_when_another_machine_writes(nats):
    with belieflog.open(nats.url("waited")) as here, belieflog.open(nats.url("waited")) as there:
        store, begun = there._log.store, time.monotonic()
        store.wait(1, 0.3)
        assert time.monotonic() - begun >= 0.3

        threading.Timer(0.2, lambda: here.memory("u", "s").write("k", 1)).start()
        begun = time.monotonic()
        store.wait(1, 10.0)
        assert time.monotonic() - begun < 0.9
        assert there.position == 2


# Who was first


def write_some(url, name, count):
    with belieflog.open(url) as log:
        mem = log.memory("u", name)
        for n in range(count):
            mem.write("k", n)


def side_by_side(urls, count):
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=write_some, args=(url, f"w{n}", count)) for n, url in enumerate(urls)]
    for writer in writers:
        writer.start()
    return writers


def whole(log, events):
    assert [e.position for e in log.events()] == list(range(1, events + 1))
    assert log.verify(views=True).ok


def test_writers_that_follow_in_files_of_their_own_lose_nothing_and_double_nothing(nats):
    urls = [nats.url("racing") for _ in range(3)]
    belieflog.open(urls[0]).close()

    for writer in side_by_side(urls, 40):
        writer.join()

    with belieflog.open(nats.url("racing")) as log:
        whole(log, 121)
        assert all(noted(log, f"w{n}") == {"k": 39} for n in range(3))


def write_on(url, stop):
    with belieflog.open(url) as log:
        mem, n = log.memory("u", "fast"), 0
        while not stop.is_set():
            mem.write("k", n := n + 1)


def test_who_writes_without_a_pause_doesnt_keep_out_who_must_catch_up_first(nats):
    context = multiprocessing.get_context("spawn")
    stop, waited = context.Event(), []
    with belieflog.open(nats.url("fair")) as log:
        fast = [context.Process(target=write_on, args=(nats.url("fair"), stop), daemon=True) for _ in range(2)]
        for each in fast:
            each.start()
        try:
            while log.position < 20:
                time.sleep(0.05)
            while len(waited) < 10 and (not waited or waited[-1] < 3):
                begun = time.monotonic()
                log.memory("u", "slow").write("k", len(waited))
                waited.append(time.monotonic() - begun)
        finally:
            stop.set()
        for each in fast:
            each.join()

        assert max(waited) < 3
        whole(log, log.position)


def test_programs_of_one_machine_share_the_file_that_follows(nats):
    url = nats.url()
    belieflog.open(url).close()

    for writer in side_by_side([url, url], 25):
        writer.join()

    with belieflog.open(url) as log:
        whole(log, 51)


def test_threads_write_side_by_side(nats):
    with belieflog.open(nats.url()) as log:
        threads = [
            threading.Thread(target=lambda n=n: [log.memory("u", f"t{n}").write("k", i) for i in range(15)])
            for n in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        whole(log, 61)


def test_what_was_decided_on_an_older_end_is_never_published(nats):
    with belieflog.open(nats.url("stale")) as here, belieflog.open(nats.url("stale")) as there:
        engine = there._log.store.engine
        with engine.holding() as tail:
            here.memory("u", "s").write("k", "first")
            with pytest.raises(Overtaken):
                engine.commit(tail, Change(erased=[1]))

        assert there.position == 2
        assert there.verify(views=True).ok
    for _ in range(50):  # what was kept for it is taken back
        if kept(nats, "stale") == {"private": 2}:
            break
        time.sleep(0.05)
    assert kept(nats, "stale") == {"private": 2}


def test_two_who_give_a_user_the_first_salt_agree_on_one(nats):
    with belieflog.open(nats.url("salted")) as here, belieflog.open(nats.url("salted")) as there:
        barrier = threading.Barrier(2)

        def observe(log, name):
            barrier.wait()
            log.memory("u", name).observe("curl", "x" * 100_000)

        threads = [threading.Thread(target=observe, args=each) for each in ((here, "a"), (there, "b"))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        assert kept(nats, "salted")["salt"] == 1
        whole(here, 3)
        whole(there, 3)


@fork
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_forked_child_writes_by_a_connection_of_its_own(nats):
    with belieflog.open(nats.url("forked")) as log:
        log.memory("u", "s").write("k", "parent")
        child = os.fork()
        if child == 0:
            signal.alarm(20)
            code = 1
            try:
                log.memory("u", "s").write("j", "child")
                log.close()
                code = 0
            finally:
                os._exit(code)
        log.memory("u", "s").write("i", "meanwhile")
        assert os.waitpid(child, 0)[1] == 0
        log.memory("u", "s").write("k", "again")

        assert noted(log) == {"k": "again", "j": "child", "i": "meanwhile"}
        assert log.verify(views=True).ok


def test_an_import_that_another_writer_was_quicker_than_goes_in_all_the_same(nats, tmp_path):
    url, dialogue = nats.url("imported"), tmp_path / "dialogue.jsonl"
    dialogue.write_text("".join(f'{{"role": "user", "content": "{n}"}}\n' for n in range(1_500)))
    heard = []
    with belieflog.open(url) as here, belieflog.open(nats.url("imported")) as there:

        def progress(done):
            if not heard:
                there.memory("v", "s").write("k", "first")
            heard.append(done)

        report = here.import_(dialogue, user="u", session="s", progress=progress)

        assert (report.added, report.files, heard) == (1_500, 1, [1_000, 1_000])
        assert there.memory("v", "s").get("note:k").value == "first"
        whole(here, 1_502)


# Nodes that come and go


def test_a_node_that_is_behind_for_a_moment_isnt_taken_for_another_log(nats, monkeypatch):
    with belieflog.open(nats.url("behind")) as log:
        engine = log._log.store.engine
        older = engine.tail()
        log.memory("u", "s").write("k", "v")
        asked, tail = [], engine.tail

        def behind():
            asked.append(1)
            return older if len(asked) == 1 else tail()

        monkeypatch.setattr(engine, "tail", behind)

        assert noted(log) == {"k": "v"}


def test_a_leader_killed_under_load_loses_nothing_and_doubles_nothing(own):
    urls = [own.url("load") for _ in range(2)]
    with belieflog.open(urls[0]) as log:
        log.memory("u", "s").write("k", 1)
    said, stop = [], threading.Event()

    def write(url, name):
        with belieflog.open(url) as log:
            mem, n = log.memory("u", name), 0
            while not stop.is_set() or n < 20:
                mem.write("k", f"{name} {n}")
                said.append(f"{name} {n}")
                n += 1

    threads = [threading.Thread(target=write, args=(url, f"w{n}")) for n, url in enumerate(urls)]
    for thread in threads:
        thread.start()
    time.sleep(1.0)
    own.kill(leader(own, "load"))
    time.sleep(1.0)
    before = len(said)
    for _ in range(140):
        if len(said) > before + 20:
            break
        time.sleep(0.1)
    stop.set()
    for thread in threads:
        thread.join()

    assert len(said) > before + 20
    with belieflog.open(own.url("load")) as log:
        written = [event.private.content for event in log.events() if event.public.session in ("w0", "w1")]
        assert sorted(written) == sorted(said)
        whole(log, len(said) + 2)


def test_a_node_that_was_away_catches_up_and_can_carry_on(own):
    with belieflog.open(own.url("away")) as log:
        log.memory("u", "s").write("k", 1)
        own.kill(away := (leader(own, "away") + 1) % 3)
        for n in range(20):
            log.memory("u", "s").write("k", n)
        own.start(away)
        time.sleep(2.0)
        own.kill(leader(own, "away"))
        log.memory("u", "s").write("k", "later")

        assert noted(log) == {"k": "later"}
        whole(log, 23)


def test_where_most_nodes_are_down_reads_and_writes_say_so_in_time(own, monkeypatch):
    with belieflog.open(own.url("down")) as log:
        mem = log.memory("u", "s")
        mem.write("k", "A")
        for node in (0, 1):
            own.kill(node)

        for attempt in (lambda: mem.write("k", "B"), lambda: noted(log), lambda: belieflog.open(own.url("down"))):
            begun = time.monotonic()
            with pytest.raises(Unavailable, match="check that most of its nodes run") as gone:
                attempt()
            assert time.monotonic() - begun < 15
            assert gone.value.committed is False
            monkeypatch.setattr(connecting, "PATIENCE", 2.0)

        monkeypatch.undo()
        for node in (0, 1):
            own.start(node)
        own.ready()
        mem.write("k", "C")
        assert noted(log) == {"k": "C"}
        whole(log, 3)


@pytest.mark.parametrize("arrived", [True, False])
@pytest.mark.parametrize("large", [True, False])
def test_an_answer_that_was_lost_leaves_the_write_in_exactly_once(nats, monkeypatch, arrived, large):
    once, lost = connecting.Link.once, []

    async def losing(self, subject, body, headers=None, *, timeout=2.0):
        if subject.endswith(".log") and not lost and ("Nats-Batch-Commit" in headers) == large:
            lost.append(subject)
            if arrived:
                await once(self, subject, body, headers, timeout=timeout)
            raise failures.Silent
        return await once(self, subject, body, headers, timeout=timeout)

    with belieflog.open(nats.url()) as log:
        monkeypatch.setattr(connecting.Link, "once", losing)
        if large:
            log._log.take_in((big(n) for n in range(60)), lambda _: None)
        else:
            log.memory("u", "s").write("k", "once")

        assert lost
        whole(log, 61 if large else 2)


def test_a_write_whose_fate_nobody_tells_is_said_to_be_unknown(nats, monkeypatch):
    once = connecting.Link.once

    async def losing(self, subject, body, headers=None, *, timeout=2.0):
        if subject.endswith(".log"):
            raise failures.Silent
        return await once(self, subject, body, headers, timeout=timeout)

    with belieflog.open(nats.url()) as log:
        monkeypatch.setattr(connecting.Link, "once", losing)
        monkeypatch.setattr(connecting, "PATIENCE", 0.5)
        with pytest.raises(Unavailable, match="may or may not be in") as gone:
            log.memory("u", "s").write("k", "v")
        assert gone.value.committed is None


def test_a_write_that_is_in_but_cant_be_read_back_is_said_to_be_unknown(nats, monkeypatch):
    once, lost = connecting.Link.once, []

    async def losing(self, subject, body, headers=None, *, timeout=2.0):
        answer = await once(self, subject, body, headers, timeout=timeout)
        if subject.endswith(".log"):
            lost.append(json.loads(answer.data))
            if len(lost) == 1:
                raise failures.Silent
            answer.data = b'{"error": {"code": 400, "err_code": 10071, "description": "wrong last sequence"}}'
        return answer

    async def unread(self, seq):
        raise self._link.lost()

    with belieflog.open(nats.url()) as log:
        monkeypatch.setattr(connecting.Link, "once", losing)
        monkeypatch.setattr(journal.Journal, "at", unread)
        with pytest.raises(Unavailable, match="may or may not be in") as gone:
            log.memory("u", "s").write("k", "v")
        assert gone.value.committed is None
        monkeypatch.undo()
        assert noted(log) == {"k": "v"}


# What is erased


def test_what_is_erased_goes_from_the_cluster_and_from_each_machine_that_follows(own):
    with belieflog.open(own.url("erasing")) as here, belieflog.open(url := own.url("erasing")) as there:
        here.memory("u", "s").write("j", "stays")
        here.memory("u", "s").write("k", SECRET)
        here.memory("u", "s").observe("curl", SECRET * 10_000)
        assert noted(there)["k"] == SECRET
        assert holding(own.folder, SECRET)

        assert here.erase(user="u", session="s", address="note:k", reason="asked to").left == ()
        assert here.erase(user="u", session="s", source="tool:curl", reason="asked to").left == ()

        assert noted(there) == {"j": "stays"}
        assert there.verify(views=True).ok
    follower = url.partition("follower=")[2]
    for ending in ("", "-wal"):
        if os.path.exists(follower + ending):
            assert SECRET.encode() not in Path(follower + ending).read_bytes()
    deadline = time.monotonic() + 5
    while (left := stored(own.folder, SECRET)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert left == []


def test_an_erasure_whose_writer_died_is_completed_by_who_comes_next(nats, monkeypatch):
    url = nats.url("half")
    with belieflog.open(url) as log:
        log.memory("u", "s").write("k", SECRET)
        log.memory("u", "s").observe("curl", SECRET * 10_000)
        engine = log._log.store.engine
        monkeypatch.setattr(engine, "purge", lambda: [])
        log.erase(user="u", session="s", kind="note", reason="asked to")
        log.erase(user="u", session="s", source="tool:curl", reason="asked to")
        assert kept(nats, "half")["blob"] == 1  # as it is where the writer died here
        assert holding(nats.folder, SECRET)
        name = next(iter(engine._journal.dropped))
        assert [row.private for row in log._log.store.rows(1, 3)] == [None, None]
        assert engine.blob(name) is None
    for ending in ("", "-wal", "-shm"):
        with contextlib.suppress(FileNotFoundError):
            os.remove(url.partition("follower=")[2] + ending)

    with belieflog.open(url, readonly=True) as log:
        assert noted(log) == {}
        assert log.verify(views=True).ok
    belieflog.open(url).close()

    assert "blob" not in kept(nats, "half")
    time.sleep(0.2)
    assert [path for path in stored(nats.folder, SECRET) if "half" in path] == []


def test_what_was_kept_for_a_write_that_never_came_to_be_is_swept(nats):
    with belieflog.open(nats.url("orphans")) as log:
        mem = log.memory("u", "s")
        mem.write("k", "A")
        engine = log._log.store.engine
        name = (3, "feedbeef")
        engine._link.run(engine._kept.put_bundle(name, {3: (b"s" * 16, SECRET.encode())}))
        engine._link.run(engine._kept.put_blob("ab" * 32, name, SECRET.encode() * 90_000))
        assert engine.purge() == []
        assert kept(nats, "orphans") == {"blob": 3, "private": 3}  # the writer may yet publish it

        mem.write("k", "B")
        mem.observe("curl", "x" * 100_000)
        assert engine.purge() == []

        assert kept(nats, "orphans") == {"blob": 1, "private": 4, "salt": 1}
        whole(log, 4)


def test_a_blob_dropped_late_leaves_one_that_was_kept_again(nats):
    with belieflog.open(nats.url("again")) as log:
        mem, engine = log.memory("u", "s"), log._log.store.engine
        mem.observe("curl", "x" * 100_000, call="1")
        purge, engine.purge = engine.purge, lambda: []
        log.erase(user="u", source="tool:curl#1", reason="asked to")
        mem.observe("curl", "x" * 100_000, call="2")
        assert purge() == []

        assert kept(nats, "again")["blob"] == 1
        assert engine.blob(next(iter(engine._journal.dropped))) is not None
        whole(log, 4)


def test_a_log_made_anew_in_place_of_a_deleted_one_is_swept_from_its_beginning(nats):
    url = nats.url("anew")
    with belieflog.open(url) as log:
        for n in range(9):
            log.memory("u", "s").write("k", n)
        log.erase(user="u", session="s", kind="note", reason="asked to")
    assert asked(nats, f"$JS.API.STREAM.DELETE.{place(url).stream}")["success"]

    with belieflog.open(nats.url("anew")) as log:
        assert log.position == 1
        log.memory("u", "s").write("k", SECRET)
        log.erase(user="u", session="s", kind="note", reason="asked to")
    time.sleep(0.2)
    assert [path for path in stored(nats.folder, SECRET) if "anew" in path] == []


# How well it is kept


def levels(log):
    return {(finding.check, finding.level) for finding in log._log.store.engine.health()}


def test_the_doctor_tells_of_nodes_that_are_away_and_of_what_is_erased_by_half(own, monkeypatch):
    with belieflog.open(own.url("looked-at")) as log:
        log.memory("u", "s").write("k", "v")
        well = {("server", "fine"), ("replicas", "fine"), ("guards", "fine"), ("erased", "fine"), ("disk", "note")}
        assert levels(log) == well
        assert "replicas" in {finding.check for finding in log.doctor()}

        monkeypatch.setattr(log._log.store.engine, "purge", lambda: [])
        log.erase(user="u", session="s", address="note:k", reason="asked to")
        assert ("erased", "problem") in levels(log)

        own.kill((leader(own, "looked-at") + 1) % 3)
        deadline = time.monotonic() + 15
        while ("replicas", "problem") not in levels(log) and time.monotonic() < deadline:
            time.sleep(0.2)
        assert ("replicas", "problem") in levels(log)


def test_what_one_erasure_takes_away_fits_into_messages_however_much_it_is():
    names = [f"{n:064x}" for n in range(23_000)]
    change = Change(erased=list(range(1, 40_001, 2)), dropped=[("u", name) for name in names])

    parts = messages.parts(change, 40_000, bytes(32))

    assert all(part.erases and len(messages.encode(part.message)) < 900_000 for part in parts)
    assert [name for part in parts for name in part.message.dropped] == names
    assert sum(high - low + 1 for part in parts for low, high in part.message.erased) == 20_000


# What can't be undone


def test_not_even_an_owner_can_delete_from_the_stream(nats):
    with belieflog.open(nats.url("stays")) as log:
        for n in range(3):
            log.memory("u", "s").write("k", n)
        stream = place("nats://h?log=stays").stream
        config = asked(nats, f"$JS.API.STREAM.INFO.{stream}")["config"]

        for call, ask in (
            ("STREAM.MSG.DELETE", {"seq": 2}),
            ("STREAM.PURGE", {}),
            ("STREAM.UPDATE", config | {"deny_delete": False}),
            ("STREAM.UPDATE", config | {"deny_purge": False}),
        ):
            told = asked(nats, f"$JS.API.{call}.{stream}", ask)
            assert "error" in told, call

        whole(log, 4)


def test_each_user_may_do_what_the_page_says(tmp_path):
    text = (servers.ROOT / "docs" / "jetstream.md").read_text("utf-8")
    users = text.partition("<!-- users -->")[2].partition("```text\n")[2].partition("```")[0]
    assert "eraser" in users
    (tmp_path / "password").write_text("w\n", "utf-8")

    with servers.nats(1, accounts=users) as single:
        for _ in range(20):  # a server that refuses may hang up before it is heard
            with pytest.raises(Refused, match="refuses this user"):
                belieflog.open(single.url("team-a", login="writer:wrong@"))
        with pytest.raises(Refused, match="publish to"):
            belieflog.open(single.url("team-a", login="writer:w@"))
        with belieflog.open(single.url("team-a", login="owner:o@")) as log:
            log.memory("u", "s").write("k", "A")

        with belieflog.open(single.url("team-a", login="writer@", password_file=tmp_path / "password")) as log:
            log.memory("u", "s").write("k", "B")
            log.memory("u", "s").observe("curl", "x" * 100_000)
            assert noted(log) == {"k": "B"}
            with pytest.raises(Refused, match=r"publish to 'belieflog.team-a.erased'"):
                log.erase(user="u", session="s", address="note:k", reason="asked to")
            assert noted(log) == {"k": "B"}
            store = log._log.store
            assert store.wait(log.position, 0.2) is None
            whole(log, 4)
        stream = place("nats://h?log=team-a").stream
        for subject in (f"$JS.API.STREAM.DELETE.{stream}", f"$JS.API.STREAM.DELETE.{stream}_kept"):
            with pytest.raises(Exception, match="timeout"):
                asked(single, subject, login="writer:w@", patience=0.5)
        with belieflog.open(single.url("team-a", login="reader:r@"), readonly=True) as log:
            assert noted(log) == {"k": "B"}
        with belieflog.open(single.url("team-a", login="reader:r@")) as log:
            with pytest.raises(Refused, match="publish to"):
                log.memory("u", "s").write("k", "C")
        with belieflog.open(single.url("team-a", login="eraser:e@")) as log:
            assert log.erase(user="u", session="s", kind="note", reason="asked to").left == ()
            assert log.erase(user="u", session="s", source="tool:curl", reason="asked to").left == ()
            assert noted(log) == {}
            assert log.verify(views=True).ok


def test_what_was_changed_in_the_bucket_fails_verification(nats):
    with belieflog.open(nats.url("forged")) as log:
        log.memory("u", "s").write("k", "A")
        engine = log._log.store.engine
        read = engine._link.run(engine._journal.at(2))
        forged = messages.encode({2: (bytes(16), b'{"content":"B"}')})
        told = asked(nats, f"belieflog.forged.kept.private.2.{read.write}", forged)
        assert "error" not in told

        assert log.verify().first_bad == 2
    with pytest.raises(CorruptLog, match="event 2 isn't what was written"):
        belieflog.open(nats.url("forged"))


def test_a_private_part_that_nobody_erased_and_is_gone_fails_verification(nats):
    with belieflog.open(nats.url("torn")) as log:
        log.memory("u", "s").write("k", "A")
        stream = place("nats://h?log=torn").bucket
        assert asked(nats, f"$JS.API.STREAM.PURGE.{stream}")["success"]

        assert log.verify().problems[0].kind == "unowned"


def test_another_programs_message_among_the_logs_is_refused(nats):
    with belieflog.open(nats.url("strange")) as log:
        asked(nats, "belieflog.strange.log", b"hello")
        with pytest.raises(CorruptLog, match="isn't belieflog's"):
            noted(log)


def test_a_later_versions_message_is_refused_with_what_to_do(nats):
    with belieflog.open(nats.url("later")) as log:
        head = {
            messages.FIRST: "2", messages.NEWEST: "2", messages.HASH: "00" * 32, messages.WRITE: "w",
        }  # fmt: skip
        asked(nats, "belieflog.later.log", b"\x07rest", head)
        with pytest.raises(NewerFormat, match=r"format 7.*upgrade"):
            noted(log)


def test_an_older_program_reads_a_newer_stream_and_refuses_to_write(nats):
    with belieflog.open(nats.url("newer")) as log:
        log.memory("u", "s").write("k", "A")
    stream = place("nats://h?log=newer").stream
    config = asked(nats, f"$JS.API.STREAM.INFO.{stream}")["config"]

    def made_in(version, readable):
        told = config["metadata"] | {"belieflog-format": version, "belieflog-readable": readable}
        body = json.dumps(config | {"metadata": told}).encode()
        assert "error" not in asked(nats, f"$JS.API.STREAM.UPDATE.{stream}", body)

    made_in("7", "1")
    with pytest.raises(NewerFormat, match=r"format 7.*writes 1.*readonly"):
        belieflog.open(nats.url("newer"))
    with belieflog.open(nats.url("newer"), readonly=True) as log:
        assert noted(log) == {"k": "A"}
    made_in("7", "6")
    with pytest.raises(NewerFormat, match=r"format 7.*reads 1"):
        belieflog.open(nats.url("newer"), readonly=True)


# Where it is


def certificate(folder):
    """Make a key and a certificate for this machine, which vouches for itself."""
    from datetime import UTC, datetime, timedelta
    from ipaddress import ip_address

    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), now, now + timedelta(1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=True)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    form, secret = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    (folder / "cert.pem").write_bytes(made.public_bytes(pem))
    (folder / "key.pem").write_bytes(key.private_bytes(pem, form, secret))
    return folder / "cert.pem", folder / "key.pem"


def test_a_cluster_that_asks_for_tls_is_reached_by_it(tmp_path, monkeypatch):
    monkeypatch.setattr(client, "_PATIENCE", 3.0)
    cert, key = certificate(tmp_path)
    asks = f'tls {{ cert_file: "{cert}", key_file: "{key}", ca_file: "{cert}", verify: true }}'
    with servers.nats(1, accounts=asks) as single:
        with pytest.raises(Unavailable, match=r"can't be reached.*certificate"):
            belieflog.open(single.url())
        with pytest.raises(Refused, match="can't be read"):
            belieflog.open(single.url(tls_ca="nowhere"))
        with belieflog.open(single.url(tls_ca=cert, tls_cert=cert, tls_key=key)) as log:
            log.memory("u", "s").write("k", "v")
            whole(log, 2)


def test_a_log_is_made_by_writing_and_not_by_reading(nats):
    with pytest.raises(NotFound, match="nobody"):
        belieflog.open(nats.url("nobody"), readonly=True)


def test_many_programs_may_make_a_log_at_once(nats):
    opened = []
    threads = [threading.Thread(target=lambda: opened.append(belieflog.open(nats.url("made")))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert {log._log.store.engine.identity for log in opened} == {opened[0]._log.store.engine.identity}
    assert opened[0].position == 1
    for log in opened:
        log.close()


@pytest.mark.parametrize("name", ["Team A", "团队", "a.b", "a*>", "x" * 200, "a_kept", "../a"])
def test_any_name_names_a_log_of_its_own(nats, name):
    from urllib.parse import quote

    for n in range(2):
        with belieflog.open(nats.url(quote(name))) as log:
            assert log.position == n + 1
            log.memory("u", "s").write("k", name)


def test_no_two_names_come_to_the_same_stream():
    names = ["a", "A", "a_41", "a-b", "a_b", "a_kept", "a b", "x" * 200, "x" * 199, "x" * 80]
    streams = [each for name in names for p in [place(f"nats://h?log={name}")] for each in (p.stream, p.bucket)]

    assert len(set(streams)) == 2 * len(names)
    assert all(len(each) < 160 and each.isascii() for each in streams)


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("nats://127.0.0.1:1", "log=NAME"),
        ("nats://127.0.0.1:1?log=", "log=NAME"),
        ("nats://127.0.0.1:1?log=a%07b", "control"),
        ("nats://127.0.0.1:1?log=a&nonsense=1", "nonsense"),
        ("nats://127.0.0.1:1?log=a&replicas=2", "1, 3 or 5 replicas"),
        ("nats://127.0.0.1:1/x?log=a", "path"),
        ("nats://127.0.0.1:1?log=%FF", "isn't UTF-8"),
        ("nats://127.0.0.1:x?log=a", "port in digits"),
        ("nats://me:hunter2/hunter2@127.0.0.1:1?log=a", "%2F for /"),
        ("nats://127.0.0.1:1?log=a&password_file=nowhere", "can't be read from 'nowhere'"),
        ("nats://me:hunter2hunter2@127.0.0.1:1?log=a", "can't be reached"),
    ],
)
def test_an_address_that_leads_nowhere_is_told_at_once_and_without_its_password(url, told):
    begun = time.monotonic()
    with pytest.raises(BelieflogError, match=told) as refused:
        belieflog.open(url)
    assert time.monotonic() - begun < 8
    assert "hunter2" not in str(refused.value)


def test_three_replicas_on_one_server_are_refused_with_what_to_do():
    with servers.nats(1) as single:
        with pytest.raises(Refused, match="replicas=1"):
            belieflog.open(single.url(replicas=3))
        with belieflog.open(single.url(replicas=1)) as log:
            log.memory("u", "s").write("k", "v")
            whole(log, 2)


def test_a_server_without_jetstream_is_told(monkeypatch):
    with servers.nats(1, bare=True) as single:
        monkeypatch.setattr(connecting, "PATIENCE", 1.0)
        with pytest.raises(BelieflogError, match="JetStream enabled"):
            belieflog.open(single.url())


@pytest.fixture
def older():
    """A server that says it is of a version with a known fault."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve():
            with contextlib.suppress(OSError):
                connection, _ = server.accept()
                with connection:
                    info = {"server_id": "x", "version": "2.9.10", "proto": 1, "max_payload": 1048576, "headers": True}
                    connection.sendall(b"INFO " + json.dumps(info).encode() + b"\r\n")
                    while connection.recv(4096):
                        connection.sendall(b"PONG\r\n")

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield server.getsockname()[1]
    thread.join(2)


def test_a_server_that_takes_contradicting_appends_is_refused(older):
    with pytest.raises(Refused, match=r"runs NATS 2\.9.*2\.12 or later"):
        belieflog.open(f"nats://127.0.0.1:{older}?log=a")
