"""eventsourcing's application: an aggregate a session, rebuilt from its events whenever it is asked for."""

from collections.abc import Sequence
from pathlib import Path
from uuid import NAMESPACE_URL, UUID, uuid5

from bench.peers.eventsourcing_recorder import PAGE, set_up
from bench.peers.peer import Absent, Op, Peer, State
from bench.yardsticks import fold

try:
    from eventsourcing.application import AggregateNotFoundError, Application
    from eventsourcing.domain import Aggregate, event
except ImportError as missing:
    raise Absent("pip install eventsourcing") from missing


class Session(Aggregate):
    """What a session shows."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.shown: dict[str, Op] = {}

    @staticmethod
    def create_id(name: str) -> UUID:
        """Give the id of the session *name*."""
        return uuid5(NAMESPACE_URL, name)

    @event("Written")
    def write(self, op: Op) -> None:
        """Take one operation."""
        fold({self.name: self.shown}, op)


class Measured(Peer):
    """As its tutorial has it: load, change, save; with a cache of aggregates, which it offers, for the appends."""

    name = "eventsourcing application"
    singles = 1_000
    note = "aggregates cached while appending"

    def __init__(self, path: Path, synchronous: str) -> None:
        told = {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(path), "SQLITE_LOCK_TIMEOUT": "30"}
        self._app: Application[UUID] = Application(told)
        set_up(self._app.factory.datastore, synchronous)  # type: ignore[attr-defined]
        self._held: dict[str, Session] = {}

    def append(self, op: Op) -> None:
        """Save one event."""
        self.append_all([op])

    def append_all(self, ops: Sequence[Op]) -> None:
        """Save what all sessions said as one."""
        touched: dict[str, Session] = {}
        for op in ops:
            touched[op["session"]] = session = self._session(op["session"])
            session.write(op)
        self._app.save(*touched.values())

    def replay(self) -> State:
        """Fold all notifications, a page at a time."""
        state: State = {}
        after = 0
        while page := self._app.recorder.select_notifications(start=after + 1, limit=PAGE):
            for each in page:
                told = self._app.mapper.to_domain_event(each)
                if isinstance(told, Session.Written):  # type: ignore[attr-defined]
                    fold(state, told.op)
            after = page[-1].id
        return state

    def current(self, session: str) -> dict[str, Op]:
        """Rebuild the aggregate."""
        return self._app.repository.get(Session.create_id(session)).shown

    def as_of(self, session: str, seq: int, count: int) -> dict[str, Op]:
        """Rebuild it up to a version: its creation is the first."""
        if not count:
            return {}
        return self._app.repository.get(Session.create_id(session), version=count + 1).shown

    def history(self, session: str, key: str) -> list[Op]:
        """Go through the aggregate's events: there is no index by key."""
        told = self._app.events.get(Session.create_id(session))
        return [each.op for each in told if isinstance(each, Session.Written) and each.op["key"] == key]  # type: ignore[attr-defined]

    def close(self) -> None:
        """Close the connections."""
        self._app.close()

    def _session(self, name: str) -> Session:
        if name not in self._held:
            try:
                self._held[name] = self._app.repository.get(Session.create_id(name))
            except AggregateNotFoundError:
                self._held[name] = Session(name)
        return self._held[name]
