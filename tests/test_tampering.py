"""Whatever is done to the file from outside, `verify` names the place; and this test would notice if it didn't."""

import os
import shutil
import sqlite3
from random import Random

import pytest
from tampering import TABLES, drop_triggers, move, rechain
from ticking import Ticking, over

import belieflog
from eventlog import anchored, sqlite_views, verify
from eventlog.chain import commitment
from eventlog.sqlite_store import SQLiteStore

LENGTH, OLDER, MIDDLE, ERASED = 24, 15, 10, 5


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A log, an older copy of it, and anchors of its middle and its head."""
    folder = tmp_path_factory.mktemp("log")
    kept = []
    with over(SQLiteStore(str(folder / "log.db"))) as log:
        mem = log.memory("u", "s")
        while log.position < LENGTH:
            mem.write(f"k{log.position % 4}", f"value {log.position}")
            if log.position == ERASED + 1:
                log.erase(user="u", event=ERASED, reason="asked")
            if log.position == MIDDLE:
                kept.append(log.anchor())
            if log.position == OLDER:
                log.backup(folder / "older.db")
        kept.append(log.anchor())
    return folder, kept


def change(connection, sql, *values):
    assert connection.execute(sql, values).rowcount == 1, sql


def edit(random, connection, path):
    position = random.choice([p for p in range(1, LENGTH + 1) if p != ERASED])
    table, column = random.choice(
        [("event", "public"), ("event", "hash"), ("event", "id"), ("private", "body"), ("private", "salt")]
    )
    (old,) = connection.execute(
        f"select cast({column} as blob) from {table} where position = ?", (position,)
    ).fetchone()
    at = random.randrange(len(old))
    new = old[:at] + bytes([old[at] ^ random.choice([1, 2, 4])]) + old[at + 1 :]
    kind = "text" if column in ("public", "body") else "blob"
    change(connection, f"update {table} set {column} = cast(? as {kind}) where position = ?", new, position)
    return {position}


def delete(random, connection, path):
    """Take one event out, with what belongs to it or without, and close the gap or not."""
    position = random.randint(1, LENGTH - 1)
    for table in TABLES if random.random() < 0.7 else ("event",):
        connection.execute(f"delete from {table} where position = ?", (position,))
    if random.random() < 0.5:
        for table in TABLES:
            connection.execute(f"delete from {table} where position = ?", (position,))
        for later in range(position + 1, LENGTH + 1):
            move(connection, later, later - 1)
    return {position}


def unsay(random, connection, path):
    """Delete a private part only, or its hole."""
    position = random.randint(1, LENGTH)
    for table in ("private", "hole"):
        connection.execute(f"delete from {table} where position = ?", (position,))
    return {position}


def swap(random, connection, path):
    low, high = sorted(random.sample(range(1, LENGTH + 1), 2))
    move(connection, low, 999)
    move(connection, high, low)
    move(connection, 999, high)
    return {low}


def insert(random, connection, path):
    """Put a copy of an event somewhere, the later ones one further up."""
    source, place = random.randint(1, LENGTH), random.randint(1, LENGTH + 1)
    rows = [
        (table, connection.execute(f"select * from {table} where position = ?", (source,)).fetchone())
        for table in TABLES
    ]
    for later in range(LENGTH, place - 1, -1):
        move(connection, later, later + 1)
    for table, row in rows:
        if row:
            row = (place, random.randbytes(16), *row[2:]) if table == "event" else (place, *row[1:])
            change(connection, f"insert into {table} values ({','.join('?' * len(row))})", *row)
    return {place}


def redo(random, connection, path):
    """Change a private part and make every hash anew: only the anchors can tell, up to the last that agrees."""
    position = random.choice([p for p in range(2, LENGTH + 1) if p != ERASED])
    change(
        connection, "update private set body = replace(body, '}', ',\"reason\":\"no\"}') where position = ?", position
    )
    rechain(connection)
    return {MIDDLE + 1 if position > MIDDLE else 1}


def drop(random, connection, path):
    """Take an event out without a trace and make every hash anew."""
    position = random.choice([p for p in range(2, LENGTH) if abs(p - ERASED) > 1])
    for table in (*TABLES, "member"):
        connection.execute(f"delete from {table} where position = ?", (position,))
    for later in range(position + 1, LENGTH + 1):
        move(connection, later, later - 1)
    connection.execute(f"delete from member where position >= {LENGTH}")
    rechain(connection)
    return {LENGTH if position > MIDDLE else 1}


def truncate(random, connection, path):
    """Take the newest events, from the events only or from everywhere."""
    left = random.randint(1, LENGTH - 1)
    for table in (*TABLES, "member") if random.random() < 0.5 else ("event",):
        connection.execute(f"delete from {table} where position > {left}")
    return {ERASED if ERASED <= left < ERASED + 2 else left + 1}  # the erasure that owns up to a hole may be gone too


def older(random, connection, path):
    connection.close()
    shutil.copy(os.path.join(os.path.dirname(path), "older.db"), path)
    return {OLDER + 1}


def empty(random, connection, path):
    connection.close()
    os.truncate(path, 0)
    return {0}


ACTS = (edit, delete, unsay, swap, insert, redo, drop, truncate, older, empty)


def missed(folder, act, seeds):
    """Do *act* with each seed; list those of which the place isn't named."""
    where, kept = folder
    found = []
    for seed in seeds:
        path = str(where / "tampered.db")
        shutil.copy(where / "log.db", path)
        connection = sqlite3.connect(path, isolation_level=None)
        drop_triggers(connection)
        try:
            places = act(Random(seed), connection, path)
        finally:
            connection.close()
        verdict = belieflog.verify(path, anchor=kept, clock=Ticking())
        if verdict.ok or verdict.first_bad not in places or not all(p.damage and p.kind for p in verdict.problems):
            found.append((seed, places, verdict.problems))
        for suffix in ("", "-wal", "-shm"):
            if os.path.exists(path + suffix):
                os.remove(path + suffix)
    return found


