"""Claude Code sessions: what becomes of each kind of record, and of records that aren't as they should be."""

import copy
import json
from itertools import count
from pathlib import Path

import pytest

from belieflog.importing import claude_code, run
from belieflog.importing.inputs import Input
from belieflog.importing.operations import Bad, Coordinates, Tally
from belieflog.importing.run import import_files
from eventlog import commands as c
from eventlog.commands import Given
from eventlog.corrections import revert
from eventlog.errors import InvalidValue, Refused
from eventlog.events import Scope
from eventlog.log import EventLog
from eventlog.memory_store import MemoryStore
from eventlog.selectors import selector
from eventlog.sqlite_store import SQLiteStore

SAMPLES = Path(__file__).parents[2] / "shared" / "data" / "transcripts" / "claude-code"
needs_samples = pytest.mark.skipif(not SAMPLES.is_dir(), reason="no ../shared/data beside the repository")
GROWTH = ("incremental-simple/turn-1.jsonl", "incremental-simple/turn-2.jsonl")


STORES = {"memory": MemoryStore, "sqlite": lambda: SQLiteStore(":memory:")}


@pytest.fixture(params=STORES)
def log(request):
    with new_log(STORES[request.param]()) as opened:
        yield opened


def new_log(store=None):
    ticks, draws = count(1_000_000), count()
    return EventLog(store or MemoryStore(), clock=lambda: next(ticks), entropy=lambda n: next(draws).to_bytes(n, "big"))


def record(kind, content, uuid=None, **more):
    at = more.pop("at", "2026-01-08T20:53:23.476Z")
    message = {"role": kind, "content": content}
    told = {"type": kind, "message": message, "uuid": uuid, "sessionId": "s1", "timestamp": at, **more}
    return {key: value for key, value in told.items() if value is not None}


def call(id, name="Bash", input=None):
    return {
        "type": "tool_use",
        "id": id,
        "name": name,
        "input": {"command": "ls"} if input is None else input,
    }


def result(id, content="ok", **more):
    return {"type": "tool_result", "tool_use_id": id, "content": content, **more}


def todos(*steps):
    return {"todos": [{"content": text, "status": status, "activeForm": text} for text, status in steps]}


def lines(*records, end=b"\n"):
    return [json.dumps(each, ensure_ascii=False).encode() + end for each in records]


def written(tmp_path, *records, name="s1.jsonl", end=b"\n"):
    path = tmp_path / name
    path.write_bytes(b"".join(lines(*records, end=end)))
    return path


def parsed(*records, session=None):
    return list(
        claude_code.operations(Input("s.jsonl", b"".join(lines(*records))), Coordinates("u1", session), Tally())
    )


def take(log, path, **more):
    return import_files(log, [path], user="u1", **more)


def events(log, tag=None):
    found = [row.recorded for row in log.store.rows(after=1)]
    return [event for event in found if tag in (None, event.tag)]


def contents(log, tag):
    return [event.private.content for event in events(log, tag)]


def shown(log, kind, session="s1"):
    return [e for e in log.store.index.shown(Scope("u1", session)) if e.public.kind == kind]


def state(log):
    """What was written, apart from when and in which batch and run it was."""
    told = ("tag", "id", "session", "version", "source", "occurred_at", "derived_from")
    return [(e.body, *(getattr(e.public, each) for each in told)) for e in events(log)]


# The samples


@needs_samples
def test_a_real_session_comes_in_whole(log):
    report = take(log, SAMPLES / "session-196820da.jsonl")

    assert (report.records, report.tool_calls, report.failed, report.plan_updates) == (233, 65, 2, 9)
    assert report.bad == []
    assert (report.format, report.files, report.added) == ("claude-code", 1, len(events(log)))
    assert len(events(log, "observed")) == 65
    session = "196820da-1026-4b6f-a513-a6aae42da1a6"
    assert [e.public.version for e in events(log, "plan-revised")] == list(range(1, 10))
    assert len(shown(log, "failure", session)) == 2
    assert {e.public.run for e in events(log)} == {report.run}


