import json
import re

import pytest
from commanding import Command

from cli.gist import day


@pytest.fixture
def belieflog(path):
    return Command(path)


@pytest.fixture
def told(belieflog):
    """A log with something of each kind: events 2 to 12."""
    for line in (
        ("goal", "the cheapest crawler", "--criterion", "below 100"),
        ("constrain", "budget", "100 dollars"),
        ("plan", "[x] read", "measure"),
        ("progress", "read the docs", "--next", "measure"),
        ("fact", "timeout", "10 s", "--source", "tool:curl#c1", "--confidence", "0.9"),
        ("assume", "cause", "the proxy"),
        ("ask", "size", "how big?", "--for", "user"),
        ("fail", "regex", "chokes", "--why", "nested", "--avoid", "a parser"),
        ("write", "k", "A"),
        ("remember", "semantic:prefs/language", "中文优先"),
        ("say", "user", "hello"),
    ):
        assert belieflog(*line).exit_code == 0
    return belieflog


def test_the_scratchpad_is_one_page(told):
    assert told("show").stdout == (
        "me, session main at 12\n"
        "\n"
        "Goal\n"
        "  the cheapest crawler\n"
        "    user, version 1 at 2\n"
        "    reached when: below 100\n"
        "\n"
        "Plan  user, version 1 at 4\n"
        "   1 [x] read\n"
        "   2 [ ] measure\n"
        "\n"
        "Progress\n"
        "  read the docs\n"
        "    user, version 1 at 5\n"
        "    next: measure\n"
        "\n"
        "Constraints\n"
        "  budget: 100 dollars\n"
        "    user, version 1 at 3\n"
        "\n"
        "Facts\n"
        "  timeout: 10 s\n"
        "    tool:curl#c1, version 1 at 6, confidence 0.9\n"
        "\n"
        "Assumptions (not confirmed)\n"
        "  cause: the proxy\n"
        "    user, version 1 at 7\n"
        "\n"
        "Questions\n"
        "  size: how big?\n"
        "    user, version 1 at 8, for a person to answer\n"
        "\n"
        "Failures (don't repeat)\n"
        "  regex: chokes\n"
        "    why: nested\n"
        "    avoid: a parser\n"
        "    user, version 1 at 9\n"
        "\n"
        "Notes\n"
        "  k: A\n"
        "    user, version 1 at 10\n"
        "\n"
        f"1 long-term memory: belieflog --log {told.log} recall, belieflog --log {told.log} about\n"
    )


def test_the_scratchpad_speaks_chinese(told):
    page = told("show", "--lang", "zh").stdout

    assert page.startswith("me，会话 main 位置 12\n\n目标\n")
    assert "假设（未经证实）" in page


def test_the_scratchpad_as_json_has_every_key(told):
    pad = told.json("show")

    assert list(pad) == [
        "user", "session", "ended", "position", "incomplete_since", "goal", "constraints", "plan", "progress", "facts",
        "assumptions", "questions", "failures", "notes",
    ]  # fmt: skip
    assert pad["plan"]["value"] == [
        {"id": "1", "text": "read", "status": "done"},
        {"id": "2", "text": "measure", "status": "todo"},
    ]


def test_a_user_with_long_term_memories_only_is_told_how_to_see_them(belieflog):
    belieflog("remember", "semantic:a", "1", "--user", "u1")
    belieflog("remember", "episodic:b", "2", "--user", "u1")
    belieflog("remember", "procedural:c", "3", "--user", "u1")

    english, chinese = (
        belieflog("--user", "u1", "show").stdout,
        belieflog("--user", "u1", "show", "--lang", "zh").stdout,
    )

    again = f"belieflog --log {belieflog.log} --user u1"
    assert english == f"u1, session main at 0\n\n3 long-term memories: {again} recall, {again} about\n"
    assert chinese.endswith(f"3 条长期记忆：{again} recall，{again} about\n")
    assert "nothing here yet" not in english
    assert belieflog("--user", "u1", "show", "--at", "2").stdout.splitlines()[-1].startswith("1 long-term memory: ")
    assert "memory" not in belieflog.json("--user", "u1", "show")


def test_an_empty_scratchpad_says_what_to_type_and_where_else_to_look(told):
    told("retract", "semantic:prefs/language", "--reason", "over")

    assert told("show", "--session", "s2").stdout == (
        "me, session s2 at 0\n"
        f"nothing here yet; to begin: belieflog --log {told.log} --session s2 write KEY VALUE\n"
        "sessions of this user: main (--session)\n"
    )
    assert told("show", "--user", "u9").stdout.endswith("users here: me (--user)\n")


