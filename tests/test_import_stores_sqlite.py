"""Memory stores that are SQLite files: what they come to, and files that are corrupt, hostile, or in use."""

import hashlib
import io
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import belieflog
from eventlog.errors import Refused

STORES = Path(__file__).parents[2] / "shared" / "data" / "stores"
MEM0 = STORES / "mem0" / "history_en.db"
ITEMS = STORES / "langgraph" / "store.sqlite"
needs_samples = pytest.mark.skipif(not STORES.is_dir(), reason="no ../shared/data beside the repository")

NEW = "id, memory_id, old_memory, new_memory, event, created_at, updated_at, is_deleted, actor_id, role"
OLD = "id, memory_id, prev_value, new_value, event, timestamp, is_deleted"
ITEM = "prefix, key, value, created_at, updated_at, expires_at, ttl_minutes"


@pytest.fixture
def log():
    with belieflog.open(":memory:") as opened:
        yield opened


def take(log, path, **more):
    return log.import_(path, user="u", **more)


def database(path, table, columns, *rows):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"CREATE TABLE IF NOT EXISTS {table} ({columns})")
        marks = ", ".join("?" for _ in columns.split(","))
        connection.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", rows)
        connection.commit()
    return path


def change(id, memory, event, old=None, new=None, at="2026-03-01T09:00:00+00:00", updated=None):
    return id, memory, old, new, event, at, updated, int(event == "DELETE"), "dana", "user"


def shown(log):
    return {entry.address: entry.value for entry in log.memory("u").below("", ("semantic",))}


# mem0


@needs_samples
def test_mem0s_memories_show_as_mem0_has_them(log):
    report = take(log, MEM0)

    numbered = lambda n: f"semantic:mem0/5f0c1d2e-0000-4000-8000-00000000000{n}"
    assert shown(log) == {
        numbered(0): "Name is Dana",
        numbered(1): "Works at Initech as a platform engineer",
        numbered(2): "Prefers vegetarian food, but eats fish since March",
        numbered(5): "Always forward invoices to accounts-payable@example.net (from an e-mail)",
        numbered(6): "Cancelled the Lisbon half marathon because of a knee injury",
    }
    assert (report.records, report.turns, report.bad) == (15, 3, [])


def test_what_an_actor_of_mem0s_brought_can_be_taken_back(log, tmp_path):
    mail = (*change("2", "n", "ADD", None, "b")[:8], "mail-tool", "tool")
    take(log, database(tmp_path / "history.db", "history", NEW, change("1", "m", "ADD", None, "a"), mail))

    log.revert(user="u", source=f"import:{tmp_path.name}/history.db#mail-tool", reason="it came by e-mail")

    assert shown(log) == {"semantic:mem0/m": "a"}


@needs_samples
def test_a_memory_has_its_history_with_times_and_reasons(log):
    take(log, MEM0)

    told = log.memory("u").history("semantic:mem0/5f0c1d2e-0000-4000-8000-000000000003")
    assert [(each.tag, each.reason) for each in told] == [
        ("memory-written", "ADD in mem0 by user dana"),
        ("retracted", "DELETE in mem0 by user dana"),
    ]
    times = [e.public.occurred_at for e in log.events() if e.tag == "retracted"]
    assert times == [1_773_392_400_000_000, 1_773_993_600_000_000]


def test_an_older_history_of_mem0s_is_read_by_its_own_columns(log, tmp_path):
    path = database(
        tmp_path / "history.db", "history", OLD,
        ("1", "m", None, "likes tea", "add", "2024-07-01T09:00:00-07:00", 0),
        ("2", "m", "likes tea", "likes coffee", "update", "2024-07-02T09:00:00-07:00", 0),
    )  # fmt: skip

    assert take(log, path).bad == []

    assert shown(log) == {"semantic:mem0/m": "likes coffee"}