@needs_samples
def test_importing_again_adds_nothing(log):
    take(log, SAMPLES / "session-196820da.jsonl")
    head = log.store.head()

    again = take(log, SAMPLES / "session-196820da.jsonl")

    assert (again.added, again.run, again.records) == (0, None, 233)
    assert log.store.head() == head


@needs_samples
@pytest.mark.parametrize("first", GROWTH)
def test_a_file_that_grew_under_another_name_adds_only_what_is_new(log, first):
    take(log, SAMPLES / first)
    take(log, SAMPLES / GROWTH[1])

    with new_log() as alone:
        take(alone, SAMPLES / GROWTH[1])
        assert state(log) == state(alone)


@needs_samples
@pytest.mark.parametrize("sample", [*GROWTH, "session-9eda1058.jsonl", "claude-code-log/todowrite_examples.jsonl"])
def test_what_a_line_comes_to_never_depends_on_lines_below_it(sample):
    whole = (SAMPLES / sample).read_bytes().splitlines(keepends=True)
    read = lambda lines: list(claude_code.operations(Input(sample, b"".join(lines)), Coordinates("u1"), Tally()))
    everything = read(whole)

    for cut in range(len(whole)):
        some = read(whole[:cut])
        assert some == everything[: len(some)]


@needs_samples
@pytest.mark.parametrize("sample", ["session-9eda1058.jsonl", "claude-code-log/representative_messages.jsonl", *GROWTH])
def test_every_sample_comes_in_without_a_bad_line(log, sample):
    report = take(log, SAMPLES / sample)

    assert report.bad == []
    assert report.added == len(events(log)) > 0


# Whose words they are


def test_what_the_user_and_the_model_say_has_its_source_and_time(log, tmp_path):
    path = written(
        tmp_path,
        record("user", "which timeout?", "a"),
        record("assistant", [{"type": "text", "text": "10 s"}], "b", at="2026-01-08T22:53:24+02:00"),
    )

    report = take(log, path)

    user, agent = events(log, "said")
    assert contents(log, "said") == [
        {"role": "user", "content": "which timeout?"},
        {"role": "assistant", "content": "10 s"},
    ]
    assert (str(user.source), str(agent.source), report.turns) == ("user", "agent", 2)
    assert (user.public.occurred_at, user.public.occurred_offset) == (1_767_905_603_476_000, 0)
    assert (agent.public.occurred_at, agent.public.occurred_offset) == (1_767_905_604_000_000, 120)
    assert (user.public.user, user.public.session, user.public.actor) == ("u1", "s1", "claude-code")
    assert user.private.via == "claude-code:s1:1"


@pytest.mark.parametrize(
    "told",
    [
        record("user", "Caveat: The messages below were generated by the user", "a"),
        record("user", "skill instructions", "a", isMeta=True),
        record("user", [{"type": "text", "text": "[Request interrupted by user for tool use]"}], "a"),
        record("user", "<local-command-stdout>Set model to x</local-command-stdout>", "a"),
        record("user", "<system-reminder>todo list is empty</system-reminder>", "a"),
        record("assistant", [{"type": "text", "text": "API Error: 500"}], "a", isApiErrorMessage=True),
    ],
)
def test_what_the_client_wrote_is_nobodys_word(told):
    (said,) = parsed(told)

    assert (said.command.role, said.given.source.kind) == ("system", "system")


@pytest.mark.parametrize(
    ("wrapped", "typed"),
    [
        ("<command-name>/review</command-name>\n  <command-args>a b</command-args>", "/review a b"),
        ("<command-message>clear</command-message>\n<command-name>/clear</command-name>", "/clear"),
        ("<bash-input>ls -l</bash-input>", "!ls -l"),
        ("see <command-name> in the docs", "see <command-name> in the docs"),
    ],
)
def test_a_command_is_what_the_user_typed(wrapped, typed):
    (said,) = parsed(record("user", wrapped, "a"))

    assert said.command == c.Say("user", typed)
    assert said.given.source.kind == "user"


