"""Row s: a log in PostgreSQL beside what psycopg does bare, on a server that is named."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from bench.appending import BATCH, alternating, timed
from bench.driving import Ours
from bench.on_server import log_url
from bench.processes import ROOT, environment
from bench.table import Line, micros, rate
from bench.workload import Op, Workload
from bench.yardsticks import dumps

WARM, SINGLES, BATCHES, SECONDS, WRITERS = 200, 600, 12, 4.0, 8
_TABLES = """
drop schema if exists bare cascade; create schema bare;
create table bare.head (log text primary key, position bigint not null, hash bytea not null);
create table bare.event (log text, position bigint, id bytea, body text, hash bytea, primary key (log, position));
insert into bare.head values ('bare', 0, '');
"""


class Bare:
    """What a locked head needs at least: lock its row, insert one, move it on, commit."""

    def __init__(self, database: str) -> None:
        import psycopg

        self.connection = psycopg.connect(database, autocommit=True)
        self.connection.execute(_TABLES)

    def append(self, op: Op) -> None:
        """Insert one operation in a transaction of its own."""
        run = self.connection.execute
        with self.connection.transaction():
            row = run("select position, hash from bare.head where log = %s for update", ("bare",)).fetchone()
            position = row[0] + 1 if row else 1
            values = ("bare", position, bytes(16), dumps(op), bytes(32))
            run("insert into bare.event values (%s, %s, %s, %s, %s)", values)
            run("update bare.head set position = %s, hash = %s where log = %s", (position, bytes(32), "bare"))

    def copy(self, ops: list[Op], first: int) -> None:
        """Insert several in one transaction, by COPY."""
        with (
            self.connection.transaction(),
            self.connection.cursor() as cursor,
            cursor.copy("copy bare.event from stdin") as copy,
        ):
            for n, op in enumerate(ops):
                copy.write_row(("copied", first + n, bytes(16), dumps(op), bytes(32)))


def stored(database: str, folder: Path) -> Iterator[Line]:
    """Measure one append, batches, and writers side by side."""
    name = f"bench-{time.time_ns()}"
    ours, bare = Ours(_url(database, folder, name)), Bare(database)
    yield _single(ours, bare)
    yield _batches(ours, bare)
    ours.close()
    one, many = _together(database, folder, name, 1), _together(database, folder, name, WRITERS)
    yield Line(
        "s", f"{WRITERS} writers on {WRITERS} logs, beside on one", rate(many, 1), rate(one, 1), many / one, ">=2.0",
        "the same processes",
    )  # fmt: skip


def _single(ours: Ours, bare: Bare) -> Line:
    ops = list(Workload(10).take(WARM + SINGLES))
    mine, theirs = (sum(took) / SINGLES for took in alternating(ours, bare, ops, WARM))
    return Line(
        "s", "PostgreSQL: one append", micros(mine), micros(theirs), theirs / mine, ">=0.6", "a locked head, bare"
    )


def _batches(ours: Ours, bare: Bare) -> Line:
    stream, mine, theirs = Workload(11).take(BATCH * BATCHES), 0.0, 0.0
    first = 1
    while batch := list(islice(stream, BATCH)):
        mine += timed(ours.append_all, batch)
        theirs += timed(lambda ops, first=first: bare.copy(ops, first), batch)
        first += len(batch)
    n = BATCH * BATCHES
    work = f"PostgreSQL: {BATCH:,} a commit"
    return Line("s", work, rate(n, mine), rate(n, theirs), theirs / mine, ">=0.3", "COPY")


def _together(database: str, folder: Path, name: str, logs: int) -> float:
    """Let processes write for some seconds, shared out over so many logs; give what they wrote in a second."""
    import belieflog

    urls = [_url(database, folder, f"{name}-{logs}-{n % logs}") for n in range(WRITERS)]
    for url in urls[:logs]:
        belieflog.open(url).close()
    begin = time.time() + 1.5 + 0.5 * WRITERS
    command = [sys.executable, "-m", "bench.worker", "write"]
    running = [
        subprocess.Popen(
            [*command, url, "ours", repr(begin), repr(SECONDS), str(n)],
            stdout=subprocess.PIPE, cwd=ROOT, env=environment(), text=True,
        )
        for n, url in enumerate(urls)
    ]  # fmt: skip
    done = [json.loads(each.communicate()[0]) for each in running]
    assert not any(each["errors"] for each in done), done
    return sum(float(each["done"]) / each["seconds"] for each in done)


def _url(database: str, folder: Path, log: str) -> str:
    return log_url(database, log, folder / f"{log}.db")
