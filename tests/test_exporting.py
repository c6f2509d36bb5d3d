"""What an export writes for other programs, and how it leaves files alone."""

import json
import os
import sys

import pytest
from commanding import Command
from ticking import over

from belieflog import InvalidValue, Refused
from belieflog.exporting.formats import FORMATS
from belieflog.graph import Graph
from eventlog.sqlite_store import SQLiteStore

SERVER_READS = ("type", "name", "entityType", "observations"), ("type", "from", "to", "relationType")


@pytest.fixture
def file(tmp_path):
    return tmp_path / "exported"


@pytest.fixture
def belieflog(path):
    return Command(path)


def documents(file):
    return [json.loads(line) for line in file.read_bytes().splitlines()]


# Files


def test_a_file_that_is_there_is_replaced_only_when_forced(log, mem, file, tmp_path):
    mem.write("k", 1)
    file.write_text("mine")

    with pytest.raises(Refused, match=r"is there already.*--force"):
        log.export(file)
    assert file.read_text() == "mine"
    log.export(file, force=True)

    assert len(documents(file)) == 3
    assert os.listdir(tmp_path) == ["exported"]


def test_an_export_that_fails_half_way_leaves_what_was_there(log, mem, file, tmp_path):
    file.write_text("mine")

    def fail(position):
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("belieflog.exporting.asked.STEP", 1)
        with pytest.raises(KeyboardInterrupt):
            log.export(file, force=True, progress=fail)

    assert (file.read_text(), os.listdir(tmp_path)) == ("mine", ["exported"])


def test_a_file_made_meanwhile_by_another_is_left_alone(log, mem, file, tmp_path):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("belieflog.exporting.asked.STEP", 1)
        with pytest.raises(Refused, match="is there already"):
            log.export(file, progress=lambda n: file.write_text("theirs"))

    assert (file.read_text(), os.listdir(tmp_path)) == ("theirs", ["exported"])


def test_what_is_no_place_for_a_file_and_no_format_is_said(log, tmp_path):
    with pytest.raises(Refused, match="is a folder"):
        log.export(tmp_path)
    with pytest.raises(InvalidValue, match="unknown format 'xml': use one of events, markdown"):
        log.export(tmp_path / "e", "xml")
    with pytest.raises(InvalidValue, match="fork it at the point"):
        log.export(tmp_path / "e", at=1)
    assert os.listdir(tmp_path) == []


def test_a_log_open_for_reading_is_exported(path, file):
    from belieflog import open

    with over(SQLiteStore(path)) as log:
        log.memory("u", "s").write("k", 1)
    with open(path, readonly=True) as log:
        assert log.export(file).items == log.position == 2


# For the memory server


def test_the_graph_comes_as_the_memory_server_keeps_it_and_other_entries_as_entities(log, mem, file):
    graph = Graph(mem)
    graph.create_entities([
        {"name": "Ann/B", "entityType": "person", "observations": ["drinks tea", "猫"]},
        {"name": "prefs/tone", "entityType": "thing", "observations": []},
    ])  # fmt: skip
    graph.create_relations([{"from": "Ann/B", "to": "prefs/tone", "relationType": "likes"}])
    mem.remember("semantic:prefs/language", "en")
    mem.remember("semantic:prefs/tone", {"warm": True})
    mem.remember("semantic:alone", "x")
    mem.remember("semantic:prefs/gone", "x", ttl=1)
    mem.remember("semantic:n/session", "x", in_session=True)
    mem.remember("episodic:trip", "a long story")
    mem.retract(mem.remember("semantic:prefs/wrong", "x").event.address, reason="wrong")

    assert log.export(file, "mcp-memory", user="u", session="s").items == 6

    told = documents(file)
    assert {tuple(line) for line in told} == set(SERVER_READS)
    entities = {line["name"]: (line["entityType"], line["observations"]) for line in told if line["type"] == "entity"}
    assert entities == {
        "Ann/B": ("person", ["drinks tea", "猫"]),
        "prefs/tone": ("thing", []),
        "semantic:prefs/tone": ("prefs", ['{"warm":true}']),
        "prefs/language": ("prefs", ["en"]),
        "alone": ("memory", ["x"]),
    }
    assert told[-1] == {"type": "relation", "from": "Ann/B", "to": "prefs/tone", "relationType": "likes"}


