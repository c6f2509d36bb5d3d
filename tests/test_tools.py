"""The tools that models call: as they are described, and what becomes of each call, well made or not."""

import json
from types import SimpleNamespace

import pytest
import steps
from commanding import Command

import belieflog
from belieflog import tools
from belieflog.mcp import knowledge_graph
from belieflog.tools import Toolbox
from belieflog.tools.chinese import CHINESE
from belieflog.tools.toolbox import MOST

ALL = list(tools.PROFILES)
EVERY = tools.chosen(ALL)


@pytest.fixture
def box(mem):
    return Toolbox(mem, ALL)


def python(mem):
    """Do the steps by the verbs of `Memory`, as a program would write them."""
    via = iter(f"{name}#{n}" for n, (name, _) in enumerate(steps.SCRATCHPAD))
    tables = "tool:tables#c1"
    mem.set_goal("report the quarter", ["three anomalies"], via=next(via))
    mem.constrain("currency", "in euros", via=next(via))
    mem.revise_plan(["read the tables", "add up", "report"], via=next(via))
    seen = mem.observe("tables", {"q1": 1200, "q2": 1500}, call="c1", via=next(via))
    mem.add_fact("q1", 1200, source=tables, derived_from=seen, via=next(via))
    mem.write("q1", {"总收入": 1200}, via=next(via))
    mem.write("q1", {"总收入": 1200}, via=next(via))
    mem.write("q2", [1500, 1.5, None, True], "second quarter", via=next(via))
    mem.note_progress("tables read", "add up", via=next(via))
    mem.assume("growth", "hardware grows fastest", 0.6, via=next(via))
    mem.add_fact("q2", 1500, source=tables, derived_from=seen, via=next(via))
    mem.ask("costs", "which costs count?", "user", via=next(via))
    mem.answer("costs", "all of them", source="agent", via=next(via))
    mem.mark_failure("sql", "joins time out", why="no index", avoid="query one table", via=next(via))
    mem.revise_plan([("read the tables", "done"), "add up", "report"], reason="read", via=next(via))
    mem.write("sum", 2700, via=next(via))
    mem.write("decision/round", "to thousands", via=next(via))
    mem.ask("vat", "with VAT?", via=next(via))
    mem.mark_failure("csv", "no header", avoid="skip a line", via=next(via))
    mem.assume("vat", "without", via=next(via))
    mem.confirm("growth", source=tables, derived_from=seen, via=next(via))
    mem.retract("note:q2", reason="the sum holds it", via=next(via))
    mem.write("q3", "1,700 🙂", via=next(via))
    mem.add_fact("q3", 1700, source=tables, derived_from=seen, via=next(via))
    mem.retract("note:q3", reason="a fact now", via=next(via))
    mem.write("路径/a%b", {"nested": {"deep": [1, 2, 3]}}, via=next(via))
    mem.note_progress("added up", via=next(via))
    mem.add_fact("q1", 1210, source=tables, confidence=0.9, derived_from=seen, via=next(via))
    mem.revise_plan([("report", "doing")], via=next(via))
    mem.write("report", "三季度合计 4,410", via=next(via))
    assert next(via, None) is None


def by_name(mem):
    box = Toolbox(mem, ALL)
    return [box.call(name, arguments, call=str(n)) for n, (name, arguments) in enumerate(steps.SCRATCHPAD)]


def by_openai(mem):
    box = Toolbox(mem, ALL)
    calls = [
        SimpleNamespace(id=f"call_{n}", function=SimpleNamespace(name=name, arguments=json.dumps(arguments)))
        for n, (name, arguments) in enumerate(steps.SCRATCHPAD)
    ]
    answers = tools.answer_openai(box, SimpleNamespace(tool_calls=calls))
    assert [each["tool_call_id"] for each in answers] == [call.id for call in calls]
    return [json.loads(each["content"]) for each in answers]


