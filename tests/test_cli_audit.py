"""The verbs that audit: blame, why, impact, replay, bisect, what-if, and the filters of lists."""

import json

import pytest
from commanding import Command, run

from cli import stepper
from cli.context import Call


@pytest.fixture
def belieflog(path):
    return Command(path)


@pytest.fixture
def poisoned(belieflog):
    """A price, a page that lies about it, a conclusion, a read, and a good fact: events 2 to 7."""
    for words in (
        ("fact", "egress", "0.09 USD", "--source", "tool:prices#c1"),
        ("observe", "browse", "egress is free", "--call", "c2"),
        ("fact", "egress", "free", "--source", "tool:browse#c2", "--derived-from", "3"),
        ("write", "cost", "400", "--derived-from", "fact:egress"),
        ("prompt", "--audit"),
        ("fact", "harbor", "700 USD", "--source", "user"),
    ):
        assert belieflog(*words).exit_code == 0
    return belieflog


def test_blame_why_and_impact_have_the_shapes_scripts_rely_on(poisoned):
    blame, why, impact = (poisoned.json(*w) for w in (("blame", "fact:egress"), ("why", "cost"), ("impact", "@3")))

    assert (blame["position"], blame["origin"]["position"], blame["source"]["name"]) == (4, 4, "browse")
    assert why["children"][0]["children"][0]["tag"] == "observed"
    assert [why["address"], impact["position"]] == ["note:cost", 3]
    assert [tree["position"] for tree in poisoned.json("impact", "--by-source", "tool:browse")] == [3]


def test_impact_asks_for_one_thing(poisoned):
    assert poisoned("impact").exit_code == 2
    assert poisoned("impact", "cost", "--by-source", "user").exit_code == 2


def test_what_is_unknown_is_refused_with_what_is_near(poisoned):
    assert "near is 'fact:egress'" in poisoned.refusal("blame", "fact:egres")
    assert "near is 'tool:browse'" in poisoned.refusal("what-if", "--by-source", "tool:browser")
    assert "no event 99" in poisoned.refusal("impact", "99")
    assert "before the log" in poisoned.refusal("show", "--at", "2001-01-01T00:00Z")


def test_what_if_writes_nothing_until_it_is_applied(poisoned):
    words = ("what-if", "--by-source", "tool:browse")

    would = poisoned.json(*words)
    text = poisoned(*words).stdout

    assert [(e["address"], e["after"], e["after_supported"]) for e in would["entries"]] == [
        ("fact:egress", "0.09 USD", True), ("note:cost", "400", False)
    ]  # fmt: skip
    assert "note:cost: 400 (what it rests on no longer holds)" in text
    assert poisoned.json("log")[0]["position"] == 7
    assert poisoned(*words, "--then-apply").exit_code == 2
    assert poisoned.json(*words, "--then-apply", "--reason", "it lied")["event"] == 8


def test_a_cascade_does_what_its_dry_run_says(poisoned):
    words = ("revert", "--by-source", "tool:browse", "--cascade", "declared", "--reason", "it lied")

    would, done = poisoned.json(*words, "--dry-run"), poisoned.json(*words)

    alike = ("voids", "restores", "entries", "dependents", "kept", "count")
    assert [would[key] for key in alike] == [done[key] for key in alike]
    assert would["dependents"] == [{"position": 5, "address": "note:cost", "because": "rests on event 4"}]


def test_bisect_asks_an_expression_or_a_command(poisoned):
    by_expression = poisoned.json("bisect", "--where", "facts[?value=='free']")
    by_command = json.loads(
        run("--log", poisoned.log, "bisect", "--json", "--run", "grep -q free && exit 1 || exit 0")[1]
    )

    assert [each["position"] for each in (by_expression, by_command)] == [4, 4]
    assert by_command["blame"]["source"]["name"] == "browse"
    assert "set by tool:browse#c2 at 4" in poisoned("bisect", "--where", "facts[?value=='free']").stdout


def test_a_command_may_not_be_able_to_tell_or_may_stop_the_search(poisoned):
    asked = ("--log", poisoned.log, "bisect", "--json", "--run")

    code, out, _ = run(*asked, '[ "$BELIEFLOG_AT" -ge 7 ] && exit 1; [ "$BELIEFLOG_AT" -ge 4 ] && exit 125; exit 0')
    stopped, nothing, why = run(*asked, "exit 200")

    assert (code, json.loads(out)["position"], json.loads(out)["unclear"]) == (0, 7, [4, 5])
    assert (stopped, nothing) == (1, b"")
    assert b"ended with 200 at position 7" in why


