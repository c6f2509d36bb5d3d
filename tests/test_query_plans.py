"""The statements of everyday look things up by index; none walks the log or its index."""

import re

import pytest

import belieflog

# A partial index whose condition is a range of its column is walked through that range, unless the planner is told otherwise.
WALKED = re.compile(r"\bSCAN (v|m|e|c|p|h|event|private|hole|member|entry|change|void)\b|\bINDEX change_look .*digest>")
ENDS = (  # one row from an end of the table, which SQLite calls a scan too
    "select position, hash, public from event order by position desc limit 1",
    "select 1 from event limit 1",
)


@pytest.fixture
def traced():
    """A log in SQLite, and the statements that it runs."""
    with belieflog.open(":memory:") as log:
        mem = log.memory("u", "s")
        for n in range(5):
            mem.write(f"k{n}", n)
        mem.revise_plan(["read"])
        mem.add_fact("k", 1, source="user", id="01890000-0000-7000-8000-000000000001")
        mem.remember("semantic:a/k", 1)
        connection, statements = log._store._connections.get(), []
        connection.set_trace_callback(statements.append)
        yield log, mem, statements
        connection.set_trace_callback(None)


HOT = {
    "write": lambda log, mem: mem.write("k1", 2),
    "write of a new key": lambda log, mem: mem.write("new", 2),
    "write in a new session": lambda log, mem: log.memory("u", "new").write("k", 1),
    "fact over a fact": lambda log, mem: mem.add_fact("k", 2, source="user"),
    "memory": lambda log, mem: mem.remember("semantic:a/k", 2, expected=1),
    "retraction": lambda log, mem: mem.retract("note:k1", reason="wrong"),
    "retry": lambda log, mem: mem.add_fact("k", 1, source="user", id="01890000-0000-7000-8000-000000000001"),
    "write by expected position": lambda log, mem: mem.write("k1", 2, expected_position=8),
    "step": lambda log, mem: mem.step(1, "done"),
    "utterance": lambda log, mem: mem.say("user", "x"),
    "clear": lambda log, mem: mem.clear(source="user"),
    "recalled": lambda log, mem: mem.recall("1"),
    "scratchpad": lambda log, mem: mem.scratchpad(),
    "scratchpad then": lambda log, mem: mem.scratchpad(at=5),
    "get": lambda log, mem: mem.get("fact:k"),
    "below a namespace": lambda log, mem: mem.below("a"),
    "below a namespace then": lambda log, mem: mem.below("a", at=5),
    "prompt": lambda log, mem: mem.prompt(audit=False),
    "history": lambda log, mem: mem.history("note:k1"),
    "timeline": lambda log, mem: mem.timeline("note:k1"),
    "lanes": lambda log, mem: mem.lanes(kinds=["note", "semantic"]),
    "points": lambda log, mem: mem.points(),
    "what changed": lambda log, mem: mem.changed(8),
    "sessions": lambda log, mem: log.sessions("u"),
    "dialogue": lambda log, mem: mem.dialogue(),
    "head": lambda log, mem: log.position,
    "event": lambda log, mem: log.event("01890000-0000-7000-8000-000000000001"),
    "page of events": lambda log, mem: list(log.events(after=3)),
    "revert": lambda log, mem: log.revert(user="u", event=3, reason="bad"),
    "revert by source": lambda log, mem: log.revert(user="u", source="user", reason="bad"),
    "rollback": lambda log, mem: log.rollback(3, user="u", session="s", reason="bad"),
    "erase": lambda log, mem: log.erase(user="u", event=3, reason="asked"),
}


@pytest.mark.parametrize("act", HOT.values(), ids=HOT)
def test_what_is_done_every_day_walks_no_table(traced, act):
    log, mem, statements = traced
    act(log, mem)
    run = [s for s in dict.fromkeys(statements) if re.match(r"\s*(select|insert|update|delete|with)\b", s, re.I)]
    assert run

    connection = log._store._connections.get()
    connection.set_trace_callback(None)
    walks = {
        sql: steps
        for sql in run
        if sql not in ENDS
        if (
            steps := [
                row[3].decode()
                for row in connection.execute(f"explain query plan {sql}")
                if WALKED.search(row[3].decode())
            ]
        )
    }

    assert walks == {}


def test_the_pattern_knows_a_walk_when_it_sees_one(traced):
    log, _, _ = traced
    connection = log._store._connections.get()
    plans = [
        connection.execute(f"explain query plan {sql}").fetchall()[-1][3].decode()
        for sql in (
            "select * from event where public = '{}'",
            "select * from member where position = 3",
            "select * from entry e where e.shows = 2",
        )
    ]

    assert all(WALKED.search(plan) for plan in plans), plans


@pytest.mark.parametrize("table", ["event", "member", "entry", "change"])
def test_the_number_of_statements_of_a_write_doesnt_grow_with_the_log(traced, table):
    log, mem, statements = traced

    def cost():
        statements.clear()
        mem.write("k1", len(statements) + log.position)
        return len(statements)

    few = cost()
    for n in range(200):
        mem.write(f"more{n}", n)

    assert cost() == few
