"""Transcripts of coding agents: what becomes of what each of them writes."""

import copy
import io
import json

import agent_transcripts as t
import pytest
from agent_transcripts import CODEX, GEMINI, GEMINI_LINES, OPENCODE, document, jsonl

import belieflog
from belieflog.importing.formats import format_of, recognised
from belieflog.importing.inputs import Input
from belieflog.importing.operations import Bad, Coordinates, Tally, Untimed
from eventlog import commands as c
from eventlog.errors import InvalidValue


def parsed(format, body, name="x.jsonl", session=None):
    return list(format_of(format).operations(Input(name, body), Coordinates("u1", session), Tally()))


def codex(*records):
    return parsed("codex", jsonl([CODEX[0], *records]))


def gemini(*messages):
    return parsed("gemini", document({**GEMINI, "messages": [*messages]}))


def said(found):
    return [(o.command.role, o.command.content) for o in found if isinstance(o.command, c.Say)]


def seen(found):
    return [o.command for o in found if isinstance(o.command, c.Observe)]


def failures(found):
    return [o.command for o in found if isinstance(o.command, c.MarkFailure)]


def plans(found):
    return [o.command.steps for o in found if isinstance(o.command, c.RevisePlan)]


def sessions(found):
    return [o.given.session for o in found]


# Codex


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_what_codex_tells_in_both_streams_is_said_once(order):
    twice = [t.words(1, "user", "hi"), t.event(1, "user_message", message="hi")]

    found = codex(*(twice[n] for n in order), *(twice[n] for n in order), twice[1])

    assert said(found) == [("user", "hi")] * 3
    assert [o.line for o in found] == [2, 4, 6]


def test_what_codex_tells_in_one_stream_only_is_said():
    found = codex(t.event(1, "user_message", message="hi"), t.words(2, "assistant", "hello"))

    assert said(found) == [("user", "hi"), ("assistant", "hello")]
    assert [o.given.source.kind for o in found] == ["user", "agent"]


@pytest.mark.parametrize(
    "text",
    [
        "<environment_context>\n<cwd>/</cwd>\n</environment_context>",
        "# AGENTS.md instructions for /repo\n\nbe kind",
        "<turn_aborted>\nthe user interrupted\n</turn_aborted>",
        "<subagent_notification>{}</subagent_notification>",
    ],
)
def test_what_codex_put_beside_the_users_words_is_nobodys(text):
    found = codex(t.words(1, "user", text, "why?"), t.event(1, "user_message", message="why?"))

    assert said(found) == [("system", text), ("user", "why?")]
    assert [str(o.given.source) for o in found] == ["system:codex", "user"]


def test_an_image_beside_the_users_words_leaves_its_type_and_size():
    parts = [{"type": "input_text", "text": "<image>"}, {"type": "input_image", "image_url": "data:image/png;base64,QUJD"},
             {"type": "input_text", "text": "</image>"}, {"type": "input_text", "text": "look"}]  # fmt: skip
    told = t.item(1, "message", role="user", content=parts)

    found = codex(told, t.event(1, "user_message", message="look"))

    assert said(found) == [("user", "[image image/png, 3 bytes]\nlook")]


@pytest.mark.parametrize(
    ("output", "kept", "why"),
    [
        ("done", "done", None),
        ('{"output":"no","metadata":{"exit_code":2,"duration_seconds":0.1}}', "no", "exit code 2"),
        ('{"output":"yes","metadata":{"exit_code":0}}', "yes", None),
        ('{"answer":42}', '{"answer":42}', None),
        ("Chunk ID: 1\nWall time: 1 s\nProcess exited with code 1\nOutput:\n", None, "exit code 1"),
        ("Exit code: 127\nWall time: 0 s\nOutput:\nnot found", None, "exit code 127"),
        ("Wall time: 1 s\nProcess running with session ID 7\nOutput:\nProcess exited with code 1", None, None),
        ({"content": "denied", "success": False}, "denied", ""),
        ([{"type": "input_text", "text": "a"}, {"type": "input_text", "text": "b"}], "a\nb", None),
        ("Exit code: " + "9" * 5_000, None, None),
        (None, "", None),
    ],
)
def test_codex_outputs_of_every_shape_are_kept_and_an_exit_code_is_a_failure(output, kept, why):
    call = t.item(1, "function_call", name="shell", arguments='{"command":["x"]}', call_id="f")

    found = codex(call, t.item(2, "function_call_output", call_id="f", output=output))

    assert seen(found) == [c.Observe("shell", output if kept is None else kept, "f", input={"command": ["x"]})]
    assert [failure.why for failure in failures(found)] == ([] if why is None else [why])