def by_anthropic(mem):
    box = Toolbox(mem, ALL)
    blocks = [
        {"type": "tool_use", "id": f"toolu_{n}", "name": name, "input": arguments}
        for n, (name, arguments) in enumerate(steps.SCRATCHPAD)
    ]
    answers = tools.answer_anthropic(box, {"role": "assistant", "content": [{"type": "text", "text": "…"}, *blocks]})
    assert not any(each.get("is_error") for each in answers)
    return [json.loads(each["content"]) for each in answers]


@pytest.mark.parametrize("door", [by_name, by_openai, by_anthropic])
def test_thirty_steps_come_to_the_same_through_every_door(log, door):
    python(expected := log.memory("u", "python"))

    answers = door(mem := log.memory("u", "door"))

    shown, wanted = steps.shown(mem), steps.shown(expected)
    assert len(steps.SCRATCHPAD) == 30
    assert {**shown, "session": None} == {**wanted, "session": None}
    assert [n for n, each in enumerate(answers) if each["status"] == "duplicate"] == [6]
    assert not [each for each in answers if each["status"] == "refused"]


def test_thirty_steps_of_a_store_come_to_the_same_recall_through_every_door(log):
    langgraph = pytest.importorskip("belieflog.langgraph")
    by_python, by_tools, by_store = (log.memory(user, "s") for user in ("python", "tools", "store"))
    box, store = Toolbox(by_tools, "memory"), langgraph.BelieflogStore(by_store)

    for n, (_, step) in enumerate(steps.STORE):
        namespace, key, content = step["namespace"], step["key"], step["content"]
        by_python.remember(f"semantic:{namespace}/{key}", content, via=f"step {n}")
        assert box.call("memory_write", step, call=str(n))["status"] in ("written", "duplicate")
        store.put(tuple(namespace.split("/")), key, content)

    wanted = steps.recalled(by_python)
    assert steps.recalled(by_tools) == steps.recalled(by_store) == wanted
    assert len(steps.STORE) == 30
    assert [len(hits) for hits in wanted.values()] == [2, 1, 1, 2, 8]
    blamed = {mem.user: mem.blame("semantic:prefs/language").entry.via for mem in (by_python, by_tools, by_store)}
    assert blamed == {"python": "step 26", "tools": "memory_write#26", "store": "langgraph:put"}


def test_blame_names_the_call_behind_each_value(mem):
    by_name(mem)

    for entry in mem.scratchpad().entries:
        name, _, n = mem.blame(entry.address).entry.via.partition("#")
        assert steps.SCRATCHPAD[int(n)][0] == name


# As they are described


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("format", ["openai", "anthropic", "mcp"])
def test_every_tool_and_argument_is_described_in_every_format_and_language(format, lang):
    for tool, told in zip(EVERY, tools.schemas(EVERY, format, lang), strict=True):
        told = told.get("function", told)
        takes = next(told[name] for name in ("parameters", "input_schema", "inputSchema") if name in told)

        assert told["name"] == tool.name
        assert told["description"]
        assert takes["type"] == "object"
        assert list(takes["properties"]) == list(tool.__struct_encode_fields__)
        assert all(part["description"] for part in takes["properties"].values())
        assert "$ref" not in json.dumps(told)
        assert json.dumps(told, ensure_ascii=lang == "zh").isascii()


def test_nothing_is_described_in_chinese_that_isnt_there():
    every = (*EVERY, *knowledge_graph.TOOLS)
    names = {tool.name for tool in every} | {f"{t.name}.{f}" for t in every for f in t.__struct_encode_fields__}

    assert set(CHINESE) == names


def test_single_tools_can_be_chosen():
    few = tools.chosen(["add_fact", "scratchpad", "save_to_scratchpad"])

    assert [tool.name for tool in few][:2] == ["add_fact", "save_to_scratchpad"]
    assert len(few) == 7


