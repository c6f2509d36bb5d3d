"""A log copied to another place is the same log there, however often it was broken off, and can be moved."""

import os
import signal
import threading
import time
from pathlib import Path
from random import Random

import pytest
import servers
from commanding import Command
from engines import nats, postgres
from test_keeping import BIG, damage, hashes, told

import belieflog
from belieflog import NotFound, Refused, Unavailable

KILLS = 20
PAIRS = ["file to file", "file to server", "server to file", "server to server", "file to cluster", "cluster to server"]
forking = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork and no kill -9"),
    pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning"),
]


@pytest.fixture
def server():
    return postgres()


@pytest.fixture(params=PAIRS)
def places(request, tmp_path):
    """Where a log is, and where it is to go: each a file, or a log on a server or on a cluster."""
    make = {
        "file": lambda name: str(tmp_path / f"{name}.db"),
        "server": lambda name: postgres().url(),
        "cluster": lambda name: nats().url(),
    }
    source, _, target = request.param.split()
    return make[source]("source"), make[target]("target")


@pytest.fixture
def source(places):
    with belieflog.open(places[0]) as log:
        told(log)
    return places[0]


@pytest.fixture
def target(places):
    return places[1]


def alike(source, target):
    """Whether the one is the other, to its last byte and answer."""
    with belieflog.open(source, readonly=True) as one, belieflog.open(target, readonly=True) as other:
        assert other.verify(one.anchor(), views=True).ok
        assert list(one._store.rows()) == list(other._store.rows())
        assert hashes(one, one.position) == hashes(other, other.position)
        for user in one.users():
            for session in one.session_names(user):
                now = one.event(one.position).at
                mine, theirs = (log.memory(user, session).scratchpad(now=now) for log in (one, other))
                assert mine == theirs
        refs = [e.private.content["ref"] for e in one.events(tag="observed") if e.private]
        assert [one.blob(ref) for ref in refs] == [other.blob(ref) for ref in refs]
        return True


def write(target, user="u", session="s", **notes):
    with belieflog.open(target) as log:
        for key, value in notes.items():
            log.memory(user, session).write(key, value)


def test_a_copy_is_the_same_log_with_its_anchor_and_is_only_read(source, target):
    copied = belieflog.copy(source, target)

    assert alike(source, target)
    with belieflog.open(source) as log:
        assert (copied.position, copied.hash, copied.log) == (log.position, log.head, log.anchor().log)
        assert (copied.added, copied.epoch, copied.moved) == (log.position, 1, False)
    with belieflog.open(target) as copy:
        assert copy.readonly
        with pytest.raises(Refused, match="only read here"):
            copy.memory("u", "s").write("a", 1)
    write(source, more=1)


def test_to_copy_again_brings_only_what_is_new(source, target):
    before = belieflog.copy(source, target).position
    assert belieflog.copy(source, target).added == 0
    write(source, more=1, and_more=2)

    assert belieflog.copy(source, target).added == 2

    assert belieflog.copy(source, target).position == before + 2
    assert alike(source, target)


def test_what_was_erased_at_the_source_since_is_erased_in_the_copy_too(source, target):
    belieflog.copy(source, target)
    with belieflog.open(source) as log:
        refs = [e.private.content["ref"] for e in log.events(tag="observed")]
        assert refs
        log.erase(user="u", address="note:secret", reason="asked")
        log.erase(user="u", event=3, reason="asked")

    copied = belieflog.copy(source, target)

    assert (copied.added, copied.erased, copied.left) == (2, 2, ())
    assert alike(source, target)
    with belieflog.open(target) as copy:
        assert copy.memory("u", "s").read("secret") is None
        assert all(copy._store.blob(ref.removeprefix("blob:")) is None for ref in refs)
    if "://" not in target:
        left = b"".join(file.read_bytes() for file in Path(target).parent.glob(f"{Path(target).name}*"))
        assert b"hunter2" not in left
        assert b"x" * 1000 not in left


def test_a_user_who_was_erased_whole_and_came_back_has_the_same_outputs_in_the_copy(source, target):
    belieflog.copy(source, target)
    with belieflog.open(source) as log:
        log.erase(user="u", whole_user=True, reason="asked")
        log.memory("u", "s").observe("curl", BIG, call="c2")
        log.memory("u", "s").observe("curl", BIG + "y", call="c3")

    belieflog.copy(source, target)

    assert alike(source, target)