@pytest.mark.parametrize(
    "content",
    [
        "",
        "<local-command-stdout></local-command-stdout>",
        "<bash-stdout></bash-stdout><bash-stderr></bash-stderr>",
        [{"type": "thinking", "thinking": "hm", "signature": "x"}],
        [{"type": "redacted_thinking", "data": "x"}],
    ],
)
def test_silence_and_thinking_are_not_said(content):
    assert parsed(record("assistant", content, "a"), record("user", content, "b")) == []


def test_a_reminder_beside_the_users_words_is_kept_apart():
    reminder = {"type": "text", "text": "<system-reminder>be brief</system-reminder>"}

    said = parsed(record("user", [reminder, {"type": "text", "text": "why?"}, {"type": "text", "text": "really"}], "a"))

    assert [(s.command.role, s.command.content) for s in said] == [
        ("system", "<system-reminder>be brief</system-reminder>"),
        ("user", "why?\n\nreally"),
    ]


def test_an_image_leaves_its_type_and_size():
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "QUJDRA=="}}

    (said,) = parsed(record("user", [{"type": "text", "text": "look"}, image], "a"))

    assert said.command.content == "look\n\n[image image/png, 4 bytes]"


# Tools


def test_a_call_and_its_result_are_one_observation_with_the_calls_input(log, tmp_path):
    path = written(
        tmp_path,
        record("assistant", [{"type": "text", "text": "let me see"}, call("t1", "Read", {"file": "a.py"})], "a"),
        record("user", [result("t1", "import os")], "b"),
    )

    report = take(log, path)

    (seen,) = events(log, "observed")
    assert seen.private.content == {
        "tool": "Read",
        "call": "t1",
        "output": "import os",
        "input": {"file": "a.py"},
    }
    assert (str(seen.source), report.tool_calls, report.failed) == ("tool:Read#t1", 1, 0)


def test_a_result_marked_as_an_error_is_a_failure_that_rests_on_the_observation(log, tmp_path):
    path = written(
        tmp_path,
        record("assistant", [call("t1", input={"command": "x" * 9_000})], "a"),
        record("user", [result("t1", "Exit code 1\n" + "y" * 9_000, is_error=True)], "b"),
    )

    report = take(log, path)

    (failure,) = shown(log, "failure")
    assert (report.failed, report.bad, failure.address) == (1, [], "failure:Bash/t1")
    assert failure.private.content["what"].startswith("Exit code 1\ny")
    assert failure.private.content["what"].endswith("… [7,012 more characters in the observation]")
    assert "more characters" in failure.private.content["input"]
    assert failure.public.derived_from == (events(log, "observed")[0].public.id,)


