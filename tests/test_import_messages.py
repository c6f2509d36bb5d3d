"""Message lists in OpenAI's and Anthropic's shapes: what becomes of each kind of message, however the file is laid out."""

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import belieflog
from belieflog.importing import formats
from belieflog.importing.inputs import Input
from belieflog.importing.operations import Bad, Coordinates, Operation, Tally
from eventlog import commands as c


def read(body, name="chat.json", format="auto", session=None):
    """Give what a file comes to: operations and what is bad, in their order."""
    given = Input(name, body if isinstance(body, bytes) else json.dumps(body).encode())
    found, _ = formats.recognised(given, format)
    return [*formats.format_of(found).operations(given, Coordinates("u", session), Tally())]


def told(items):
    """Give operations as short tuples, and what is bad as its reason."""
    return [short(item) for item in items]


def short(item):
    match item:
        case Bad(_, why):
            return ("bad", why)
        case Operation(_, c.Say(role, content), given):
            return ("say", role, str(given.source), content)
        case Operation(_, c.Observe(tool, output, call, _, input), given):
            return ("observe", tool, call, input, output)
        case Operation(_, c.MarkFailure(key, what), given):
            return ("failure", key, what)
    raise AssertionError(item)


def lines(*records, end="\n"):
    return end.join(json.dumps(record) for record in records).encode() + end.encode()


def asked(id, name="weather", arguments='{"city": "Bonn"}'):
    return {"id": id, "type": "function", "function": {"name": name, "arguments": arguments}}


USER = {"role": "user", "content": "How is the weather?"}
CALLS = {"role": "assistant", "content": None, "tool_calls": [asked("call_1")]}
ANSWER = {"role": "tool", "tool_call_id": "call_1", "content": "rain"}
CHAT = [{"role": "system", "content": "Be brief."}, USER, CALLS, ANSWER, {"role": "assistant", "content": "It rains."}]
TOLD = [
    ("say", "system", "system:openai-messages", "Be brief."),
    ("say", "user", "user", "How is the weather?"),
    ("observe", "weather", "call_1", {"city": "Bonn"}, "rain"),
    ("say", "assistant", "agent", "It rains."),
]


# OpenAI


def test_a_chat_with_a_tool_call_becomes_dialogue_and_an_observation_that_keeps_its_input():
    assert told(read(CHAT)) == TOLD


@pytest.mark.parametrize(
    ("name", "body", "session"),
    [
        ("a.json", json.dumps(CHAT).encode(), "chats/a.json"),
        ("a.json", json.dumps({"messages": CHAT, "model": "gpt-4o"}, indent=1).encode(), "chats/a.json"),
        ("a.json", json.dumps({"messages": CHAT}).encode(), "chats/a.json"),
        ("a.json", json.dumps({"id": "thread-7", "messages": CHAT}).encode(), "thread-7"),
        ("a.json", json.dumps([{"messages": CHAT}]).encode(), "chats/a.json/1"),
        ("a.jsonl", lines(*CHAT), "chats/a.jsonl"),
        ("a.jsonl", lines({"messages": CHAT}), "chats/a.jsonl/1"),
        ("a.jsonl", lines({"id": "x", "messages": CHAT}), "chats/a.jsonl/1-x"),
    ],
)
def test_a_list_an_object_and_lines_of_either_are_read_alike(name, body, session):
    found = read(body, f"chats/{name}")

    assert told(found) == TOLD
    assert {item.given.session for item in found} == {session}


def test_each_conversation_of_a_file_is_a_session_within_it():
    found = read(lines({"messages": CHAT}, {"id": "b", "messages": CHAT}), "all.jsonl", session="mine")

    assert [item.given.session for item in found[::4]] == ["mine/1", "mine/2-b"]
    assert len({item.given.id for item in found}) == 8


def test_the_developer_and_the_system_are_nobodys_word():
    found = read([{"role": "developer", "content": "Be kind."}, USER])

    assert short(found[0]) == ("say", "system", "system:openai-messages", "Be kind.")


def test_a_function_call_of_older_files_pairs_with_the_function_that_answers():
    call = {"role": "assistant", "content": None, "function_call": {"name": "add", "arguments": '{"a": 1}'}}

    assert told(read([USER, call, {"role": "function", "name": "add", "content": "2"}]))[1:] == [
        ("observe", "add", None, {"a": 1}, "2")
    ]


def test_repeated_call_ids_pair_in_their_order():
    twice = [asked("same", arguments='{"n": 1}'), asked("same", arguments='{"n": 2}')]
    results = [{"role": "tool", "tool_call_id": "same", "content": text} for text in ("one", "two", "three")]

    found = read([USER, {"role": "assistant", "tool_calls": twice}, *results])

    assert told(found)[1:] == [
        ("observe", "weather", "same", {"n": 1}, "one"),
        ("observe", "weather", "same", {"n": 2}, "two"),
        ("observe", "unknown", "same", None, "three"),
    ]
    assert len({item.given.id for item in found}) == 4


