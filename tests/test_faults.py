"""Law 13 under faults: a small share of what `python tests/faults.py` does, and that it would notice."""

import os
import sqlite3
from pathlib import Path
from random import Random

import pytest
import vfs
from cuts import cut, taped
from disk import Disk, File
from doings import DAY, DOINGS, Place, Promise, lived
from failing import fail
from fault_report import Asked, Found, Section, row, run
from fault_sqlite import crowd, power_cuts_unsynced
from kills import kill, run_whole
from ticking import START
from vfs import Step

import belieflog
from belieflog import BelieflogError, CorruptLog

pytestmark = [
    pytest.mark.skipif(
        vfs.library() is None or not hasattr(os, "fork"), reason="this Python's SQLite can't be reached, or no fork"
    ),
    pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning"),
]
SMALL = [doing for doing in DOINGS if doing.name != "fill"]


@pytest.fixture(scope="module", params=SMALL, ids=lambda doing: doing.name)
def doing(request):
    return request.param


@pytest.fixture(scope="module")
def course(doing, tmp_path_factory):
    """A doing that nothing broke off."""
    return run_whole(doing, tmp_path_factory.mktemp("whole"))


def held(told):
    """Check that all that was acknowledged was found, once, and nothing else was wrong."""
    found = row("", told)
    assert found.wrong == []
    assert found.tries and found.found.acknowledged == found.found.found
    assert not found.found.doubled


def test_what_was_acknowledged_survives_a_power_cut_at_any_sync_and_between(doing, tmp_path):
    held(cut(taped(doing, tmp_path), 10, seed=2))


def test_what_was_acknowledged_survives_kill_9_at_any_statement_and_any_change_of_a_file(course):
    held(kill(course, 4, seed=2))


def test_a_disk_that_is_full_or_fails_is_told_as_such_and_costs_nothing_acknowledged(course):
    held(fail(course, 6, seed=2))


def test_writers_and_readers_at_once_lose_nothing_and_see_nothing_half_done():
    (found,) = crowd(Asked(seconds=2))

    assert list(found.wrong) == []
    assert found.tries and found.found.lost == found.found.doubled == 0 < found.found.acknowledged


@pytest.mark.parametrize("name", ["backup", "fork", "recover"])
def test_a_copys_name_is_on_the_disk_once_it_is_acknowledged(tmp_path, name):
    tape = taped(next(doing for doing in DOINGS if doing.name == name), tmp_path)
    disk = Disk(tape.start)
    told = max(n for n, step in enumerate(tape.steps) if isinstance(step, Promise))
    for step in tape.steps[:told]:
        if isinstance(step, Step):
            disk.take(step)

    assert "copy.db" in disk.found("lost", Random(0))


# That it would notice


def test_without_waiting_for_the_disk_a_power_cut_is_seen_to_lose_what_was_acknowledged():
    lost = [each.found.lost for each in power_cuts_unsynced(Asked(cuts=400))]

    assert all(lost), lost


def test_with_durability_normal_a_power_cut_loses_the_newest_at_most_and_damages_nothing(tmp_path):
    append = next(doing for doing in DOINGS if doing.name == "append")

    found = row("", cut(taped(append, tmp_path, "normal"), 40, seed=2))

    assert found.found.lost
    assert found.found.wrong == ()


def test_the_fault_run_fails_where_something_is_lost_and_where_nothing_is_that_should_be(capsys):
    def rows(*found):
        return lambda asked: iter([row("x", [("here", Found(*each)) for each in found])])

    assert run([Section("a", "cuts", rows((3, 3, 0)))], Asked()) == 0
    assert run([Section("a", "cuts", rows((3, 2, 0)))], Asked()) == 1
    assert run([Section("a", "cuts", rows((3, 3, 1)))], Asked()) == 1
    assert run([Section("a", "cuts", rows((3, 3, 0, ("half",))))], Asked()) == 1
    assert run([Section("off", "cuts", rows((3, 3, 0)), losses="off: lost", loses=True)], Asked()) == 1
    capsys.readouterr()
    assert run([Section("off", "cuts", rows((3, 1, 0)), losses="off: lost", loses=True)], Asked()) == 0
    assert "off: lost                       2" in capsys.readouterr().out


def test_what_wasnt_synced_may_be_there_or_not_or_in_part_and_what_was_synced_is():
    file = File(b"A" * 1024)
    file.since.append((512, b"B" * 1024))

    found = {kind: {file.found(kind, Random(seed)) for seed in range(60)} for kind in ("kept", "lost", "some", "torn")}

    assert found["kept"] == {b"A" * 512 + b"B" * 1024}
    assert found["lost"] == {b"A" * 1024}
    assert found["some"] == found["kept"] | found["lost"]
    assert {b"A" * 512 + b"B" * 512, b"A" * 1024 + b"B" * 512} <= {each[:1536] for each in found["torn"]}
    file.sync()
    assert file.found("lost", Random(0)) == b"A" * 512 + b"B" * 1024


def test_a_name_is_sure_once_its_folder_is_synced(tmp_path):
    (tmp_path / "old").write_bytes(b"o")
    disk = Disk(tmp_path)
    for step in (Step("open", "new"), Step("write", "new", 0, b"n"), Step("sync", "new"), Step("delete", "old")):
        disk.take(step)

    assert disk.found("lost", Random(0)) == {"old": b"o"}
    assert disk.found("kept", Random(0)) == {"new": b"n"}
    disk.take(Step("folder-sync", str(tmp_path)))
    assert disk.found("lost", Random(0)) == {"new": b"n"}