def test_outputs_under_a_salt_that_the_source_has_changed_come_along(source, target):
    belieflog.copy(source, target)
    with belieflog.open(source) as log:
        log.erase(user="u", event=3, reason="asked")
    belieflog.copy(source, target)
    with belieflog.open(source) as log:
        with log._store.writing():
            log._store.drop_blobs("u", (), salt=True)
        log.memory("u", "s").observe("curl", BIG, call="c2")

    belieflog.copy(source, target)

    assert alike(source, target)


def test_outputs_that_nothing_points_to_any_more_stay_behind(source, target):
    with belieflog.open(source) as log:
        ref = log.event(3).private.content["ref"].removeprefix("blob:")
        log.erase(user="u", event=3, reason="asked")

    belieflog.copy(source, target)

    with belieflog.open(target) as copy:
        assert copy._store.blob(ref) is None
    assert alike(source, target)


def test_no_page_is_cut_inside_a_batch(places, monkeypatch):
    source, target = places
    monkeypatch.setattr("eventlog.copying.MOST_EVENTS", 5)
    with belieflog.open(source) as log:
        for size in (3, 4, 7, 1, 1, 2):
            with log.memory("u", "s").batch() as batch:
                for n in range(size):
                    batch.write(f"k{n}", size)
        starts = {e.position for e in log.events() if e.public.batch is None}
    seen = []

    belieflog.copy(source, target, progress=seen.append)

    assert len(seen) > 3
    assert {each + 1 for each in seen[:-1]} <= starts
    assert alike(source, target)


@pytest.mark.parametrize("opened", [False, True])
def test_a_log_in_which_nothing_was_written_yet_gives_way(source, target, opened):
    if opened:
        belieflog.open(target).close()

    belieflog.copy(source, target)

    assert alike(source, target)


def test_another_log_at_the_target_is_left_alone_and_the_place_where_they_part_is_named(source, target):
    with belieflog.open(source) as log:
        log.fork(target, 7)
    with belieflog.open(target) as log:
        head = log.head

    for how in ({}, {"move": True}, {"dry_run": True}):
        with pytest.raises(Refused, match="they part at event 8"):
            belieflog.copy(source, target, **how)

    write(source, still="mine")
    with belieflog.open(target) as log:
        assert log.head == head
        log.memory("u", "s").write("still", "mine")


def test_a_backup_is_brought_up_to_its_log(source, tmp_path):
    backup = str(tmp_path / "backup.db")
    with belieflog.open(source) as log:
        log.backup(backup)
    write(source, more=1)

    assert belieflog.copy(source, backup).added == 1
    assert alike(source, backup)


def test_a_backup_of_a_copy_is_one_and_that_of_a_log_can_be_written(source, target, tmp_path):
    belieflog.copy(source, target)

    for place, readonly in ((source, False), (target, True)):
        backup = tmp_path / f"backup-{readonly}.db"
        with belieflog.open(place) as log:
            log.backup(backup)
        with belieflog.open(backup) as log:
            assert log.readonly is readonly


# Moving


def test_a_moved_log_goes_on_at_the_new_place_in_a_new_epoch_and_the_old_place_is_only_read(source, target):
    belieflog.copy(source, target)
    write(source, more=1)
    with belieflog.open(source) as log:
        anchor, position = log.anchor(), log.position

    moved = belieflog.copy(source, target, move=True)

    assert (moved.moved, moved.added, moved.epoch, moved.position) == (True, 1, 2, position + 1)
    with belieflog.open(target) as log:
        born = log.event(position + 1).public.log
        assert (born.cause, born.epoch, born.id, born.origin, born.position) == (
            "copied", 2, anchor.log, anchor.log, position,
        )  # fmt: skip
        log.memory("u", "s").write("there", 1)
        assert log.verify(anchor, views=True).ok
    with belieflog.open(source) as log, pytest.raises(Refused, match="moved to there"):
        log.memory("u", "s").write("here", 1)


def test_a_log_that_was_moved_away_is_known_at_once_as_one_that_is_only_read(source):
    with belieflog.open(source) as log:
        with log._store.writing():
            log._store.mark_copied(True)

        assert log.readonly


