"""A session of the OpenAI Agents SDK over a memory keeps what the SDK's own keeps, and takes back instead of deleting."""

import asyncio
import importlib
import json
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
import strategies as s
from hypothesis import given, settings
from hypothesis import strategies as st
from scripted import serving
from strategies import CALL, ITEMS, MESSAGE, OUTPUT, USER

import belieflog
from belieflog import InvalidValue, Refused

pytest.importorskip("agents")

from agents import Agent, ModelSettings, OpenAIResponsesModel, RunConfig, Runner, SQLiteSession, function_tool
from agents.memory import Session, SessionSettings
from openai import AsyncOpenAI

from belieflog.openai import BelieflogSession

# As the SDK's own does it


async def done(session, operation):
    verb, *args = operation
    return await getattr(session, verb)(*args)


def typed(value):
    """What JSON tells apart and Python doesn't: 1, 1.0 and true."""
    return json.dumps(value, sort_keys=True)


@settings(max_examples=300)
@given(s.session_operations, st.sampled_from([None, 2, 0]))
def test_every_operation_gives_what_the_sdks_own_session_gives(sequence, limit):
    async def both():
        theirs = SQLiteSession("s", ":memory:", session_settings=SessionSettings(limit=limit))
        ours = BelieflogSession(log.memory("u", "s"), SessionSettings(limit=limit))
        try:
            for operation in sequence:
                assert typed(await done(ours, operation)) == typed(await done(theirs, operation)), operation
                assert typed(await ours.get_items(-1)) == typed(await theirs.get_items(-1)), operation
        finally:
            theirs.close()

    with belieflog.open(":memory:") as log:
        asyncio.run(both())
        assert log.verify().ok


@settings(max_examples=300)
@given(s.session_operations_undone)
def test_what_is_undone_comes_back_just_where_it_stood(sequence):
    """The model: all that was ever added, and the pops and clears that count, each with what it took."""

    async def model():
        ours = BelieflogSession(log.memory("u", "s"))
        added, taken = [], []
        for operation in sequence:
            shows = [n for n in range(len(added)) if not any(n in gone for gone in taken)]
            told = await done(ours, operation)
            match operation:
                case ("add_items", more):
                    added += more
                case ("pop_item",) if shows:
                    taken.append({shows[-1]})
                case ("clear_session",) if shows:
                    taken.append(set(shows))
                case ("undo",):
                    assert told is bool(taken)
                    taken = taken[:-1]
            left = [item for n, item in enumerate(added) if not any(n in gone for gone in taken)]
            assert typed(await ours.get_items()) == typed(left), operation

    with belieflog.open(":memory:") as log:
        asyncio.run(model())


def test_it_is_a_session_of_the_sdk(mem):
    session = BelieflogSession(mem, {"limit": 2})

    assert isinstance(session, Session)
    assert (session.session_id, session.session_settings) == ("s", SessionSettings(limit=2))
    run(session.add_items(ITEMS))
    assert run(session.get_items()) == ITEMS[-2:]


def test_a_memory_without_a_session_is_refused(log):
    with pytest.raises(InvalidValue, match="name one"):
        BelieflogSession(log.memory("u"))


@pytest.mark.parametrize(
    ("item", "error"),
    [
        ({"role": "user", "content": object()}, TypeError),
        ({"role": "user", "content": float("nan")}, InvalidValue),
        ({"role": "user", "content": "\ud800"}, InvalidValue),
        ({"role": "user", "content": 2**64}, InvalidValue),
        ("hi", InvalidValue),
        ({"role": "user", "content": "x" * 900_000}, InvalidValue),
    ],
    ids=["object", "nan", "surrogate", "large int", "text", "large"],
)
def test_what_cant_come_back_as_it_went_in_is_refused_with_all_that_came_with_it(item, error, log, mem):
    session = BelieflogSession(mem)
    before = log.head

    with pytest.raises(error, match=r"JSON serializable|items\[1\]"):
        run(session.add_items([USER, item]))
    assert log.head == before


def test_many_large_items_are_all_added_or_none(log, mem):
    session = BelieflogSession(mem)
    large = [{"type": "function_call_output", "call_id": "c", "output": "x" * 400_000, "n": n} for n in range(6)]

    run(session.add_items(large * 2 + [USER] * 600))
    assert run(session.get_items()) == large * 2 + [USER] * 600
    mem.end("done")
    with pytest.raises(Refused, match="has ended"):
        run(session.add_items([USER]))


def test_a_tuple_and_a_key_that_is_no_text_come_back_as_json_has_them(mem):
    session = BelieflogSession(mem)

    run(session.add_items([{"role": "user", "content": ("a", "b"), 1: True}]))

    assert run(session.get_items()) == [{"role": "user", "content": ["a", "b"], "1": True}]