def test_what_has_expired_or_ended_is_told(belieflog):
    belieflog("write", "k", "A", "--expires-at", "2100-01-01T00:00:00Z")
    belieflog("end", "enough")

    page = belieflog("show").stdout

    assert page.startswith("me, session main (ended) at 3\n")
    assert "until 2100-01-01 00:00:00 UTC" in page
    assert "  k: A\n" not in belieflog("show", "--now", "2100-01-01T00:00:00Z").stdout


def test_a_value_is_never_shown_as_less_than_it_is(belieflog):
    value = '{"what":"x","role":"user","content":"c","text":"t","n":1}'
    belieflog("write", "k", value, "--json-value")
    belieflog("write", "list", '[{"id":"1","text":"t","status":"done","n":1}]', "--json-value")

    for line in (("show",), ("log",), ("history", "k"), ("timeline", "k"), ("recall",), ("diff", "1", "3")):
        page = belieflog(*line, COLUMNS="300").stdout
        assert '{"content":"c","n":1,"role":"user","text":"t","what":"x"}' in page, line
    assert '[{"id":"1","n":1,"status":"done","text":"t"}]' in belieflog("show").stdout


def test_hindsight_orders_by_what_happened(belieflog):
    belieflog("write", "drink", "coffee", "--occurred-at", "2026-02-01T00:00:00Z")
    belieflog("write", "drink", "tea", "--occurred-at", "2026-01-01T00:00:00Z")

    pad = belieflog.json("show", "--hindsight")

    assert pad["notes"][0]["value"] == "coffee"
    assert belieflog.json("show")["notes"][0]["value"] == "tea"


def test_a_value_is_printed_alone_so_that_it_can_be_piped(told):
    assert told("get", "k").stdout == "A\n"
    assert told("get", "fact:timeout").stdout == "10 s\n"
    assert json.loads(told("get", "goal").stdout) == {"criteria": ["below 100"], "text": "the cheapest crawler"}


def test_what_isnt_there_is_not_found_and_says_where_to_look(told):
    error = told.refusal("get", "nothing")

    assert error.startswith("error: nothing at 'note:nothing': belieflog --log ")
    assert json.loads(told.refusal("get", "nothing", "--json"))["error"]["code"] == "not_found"


def test_keys_are_listed_sorted(told):
    told("write", "a", "B")

    assert told("keys").stdout == "a\nk\n"
    assert told.json("keys") == ["a", "k"]
    assert told("keys", "--session", "s2").stdout.startswith("no notes yet; to write one: belieflog")


def test_a_prompt_is_printed_as_text_or_json(told):
    text = told("prompt").stdout

    assert text.startswith("# Memory of me, session main")
    assert told.json("prompt")["text"].strip() == text.strip()
    assert "## Facts" in told("prompt", "--section", "facts").stdout
    assert "## Notes" not in told("prompt", "--section", "facts").stdout
    assert told("prompt", "--lang", "zh").stdout.startswith("# me 的记忆")


def test_reading_changes_nothing_unless_audited(told):
    before = told.json("verify")["head"]
    for line in (("show",), ("recall", "crawler"), ("prompt",), ("log",), ("history", "k"), ("verify",)):
        told(*line)
    assert told.json("verify")["head"] == before

    told("recall", "crawler", "--audit")
    told("prompt", "--audit")

    assert [event["query"] for event in told.json("log", "--tag", "recalled", "--reverse")] == ["crawler", None]


def test_recall_finds_chinese_and_english_and_says_why(told):
    assert told("recall", "中文").stdout == "semantic:prefs/language  matches 中文\n  中文优先\n"

    hits = told.json("recall", "crawler")

    assert [(hit["address"], hit["content"]["text"]) for hit in hits] == [("goal", "the cheapest crawler")]
    assert {"score", "because", "importance", "confirmed_at", "used"} <= set(hits[0])


def test_recall_is_narrowed(told):
    assert [hit["kind"] for hit in told.json("recall", "--kind", "semantic", "--kind", "fact")] == ["fact", "semantic"]
    assert [hit["address"] for hit in told.json("recall", "--namespace", "prefs")] == ["semantic:prefs/language"]
    assert len(told.json("recall", "--limit", "2")) == 2
    assert told.json("recall", "--kind", "fact", "--min-confidence", "0.95") == []


def test_finding_nothing_says_what_to_try(told, belieflog):
    assert "why-not ADDRESS QUERY" in told("recall", "zebra").stdout
    assert "remember semantic:PATH CONTENT" in told("recall", "--session", "s2", "--user", "u2").stdout


def test_why_not_gives_a_code_and_a_sentence(told):
    assert told("why-not", "k", "zebra").stdout == "no_match: 'note:k' holds no word of 'zebra'\n"
    assert told.json("why-not", "k", "zebra")["code"] == "no_match"