@pytest.mark.parametrize(
    ("content", "output"),
    [
        ("text", "text"),
        (None, ""),
        ({"stdout": "x", "code": 0}, {"stdout": "x", "code": 0}),
        ([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}], "a\nb"),
        ([{"type": "tool_reference", "tool_name": "x"}], '{"tool_name":"x","type":"tool_reference"}'),
        (
            [{"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "QUJD"}}],
            "[image image/png, 3 bytes]",
        ),
        ([], ""),
        ([7, "a"], "7\na"),
    ],
)
def test_results_of_every_shape_are_kept(content, output):
    (seen,) = parsed(record("assistant", [call("t1")], "a"), record("user", [result("t1", content)], "b"))

    assert seen.command.output == output


def test_a_repeated_call_id_pairs_calls_and_results_in_order():
    seen = parsed(
        record("assistant", [call("t1", "Read"), call("t1", "Grep")], "a"),
        record("user", [result("t1", "first")], "b"),
        record("user", [result("t1", "second")], "c"),
    )

    assert [(s.command.tool, s.command.output) for s in seen] == [("Read", "first"), ("Grep", "second")]


def test_a_result_without_a_call_above_it_is_of_an_unknown_tool():
    seen, *rest = parsed(record("user", [result("t1", "late")], "a"), record("assistant", [call("t1")], "b"))

    assert seen.command == c.Observe("unknown", "late", "t1")
    assert rest == []


def test_a_call_without_a_result_waits_for_the_file_to_grow(log, tmp_path):
    before = [record("user", "list them", "a"), record("assistant", [call("t1")], "b")]
    first = take(log, written(tmp_path, *before))

    second = take(log, written(tmp_path, *before, record("user", [result("t1")], "c")))

    assert (first.tool_calls, first.added, second.tool_calls, second.added) == (1, 1, 1, 1)
    assert contents(log, "observed") == [{"tool": "Bash", "call": "t1", "output": "ok", "input": {"command": "ls"}}]


def test_a_large_output_is_kept_whole(log, tmp_path):
    path = written(
        tmp_path, record("assistant", [call("t1")], "a"), record("user", [result("t1", "z" * 2_000_000)], "b")
    )

    report = take(log, path)

    assert (report.bad, report.added) == ([], 1)
    assert contents(log, "observed")[0]["size"] == 2_000_002


# Plans


def test_a_todo_list_is_the_plan(log, tmp_path):
    steps = todos(("read", "completed"), ("write", "in_progress"), ("test", "pending"), ("rest", "someday"))
    path = written(
        tmp_path,
        record("assistant", [call("t1", "TodoWrite", steps)], "a"),
        record("user", [result("t1")], "b"),
    )

    report = take(log, path)

    (plan,) = shown(log, "plan")
    assert [(s["text"], s["status"]) for s in plan.private.content] == [
        ("read", "done"), ("write", "doing"), ("test", "todo"), ("rest", "todo"),
    ]  # fmt: skip
    assert (str(plan.source), report.plan_updates, report.added) == ("agent", 1, 2)


def test_an_emptied_todo_list_retracts_the_plan(log, tmp_path):
    path = written(
        tmp_path,
        record("assistant", [call("t0", "TodoWrite", todos())], "a"),
        record("user", [result("t0")], "b"),
        record("assistant", [call("t1", "TodoWrite", todos(("read", "pending")))], "c"),
        record("user", [result("t1")], "d"),
        record("assistant", [call("t2", "TodoWrite", todos())], "e"),
        record("user", [result("t2")], "f"),
        record("assistant", [call("t3", "TodoWrite", todos())], "g"),
        record("user", [result("t3")], "h"),
    )

    report = take(log, path)

    assert (shown(log, "plan"), report.bad, report.plan_updates) == ([], [], 2)


def test_a_refused_todo_list_leaves_the_plan_alone(log, tmp_path):
    path = written(
        tmp_path,
        record("assistant", [call("t1", "TodoWrite", todos(("read", "pending")))], "a"),
        record("user", [result("t1", "invalid", is_error=True)], "b"),
    )

    assert take(log, path).plan_updates == 0
    assert shown(log, "plan") == []


@pytest.mark.parametrize("input", [{}, "x", {"todos": "x"}, {"todos": [1]}, {"todos": [{"content": 5}]}])
def test_a_todo_list_of_another_shape_is_named_and_kept_as_an_observation(input):
    seen, bad = parsed(record("assistant", [call("t1", "TodoWrite", input)], "a"), record("user", [result("t1")], "b"))

    assert seen.command.input == input
    assert bad == Bad(2, "TodoWrite has no list of todos that can be read: kept as an observation only")


# Compactions, summaries, sub-agents


def test_a_compaction_covers_the_dialogue_before_it(log, tmp_path):
    path = written(
        tmp_path,
        *(record("user", f"turn {n}", f"a{n}") for n in range(3)),
        {
            "type": "system",
            "subtype": "compact_boundary",
            "content": "Conversation compacted",
            "sessionId": "s1",
        },
        record("user", "This session is being continued: three turns.", "b", isCompactSummary=True),
        record("user", "go on", "c"),
    )

    report = take(log, path)

    (compacted,) = events(log, "compacted")
    first, second, *_ = events(log, "said")
    assert compacted.private.content == {"summary": "This session is being continued: three turns."}
    assert compacted.public.covered == ((first.position, second.position),)
    assert (str(compacted.source), report.turns, report.bad) == ("agent", 4, [])


def test_a_session_that_goes_on_from_another_file_begins_with_a_note(log, tmp_path):
    path = written(
        tmp_path,
        record("user", "continued from before", "b", isCompactSummary=True),
        record("user", "go", "c"),
    )

    report = take(log, path)

    (note,) = shown(log, "note")
    assert (note.address, note.private.content, report.bad) == ("note:summary/b", "continued from before", [])
    assert report.turns == 1


def test_a_summary_is_noted_only_where_the_record_it_names_stands_above(log, tmp_path):
    path = written(
        tmp_path,
        {"type": "summary", "summary": "another session", "leafUuid": "z"},
        record("user", "hello", "a"),
        {"type": "summary", "summary": "hello", "leafUuid": "a"},
        {"type": "summary", "summary": "greetings", "leafUuid": "a"},
    )

    report = take(log, path)

    (note,) = shown(log, "note")
    assert (note.address, note.private.content, note.public.occurred_at) == (
        "note:summary/a",
        "greetings",
        None,
    )
    assert (note.public.version, report.records, report.added, report.bad) == (2, 4, 3, [])


def test_a_sub_agent_has_a_session_of_its_own_and_no_users_words(log, tmp_path):
    path = written(
        tmp_path,
        record("assistant", [call("t1", "Task", {"prompt": "explore"})], "a"),
        record("user", "explore", "b", isSidechain=True, agentId="f00"),
        record(
            "assistant",
            [call("t2", "TodoWrite", todos(("look", "pending")))],
            "c",
            isSidechain=True,
            agentId="f00",
        ),
        record("user", [result("t2")], "d", isSidechain=True, agentId="f00"),
        record("user", [result("t1", "explored")], "e"),
    )

    take(log, path)

    assert [(e.tag, e.public.session) for e in events(log)] == [
        ("said", "s1/agent-f00"),
        ("observed", "s1/agent-f00"),
        ("plan-revised", "s1/agent-f00"),
        ("observed", "s1"),
    ]
    assert str(events(log)[0].source) == "agent"
    assert (shown(log, "plan"), len(shown(log, "plan", "s1/agent-f00"))) == ([], 1)


def test_sub_agents_without_an_id_are_told_apart_by_their_first_record():
    said = parsed(
        record("user", "one", "a", isSidechain=True),
        record("user", "two", "b", isSidechain=True),
        record("assistant", "one!", "c", isSidechain=True, parentUuid="a"),
        record("assistant", "two!", "d", isSidechain=True, parentUuid="b"),
        record("assistant", "one!!", "e", isSidechain=True, parentUuid="c"),
    )

    assert [s.given.session for s in said] == [f"s1/agent-{first}" for first in "ababa"]


def test_records_that_mean_nothing_for_a_memory_are_only_counted(log, tmp_path):
    path = written(
        tmp_path,
        {"type": "file-history-snapshot", "messageId": "m", "snapshot": {}},
        {"type": "queue-operation", "operation": "enqueue", "content": "x", "sessionId": "s1"},
        {"type": "system", "subtype": "stop_hook_summary", "sessionId": "s1", "uuid": "a"},
        {"type": "a-later-kind", "sessionId": "s1"},
        {},
    )

    report = take(log, path)

    assert (report.records, report.added, report.bad, report.run) == (5, 0, [], None)


# Where a record stands


def test_ids_come_from_where_a_record_stands_not_from_what_it_says():
    (one,) = parsed(record("user", "one", "a"))
    (other,) = parsed(record("user", "other", "a"))
    (elsewhere,) = parsed(record("user", "one", "a"), session="s2")

    assert one.given.id == other.given.id != elsewhere.given.id
    assert elsewhere.given.session == "s2"


def test_a_record_that_stands_there_twice_is_taken_once_and_another_with_its_uuid_too():
    said = parsed(
        record("user", "one", "a"), record("user", "one", "a", slug="x"), record("user", "two", "a"),
        record("user", "one"), record("user", "one"),
    )  # fmt: skip

    assert [s.line for s in said] == [1, 3, 4, 5]
    assert len({s.given.id for s in said}) == 4


def test_records_of_an_earlier_session_in_a_resumed_file_go_where_they_belong(log, tmp_path):
    old = record("user", "before", "a", sessionId="s0")
    take(log, written(tmp_path, old, name="s0.jsonl"))

    report = take(log, written(tmp_path, old, record("user", "after", "b")))

    assert report.added == 1
    assert [e.public.session for e in events(log)] == ["s0", "s1"]


def test_a_summary_of_an_earlier_session_in_a_resumed_file_is_noted_there():
    *_, note = parsed(
        record("user", "before", "a", sessionId="s0"), record("user", "after", "b"),
        {"type": "summary", "summary": "greetings", "leafUuid": "a"},
    )  # fmt: skip

    assert (note.given.session, note.command.value) == ("s0", "greetings")


def test_words_before_any_session_is_named_need_one(log, tmp_path):
    path = written(tmp_path, record("user", "hello", "a", sessionId=None))

    with pytest.raises(Refused, match="session: no sessionId here or above: say which session it is"):
        take(log, path, format="claude-code")
    assert take(log, path, format="claude-code", session="s9").added == 1


# Lines that aren't as they should be


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"{not json\n", "not valid JSON"),
        (b"[1]\n", "holds a list, no object"),
        (b"null\n", "holds a null, no object"),
        (b'{"type":"user","message":{"content":"\\ud800"}}\n', "holds a lone surrogate"),
        (b'{"type":"user","x":"\xff"}\n', "is not UTF-8 (byte 21 of the line)"),
        (b'{"type":"user","x":NaN}\n', "not valid JSON"),
        (b'{"x":' + b"[" * 3000 + b"]" * 3000 + b"}\n", "is nested too deep to be read"),
        (b'{"type":"user","sessionId":"s1"}\n', "a user record without a message to read"),
        (
            b'{"type":"user","sessionId":"s1","message":{"content":[7]}}\n',
            "block 1 of the message is of no known shape",
        ),
    ],
)
def test_a_bad_line_is_named_and_the_rest_goes_in(log, tmp_path, line, why):
    good = lines(record("user", "one", "a"), record("user", "two", "b"))
    path = tmp_path / "s1.jsonl"
    path.write_bytes(good[0] + line + good[1])

    report = take(log, path)

    (bad,) = report.bad
    assert (bad.file, bad.line) == (str(path), 2)
    assert bad.why.startswith(why)
    assert [content["content"] for content in contents(log, "said")] == ["one", "two"]


