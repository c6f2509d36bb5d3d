"""memtrail: commits as in git, each with a snapshot of everything; so a write takes as long as there is to copy."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from bench.peers.peer import Absent, Op, Peer

try:
    from memtrail import MemTrail
except ImportError as missing:
    raise Absent("pip install memtrail") from missing


class Measured(Peer):
    """One repository; a fact is an operation, its id session and key. In WAL mode, where it is quicker."""

    name = "memtrail"
    most = 20_000
    singles = 300
    note = "each commit stores all facts anew"

    def __init__(self, path: Path, synchronous: str) -> None:
        with sqlite3.connect(path) as connection:
            connection.execute("pragma journal_mode = wal")
        connection.close()
        self._trail = MemTrail("bench", path)
        self._trail._store._conn.execute(f"pragma synchronous = {synchronous}")
        self._commits: list[tuple[int, str]] = []
        self._seq = 0

    def append(self, op: Op) -> None:
        """Commit one fact, or its removal."""
        self.append_all([op])

    def append_all(self, ops: Sequence[Op]) -> None:
        """Commit several as one; of one key only the last is kept."""
        last = {_name(op["session"], op["key"]): op for op in ops}
        facts = [{"id": name, "content": op} for name, op in last.items() if op["op"] != "retract"]
        removed = [name for name, op in last.items() if op["op"] == "retract"]
        commit = self._trail.commit(facts=facts, remove=removed, message="written")
        self._seq += len(ops)
        self._commits.append((self._seq, commit.hash))

    def current(self, session: str) -> dict[str, Op]:
        """List all facts, and choose the session's."""
        return _of(session, self._trail.list_facts())

    def as_of(self, session: str, seq: int, count: int) -> dict[str, Op]:
        """Show the commit that held so many operations, and choose the session's."""
        before = [hash for upto, hash in self._commits if upto <= seq]
        return _of(session, self._trail.list_facts(before[-1])) if before else {}

    def close(self) -> None:
        """Close the store."""
        self._trail.close()


def _of(session: str, facts: Sequence[object]) -> dict[str, Op]:
    own = _name(session, "")
    return {fact.id.removeprefix(own): fact.content for fact in facts if fact.id.startswith(own)}  # type: ignore[attr-defined]


def _name(session: str, key: str) -> str:
    return f"{session}/{key}"