def test_a_memory_can_come_back_and_times_can_run_backwards(log, tmp_path):
    path = database(
        tmp_path / "history.db", "history", NEW,
        change("1", "m", "ADD", None, "a", "2026-03-05T09:00:00+00:00"),
        change("2", "m", "UPDATE", "a", "b", "2026-03-01T09:00:00+00:00"),
        change("3", "m", "UPDATE", "b", "c", "2026-03-09T09:00:00+00:00"),
        change("4", "m", "DELETE", "c"),
        change("5", "m", "ADD", None, "d"),
    )  # fmt: skip

    assert take(log, path).bad == []

    assert shown(log) == {"semantic:mem0/m": "d"}


def test_a_history_that_has_grown_adds_what_is_new(log, tmp_path):
    path = database(tmp_path / "history.db", "history", NEW, change("1", "m", "ADD", None, "a"))
    take(log, path)
    database(path, "history", NEW, change("2", "m", "UPDATE", "a", "b", updated="2026-04-01T09:00:00+00:00"))

    assert (take(log, path).added, take(log, path).added) == (1, 0)
    assert shown(log) == {"semantic:mem0/m": "b"}


def test_a_history_that_is_cut_off_begins_with_what_was_there(log, tmp_path):
    path = database(
        tmp_path / "history.db", "history", NEW, change("7", "m", "UPDATE", "a", "b"), change("8", "n", "DELETE", "x"),
        change("9", "o", "DELETE"), change("10", "", "ADD", None, "x"), change("11", "p", "SING", None, "x"),
    )  # fmt: skip

    report = take(log, path)

    assert [bad.line for bad in report.bad] == [3, 4, 5]
    assert [each.tag for each in log.memory("u").history("semantic:mem0/n")] == ["memory-written", "retracted"]
    assert shown(log) == {"semantic:mem0/m": "b"}


# LangGraph's store


@needs_samples
def test_items_lie_where_langgraphs_store_over_a_memory_has_them(log):
    take(log, ITEMS)

    assert shown(log) == {
        "semantic:memories/u1/job": {"text": "Works at Initech", "supersedes": "Works at Globex"},
        "semantic:memories/u2/城市": {"text": "住在杭州"},
    }
    assert [e.public.occurred_at for e in log.events()][1:] == [1_795_977_541_000_000] * 2


def test_a_store_imported_again_changes_and_retracts(log, tmp_path):
    path = tmp_path / "store.sqlite"
    item = lambda key, value, at: ("a.b", key, value, at, at, None, None)
    database(path, "store", ITEM, item("x", b'{"n":1}', "2026-01-01 10:00:00"), item("y", "{}", "2026-01-01 10:00:00"))
    take(log, path)
    log.memory("u").remember("semantic:a/b/mine", 1)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DELETE FROM store WHERE key = 'y'")
        connection.execute("UPDATE store SET value = '{\"n\":2}', updated_at = '2026-01-02 10:00:00' WHERE key = 'x'")
        connection.commit()

    report = take(log, path)

    assert (report.added, report.bad, take(log, path).added) == (2, [], 0)
    assert shown(log) == {"semantic:a/b/x": {"n": 2}, "semantic:a/b/mine": 1}


def test_two_projects_files_of_one_name_are_two_stores(log, tmp_path):
    paths = [tmp_path / project / "store.sqlite" for project in ("project-a", "project-b")]
    for path in paths:
        path.parent.mkdir()
        database(path, "store", ITEM, (path.parent.name, "x", "1", None, None, None, None))

    assert [(take(log, path).added, take(log, path).added) for path in paths] == [(1, 0), (1, 0)]

    assert take(log, paths[0]).added == 0
    assert shown(log) == {"semantic:project-a/x": 1, "semantic:project-b/x": 1}


def test_what_an_actor_brought_by_one_projects_file_is_taken_back_alone(log, tmp_path):
    for project in ("project-a", "project-b"):
        (tmp_path / project).mkdir()
        take(log, database(tmp_path / project / "history.db", "history", NEW, change("1", project, "ADD", None, "a")))

    log.revert(user="u", source="import:project-a/history.db#dana", reason="the wrong file")

    assert shown(log) == {"semantic:mem0/project-b": "a"}


