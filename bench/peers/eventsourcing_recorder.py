"""eventsourcing's SQLite recorder: one stream a session, each stored event the JSON of an operation."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from uuid import NAMESPACE_URL, UUID, uuid5

from bench.peers.peer import Absent, Op, Peer, State
from bench.yardsticks import dumps, fold

try:
    from eventsourcing.persistence import StoredEvent
    from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteDatastore
except ImportError as missing:
    raise Absent("pip install eventsourcing") from missing

PAGE = 1_000


def set_up(store: SQLiteDatastore, synchronous: str) -> None:
    """Give the one connection that a single thread uses what ours has."""
    with store.get_connection(commit=True) as connection:
        connection.cursor().execute(f"pragma synchronous = {synchronous}")
        connection.cursor().execute("pragma cache_size = -64000")


class Measured(Peer):
    """Streams, in the order of all."""

    name = "eventsourcing recorder"
    note = "no chain, no current state"

    def __init__(self, path: Path, synchronous: str) -> None:
        self._store = SQLiteDatastore(str(path), lock_timeout=30)
        set_up(self._store, synchronous)
        self._recorder = SQLiteApplicationRecorder(self._store)
        self._recorder.create_table()
        self._versions: dict[str, int] = {}

    def append(self, op: Op) -> None:
        """Insert one event."""
        self._recorder.insert_events([self._event(op)])

    def append_all(self, ops: Sequence[Op]) -> None:
        """Insert events in one transaction."""
        self._recorder.insert_events([self._event(op) for op in ops])

    def replay(self) -> State:
        """Fold all notifications, a page at a time."""
        state: State = {}
        for op in self._all():
            fold(state, op)
        return state

    def current(self, session: str) -> dict[str, Op]:
        """Fold the session's stream."""
        return self.as_of(session, 0, None)

    def as_of(self, session: str, seq: int, count: int | None) -> dict[str, Op]:
        """Fold the stream up to a version."""
        state: State = {session: {}}
        for event in self._recorder.select_events(_id(session), lte=count):
            fold(state, json.loads(event.state))
        return state[session]

    def history(self, session: str, key: str) -> list[Op]:
        """Go through the session's stream: there is no index by key."""
        told = (json.loads(event.state) for event in self._recorder.select_events(_id(session)))
        return [op for op in told if op["key"] == key]

    def close(self) -> None:
        """Close the connections."""
        self._store.close()

    def _event(self, op: Op) -> StoredEvent:
        session = op["session"]
        if session not in self._versions:
            newest = self._recorder.select_events(_id(session), desc=True, limit=1)
            self._versions[session] = newest[0].originator_version if newest else 0
        self._versions[session] += 1
        return StoredEvent(_id(session), self._versions[session], op["op"], dumps(op).encode())

    def _all(self) -> Iterator[Op]:
        after = 0
        while page := self._recorder.select_notifications(start=after + 1, limit=PAGE):
            yield from (json.loads(each.state) for each in page)
            after = page[-1].id


def _id(session: str) -> UUID:
    return uuid5(NAMESPACE_URL, session)