def test_a_graph_that_was_exported_comes_back_in_as_the_same_graph(log, mem, file, path):
    from belieflog import open

    graph = Graph(mem)
    graph.create_entities([{"name": "Ann", "entityType": "person", "observations": ["drinks tea", "猫"]}])
    graph.create_relations([{"from": "Ann", "to": "Ann", "relationType": "knows"}])
    log.export(file, "mcp-memory", user="u")

    with open(path) as other:
        report = other.import_(file, user="u")

        assert (report.format, report.bad) == ("mcp-memory", [])
        assert Graph(other.memory("u", "s")).read_graph() == graph.read_graph()


# As chat messages


def test_a_session_comes_as_chat_messages_with_calls_and_results(log, mem, file):
    mem.say("system", "be brief")
    mem.say("user", "weather?")
    mem.observe("web search", {"t": 20}, call="c1", input={"q": "weather"})
    mem.observe("clock", "noon", call="c1")
    mem.observe("big", "x" * 70_000)
    mem.say("assistant", "20 degrees", source="agent")
    mem.say("tool", "beep")
    mem.say("user", [{"type": "text"}])
    wrong = mem.say("user", "taken back").event
    secret = mem.say("user", "erased").event
    log.revert(user="u", event=wrong.position, reason="wrong")
    log.erase(user="u", event=secret.position, reason="asked")
    log.memory("u", "other").say("user", "elsewhere")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("belieflog.exporting.openai_messages.STEP", 3)
        exported = log.export(file, "openai-messages", user="u", session="s")

    messages = json.loads(file.read_bytes())["messages"]
    assert exported.items == len(messages) == 11
    assert messages[0] == {"role": "system", "content": "be brief"}
    call = {"id": "c1", "type": "function", "function": {"name": "web_search", "arguments": '{"q":"weather"}'}}
    assert messages[2:4] == [
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": '{"t":20}'},
    ]
    assert (messages[4]["tool_calls"][0]["id"], messages[5]["tool_call_id"]) == ("c1_5", "c1_5")
    assert messages[7]["content"] == "x" * 70_000
    assert messages[8:] == [
        {"role": "assistant", "content": "20 degrees"},
        {"role": "user", "name": "tool", "content": "beep"},
        {"role": "user", "content": '[{"type":"text"}]'},
    ]


def test_chat_messages_come_back_in_as_the_same_dialogue_and_observations(log, mem, file, path):
    from belieflog import open

    mem.say("user", "weather?")
    mem.observe("web", "20", call="c1", input={"q": "weather"})
    mem.say("assistant", "20 degrees", source="agent")
    log.export(file, "openai-messages", user="u", session="s")

    with open(path) as other:
        report = other.import_(file, user="u", session="t")
        told = [(e.tag, e.private.content) for e in other.events() if e.tag in ("said", "observed")]

    assert (report.format, report.bad, report.tool_calls) == ("openai-messages", [], 1)
    assert told == [(e.tag, e.private.content) for e in log.events() if e.tag in ("said", "observed")]


def test_a_session_without_a_word_is_an_empty_list(log, mem, file):
    mem.write("k", 1)

    assert log.export(file, "openai-messages", user="u", session="s").items == 0

    assert json.loads(file.read_bytes()) == {"messages": []}


# As a table


def test_all_events_come_as_a_table_and_what_was_erased_is_null(log, mem, file):
    parquet = pytest.importorskip("pyarrow.parquet")
    mem.write("k", {"a": 1}, "what for")
    mem.add_fact("f", "x", source="tool:curl#c", confidence=0.5, derived_from=[2], occurred_at="2026-01-02T03:04:05Z")
    mem.write("secret", "not for long")
    log.erase(user="u", event=4, reason="asked")
    log.revert(user="u", event=2, reason="wrong")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("belieflog.exporting.parquet.GROUP", 2)
        exported = log.export(file, "parquet")

    table = parquet.read_table(file)
    rows = table.to_pylist()
    assert (exported.items, len(rows), parquet.ParquetFile(file).num_row_groups) == (log.position, log.position, 3)
    assert [row["position"] for row in rows] == [*range(1, log.position + 1)]
    assert [row["hash"] for row in rows] == [log.row(row["position"]).hash.hex() for row in rows]
    assert [row["effective"] for row in rows] == [True, False, True, True, True, True]
    assert [row["erased"] for row in rows] == [False, False, False, True, False, False]
    fact = rows[2]
    assert (fact["address"], fact["content"], fact["confidence"], fact["source_kind"], fact["source_name"]) == (
        "fact:f", '"x"', 0.5, "tool", "curl"
    )  # fmt: skip
    assert (fact["derived_from"], fact["occurred_at"].isoformat()) == ([rows[1]["id"]], "2026-01-02T03:04:05+00:00")
    gone = rows[3]
    assert [
        name for name in ("address", "content", "description", "reason", "source_name") if gone[name] is not None
    ] == []
    assert gone["tag"] == "note-written"


