import json

import pytest
from commanding import Command


@pytest.fixture
def belieflog(path):
    return Command(path)


def test_what_is_written_is_shown(belieflog):
    assert belieflog("write", "k", "A").stdout == "recorded note:k, version 1, at 2\n"

    assert belieflog("get", "k").stdout == "A\n"


def test_the_same_again_changes_nothing_and_says_so(belieflog):
    belieflog("write", "k", "A")

    result = belieflog("write", "k", "A")

    assert result.stdout == "unchanged: note:k is still version 1 (said again at 3)\n"


def test_a_retry_by_id_gives_the_first_receipt(belieflog):
    id = "01890a5d-ac96-774b-bcce-b302099a8057"
    first = belieflog.json("write", "k", "A", "--id", id)
    belieflog("write", "k", "B")

    again = belieflog.json("write", "k", "A", "--id", id)

    assert again == {**first, "outcome": "duplicate"}
    assert belieflog("write", "k", "A", "--id", id).stdout == "already there: note:k at 2\n"


def test_a_receipt_has_every_key_of_the_contract(belieflog):
    receipt = belieflog.json("write", "k", "A")

    assert set(receipt) == {
        "outcome", "position", "id", "recorded_at", "tag", "address", "version", "op", "batch", "events", "warnings",
    }  # fmt: skip
    assert (receipt["outcome"], receipt["position"], receipt["tag"]) == ("recorded", 2, "note-written")
    assert receipt["events"] == [
        {"position": 2, "id": receipt["id"], "tag": "note-written", "address": "note:k", "version": 1}
    ]


def test_the_source_on_the_command_line_is_the_user(belieflog):
    belieflog("write", "k", "A")

    assert belieflog.json("get", "k")["source"] == {"kind": "user", "name": None, "ref": None}


def test_all_options_of_a_write_reach_the_event(belieflog):
    belieflog("write", "a", "premise")

    belieflog(
        "write", "k", "A", "--source", "tool:curl#c1", "--via", "line 3", "--reason", "why not", "--derived-from", "@2",
        "--derived-from", "note:a", "--ttl", "2h", "--expected", "0", "--occurred-at", "2026-01-02T03:04:05Z",
        "--actor", "planner",
    )  # fmt: skip

    event = belieflog.json("event", "3")
    assert event["source"] == {"kind": "tool", "name": "curl", "ref": "c1"}
    assert (event["via"], event["reason"], event["actor"]) == ("line 3", "why not", "planner")
    assert event["derived_from"] == [belieflog.json("event", "2")["id"]]
    assert event["occurred_at"] == "2026-01-02T03:04:05.000000Z"
    assert event["expires_at"] > event["recorded_at"]


def test_a_stale_expected_version_is_a_conflict_that_shows_both_values(belieflog):
    belieflog("write", "k", "A")

    error = belieflog.refusal("write", "k", "B", "--expected", "0")

    assert error.splitlines() == [
        "error: 'note:k' is at version 1, not 0: read it again and decide anew",
        '  mine: "B"',
        '  theirs: "A"',
    ]


def test_dash_reads_standard_input_without_its_last_newline(belieflog):
    belieflog("write", "k", "-", input="two\nlines\n")

    assert belieflog.json("get", "k")["value"] == "two\nlines"


def test_json_value_parses_the_value(belieflog):
    belieflog("write", "k", '{"b": [1, 2.5, null]}', "--json-value")

    assert belieflog.json("get", "k")["value"] == {"b": [1, 2.5, None]}
    assert json.loads(belieflog("get", "k").stdout) == {"b": [1, 2.5, None]}


