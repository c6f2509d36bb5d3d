"""The tables that follow a log hold each event once, and what is true now, killed as often as may be."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from datetime import UTC, datetime
from random import Random

import projecting
import pytest
from commanding import ROOT
from engines import postgres

import belieflog

KILLS = 5


@pytest.fixture
def server():
    return postgres()


@pytest.fixture(params=["file", "server"])
def place(request, tmp_path):
    return str(tmp_path / "agent.db") if request.param == "file" else request.getfixturevalue("server").url()


@pytest.fixture
def tables(tmp_path):
    return str(tmp_path / "reports.db")


def asked(tables, sql):
    with closing(sqlite3.connect(tables)) as db:
        return db.execute(sql).fetchall()


def agree(place, tables):
    """Whether the tables hold what the log does."""
    with belieflog.open(place, readonly=True) as log:
        counts = Counter(
            (datetime.fromtimestamp(e.at / 1_000_000, UTC).date().isoformat(), e.public.user, e.tag)
            for e in log.events()
        )
        facts = {
            (user, session, fact.key, str(fact.value), str(fact.source))
            for user in log.users()
            for session in log.session_names(user)
            for fact in log.memory(user, session).scratchpad().facts
        }
        assert asked(tables, "select position, hash from done") == [(log.position, log.row(log.position).hash)]
    assert {tuple(key): n for *key, n in asked(tables, "select * from activity")} == counts
    assert set(asked(tables, "select user, session, key, value, source from fact")) == facts
    return True


def live(log, n=0):
    """Write some of everything that changes what is true."""
    mem = log.memory("u", f"s{n}")
    mem.add_fact("timeout", "5 s", source="tool:curl#1")
    mem.add_fact("timeout", "10 s", source="tool:curl#2")
    mem.add_fact("secret", "hunter2", source="user")
    mem.assume("guess", "it is slow")
    mem.confirm("guess", source="tool:curl#3")
    mem.write("note", n)
    log.memory("v", "s").add_fact("theirs", n, source="user")
    log.revert(user="u", session=f"s{n}", source="tool:curl#2", reason="wrong")
    return log


def test_the_tables_tell_what_the_log_does_through_corrections_and_erasures(place, tables):
    with belieflog.open(place) as log:
        live(log)
        projecting.main([place, tables, "--once"])
        assert ("u", "s0", "timeout", "5 s") in asked(tables, "select user, session, key, value from fact")
        assert agree(place, tables)

        log.erase(user="u", address="fact:secret", reason="asked")
        log.undo(log.corrections("u")[-1].event, reason="it was right")
        log.memory("u", "s1").add_fact("k", 1, source="tool:curl#4")
        log.memory("u", "s1").clear()
        projecting.main([place, tables, "--once"])

    assert agree(place, tables)
    with open(tables, "rb") as file:
        assert b"hunter2" not in file.read()


@pytest.mark.skipif(os.name == "nt", reason="this system has no kill -9")
def test_killed_again_and_again_each_event_is_counted_once(place, tables):
    random = Random(3)
    follow = [sys.executable, str(ROOT / "examples" / "projecting.py"), place, tables]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    reached = []
    with belieflog.open(place) as log:
        for n in range(KILLS):
            with subprocess.Popen(follow, env=environment) as started:
                before = reached[-1] if reached else 0
                deadline = time.monotonic() + 30
                while time.monotonic() < deadline:
                    live(log, n)
                    reached.append(position(tables))
                    if reached[-1] > before:
                        break
                time.sleep(random.random() * 0.02)
                started.send_signal(signal.SIGKILL)
        assert len(set(reached)) >= KILLS
        live(log, "last")

    projecting.main([place, tables, "--once"])

    assert agree(place, tables)


def position(tables):
    try:
        return (asked(tables, "select position from done") or [(0,)])[0][0]
    except sqlite3.OperationalError:
        return 0


def test_tables_of_another_log_are_left_alone(tmp_path, tables):
    for name in ("a.db", "b.db"):
        with belieflog.open(tmp_path / name) as log:
            live(log)
    projecting.main([str(tmp_path / "a.db"), tables, "--once"])
    before = asked(tables, "select * from activity")

    with pytest.raises(SystemExit, match="another log"):
        projecting.main([str(tmp_path / "b.db"), tables, "--once"])

    assert asked(tables, "select * from activity") == before
