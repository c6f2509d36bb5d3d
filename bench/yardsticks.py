"""What plain `sqlite3` does with the same operations: as little as a log can be, and the usual ways to read one."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Any

from bench.workload import Op

State = dict[str, dict[str, Op]]


def dumps(op: Op) -> str:
    """Write one operation as JSON."""
    return json.dumps(op, ensure_ascii=False, separators=(",", ":"))


class Plain:
    """One table: a number and a JSON text."""

    TABLES = "create table ev (seq integer primary key, body text not null)"
    INSERT = "insert into ev (body) values (?)"

    def __init__(self, path: str, synchronous: str) -> None:
        self.connection = sqlite3.connect(path, isolation_level=None, timeout=30)
        self.connection.execute("pragma journal_mode = wal")
        self.connection.execute(f"pragma synchronous = {synchronous}")
        self.connection.execute("pragma cache_size = -64000")  # what ours has, or we would win by it
        if not self.connection.execute("select 1 from sqlite_master").fetchone():
            self.connection.executescript(self.TABLES)

    def row(self, op: Op) -> tuple[Any, ...]:
        """Give the values to insert."""
        return (dumps(op),)

    def append(self, op: Op) -> None:
        """Insert one operation in a transaction of its own."""
        self.connection.execute("begin immediate")
        self.connection.execute(self.INSERT, self.row(op))
        self.connection.execute("commit")

    def append_all(self, ops: Sequence[Op]) -> None:
        """Insert several in one transaction, by `executemany`."""
        self.connection.execute("begin immediate")
        self.connection.executemany(self.INSERT, [self.row(op) for op in ops])
        self.connection.execute("commit")

    def replay(self) -> State:
        """Decode every operation and fold it: the last write wins."""
        state: State = {}
        for (body,) in self.connection.execute("select body from ev order by seq"):
            fold(state, json.loads(body))
        return state

    def search(self, word: str) -> list[Op]:
        """Scan for *word*, and rank by how often it stands there."""
        found = self.connection.execute("select seq, body from ev where body like ?", (f"%{word}%",)).fetchall()
        found.sort(key=lambda row: (-row[1].count(word), -row[0]))
        return [json.loads(body) for _, body in found[:10]]

    def close(self) -> None:
        """Close the file."""
        self.connection.close()


class Indexed(Plain):
    """The table with an index by session and key, and a table of the intervals in which each value held."""

    TABLES = """
    create table ev (seq integer primary key, session text not null, op text not null, key text, body text not null);
    create index ev_key on ev (session, key, seq);
    create table held (session text, key text, since integer, until integer, primary key (session, key, since))
        without rowid;
    create index held_now on held (session, key) where until is null;
    """
    INSERT = "insert into ev (session, op, key, body) values (?, ?, ?, ?)"

    def row(self, op: Op) -> tuple[Any, ...]:
        """Give the values to insert."""
        return (op["session"], op["op"], op["key"], dumps(op))

    def append_all(self, ops: Sequence[Op]) -> None:
        """Insert several in one transaction, and keep the intervals."""
        run = self.connection.execute
        run("begin immediate")
        for op in ops:
            seq, where = run(self.INSERT, self.row(op)).lastrowid, (op["session"], op["key"])
            run("update held set until = ? where session = ? and key = ? and until is null", (seq, *where))
            if op["op"] != "retract":
                run("insert into held values (?, ?, ?, null)", (*where, seq))
        run("commit")

    def current(self, session: str) -> dict[str, Op]:
        """Read what a session holds now from the intervals."""
        sql = "select held.key, body from held join ev on ev.seq = held.since where held.session = ? and until is null"
        return {key: json.loads(body) for key, body in self.connection.execute(sql, (session,))}

    def as_of(self, session: str, seq: int) -> dict[str, Op]:
        """Replay a session up to *seq* through the index."""
        state: State = {}
        sql = "select body from ev indexed by ev_key where session = ? and seq <= ? order by seq"
        for (body,) in self.connection.execute(sql, (session, seq)):
            fold(state, json.loads(body))
        return state[session]

    def history(self, session: str, key: str) -> list[tuple[int, Op]]:
        """Read all that was written to a key through the index."""
        sql = "select seq, body from ev where session = ? and key = ? order by seq"
        return [(seq, json.loads(body)) for seq, body in self.connection.execute(sql, (session, key))]


def fold(state: State, op: Op) -> None:
    """Take one operation into the state."""
    held = state.setdefault(op["session"], {})
    if op["op"] == "retract":
        held.pop(op["key"], None)
    else:
        held[op["key"]] = op


def hash_loop(rows: Iterable[tuple[bytes, bytes, bytes]]) -> bytes:
    """Hash every row's texts and chain the hashes: the least that checking a chain can be."""
    previous = bytes(32)
    for public, salt, private in rows:
        commitment = sha256(salt + private).digest()
        previous = sha256(previous + sha256(public + commitment).digest()).digest()
    return previous


def stored_texts(path: str) -> Iterator[tuple[bytes, bytes, bytes]]:
    """Read public texts, salts and private texts out of one of our files, as plainly as can be."""
    connection = sqlite3.connect(path)
    connection.text_factory = bytes
    rows = connection.execute(
        "select event.position, event.id, event.public, event.hash, private.salt, private.body"
        " from event join private using (position) order by event.position"
    )
    yield from ((public, salt, body) for _, _, public, _, salt, body in rows)
    connection.close()