def test_dialogue_shows_the_last_rounds(told):
    told("say", "assistant", "hi")
    told("say", "user", "bye")

    assert [turn["content"] for turn in told.json("dialogue", "--last", "1")] == ["bye"]
    assert told("dialogue", "--limit", "1").stdout.splitlines()[1] == "  bye"
    assert told("dialogue", "--session", "s2").stdout.startswith("nothing said yet")


def test_the_log_is_newest_first_and_can_be_turned(told):
    positions = [event["position"] for event in told.json("log")]

    assert positions == list(range(12, 1, -1))
    assert [event["position"] for event in told.json("log", "--reverse")] == positions[::-1]
    assert [event["position"] for event in told.json("log", "--limit", "2")] == [12, 11]
    assert [event["position"] for event in told.json("log", "--limit", "2", "--reverse")] == [11, 12]


def test_the_log_is_narrowed_by_what_events_are(told):
    told("write", "z", "1", "--actor", "planner")

    def positions(*words):
        return [event["position"] for event in told.json("log", *words)]

    assert positions("--tag", "fact-added", "--tag", "said") == [12, 6]
    assert positions("--kind", "plan") == [4]
    assert positions("--address", "k") == [10]
    assert positions("--source", "tool:curl") == [6]
    assert positions("--actor", "planner") == [13]
    assert positions("--text", "proxy") == [7]
    assert positions("--namespace", "prefs") == [11]
    assert positions("--after", "9", "--before", "12") == [11, 10]
    assert positions("--session", "s2") == []
    assert positions("--user", "u2") == []
    assert positions("--all-users") == list(range(13, 0, -1))


def test_the_log_tells_and_is_narrowed_by_the_call_that_an_event_came_through(belieflog):
    belieflog("write", "k", "1", "--via", "save_to_scratchpad#toolu_01")
    belieflog("write", "k", "2", "--via", "save_to_scratchpad#toolu_02")
    belieflog("write", "z", "3")

    def positions(*words):
        return [event["position"] for event in belieflog.json(*words)]

    assert positions("log", "--via", "save_to_scratchpad#toolu_02") == [3]
    assert positions("log", "--via", "save_to_scratchpad#*", "--reverse") == [2, 3]
    assert positions("history", "k", "--via", "*_01") == []
    assert positions("history", "k", "--via", "save_to_scratchpad#toolu_01") == [2]
    assert "toolu_" not in belieflog("log").stdout
    assert [row.split()[-2][-8:] for row in belieflog("log", "--show-via").stdout.splitlines()[2:]] == [
        "toolu_02",
        "toolu_01",
    ]
    assert "toolu_02  2" in belieflog("log", "--via", "save_*").stdout
    assert "via          save_to_scratchpad#toolu_01" in belieflog("event", "2").stdout.splitlines()


def test_the_log_keeps_room_for_contents_in_80_columns(belieflog):
    belieflog(
        "remember",
        "semantic:people/dana/favourite_drink",
        "tea, without milk and sugar",
        "--source",
        "tool:web_search#call_1",
    )
    belieflog("remember", "semantic:people/dana/favourite_food", "soup", "--source", "user")

    lines = belieflog("log", COLUMNS="80").stdout.splitlines()

    assert max(map(len, lines)) <= 80
    assert "_food" in lines[1]
    assert "_drink" in lines[2]
    assert "tea, without mil" in lines[2]
    assert not re.search(r"\d{4}-\d\d-\d\d", lines[1])
    assert re.search(r"\d\d-\d\d \d\d:\d\d  memory-written", lines[1])


def test_a_time_of_another_year_says_which():
    assert day(1_700_000_000_000_000) == "2023-11-14 22:13"


def test_a_long_log_is_cut_as_text_and_says_so_but_not_as_json(belieflog):
    belieflog("write", "k", "first")
    for line in range(31):
        belieflog("write", "k", line)

    lines = belieflog("log").stdout.splitlines()

    assert len(lines) == 32
    assert lines[-1] == "older ones are not shown: --all, or --limit N"
    assert len(belieflog("log", "--all").stdout.splitlines()) == 33
    assert len(belieflog.json("log")) == 32
    assert belieflog("log", "--limit", "32").stdout.splitlines()[-1].endswith("first")


def test_the_log_looks_back_as_far_as_it_must(belieflog, tmp_path):
    steps = [f'{{"type":"user","sessionId":"s","isSidechain":false,"uuid":"u{n}",'
             f'"message":{{"role":"user","content":"turn {n}"}}}}' for n in range(600)]  # fmt: skip
    (tmp_path / "s.jsonl").write_text("\n".join(steps))
    belieflog("write", "k", "first")
    belieflog("import", "claude-code", tmp_path / "s.jsonl")

    assert [event["address"] for event in belieflog.json("log", "--kind", "note", "--limit", "1")] == ["note:k"]
    assert len(belieflog.json("log", "--limit", "500")) == 500