def test_a_tool_has_one_name_in_all_profiles():
    assert len({tool.name for tool in EVERY}) == len(EVERY) == 21


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_instructions_of_few_tools_are_short_and_in_the_language_asked_for(lang):
    few, all_ = tools.instructions(["scratchpad"], lang), tools.instructions(ALL, lang)

    assert set(few.splitlines()) < set(all_.splitlines())
    assert few.count("\n") == 5
    assert ("草稿板" in few) == (lang == "zh")


def test_the_command_prints_the_tools_and_the_instructions(path):
    command = Command(path)

    assert json.loads(command("tools", "--profile", "audit", "--format", "mcp").stdout) == tools.schemas(
        tools.chosen(["audit"]), "mcp"
    )
    assert command.json("tools") == tools.schemas(tools.chosen(["scratchpad", "memory"]))
    assert command("tools", "--instructions", "--lang", "zh").stdout == tools.instructions(
        ["scratchpad", "memory"], "zh"
    )


# What becomes of a call


def test_what_isnt_there_is_empty(box):
    assert box.call("read_from_scratchpad", {"key": "q"}) == {"status": "empty"}
    assert box.call("memory_read", {"namespace": "prefs", "key": "q"}) == {"status": "empty"}
    assert box.call("read_scratchpad") == {"status": "empty"}
    assert box.call("list_scratchpad_keys") == {"keys": []}
    assert box.call("memory_search", {"query": "q"})["status"] == "empty"


def test_a_value_of_null_is_there(box):
    box.call("save_to_scratchpad", {"key": "q", "value": None})

    assert box.call("read_from_scratchpad", {"key": "q"}) == {"status": "ok", "value": None}


def test_a_fact_rests_on_what_was_observed(mem, box):
    seen = mem.observe("curl", "200 OK", call="call_3")
    mem.say("user", "the port is 80")

    box.call("add_fact", {"key": "status", "value": 200, "source": "tool:curl"})
    box.call("add_fact", {"key": "port", "value": 80, "source": "user"})

    assert str(mem.get("fact:status").source) == "tool:curl#call_3"
    assert [node.event.position for node in mem.why("fact:status").children] == [seen.event.position]
    assert mem.get("fact:port").source.kind == "user"


@pytest.mark.parametrize(
    ("source", "why"),
    [
        (None, "fact 'k' has no source: pass source=, as in 'tool:curl#call_3'; a guess of your own is an assumption"),
        ("agent", "what you suppose yourself is an assumption"),
        (
            "tool:curl#call_4",
            "nothing was observed or said by 'tool:curl#call_4' here: pass source=, as in 'tool:curl#call_3'",
        ),
        ("tool:wget", "nothing was observed or said by 'tool:wget' here"),
        ("tool", "nothing was observed or said by 'tool' here"),
        ("user", "nothing was observed or said by 'user' here"),
        ("hearsay", "unknown kind 'hearsay'"),
    ],
)
@pytest.mark.parametrize("tool", ["add_fact", "update_scratchpad", "confirm", "memory_write"])
def test_a_source_must_be_one_that_was_seen(log, mem, box, tool, source, why):
    mem.observe("curl", "200 OK", call="call_3")
    mem.assume("k", 1)
    log.memory("u", "other").say("user", "elsewhere")
    log.memory("other", "s").observe("curl", "of another", call="call_4")
    before = log.position
    arguments = {
        "add_fact": {"key": "k", "value": 1},
        "update_scratchpad": {"field": "fact", "key": "k", "value": 1},
        "confirm": {"key": "k"},
        "memory_write": {"namespace": "a", "key": "k", "content": 1},
    }[tool]
    if tool == "memory_write" and source in (None, "agent"):
        assert box.call(tool, {**arguments, "source": source})["status"] == "written"
        return

    told = box.call(tool, {**arguments, "source": source})

    assert told["status"] == "refused"
    assert why.removeprefix("fact 'k' ") in told["message"]
    assert log.position == before