@pytest.mark.parametrize("text", ["{", "[1,", "NaN", '{"a": Infinity}', "", "\ud800"])
def test_what_is_no_json_is_refused_and_nothing_is_made(belieflog, tmp_path, text):
    error = belieflog.refusal("write", "k", "-", "--json-value", input=text.encode("utf-8", "surrogatepass"))

    assert error.startswith(("error: value: not valid JSON", "error: standard input: isn't UTF-8"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("value", ["-3", "-3.5"])
def test_a_negative_number_is_a_value_not_an_option(belieflog, value):
    assert belieflog("write", "k", value).exit_code == 0

    assert belieflog("get", "k").stdout == f"{value}\n"


def test_an_unknown_option_is_no_value(belieflog):
    assert belieflog("write", "k", "--descripton").exit_code == 2


def test_a_plan_is_made_from_steps_with_their_status(belieflog):
    belieflog("plan", "[x] read", "[~] measure", "[-] guess", "[ ] ask", "write")

    assert belieflog("get", "plan").stdout == " 1 [x] read\n 2 [~] measure\n 3 [-] guess\n 4 [ ] ask\n 5 [ ] write\n"


def test_a_plan_is_read_from_a_file_of_bullets(belieflog):
    belieflog("plan", "--file", "-", input="- [x] read\n\n2. measure\n* ask\n")

    assert belieflog("get", "plan").stdout == " 1 [x] read\n 2 [ ] measure\n 3 [ ] ask\n"


def test_steps_are_done_dropped_and_added(belieflog):
    belieflog("plan", "read", "measure")

    belieflog("plan", "--done", "1")
    belieflog("plan", "--drop", "2")
    belieflog("plan", "--add", "[~] ask")

    assert belieflog("get", "plan").stdout == " 1 [x] read\n 2 [-] measure\n 3 [~] ask\n"
    assert [step["id"] for step in belieflog.json("get", "plan")["value"]] == ["1", "2", "3"]


def test_a_step_that_isnt_there_is_refused(belieflog):
    belieflog("plan", "read")

    assert belieflog.refusal("plan", "--done", "2") == "error: the plan has no step 2: it has 1\n"


@pytest.mark.parametrize("words", [(), ("read", "--done", "1"), ("--done", "1", "--drop", "1")])
def test_a_plan_is_told_in_one_way(belieflog, words):
    result = belieflog("plan", *words)

    assert result.exit_code == 2
    assert "to read it: belieflog get plan" in result.stderr


def test_a_fact_needs_a_source(belieflog):
    result = belieflog("fact", "k", "v")

    assert result.exit_code == 2
    assert "missing option '--source'" in result.stderr
    assert belieflog.refusal("fact", "k", "v", "--source", "agent").startswith("error: fact 'k' has no source")


def test_an_assumption_becomes_a_fact_on_evidence(belieflog):
    belieflog("assume", "cause", "the proxy", "--confidence", "0.4")

    result = belieflog("confirm", "cause", "--source", "tool:curl#c1")

    assert result.stdout == "recorded fact:cause, version 1, at 3\nassumption:cause retracted at 4\n"
    pad = belieflog.json("show")
    assert [fact["value"] for fact in pad["facts"]] == ["the proxy"]
    assert pad["assumptions"] == []


def test_a_question_is_answered_by_the_user_or_by_the_agents_guess(belieflog):
    belieflog("ask", "size", "how big?", "--for", "user")
    belieflog("ask", "cause", "why?")

    belieflog("answer", "size", "4 GB")
    belieflog("answer", "cause", "the proxy", "--source", "agent")

    pad = belieflog.json("show")
    assert [entry["address"] for entry in pad["facts"] + pad["assumptions"]] == ["fact:size", "assumption:cause"]
    assert pad["questions"] == []


def test_a_failure_is_marked_and_lifted(belieflog):
    belieflog("fail", "regex", "chokes", "--why", "nested tags", "--avoid", "an HTML parser", "--input", "<a><a>")
    assert belieflog.json("show")["failures"][0]["value"] == {
        "what": "chokes", "why": "nested tags", "avoid": "an HTML parser", "input": "<a><a>",
    }  # fmt: skip

    belieflog("lift", "regex", "--reason", "mended upstream")

    assert belieflog.json("show")["failures"] == []


def test_goal_constraint_and_progress_are_set(belieflog):
    belieflog("goal", "the cheapest crawler", "--criterion", "below 100", "--criterion", "by May")
    belieflog("constrain", "budget", "100 dollars")
    belieflog("progress", "read the docs", "--next", "measure")

    pad = belieflog.json("show")
    assert pad["goal"]["value"] == {"text": "the cheapest crawler", "criteria": ["below 100", "by May"]}
    assert pad["constraints"][0]["value"] == "100 dollars"
    assert pad["progress"]["value"] == {"done": "read the docs", "next": "measure"}


def test_long_term_memory_outlives_the_session(belieflog):
    belieflog("remember", "semantic:prefs/language", "Chinese", "--importance", "8", "--confidence", "0.9")

    entry = belieflog.json("get", "semantic:prefs/language", "--session", "another")

    assert (entry["value"], entry["importance"], entry["confidence"]) == ("Chinese", 8, 0.9)


def test_a_memory_held_in_session_stays_there_and_is_retracted_there(belieflog):
    belieflog("remember", "semantic:draft", "x", "--in-session")
    assert belieflog("get", "semantic:draft", "--session", "another").exit_code == 1
    assert belieflog("get", "semantic:draft").exit_code == 0

    belieflog("retract", "semantic:draft", "--in-session", "--reason", "wrong")

    assert belieflog("get", "semantic:draft").exit_code == 1


def test_a_bare_key_is_a_notes(belieflog):
    belieflog("write", "k", "A")

    assert belieflog("retract", "k", "--reason", "wrong").stdout == "recorded note:k at 3\n"
    assert belieflog("retract", "k", "--reason", "wrong").exit_code == 1


def test_a_retraction_needs_a_reason(belieflog):
    belieflog("write", "k", "A")

    assert belieflog("retract", "k").exit_code == 2
    assert "needs a reason" in belieflog.refusal("retract", "k", "--reason", " ")


def test_an_observation_is_of_the_tool_and_kept_to_the_last_newline(belieflog):
    belieflog("observe", "curl", "-", "--call", "c1", input="HTTP 200\n")

    event = belieflog.json("log", "--tag", "observed")[0]
    assert event["source"] == {"kind": "tool", "name": "curl", "ref": "c1"}
    assert event["content"]["output"] == "HTTP 200\n"


def test_an_observation_is_one_thing(belieflog, tmp_path):
    (tmp_path / "out.txt").write_text("from a file")

    assert belieflog("observe", "curl").exit_code == 2
    assert belieflog("observe", "curl", "x", "--ref", "y").exit_code == 2
    assert belieflog("observe", "curl", "--file", tmp_path / "out.txt").exit_code == 0
    assert belieflog("observe", "curl", "--ref", "https://example.org/a").exit_code == 0


def test_a_large_output_is_kept_apart_and_printed_whole(belieflog):
    output = "line of output\n" * 6_000
    belieflog("observe", "curl", "-", input=output)

    ref = belieflog.json("log", "--tag", "observed")[0]["content"]["ref"]

    assert belieflog("blob", ref).stdout == output
    assert belieflog.json("blob", ref) == {"ref": ref, "value": output}


def test_what_is_said_has_its_speaker_as_source(belieflog):
    belieflog("say", "user", "hello")
    belieflog("say", "assistant", "hi")

    assert [turn["source"]["kind"] for turn in belieflog.json("dialogue")] == ["user", "agent"]


def test_a_summary_stands_for_older_dialogue(belieflog):
    for n in range(3):
        belieflog("say", "user", f"turn {n}")

    belieflog("compact", "two turns of small talk")

    assert [turn["content"] for turn in belieflog.json("dialogue")] == ["two turns of small talk", "turn 2"]


def test_an_ended_session_is_closed_until_it_is_started_again(belieflog):
    belieflog("start", "find a crawler")
    belieflog("end", "found", "--met", "below 100")
    assert "has ended" in belieflog.refusal("write", "k", "A")
    assert belieflog("log", "--limit", "1").stdout.splitlines()[1].endswith("user    found")

    belieflog("start", "once more")

    assert belieflog("write", "k", "A").exit_code == 0


def test_a_session_goes_on_from_another_at_a_point(belieflog):
    belieflog("write", "k", "A", "--session", "s1")

    assert belieflog("start", "again", "--from", "s1@2", "--session", "s2").exit_code == 0
    assert belieflog("start", "again", "--from", "s1", "--session", "s3").exit_code == 0
    assert "no session 's9'" in belieflog.refusal("start", "again", "--from", "s9", "--session", "s4")


def test_clearing_retires_the_working_entries(belieflog):
    belieflog("write", "k", "A")
    belieflog("remember", "semantic:x", "stays")

    belieflog("clear")

    assert belieflog.json("keys") == []
    assert belieflog("get", "semantic:x").exit_code == 0


def test_a_mark_names_a_point(belieflog):
    belieflog("write", "k", "A")
    belieflog("mark", "before")
    belieflog("write", "k", "B")

    assert belieflog("get", "k", "--at", "before").stdout == "A\n"
    assert belieflog("get", "k", "--at", "@-1").stdout == "A\n"
    assert belieflog("get", "k", "--at", "-1").stdout == "A\n"
    assert belieflog("get", "k", "--at", "2").stdout == "A\n"


def test_force_overrules_a_better_source_with_a_reason(belieflog):
    belieflog("fact", "k", "10 s", "--source", "user")

    assert belieflog("fact", "k", "9 s", "--source", "tool:curl").exit_code == 1
    assert belieflog("fact", "k", "9 s", "--source", "tool:curl", "--force").exit_code == 1
    assert belieflog("fact", "k", "9 s", "--source", "tool:curl", "--force", "--reason", "measured").exit_code == 0