def test_a_failure_of_codex_names_the_command_though_an_earlier_call_started_it():
    def call(id, name, **input):
        return t.item(1, "function_call", name=name, arguments=json.dumps(input), call_id=id)

    def output(id, text):
        return t.item(2, "function_call_output", call_id=id, output=f"Wall time: 1 s\nProcess {text}\nOutput:\n")

    found = codex(
        call("a", "exec_command", cmd="make test"), output("a", "running with session ID 7"),
        call("b", "write_stdin", session_id=7, chars=""), output("b", "running with session ID 7"),
        call("c", "write_stdin", session_id=7, chars=""), output("c", "exited with code 2"),
        call("d", "write_stdin", session_id=8, chars=""), output("d", "exited with code 3"),
    )  # fmt: skip

    assert [(f.key, f.why) for f in failures(found)] == [
        ("write_stdin/c", "exit code 2 of make test"), ("write_stdin/d", "exit code 3"),
    ]  # fmt: skip


def test_repeated_call_ids_pair_in_order():
    calls = [t.item(1, "function_call", name=name, arguments="not json", call_id="") for name in ("a", "b")]

    found = codex(*calls, *(t.item(2, "function_call_output", call_id="", output=text) for text in ("1", "2", "3")))

    assert [(o.tool, o.output, o.input) for o in seen(found)] == [
        ("a", "1", "not json"), ("b", "2", "not json"), ("unknown", "3", None),
    ]  # fmt: skip
    assert len({o.given.id for o in found}) == 3


@pytest.mark.parametrize(
    ("arguments", "output", "plan"),
    [
        ({"plan": [{"step": "a", "status": "in_progress"}]}, "Plan updated", [(("a", "doing"),)]),
        ({"plan": [{"step": "a", "status": "pending"}]}, '{"output":"no","metadata":{"exit_code":1}}', []),
    ],
)
def test_update_plan_is_the_plan_unless_it_failed(arguments, output, plan):
    call = t.item(1, "function_call", name="update_plan", arguments=json.dumps(arguments), call_id="f")

    assert plans(codex(call, t.item(2, "function_call_output", call_id="f", output=output))) == plan


def test_a_plan_that_cant_be_read_is_named_and_kept_as_an_observation():
    call = t.item(1, "function_call", name="update_plan", arguments='{"plan":"all"}', call_id="f")

    found = codex(call, t.item(2, "function_call_output", call_id="f", output="ok"))

    assert seen(found[:1])
    assert found[1:] == [Bad(3, "update_plan has no list of todos that can be read: kept as an observation only")]


def test_a_sub_agent_of_codex_lies_within_the_session_that_spawned_it_and_has_no_users_words():
    spawned = {"subagent": {"thread_spawn": {"parent_thread_id": "c1", "depth": 1}}}
    child = [t.codex(0, "session_meta", id="c2", source=spawned), t.event(1, "user_message", message="explore")]

    (start,) = codex(t.event(1, "collab_agent_spawn_end", call_id="f", new_thread_id="c2", new_agent_role="explorer"))
    (task,) = parsed("codex", jsonl(child))
    (elsewhere,) = parsed("codex", jsonl(child), session="s9")

    assert (start.command, start.given.session) == (c.Start("explorer"), "c1/agent-c2")
    assert (task.given.session, task.given.source.kind) == ("c1/agent-c2", "agent")
    assert elsewhere.given.session == "s9/agent-c2"