def test_the_log_that_is_tampered_with_is_sound(folder):
    where, kept = folder

    assert belieflog.verify(where / "log.db", anchor=kept, views=True).ok
    assert kept[0].position == MIDDLE


@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.__name__)
def test_the_place_is_named(folder, act):
    assert missed(folder, act, range(25)) == []


FAULTS = {
    "a chain that isn't one": (verify, "link", lambda previous, leaf: b"", (edit,)),
    "a leaf without its private part": (verify, "commitment", lambda salt, private: bytes(32), (edit,)),
    "links that forget what came before": (
        verify, "link", lambda previous, leaf, real=verify.link: real(bytes(32), leaf), (swap, edit),
    ),
    "rows that aren't compared": (
        verify, "_broken", lambda row, public, previous, expected, at: None, (edit, swap, insert),
    ),
    "anchors that aren't looked at": (
        anchored.Witnesses, "problems", lambda self, walked: iter(()), (redo, drop, older),
    ),
    "hashes that aren't compared with the anchor's": (
        anchored.Witnesses, "_problem", lambda self, anchor, *rest: None, (redo, drop, older),
    ),
    "an empty file that passes": (verify, "absent", lambda known, why, now: verify.Verdict(0, ""), (empty,)),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_verifier_with_a_fault_is_found_out(folder, monkeypatch, fault):
    module, name, stand_in, acts = FAULTS[fault]
    monkeypatch.setattr(module, name, stand_in)
    # a walk works a hash out in one go, and step by step, where the faults are planted, only if it differs
    monkeypatch.setattr(verify, "chained", lambda previous, public, salt, private: b"")
    monkeypatch.setattr("belieflog.keeping.absent", verify.absent)

    assert all(missed(folder, act, range(8)) for act in acts)


def test_a_private_part_gone_as_if_erased_needs_an_owner(folder, monkeypatch):
    """The one damage that keeps every hash right: salt and text gone, the commitment left as an erasure leaves it."""

    def erase(random, connection, path):
        position = random.choice([p for p in range(2, LENGTH) if p != ERASED])
        salt, body = connection.execute("select salt, body from private where position = ?", (position,)).fetchone()
        connection.execute("insert into hole values (?, ?)", (position, commitment(salt, body.encode())))
        connection.execute("delete from private where position = ?", (position,))
        return {position}

    assert missed(folder, erase, range(8)) == []
    monkeypatch.setattr(verify, "_unowned", lambda holes, owned: iter(()))
    assert len(missed(folder, erase, range(8))) == 8


def test_the_newest_gone_is_seen_without_an_anchor_where_something_else_still_knows_them(folder, monkeypatch):
    where, _ = folder
    bare = (where, None)

    def last_two(random, connection, path):
        connection.execute(f"delete from event where position > {LENGTH - 2}")
        return {LENGTH - 1}

    assert missed(bare, last_two, [0]) == []
    monkeypatch.setattr(sqlite_views, "traces", lambda connection: 0)
    assert missed(bare, last_two, [0])