def test_an_event_has_every_key_of_the_contract(told):
    event = told.json("event", "6")

    assert set(event) >= {
        "position", "id", "recorded_at", "occurred_at", "tag", "user", "session", "scope", "address", "source", "actor",
        "via", "reason", "derived_from", "batch", "op", "run", "effective", "corrections", "erased_by", "content",
        "leaf", "hash",
    }  # fmt: skip
    assert told.json("event", event["id"]) == event == told.json("event", "@6")
    assert event in told.json("log")


def test_an_event_in_text_leaves_out_what_is_empty(told):
    lines = told("event", "6").stdout.splitlines()

    assert lines[0] == "position     6"
    assert "source       tool:curl#c1" in lines
    assert not any(line.startswith("erased_by") for line in lines)
    assert lines[-1] == "10 s"


def test_another_users_event_is_not_shown(told):
    told("write", "k", "secret", "--user", "u2")

    assert "secret" not in told.refusal("event", "13")
    assert told("event", "13", "--user", "u2").exit_code == 0
    assert told("event", "1").exit_code == 0


def test_history_and_timeline_tell_an_entrys_past(belieflog):
    for value in ("A", "A", "B"):
        belieflog("write", "k", value)
    belieflog("retract", "k", "--reason", "wrong")
    belieflog("revert", "--event", "4", "--reason", "worse")

    rows = belieflog.json("history", "k")

    assert [(row["version"], row["refresh"], row["effective"], row["current"]) for row in rows] == [
        (1, False, True, False), (1, True, True, False), (2, False, False, False), (None, False, True, False),
    ]  # fmt: skip
    assert [line.split("  ")[-1] for line in belieflog("history", "k").stdout.splitlines()[1:]] == [
        "A", "A", "B", "(retracted) wrong",
    ]  # fmt: skip
    assert "void by 6" in belieflog("history", "k").stdout
    spans = belieflog.json("timeline", "k")
    assert [(span["from"], span["version"], span["because"]) for span in spans][-1] == (5, None, "retracted: wrong")
    assert belieflog("timeline", "k").stdout.splitlines()[-1].split("  ")[-1] == "retracted: wrong"
    assert "nothing was ever written" in belieflog.refusal("history", "z")
    assert "nothing was ever written" in belieflog.refusal("timeline", "z")


def test_two_points_are_compared(belieflog):
    belieflog("write", "k", "A")
    belieflog("write", "j", "X")
    belieflog("write", "k", "B")

    assert belieflog("diff", "2", "4").stdout == "+ note:j\n    + X\n~ note:k\n    - A\n    + B\n"
    assert belieflog("diff", "-1").stdout == "~ note:k\n    - A\n    + B\n"
    assert [row["change"] for row in belieflog.json("diff", "4", "@-2")] == ["removed", "changed"]
    assert belieflog("diff", "4", "4").stdout == "no difference\n"


def test_users_sessions_and_sources_are_listed(told):
    told("write", "k", "A", "--user", "u2", "--session", "s2")
    told("start", "a title", "--session", "s3")

    assert told("users").stdout == "me\nu2\n"
    assert [(s["session"], s["title"], s["events"]) for s in told.json("sessions")] == [
        ("main", None, 10), ("s3", "a title", 1),
    ]  # fmt: skip
    assert told("sessions").stdout.splitlines()[2].startswith("s3       a title")
    sources = told.json("sources")
    assert sources[0] == {
        "source": {"kind": "tool", "name": "curl", "ref": "c1"}, "events": 1, "effective": 1, "first": 6, "last": 6,
    }  # fmt: skip
    assert told("sources").stdout.splitlines()[1].startswith("tool:curl#c1")


@pytest.mark.parametrize("verb", ["sessions", "sources", "log"])
def test_a_user_without_memory_is_told_who_has_some(told, verb):
    assert told(verb, "--user", "u9").stdout.endswith("of u9; users here: me\n")


def test_jsonl_is_a_line_per_item(told):
    lines = told("log", "--jsonl").stdout.splitlines()

    assert [json.loads(line)["position"] for line in lines] == list(range(12, 1, -1))
    assert json.loads(told("show", "--jsonl").stdout) == told.json("show")


def test_an_unknown_mark_or_a_point_past_the_end_is_refused(told):
    assert told.refusal("show", "--at", "nomark").startswith("error: no mark 'nomark'")
    assert "past the head" in told.refusal("show", "--at", "999")
    assert "has no zone" in told.refusal("show", "--at", "2026-01-01T00:00:00")


def test_without_a_session_what_is_read_is_the_one_written_last_where_there_is_no_main(belieflog):
    belieflog("write", "k", "first", "--session", "one")
    belieflog("write", "k", "last", "--session", "two")

    assert belieflog.json("get", "note:k")["value"] == "last"

    belieflog("write", "k", "mine")

    assert belieflog.json("get", "note:k")["value"] == "mine"