def test_a_fork_of_a_codex_session_keeps_its_own_name():
    other = t.codex(0, "session_meta", id="c0")

    assert sessions(codex(other, t.event(1, "user_message", message="hi"))) == ["c1"]


def test_a_compaction_of_codex_covers_the_dialogue_before_it():
    *_, compacted = codex(
        *(t.event(n, "user_message", message=f"turn {n}") for n in range(3)),
        t.codex(4, "compacted", message="three turns", replacement_history=[]),
    )

    assert compacted.command == c.Compact("three turns")


def test_an_early_rollout_of_codex_comes_in_without_times():
    body = jsonl([
        {"id": "c0", "timestamp": t.T.format(0), "instructions": None, "git": {}},
        {"record_type": "state"},
        t.words(1, "user", "<user_instructions>\nbe kind\n</user_instructions>")["payload"],
        t.words(2, "user", "list them")["payload"],
        t.item(3, "function_call", name="shell", arguments='{"command":["ls"]}', call_id="f")["payload"],
        t.item(4, "function_call_output", call_id="f", output='{"output":"a.py","metadata":{"exit_code":0}}')["payload"],
    ])  # fmt: skip

    found = parsed("codex", body)

    assert recognised(Input("x", body))[0] == "codex"
    assert said(found) == [("system", "<user_instructions>\nbe kind\n</user_instructions>"), ("user", "list them")]
    assert seen(found) == [c.Observe("shell", "a.py", "f", input={"command": ["ls"]})]
    assert {(o.given.session, o.given.occurred_at) for o in found} == {("c0", None)}


def test_a_line_of_codex_without_a_payload_is_named_and_the_rest_goes_in():
    bad, good = codex({"type": "event_msg", "payload": 5}, t.event(1, "user_message", message="hi"))

    assert bad == Bad(2, "event_msg has no payload to read")
    assert good.command == c.Say("user", "hi")


# Gemini CLI


def gemini_call(status, id="g", name="read_file", **more):
    call = {"id": id, "name": name, "args": {"path": "a"}, "status": status, "timestamp": t.T.format(3), **more}
    return {"id": "m", "timestamp": t.T.format(2), "type": "gemini", "content": "", "toolCalls": [call]}


@pytest.mark.parametrize(
    ("more", "output", "fails"),
    [
        ({"status": "success", "result": [t.answer("g", "x", output="yes")], "resultDisplay": "1 line"}, "yes", False),
        ({"status": "success", "resultDisplay": {"fileDiff": "-a+b"}}, {"fileDiff": "-a+b"}, False),
        ({"status": "success"}, "", False),
        ({"status": "success", "result": [t.answer("g", "x", a=1, b=2)]}, {"a": 1, "b": 2}, False),
        ({"status": "error", "result": [t.answer("g", "x", error="no")]}, "no", True),
        ({"status": "cancelled", "resultDisplay": "cancelled"}, "cancelled", True),
        ({"status": "success", "result": "text"}, "text", False),
        (
            {"status": "success", "result": [
                t.answer("g", "x", output="see"), {"inlineData": {"mimeType": "image/png", "data": "QUJD"}}]},
            "see\n[file image/png, 3 bytes]",
            False,
        ),
    ],
)  # fmt: skip
def test_a_call_of_gemini_is_kept_with_what_it_answered(more, output, fails):
    found = gemini(gemini_call(**more))

    assert seen(found) == [c.Observe("read_file", output, "g", input={"path": "a"})]
    assert len(failures(found)) == fails