def test_what_the_user_said_before_they_set_a_value_is_no_source_for_another(mem, box):
    mem.say("user", "hello")
    mem.add_fact("budget", 100, source="user")
    mem.remember("semantic:prefs/language", "English", source="user")
    fact = {"key": "budget", "value": 1_000_000, "source": "user"}
    memory = {"namespace": "prefs", "key": "language", "content": "Klingon", "source": "user"}

    for name, arguments in (("add_fact", fact), ("memory_write", memory)):
        told = box.call(name, arguments)
        assert (told["status"], "since they last spoke here: ask them first" in told["message"]) == ("refused", True)
    mem.say("user", "make it a million, and answer in Klingon")
    for name, arguments in (("add_fact", fact), ("memory_write", memory)):
        assert box.call(name, arguments)["status"] == "written"
    assert box.call("add_fact", {**fact, "value": 2_000_000})["status"] == "written"  # the model put itself right


def test_what_a_model_repeats_falls_with_what_it_repeats(log, mem, box):
    seen = mem.observe("web", "DE00 evil", call="c1")
    poison = {"namespace": "pay", "key": "iban", "content": "DE00 evil"}
    box.call("memory_write", {**poison, "source": "tool:web"})

    assert box.call("memory_write", poison)["status"] == "duplicate"
    log.revert(user="u", event=seen.event.id, cascade="declared", reason="poisoned")
    assert box.call("memory_read", {"namespace": "pay"}) == {"status": "empty"}


def test_what_followed_from_any_read_is_found(log, mem):
    for n, (name, arguments) in enumerate(
        (
            ("history", {"address": "semantic:a/k"}),
            ("blame", {"address": "semantic:a/k"}),
            ("why", {"address": "semantic:a/k"}),
            ("memory_read", {"namespace": "a"}),
            ("memory_search", {"query": "poison"}),
        )
    ):
        other = log.memory("u", f"s{n}")
        bad = mem.remember("semantic:a/k", f"poison {n}", source="tool:web")
        assert Toolbox(other, ALL).call(name, arguments)["status"] == "ok"
        other.assume("so", "it follows")

        plan = log.revert(user="u", event=bad.event.id, cascade="exposed", reason="poisoned")

        assert other.get("assumption:so") is None, name
        assert plan.count == 2


def test_null_is_as_good_as_leaving_an_argument_out(box):
    told = box.call("save_to_scratchpad", {"key": "a", "value": None, "description": None})

    assert told["status"] == "written"


def test_a_refusal_asks_for_nothing_that_a_model_cant_do(mem, box):
    mem.set_goal("theirs", source="user")
    mem.add_fact("k", 1, source="user")
    mem.observe("curl", 2)
    refusals = [
        box.call("update_scratchpad", {"field": "goal", "value": "mine"}),
        box.call("add_fact", {"key": "k", "value": 2, "source": "tool:curl"}),
        box.call("retract", {"address": "fact:k", "reason": "wrong"}),
        box.call("retract", {"address": "fact:none", "reason": "wrong"}),
        box.call("add_fact", {"key": "long", "value": "x" * 3_000, "source": "tool:curl"}),
        box.call("history", {"address": "fact:none"}),
    ]

    for told in refusals:
        assert told["status"] == "refused"
        assert not [word for word in ("force", "belieflog", "observe(", "assume(") if word in told["message"]], told


def test_a_large_output_is_no_document(mem, box):
    seen = mem.observe("curl", "x" * 100_000)
    ref = seen.event.private.content["ref"]

    assert box.call("add_fact", {"key": "k", "value": 1, "source": f"document:{ref}"})["status"] == "refused"


def test_a_tool_may_be_called_anything(mem, box):
    box.call("record_observation", {"tool": "a#b", "content": 1})

    assert box.call("add_fact", {"key": "k", "value": 1, "source": "tool:a#b"})["status"] == "written"


def test_a_namespace_may_end_in_a_slash(box):
    box.call("memory_write", {"namespace": "/prefs/ui/", "key": "k", "content": 1})

    assert box.call("memory_read", {"namespace": "prefs/ui"})["items"][0]["namespace"] == "prefs/ui"