def test_a_last_line_cut_short_is_named_and_taken_once_it_is_whole(log, tmp_path):
    whole = b"".join(lines(record("user", "one", "a"), record("user", "two", "b")))
    path = tmp_path / "s1.jsonl"
    path.write_bytes(whole[:-20])
    first = take(log, path)
    path.write_bytes(whole)

    second = take(log, path)

    assert first.bad[0].line == 2
    assert first.bad[0].why.startswith("the last line is cut short")
    assert (first.added, second.added, second.bad) == (1, 1, [])


@pytest.mark.parametrize("stamp", ["yesterday", "2026-01-08T20:53:23", 1_767_905_603, {}])
def test_a_time_that_cant_be_read_is_named_and_the_words_kept_without_it(log, tmp_path, stamp):
    report = take(log, written(tmp_path, record("user", "hello", "a", at=stamp)))

    assert (report.added, report.bad, report.untimed[0].line) == (1, [], 1)
    assert "timestamp" in report.untimed[0].why
    assert events(log)[0].public.occurred_at is None


def test_byte_order_mark_carriage_returns_blank_lines_and_odd_characters_are_no_trouble(log, tmp_path):
    odd = "a\u2028b\x85c\x00d\u2029"
    told = lines(record("user", odd, "a"), record("user", "two", "b"), end=b"\r\n")
    path = tmp_path / "会话 一.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + told[0] + b"\r\n\n" + told[1].rstrip())

    report = take(log, path)

    assert (report.records, report.bad) == (2, [])
    assert [content["content"] for content in contents(log, "said")] == [odd, "two"]


