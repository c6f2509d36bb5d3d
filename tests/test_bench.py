"""The bench: a peer counts only where it gives back what was written, and a figure says what it is of."""

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import engines
import pytest
from npm import installed

import belieflog
from bench import built, kept, on_server, run
from bench.appending import load
from bench.peers import all as peers
from bench.peers.checking import Wrong
from bench.peers.measuring import measured
from bench.peers.peer import Peer
from bench.table import Amount, Line, Reached, beside
from bench.yardsticks import Indexed

ROOT = Path(__file__).parent.parent
ROWS = ("a", "a'", "b", "c", "d", "e", "f", "g", "h")
NEEDS = {
    "eventsourcing_recorder": "eventsourcing", "eventsourcing_application": "eventsourcing", "memtrail": "memtrail",
    "langgraph_store": "langgraph.store.sqlite", "mcp_memory": "node",
}  # fmt: skip


class Honest(Peer):
    """The yardstick with an index, as a peer that has all ways of reading."""

    name = "honest"
    singles = 40

    def __init__(self, path, synchronous):
        self.yard = Indexed(str(path), synchronous)

    def append(self, op):
        self.append_all([op])

    def append_all(self, ops):
        self.yard.append_all(ops)

    def replay(self):
        return self.yard.replay()

    def current(self, session):
        return self.yard.current(session)

    def as_of(self, session, seq, count):
        return self.yard.as_of(session, seq)

    def history(self, session, key):
        return [op for _, op in self.yard.history(session, key)]

    def search(self, word):
        return self.yard.search(word)

    def close(self):
        self.yard.close()


class Loses(Honest):
    """Loses the last operation of a batch."""

    def append_all(self, ops):
        super().append_all(ops[:-1] if len(ops) > 1 else ops)


class Resurrects(Honest):
    """Takes nothing back."""

    def append_all(self, ops):
        super().append_all([op for op in ops if op["op"] != "retract"])


class Forgetful(Honest):
    """Gives today's state for any point of the past."""

    def as_of(self, session, seq, count):
        return self.current(session)


class LastOnly(Honest):
    """Calls the last value a history."""

    def history(self, session, key):
        return super().history(session, key)[-1:]


class Guesses(Honest):
    """Finds what doesn't hold the word."""

    def search(self, word):
        return [op for op in self.yard.search("") if word not in str(op)][:10]


class Cached(Honest):
    """Replays what it was told, with one value changed."""

    def replay(self):
        state = super().replay()
        session = state["s00000"]
        session["plan"] = {**session["plan"], "ts": 0}
        return state


def test_a_peer_that_gives_back_all_is_measured_in_every_row_that_it_has(tmp_path):
    found = list(measured(Honest, tmp_path / "peer", 2_000, ROWS))

    assert {each.row for each in found} == set(ROWS)
    assert all(each.ratio > 0 and each.n in (40, 2_000) for each in found)
    assert not (tmp_path / "peer").exists()


@pytest.mark.parametrize("liar", [Loses, Resurrects, Forgetful, LastOnly, Guesses, Cached])
def test_a_peer_that_gives_back_something_else_is_not_measured(liar, tmp_path):
    with pytest.raises(Wrong, match="honest gives back something else"):
        list(measured(liar, tmp_path / "peer", 2_000, ROWS[2:]))


def test_a_peer_that_lies_fails_or_isn_t_there_is_said_in_a_line(tmp_path, monkeypatch):
    class Fails(Honest):
        def search(self, word):
            raise OSError("no disk")

    kinds = {"liar": Loses, "fails": Fails, "honest": Honest}
    there = peers.kind
    monkeypatch.setattr(peers, "kind", lambda module: kinds.get(module) or there(module))
    monkeypatch.setitem(sys.modules, "memtrail", None)
    monkeypatch.delitem(sys.modules, "bench.peers.memtrail", raising=False)
    said = []

    found = list(peers.reached(tmp_path, 2_000, ROWS[2:], said, ["liar", "fails", "memtrail", "honest"]))

    assert {each.peer for each in found} == {"honest"}
    assert said == [
        "liar: not measured: honest gives back something else: what s00000 shows",
        "fails: not measured, since it failed (OSError: no disk)",
        "memtrail: not measured, since it isn't installed: pip install memtrail",
    ]


