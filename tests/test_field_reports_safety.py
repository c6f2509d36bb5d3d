"""What went wrong for others with tampering, erasing and copying goes right here; each test names its report.

The whole kinds are in test_tampering.py, test_anchors.py, test_erasing.py and test_keeping.py.
"""

import os
import sqlite3

import pytest
from tampering import drop_triggers, move
from ticking import over

import belieflog
from belieflog import CorruptLog
from eventlog.sqlite_store import SQLiteStore

LENGTH, SECRET = 9, "zanzibar-7391"
PARTS = ("event", "private")


@pytest.fixture
def anchored(path):
    """A log of nine events, and its anchor."""
    with over(SQLiteStore(path)) as log:
        while log.position < LENGTH:
            log.memory("u", "s").write("k", log.position)
        return path, log.anchor()


def delete(connection, position):
    for part in PARTS:
        connection.execute(f"delete from {part} where position = ?", (position,))


def change_a_middle_value(connection):
    connection.execute("update private set body = replace(body, '4', '5') where position = 5")


def delete_the_newest_two(connection):
    delete(connection, LENGTH)
    delete(connection, LENGTH - 1)
    connection.execute(f"delete from member where position > {LENGTH - 2}")


def delete_a_middle_one(connection):
    delete(connection, 4)
    for later in range(5, LENGTH + 1):
        move(connection, later, later - 1)


def swap_two(connection):
    for old, new in ((3, 99), (6, 3), (99, 6)):
        move(connection, old, new)


def insert_a_copy(connection):
    for later in range(LENGTH, 6, -1):
        move(connection, later, later + 1)
    connection.execute("insert into event select 7, randomblob(16), public, hash from event where position = 2")
    connection.execute("insert into private select 7, salt, body from private where position = 2")


FIVE = {
    change_a_middle_value: 5,
    delete_the_newest_two: LENGTH - 1,
    delete_a_middle_one: 4,
    swap_two: 3,
    insert_a_copy: 7,
}


@pytest.mark.parametrize(("harm", "position"), FIVE.items(), ids=lambda each: getattr(each, "__name__", each))
def test_verify_names_the_first_bad_position_for_all_five(anchored, harm, position):
    """mem0 #7316, letta-code #4433: none of the five was noticed. aetnamem: truncation passed."""
    path, anchor = anchored
    connection = sqlite3.connect(path, isolation_level=None)
    drop_triggers(connection)
    harm(connection)
    connection.close()

    assert belieflog.verify(path, anchor=anchor).first_bad == position
    assert belieflog.verify(path).ok == (harm is delete_the_newest_two)


def test_deleted_text_is_in_no_byte_of_any_file(path, tmp_path):
    """ollama #16543, mem0 #6512: "deleted" text could be recovered from the file."""
    with belieflog.open(path) as log:
        mem = log.memory("u", "s")
        mem.write("code", SECRET, description=SECRET, reason=SECRET)
        mem.observe("curl", SECRET * 9_000)
        mem.retract("note:code", reason=SECRET)
        assert SECRET.encode() in (tmp_path / "agent.db-wal").read_bytes()

        log.erase(user="u", whole_user=True, reason="asked")

        assert [name for name in os.listdir(tmp_path) if SECRET.encode() in (tmp_path / name).read_bytes()] == []
        assert log.verify(views=True).ok


@pytest.mark.parametrize(
    "selector", [{"whole_user": True}, {"kind": "note"}, {"source": "agent"}, {"text": "same"}], ids=str
)
def test_an_erasure_never_hits_another_tenant(log, selector):
    """marten #5234: an erasure hit other tenants."""
    for n in range(3):
        for user in ("u", "v", "u%", "team:u"):
            log.memory(user, "s").write(f"k{n}", "the same")
            log.memory(user, "s").observe("curl", "x" * 70_000)
    others = [r for r in log.events() if r.public.user != "u"]

    done = log.erase(user="u", reason="asked", **selector)

    bodies = [r.body for r in log.events() if r.public.user == "u" and r.tag != "erased"]
    assert done.count == bodies.count(None) in (3, 6)
    assert [r for r in log.events() if r.public.user != "u"] == others
    assert all(log.blob(r.private.content["ref"]) for r in others if r.tag == "observed")


def test_a_corrupt_backup_is_not_verified(path, tmp_path):
    """neotoma #2075: a corrupt backup "verified" → it is verified by bringing it back."""
    with belieflog.open(path) as log:
        for n in range(50):
            log.memory("u", "s").write(f"k{n}", f"value {n} " * 30)
        log.backup(tmp_path / "backup.db")
    raw = bytearray((tmp_path / "backup.db").read_bytes())
    at = raw.find(b"value 7 value 7")
    raw[at : at + 7] = b"VALUE 7"
    (tmp_path / "backup.db").write_bytes(raw)

    with pytest.raises(CorruptLog, match="isn't what was written"):
        belieflog.recover(tmp_path / "backup.db", tmp_path / "back.db")

    assert not (tmp_path / "back.db").exists()