def test_no_shape_of_a_record_breaks_the_reading():
    told = [
        record("user", "hi", "a", parentUuid="p", isSidechain=True, agentId="x", isMeta=False),
        record(
            "assistant",
            [{"type": "text", "text": "t"}, call("t1", "TodoWrite", todos(("a", "pending")))],
            "b",
        ),
        record("user", [result("t1", [{"type": "image", "source": {"type": "base64", "data": "QQ=="}}])], "c"),
        record("user", [result("t1", "x", is_error=True)], "d", isCompactSummary=True),
        {"type": "summary", "summary": "s", "leafUuid": "a"},
    ]
    strange = [
        None,
        True,
        0,
        -1.5,
        "",
        "x",
        [],
        [None],
        {},
        {"type": 5},
        {"type": "text"},
        [{"type": "tool_result"}],
    ]

    tried = 0
    for path in list(paths(told)):
        for value in strange:
            mutant = copy.deepcopy(told)
            spot = mutant
            for step in path[:-1]:
                spot = spot[step]
            spot[path[-1]] = value
            parsed(*mutant)
            tried += 1

    assert tried > 500


def paths(value, above=()):
    if isinstance(value, (dict, list)):
        for step in value if isinstance(value, dict) else range(len(value)):
            yield (*above, step)
            yield from paths(value[step], (*above, step))