@pytest.mark.parametrize(("format", "record"), [("gemini", 2), ("qwen-code", 2)])
def test_a_shells_exit_code_is_a_failure(format, record):
    body = document(GEMINI) if format == "gemini" else jsonl(t.QWEN)

    found = parsed(format, body)

    assert ("run_shell_command", "exit code 1") in [(f.key.split("/")[0], f.why) for f in failures(found)]


def test_a_call_of_gemini_that_is_still_running_waits_for_the_file_to_grow(tmp_path):
    path = tmp_path / "session.json"
    path.write_bytes(document({**GEMINI, "messages": [gemini_call("executing")]}))
    with belieflog.open(":memory:") as log:
        first = log.import_(path, user="u")
        path.write_bytes(document({**GEMINI, "messages": [gemini_call("success", resultDisplay="ok")]}))
        second = log.import_(path, user="u")

    assert (first.tool_calls, first.added, second.tool_calls, second.added) == (1, 0, 1, 1)


def test_a_message_of_gemini_written_again_as_it_grew_is_said_once():
    found = parsed("gemini", jsonl(GEMINI_LINES))

    assert said(found) == [("user", "hello there"), ("assistant", "hello you")]
    assert [o.call for o in seen(found)] == ["g-1", "g-2", "g-3", "g-4"]
    assert set(sessions(found)) == {"g2"}


@pytest.mark.parametrize("kind", ["info", "warning", "error", "user"])
def test_what_gemini_cli_wrote_itself_is_nobodys_word(kind):
    (notice,) = gemini({"id": "m", "type": kind, "content": "<session_context>\nquota", "timestamp": t.T.format(1)})

    assert (notice.command.role, str(notice.given.source)) == ("system", "system:gemini")


def test_a_log_of_prompts_goes_into_the_sessions_it_names():
    found = parsed("gemini", document(t.GEMINI_LOG), "logs.json")

    assert [(o.given.session, o.command.content) for o in found] == [("g1", "hello there"), ("g3", "hello again")]


@pytest.mark.parametrize(
    ("whole", "why"),
    [
        ({"sessionId": "g", "projectHash": "f", "messages": 5}, "has no list of messages"),
        ({"sessionId": "g", "projectHash": "f", "messages": ["x"]}, "message 1 is no object"),
        ([5], "entry 1 is no prompt with a sessionId"),
        ({"messages": [{"content": 5, "type": "user"}]}, "the message's content is neither text nor a list of parts"),
        ({"messages": [{"content": "", "type": "gemini", "toolCalls": [7]}]}, "a tool call is no object"),
    ],
)
def test_what_is_no_chat_of_gemini_is_named(whole, why):
    assert parsed("gemini", document(whole)) == [Bad(1, why)]


# OpenCode