def test_who_has_a_copy_open_may_write_there_once_the_log_was_moved_to_it(source, target):
    belieflog.copy(source, target)
    with belieflog.open(target) as log:
        mem = log.memory("u", "new")
        with pytest.raises(Refused):
            mem.write("k", "A")
        belieflog.copy(source, target, move=True)

        assert mem.write("k", "A").outcome == "recorded"


@pytest.mark.parametrize("engine", [postgres, nats])
def test_a_machine_that_saw_a_log_begin_goes_on_with_the_one_that_came_in_its_place(tmp_path, engine):
    write(source := tmp_path / "log.db", k="A")
    name = f"begun-{tmp_path.name}"
    with belieflog.open(engine().url(name)) as there, belieflog.open(engine().url(name)) as writer:
        belieflog.copy(source, engine().url(name))

        assert [note.value for note in there.memory("u", "s").scratchpad().notes] == ["A"]
        assert there.verify(views=True).ok
        with pytest.raises(Refused, match="only read here"):
            writer.memory("u", "s").write("k", "B")


def test_a_move_that_broke_off_anywhere_is_ended_by_the_same_command(source, target, monkeypatch):
    with monkeypatch.context() as broken:
        broken.setattr("eventlog.forking.open_epoch", None)
        with pytest.raises(TypeError):
            belieflog.copy(source, target, move=True)
    with belieflog.open(source) as log:
        assert log.readonly
    with belieflog.open(target) as log:
        assert log.readonly

    first, again = (belieflog.copy(source, target, move=True) for _ in range(2))

    assert (first.epoch, again.epoch, first.position) == (2, 2, again.position)
    write(target, there=1)
    assert belieflog.copy(source, target, move=True).position == first.position + 1


def test_a_log_that_was_moved_away_is_not_copied_over_the_one_that_goes_on(source, target):
    belieflog.copy(source, target, move=True)
    write(target, there=1)

    with pytest.raises(Refused, match="where the log is written now"):
        belieflog.copy(source, target)


def test_who_may_only_append_at_the_old_place_cant_move_a_log_from_there_and_nothing_is_begun(server, tmp_path):
    psycopg = pytest.importorskip("psycopg")
    target = str(tmp_path / "target.db")
    belieflog.open(server.url("may-not-move")).close()
    with psycopg.connect(server.database(), autocommit=True) as connection:
        connection.execute("create role mover login")
        connection.execute("select belieflog.let_append('mover', 'may-not-move')")
    source = server.url("may-not-move", user="mover")

    with pytest.raises(Refused, match="permission") as refused:
        belieflog.copy(source, target, move=True)

    assert refused.value.rule == "permission"
    write(source, still=1)
    with belieflog.open(target) as copy:
        assert (copy.readonly, copy.position) == (True, 1)


def test_the_old_place_follows_the_new_one_and_the_log_can_be_moved_back(source, target):
    belieflog.copy(source, target, move=True)
    write(target, there=1)

    assert belieflog.copy(target, source).added == 2
    assert alike(target, source)
    back = belieflog.copy(target, source, move=True)

    assert back.epoch == 3
    write(source, here=1)
    with belieflog.open(target) as log:
        assert log.readonly


def test_what_is_written_while_a_log_moves_is_moved_or_refused(source, target):
    acknowledged, ready = [], threading.Event()

    def work():
        with belieflog.open(source) as log:
            try:
                while True:
                    acknowledged.append(log.memory("w", "s").write("k", len(acknowledged)).event.id)
                    if len(acknowledged) > 20:
                        ready.set()
            except Refused as refused:
                assert refused.rule == "copied"

    writer = threading.Thread(target=work)
    writer.start()
    assert ready.wait(30)
    belieflog.copy(source, target, move=True)
    writer.join(30)

    with belieflog.open(target) as log:
        assert [e.id for e in log.events(user="w")] == acknowledged
        assert log.verify(views=True).ok


# Broken off


def fill(place, events=2_000):
    """Write a log of many batches, outputs and erasures."""
    random = Random(4)
    with belieflog.open(place, durability="normal") as log:
        mem = log.memory("u", "s")
        while log.position < events:
            with mem.batch() as batch:
                for n in range(random.randrange(1, 30)):
                    batch.write(f"k{n}", random.random())
            if random.random() < 0.2:
                mem.observe("curl", f"{random.random()}" * 4_000)
            if random.random() < 0.1:
                log.erase(user="u", event=log.event(log.position - 1).id, reason="asked")


