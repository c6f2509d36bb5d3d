"""Tables for reports, kept up with a log by following it: what happened on each day, and the facts that hold now.

    python examples/projecting.py agent.db reports.db            # goes on until Ctrl-C
    python examples/projecting.py agent.db reports.db --once     # up to what is there now
    python examples/projecting.py 'postgresql://host/db?log=team-a' reports.db

Then ask with any SQL tool:

    select day, sum(events) from activity group by day;
    select session, key, value, source from fact where user = 'me';

Each event goes in together with its position, in one transaction: killed at any moment it goes on after the last
event that is in, so that none is counted twice and none is left out.
"""

import argparse
import sqlite3
from collections.abc import Sequence
from datetime import UTC, datetime

import belieflog
from belieflog import Log, Recorded

TABLES = """
create table if not exists done (one integer primary key check (one = 1), position integer not null, hash blob not null);
create table if not exists activity (day text, user text, tag text, events integer not null, primary key (day, user, tag));
create table if not exists fact (
    user text, session text, key text, value text, source text, confidence real, position integer,
    primary key (user, session, key)
);
"""


class Reports:
    """The tables in one SQLite file, and how far they have come."""

    def __init__(self, path: str) -> None:
        self.db = sqlite3.connect(path, isolation_level=None)
        self.db.execute("pragma secure_delete = on")  # what was erased in the log is to be gone from here too
        self.db.executescript(TABLES)

    def position(self, log: Log) -> int:
        """Give the position of the last event that is in; refused where that isn't *log*'s."""
        row = self.db.execute("select position, hash from done").fetchone()
        if row is None:
            return 0
        if row[0] > log.position or log.row(row[0]).hash != row[1]:
            raise SystemExit(f"the tables were made of another log, up to event {row[0]}: begin with a new file")
        return int(row[0])

    def take(self, log: Log, event: Recorded) -> None:
        """Put one event in, and that it is in: both or neither."""
        self.db.execute("begin immediate")
        try:
            self._count(event)
            for session in _touched(log, event):
                self._facts(log, event.public.user, session)
            done = (event.position, log.row(event.position).hash)
            self.db.execute("insert or replace into done values (1, ?, ?)", done)
            self.db.execute("commit")
        except BaseException:
            self.db.execute("rollback")
            raise

    def _count(self, event: Recorded) -> None:
        day = datetime.fromtimestamp(event.at / 1_000_000, UTC).date().isoformat()
        sql = "insert into activity values (?, ?, ?, 1) on conflict do update set events = events + 1"
        self.db.execute(sql, (day, event.public.user, event.tag))

    def _facts(self, log: Log, user: str, session: str) -> None:
        """Say what a session holds for true *now*: that is later than the event, perhaps, and never earlier."""
        self.db.execute("delete from fact where user = ? and session = ?", (user, session))
        for entry in log.memory(user, session).scratchpad().facts:
            row = (user, session, entry.key, str(entry.value), str(entry.source), entry.confidence, entry.position)
            self.db.execute("insert into fact values (?, ?, ?, ?, ?, ?, ?)", row)


def _touched(log: Log, event: Recorded) -> list[str]:
    """Name the sessions whose facts an event may have changed.

    Corrections bring earlier values back and erasures take contents away, so each asks anew what there is.
    """
    if event.tag == "erased":
        return log.session_names(event.public.user)
    of_facts = event.public.kind == "fact" or event.tag in ("corrected", "scratchpad-cleared")
    return [event.scope.session] if of_facts and event.scope.session else []


def main(arguments: Sequence[str] | None = None) -> None:
    """Keep the tables up with the log."""
    parser = argparse.ArgumentParser(description="Keep tables for reports up with a log.")
    parser.add_argument("log", help="the log: a path or a URL")
    parser.add_argument("tables", help="the SQLite file with the tables")
    parser.add_argument("--once", action="store_true", help="up to what is there now")
    asked = parser.parse_args(arguments)
    with belieflog.open(asked.log, readonly=True) as log:
        reports = Reports(asked.tables)
        try:
            for event in log.follow(reports.position(log), timeout=0 if asked.once else None):
                reports.take(log, event)
        except KeyboardInterrupt:
            pass
        finally:
            reports.db.close()


if __name__ == "__main__":
    main()