def test_what_was_taken_back_or_erased_is_no_source(log, mem, box):
    for n, end in enumerate((log.revert, log.erase)):
        seen = mem.observe("curl", "200 OK", call=f"c{n}")
        end(user="u", event=seen.event.id, reason="wrong")

        assert box.call("add_fact", {"key": "k", "value": 1, "source": f"tool:curl#c{n}"})["status"] == "refused"


def test_a_session_that_goes_on_from_another_may_name_what_was_seen_there(log, mem):
    mem.observe("curl", "200 OK", call="c1")
    later = log.memory("u", "later")
    later.start("go on", "s")
    mem.observe("curl", "too late", call="c2")
    box = Toolbox(later, "beliefs")

    assert box.call("add_fact", {"key": "k", "value": 1, "source": "tool:curl#c1"})["status"] == "written"
    assert box.call("add_fact", {"key": "k", "value": 1, "source": "tool:curl#c2"})["status"] == "refused"


def test_a_source_is_found_however_much_was_seen_since(mem, box):
    mem.observe("curl", "200 OK", call="first")
    with mem.batch() as batch:
        for n in range(700):
            batch.observe("curl", n, call=f"c{n}")

    assert box.call("add_fact", {"key": "k", "value": 1, "source": "tool:curl#first"})["status"] == "written"


def test_a_document_is_a_source_by_the_place_it_was_read_from(mem, box):
    mem.observe("read_file", ref="report.pdf")

    told = box.call("add_fact", {"key": "k", "value": 1, "source": "document:report.pdf"})

    assert (told["status"], str(mem.get("fact:k").source)) == ("written", "document:report.pdf")


def test_a_long_observation_is_read_in_parts(mem, box):
    text = "".join(chr(0x4E00 + n % 1000) for n in range(100_000))
    mem.observe("curl", text, call="big")
    mem.observe("curl", {"rows": [1, 2]}, call="rows")
    mem.observe("file", ref="https://example.org/a")
    parts, offset = [], 0
    while offset is not None:
        told = box.call("read_observation", {"source": "tool:curl#big", "offset": offset, "limit": 30_000})
        parts.append(told["content"])
        offset = told.get("next_offset")

    assert "".join(parts) == text
    assert told["total"] == len(text)
    assert box.call("read_observation", {"source": "tool:curl"})["content"] == '{"rows":[1,2]}'
    assert box.call("read_observation", {"source": "tool:file"})["content"] == "[kept in https://example.org/a]"


def test_what_an_agent_reads_is_kept_unless_the_policy_says_otherwise(log, mem, box):
    box.call("save_to_scratchpad", {"key": "a", "value": 1})
    box.call("memory_write", {"namespace": "n", "key": "k", "content": "red"})

    def reads():
        before = log.position
        for name, arguments in (
            ("read_scratchpad", None),
            ("memory_read", {"namespace": "n"}),
            ("memory_read", {"namespace": "n", "key": "k"}),
            ("memory_search", {"query": "red"}),
            ("read_from_scratchpad", {"key": "a"}),
            ("list_scratchpad_keys", None),
            ("history", {"address": "note:a"}),
        ):
            assert box.call(name, arguments).get("status", "ok") == "ok"
        return [(r.tag, r.public.shown) for r in log.events(after=before)]

    assert reads() == [("recalled", ((p, p),)) for p in (2, 3, 3, 3, 2, 2)]
    log.set_policy({"record_recalls": False}, reason="too many")
    assert reads() == []


def test_a_field_is_taken_back_with_a_reason(mem, box):
    box.call("update_scratchpad", {"field": "note", "key": "a", "value": 1})

    told = box.call("update_scratchpad", {"field": "note", "key": "a"})
    assert (told["status"], mem.read("a")) == ("refused", 1)
    box.call("update_scratchpad", {"field": "note", "key": "a", "reason": "wrong"})
    assert mem.get("note:a") is None