def test_without_pyarrow_it_is_said_what_to_install(log, file, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)

    with pytest.raises(Refused, match=r"pip install -e '.\[parquet\]'"):
        log.export(file, "parquet")

    assert not file.exists()


# The command


def test_the_whole_log_goes_through_the_command_into_another_file(belieflog, tmp_path):
    belieflog("write", "k", "A")
    copy = Command(tmp_path / "copy.db")

    assert belieflog("export", tmp_path / "e.jsonl").stdout == f"written to {tmp_path}/e.jsonl, as of event 2\n"
    assert copy("import", "auto", tmp_path / "e.jsonl").stdout.startswith("2 events added\nread as events: ")

    assert copy.json("verify") == belieflog.json("verify")
    assert copy.json("show") == belieflog.json("show")
    assert "recover" in copy.refusal("write", "k", "B")
    assert "goes into an empty one" in belieflog.refusal("import", tmp_path / "e.jsonl")


def test_an_edited_scratchpad_is_previewed_and_then_written(belieflog, tmp_path):
    belieflog("goal", "old")
    belieflog("plan", "read", "write")
    belieflog("write", "k", "A")
    page = tmp_path / "page.md"
    said = belieflog("export", "markdown", page).stdout
    assert said.splitlines()[1].endswith(f"import scratchpad {page} --dry-run")
    text = (
        page.read_text("utf-8").replace("old", "new").replace("- [ ] write", "- [x] write").replace("### k\n\nA\n", "")
    )
    page.write_text(text, "utf-8")

    dry = belieflog("import", "scratchpad", page, "--dry-run").stdout

    assert dry.splitlines() == [
        "changed goal", "  - old", "  + new", "changed plan (step 2 done)", "  - [ ] read; [ ] write", "  + [ ] read; [x] write",
        "removed note:k", "  - A", "3 events would be added",
        "nothing is changed yet: leave out --dry-run to do it",
    ]  # fmt: skip
    assert belieflog.json("get", "k")["value"] == "A"
    done = belieflog("import", page, "--lang", "zh").stdout
    assert done.splitlines()[3] == "改变 plan (第 2 步完成)"
    assert belieflog.json("show")["goal"]["value"] == {"text": "new"}
    assert "nothing at" in belieflog.refusal("get", "k")


def test_an_export_goes_to_standard_output_and_nothing_with_it(belieflog):
    belieflog("write", "k", "A")

    lines = belieflog("export", "-").stdout.splitlines()

    assert [json.loads(line).get("position") for line in lines] == [2, 1, 2]
    assert json.loads(belieflog("export", "json", "-", "--json").stdout)["entries"][0]["value"] == "A"


def test_an_earlier_point_is_exported(belieflog, tmp_path):
    belieflog("write", "k", "A")
    belieflog("write", "k", "B")

    belieflog("export", "json", tmp_path / "p.json", "--at", "2")

    assert json.loads((tmp_path / "p.json").read_text())["entries"] == [{"address": "note:k", "value": "A"}]


def test_the_formats_are_listed_and_a_call_without_a_path_says_what_to_give(belieflog):
    assert [line.split()[0] for line in belieflog("export", "--list").stdout.splitlines()] == list(FORMATS)
    assert "give a PATH" in belieflog("export").stderr
    assert "give a PATH" in belieflog("export", "events").stderr
    assert "no log at" in belieflog.refusal("export", "x.jsonl")


def test_an_export_says_in_json_what_it_wrote(belieflog, tmp_path):
    belieflog("write", "k", "A")

    assert belieflog.json("export", tmp_path / "e.jsonl") == {
        "format": "events", "path": str(tmp_path / "e.jsonl"), "items": 2, "position": 2, "warnings": []
    }  # fmt: skip
