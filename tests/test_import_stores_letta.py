"""Letta's agent files: memory blocks that change from export to export, and what was said and done."""

import copy
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import belieflog
from belieflog.importing import letta
from belieflog.importing.inputs import Input
from belieflog.importing.operations import Bad, Coordinates, Tally

SAMPLES = Path(__file__).parents[2] / "shared" / "data" / "stores" / "letta-af"
needs_samples = pytest.mark.skipif(not SAMPLES.is_dir(), reason="no ../shared/data beside the repository")


@pytest.fixture
def log():
    with belieflog.open(":memory:") as opened:
        yield opened


def message(role, text, id=None, **more):
    content = [{"type": "text", "text": text}]
    return {
        "type": "message",
        "role": role,
        "content": content,
        "id": id,
        "created_at": "2026-01-22T02:06:34+00:00",
        **more,
    }


def call(id, name="search", arguments='{"q": 1}'):
    return {"id": id, "type": "function", "function": {"name": name, "arguments": arguments}}


def exported(*messages, blocks=(), name="Sam", at="2026-01-22T02:07:00+00:00"):
    held = [{"id": f"block-{n}", "label": label, "value": value} for n, (label, value) in enumerate(blocks)]
    ids = [block["id"] for block in held]
    agent = {"id": "agent-0", "name": name, "agent_type": "letta_v1_agent", "block_ids": ids, "messages": [*messages]}
    return {"agents": [agent], "blocks": held, "created_at": at}


def take(log, path, document):
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(document), "utf-8")
    return log.import_(path, user="u")


def said(log):
    return [(e.private.content["role"], e.private.content["content"]) for e in log.events() if e.tag == "said"]


def shown(log):
    return {entry.address: entry.value for entry in log.memory("u").below("", ("semantic",))}


def test_blocks_are_memories_that_change_from_export_to_export(log, tmp_path):
    path = tmp_path / "sam.af"
    take(log, path, exported(blocks=[("human", "Name: ?"), ("persona", "I am Sam."), ("empty", " \n")]))

    later = exported(blocks=[("human", "Name: Chad")], at="2026-02-01T00:00:00+00:00")
    report = take(log, path, later)

    assert (report.added, report.bad, take(log, path, later).added) == (2, [], 0)
    assert shown(log) == {"semantic:letta/Sam/human": "Name: Chad"}
    history = log.memory("u").history("semantic:letta/Sam/human")
    assert [(each.tag, each.value) for each in history] == [
        ("memory-written", "Name: ?"),
        ("memory-written", "Name: Chad"),
    ]


def test_two_projects_files_of_one_name_are_two_stores(log, tmp_path):
    ours, theirs = tmp_path / "project-a" / "agent.af", tmp_path / "project-b" / "agent.af"
    sam = exported(message("user", "I'm Chad"), blocks=[("human", "Name: Chad")])
    kim = exported(message("user", "I'm Dana"), blocks=[("human", "Name: Dana")], name="Kim")

    assert (take(log, ours, sam).added, take(log, theirs, kim).added) == (2, 2)

    assert (take(log, ours, sam).added, take(log, theirs, kim).added) == (0, 0)
    assert shown(log) == {"semantic:letta/Sam/human": "Name: Chad", "semantic:letta/Kim/human": "Name: Dana"}
    sessions = {e.public.session: e.private.content["content"] for e in log.events() if e.tag == "said"}
    assert sessions == {"project-a/agent.af": "I'm Chad", "project-b/agent.af": "I'm Dana"}


def test_a_later_export_with_fewer_messages_and_other_ids_adds_what_is_new(log, tmp_path):
    at = lambda n: {"created_at": f"2026-01-22T02:06:0{n}+00:00"}
    path = tmp_path / "sam.af"
    take(log, path, exported(*[message("user", f"word {n}", f"message-{n}", **at(n)) for n in range(3)]))

    report = take(
        log, path, exported(*[message("user", f"word {n}", f"message-{n - 2}", **at(n)) for n in range(2, 4)])
    )

    assert (report.added, report.bad) == (1, [])
    assert said(log) == [("user", f"word {n}") for n in range(4)]


def test_a_block_with_a_secret_is_masked_and_taken_in_once(log, tmp_path):
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    document = exported(blocks=[("human", f"His token is {token}")])
    take(log, tmp_path / "sam.af", document)

    assert take(log, tmp_path / "sam.af", document).added == 0
    assert token not in str(shown(log))