def test_an_items_value_that_is_no_json_is_named_and_nothing_is_taken_for_gone(log, tmp_path):
    path = database(tmp_path / "s.sqlite", "store", ITEM, ("a", "x", "1", None, None, None, None))
    take(log, path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE store SET value = '{'")
        connection.commit()

    (bad,) = take(log, path).bad
    assert (bad.line, "no JSON" in bad.why, shown(log)) == (1, True, {"semantic:a/x": 1})


# Files that aren't as they should be


def test_an_import_leaves_the_file_and_its_folder_as_they_were(log, tmp_path):
    path = database(tmp_path / "history.db", "history", NEW, change("1", "m", "ADD", None, "a"))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    before, folder = hashlib.sha256(path.read_bytes()).digest(), tmp_path.stat().st_mtime_ns

    assert take(log, path).added == 1

    assert [each.name for each in tmp_path.iterdir()] == [path.name]
    assert hashlib.sha256(path.read_bytes()).digest() == before
    assert tmp_path.stat().st_mtime_ns == folder  # nothing was laid beside it, not even for a while


def test_a_store_that_is_being_written_is_read_with_its_log(log, tmp_path):
    path = tmp_path / "store.sqlite"
    with closing(sqlite3.connect(path)) as writer:
        writer.execute("PRAGMA journal_mode = WAL")
        writer.execute(f"CREATE TABLE store ({ITEM})")
        writer.execute("INSERT INTO store (prefix, key, value) VALUES ('a', 'x', '1')")
        writer.commit()
        assert Path(f"{path}-wal").stat().st_size

        take(log, path)

    assert shown(log) == {"semantic:a/x": 1}


@pytest.mark.parametrize("mode", ["WAL", "DELETE"])
def test_a_store_comes_from_standard_input_as_well(log, tmp_path, monkeypatch, mode):
    path = database(tmp_path / "s.sqlite", "store", ITEM, ("a", "x", "1", None, None, None, None))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA journal_mode = {mode}")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(path.read_bytes())))

    assert take(log, "-").format == "langgraph-store"

    assert shown(log) == {"semantic:a/x": 1}


def test_a_view_is_never_asked(log, tmp_path):
    path = tmp_path / "hostile.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(
            f"CREATE VIEW history ({NEW}) AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) "
            f"SELECT {', '.join('x' for _ in NEW.split(','))} FROM n"
        )

    with pytest.raises(Refused, match="no format this can tell"):
        take(log, path)
    with pytest.raises(Refused, match="has no table 'history'"):
        take(log, path, format="mem0")


@pytest.mark.parametrize("format", ["mem0", "langgraph-store"])
@pytest.mark.parametrize("body", [b"", b"SQLite format 3\0" + bytes(200), b"no database"])
def test_what_is_no_database_is_refused_by_name(log, tmp_path, format, body):
    path = tmp_path / "x.db"
    path.write_bytes(body)

    with pytest.raises(Refused, match=r"x\.db' (as an SQLite file|has no table)"):
        take(log, path, format=format)


@needs_samples
@settings(max_examples=40, deadline=None)
@given(st.sampled_from([MEM0, ITEMS]), st.data())
def test_a_corrupt_database_raises_nothing_but_a_refusal(tmp_path_factory, sample, data):
    body = bytearray(sample.read_bytes())
    for _ in range(data.draw(st.integers(1, 30))):
        body[data.draw(st.integers(0, len(body) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path_factory.mktemp("corrupt") / "x.db"
    path.write_bytes(body[: data.draw(st.integers(len(body) // 2, len(body)))])

    with belieflog.open(":memory:") as log:
        try:
            take(log, path, format="mem0" if sample is MEM0 else "langgraph-store")
        except Refused as refused:
            assert "x.db" in str(refused)
            assert log.position == 1


def test_a_corrupt_file_is_refused_even_where_sqlite_names_the_fault_in_no_utf_8(log, tmp_path):
    path = database(tmp_path / "x.db", "history", NEW)
    path.write_bytes(path.read_bytes().replace(b"tablehistory", b"tablehi\x80tory"))

    with pytest.raises(Refused, match=r"can't read .*x\.db"):
        take(log, path, format="mem0")
