"""Hosts of every sort and in every trouble: real processes over standard input and output, on one log."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from commanding import ROOT, Command, run
from hosts import MODES, POSIX, Forked, calls, lines, over_stdio, talk
from npm import installed

import belieflog
from belieflog import tools

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


def test_a_line_that_is_no_json_is_answered_as_one(path):
    with lines(path) as host:
        host.send(b'{"jsonrpc": "2.0", "id": 5, ')

        assert host.read()["error"]["code"] == -32700


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
