"""The doctor names what isn't well with a log's file, and the remedy."""

import os
import sqlite3
from types import SimpleNamespace

import msgspec
import pytest
from ticking import SECOND, over

import belieflog
from eventlog import sqlite_health
from eventlog.memory_store import MemoryStore
from eventlog.sqlite_store import SQLiteStore

DAY = 86_400 * SECOND


@pytest.fixture
def file(path):
    with belieflog.open(path) as log:
        log.memory("u", "s").write("k", 1)
    os.chmod(path, 0o600)
    return path


def look(path, anchor=None, now=None):
    with belieflog.open(path, readonly=True, clock=now and (lambda: now)) as log:
        return {f.check: f for f in log.doctor(anchor)}


def test_a_log_that_is_well_kept_has_no_problem(file):
    found = look(file)

    assert {f.level for f in found.values()} <= {"fine", "note"}
    assert set(found) >= {
        "sqlite",
        "journal",
        "file system",
        "space",
        "permissions",
        "triggers",
        "integrity",
        "views",
        "erased",
        "anchor",
    }
    assert all((f.remedy is None) == (f.level == "fine") for f in found.values())


@pytest.mark.parametrize(
    ("version", "level"), [((3, 37, 2), "problem"), ((3, 40, 1), "note"), ((3, 51, 2), "note"), ((3, 51, 3), "fine")]
)
def test_a_version_of_sqlite_is_judged_by_its_known_faults(version, level):
    assert sqlite_health.version(version).level == level


@pytest.mark.parametrize(
    ("kind", "level"), [("ext4", "fine"), ("nfs4", "problem"), ("cifs", "problem"), (None, "note")]
)
def test_a_network_file_system_is_named(kind, level):
    assert sqlite_health.file_system(kind).level == level


def test_the_file_system_is_that_of_the_deepest_mount(monkeypatch, tmp_path):
    mounts = tmp_path / "mounts"
    mounts.write_text(f"a / ext4 rw 0 0\nb {tmp_path} nfs rw 0 0\nc {tmp_path}x tmpfs rw 0 0\n")
    real = open
    monkeypatch.setattr(
        "builtins.open", lambda name, *a, **k: real(mounts if name == "/proc/self/mounts" else name, *a, **k)
    )

    assert sqlite_health._mounted(str(tmp_path / "agent.db")) == "nfs"
    assert sqlite_health._mounted("/other/agent.db") == "ext4"
    mounts.unlink()
    assert sqlite_health._mounted("/other/agent.db") is None


def run(file, *statements):
    with sqlite3.connect(file, isolation_level=None) as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


def test_what_someone_changed_is_named_with_its_remedy(file):
    run(file, "drop trigger event_stays", "delete from member where position = 2", "pragma journal_mode = delete",
        "insert into unpurged values (7)", "update scope set incomplete = 2 where user = 'u'")  # fmt: skip

    found = look(file)

    assert [c for c, f in found.items() if f.level == "problem"] == ["journal", "triggers", "views", "erased"]
    assert "event_stays" in found["triggers"].message
    assert "belieflog rebuild" in found["triggers"].remedy
    assert "incomplete since position 2" in found["views"].message
    assert "erasure at 7" in found["erased"].message


def test_a_lagging_index_is_named(file):
    run(file, "delete from member where position = 2")

    assert (look(file)["views"].message, look(file)["views"].remedy) == (
        "the index knows 1 of 2 events",
        "belieflog rebuild",
    )


def test_a_damaged_file_is_named(path):
    with belieflog.open(path) as log:
        for n in range(200):
            log.memory("u", "s").write(f"k{n}", "x" * 500)
    with open(path, "r+b") as file:
        file.seek(os.path.getsize(path) - 4096 * 3)
        file.write(b"\xff" * 4096)

    assert look(path)["integrity"].level == "problem"


@pytest.mark.parametrize("mode", [0o604, 0o666])
def test_a_file_that_others_may_open_is_noted(file, mode):
    os.chmod(file, mode)

    assert look(file)["permissions"].level == "note"
    assert "chmod 600" in look(file)["permissions"].remedy


def test_a_full_disk_and_a_grown_wal_are_named(file, monkeypatch):
    monkeypatch.setattr("shutil.disk_usage", lambda where: SimpleNamespace(free=1_000))
    monkeypatch.setattr(sqlite_health, "_LARGE_WAL", 1)
    with open(file + "-wal", "wb") as wal:
        wal.write(bytes(os.path.getsize(file) + 1))

    told = [f.level for f in sqlite_health._space(file)]

    assert told == ["problem", "problem"]


def test_the_age_of_the_anchor_is_told(file):
    with belieflog.open(file) as log:
        anchor = log.anchor()
        log.memory("u", "s").write("later", 1)

    assert look(file)["anchor"].level == "note"
    fresh = look(file, anchor, anchor.recorded_at + DAY)["anchor"]
    assert (fresh.level, fresh.message) == ("fine", "the newest anchor is 1 days old, and 1 events came after it")
    assert look(file, anchor, anchor.recorded_at + 8 * DAY)["anchor"].level == "problem"
    same = msgspec.structs.replace(anchor, position=3)
    assert look(file, same, anchor.recorded_at + 8 * DAY)["anchor"].level == "fine"


def test_a_log_in_memory_has_no_file_to_look_at():
    with over(MemoryStore()) as log:
        assert log.doctor() == []
    with over(SQLiteStore(":memory:")) as log:
        assert {f.level for f in log.doctor()} == {"fine", "note"}
