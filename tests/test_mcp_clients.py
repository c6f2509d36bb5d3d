"""Hosts of every sort and in every trouble: real processes over standard input and output, on one log."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from commanding import ROOT, Command, run
from hosts import HELLO, MODES, POSIX, Forked, calls, lines, over_stdio, talk
from npm import installed

import belieflog
from belieflog import tools
from belieflog.mcp.lines import Unreadable, read

INSPECTOR = "@modelcontextprotocol/inspector-cli@0.15.0"


@pytest.mark.parametrize("mode", MODES)
def test_the_official_client_starts_the_server_and_calls_it(path, mode):
    async def act(client):
        names = [tool.name for tool in (await client.list_tools()).tools]
        return names, await client.call_tool("save_to_scratchpad", {"key": "q1", "value": {"总收入": 1200}})

    names, saved = talk(over_stdio(path), act, mode)

    assert names == [tool.name for tool in tools.chosen(["scratchpad", "memory"])]
    assert saved.structured_content == {"status": "written", "key": "q1", "version": 1}
    (note,) = Command(path).json("show")["notes"]
    assert note["value"] == {"总收入": 1200}
    assert note["via"].startswith("save_to_scratchpad#")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--compat", "knowledge-graph", "--profile", "audit"], "--compat brings its own tools"),
        (["--allow-host", "a"], "--token-file and --allow-host are for --http"),
        (["--allow-user", "a"], "--allow-user is for --per-call user"),
    ],
)
def test_options_that_dont_go_together_are_wrong_usage(path, words, why):
    result = Command(path)("mcp", *words)

    assert (result.exit_code, result.stdout) == (2, "")
    assert why in result.stderr


def test_an_unknown_profile_is_refused_by_name_and_makes_no_log(path):
    assert "profile: 'nope' is none of scratchpad, memory" in Command(path).refusal("mcp", "--profile", "nope")
    assert not os.path.exists(path)


def test_a_log_that_isnt_there_cant_be_served_for_reading(path):
    assert "no log at" in Command(path).refusal("mcp", "--read-only")
    assert not os.path.exists(path)


# What comes over the wire


def test_a_server_survives_what_is_no_message_and_goes_on(path):
    with lines(path) as host:
        for line in (b"{", b"", b"[]", b"nonsense", b'{"jsonrpc": "2.0"}', b"\xff\xfe", b"[" * 100_000):
            host.send(line)
        assert host.call("save_to_scratchpad", key="k", value=1)["isError"] is False
        huge = host.call("save_to_scratchpad", key="huge", value="x" * 10_000_000)
        deep = json.loads("[" * 500 + "]" * 500)
        nested = host.call("save_to_scratchpad", key="deep", value=deep)
        host.send(b'{"jsonrpc": "2.0", "id": 99, "method": "tools/call", "params": {"name": 7}}')
        bad = host.read()
        assert host.call("list_scratchpad_keys")["structuredContent"] == {"keys": ["k"]}

    assert huge["isError"]
    assert "1000000 at most" in huge["content"][0]["text"]
    assert nested["isError"]
    assert "nested deeper than 100" in nested["content"][0]["text"]
    assert (bad["id"], bad["error"]["code"]) == (99, -32602)


PING = b'{"jsonrpc": "2.0", "id": 9, "method": "ping"%s}'
SAVE = b'{"jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": {"name": "save_to_scratchpad", "arguments": %s}}'


@pytest.mark.parametrize(
    ("line", "number", "code", "why"),
    [
        (b'{"jsonrpc": "2.0", "id": 5, ', None, -32700, "no JSON from character 29 on"),
        (b"[" * 5_000, None, -32700, "no JSON from character 5001 on"),
        (PING % b', "params": "x"', 9, -32600, "params is an object"),
        (PING % b', "params": [1]', 9, -32602, "params is an object"),
        (b"[]", None, -32600, "send each message by itself"),
        (b"[" + PING % b"" + b"]", None, -32600, "send each message by itself"),
        (b"null", None, -32600, "this is no object"),
        (b"5", None, -32600, "this is no object"),
        (b'{"id": 9, "method": "ping"}', 9, -32600, "jsonrpc is missing"),
        (b'{"jsonrpc": "2.0", "id": 9, "method": 5}', 9, -32600, "method is a text"),
        (b'{"jsonrpc": "2.0", "id": 9}', 9, -32600, "method is a text"),
        (b'{"jsonrpc": "2.0", "id": null, "method": "ping"}', None, -32600, "id is a text or a whole number"),
        (b'{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}', None, -32600, "id is a text or a whole number"),
        (b'{"jsonrpc": "2.0", "id": true, "method": "ping"}', None, -32600, "id is a text or a whole number"),
        (b'{"jsonrpc": "2.0", "id": %s, "method": "ping"}' % (b"1" * 5_000), None, -32600, "too many digits"),
        (SAVE % (b'{"key": "k", "value": %s}' % (b"1" * 5_000)), 9, -32600, "too many digits: write it as text"),
        (SAVE % (b'{"key": "]", "value": %s}' % (b"[" * 5_000 + b"]" * 5_000)), 9, -32600, "nested too deep"),
        (SAVE % b'{"key": "k", "key": "l", "value": 1}', 9, -32600, "the key 'key' is given twice"),
        (b'{"jsonrpc": "2.0", "id": 9, "id": 8, "method": "ping"}', None, -32600, "the key 'id' is given twice"),
        (SAVE % b'{"key": "k", "value": "\xff"}', None, -32700, "no UTF-8 at byte"),
        (SAVE % b'{"key": "k", "value": "\\ud800"}', 9, -32600, "lone surrogate"),
        (b'{"jsonrpc": "2.0", "id": "\\ud800", "method": "ping"}', None, -32600, "lone surrogate"),
    ],
)  # fmt: skip
def test_a_line_that_is_no_message_is_answered_under_its_number_and_writes_nothing(line, number, code, why):
    with pytest.raises(Unreadable, match=r".") as refused:
        read(line)

    answer = json.loads(refused.value.answer.model_dump_json(exclude_unset=True))
    assert (answer["id"], answer["error"]["code"]) == (number, code)
    assert why in answer["error"]["message"]


@pytest.mark.parametrize(
    "line", [b"", b" \r\n", b'{"jsonrpc": "2.0", "id": 9, "result": 5}', b'{"jsonrpc": "2.0", "id": 9, "error": {}}']
)
def test_what_asks_for_nothing_isnt_answered(line):
    assert read(line) is None


def test_what_lies_deep_is_answered_under_its_number_however_deep_it_is(path):
    with lines(path) as host:
        for deep in range(100, 1_400, 50):
            host.send(SAVE.replace(b"9", b"%d" % deep) % (b'{"key": "k", "value": %s}' % (b"[" * deep + b"]" * deep)))
        answers = {(answer := host.read())["id"]: answer for _ in range(100, 1_400, 50)}

    assert set(answers) == set(range(100, 1_400, 50))
    assert all("error" in answer or answer["result"]["isError"] for number, answer in answers.items() if number > 100)


def test_signs_of_all_sorts_arrive_as_they_were_sent(path):
    with lines(path) as host:
        host.send(SAVE % b'{"key": "k", "value": "\\ud83d\\ude00 \xef\xbf\xbd \xe8\x8d\x89"}')
        host.read()
        assert host.call("read_from_scratchpad", key="k")["structuredContent"]["value"] == "\U0001f600 \ufffd 草"


# When standard input ends


def ended(path, *messages):
    """Run a server on lines that end, and give its answers by their numbers."""
    sent = [
        {"jsonrpc": "2.0", **message} for message in ({"id": 0, "method": "initialize", "params": HELLO}, *messages)
    ]
    line = [sys.executable, "-m", "cli", "--log", str(path), "mcp"]
    done = subprocess.run(
        line, input="".join(f"{json.dumps(each)}\n" for each in sent), cwd=ROOT, capture_output=True, text=True,
        timeout=60, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True,
    )  # fmt: skip
    assert done.stderr == ""
    return {answer["id"]: answer for answer in map(json.loads, done.stdout.splitlines())}


def saving(number):
    """A call that saves a note named after its number."""
    arguments = {"key": f"k{number}", "value": number}
    return {"id": number, "method": "tools/call", "params": {"name": "save_to_scratchpad", "arguments": arguments}}


def test_what_was_asked_is_answered_though_standard_input_has_ended(path):
    answers = ended(path, *map(saving, range(1, 20)), {"id": 20, "method": "tools/list"})

    assert set(answers) == set(range(21))
    assert all(answers[n]["result"]["structuredContent"]["status"] == "written" for n in range(1, 20))
    with belieflog.open(path) as log:
        assert log.memory("me", "main").keys() == sorted(f"k{n}" for n in range(1, 20))


@pytest.mark.parametrize("given_up", [1, "1", 2, None], ids=repr)
def test_a_server_ends_though_a_call_was_given_up_or_a_number_given_twice(path, given_up):
    cancelled = {"method": "notifications/cancelled", "params": {"requestId": given_up}}

    answers = ended(path, saving(1), saving(1), saving(3), cancelled)

    assert 3 in answers


def test_a_host_that_is_gone_leaves_a_log_that_is_whole(path):
    with lines(path) as host:
        for n in range(20):
            host.post("tools/call", {"name": "save_to_scratchpad", "arguments": {"key": f"k{n}", "value": n}})

    with belieflog.open(path) as log:
        kept = log.memory("me", "main").keys()
        assert kept == sorted(f"k{n}" for n in range(len(kept)))
        assert log.verify().ok


# Several at once


def test_two_hosts_and_a_command_write_to_one_log_at_once(path):
    many = range(15)

    def host(name):
        made = [("save_to_scratchpad", {"key": f"{name}{n}", "value": n}) for n in many]
        return [result.structured_content["status"] for result in calls(over_stdio(path), *made)]

    def command():
        return [run("--log", path, "write", f"c{n}", n)[0] for n in many]

    with ThreadPoolExecutor(3) as pool:
        one, other, codes = pool.submit(host, "a"), pool.submit(host, "b"), pool.submit(command)

    assert one.result() == other.result() == ["written"] * len(many)
    assert codes.result() == [0] * len(many)
    with belieflog.open(path) as log:
        assert log.memory("me", "main").keys() == sorted(f"{name}{n}" for name in "abc" for n in many)
        assert log.verify().ok


@POSIX
def test_a_server_killed_before_its_answer_has_kept_all_that_was_acknowledged(path):
    acknowledged, asked = set(), set()
    for attempt in range(20):
        with Forked(path) as host:
            for n in range(3):
                host.call("save_to_scratchpad", key=f"{attempt}.{n}", value=n)
                acknowledged.add(f"{attempt}.{n}")
            for n in range(3, 3 + attempt):
                host.post(
                    "tools/call", {"name": "save_to_scratchpad", "arguments": {"key": f"{attempt}.{n}", "value": n}}
                )
                asked.add(f"{attempt}.{n}")
            host.kill()

    with belieflog.open(path) as log:
        kept = set(log.memory("me", "main").keys())
        assert acknowledged <= kept <= acknowledged | asked
        assert log.verify(views=True).ok


@POSIX
def test_forty_processes_each_create_an_entity_at_once_and_forty_are_there(path):
    entities = [{"name": f"e{n}", "entityType": "test", "observations": [f"by {n}"]} for n in range(40)]
    with ExitStack() as running:
        hosts = [running.enter_context(Forked(path, "--compat", "knowledge-graph")) for _ in entities]
        for host, entity in zip(hosts, entities, strict=True):
            host.post("tools/call", {"name": "create_entities", "arguments": {"entities": [entity]}})
        answers = [host.read()["result"] for host in hosts]
        graph = hosts[0].call("read_graph")["structuredContent"]

    assert [answer["structuredContent"] for answer in answers] == [{"entities": [entity]} for entity in entities]
    assert sorted(graph["entities"], key=lambda entity: int(entity["name"][1:])) == entities


# Another implementation of the protocol


@pytest.fixture
def inspect(path, tmp_path):
    """The inspector's command line on a server of its own: called with what it is to ask, it gives what it prints."""
    program = installed(INSPECTOR, tmp_path) / "@modelcontextprotocol" / "inspector-cli" / "build" / "cli.js"
    line = ["node", str(program), "--cli", sys.executable, "-m", "cli", "--log", str(path), "mcp"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}

    def ask(*words):
        told = subprocess.run(
            [*line, *words], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=True
        )
        return json.loads(told.stdout)

    return ask


def test_the_inspector_lists_and_calls_the_tools(inspect):
    listed = inspect("--method", "tools/list")["tools"]
    saved = inspect(
        "--method",
        "tools/call",
        "--tool-name",
        "save_to_scratchpad",
        "--tool-arg",
        "key=q1",
        "--tool-arg",
        "value=1200",
    )

    assert [tool["name"] for tool in listed] == [tool.name for tool in tools.chosen(["scratchpad", "memory"])]
    assert json.loads(saved["content"][0]["text"]) == saved["structuredContent"]
    assert saved["structuredContent"] == {"status": "written", "key": "q1", "version": 1}