# As the memory sees it


def test_the_dialogue_shows_the_words_and_who_said_them(mem):
    run(BelieflogSession(mem).add_items(ITEMS))

    assert [(turn.role, turn.content, str(turn.source)) for turn in mem.dialogue()] == [
        ("user", USER["content"], "user"),
        ("assistant", 'prices({"of":"crawlers"})', "agent"),
        ("tool", "spider: 9 USD", "tool:prices#call_1"),
        ("assistant", "spider, for 9 USD", "agent"),
        ("assistant", "comparing prices", "agent"),
    ]
    assert "spider, for 9 USD" in mem.prompt(sections=["dialogue"])


def test_an_output_that_comes_later_than_its_call_names_its_tool_too(log, mem):
    session = BelieflogSession(mem)
    run(session.add_items([USER, CALL]))

    run(session.add_items([OUTPUT]))

    assert str(mem.dialogue()[-1].source) == "tool:prices#call_1"
    log.revert(source="tool:prices", user="u", reason="wrong prices")
    assert run(session.get_items()) == [USER, CALL]


def test_a_fact_can_rest_on_what_a_tool_put_out(log, mem):
    session = BelieflogSession(mem)
    run(session.add_items([USER, CALL, OUTPUT]))
    output = log.event(log.position)
    mem.add_fact("price", 9, source=output.source, derived_from=[output])

    run(session.pop_item())

    assert not mem.scratchpad().facts[0].supported


def test_what_is_said_through_other_doors_is_an_item_too(mem):
    mem.say("user", "hi")
    mem.say("assistant", [{"type": "text", "text": "hello"}, {"type": "text", "text": "you"}])
    mem.say("tool", {"n": 1})
    mem.observe("curl", "no turn")

    assert run(BelieflogSession(mem).get_items()) == [
        {"role": "user", "content": "hi"},
        {"role": "assistant", "content": "hello\nyou"},
        {"role": "assistant", "content": '{"n":1}'},
    ]


def test_a_secret_never_comes_back(mem):
    session = BelieflogSession(mem)

    run(session.add_items([{"role": "user", "content": "the password is hunter2-Zebra9"}]))

    assert "hunter2" not in json.dumps(run(session.get_items()))


def test_sessions_and_users_are_apart(log):
    sessions = [BelieflogSession(log.memory(user, session)) for user in "uv" for session in "st"]
    for n, session in enumerate(sessions):
        run(session.add_items([{"role": "user", "content": str(n)}]))

    run(sessions[0].clear_session())

    assert [len(run(session.get_items())) for session in sessions] == [0, 1, 1, 1]


def test_a_pop_and_a_clear_are_corrections_that_say_why_and_count_among_all(log, mem):
    session = BelieflogSession(log.memory("u", "s", actor="bot"))
    run(session.add_items(ITEMS))
    mem.write("n", "no item")

    assert run(session.pop_item()) == ITEMS[-1]
    run(session.clear_session())

    made = log.corrections("u")
    assert [each.event.private.reason for each in made] == ["popped from the session", "the session was cleared"]
    assert {each.event.public.actor for each in made} == {"bot"}
    assert mem.read("n") == "no item"
    assert run(session.get_items()) == []
    log.undo(made[-1].event, reason="still needed")
    assert run(session.get_items()) == ITEMS[:-1]
    assert run(session.undo()) is True
    assert run(session.get_items()) == ITEMS
    assert run(session.undo()) is False


def test_an_undo_leaves_the_corrections_of_others_alone(log, mem):
    session = BelieflogSession(mem)
    run(session.add_items([USER, MESSAGE]))
    log.revert(event=log.position, user="u", reason="not so")

    assert run(session.undo()) is False
    assert run(session.get_items()) == [USER]


def test_nothing_is_written_where_there_is_nothing_to_take_back(log, mem):
    session = BelieflogSession(mem)
    before = log.head

    assert run(session.pop_item()) is None
    run(session.clear_session())
    run(session.add_items([]))
    assert log.head == before


def test_the_newest_items_are_found_without_reading_the_session(log, mem, monkeypatch):
    session = BelieflogSession(mem)
    run(session.add_items([{"role": "user", "content": str(n)} for n in range(2_000)]))
    run(session.clear_session())
    run(session.add_items([USER]))
    run(session.add_items([MESSAGE]))
    index, read = type(log._store.index), []
    honest = index.members

    def counted(*args, **told):
        found = honest(*args, **told)
        read.append(len(found))
        return found

    monkeypatch.setattr(index, "members", counted)

    assert run(session.get_items(2)) == [USER, MESSAGE]
    assert sum(read) <= 32
    assert run(session.get_items(3)) == [USER, MESSAGE]
    assert sum(read) <= 64


