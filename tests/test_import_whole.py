"""A file goes in whole or not at all, whatever happens meanwhile; and its run takes it back, and back again."""

import json
import os
import select
import signal
import subprocess
import sys
from random import Random

import pytest
from commanding import ROOT, Command

import belieflog
from bench.transcripts import make

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork and no kill -9"),
    pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning"),
]
KILLS = 12


@pytest.fixture
def file(tmp_path):
    """A transcript of some hundreds of lines."""
    make(tmp_path / "long.jsonl", 400_000)
    return tmp_path / "long.jsonl"


def state(path):
    with belieflog.open(path) as log:
        shown = log.memory("v", "s").scratchpad()
        return log.head, log.position, log.users(), shown, log.verify(views=True).ok


def killed(path, file, after):
    """Start an import in another process and kill it *after* so many operations."""

    def count(done):
        if done == after:
            os.kill(os.getpid(), signal.SIGKILL)

    child = os.fork()
    if child == 0:
        try:
            belieflog.open(path).import_(file, user="u", progress=count)
        finally:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL


def test_an_import_killed_at_any_moment_leaves_nothing_of_its_file(path, file, tmp_path, monkeypatch):
    monkeypatch.setattr("belieflog.importing.run._STEP", 1)
    with belieflog.open(tmp_path / "other.db") as log:
        operations = []
        added = log.import_(file, user="u", progress=operations.append).added
    with belieflog.open(path) as log:
        log.memory("v", "s").write("kept", 1)
    before = state(path)
    assert before[-1]
    random = Random(9)

    for after in [1, operations[-1], *random.sample(operations, KILLS)]:
        assert killed(path, file, after)
        assert state(path) == before

    with belieflog.open(path) as log:
        assert log.import_(file, user="u").added == added
        assert log.import_(file, user="u").added == 0
        assert log.verify(views=True).ok


@pytest.mark.parametrize("statement", ["BEGIN", "INSERT", "COMMIT"])
def test_an_import_killed_at_a_statement_of_its_own_is_not_there_or_whole(path, file, statement):
    with belieflog.open(path) as log:
        log.memory("v", "s").write("kept", 1)
    before = state(path)
    child = os.fork()
    if child == 0:
        log = belieflog.open(path)

        def watch(sql):
            if sql.upper().startswith(statement):
                os.kill(os.getpid(), signal.SIGKILL)

        log._store._connections.get().set_trace_callback(watch)
        log.import_(file, user="u")
        os._exit(0)
    _, status = os.waitpid(child, 0)

    assert os.WIFSIGNALED(status)
    assert state(path) == before


def test_reverting_the_run_gives_what_was_shown_before_and_undoing_that_gives_it_back(path, file):
    run = Command(path)
    run("write", "k", "mine", "--session", "bench")
    run("plan", "my own step", "--session", "bench")
    show = lambda: run.json("show", "--session", "bench")
    before = show()
    report = run.json("import", file)
    imported = show()
    assert imported["plan"] != before["plan"]
    assert imported["failures"]
    assert run.json("dialogue", "--session", "bench")

    run("revert", "--run", report["run"], "--reason", "a try")
    assert show() == before
    assert run.json("dialogue", "--session", "bench") == []

    correction = run.json("corrections")[-1]
    run("undo", correction["position"], "--reason", "it was right")
    assert show() == imported
    assert run.json("verify", "--views")["ok"]


def test_an_import_shows_on_a_terminal_how_far_it_is(path, file, tmp_path):
    pty = pytest.importorskip("pty")
    make(tmp_path / "longer.jsonl", 2_000_000)
    ours, theirs = pty.openpty()
    environment = {key: value for key, value in os.environ.items() if not key.startswith("BELIEFLOG_")}
    words = [sys.executable, "-m", "cli", "--log", path, "import", str(tmp_path / "longer.jsonl"), "--json"]
    with subprocess.Popen(
        words, env=environment | {"PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, stderr=theirs
    ) as child:
        out = child.stdout.read()
    os.close(theirs)
    told = b""
    while select.select([ours], [], [], 0.1)[0]:
        try:
            told += os.read(ours, 4_096)
        except OSError:
            break
    os.close(ours)

    assert json.loads(out)["added"] > 1_000
    assert b"importing " in told
    assert b"\r1000 operations taken in" in told


def test_an_export_tells_how_far_it_is(path, tmp_path, monkeypatch):
    told = []
    monkeypatch.setattr("belieflog.exporting.asked.STEP", 2)
    with belieflog.open(path) as log:
        mem = log.memory("u", "s")
        for n in range(5):
            mem.write(f"k{n}", n)
        log.export(tmp_path / "e.jsonl", progress=told.append)

    assert told == [2, 4, 6]