def killed(source, target, pages, after):
    """Start a copy in another process and kill it so many seconds after so many pages."""
    reads, writes = os.pipe()

    def tell(position):
        os.write(writes, b"p")
        time.sleep(0.02)  # no machine is so fast that it is done before it is killed

    child = os.fork()
    if child == 0:
        try:
            belieflog.copy(source, target, progress=tell)
        finally:
            os._exit(1)
    os.close(writes)
    for _ in range(pages):
        assert os.read(reads, 1)
    time.sleep(after)
    os.kill(child, signal.SIGKILL)
    os.close(reads)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


@pytest.mark.parametrize("places", [*PAIRS[1:3], PAIRS[4]], indirect=True)
@forking[0]
@forking[1]
def test_a_copy_killed_and_gone_on_with_20_times_has_the_same_anchor(places, monkeypatch):
    source, target = places
    monkeypatch.setattr("eventlog.copying.MOST_EVENTS", 10)
    fill(source)
    with belieflog.open(source, readonly=True) as log:
        anchor = log.anchor()
    random, reached = Random(7), []

    for n in range(KILLS):
        pages = n % 4  # 0: perhaps before anything is there
        assert killed(source, target, pages, random.random() * (0.02 if pages else 0.15))
        try:
            with belieflog.open(target, readonly=True) as log:
                reached.append(log.position)
                assert {p.kind for p in log.verify().problems} <= {"unowned", "empty"}  # its erasure is yet to come
        except NotFound:
            reached.append(0)
    belieflog.copy(source, target)

    assert reached == sorted(reached)
    assert len(set(reached)) > KILLS // 2
    assert reached[-2] < anchor.position
    with belieflog.open(target, readonly=True) as log:
        found = log.anchor()
        assert (found.log, found.epoch, found.position, found.hash) == (
            anchor.log, anchor.epoch, anchor.position, anchor.hash,
        )  # fmt: skip
    assert alike(source, target)


def test_a_copy_that_lost_its_server_goes_on_when_it_is_back(tmp_path, monkeypatch):
    source = str(tmp_path / "source.db")
    monkeypatch.setattr("eventlog.copying.MOST_EVENTS", 30)
    fill(source, 300)
    with servers.postgres() as own:
        target = own.url()
        reached = []

        def lose(position):
            reached.append(position)
            if len(reached) == 3:
                own.kill()

        with pytest.raises(Unavailable):
            belieflog.copy(source, target, progress=lose)
        own.start()
        belieflog.copy(source, target, progress=reached.append)

        assert reached == sorted(set(reached))
        assert alike(source, target)


def test_two_copies_at_once_come_to_one(places, monkeypatch):
    source, target = places
    monkeypatch.setattr("eventlog.copying.MOST_EVENTS", 5)
    fill(source, 200)
    belieflog.copy(source, target)
    fill(source, 500)
    done = []

    def work():
        done.append(belieflog.copy(source, target))

    threads = [threading.Thread(target=work) for _ in range(2)]
    for each in threads:
        each.start()
    for each in threads:
        each.join(60)

    assert sum(each.added for each in done) >= 300
    assert len({each.hash for each in done}) == 1
    assert alike(source, target)


# What is refused, and what is only said


def test_a_rehearsal_says_what_is_new_and_writes_nothing(source, target, tmp_path):
    planned = belieflog.copy(source, target, dry_run=True)

    assert (planned.dry_run, planned.added) == (True, planned.position)
    assert not os.path.exists(target)
    with pytest.raises(NotFound):
        belieflog.open(target, readonly=True)
    belieflog.copy(source, target)
    write(source, more=1)
    assert belieflog.copy(source, target, dry_run=True, move=True).added == 1
    with belieflog.open(target) as copy:
        assert copy.position == planned.position
    with belieflog.open(source) as log:
        assert not log.readonly


def test_a_log_is_not_copied_onto_itself(source):
    for move in (False, True):
        with pytest.raises(Refused, match="is the log itself"):
            belieflog.copy(source, source, move=move)
    write(source, more=1)