# Driving it


def test_what_a_rule_refuses_is_named_with_its_line_and_the_rest_goes_in(log, tmp_path):
    told = [record("user", f"turn {n}", f"a{n}") for n in range(7)]
    told[3:3] = [
        record("assistant", [call("t1", "TodoWrite", todos((" ", "pending")))], "b"),
        record("user", [result("t1")], "c"),
    ]

    report = take(log, written(tmp_path, *told))

    assert [(bad.line, bad.why) for bad in report.bad] == [(5, "step: ' ' is no step: say it in a few words")]
    assert [content["content"] for content in contents(log, "said")] == [f"turn {n}" for n in range(7)]
    assert len(events(log, "observed")) == 1


@pytest.mark.parametrize("session", ["a\nb", "x" * 201])
def test_a_session_name_that_cant_be_one_is_refused_by_line(log, tmp_path, session):
    report = take(log, written(tmp_path, record("user", "one", "a"), record("user", "two", "b", sessionId=session)))

    assert (report.added, report.bad[0].line) == (1, 2)
    assert report.bad[0].why.startswith("session: ")


@pytest.mark.parametrize("names", [{"user": ""}, {"user": "u1", "session": ""}])
def test_an_empty_user_or_session_is_refused(log, tmp_path, names):
    with pytest.raises(InvalidValue, match="is empty"):
        import_files(log, [written(tmp_path, record("user", "one", "a"))], **names)


def test_an_ended_session_takes_nothing_more_in(log, tmp_path):
    log.append([(c.End("done"), Given(user="u1", session="s1"))])

    report = take(log, written(tmp_path, record("user", "hello", "a")))

    assert (report.added, report.run) == (0, None)
    assert "has ended" in report.bad[0].why


def test_an_import_that_was_cut_off_leaves_nothing_and_is_made_up_for_by_importing_again(log, tmp_path, monkeypatch):
    path = written(tmp_path, *(record("user", f"turn {n}", f"a{n}") for n in range(5)))
    before = log.store.head()

    def interrupt(taken_in):
        raise KeyboardInterrupt

    monkeypatch.setattr(run, "_STEP", 3)
    with pytest.raises(KeyboardInterrupt):
        import_files(log, [path], user="u1", progress=interrupt)

    assert log.store.head() == before
    assert take(log, path).added == 5


def test_a_file_may_hold_more_than_a_batch(log, tmp_path):
    many = [record("user", f"turn {n}", f"a{n}") for n in range(1_200)]
    long = [record("user", "x" * 300_000, f"b{n}") for n in range(5)]

    report = take(log, written(tmp_path, *many, *long), strict=True)  # strict: a refusal would raise

    assert (report.bad, report.added) == ([], 1_205)


