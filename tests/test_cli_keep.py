import json
import os
import sqlite3
from pathlib import Path

import pytest
from commanding import Command

SAMPLES = Path(__file__).parent.parent.parent / "shared/data/transcripts/claude-code"


@pytest.fixture
def belieflog(path):
    return Command(path)


def turn(n):
    message = {"role": "user", "content": f"turn {n}"}
    return json.dumps({"type": "user", "sessionId": "s1", "isSidechain": False, "uuid": f"u{n}", "message": message})


def test_an_honest_log_verifies(belieflog):
    belieflog("write", "k", "A")

    verdict = belieflog.json("verify")

    assert set(verdict) == {"ok", "positions", "head", "first_bad", "problems", "anchor"}
    assert (verdict["ok"], verdict["positions"], verdict["first_bad"]) == (True, 2, None)
    assert belieflog("verify").stdout == f"2 events, all as written\nhead {verdict['head']}\n"


def test_a_changed_log_ends_with_3_and_names_the_position(belieflog):
    for value in "ABC":
        belieflog("write", "k", value)
    tamper(belieflog.log, 3)

    result = belieflog("verify", "--json")

    assert result.exit_code == 3
    assert json.loads(result.stdout)["first_bad"] == 3
    text = belieflog("verify")
    assert text.exit_code == 3
    assert text.stdout.startswith("not what was written, from position 3 on\n  3: ")


def test_a_reading_verb_that_meets_a_corrupt_event_ends_with_3_too(belieflog):
    belieflog("write", "k", "A")
    tamper(belieflog.log, 2, "substr(body, 2)")

    result = belieflog("show")

    assert (result.exit_code, result.stdout) == (3, "")
    assert "run 'belieflog verify'" in result.stderr


def tamper(path, position, change="body || ' '"):
    """Change the text of one event from outside, triggers dropped."""
    db = sqlite3.connect(path)
    with db:
        for (name,) in db.execute("select name from sqlite_master where type = 'trigger'").fetchall():
            db.execute(f'drop trigger "{name}"')
        changed = db.execute(f"update private set body = {change} where position = ?", [position])
        assert changed.rowcount == 1
    db.close()


def test_indexes_are_made_anew_and_nothing_else_changes(belieflog):
    belieflog("write", "k", "A")
    before = belieflog("show", "--json").stdout

    assert belieflog("rebuild").stdout == "indexes made anew from 2 events\n"
    assert belieflog.json("rebuild") == {"positions": 2}

    assert belieflog("show", "--json").stdout == before


def test_a_transcript_is_imported_once(belieflog, tmp_path):
    (tmp_path / "s.jsonl").write_text("\n".join(map(turn, range(3))))

    first = belieflog.json("import", "claude-code", tmp_path / "s.jsonl")
    again = belieflog("import", "claude-code", tmp_path / "s.jsonl")

    assert set(first) == {
        "format", "files", "records", "added", "bad", "tool_calls", "failed", "plan_updates", "turns", "run", "warnings",
        "because", "dry_run", "changes", "unanswered", "untimed", "read_as",
    }  # fmt: skip
    assert (first["records"], first["added"], first["turns"], first["bad"]) == (3, 3, 3, [])
    assert again.stdout == "3 records: 3 turns, 0 tool calls (0 failed), 0 plan updates\n0 events added\n"
    assert [s["session"] for s in belieflog.json("sessions")] == ["s1"]


def test_an_import_is_taken_back_as_a_whole(belieflog, tmp_path):
    (tmp_path / "s.jsonl").write_text("\n".join(map(turn, range(3))))
    hint = belieflog("import", tmp_path / "s.jsonl").stdout.splitlines()[-1]
    run = hint.split("--run ")[1].split()[0]

    assert belieflog.json("revert", "--run", run, "--reason", "the wrong file")["count"] == 3


def test_a_bad_line_is_named_and_the_rest_goes_in(belieflog, tmp_path):
    (tmp_path / "s.jsonl").write_text(f"{turn(1)}\nnot json\x1b[31m\n{turn(2)}")

    result = belieflog("import", "claude-code", tmp_path / "s.jsonl")

    assert result.exit_code == 0
    assert "2 events added" in result.stdout
    assert "s.jsonl, line 2: " in result.stdout
    assert "\x1b" not in result.stdout
    assert "nothing of it was imported" in belieflog.refusal("import", "auto", tmp_path / "s.jsonl", "--strict")


def test_a_transcript_is_read_from_standard_input_into_the_session_named(belieflog):
    belieflog("import", "claude-code", "-", "--session", "mine", input=turn(1))

    assert [t["content"] for t in belieflog.json("dialogue", "--session", "mine")] == ["turn 1"]


def test_what_cant_be_imported_is_said(belieflog, tmp_path):
    (tmp_path / "s.jsonl").write_text("{}")

    assert belieflog("import").exit_code == 2
    assert belieflog("import", "claude-code").exit_code == 2
    assert "no format this can tell" in belieflog.refusal("import", tmp_path / "s.jsonl")
    assert "unknown format 'cursor'" in belieflog.refusal("import", "cursor", tmp_path / "s.jsonl")
    assert "can't read" in belieflog.refusal("import", "auto", tmp_path / "missing.jsonl")
    assert belieflog("import", "--list").stdout.startswith("events  ")


@pytest.mark.skipif(not SAMPLES.exists(), reason="no shared sample transcripts here")
def test_a_real_transcript_gives_its_known_counts(belieflog):
    file = SAMPLES / "session-196820da.jsonl"

    report = belieflog.json("import", "claude-code", file)
    head = belieflog.json("verify")["head"]

    known = {"records": 233, "tool_calls": 65, "failed": 2, "plan_updates": 9, "bad": []}
    assert {key: report[key] for key in known} == known
    assert belieflog.json("import", "claude-code", file)["added"] == 0
    assert belieflog.json("verify")["head"] == head
    session = belieflog.json("sessions")[0]["session"]
    assert len(belieflog.json("history", "plan", "--session", session)) == 9
    assert len(belieflog.json("log", "--tag", "observed")) == 65
    assert len(belieflog.json("show", "--session", session)["failures"]) == 2


def test_the_policy_is_shown_and_set_with_a_reason(belieflog, tmp_path):
    (tmp_path / "policy.json").write_text('{"sizes": {"note": 5}}')
    belieflog("write", "k", "A")
    assert belieflog.json("policy", "show") == belieflog.json("policy")
    assert "needs a reason" in belieflog.refusal("policy", "set", tmp_path / "policy.json")

    belieflog("policy", "set", tmp_path / "policy.json", "--reason", "keep it short")

    assert belieflog.json("policy")["sizes"]["note"] == 5
    assert belieflog("write", "k", "too long").exit_code == 1
    assert "policy" in belieflog.refusal("policy", "set", "-", "--reason", "x", input='{"sises": {}}')


@pytest.mark.parametrize("words", [("policy", "set"), ("policy", "show", "file"), ("policy", "drop")])
def test_the_policy_verb_says_how_it_is_used(belieflog, words):
    assert belieflog(*words).exit_code == 2


def test_the_demo_leaves_its_log_and_takes_the_next_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    bare = Command("unused.db")

    for name in ("belieflog-demo.db", "belieflog-demo-2.db"):
        assert bare.without_log("demo").exit_code == 0

        assert Command(name).json("verify")["ok"]
    assert bare("demo").exit_code == 0
    assert sorted(p for p in os.listdir() if p.endswith(".db")) == [
        "belieflog-demo-2.db", "belieflog-demo.db", "unused.db",
    ]  # fmt: skip
    assert "is a log in use" in bare.refusal("demo")