# Other mishaps


def reading(path):
    """Read what a program would; gives it, to be compared."""
    with belieflog.open(path) as log:
        mem = log.memory("u", "s")
        found = [hit.key for hit in mem.recall("more", audit=False)]
        return [row.hash for row in log._store.rows()], [(n.key, n.value) for n in mem.scratchpad().notes], found


@pytest.mark.parametrize(("which", "times"), [("", 60), ("-wal", 10)], ids=["file", "wal"])
def test_a_damaged_page_is_told_by_our_own_errors_and_found_by_verify_and_a_backup_brings_the_log_back(
    tmp_path, which, times
):
    """What verify doesn't find hit nothing that says anything, as a free page: then all reads as before."""
    place, target = Place(tmp_path), tmp_path / "damaged.db"
    lived(place)
    with place.open() as log:
        for n in range(40):
            log.memory("u", "s").write(f"m{n}", f"more {n} " * 40)
        log.memory("u", "s").recall("more", audit=False)
        log.backup(tmp_path / "backup.db")
        anchor = log.anchor()
        crashed = {each: Path(place.log + each).read_bytes() for each in ("", "-wal")}
    sound, files = reading(place.log), crashed if which else {"": Path(place.log).read_bytes()}
    found = 0
    for seed in range(times):
        random = Random(seed)
        for each in ("", "-wal", "-shm"):
            Path(f"{target}{each}").unlink(missing_ok=True)
        for each, content in files.items():
            Path(f"{target}{each}").write_bytes(flipped(content, random) if each == which else content)
        try:
            ok = belieflog.verify(target, anchor=anchor, views=True).ok
        except BelieflogError:
            ok = False
        try:
            assert reading(target) == sound or not ok, seed
        except BelieflogError:
            assert not ok, seed
        found += not ok

    assert found > times / 3
    belieflog.recover(tmp_path / "backup.db", tmp_path / "back.db")
    assert reading(tmp_path / "back.db")[1:] == sound[1:]
    assert belieflog.verify(tmp_path / "back.db", anchor=anchor, views=True).ok


def flipped(content, random):
    """Change 200 bytes of one page."""
    page, changed = random.randrange(len(content) // 4096), bytearray(content)
    for at in random.sample(range(page * 4096, (page + 1) * 4096), 200):
        changed[at] ^= random.randrange(1, 256)
    return bytes(changed)


@pytest.mark.parametrize("readonly", [False, True])
def test_a_damaged_name_that_sqlites_error_repeats_is_told_as_damage_too(tmp_path, readonly):
    place = Place(tmp_path)
    lived(place)
    content = Path(place.log).read_bytes()
    changed = content.replace(b"tablevoidvoid", b"table\xffoid\xffoid").replace(
        b"CREATE TABLE void", b"CREATE TABEL void"
    )
    assert changed != content
    Path(place.log).write_bytes(changed)

    with pytest.raises(CorruptLog, match="is damaged"):
        belieflog.open(place.log, readonly=readonly)


def test_an_index_damaged_beyond_rebuilding_is_made_anew_by_recovering_the_log_itself(tmp_path):
    place = Place(tmp_path)
    lived(place)
    with sqlite3.connect(place.log) as connection:
        (page,) = connection.execute("select rootpage from sqlite_master where name = 'entry'").fetchone()
    connection.close()
    with open(place.log, "r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\xff" * 4096)

    with belieflog.open(place.log) as log:
        with pytest.raises(CorruptLog, match=r"is damaged .*'belieflog verify'; if .* 'belieflog recover' makes"):
            log.memory("u", "s").scratchpad()
        assert log.verify().ok
        with pytest.raises(CorruptLog, match="is damaged"):
            log.verify(views=True)
    belieflog.recover(place.log, tmp_path / "back.db")

    with belieflog.open(tmp_path / "back.db") as back:
        assert back.memory("u", "s").read("k0") == "before 8"
        assert back.verify(views=True).ok


def test_with_the_clock_a_year_back_everything_goes_on_and_no_time_goes_back(tmp_path):
    place = Place(tmp_path)
    lived(place)

    with belieflog.open(place.log, clock=lambda: START - 365 * DAY) as log:
        mem = log.memory("u", "s")
        written = mem.write("k", "a year back")
        log.revert(user="u", event=written, reason="wrong")
        log.erase(user="u", event=5, reason="asked")
        log.rebuild()
        log.backup(tmp_path / "backup.db")
        times = [event.public.at for event in log.events()]
        assert times == sorted(times)
        assert len({event.batch for event in log.events()}) == len(set(times))
        assert log.verify(views=True).ok
    assert belieflog.recover(tmp_path / "backup.db", tmp_path / "back.db", clock=lambda: 0).epoch == 2
    assert belieflog.verify(tmp_path / "back.db", views=True).ok


def test_the_layer_is_gone_once_it_is_left(tmp_path):
    seen = []
    with vfs.watching(lambda step: seen.append(step.what) or 0):
        sqlite3.connect(tmp_path / "a.db").execute("create table t (x)").connection.close()
    there = len(seen)
    sqlite3.connect(tmp_path / "b.db").execute("create table t (x)").connection.close()

    assert {"open", "write", "sync", "delete"} <= set(seen)
    assert len(seen) == there