@pytest.mark.parametrize(
    ("arguments", "input"),
    [
        ('{"a": 1}', {"a": 1}),
        (json.dumps('{"a": 1}'), {"a": 1}),
        ({"a": 1}, {"a": 1}),
        ('{"a": 1', '{"a": 1'),
        ("17", "17"),
        ("", ""),
        (None, None),
    ],
)
def test_arguments_are_unpacked_where_they_are_json(arguments, input):
    found = read(
        [{"role": "assistant", "tool_calls": [asked("c", arguments=arguments)]}, {**ANSWER, "tool_call_id": "c"}]
    )

    assert short(found[0])[3] == input


def test_parts_are_joined_files_are_named_and_thoughts_are_left_out():
    parts = [
        {"type": "reasoning", "text": "hm"},
        {"type": "text", "text": "Look:"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAAAA=="}},
        {"type": "text", "text": {"value": "there"}},
        "bare",
    ]

    assert short(read([{"role": "user", "content": parts}])[0])[3] == "Look:\n[image image/png, 4 bytes]\nthere\nbare"


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ({"type": "input_audio", "input_audio": {"data": "AAAA", "format": "wav"}}, "[audio wav, 3 bytes]"),
        ({"type": "file", "file": {"file_data": "data:text/csv;base64,AAAA"}}, "[file text/csv, 3 bytes]"),
        ({"type": "video_url", "video_url": {"url": "data:video/mp4;base64,AAA="}}, "[video video/mp4, 2 bytes]"),
        ({"type": "refusal", "refusal": "No."}, "No."),
    ],
)
def test_of_sounds_and_files_type_and_size_are_kept(part, said):
    assert short(read([{"role": "user", "content": [part]}])[0])[3] == said


def test_a_refusal_is_what_the_assistant_says():
    found = read([USER, {"role": "assistant", "content": None, "refusal": "I can't."}])

    assert short(found[1]) == ("say", "assistant", "agent", "I can't.")


def test_a_message_keeps_its_time_and_one_without_has_none():
    timed = [{**USER, "created_at": 1_700_000_000}, {**USER, "timestamp": "2023-11-14T22:13:20.5Z"}, USER]

    assert [item.given.occurred_at and item.given.occurred_at.at for item in read(timed)] == [
        1_700_000_000_000_000,
        1_700_000_000_500_000,
        None,
    ]


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ("hello", "message 2 is no object"),
        ({"role": "narrator", "content": "x"}, "nobody is known to speak in the role 'narrator'"),
        ({"role": ["user"], "content": "x"}, "nobody is known to speak in the role ['user']"),
        ({"role": "assistant", "tool_calls": "none"}, "tool_calls is no list"),
        ({"role": "assistant", "tool_calls": [7]}, "tool call 1 names no function"),
        ({**USER, "timestamp": "yesterday"}, "'yesterday' is no time"),
    ],
)
def test_a_bad_message_is_named_and_the_rest_goes_in(message, why):
    found = told(read({"messages": [USER, message, USER]}, format="openai-messages"))

    assert [kind for kind, *_ in found if kind != "bad"][:2] == ["say", "say"]
    assert why in next(text for kind, text, *_ in found if kind == "bad")


def test_oddly_written_lines_are_read_as_they_are():
    body = (
        b"\xef\xbb\xbf" + json.dumps({"role": "user", "content": "a\u2028b\u0000 \x1b[31mred"}, ensure_ascii=False).encode()
        + b"\r\n\r\n" + b'{"role": "user", "content": "\\ud800"}\r\n[1]\r\n'
        + json.dumps({"role": "assistant", "content": "x" * 130_000}).encode()
    )  # fmt: skip

    found = told(read(body, "odd.jsonl"))

    assert found[0] == ("say", "user", "user", "a\u2028b\u0000 \x1b[31mred")
    assert found[1] == ("bad", "holds a lone surrogate, which is no character")
    assert found[2] == ("bad", "holds a list, no object")
    assert found[3] == ("say", "assistant", "agent", "x" * 130_000)


def test_a_document_with_a_lone_surrogate_goes_in_without_it():
    body = rb'[{"role": "user", "content": "a\ud83d b\ud83d\ude00 \\ud83d"}, {"role": "user", "content": "\uDC00"}]'

    found = told(read(body))

    assert found == [
        ("bad", "holds lone surrogates, which are no characters: each is taken in as U+FFFD"),
        ("say", "user", "user", "a\ufffd b\U0001f600 \\ud83d"),
        ("say", "user", "user", "\ufffd"),
    ]
    assert "not one valid JSON document" in read(b"[" + body, format="openai-messages")[0].why