def test_several_files_are_one_run(log, tmp_path):
    one = written(tmp_path, record("user", "one", "a"), name="1.jsonl")
    two = written(tmp_path, record("user", "two", "b", sessionId="s2"), name="2.jsonl")

    report = import_files(log, [one, two], user="u1")

    assert (report.files, report.records, report.added, report.turns) == (2, 2, 2, 2)
    assert {e.public.run for e in events(log)} == {report.run}


def test_an_import_is_reverted_as_a_whole_and_importing_again_doesnt_bring_it_back(log, tmp_path):
    log.append([(c.Write("mine", "kept"), Given(user="u1", session="s1"))])
    path = written(
        tmp_path,
        record("assistant", [call("t1", "TodoWrite", todos(("read", "pending")))], "a"),
        record("user", [result("t1")], "b"),
        record("assistant", [call("t2")], "c", isSidechain=True),
        record("user", [result("t2", is_error=True)], "d", isSidechain=True, parentUuid="c"),
    )
    report = take(log, path)
    assert (len(shown(log, "plan")), len(shown(log, "failure", "s1/agent-c"))) == (1, 1)

    whole = selector(run=report.run)
    log.correct(lambda: revert(log.store, "u1", whole, "not my session", log.now()))
    again = take(log, path)

    assert (shown(log, "plan"), shown(log, "failure", "s1/agent-c"), again.added) == ([], [], 0)
    assert [entry.address for entry in shown(log, "note")] == ["note:mine"]


def test_two_users_import_the_same_file_each_for_themselves(log, tmp_path):
    path = written(tmp_path, record("user", "one", "a"))

    assert [import_files(log, [path], user=user).added for user in ("u1", "u2")] == [1, 1]


def test_strict_refuses_a_file_with_a_bad_line_whole(log, tmp_path):
    path = tmp_path / "s1.jsonl"
    path.write_bytes(b"".join(lines(record("user", "one", "a"))) + b"torn\n")

    with pytest.raises(Refused, match=r"line 2 of .*nothing of it was imported"):
        take(log, path, strict=True)

    assert events(log) == []


def test_strict_ends_at_the_first_refusal(log, tmp_path):
    log.append([(c.End("done"), Given(user="u1", session="s1"))])

    with pytest.raises(Refused, match="has ended"):
        take(log, written(tmp_path, record("user", "one", "a")), strict=True)


@pytest.mark.parametrize(
    ("name", "why"), [("missing.jsonl", r"can't read .*check the path"), (".", "is of no format this can tell")]
)
def test_a_file_that_cant_be_opened_is_refused_by_name(log, tmp_path, name, why):
    with pytest.raises(Refused, match=why):
        take(log, tmp_path / name)


@pytest.mark.parametrize("body", [b"", b'{"type":"other"}\n', b"no json\n"])
def test_a_file_of_no_known_format_is_refused_unless_the_format_is_named(log, tmp_path, body):
    path = tmp_path / "x.jsonl"
    path.write_bytes(body)

    with pytest.raises(InvalidValue, match="of no format this can tell"):
        take(log, path)
    if body.startswith(b"no"):
        with pytest.raises(
            Refused, match=r"is no claude-code file: nothing in it could be read \(line 1: not valid JSON"
        ):
            take(log, path, format="claude-code")
    else:
        assert take(log, path, format="claude-code").added == 0


def test_an_unknown_format_is_refused(log, tmp_path):
    with pytest.raises(InvalidValue, match="unknown format 'cobol'"):
        take(log, written(tmp_path, record("user", "one", "a")), format="cobol")


def test_every_operation_of_an_import_is_a_point_to_go_back_to(log, tmp_path):
    take(log, written(tmp_path, *(record("user", f"turn {n}", f"a{n}") for n in range(3))))

    events = list(log.store.rows())[1:]

    assert [row.recorded.batch for row in events] == [row.position for row in events]
