"""LangGraph's SqliteStore: an item a key, in the namespace of its session; it keeps what is current and nothing else."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from bench.peers.peer import Absent, Op, Peer

try:
    from langgraph.store.base import PutOp
    from langgraph.store.sqlite import SqliteStore
except ImportError as missing:
    raise Absent("pip install langgraph-checkpoint-sqlite") from missing

MANY = 100_000  # items: all of a session


class Measured(Peer):
    """In WAL mode, where it is quicker than in the mode that it comes with."""

    name = "LangGraph SqliteStore"
    note = "in WAL mode; keeps no history"

    def __init__(self, path: Path, synchronous: str) -> None:
        self._connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=30)
        self._connection.execute("pragma journal_mode = wal")
        self._connection.execute(f"pragma synchronous = {synchronous}")
        self._connection.execute("pragma cache_size = -64000")
        self._store = SqliteStore(self._connection)
        self._store.setup()

    def append(self, op: Op) -> None:
        """Put or delete one item."""
        if op["op"] == "retract":
            self._store.delete(("mem", op["session"]), op["key"])
        else:
            self._store.put(("mem", op["session"]), op["key"], op)

    def append_all(self, ops: Sequence[Op]) -> None:
        """Put and delete several as one batch; of one key only the last is kept."""
        puts = (PutOp(("mem", op["session"]), op["key"], None if op["op"] == "retract" else op) for op in ops)
        self._store.batch(list(puts))

    def current(self, session: str) -> dict[str, Op]:
        """List the items of the session's namespace."""
        return {item.key: item.value for item in self._store.search(("mem", session), limit=MANY)}

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()
