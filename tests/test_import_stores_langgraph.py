"""LangGraph's checkpoints: threads, branches, messages and state, read as data only."""

import json
import pickle
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import belieflog
from belieflog.importing import langgraph_values
from eventlog.errors import InvalidValue, Refused

SAMPLES = Path(__file__).parents[2] / "shared" / "data" / "stores" / "langgraph"
needs_samples = pytest.mark.skipif(not SAMPLES.is_dir(), reason="no ../shared/data beside the repository")
COLUMNS = "thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata"
WRITES = "thread_id, checkpoint_ns, checkpoint_id, task_id, idx, channel, type, value"


@pytest.fixture
def log():
    with belieflog.open(":memory:") as opened:
        yield opened


def take(log, path, **more):
    return log.import_(path, user="u", **more)


def saved(path, *checkpoints, writes=()):
    with closing(sqlite3.connect(path)) as connection:
        for table, columns, rows in (("checkpoints", COLUMNS, checkpoints), ("writes", WRITES, writes)):
            connection.execute(f"CREATE TABLE IF NOT EXISTS {table} ({columns})")
            marks = ", ".join("?" for _ in columns.split(","))
            connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)
        connection.commit()
    return path


def checkpoint(id, parent=None, thread="t", space="", ts="2026-01-01T10:00:00+00:00", kind="json", **values):
    held = json.dumps({"ts": ts, "channel_values": values}).encode()
    return thread, space, id, parent, kind, held, b"{}"


def message(kind, content, id=None, **more):
    return {"type": kind, "content": content, "id": id, **more}


def told(log, session):
    """Fold a session's events: its notes, and what was said and observed, in order."""
    notes, words = {}, []
    for event in log.events():
        if event.public.session != session:
            continue
        content = event.private.content
        if event.tag == "note-written":
            notes[event.private.address.removeprefix("note:")] = content
        elif event.tag == "retracted":
            del notes[event.private.address.removeprefix("note:")]
        elif event.tag in ("said", "observed"):
            words.append(content.get("content", content.get("output")))
    return notes, words


@needs_samples
def test_each_checkpoint_of_a_thread_comes_to_the_state_that_langgraph_gives(tmp_path):
    expected = json.loads((SAMPLES / "history_en.expected.json").read_text("utf-8"))
    for each in expected:
        path = tmp_path / "checkpoints.sqlite"
        path.write_bytes((SAMPLES / "checkpoints_en.sqlite").read_bytes())
        with closing(sqlite3.connect(path)) as connection:  # as the file was then
            connection.execute("DELETE FROM checkpoints WHERE checkpoint_id > ?", (each["checkpoint_id"],))
            connection.commit()
        session = f"{tmp_path.name}/checkpoints.sqlite/thread-1"
        forked = each["metadata"]["source"] == "update"
        with belieflog.open(":memory:") as log:
            assert take(log, path).bad == []
            notes, words = told(log, session + (f"/branch-{each['checkpoint_id']}" if forked else ""))

        values = each["channel_values"]
        own = ("__", "branch:", "messages")
        assert notes == {name: value for name, value in values.items() if not name.startswith(own)}
        if not forked:
            assert words == [m["content"] for m in values.get("messages", ()) if m["content"]]


def test_a_thread_that_has_grown_adds_what_is_new(log, tmp_path):
    hello = message("human", "hello", "m1")
    path = saved(tmp_path / "c.sqlite", checkpoint("1", messages=[hello], step=1))
    take(log, path)
    saved(path, checkpoint("2", "1", messages=[hello, message("ai", "hi", "m2")], plan=["a"]))

    report = take(log, path)

    assert (report.added, report.bad, take(log, path).added) == (3, [], 0)
    assert told(log, f"{tmp_path.name}/c.sqlite/t") == ({"plan": ["a"]}, ["hello", "hi"])


def test_threads_of_one_name_in_two_projects_files_are_two_sessions(log, tmp_path):
    for project, word in (("project-a", "hello"), ("project-b", "hi")):
        (tmp_path / project).mkdir()
        row = checkpoint(f"1-{word}", messages=[message("human", word, "m1")], plan=word)
        take(log, saved(tmp_path / project / "c.sqlite", row))

    assert told(log, "project-a/c.sqlite/t") == ({"plan": "hello"}, ["hello"])
    assert told(log, "project-b/c.sqlite/t") == ({"plan": "hi"}, ["hi"])


def test_branches_and_subgraphs_are_sessions_within_the_threads(log, tmp_path):
    first = message("human", "hello", "m1")
    path = saved(
        tmp_path / "c.sqlite",
        checkpoint("1", messages=[first], n=1),
        checkpoint("2", "1", messages=[first], n=2),
        checkpoint("3", "1", messages=[first, message("human", "or else?", "m3")], n=1),
        checkpoint("4", "3", messages=[first, message("human", "or else?", "m3")], n=4),
        checkpoint("5", None, space="sub:1", messages=[first, message("ai", "from below", "m5")]),
        checkpoint("6", "2", messages=[first], n=6),
    )

    assert take(log, path).bad == []

    assert told(log, f"{tmp_path.name}/c.sqlite/t") == ({"n": 6}, ["hello"])
    assert told(log, f"{tmp_path.name}/c.sqlite/t/branch-3") == ({"n": 4}, ["or else?"])
    assert told(log, f"{tmp_path.name}/c.sqlite/t/sub:1") == ({}, ["from below"])