NONSENSE = {
    "no tool": ("nope", {}, "there is no tool 'nope': use one of save_to_scratchpad"),
    "no JSON": ("save_to_scratchpad", '{"key": "a', "arguments: not valid JSON"),
    "no object": ("save_to_scratchpad", "[1]", "arguments: are no object"),
    "twice": ("save_to_scratchpad", '{"key": "a", "key": "b", "value": 1}', "arguments: gives the key 'key' twice"),
    "not UTF-8": ("save_to_scratchpad", b'{"key": "\xff", "value": 1', "arguments"),
    "too long": (
        "save_to_scratchpad",
        {"key": "a", "value": "x" * 10_000_000},
        f"arguments: have 10000022 bytes, {MOST}",
    ),
    "too long for a note": ("save_to_scratchpad", {"key": "a", "value": "x" * 50_000}, "note may have 40000"),
    "NaN": ("save_to_scratchpad", '{"key": "a", "value": NaN}', "arguments: not valid JSON"),
    "NaN in an object": (
        "save_to_scratchpad",
        {"key": "a", "value": [{"b": float("nan")}]},
        "arguments.value[0].b: nan is no JSON number",
    ),
    "a surrogate": ("save_to_scratchpad", {"key": "a", "value": "\ud800"}, "arguments.value: holds a lone surrogate"),
    "too deep": ("save_to_scratchpad", '{"key":"a","value":' + "[" * 5_000 + "]" * 5_000 + "}", "arguments"),
    "a function": ("save_to_scratchpad", {"key": "a", "value": print}, "arguments.value: builtin_function"),
    "a missing argument": ("save_to_scratchpad", {"key": "a"}, "object missing required field `value`"),
    "a wrong type": ("save_to_scratchpad", {"key": 1, "value": 1}, "key: expected `str`, got `int`"),
    "a set": ("save_to_scratchpad", {"key": "a", "value": {1}}, "arguments.value: set wouldn't come back"),
    "a key that is no text": ("save_to_scratchpad", {"key": "a", "value": {1: 2}}, "the key 1 is int: keys are text"),
    "an unknown kind": (
        "memory_write",
        {"namespace": "a", "key": "a", "content": 1, "kind": "fact"},
        "use episodic or procedural or semantic",
    ),
    "a step that is a number": (
        "revise_plan",
        {"steps": ["a", {"text": 1}]},
        "step 2: is neither a text nor an object of text",
    ),
    "a source of a constraint": (
        "update_scratchpad",
        {"field": "constraint", "key": "a", "value": "b", "source": "user"},
        "source: is for facts only",
    ),
    "a secret for a key": (
        "save_to_scratchpad",
        {"key": "ghp_" + "a1" * 18, "value": 1},
        "key: holds what looks like a secret",
    ),
    "a secret for a namespace": (
        "memory_read",
        {"namespace": "ghp_" + "a1" * 18},
        "namespace: holds what looks like a secret",
    ),
    "an unknown argument": (
        "save_to_scratchpad",
        {"key": "a", "val": 1, "value": 1},
        "val: save_to_scratchpad takes no such",
    ),
    "another user": (
        "save_to_scratchpad",
        {"key": "a", "value": 1, "user": "x"},
        "user: isn't for the model to choose",
    ),
    "another session": ("read_scratchpad", {"session": "x"}, "session: isn't for the model to choose"),
    "an empty key": ("save_to_scratchpad", {"key": "", "value": 1}, "empty"),
    "a plan of one text": ("revise_plan", {"steps": "all"}, "steps: expected `array`"),
    "a step of nothing": ("revise_plan", {"steps": [{"status": "done"}]}, "step 1: is neither a text nor an object"),
    "a status unknown": ("revise_plan", {"steps": [{"text": "a", "status": "maybe"}]}, "maybe"),
    "a field without key": ("update_scratchpad", {"field": "note", "value": 1}, "key: is missing"),
    "a goal with key": (
        "update_scratchpad",
        {"field": "goal", "key": "a", "value": "x"},
        "key: there is one goal only",
    ),
    "a field unknown": ("update_scratchpad", {"field": "mood", "value": 1}, "field: invalid enum value 'mood'"),
    "a limit of nothing": ("memory_search", {"query": "a", "limit": 0}, "limit: expected `int` >= 1"),
    "a duration of nothing": ("memory_write", {"namespace": "a", "key": "a", "content": 1, "ttl": "soon"}, "soon"),
    "an address of nothing": ("history", {"address": "fact"}, "'fact' has no key"),
    "nothing to retract": ("retract", {"address": "fact:a", "reason": "x"}, "nothing at 'fact:a'"),
    "no reason": ("retract", {"address": "fact:a", "reason": " "}, "needs a reason"),
}