@pytest.mark.parametrize("module", peers.MODULES)
@pytest.mark.filterwarnings("ignore")  # the peers' own
def test_an_installed_peer_gives_back_what_was_written(module, tmp_path, monkeypatch):
    if NEEDS[module] == "node":
        monkeypatch.setenv("NODE_PATH", str(installed("@modelcontextprotocol/server-memory", tmp_path)))
    elif find_spec(NEEDS[module]) is None:
        pytest.skip(f"{NEEDS[module]} isn't installed: it comes with the extra dev")
    said = []

    found = list(peers.reached(tmp_path, 2_000, ROWS[1:], said, [module]))

    if said and "isn't installed" in said[0]:
        pytest.skip(said[0])
    assert said == []
    assert {"a'", "b", "d", "h"} <= {each.row for each in found}


def test_a_line_names_the_best_peer_in_the_direction_of_its_target():
    def told(peer, ratio, n):
        return Reached(peer, "b", Amount(1, "/s"), Amount(1, "/s"), ratio, n)

    reached = [told("quick", 0.9, 500), told("slow", 0.1, 1_000)]
    higher, lower, other = (
        Line(row, "w", "1", "1", 0.5, target) for row, target in [("b", ">=0.3"), ("b", "<=0.3"), ("c", "")]
    )

    lines = list(beside([higher, lower, other], reached, 1_000))

    assert [line.met for line in lines] == ["met", "missed", ""]
    assert str(lines[0]) == "| b | w | 1 | 1 | 0.50 | >=0.3 | met | quick 0.90 with 500 |  |"
    assert "slow 0.10 |" in str(lines[1])
    assert lines[2].peers == ()


def test_a_filled_log_is_read_again_and_one_of_other_operations_is_not(tmp_path):
    first = list(load(tmp_path, 2_000))
    stamp = (tmp_path / "log.db").stat().st_mtime_ns
    again = list(load(tmp_path, 2_000))

    assert [line.ratio for line in again] == [line.ratio for line in first]
    assert ["measured" in str(line.note) for line in (*first, *again)] == [False, False, True, True]
    assert (tmp_path / "log.db").stat().st_mtime_ns == stamp
    assert built.read(tmp_path, 3_000) is None
    assert not (tmp_path / "log.db").exists()


def test_what_is_measured_once_goes_and_logs_that_were_filled_stay(tmp_path):
    with kept.folders(str(tmp_path / "here")) as folders:
        (folders.new / "x").touch()
        (folders.log(5) / "log.db").touch()

    assert [path.name for path in (tmp_path / "here").iterdir()] == ["log-5"]


def test_the_table_goes_out_as_json_with_every_figure_a_number(tmp_path):
    arguments = ["--events", "3000", "--rows", "b,d,l", "--peers", "none", "--json", "--dir", str(tmp_path)]

    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "bench", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )

    told = json.loads(done.stdout)
    assert [line["row"] for line in told["lines"]] == ["b", "h", "d", "d'", "e", "e'", "f", "l", "l"]
    assert {type(line["ours"]["value"]) for line in told["lines"]} == {float}
    assert told["peers"] == told["said"] == []


def test_a_larger_log_has_the_rows_that_depend_on_size_and_how_they_grow(tmp_path, monkeypatch):
    monkeypatch.setattr(run, "BASE", 3_000)
    with kept.folders(str(tmp_path)) as folders:
        lines = list(run.Run(folders, 5_000, ["d"], []).lines())

    assert [line.row for line in lines] == ["d", "d'", "e", "e'", "f"] * 2 + ["d", "e", "f"]
    assert ["5,000" in line.work for line in lines] == [False] * 5 + [True] * 8
    assert [line.target for line in lines[-3:]] == ["<=1.2"] * 3


def test_a_log_on_a_server_is_filled_followed_and_caught_up_with(tmp_path):
    server = engines.postgres()

    found = list(on_server.figures(server.database(), tmp_path, 3_000))

    assert [work for work, _, _ in found] == [
        "appended, 1,000 a commit", "one durable append", "a follower 2,301 events behind, caught up",
        "a follower built from the events", "verified", "a log made", "a log opened that is followed here",
    ]  # fmt: skip
    assert {note for _, _, note in found if "SOUND" in note} == set()
    with belieflog.open(tmp_path / "elsewhere.db", readonly=True) as log:
        assert log.position >= 3_301 and log.verify().ok
