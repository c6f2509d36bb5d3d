"""How large a memory is, and what its prompts take."""

import json

import pytest
from commanding import Command

from belieflog import InvalidValue
from belieflog import stats as counting
from eventlog.addresses import KINDS
from eventlog.events import TAGS
from projections.prompt import SECTIONS
from projections.tokens import estimate


@pytest.fixture
def two(log):
    """Two sessions and something remembered."""
    log.memory("u").remember("semantic:prefs/tea", "green")
    one, other = log.memory("u", "one"), log.memory("u", "other")
    one.set_goal("ship it", source="user")
    one.add_fact("timeout", "10 s", source="tool:curl")
    one.write("gone", 1, ttl=1)
    other.write("k", "word " * 200)
    other.say("user", "hello")
    log.memory("v", "one").write("k", 1)
    return log


# Memory.prompt_cost


def test_a_cost_counts_the_text_the_floor_and_each_section(mem):
    mem.set_goal("ship it", source="user")
    mem.add_fact("timeout", "10 s", source="tool:curl")
    mem.write("small", "fits")
    mem.write("large", "word " * 200)

    cost = mem.prompt_cost(budget=100)

    text = mem.prompt(budget=100, audit=False)
    assert (cost.total, cost.budget) == (estimate(text), 100)
    assert cost.whole == estimate(mem.prompt(audit=False))
    assert list(cost.sections) == list(SECTIONS)
    notes, facts = cost.sections["notes"], cost.sections["facts"]
    assert (notes.told, notes.left_out, notes.tokens) == (1, 1, estimate("## Notes\n- small: fits"))
    assert (facts.told, facts.left_out, facts.tokens) == (1, 0, estimate("## Facts\n- timeout [tool:curl]: 10 s"))
    assert cost.sections["plan"].tokens == 0
    assert cost.floor == mem.prompt_cost(budget=cost.floor).total


def test_a_cost_is_counted_by_a_counter_of_ones_own_and_keeps_nothing(log, mem):
    mem.write("k", 1)
    before = log.position

    cost = mem.prompt_cost(counter=len, format="xml", lang="zh", sections=["notes"])

    assert cost.total == len(mem.prompt(counter=len, format="xml", lang="zh", sections=["notes"], audit=False))
    assert log.position == before


# Memory.stats


def test_stats_count_entries_events_and_tokens_of_each_session_and_of_all(two):
    told = two.memory("u").stats()

    one, other = told.sessions
    assert (one.session, other.session) == ("one", "other")
    assert {kind: n for kind, n in one.counts.entries.items() if n} == {"goal": 1, "fact": 1}
    assert {tag: n for tag, n in other.counts.events.items() if n} == {"note-written": 1, "said": 1}
    assert one.cost == two.memory("u", "one").prompt_cost()
    assert told.total.entries == dict.fromkeys(KINDS, 0) | {"goal": 1, "fact": 1, "note": 1, "semantic": 1}
    assert sum(told.total.events.values()) == 6
    bodies = [event.body for event in two.events(user="u")]
    assert told.total.bytes == sum(map(len, bodies))
    assert told.position == two.position


def test_stats_of_a_memory_with_a_session_are_of_that_one(two):
    told = two.memory("u", "other").stats()

    assert [each.session for each in told.sessions] == ["other"]
    assert told.total == told.sessions[0].counts


def test_stats_say_which_sessions_take_more_than_the_budget_asked_for_or_set_by_the_policy(two):
    assert two.memory("u").stats().over == ()
    assert two.memory("u").stats(budget=150).over == ("other",)

    two.set_policy({"watch": {"prompt_tokens": 10}}, reason="small models")

    told = two.memory("u").stats()
    assert (told.budget, told.over) == (10, ("one", "other"))
    assert two.memory("u").stats(budget=10_000).over == ()


def test_stats_go_on_through_pages_of_events(mem, monkeypatch):
    monkeypatch.setattr(counting, "_PAGE", 3)
    for n in range(10):
        mem.write("k", n)

    assert mem.stats().total.events["note-written"] == 10


def test_stats_report_each_session_as_they_go(two):
    done = []

    two.memory("u").stats(progress=done.append)

    assert done == [1, 2]


def test_stats_of_nobody_are_empty_and_a_budget_that_is_none_is_refused(log):
    told = log.memory("nobody").stats()

    assert (told.sessions, told.total.bytes) == ((), 0)
    with pytest.raises(InvalidValue, match="is no number of tokens"):
        log.memory("nobody").stats(budget=-1)