def test_who_said_what(log, tmp_path):
    packed = json.dumps({"type": "user_message", "message": "hi", "time": "2026-01-22"})
    beat = json.dumps({"type": "heartbeat", "reason": "again", "time": "2026-01-22"})
    thought = {"type": "reasoning", "reasoning": "hm"}
    sent = message("assistant", "", tool_calls=[call("c0", "send_message", '{"message": "hello"}')])
    sent["content"] = [thought]
    document = exported(
        message("system", "You are Sam."),
        message("user", packed),
        message("user", beat),
        message("user", '{"a": 1}'),
        sent,
    )

    report = take(log, tmp_path / "sam.af", document)

    assert said(log) == [
        ("system", "You are Sam."),
        ("user", "hi"),
        ("system", beat),
        ("user", '{"a": 1}'),
        ("assistant", "hello"),
    ]
    assert (report.turns, report.tool_calls, report.bad) == (3, 1, [])


def test_what_a_tool_returned_is_observed_and_what_failed_is_a_failure(log, tmp_path):
    returned = lambda call, status, text: {"tool_call_id": call, "status": status, "func_response": text}
    document = exported(
        message("assistant", "", "m1", tool_calls=[call("a"), call("b"), call("c")]),
        message("tool", "x", "m2", tool_returns=[returned("a", "success", "3 hits"), returned("b", "error", "boom")]),
        message("tool", '{"status": "Failed", "message": "no"}', "m2", tool_call_id="c", tool_returns=[]),
    )

    report = take(log, tmp_path / "sam.af", document)

    observed = [e.private.content for e in log.events() if e.tag == "observed"]
    assert [(each["call"], each["input"]) for each in observed] == [("a", {"q": 1}), ("b", {"q": 1}), ("c", {"q": 1})]
    assert [e.private.content["what"] for e in log.events() if e.tag == "failure-marked"] == [
        "boom",
        '{"status": "Failed", "message": "no"}',
    ]
    assert (report.tool_calls, report.failed, report.bad) == (3, 2, [])


def test_an_earlier_form_and_a_document_in_a_text_are_read_as_well(log, tmp_path):
    old = {
        "agent_type": "memgpt_agent",
        "name": "Sam",
        "core_memory": [{"label": "human", "value": "Chad"}],
        "messages": [{"role": "user", "text": "hi"}],
    }

    assert take(log, tmp_path / "sam.json", json.dumps(old)).format == "letta"

    assert (shown(log), said(log)) == ({"semantic:letta/Sam/human": "Chad"}, [("user", "hi")])


def test_a_block_that_isnt_there_is_named_and_nothing_is_taken_for_gone(log, tmp_path):
    path = tmp_path / "sam.af"
    document = exported(blocks=[("human", "Chad")])
    take(log, path, document)

    (bad,) = take(log, path, document | {"blocks": None}).bad

    assert "isn't there: 'block-0'" in bad.why
    assert shown(log) == {"semantic:letta/Sam/human": "Chad"}


@needs_samples
@settings(max_examples=25, deadline=None)
@given(st.sampled_from(["memgpt_agent_with_convo.af", "customer_service.af"]), st.data())
def test_no_wrong_value_anywhere_raises(sample, data):
    document = json.loads((SAMPLES / sample).read_text("utf-8"))
    document = json.loads(document) if isinstance(document, str) else document
    for _ in range(data.draw(st.integers(1, 3))):
        document = copy.deepcopy(document)
        here = document
        for _ in range(data.draw(st.integers(0, 6))):
            inner = [
                k for k in (here if isinstance(here, dict) else range(len(here))) if isinstance(here[k], (dict, list))
            ]
            if not inner:
                break
            here = here[data.draw(st.sampled_from(inner))]
        keys = [*here] if isinstance(here, dict) else [*range(len(here))]
        if keys:
            wrong = st.sampled_from([None, 1, "", "\0", "x" * 300, [], {}, [1], {"a": []}, True, 10**30])
            here[data.draw(st.sampled_from(keys))] = data.draw(wrong)
    given = Input("x.af", json.dumps(document).encode())

    letta.recognises(given)
    found = [*letta.operations(given, Coordinates("u"), Tally())]

    assert all(isinstance(each, Bad) or each.given.id for each in found)