@pytest.mark.parametrize(("name", "arguments", "message"), NONSENSE.values(), ids=NONSENSE)
def test_nonsense_is_answered_with_what_is_wrong_and_nothing_written(log, box, name, arguments, message):
    before = log.position

    told = box.call(name, arguments)

    assert told["status"] == "refused"
    assert message in told["message"]
    assert told["code"] in ("refused", "invalid_value", "not_found")
    assert len(told["message"]) < 700
    assert log.position == before


def test_a_closed_namespace_is_as_if_it_werent_there(log):
    log.set_policy(
        {"namespaces": {"hr": {"access": "closed", "readers": ["actor:hr"], "writers": ["actor:hr"]}}}, reason="so"
    )
    of_hr = log.memory("u", "s", "hr")
    seen = of_hr.remember("semantic:hr/salary", "4000 a month", source="user")
    of_hr.write("budget", "12 months of it", derived_from=seen)
    box = Toolbox(log.memory("u", "s", "planner"), ALL)

    assert box.call("memory_read", {"namespace": "hr"}) == {"status": "empty"}
    assert box.call("memory_read", {"namespace": "hr", "key": "salary"}) == {"status": "empty"}
    assert box.call("memory_search", {"query": "month"})["status"] == "empty"
    for name in ("history", "blame", "why"):
        told = box.call(name, {"address": "semantic:hr/salary"})
        assert (told["status"], told["code"]) == ("refused", "not_found")
        assert told == {**box.call(name, {"address": "semantic:hr/nothing"}), "message": told["message"]}
        assert "salary" not in box.call(name, {"address": "semantic:hs/salary"})["message"].replace("hs/salary", "")
    for told in (
        box.call("why", {"address": "note:budget"}),
        box.call("memory_write", {"namespace": "hr", "key": "salary", "content": 1}),
    ):
        assert "4000" not in str(told)
        assert "salary" not in str(told) or told["status"] == "refused"


def test_calls_for_other_tools_are_left_to_whom_they_are_for(mem):
    box = Toolbox(mem)
    call = {"id": "1", "type": "function", "function": {"name": "get_weather", "arguments": "{}"}}
    block = {"type": "tool_use", "id": "1", "name": "get_weather", "input": {}}

    assert tools.answer_openai(box, {"tool_calls": [call]}) == []
    assert tools.answer_openai(box, {"role": "assistant", "content": "hello"}) == []
    assert tools.answer_anthropic(box, {"content": [block]}) == []
    assert tools.answer_anthropic(box, {"content": "hello"}) == []


def test_a_refusal_is_an_error_to_anthropic(mem):
    block = {"type": "tool_use", "id": "1", "name": "save_to_scratchpad", "input": {"key": "a"}}

    (told,) = tools.answer_anthropic(Toolbox(mem), {"content": [block]})

    assert told["is_error"]
    assert "missing required field" in told["content"]


def test_profiles_unknown_are_named():
    with (
        pytest.raises(belieflog.InvalidValue, match="'sketchpad' is none of scratchpad, memory"),
        belieflog.open(":memory:") as log,
    ):
        Toolbox(log.memory("u", "s"), "sketchpad")