def test_a_last_line_that_is_cut_short_waits():
    whole = lines(*CHAT)

    cut = read(whole[:-10], "a.jsonl")

    assert cut[:-1] == read(whole, "a.jsonl")[: len(cut) - 1]
    assert "cut short" in cut[-1].why


@given(data=st.data())
def test_a_list_that_has_grown_gives_the_same_again_then_more(data):
    length = data.draw(st.integers(0, 12))
    kinds = data.draw(st.lists(st.sampled_from([USER, CALLS, ANSWER, CHAT[-1]]), min_size=length, max_size=length))
    cut = data.draw(st.integers(0, length))
    wrapped = data.draw(st.sampled_from([lambda m: m, lambda m: {"messages": m}, lambda m: [{"messages": m}]]))

    before, after = (read(wrapped(part), format="openai-messages") for part in (kinds[:cut], kinds))

    assert after[: len(before)] == before


def test_lists_come_from_standard_input_too(monkeypatch):
    class Stdin:
        buffer = io.BytesIO(json.dumps(CHAT).encode())

    monkeypatch.setattr("sys.stdin", Stdin)
    with belieflog.open(":memory:") as log:
        report = log.import_("-", user="u")

    assert (report.format, report.turns, report.tool_calls, report.bad) == ("openai-messages", 2, 1, [])


# Anthropic

ASKS = {
    "role": "assistant",
    "content": [
        {"type": "thinking", "thinking": "hm", "signature": "abc"},
        {"type": "text", "text": "Let me look."},
        {"type": "tool_use", "id": "t1", "name": "ls", "input": {"path": "."}},
    ],
}


def answer(**more):
    return {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "a.txt", **more}]}


def test_blocks_become_dialogue_and_observations():
    found = read({"system": [{"type": "text", "text": "Be brief."}], "messages": [USER, ASKS, answer()]})

    assert told(found) == [
        ("say", "system", "system:anthropic-messages", "Be brief."),
        ("say", "user", "user", "How is the weather?"),
        ("say", "assistant", "agent", "Let me look."),
        ("observe", "ls", "t1", {"path": "."}, "a.txt"),
    ]


def test_a_result_that_is_an_error_is_a_failure_that_rests_on_it():
    *_, seen, failure = read([ASKS, answer(is_error=True, content=[{"type": "text", "text": "no such folder"}])])

    assert told([seen, failure]) == [
        ("observe", "ls", "t1", {"path": "."}, "no such folder"),
        ("failure", "ls/t1", "no such folder"),
    ]
    assert failure.given.derived_from == (seen.given.id,)


def test_what_stands_between_tools_is_one_turn_in_its_place():
    told_between = [{"type": "text", "text": "and"}, {"type": "text", "text": "now"}]
    result = answer()["content"]

    found = read(
        [ASKS, {"role": "user", "content": [*result, *told_between, *result, {"type": "text", "text": "end"}]}]
    )

    assert [item[:2] + item[3:] for item in told(found)] == [
        ("say", "assistant", "Let me look."),
        ("observe", "ls", {"path": "."}, "a.txt"),
        ("say", "user", "and\n\nnow"),
        ("observe", "unknown", None, "a.txt"),
        ("say", "user", "end"),
    ]


def test_tools_of_the_provider_are_read_alike():
    content = [
        {"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {"query": "x"}},
        {"type": "web_search_tool_result", "tool_use_id": "s1", "content": [{"type": "web_search_result", "url": "u"}]},
    ]

    found = read([{"role": "assistant", "content": content}])

    assert short(found[0])[:4] == ("observe", "web_search", "s1", {"query": "x"})


def test_images_are_named_by_type_and_size():
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}}

    found = read([{"role": "user", "content": [image, {"type": "text", "text": "what is it?"}]}, ASKS])

    assert short(found[0])[3] == "[image image/png, 3 bytes]\n\nwhat is it?"


# Telling the format


def test_plain_texts_are_openais_and_blocks_are_anthropics():
    names = [formats.recognised(Input("x", json.dumps(body).encode()))[0] for body in ([USER], [USER, ASKS])]

    assert names == ["openai-messages", "anthropic-messages"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{}",
        b"null",
        b"[1]",
        b"plain text",
        b'{"messages": []}',
        b'[{"role": "user", "parts": []}]',
        b'{"role": "user", "content": "x", "sessionId": "s"}',
        b'[{"role": "user", "content": "x"}, 7]',
        b'{"history": {}}',
    ],
)
def test_what_is_no_message_list_is_not_claimed(body):
    given = Input("x.json", body)

    assert [name for name in formats.FORMATS if formats.format_of(name).recognises(given)] == []