def test_from_nothing_nothing_is_made(tmp_path, server):
    target = str(tmp_path / "target.db")
    for source in (str(tmp_path / "none.db"), server.url()):
        for how in ({}, {"move": True}, {"dry_run": True}):
            with pytest.raises(NotFound):
                belieflog.copy(source, target, **how)

    assert os.listdir(tmp_path) == []


def test_a_damaged_event_is_named_and_not_copied(tmp_path, server):
    source, target = str(tmp_path / "source.db"), server.url()
    with belieflog.open(source) as log:
        told(log)
    damage(source, "update private set body = '{}' where position = 6")

    with pytest.raises(belieflog.CorruptLog, match="event 6 isn't as it was written") as caught:
        belieflog.copy(source, target)

    assert caught.value.position == 6


# Other verbs that take a server


def test_a_log_is_forked_to_and_brought_back_on_a_server(source, server):
    forked, back = server.url(), server.url()
    with belieflog.open(source) as log:
        log.erase(user="u", event=5, reason="asked")
        made = log.fork(forked, 7)
    restored = belieflog.recover(source, back)

    assert "postgres@" not in made.path
    with belieflog.open(forked) as log:
        assert log.event(8).public.log.cause == "forked"
        assert log.event(8).public.erased == ((5, 5),)
        log.memory("u", "s").write("mine", 1)
    with belieflog.open(back) as log:
        assert log.event(restored.position).public.log.cause == "restored"
        log.memory("u", "s").write("mine", 1)
    for place in (forked, back):
        assert belieflog.verify(place, views=True).ok
        with pytest.raises(Refused, match="already"):
            belieflog.recover(source, place)


def test_a_fork_broken_off_on_a_server_is_only_read_and_ended_by_the_same_call(source, server, monkeypatch):
    forked = server.url()
    with belieflog.open(source) as log:
        with monkeypatch.context() as broken:
            broken.setattr("eventlog.forking.open_epoch", None)
            with pytest.raises(TypeError):
                log.fork(forked, 7)
        log.erase(user="u", event=[3, 5], reason="asked since")
        with belieflog.open(forked) as half:
            assert half.readonly
            ref = half.event(3).private.content["ref"].removeprefix("blob:")

        log.fork(forked, 7)

    with belieflog.open(forked) as fork:
        assert fork.event(5).private is None
        assert fork._store.blob(ref) is None
        assert fork.verify(views=True).ok


def test_an_anchor_knows_of_a_log_that_is_gone_from_its_server(source, server):
    with belieflog.open(source) as log:
        anchor = log.anchor()

    verdict = belieflog.verify(server.url(), anchor=anchor)

    assert [problem.kind for problem in verdict.problems] == ["missing"]


# The command


def test_the_command_copies_moves_and_says_so(tmp_path, server):
    source, target = Command(tmp_path / "a.db"), server.url()
    source("write", "k", "A")

    planned = source("copy", source.log, target, "--dry-run").stdout
    first = source("copy", source.log, target).stdout
    again = source.json("copy", source.log, target)
    moved = source("copy", source.log, target, "--move").stdout

    assert planned.startswith("would copy 2 events to 'postgresql:///postgres?log=")
    assert first.startswith("copied to 'postgresql:///postgres?log=")
    assert "only read there" in first
    assert set(again) == {
        "path", "log", "epoch", "position", "hash", "added", "erased", "moved", "dry_run", "warnings", "left",
    }  # fmt: skip
    assert (again["added"], again["position"], again["moved"]) == (0, 2, False)
    assert "moved to" in moved
    assert "is only read from now on" in moved
    assert "only read here" in source.refusal("write", "k", "B")
    assert Command(target)("write", "k", "B").exit_code == 0
    assert "where the log is written now" in source.refusal("copy", source.log, target)
    assert "已迁移" in source("copy", source.log, target, "--move", "--lang", "zh").stdout


def test_no_password_is_shown(tmp_path, server):
    source = Command(tmp_path / "a.db")
    source("write", "k", "A")
    target = server.url().replace("postgres@", "postgres:hunter2@")

    told = [source("copy", source.log, target, how) for how in ("--dry-run", "--json", "--move")]
    told.append(source("copy", source.log, target))

    assert [each.exit_code for each in told] == [0, 0, 0, 1]
    assert "hunter2" not in "".join(each.output for each in told)
