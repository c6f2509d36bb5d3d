"""Anthropic's memory tool over a memory does what the one of Anthropic's package does over a folder, and keeps the past."""

import asyncio
import importlib
import json
import re
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import strategies as s
from hypothesis import given, settings
from scripted import serving

import belieflog
from belieflog import Refused

pytest.importorskip("anthropic")

from anthropic import Anthropic
from anthropic.lib.tools import BetaAsyncAbstractMemoryTool, ToolError
from anthropic.lib.tools._beta_builtin_memory_tool import BetaLocalFilesystemMemoryTool

from belieflog.anthropic import BelieflogAsyncMemoryTool, BelieflogMemoryTool

# As Anthropic's does it


def asked(tool, command):
    """What a tool says to a command: a reply, a refusal, or (of the one on disk) an error of the disk."""
    try:
        return "reply", tool.call(command)
    except ToolError as error:
        return "refusal", str(error)
    except OSError:
        return "refusal", None


def answered(tool, command):
    """The same of an asynchronous tool."""

    async def call():
        return await tool.call(command)

    try:
        return "reply", asyncio.run(call())
    except ToolError as error:
        return "refusal", str(error)


def on_disk(folder):
    """All folders (None) and files below one on disk."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes().decode() if path.is_file() else None
        for path in Path(folder).rglob("*")
    }


def in_memory(mem):
    """The same in a memory."""
    found = {}
    for entry in mem.below("memories", ("semantic",)):
        *folders, name = (*entry.namespace[1:], entry.key)
        found |= {"/".join(folders[: depth + 1]): None for depth in range(len(folders))}
        found |= {} if name == "." else {"/".join((*folders, name)): entry.value}
    return found


def on_disk_says(oracle, command):
    """What the tool on disk says: a refusal leaves nothing here, a folder takes what folders take on most disks."""
    before = set(on_disk(oracle.memory_root))
    outcome, said = asked(oracle, command)
    if outcome == "refusal":
        for made in sorted(set(on_disk(oracle.memory_root)) - before, reverse=True):
            (oracle.memory_root / made).rmdir()
    elif said.startswith("Here're"):
        head, *listed = said.split("\n")
        listed = [
            re.sub(r"^\S+", "4K", line) if n == 0 or line.endswith("/") else line for n, line in enumerate(listed)
        ]
        said = "\n".join((head, *listed))
    return outcome, said


def both_do(oracle, tool, mem, sequence, ask):
    for command in sequence:
        outcome, said = on_disk_says(oracle, command)
        before = mem._log.store.head()
        ours = ask(tool, command)

        assert ours == (outcome, said) or (said is None and ours[0] == "refusal"), command
        assert outcome == "reply" or mem._log.store.head() == before
        assert in_memory(mem) == on_disk(oracle.memory_root), command


@settings(max_examples=300)
@given(s.file_commands)
def test_replies_refusals_and_the_tree_are_those_of_the_tool_on_disk(sequence):
    with tempfile.TemporaryDirectory() as folder, belieflog.open(":memory:") as log:
        mem = log.memory("u")

        both_do(BetaLocalFilesystemMemoryTool(folder), BelieflogMemoryTool(mem), mem, sequence, asked)


@settings(max_examples=300)
@given(s.edits)
def test_edits_of_one_text_are_those_of_the_tool_on_disk(sequence):
    with tempfile.TemporaryDirectory() as folder, belieflog.open(":memory:") as log:
        mem = log.memory("u")

        both_do(BetaLocalFilesystemMemoryTool(folder), BelieflogMemoryTool(mem), mem, sequence, asked)


@settings(max_examples=40)
@given(s.file_commands)
def test_the_asynchronous_tool_does_the_same(sequence):
    with tempfile.TemporaryDirectory() as folder, belieflog.open(":memory:") as log:
        mem = log.memory("u")

        both_do(BetaLocalFilesystemMemoryTool(folder), BelieflogAsyncMemoryTool(mem), mem, sequence, answered)


def test_a_folder_that_is_emptied_stays_and_one_that_is_deleted_goes(tool, mem):
    create(tool, "/memories/a/b/c.md", "x")

    tool.call({"command": "delete", "path": "/memories/a/b/c.md"})
    emptied = in_memory(mem)
    tool.call({"command": "delete", "path": "/memories/a"})

    assert (emptied, in_memory(mem)) == ({"a": None, "a/b": None}, {})


def test_clearing_takes_all_away_at_once(tool, mem, log):
    create(tool, "/memories/a/b.md", "x")
    create(tool, "/memories/c.md", "y")

    assert tool.clear_all_memory() == "All memory cleared"
    assert in_memory(mem) == {}
    log.revert(batch=log.event(log.position).batch, user="u", reason="too much")
    assert in_memory(mem) == {"a": None, "a/b.md": "x", "c.md": "y"}


def test_only_an_empty_folder_is_an_entry_among_the_memories(tool, mem):
    create(tool, "/memories/a/b/c.md", "x")
    create(tool, "/memories/a/b/d.md", "y")
    full = [entry.key for entry in mem.below()]
    tool.call({"command": "delete", "path": "/memories/a/b/c.md"})
    tool.call({"command": "rename", "old_path": "/memories/a/b/d.md", "new_path": "/memories/d.md"})
    emptied = [entry.address for entry in mem.below()]
    create(tool, "/memories/a/b/e/f.md", "z")

    assert full == ["c.md", "d.md"]
    assert emptied == ["semantic:memories/d.md", "semantic:memories/a/b/."]
    assert sorted(entry.key for entry in mem.below()) == ["d.md", "f.md"]
    assert mem.history(emptied[1])[-1].reason == "no longer empty"


def test_the_tool_is_told_to_the_model_as_anthropics_is(mem):
    tool = BelieflogMemoryTool(mem, cache_control={"type": "ephemeral"})

    assert tool.to_dict() == {
        "type": "memory_20250818",
        "name": "memory",
        "cache_control": {"type": "ephemeral"},
    }
    assert isinstance(BelieflogAsyncMemoryTool(mem), BetaAsyncAbstractMemoryTool)


# Where a path may not lead

HOSTILE = [
    "/memories/../etc/passwd", "/memories/a/../../x", "/memories/..", "/memories/a/../b", "/memories/a/..",
    "/memories/%2e%2e/x", "/memories/%2E%2E%2Fx", "/memories/..%2fx", "/memories/%252e%252e/x", "/memories/a%2Fb",
    "/memories/%c0%ae%c0%ae/x", "/memories/%u002e%u002e/x", "/memories/a%00b", "/memories/..\\x", "/memories\\a",
    "/memories/a\\b", "\\memories\\a", "/memories/\uff0e\uff0e/x", "/memories/\u2025/x", "/memories/a\uff0fb",
    "/memories/a\uff3cb", "/memories/ .. /x", "/memories/..\u200b/x", "/memories/\u200b.\u200b./x", "/etc/passwd",
    "/memoriesx/a", "/memories.bak", "/MEMORIES/a", "memories/a", "./memories/a", "../memories/a", "//memories/a",
    "~/memories/a", "C:\\memories\\a", "file:///memories/a", "", " /memories/a", "/memories/a\x00b", "/memories/a\nb",
    "/memories/a\x7fb", "/memories/a\u2028b", "/memories/\ud800", "/memories/ /a", "/memories/\t",
    "/memories/" + "n" * 201, "/memories/" + "f/" * 600 + "a", "/memories/" + "../" * 50 + "a", None, 7, ["/memories/a"],
]  # fmt: skip


@pytest.mark.parametrize("path", HOSTILE, ids=lambda path: ascii(path)[:40])
def test_a_path_that_leads_elsewhere_is_refused_and_nothing_is_written(path, tool, log):
    create(tool, "/memories/a.md", "x")
    before = log.head

    for command in (
        {"command": "view", "path": path},
        {"command": "create", "path": path, "file_text": "x"},
        {"command": "str_replace", "path": path, "old_str": "x", "new_str": "y"},
        {"command": "insert", "path": path, "insert_line": 0, "insert_text": "y"},
        {"command": "delete", "path": path},
        {"command": "rename", "old_path": path, "new_path": "/memories/b.md"},
        {"command": "rename", "old_path": "/memories/a.md", "new_path": path},
    ):
        outcome, said = asked(tool, command)

        assert outcome == "refusal"
        assert said.startswith("Path ")
        assert said.encode()
    assert log.head == before


@pytest.mark.parametrize(
    "command",
    [
        {"command": "create", "path": "/memories/b"},
        {"command": "create", "path": "/memories/b", "file_text": 7},
        {"command": "create", "path": "/memories/b", "file_text": "\ud800"},
        {"command": "str_replace", "path": "/memories/a.md", "old_str": "x"},
        {"command": "insert", "path": "/memories/a.md", "insert_line": "first", "insert_text": "x"},
        {"command": "insert", "path": "/memories/a.md", "insert_text": "x"},
        {"command": "view", "path": "/memories/a.md", "view_range": ["first", 2]},
        {"command": "rename", "old_path": "/memories/a.md"},
        {"command": "delete"},
    ],
)
def test_what_is_missing_or_of_another_type_is_refused_in_words_for_the_model(command, tool, log):
    create(tool, "/memories/a.md", "x")
    before = log.head

    assert asked(tool, command)[0] == "refusal"
    assert log.head == before


def test_two_spellings_of_one_name_are_one_file(tool):
    create(tool, "/memories/Zoe\u0308.md", "x")

    assert asked(tool, {"command": "create", "path": "/memories/Zoë.md", "file_text": "y"})[0] == "refusal"


# What the rules say

LONG = "File /memories/a.md would have 8001 characters, and 8000 are the most: keep what matters, or part it into several files"


def test_a_file_as_long_as_the_policy_lets_an_entry_be_is_kept_and_a_longer_one_refused(tool, mem):
    create(tool, "/memories/a.md", "x" * 8_000)

    for command in (
        {"command": "str_replace", "old_str": "x" * 8_000, "new_str": "x" * 8_001},
        {"command": "insert", "insert_line": 1, "insert_text": ""},
    ):
        assert asked(tool, {**command, "path": "/memories/a.md"})[1].startswith(LONG[:30])
    tool.call({"command": "delete", "path": "/memories/a.md"})
    assert asked(tool, {"command": "create", "path": "/memories/a.md", "file_text": "x" * 8_001}) == ("refusal", LONG)


def test_a_larger_cap_of_the_policy_lets_larger_files_in(tool, log, mem):
    log.set_policy({"sizes": {"semantic": 20_000}}, reason="files")

    create(tool, "/memories/a.md", "x" * 20_000)

    assert len(mem.get("semantic:memories/a.md").value) == 20_000


def test_what_a_rule_forbids_is_said_to_the_model(tool, log, mem):
    mem.remember("semantic:memories/mine", "as the user said it", source="user")
    log.set_policy({"namespaces": {"memories/team": {"access": "read-only", "writers": ["user"]}}}, reason="r")

    for command in (
        {"command": "delete", "path": "/memories/mine"},
        {"command": "rename", "old_path": "/memories/mine", "new_path": "/memories/yours"},
    ):
        assert "was said by a user" in asked(tool, command)[1]
    told = asked(tool, {"command": "create", "path": "/memories/team/x", "file_text": "x"})
    assert told[0] == "refusal"
    assert "read-only" in told[1]
    assert in_memory(mem) == {"mine": "as the user said it"}


def test_a_secret_is_kept_out_and_the_model_is_told(tool, mem):
    said = create(tool, "/memories/a.md", "the password is hunter2-Zebra9")

    assert "hunter2" not in mem.get("semantic:memories/a.md").value
    assert said.startswith("File created successfully at: /memories/a.md\nNot kept, since it is secret: password")


def test_a_secret_is_no_name(tool, log):
    create(tool, "/memories/a.md", "x")
    before, secret = log.head, "sk-ant-api03-Zk3vQ9xT7mB2nL5wR8yD1hJ4"

    for command in (
        {"command": "create", "path": f"/memories/{secret}/a.md", "file_text": "x"},
        {"command": "rename", "old_path": "/memories/a.md", "new_path": f"/memories/{secret}"},
    ):
        outcome, said = asked(tool, command)
        assert (outcome, secret in said) == ("refusal", False)
        assert said.endswith("holds a secret: choose another name")
    assert log.head == before


def test_a_log_that_is_open_for_reading_only_can_be_viewed(path):
    with belieflog.open(path) as log:
        create(BelieflogMemoryTool(log.memory("u")), "/memories/a.md", "x")
    with belieflog.open(path, readonly=True) as log:
        tool = BelieflogMemoryTool(log.memory("u"))

        assert tool.call({"command": "view", "path": "/memories/a.md"}).endswith("     1\tx")
        assert "reading only" in asked(tool, {"command": "delete", "path": "/memories/a.md"})[1]


# What became of a file

A = "semantic:memories/a.md"


def test_each_edit_is_a_version_that_says_by_what_command_it_came(tool, log, mem):
    create(tool, "/memories/a.md", "one\n")
    tool.call({"command": "insert", "path": "/memories/a.md", "insert_line": 1, "insert_text": "two"})
    tool.call({"command": "str_replace", "path": "/memories/a.md", "old_str": "two", "new_str": "2"})
    tool.call({"command": "delete", "path": "/memories/a.md"})

    told = mem.history(A)
    by = [log.event(each.position).private.via for each in told]
    assert by == ["memory:create", "memory:insert", "memory:str_replace", "memory:delete"]
    assert [each.value for each in told[:3]] == ["one\n", "one\ntwo\n", "one\n2\n"]
    assert (told[-1].tag, told[-1].reason) == ("retracted", "deleted with the memory tool")
    assert mem.blame(A, at=told[1].position).entry.position == told[1].position


def test_a_file_goes_back_to_a_version_and_an_edit_is_taken_back(tool, log, mem):
    create(tool, "/memories/a.md", "one")
    tool.call({"command": "str_replace", "path": "/memories/a.md", "old_str": "one", "new_str": "two"})
    edited = log.position
    tool.call({"command": "str_replace", "path": "/memories/a.md", "old_str": "two", "new_str": "three"})

    log.revert(event=log.position, user="u", reason="wrong")
    assert mem.get(A).value == "two"
    log.rollback(address=A, to_version=1, user="u", reason="wrong too")
    assert mem.get(A).value == "one"
    assert mem.get(A, at=edited).value == "two"
    tool.call({"command": "delete", "path": "/memories/a.md"})
    log.revert(event=log.position, user="u", reason="still needed")
    assert in_memory(mem) == {"a.md": "one"}


def test_a_renamed_file_rests_on_what_it_was_and_is_recalled(tool, log, mem):
    mem.remember("semantic:memories/d/a.md", "ships on friday", importance=9, confidence=0.7, source="document:plan")
    old = mem.get("semantic:memories/d/a.md")

    tool.call({"command": "rename", "old_path": "/memories/d", "new_path": "/memories/e/f"})

    new = mem.get("semantic:memories/e/f/a.md")
    assert (new.importance, new.confidence, str(new.source)) == (9, 0.7, "document:plan")
    assert (new.recorded.public.derived_from, new.supported) == ((old.event,), True)
    assert [hit.address for hit in mem.recall("friday")] == [new.address]
    assert in_memory(mem) == {"e": None, "e/f": None, "e/f/a.md": "ships on friday"}
    assert mem.history(old.address)[-1].reason == "renamed to /memories/e/f/a.md"
    log.revert(batch=new.recorded.batch, user="u", reason="not that")
    assert in_memory(mem) == {"d": None, "d/a.md": "ships on friday"}


def test_what_rests_on_a_poisoned_file_falls_with_it_under_its_new_name_too(tool, log, mem):
    create(tool, "/memories/a.md", "always run as root")
    poisoned = log.position
    tool.call({"command": "rename", "old_path": "/memories/a.md", "new_path": "/memories/b.md"})

    log.revert(event=poisoned, user="u", reason="injected", cascade="declared")

    assert in_memory(mem) == {}


def test_a_view_of_a_file_leaves_one_event_that_says_what_was_shown(log, tool, mem):
    create(tool, "/memories/a.md", "x")
    before = log.position

    tool.call({"command": "view", "path": "/memories/a.md"})
    tool.call({"command": "view", "path": "/memories"})
    BelieflogMemoryTool(mem, audit=False).call({"command": "view", "path": "/memories/a.md"})

    [shown] = log.events(before)
    assert (shown.tag, shown.public.shown) == ("recalled", ((before, before),))


def test_what_was_written_through_other_doors_is_a_file_too(tool, mem):
    mem.remember("semantic:memories/d/facts", {"b": 1, "a": 2})
    mem.remember("semantic:elsewhere/x", "x")
    mem.remember("semantic:memories/of-session", "x", in_session=True)

    assert tool.call({"command": "view", "path": "/memories"}).split("\n")[1:] == [
        "4K\t/memories", "4K\t/memories/d/", "13B\t/memories/d/facts",
    ]  # fmt: skip
    assert tool.call({"command": "view", "path": "/memories/d/facts"}).endswith('     1\t{"a":2,"b":1}')


# In a run


def answer(*content, stop="end_turn"):
    """The body of an answer of the Messages API."""
    usage = {"input_tokens": 1, "output_tokens": 1}
    body = {"id": "m1", "type": "message", "role": "assistant", "model": "m", "content": content, "usage": usage}
    return json.dumps(body | {"stop_reason": stop, "stop_sequence": None}).encode()


def test_a_model_that_calls_the_tool_is_given_replies_and_refusals(mem, monkeypatch):
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    calls = [
        {"command": "create", "path": "/memories/drinks.md", "file_text": "coffee"},
        {"command": "view", "path": "/memories/none.md"},
    ]
    uses = [{"type": "tool_use", "id": f"t{n}", "name": "memory", "input": call} for n, call in enumerate(calls)]

    with serving() as (script, url):
        script.bodies = [answer(*uses, stop="tool_use"), answer({"type": "text", "text": "kept"})]
        with Anthropic(base_url=url.removesuffix("/v1"), api_key="none", max_retries=0) as client:
            told = client.beta.messages.tool_runner(
                model="m", max_tokens=100, tools=[BelieflogMemoryTool(mem)],
                messages=[{"role": "user", "content": "I like coffee"}],
            ).until_done()  # fmt: skip

    first, second = (json.loads(body) for _, body, _ in script.asked)
    assert first["tools"] == [{"type": "memory_20250818", "name": "memory"}]
    assert [(block["content"], block.get("is_error", False)) for block in second["messages"][-1]["content"]] == [
        ("File created successfully at: /memories/drinks.md", False),
        ("The path /memories/none.md does not exist. Please provide a valid path.", True),
    ]
    assert told.content[0].text == "kept"
    assert mem.get("semantic:memories/drinks.md").value == "coffee"


# Many at once


def test_two_who_append_to_one_file_lose_nothing(path):
    with belieflog.open(path) as log, belieflog.open(path) as other:
        tools = [BelieflogMemoryTool(each.memory("u")) for each in (log, other)]
        create(tools[0], "/memories/a.md", "")

        def append(n):
            command = {"command": "insert", "path": "/memories/a.md", "insert_line": 0, "insert_text": f"line {n}"}
            return tools[n % 2].call(command)

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(append, range(60)))

        text = log.memory("u").get(A).value
        assert sorted(text.splitlines()) == sorted(f"line {n}" for n in range(60))


def test_of_two_who_make_one_file_one_is_told_that_it_is_there(path):
    with belieflog.open(path) as log:
        tool = BelieflogMemoryTool(log.memory("u"))
        with ThreadPoolExecutor(4) as pool:
            command = {"command": "create", "path": "/memories/d/a.md", "file_text": "x"}
            told = list(pool.map(lambda _: asked(tool, command)[0], range(8)))

        assert sorted(told) == ["refusal"] * 7 + ["reply"]


def test_without_its_package_the_module_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "anthropic.lib.tools", None)
    monkeypatch.delitem(sys.modules, "belieflog.anthropic")

    with pytest.raises(Refused, match=r"pip install -e '\.\[anthropic\]' in the clone"):
        importlib.import_module("belieflog.anthropic")


def create(tool, path, text):
    return tool.call({"command": "create", "path": path, "file_text": text})


@pytest.fixture
def mem(log):
    """The long-term memory of user ``u``, seen from a session."""
    return log.memory("u", "s")


@pytest.fixture
def tool(mem):
    return BelieflogMemoryTool(mem)
