"""What is erased is gone from every file, and the log still proves all that it did."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from embedders import Toy
from ticking import SECOND, START, Ticking, over

import belieflog
from belieflog import InvalidValue, NotFound, Refused
from eventlog.pieces import fingerprint
from eventlog.sqlite_store import SQLiteStore

SECRET, BIG = "zanzibar-7391", "zanzibar-7391 " * 6_000
WHY = {"user": "u", "reason": "asked for"}


@pytest.fixture
def disk(path):
    """A log on disk in which a secret was said in many ways."""
    with over(SQLiteStore(path)) as log:
        mem = log.memory("u", "s")
        mem.write("kept", "stays")
        mem.write(f"k-{SECRET}", SECRET, description=SECRET, reason=SECRET)
        mem.write("note", f"it is {SECRET}")
        mem.observe("curl", BIG, call=SECRET)
        mem.observe("curl", SECRET * 100, call="short")
        mem.say("user", f"my code is {SECRET}")
        mem.remember("semantic:codes/door", {"code": SECRET})
        mem.recall(SECRET)
        log.memory("v", "s").write("kept", "of another user")
        yield log


def holding(folder, text=SECRET):
    """Name the files that hold a text."""
    return sorted(f for f in os.listdir(folder) if text.encode() in (folder / f).read_bytes())


def views(log, user):
    mem = log.memory(user, "s")
    return [mem.scratchpad(now=0), mem.recall(audit=False) if user == "v" else None, mem.dialogue()]


def test_a_whole_user_is_gone_from_every_file_and_from_a_fork_and_a_backup_made_later(disk, tmp_path):
    assert holding(tmp_path)
    theirs, positions = views(disk, "v"), disk.position

    done = disk.erase(whole_user=True, **WHY)

    assert done.left == ()
    assert (done.outcome, done.erased, done.count, done.blobs) == ("recorded", ((2, 9),), 8, 1)
    disk.backup(tmp_path / "backup.db")
    disk.fork(tmp_path / "fork.db", 8)
    assert holding(tmp_path) == []
    assert disk.verify(views=True).ok
    assert disk.position == positions + 1
    assert views(disk, "v") == theirs
    assert [r.body for r in disk.events() if r.public.user == "u"][:-1] == [None] * 8
    tables = {
        t: disk._store.connection().execute(f"select count(*) from {t}").fetchone()[0] for t in ("blob", "blob_salt")
    }
    assert tables == {"blob": 0, "blob_salt": 0}


@pytest.mark.parametrize(
    "selector", [{"event": [3, 4, 5, 6, 7, 8, 9]}, {"after": 2, "before": 10}], ids=["events", "points"]
)
def test_what_a_selector_names_is_gone_and_the_rest_stays(disk, tmp_path, selector):
    disk.erase(**WHY, **selector)

    assert holding(tmp_path) == []
    assert disk.memory("u", "s").read("kept") == "stays"
    assert disk.memory("v", "s").read("kept") == "of another user"
    assert disk.verify(views=True).ok


def test_erasing_leaves_a_hole_and_moves_nothing(log):
    mem = log.memory("u", "s")
    first, second = mem.write("k", "first"), mem.write("k", SECRET)
    cited = mem.assume("a", "rests on it", derived_from=[second])
    before, changes = log.memory("u", "s").history("note:k"), log._store.index.changes(second.event.scope, 1)

    log.erase(event=second.event, **WHY)

    assert mem.read("k") is None
    assert mem.get("note:k") is None
    assert [(h.position, h.effective, h.current) for h in mem.history("note:k")] == [
        (h.position, h.effective, h.current) for h in before
    ]
    assert log._store.index.changes(second.event.scope, 1) == changes
    assert mem.get("assumption:a").supported
    assert cited.event.public.derived_from == log.event(cited.event.position).public.derived_from
    assert log.event(first.event.position).private.content == "first"
    assert log.erasure(log.event(second.event.position)).tag == "erased"
    assert log.verify().ok


def test_an_address_of_which_all_is_erased_is_forgotten_and_the_error_says_that_this_may_be_why(log, mem):
    mem.add_fact("f", "10 s", source="user")
    log.erase(user="u", address="fact:f", reason="asked")

    with pytest.raises(NotFound, match=r"nothing was ever written at 'fact:f' here, or it was erased"):
        mem.history("fact:f")

    assert next(event.private for event in log.events(user="u")) is None
    assert mem.why_not("fact:f") == ("absent", "nothing was ever written at 'fact:f' here, or it was erased")


def test_what_had_expired_by_a_time_is_erased(log):
    mem = log.memory("u", "s")
    mem.write("gone", 1, expires_at=START + 50 * SECOND)
    mem.write("later", 2, expires_at=START + 500 * SECOND)
    mem.write("stays", 3)
    mem.add_fact("gone too", 1, source="user", expires_at=START + 50 * SECOND)

    done = log.erase(expired_before=START + 50 * SECOND, **WHY)

    assert done.erased == ((2, 2), (5, 5))
    assert log.erase(expired_before=START + 500 * SECOND, kind="note", **WHY).erased == ((3, 3),)
    with pytest.raises(NotFound):
        log.erase(expired_before=START + 500 * SECOND, **WHY)


def test_a_blob_stays_as_long_as_something_unerased_points_to_it(disk, tmp_path):
    mem = disk.memory("u", "s")
    again = mem.observe("curl", BIG)
    ref = again.event.private.content["ref"]
    assert ref == disk.event(5).private.content["ref"]

    assert disk.erase(event=5, **WHY).blobs == 0
    assert disk.blob(ref).decode() == f'"{BIG}"'
    assert disk.erase(event=again.event, **WHY).blobs == 1
    with pytest.raises(NotFound):
        disk.blob(ref)


def test_erasing_one_user_leaves_another_users_equal_blob(log):
    for user in ("u", "v"):
        log.memory(user, "s").observe("curl", BIG)

    log.erase(whole_user=True, **WHY)

    kept = log.event(3).private.content["ref"]
    assert len(log.blob(kept)) == len(BIG) + 2
    assert log.verify(views=True).ok


def test_search_words_go_with_what_was_erased(disk, tmp_path):
    mem = disk.memory("u", "s")
    assert len(mem.recall("zanzibar", audit=False)) > 1

    disk.erase(whole_user=False, event=[3, 4, 5, 6, 7, 8, 9], **WHY)

    assert mem.recall("zanzibar", audit=False) == []
    assert [hit.key for hit in mem.recall("stays", audit=False)] == ["kept"]
    assert holding(tmp_path) == []
    assert holding(tmp_path, "zanzibar") == []


def test_vectors_go_with_what_was_erased_to_the_last_byte(path, tmp_path):
    with belieflog.open(path, embedder=Toy(size=64)) as log:
        mem = log.memory("u", "s")
        texts = {f"semantic:codes/{n}": f"{SECRET} {n}" for n in range(40)}
        for address, content in texts.items():
            mem.remember(address, content)
        mem.remember("semantic:kept", "tea")
        assert len(mem.recall(SECRET, limit=None, audit=False)) == 40
        held = [row for (row,) in log._store.connection().execute("select vector from vector")]
        names = [fingerprint(f"{address[-2:].strip('/')}: {content}") for address, content in texts.items()]
        assert len(held) == 41
        gone = set(held) - {next(v for v in held if v[:4] != bytes(4))}  # what is kept lies on the first axis
        assert any(vector in (tmp_path / f).read_bytes() for f in os.listdir(tmp_path) for vector in gone)

        done = log.erase(text=SECRET, **WHY)

        assert done.left == ()
        assert log.verify(views=True).ok
    files = b"".join((tmp_path / f).read_bytes() for f in os.listdir(tmp_path))
    assert [vector for vector in gone if vector in files] == []
    assert [name for name in names if name in files] == []
    assert holding(tmp_path) == []


def test_with_another_reader_open_it_says_what_is_left_and_the_same_again_purges(disk, path, tmp_path):
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("begin")
    other.execute("select count(*) from private").fetchone()
    try:
        done = disk.erase(kind="note", text=SECRET, **WHY)
        assert len(done.left) == 1
        assert "another program is reading the log" in done.left[0]
        assert [f.level for f in disk.doctor() if f.check == "erased"] == ["problem"]
    finally:
        other.close()

    again = disk.erase(kind="note", text=SECRET, **WHY)

    assert (again.outcome, again.left, again.erased) == ("duplicate", (), ())
    assert again.event.id == done.event.id
    assert [f.level for f in disk.doctor() if f.check == "erased"] == ["fine"]
    assert SECRET.encode() not in b"".join(
        (tmp_path / f).read_bytes() for f in os.listdir(tmp_path) if f.endswith("-wal")
    )
    with pytest.raises(NotFound):
        disk.erase(kind="note", text=SECRET, **WHY)


def test_with_another_writer_at_work_it_says_so(disk, path, monkeypatch):
    monkeypatch.setattr("eventlog.sqlite_purge.WAIT", 0.05)
    other = sqlite3.connect(path, isolation_level=None)
    real = disk._store.purge

    def purge(probes=()):
        other.execute("begin immediate")
        return real(probes)

    monkeypatch.setattr(disk._store, "purge", purge)
    done = disk.erase(event=4, **WHY)
    other.close()

    assert "another program is using the log" in done.left[0]


def test_a_kill_between_the_erasure_and_the_purge_is_mended_by_the_next(path, tmp_path):
    program = (
        "import os, sys, belieflog\n"
        f"with belieflog.open({path!r}) as log:\n"
        f"    log.memory('u', 's').write('k', {SECRET!r})\n"
        "    log._store.purge = lambda probes: os._exit(9)\n"
        f"    log.erase(user='u', reason='asked', text={SECRET!r})\n"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 9
    assert holding(tmp_path)

    with belieflog.open(path) as log:
        assert log.verify(views=True).ok
        assert log.erase(user="u", reason="asked", text=SECRET).outcome == "duplicate"

        assert holding(tmp_path) == []


def test_a_copy_that_the_purge_missed_is_found_by_its_scan(disk, path, monkeypatch):
    row = disk.row(4)
    with open(path + "-journal", "wb") as left:
        left.write(b"x" * 5_000_000 + row.salt + row.private)

    done = disk.erase(event=4, **WHY)

    assert [path + "-journal" in each for each in done.left] == [True]
    os.remove(path + "-journal")


def test_what_another_event_says_word_for_word_is_not_taken_for_a_copy(disk):
    disk.memory("v", "s").write("note", f"it is {SECRET}")

    assert disk.erase(event=4, **WHY).left == ()


def test_the_reason_of_an_erasure_goes_with_the_whole_user_or_by_name_but_not_by_itself(log):
    log.memory("u", "s").write("k", 1)
    first = log.erase(whole_user=True, **WHY)
    with pytest.raises(NotFound):
        log.erase(whole_user=True, **WHY)

    log.memory("u", "s").write("k", 2)
    assert log.erase(whole_user=True, **WHY).erased == ((first.event.position, 4),)
    assert log.erase(event=5, **WHY).erased == ((5, 5),)
    assert log.verify(views=True).ok


def test_a_great_many_are_erased_in_parts_each_owned_up_to(log, monkeypatch):
    monkeypatch.setattr("eventlog.erasing.MOST", 3)
    for n in range(8):
        log.memory("u", "s").write(f"k{n}", n)
        log.memory("v", "s").write(f"k{n}", n)

    done = log.erase(whole_user=True, **WHY)

    assert len(done.events) == 3
    assert done.count == 8
    assert log.verify(views=True).ok
    assert len(log.memory("v", "s").keys()) == 8


def test_writing_goes_on_after_the_whole_user_was_erased(log):
    mem = log.memory("u", "s")
    mem.write("k", SECRET)
    mem.observe("curl", BIG)
    log.erase(whole_user=True, **WHY)

    assert mem.write("k", "new").event.version == 1
    assert log.blob(mem.observe("curl", BIG).event.private.content["ref"])
    assert mem.read("k") == "new"
    assert log.verify(views=True).ok


@pytest.mark.parametrize(
    ("given", "error", "match"),
    [
        ({}, InvalidValue, "selects everything"),
        ({"whole_user": True, "kind": "note"}, InvalidValue, "leave out the selector"),
        ({"whole_user": True, "expired_before": 1}, InvalidValue, "leave out the selector"),
        ({"event": 99}, NotFound, "no event 99"),
        ({"kind": "plan"}, NotFound, "nothing of 'u'"),
        ({"event": 2, "reason": ""}, Refused, "needs a reason"),
        ({"event": 2, "user": "v"}, NotFound, "nothing of 'v'"),
        ({"whole_user": True, "user": ""}, InvalidValue, "whose memory"),
        ({"expired_before": "soon"}, InvalidValue, "soon"),
    ],
)
def test_a_bad_erasure_changes_nothing(log, given, error, match):
    log.memory("u", "s").write("k", 1)
    head = log.head

    with pytest.raises(error, match=match):
        log.erase(**{**WHY, **given})

    assert log.head == head
    assert log.memory("u", "s").read("k") == 1


def test_a_log_that_is_only_read_is_not_erased(path):
    with belieflog.open(path, clock=Ticking()) as log:
        log.memory("u", "s").write("k", 1)
    with belieflog.open(path, readonly=True) as log, pytest.raises(Refused, match="reading only"):
        log.erase(whole_user=True, **WHY)


def test_a_retry_of_an_erased_large_output_keeps_nothing_of_it(path):
    big, id = "a secret " * 10_000, "018bcfe5-6800-7000-8000-000000000000"
    with belieflog.open(path) as log:
        mem = log.memory("u", "s")
        name = mem.observe("curl", big, id=id).event.private.content["ref"]
        log.erase(user="u", whole_user=True, reason="asked")

        again = mem.observe("curl", big, id=id)

        assert again.outcome == "duplicate"
        with pytest.raises(belieflog.NotFound):
            log.blob(name)


def from_another(path, key):
    """Write from a process of its own."""
    write = [sys.executable, "-m", "cli", "--log", path, "write", key, "1"]
    subprocess.run(write, check=True, capture_output=True, cwd=Path(__file__).parent.parent)


def test_an_erasure_keeps_the_locks_so_that_two_programs_never_write_over_each_other(path):
    with belieflog.open(path) as log:
        mem = log.memory("u", "s")
        mem.write("k", "secret")
        log.erase(user="u", address="note:k", reason="asked")
        from_another(path, "k")  # its end would take the -wal away, were no lock held here
        for number in range(3):
            mem.write(f"k{number}", "acknowledged")
        from_another(path, "k2")
    with belieflog.open(path) as log:
        assert log.memory("me", "main").keys() == ["k", "k2"]
        assert log.memory("u", "s").keys() == ["k0", "k1", "k2"]
        assert log.verify(views=True).ok


def test_a_text_is_erased_wherever_it_was_said(path, tmp_path):
    with belieflog.open(path) as log:
        mem = log.memory("u", "s")
        mem.write("kept", "stays")
        mem.write("a", "1", description=f"about {SECRET}")
        mem.write("b", "1", reason=f"for {SECRET}")
        mem.write(f"key-{SECRET}", "1")
        mem.write("c", "1", via=SECRET)
        mem.add_fact("d", "1", source=f"tool:x#{SECRET}")
        mem.observe("curl", f"{SECRET} " * 9_000)
        mem.remember("episodic:e", "x", participants=[SECRET], outcome=SECRET)
        mem.retract("note:b", reason=f"because of {SECRET}")
        log.revert(user="u", address="note:c", reason=f"it said {SECRET}")
        mem.recall(SECRET)
        mem.prompt(query=SECRET)

        assert log.erase(user="u", text=SECRET, reason="asked").left == ()

        assert holding(tmp_path) == []
        assert mem.keys() == ["kept"]
        assert log.verify(views=True).ok