def stored(folder, told=OPENCODE):
    """Lay out an export as OpenCode's storage has it."""

    def put(value, *path):
        file = folder.joinpath("storage", *path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(document(value))

    info = told["info"]
    put(info, "session", "p", f"{info['id']}.json")
    for message in told["messages"]:
        put(message["info"], "message", info["id"], f"{message['info']['id']}.json")
        for part in message["parts"]:
            put(part, "part", message["info"]["id"], f"{part['id']}.json")
    return folder


@pytest.mark.parametrize("path", [".", "storage", "storage/session/p/ses_2.json"])
def test_a_storage_a_session_in_it_and_its_export_come_to_the_same(tmp_path, path):
    given = Input(stored(tmp_path) / path)

    assert recognised(given)[0] == "opencode"
    assert list(format_of("opencode").operations(given, Coordinates("u1"), Tally())) == parsed(
        "opencode", document(OPENCODE)
    )


def test_a_session_of_opencode_with_a_parent_lies_within_it_and_has_no_users_words():
    first, *_ = found = parsed("opencode", document(OPENCODE))

    assert (first.given.session, first.given.source.kind) == ("ses_1/agent-ses_2", "agent")
    assert set(sessions(found)) == {"ses_1/agent-ses_2"}
    assert said(found)[:3] == [("user", "hello there"), ("system", "<file>"), ("user", "[file a.png, image/png]")]
    assert said(found)[4:] == [("system", "APIError: overloaded")]
    assert [(o.tool, o.call, o.output) for o in seen(found)] == [
        ("read", "o1", "import os"), ("bash", "o2", "rejected"), ("todowrite", "o3", "[]"),
    ]  # fmt: skip
    assert (plans(found), [f.key for f in failures(found)]) == ([(("read", "done"),)], ["bash/o2"])
    assert c.Compact("they greeted each other") in [o.command for o in found]


def test_agents_of_agents_lie_within_the_first_of_opencode(tmp_path):
    plain = {"info": {"id": "ses_1", "time": {"created": 1}}, "messages": []}
    deep = copy.deepcopy(OPENCODE)
    deep["info"] |= {"id": "ses_3", "parentID": "ses_2"}
    for told in (plain, OPENCODE, deep):
        stored(tmp_path, told)

    with belieflog.open(":memory:") as log:
        report = log.import_(tmp_path, user="u")
        found = {event.public.session for event in log.events() if event.tag == "said"}

    assert (report.bad, found) == ([], {"ses_1/agent-ses_2", "ses_1/agent-ses_2/agent-ses_3"})


def test_messages_of_opencode_stand_by_their_time_and_only_new_ones_are_added(tmp_path):
    told = {"info": {"id": "s", "time": {"created": 1}}, "messages": [
        {"info": {"id": id, "role": "user", "time": {"created": at}}, "parts": [{"id": f"p{id}", "type": "text", "text": id}]}
        for id, at in (("b", 1_000), ("a", 2_000))]}  # fmt: skip
    stored(tmp_path, {**told, "messages": told["messages"][:1]})
    with belieflog.open(":memory:") as log:
        first = log.import_(tmp_path, user="u")
        stored(tmp_path, told)
        second = log.import_(tmp_path, user="u")
        words = [event.private.content["content"] for event in log.events() if event.tag == "said"]

    assert (first.added, second.added, words) == (1, 1, ["b", "a"])


def test_a_file_of_opencode_that_cant_be_read_is_named_and_the_rest_goes_in(tmp_path):
    stored(tmp_path)
    (tmp_path / "storage/part/msg_1/prt_2.json").write_bytes(b'{"id":')
    (tmp_path / "storage/message/ses_2/msg_3.json").write_bytes(b"[]")

    with belieflog.open(":memory:") as log:
        report = log.import_(tmp_path, user="u")

    assert sorted(bad.why.split(":")[0] for bad in report.bad) == ["message/ses_2/msg_3.json", "part/msg_1/prt_2.json"]
    assert report.added > 4


@pytest.mark.parametrize("id", ["../../p", "..", "a\u0000b"])
def test_an_id_of_opencode_leads_out_of_no_folder(tmp_path, id):
    stored(tmp_path)
    session = {"id": id, "time": {"created": 1}}
    (tmp_path / "storage/session/p/x.json").write_bytes(document(session))

    found = list(format_of("opencode").operations(Input(tmp_path), Coordinates("u1"), Tally()))

    assert {o.given.session for o in found} == {"ses_1/agent-ses_2"}


def test_a_session_of_opencode_that_lies_alone_is_not_told_by_its_looks(tmp_path):
    path = tmp_path / "ses_2.json"
    path.write_bytes(document(OPENCODE["info"]))

    with pytest.raises(InvalidValue, match="of no format this can tell"), belieflog.open(":memory:") as log:
        log.import_(path, user="u")


# Pi


def pi(*records):
    return parsed("pi", jsonl([t.PI[0], *records]))


def prompted(id, after, text="hi"):
    return t.pi(id, after, 1, message={"role": "user", "content": text})


def test_pi_goes_back_and_each_way_from_there_is_a_session_within():
    found = pi(
        prompted("a", None), prompted("b", "a"), prompted("c", "b"), prompted("d", "a"), prompted("e", "d"),
        prompted("f", "d"), prompted("g", "c"), prompted("h", None),
    )  # fmt: skip

    branches = ["", "", "", "/branch-d", "/branch-d", "/branch-f", "", "/branch-h"]
    assert sessions(found) == [f"p1{branch}" for branch in branches]


def test_records_of_pi_without_ids_follow_one_another():
    found = pi(*({"type": "message", "message": {"role": "user", "content": "hi"}} for _ in range(3)))

    assert sessions(found) == ["p1"] * 3
    assert len({o.given.id for o in found}) == 3


def test_a_record_of_pi_that_follows_one_that_isnt_there_goes_on_where_the_last_stood():
    assert sessions(pi(prompted("a", None), prompted("b", None), prompted("c", "lost")))[1:] == ["p1/branch-b"] * 2


def test_a_command_the_user_ran_in_pi_is_said_by_the_user_and_what_it_put_out_observed():
    run = {"role": "bashExecution", "command": "false", "output": "oh", "exitCode": 1}

    word, output, failure = pi(t.pi("a", None, 1, message=run))

    assert (word.command, word.given.source.kind) == (c.Say("user", "!false"), "user")
    assert output.command == c.Observe("bash", "oh", input={"command": "false"})
    assert (failure.command.why, failure.given.derived_from) == ("exit code 1", (output.given.id,))


def test_a_result_in_pi_whose_call_is_not_above_is_of_the_tool_it_names():
    told = {"role": "toolResult", "toolCallId": "x", "toolName": "ls", "content": [], "isError": False}

    assert seen(pi(t.pi("a", None, 1, message=told))) == [c.Observe("ls", "", "x")]


# Qwen Code


def test_qwen_code_branches_where_the_user_goes_back_and_not_where_results_stand_side_by_side():
    found = parsed("qwen-code", jsonl([
        t.qwen("a", None, 1, "user", {"text": "hi"}),
        t.qwen("b", "a", 2, "assistant", *({"functionCall": {"id": id, "name": "ls", "args": {}}} for id in "xy")),
        t.qwen("c", "b", 3, "tool_result", t.answer("x", "ls", output="1")),
        t.qwen("d", "b", 3, "tool_result", t.answer("y", "ls", output="2")),
        t.qwen("e", "b", 4, "user", {"text": "another way"}),
        t.qwen("f", "e", 5, "assistant", {"text": "yes"}),
    ]))  # fmt: skip

    assert sessions(found) == ["q1", "q1", "q1", "q1/branch-e", "q1/branch-e"]
    assert [(o.tool, o.output) for o in seen(found)] == [("ls", "1"), ("ls", "2")]


@pytest.mark.parametrize(("status", "fails"), [("success", False), ("error", True), ("cancelled", True)])
def test_a_call_of_qwen_code_that_didnt_succeed_is_a_failure(status, fails):
    result = t.qwen(
        "a", None, 1, "tool_result", t.answer("x", "ls"), toolCallResult={"status": status, "resultDisplay": "so"}
    )

    found = parsed("qwen-code", jsonl([result]))

    assert (seen(found)[0].tool, len(failures(found))) == ("ls", fails)


def test_what_is_said_in_qwen_code_has_its_source_and_thoughts_are_not_said():
    found = parsed("qwen-code", jsonl(t.QWEN))

    assert said(found) == [
        ("user", "hello there"), ("assistant", "hello you"), ("system", "<task-notification>"), ("user", "/compress"),
        ("user", "another way"), ("user", "look"),
    ]  # fmt: skip
    assert (found[-1].given.session, found[-1].given.source.kind) == ("q1/agent-x", "agent")
    assert c.Compact("they greeted each other") in [o.command for o in found]


# Kimi Code


def test_a_prompt_of_kimi_code_is_said_once_and_what_was_put_beside_it_is_nobodys():
    found = parsed("kimi", jsonl(t.KIMI))

    assert said(found) == [
        ("user", "hello there"),
        ("system", "be brief"),
        ("assistant", "hello you"),
        ("assistant", "looking"),
    ]
    assert found[2].command == c.SetGoal("greet")
    assert plans(found) == [(("read", "done"),)]
    assert [f.what for f in failures(found)] == ["no such file"]


def test_wire_files_of_one_name_are_told_apart_by_when_they_were_created():
    other = [{**t.KIMI[0], "created_at": 5}, *t.KIMI[1:]]

    found, others = (parsed("kimi", jsonl(told), "wire.jsonl") for told in (t.KIMI, other))

    assert (found[0].given.session, others[0].given.session) == ("wire-1767905600000", "wire-5")
    assert {o.given.id for o in found}.isdisjoint(o.given.id for o in others)


def test_another_agent_of_kimi_code_is_a_session_within():
    looking = parsed("kimi", jsonl(t.KIMI))[-2]

    assert (looking.command, looking.given.session) == (
        c.Say("assistant", "looking"),
        "wire-1767905600000/agent-coder-1",
    )


# Muse Code


@pytest.mark.parametrize(
    ("text", "output", "why"),
    [
        ("edited", "edited", None),
        ('{"exit_code":0,"output":"42"}', {"exit_code": 0, "output": "42"}, None),
        ('{"exit_code":5,"output":"boom"}', {"exit_code": 5, "output": "boom"}, "exit code 5"),
        ("tool failed: No such file", "tool failed: No such file", ""),
        (None, "", None),
    ],
)
def test_results_of_muse_code_are_kept_and_an_exit_code_is_a_failure(text, output, why):
    call = t.muse(1, kind="assistant_tool_calls_committed", tool_calls=[{"call_id": "u", "name": "bash", "args": "{}"}])
    result = t.muse(2, kind="tool_result_batch_committed", results=[{"tool_call_id": "u", "text": text}])

    found = parsed("muse-code", jsonl([call, result]))

    assert seen(found) == [c.Observe("bash", output, "u", input={})]
    assert [f.why for f in failures(found)] == ([] if why is None else [why])


def test_a_run_of_muse_code_is_told_in_order_with_its_times():
    found = parsed("muse-code", jsonl(t.MUSE))

    assert said(found) == [("user", "hello there"), ("assistant", "hello you"), ("system", "out of tokens")]
    assert plans(found) == [(("read", "doing"),)]
    assert found[0].given.occurred_at.at == 1_767_905_603_476_001


# All of them


@pytest.mark.parametrize("format", [*t.LINES, "opencode"])
def test_a_long_transcript_on_standard_input_is_told_rightly_and_comes_in_whole(format, monkeypatch):
    body = jsonl(t.LINES[format] * 200) if format in t.LINES else json.dumps(OPENCODE, indent=300).encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(body)))

    given = Input("-")
    found = [recognised(given)[0], list(format_of(format).operations(given, Coordinates("u1"), Tally()))]

    assert len(body) > 1 << 17
    assert found == [format, parsed(format, body, "-")]


@pytest.mark.parametrize("told", [None, "yesterday", "2026-01-08T20:53:23", 1e300, True, []])
@pytest.mark.parametrize("format", ["codex", "kimi", "muse-code"])
def test_a_time_that_cant_be_read_is_named_and_the_words_kept_without_it(format, told):
    records = {
        "codex": [CODEX[0], {**t.event(1, "user_message", message="hi"), "timestamp": told}],
        "kimi": [{**t.wire("turn.prompt", input="hi"), "time": told}],
        "muse-code": [{**t.muse(1, kind="started", prompt="hi"), "recorded_at": told}],
    }[format]

    *bad, word = parsed(format, jsonl(records))

    assert (word.command, word.given.occurred_at) == (c.Say("user", "hi"), None)
    assert [type(each) for each in bad] == [Untimed] * (told is not None)