# The command


@pytest.fixture
def belieflog(path):
    command = Command(path)
    command("goal", "ship it")
    command("fact", "timeout", "10 s", "--source", "tool:curl")
    command("write", "large", "word " * 100)
    command("write", "k", "A", "--session", "other")
    command("remember", "semantic:prefs/tea", "green")
    return command


def test_a_prompt_is_printed_in_the_format_asked_for(belieflog):
    assert belieflog("prompt", "--format", "xml").stdout.startswith(
        '<memory user="me" session="main">\n<goal title="Goal">'
    )
    assert (
        json.loads(belieflog("prompt", "--format", "json", "--lang", "zh").stdout)["sections"][0]["heading"] == "目标"
    )
    assert belieflog("prompt", "--format", "yaml").exit_code == 2
    text = belieflog.json("prompt", "--format", "json", "--budget", "60")["text"]
    assert "Left out to keep within the budget" in json.loads(text)["notices"][0]


def test_the_cost_of_a_prompt_is_a_table_or_a_document(belieflog):
    cost = belieflog.json("prompt", "--cost", "--budget", "60")

    assert cost.keys() == {"total", "floor", "whole", "budget", "sections"}
    assert list(cost["sections"]) == list(SECTIONS)
    assert all(share.keys() == {"tokens", "told", "left_out"} for share in cost["sections"].values())
    assert belieflog("prompt", "--cost", "--budget", "60").stdout == (
        "section   tokens  told  left out\n"
        "goal           9     1         0\n"
        "facts         12     1         0\n"
        "notes          0     0         1\n"
        "memories      14     1         0\n"
        f"{cost['total']} tokens in all, {cost['floor']} of them always told\n"
        f"budget 60; everything would take {cost['whole']}\n"
    )
    assert belieflog.json("prompt", "--cost", "--section", "plan")["budget"] is None
    assert belieflog("prompt", "--cost", "--section", "plan").stdout.count("\n") == 1
    assert "leave out --audit" in belieflog("prompt", "--cost", "--audit").stderr


def test_stats_are_tables_of_at_most_80_columns(belieflog):
    result = belieflog("stats", COLUMNS="80")

    assert (result.exit_code, result.stderr) == (0, "")
    assert max(map(len, result.stdout.splitlines())) <= 80
    lines = result.stdout.splitlines()
    assert lines[0].split() == ["session", "events", "entries", "bytes", "tokens", "always", "told"]
    assert [line.split()[0] for line in lines[1:3]] == ["main", "other"]
    assert ["semantic", "1"] in map(str.split, lines)
    assert ["note-written", "2"] in map(str.split, lines)
    assert "会话" in belieflog("stats", "--lang", "zh").stdout


def test_stats_as_json_have_every_key(belieflog):
    told = belieflog.json("stats")

    assert told.keys() == {"user", "position", "budget", "over", "entries", "events", "bytes", "sessions"}
    assert (told["budget"], told["over"]) == (None, [])
    assert list(told["entries"]) == list(KINDS)
    assert list(told["events"]) == list(TAGS)
    keys = {"session", "over", "entries", "events", "bytes", "tokens", "floor", "sections"}
    assert [each["session"] for each in told["sessions"]] == ["main", "other"]
    assert all(each.keys() == keys and list(each["sections"]) == list(SECTIONS) for each in told["sessions"])


def test_a_budget_that_is_exceeded_warns_and_the_exit_code_stays_0(belieflog):
    for output in ((), ("--json",)):
        result = belieflog("stats", "--budget", "50", *output)

        assert result.exit_code == 0
        assert result.stderr.startswith("warning: a prompt of session main takes ")
        assert result.stderr.endswith(" tokens, more than 50\n")
        assert result.stderr.count("\n") == 1
    assert json.loads(result.stdout)["over"] == ["main"]


def test_stats_of_one_session_or_of_nobody(belieflog):
    assert [each["session"] for each in belieflog.json("stats", "--session", "other")["sessions"]] == ["other"]
    assert "there is no session 'nope'" in belieflog.refusal("stats", "--session", "nope")
    assert belieflog("stats", "--user", "nobody").stdout == "nothing of nobody; users here: me\n"
    assert belieflog.json("stats", "--user", "nobody")["sessions"] == []