def test_who_said_what_and_what_failed(log, tmp_path):
    blocks = [
        {"type": "thinking", "thinking": "hm"},
        {"type": "text", "text": "I look."},
        {"type": "tool_use", "id": "c"},
    ]
    path = saved(
        tmp_path / "c.sqlite",
        checkpoint(
            "1",
            messages=[
                message("system", "Be brief."),
                message("human", "where?"),
                message("ai", blocks, tool_calls=[{"id": "c", "name": "find", "args": {"q": 1}}]),
                message("tool", "no such thing", tool_call_id="c", name="find", status="error"),
                message("remove", "", "m1"),
            ],
        ),
        writes=[("t", "", "1", "task", 0, "__error__", "msgpack", msgspec.msgpack.encode("ValueError('x')"))],
    )

    report = take(log, path)

    said = [(e.private.content["role"], e.private.content["content"]) for e in log.events() if e.tag == "said"]
    assert said == [("system", "Be brief."), ("user", "where?"), ("assistant", "I look.")]
    failures = [e.private.content for e in log.events() if e.tag == "failure-marked"]
    assert failures == [{"input": {"q": 1}, "what": "no such thing"}, {"what": "ValueError('x')"}]
    assert (report.tool_calls, report.failed, report.bad) == (1, 2, [])


def test_what_is_pickled_is_named_and_never_read(log, tmp_path):
    class Trap:
        def __reduce__(self):
            return (Path.touch, (tmp_path / "sprung",))

    row = (*checkpoint("1")[:4], "pickle", pickle.dumps(Trap()), b"{}")
    path = saved(tmp_path / "c.sqlite", row, checkpoint("2", messages=[message("human", "hello")]))

    (bad,) = take(log, path).bad

    assert (bad.line, "stored as 'pickle'" in bad.why) == (1, True)
    assert not (tmp_path / "sprung").exists()
    assert told(log, f"{tmp_path.name}/c.sqlite/t")[1] == ["hello"]


EXT = lambda code, *held: msgspec.msgpack.Ext(code, msgspec.msgpack.encode(held))


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (EXT(0, "uuid", "UUID", "00ff"), "00ff"),
        (EXT(1, "pathlib", "PosixPath", ["a", "b"]), {"type": "PosixPath", "args": ["a", "b"]}),
        (EXT(1, "os", "system", ["touch x"]), "touch x"),
        (EXT(2, "app", "State", {"n": 1}), {"n": 1}),
        (EXT(3, "datetime", "datetime", "2026-01-01T00:00:00", "fromisoformat"), "2026-01-01T00:00:00"),
        (EXT(5, "app", "Model", {"x": [1]}, "model_validate_json"), {"x": [1]}),
        (EXT(6, "float32", [2, 2], "C", b"1234"), "[array float32 of [2, 2]]"),
        ({1: b"abc", "n": 2**64 - 1, "f": float("inf")}, {"1": "[3 bytes]", "n": str(2**64 - 1), "f": "inf"}),
    ],
)
def test_values_of_langgraphs_own_types_are_read_as_what_they_hold(value, plain):
    assert langgraph_values.read("msgpack", msgspec.msgpack.encode(value)) == plain


def test_older_checkpoints_hold_langchains_own_json():
    held = {"lc": 1, "type": "constructor", "id": ["langchain", "schema", "HumanMessage"], "kwargs": {"content": "hi"}}

    assert langgraph_values.read("json", json.dumps([held]).encode()) == [{"type": "human", "content": "hi"}]


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(["msgpack", "json", "null", "bytes", "pickle", None, 3]),
    st.binary(max_size=40) | st.none() | st.text(),
)
def test_no_value_raises_but_to_say_that_it_cant_be_read(kind, body):
    try:
        langgraph_values.read(kind, body)
    except InvalidValue as error:
        assert str(error).startswith("value")


@needs_samples
@settings(max_examples=30, deadline=None)
@given(st.data())
def test_a_corrupt_file_raises_nothing_but_a_refusal(tmp_path_factory, data):
    body = bytearray((SAMPLES / "checkpoints_en.sqlite").read_bytes())
    for _ in range(data.draw(st.integers(1, 40))):
        body[data.draw(st.integers(0, len(body) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path_factory.mktemp("corrupt") / "x.db"
    path.write_bytes(body)

    with belieflog.open(":memory:") as log:
        try:
            take(log, path, format="langgraph-checkpoints")
        except Refused as refused:
            assert "x.db" in str(refused)
            assert log.position == 1