# Many at once


def test_two_who_add_at_once_lose_nothing_and_keep_their_own_order(path):
    with belieflog.open(path) as log, belieflog.open(path) as other:
        sessions = [BelieflogSession(each.memory("u", "s")) for each in (log, other)]

        def add(n):
            for m in range(10):
                pair = [{"role": "user", "content": f"{n} {m}"}, {"role": "assistant", "content": f"{n} {m}"}]
                run(sessions[n % 2].add_items(pair))

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(add, range(4)))

        found = [item["content"] for item in run(sessions[0].get_items())]
        assert found[::2] == found[1::2]
        assert len(found) == 80
        assert all([t for t in found if t[0] == str(n)][::2] == [f"{n} {m}" for m in range(10)] for n in range(4))


def test_what_is_popped_at_once_is_popped_once(path):
    with belieflog.open(path) as log:
        session = BelieflogSession(log.memory("u", "s"))
        told = [{"role": "user", "content": str(n)} for n in range(20)]
        run(session.add_items(told))

        with ThreadPoolExecutor(4) as pool:
            popped = list(pool.map(lambda _: run(session.pop_item()), range(24)))

        assert sorted((each["content"] for each in popped if each), key=int) == [str(n) for n in range(20)]
        assert popped.count(None) == 4


def test_a_cancelled_task_waits_until_all_of_what_it_added_is_in(path):
    held, release = threading.Event(), threading.Event()

    async def cancelled():
        adding = asyncio.ensure_future(session.add_items([USER] * 50))
        await asyncio.sleep(0.05)
        for _ in range(2):
            adding.cancel()
            await asyncio.sleep(0.01)
        waited = not adding.done()
        release.set()
        with pytest.raises(asyncio.CancelledError):
            await adding
        return waited, len(await session.get_items())

    def hold(_):
        held.set()
        assert release.wait(10)

    with belieflog.open(path) as log, ThreadPoolExecutor(1) as pool:
        session = BelieflogSession(log.memory("u", "s"))
        holding = pool.submit(log.memory("v").transact, hold)
        assert held.wait(10)

        assert run(cancelled()) == (True, 50)
        holding.result()


# In a run


def response(*output):
    """The body of an answer of the Responses API."""
    usage = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}
    usage |= {"input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}}
    body = {
        "id": "r1", "object": "response", "created_at": 1, "model": "m", "status": "completed", "output": list(output),
        "parallel_tool_calls": False, "tool_choice": "auto", "tools": [], "usage": usage,
    }  # fmt: skip
    return json.dumps(body).encode()


@function_tool
def prices(of: str) -> str:
    """Give the prices of something."""
    return f"{of}: 9 USD"


def test_a_second_run_sends_what_the_first_one_kept(path, monkeypatch):
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")

    async def turns(url, script):
        async with AsyncOpenAI(base_url=url, api_key="none", max_retries=0) as client:
            agent = Agent(
                "a", instructions="be brief", model=OpenAIResponsesModel("m", client), tools=[prices],
                model_settings=ModelSettings(store=False),
            )  # fmt: skip
            quiet = RunConfig(tracing_disabled=True)
            script.bodies = [
                response({**CALL, "status": "completed"}),
                response(MESSAGE),
                response({**MESSAGE, "id": "msg_2"}),
            ]
            with belieflog.open(path) as log:
                first = await Runner.run(
                    agent, USER["content"], session=BelieflogSession(log.memory("u", "s")), run_config=quiet
                )
            with belieflog.open(path) as log:  # another process, say
                session = BelieflogSession(log.memory("u", "s"))
                await Runner.run(agent, "And the fastest?", session=session, run_config=quiet)
                return first.final_output, await session.get_items(), log.memory("u", "s").dialogue()

    with serving() as (script, url):
        said, kept, dialogue = run(turns(url, script))
        requests = [json.loads(body)["input"] for _, body, _ in script.asked]

    assert said == "spider, for 9 USD"
    assert [item.get("type", item.get("role")) for item in requests[-1]] == [
        "user", "function_call", "function_call_output", "message", "user",
    ]  # fmt: skip
    assert requests[-1][:3] == requests[1][:3]
    assert requests[-1][2]["output"] == "crawlers: 9 USD"
    assert len(kept) == 6
    assert [turn.role for turn in dialogue] == ["user", "assistant", "tool", "assistant", "user", "assistant"]


def test_without_its_package_the_module_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "agents.memory", None)
    monkeypatch.delitem(sys.modules, "belieflog.openai")

    with pytest.raises(Refused, match=r"pip install -e '\.\[openai\]' in the clone"):
        importlib.import_module("belieflog.openai")


def run(awaitable):
    return asyncio.run(awaitable)