def test_what_does_not_hold_now_and_what_is_no_expression_are_refused(poisoned):
    assert "doesn't hold now" in poisoned.refusal("bisect", "--where", "goal")
    assert "is no JMESPath" in poisoned.refusal("bisect", "--where", "facts[")
    assert poisoned("bisect").exit_code == 2


def test_replay_lists_positions_and_hashes(poisoned):
    frames = poisoned.json("replay")
    lines = [json.loads(line) for line in poisoned("replay", "--jsonl").stdout.splitlines()]

    assert frames == lines
    assert [frame["position"] for frame in frames] == [2, 3, 4, 5, 6, 7]
    assert poisoned("replay").stdout.splitlines()[0] == f"2 {frames[0]['state_hash'][:16]} fact-added fact:egress"


def test_replay_ends_at_a_point_a_mark_or_where_an_expression_is_true(poisoned):
    poisoned("mark", "here")
    poisoned("write", "later", "1")

    last = [poisoned.json("replay", "--until", until)[-1]["position"] for until in ("3", "-1", "here", "notes")]

    assert last == [3, 8, 8, 5]
    assert poisoned.json("replay", "--from", "4", "--until", "6")[0]["position"] == 5


def test_a_prompt_at_a_read_is_the_text_that_was_given(poisoned):
    poisoned("fact", "egress", "0.05 USD", "--source", "user")

    given = poisoned.json("prompt", "--at", "6")

    assert given["given"] == {"position": 6, "same": True, "because": "the same text: its hash is the one kept then"}
    assert "free" in given["text"]
    assert poisoned.json("prompt", "--at", "5")["given"] is None


def test_a_diff_counts_tells_words_apart_and_compares_logs(poisoned, tmp_path):
    fork = tmp_path / "fork.db"
    poisoned("fork", fork, "--at", "4")
    Command(fork)("fact", "egress", "free in March", "--source", "user")

    assert poisoned.json("diff", "4", "--stat") == {
        "fact": {"added": 1, "changed": 0, "removed": 0}, "note": {"added": 1, "changed": 0, "removed": 0}
    }  # fmt: skip
    assert "[-0.09 USD-]{+free+}" in poisoned("diff", "2", "4", "--words").stdout
    assert [d["change"] for d in poisoned.json("diff", "--with", fork)] == ["changed", "removed", "removed"]
    assert poisoned.json("diff", "4", "--with", fork, "--words")[0]["words"] == [[" ", "free"], ["+", " in March"]]
    assert poisoned("diff").exit_code == 2


def test_lists_are_narrowed_by_one_set_of_options(poisoned):
    poisoned("revert", "--event", "7", "--reason", "a typo", "--actor", "ann")

    assert [r["position"] for r in poisoned.json("history", "fact:egress", "--source", "tool:browse")] == [4]
    assert [r["from"] for r in poisoned.json("timeline", "fact:egress", "--after", "2")] == [4]
    assert [r["position"] for r in poisoned.json("corrections", "--by-actor", "ann", "--text", "typo")] == [8]
    assert poisoned.json("corrections", "--before", "8") == []
    assert [s["source"]["kind"] for s in poisoned.json("sources", "--tag", "observed")] == ["tool"]
    assert [e["position"] for e in poisoned.json("log", "--tag", "fact-added", "--source", "tool")] == [4, 2]


def test_the_stepper_goes_forwards_back_and_anywhere(poisoned, monkeypatch, capsys):
    import belieflog

    words = iter(["", "b", "b", "j @5", "e fact:egress", "e fact:nothing", "p", "s", "what?", "j 6", "p", "q"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(words))
    with belieflog.open(poisoned.log, readonly=True) as log:
        mem = log.memory("me", "main")
        stepper.run(Call({}), mem, log, [f.event.position for f in mem.replay()])

    shown = capsys.readouterr().out
    assert shown.count("there is nothing before 2 or after 7") == 1
    assert "5 20" in shown
    assert "set by tool:browse#c2 at 4" in shown
    assert "nothing was ever written at 'fact:nothing'" in shown
    assert shown.count("# Memory of me, session main") == 2
    assert shown.count("Enter or n: next") == 2


def test_the_stepper_says_when_there_is_nothing_and_ends_with_its_input(capsys, monkeypatch):
    stepper.run(Call({}), None, None, [])

    assert "nothing here yet" in capsys.readouterr().out
