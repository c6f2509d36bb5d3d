"""The MCP server, asked by the official client in one process: what it lists, what calls do, what is refused."""

import json

import pytest
import steps
from commanding import Command
from engines import places_for_logs
from hosts import MODES, POSIX, Forked, calls, talk
from mcp import MCPError

import belieflog
from belieflog import tools
from belieflog.mcp import Serving, Whose
from belieflog.mcp.knowledge_graph import TOOLS as GRAPH
from belieflog.mcp.server import build
from belieflog.mcp.serving import name_of
from eventlog.errors import Refused

PROFILES = list(tools.PROFILES)
TOTAL = {"key": "q1", "value": {"总收入": 1200}}


@pytest.fixture(params=["sqlite", "postgres", "jetstream"])
def path(request, tmp_path):
    """Where a log may be made, on each engine."""
    return places_for_logs(tmp_path)[request.param]()


@pytest.fixture
def log(path):
    with belieflog.open(path) as log:
        yield log


@pytest.fixture
def served(log):
    """Make a server of a log's memory: what `Whose` and `Serving` take, as keywords."""

    def make(profiles=("scratchpad", "memory"), compat=None, lang="en", of=log, **whose):
        told = {"user": "u", "session": "s", "actor": "host", **whose}
        return lambda: build(Serving(Whose(of, **told), profiles, compat=compat, lang=lang))

    return make


def told(result):
    """What a call was answered; the text says the same as the object, or is a refusal's."""
    text = json.loads(result.content[0].text)
    assert result.is_error == (text.get("status") == "refused")
    assert result.structured_content == (None if result.is_error else text)
    return text


# What is listed


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("profiles", [("scratchpad", "memory"), ("beliefs",), ("audit", "add_fact"), PROFILES])
def test_the_tools_listed_are_exactly_those_of_the_profiles(served, profiles, mode):
    listed = talk(served(profiles), lambda client: client.list_tools(), mode).tools

    assert [tool.model_dump(by_alias=True, exclude_none=True) for tool in listed] == tools.schemas(
        tools.chosen(profiles), "mcp"
    )


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_server_says_what_a_model_is_to_be_told(served, mode, lang):
    async def act(client):
        return client.instructions, client.server_info

    instructions, info = talk(served(["beliefs"], lang=lang), act, mode)

    assert instructions == tools.instructions(["beliefs"], lang)
    assert (info.name, info.version) == ("belieflog", belieflog.__version__)


EVERY_TOOL = [tool.name for tool in tools.chosen(PROFILES)]
WORDS = {"search": "memory_search", "fact": "add_fact", "assumption": "assume", "plan": "update_scratchpad revise_plan",
         "ask ": "ask", "retract": "retract", "failure": "mark_failure", "blame": "blame"}  # fmt: skip


@pytest.mark.parametrize("readonly", [False, True])
@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("profiles", [*([name] for name in (*PROFILES, *EVERY_TOOL)), PROFILES])
def test_the_instructions_speak_of_no_tool_that_isnt_served(log, path, profiles, lang, readonly):
    with belieflog.open(path, readonly=readonly) as of:
        serving = Serving(Whose(of, "u", "s"), profiles, lang=lang)
        told = serving.instructions

    served_ = set(serving.tools)
    named = {name for name in EVERY_TOOL if "_" in name and name in told}
    meant = {word for word, names in WORDS.items() if word in told.lower() and not served_ & set(names.split())}
    assert named <= served_
    assert not meant - ({"fact"} if "record_observation" in served_ else set()), told
    writes = any(not tool.reads for tool in serving.tools.values())
    assert ("what you don't write" in told or "没有写进去" in told) == writes


def test_the_drop_in_lists_the_nine_tools_of_the_memory_server_and_its_one_resource(served):
    async def act(client):
        return (
            (await client.list_tools()).tools,
            (await client.list_resources()).resources,
            (await client.list_resource_templates()).resource_templates,
            (await client.list_prompts()).prompts,
            client.instructions,
        )

    listed, resources, *rest = talk(served(compat="knowledge-graph"), act)

    assert {tool.name: list(tool.input_schema["properties"]) for tool in listed} == {
        "create_entities": ["entities"],
        "create_relations": ["relations"],
        "add_observations": ["observations"],
        "delete_entities": ["entityNames"],
        "delete_observations": ["deletions"],
        "delete_relations": ["relations"],
        "read_graph": [],
        "search_nodes": ["query"],
        "open_nodes": ["names"],
    }
    assert [resource.uri for resource in resources] == ["memory://knowledge-graph"]
    assert rest == [[], [], None]


# What a call does


@pytest.mark.parametrize("mode", MODES)
def test_what_a_call_saves_is_seen_by_the_command_with_the_call_as_via(served, path, mode):
    (saved,) = calls(served(), ("save_to_scratchpad", TOTAL), mode=mode, meta={"claudecode/toolUseId": "toolu_7"})

    assert told(saved) == {"status": "written", "key": "q1", "version": 1}
    (note,) = Command(path).json("--user", "u", "--session", "s", "show")["notes"]
    assert (note["value"], note["via"], note["actor"]) == ({"总收入": 1200}, "save_to_scratchpad#toolu_7", "host")


@pytest.mark.parametrize(
    ("meta", "request_", "name"),
    [
        ({"claudecode/toolUseId": "toolu_7"}, 3, "toolu_7"),
        ({"toolUseId": "a", "claudecode/toolUseId": "b"}, 3, "b"),
        ({"toolUseId": "a"}, 3, "a"),
        ({"toolUseId": 7}, "r-3", "r-3"),
        ({"toolUseId": "x" * 101}, 3, "3"),
        ({"toolUseId": "a\nb"}, 3, "3"),
        ({}, "x" * 500, ""),
        (None, None, ""),
    ],
)
def test_a_call_has_the_name_its_host_gives_it_or_its_requests_number(meta, request_, name):
    assert name_of(meta, request_) == name


@pytest.mark.parametrize("mode", MODES)
def test_thirty_steps_come_to_the_same_through_the_server(served, log, mode):
    box = tools.Toolbox(log.memory("u", "direct", "host"), PROFILES)
    wanted = [box.call(name, arguments) for name, arguments in steps.SCRATCHPAD]

    answers = [told(result) for result in calls(served(PROFILES), *steps.SCRATCHPAD, mode=mode)]

    apart = lambda answer: {name: part for name, part in answer.items() if name != "position"}
    assert [*map(apart, answers)] == [*map(apart, wanted)]
    shown, direct = (steps.shown(log.memory("u", session)) for session in ("s", "direct"))
    assert {**shown, "session": None} == {**direct, "session": None}


@pytest.mark.parametrize("mode", MODES)
def test_a_fact_without_source_comes_back_as_an_error_that_says_to_pass_one(served, log, mode):
    log.memory("u", "s").observe("web", "page", call="c1")
    before = log.position

    (bare, sourced) = calls(
        served(["beliefs"]),
        ("add_fact", {"key": "k", "value": 1}),
        ("add_fact", {"key": "k", "value": 1, "source": "tool:web#c1"}),
        mode=mode,
    )

    assert bare.is_error
    assert "has no source: pass source=, as in 'tool:web#c1'" in told(bare)["message"]
    assert told(sourced)["status"] == "written"
    assert log.position == before + 1


@pytest.mark.parametrize("mode", MODES)
def test_an_unknown_tool_is_an_error_that_lists_those_there_are(served, mode):
    (result,) = calls(served(["audit"]), ("nope", {}), mode=mode)

    assert told(result)["message"] == "there is no tool 'nope': use one of history, blame, why"


def wrong(schema):
    """Yield values that *schema* doesn't allow, with what they are called."""
    kinds = {"string": "a text", "integer": 1, "number": 0.5, "array": [], "object": {}, "boolean": True, "null": None}
    allowed = [part.get("type") for part in schema.get("anyOf", [schema])]
    if allowed == [None]:
        return
    if "number" in allowed:
        allowed.append("integer")
    yield from ((kind, value) for kind, value in kinds.items() if kind not in allowed)
    for part in schema.get("anyOf", [schema]):
        if "enum" in part:
            yield "another word", "no such word"
        if "minimum" in part:
            yield "too small", part["minimum"] - 1
        if "maximum" in part:
            yield "too large", part["maximum"] + 1
        if part.get("items", {}).get("type") == "string":
            yield "a number in the list", ["a", 1]
        if "properties" in part.get("items", {}):
            yield "a text in the list", ["a"]
            yield "a list in the list", [[]]


def right(schema):
    """A value that *schema* allows."""
    part = schema.get("anyOf", [schema])[0]
    if "enum" in part:
        return part["enum"][0]
    each = part.get("items", {})
    if "properties" in each:
        return [{name: right(inner) for name, inner in each["properties"].items()}]
    return {"string": "note:k", "integer": 1, "number": 0.5, "array": ["note:k"]}.get(part.get("type"), "note:k")


def nested(deep):
    """Lists in lists."""
    value = []
    for _ in range(deep):
        value = [value]
    return value


def nonsense(tool):
    """Yield arguments that no call of *tool* may have: what is wrong with them, they, and what the error must name.

    Null for an argument that may be left out is as good as leaving it out.
    """
    takes = tools.schemas([tool], "mcp")[0]["inputSchema"]
    fine = {name: right(takes["properties"][name]) for name in takes["required"]}
    for name, schema in takes["properties"].items():
        misfits = ((what, value) for what, value in wrong(schema) if value is not None or name in takes["required"])
        yield from ((f"{name}: {what}", {**fine, name: value}, name) for what, value in misfits)
        yield f"{name}: nested 500 deep", {**fine, name: nested(500)}, name
        yield f"{name}: NaN", {**fine, name: float("nan")}, name
        yield f"{name}: huge", {**fine, name: "x" * 1_100_000}, "arguments"
    for name in takes["required"]:
        yield f"without {name}", {each: value for each, value in fine.items() if each != name}, name
    for name in ("no_such_argument", "user", "session"):
        yield f"also {name}", {**fine, name: "x"}, name


EVERY = [(None, tool) for tool in tools.chosen(PROFILES)] + [("knowledge-graph", tool) for tool in GRAPH]


@POSIX
@pytest.mark.parametrize(("compat", "tool"), EVERY, ids=lambda given: getattr(given, "name", None))
def test_a_call_with_wrong_arguments_is_an_error_that_names_them_and_writes_nothing(log, path, compat, tool):
    log.memory("me", "main").write("k", 1)
    before, cases = log.position, list(nonsense(tool))
    words = ["--compat", compat] if compat else [f"--profile={name}" for name in PROFILES]

    with Forked(path, *words) as host:  # by hand: the official client itself fails on what lies deep
        results = [host.call(tool.name, **arguments) for _, arguments, _ in cases]

    assert len(results) >= 3
    for (what, _, name), result in zip(cases, results, strict=True):
        assert result["isError"], what
        text = result["content"][0]["text"]
        assert name in text, (what, text)
        assert len(text) < 4_000, what
    assert log.position == before


def test_arguments_may_be_left_out_where_none_are_needed(served):
    assert told(calls(served(), ("list_scratchpad_keys", None))[0]) == {"keys": []}


# Whose memory


def test_a_server_that_only_reads_lists_what_reads_and_refuses_the_rest(served, log, path):
    log.memory("u", "s").write("k", 1)
    before = log.position
    with belieflog.open(path, readonly=True) as closed:
        server = served(of=closed)
        names = {tool.name for tool in talk(server, lambda client: client.list_tools()).tools}
        read, refused, pad = calls(
            server, ("read_from_scratchpad", {"key": "k"}), ("save_to_scratchpad", TOTAL), ("read_scratchpad", {})
        )

    assert names == {tool.name for tool in tools.chosen(["scratchpad", "memory"]) if tool.reads}
    assert told(read)["value"] == 1
    assert told(pad)["status"] == "ok"
    assert "save_to_scratchpad writes, and this server only reads" in told(refused)["message"]
    assert log.position == before


def test_a_call_may_name_its_session_and_user_where_the_server_lets_it(served, log):
    server = served(per_call=("session", "user"), users=("v",))
    takes = talk(server, lambda client: client.list_tools()).tools[0].input_schema
    results = calls(
        server,
        ("save_to_scratchpad", {**TOTAL, "session": "t"}),
        ("save_to_scratchpad", {**TOTAL, "user": "v"}),
        ("save_to_scratchpad", {**TOTAL, "user": "w"}),
        ("save_to_scratchpad", {**TOTAL, "session": 7}),
        ("save_to_scratchpad", {**TOTAL, "session": ""}),
        ("save_to_scratchpad", TOTAL),
    )

    assert list(takes["properties"]) == ["key", "value", "description", "session", "user"]
    assert takes["properties"]["user"]["enum"] == ["u", "v"]
    assert [result.is_error for result in results] == [False, False, True, True, True, False]
    assert "user: 'w' isn't one that this server may name: u, v" in told(results[2])["message"]
    assert all(told(result)["message"].startswith("session: ") for result in results[3:5])
    assert [(r.public.user, r.public.session) for r in log.events() if r.tag == "note-written"] == [
        ("u", "t"), ("v", "s"), ("u", "s"),
    ]  # fmt: skip


def test_any_user_may_be_named_where_none_are_listed(served, log):
    calls(served(per_call=("user",)), ("save_to_scratchpad", {**TOTAL, "user": "w"}))

    assert log.users() == ["w"]


@pytest.mark.parametrize(
    ("whose", "refused"),
    [({}, True), ({"users": ("v",)}, True), ({"users": ("team:red",)}, False), ({"user": "team:red"}, False)],
)
def test_a_space_is_named_only_where_it_was_allowed_by_name(served, log, whose, refused):
    log.set_policy({"spaces": {"team:red": {"readers": ["alice"]}}}, reason="ours")
    log.memory("team:red").remember("semantic:plan", "secret")
    before = log.position
    server = served(per_call=("user",), **{"user": "bob", **whose})

    read, written = calls(
        server,
        ("memory_read", {"namespace": "", "key": "plan", "user": "team:red"}),
        ("memory_write", {"namespace": "", "key": "k", "content": "x", "user": "team:red"}),
    )

    assert [read.is_error, written.is_error] == [refused, refused]
    assert ("secret" in read.content[0].text) != refused
    assert (log.position == before) == refused
    if refused:
        assert "'team:red' isn't one that this server may name" in told(read)["message"]


# Pages and prompts


@pytest.mark.parametrize("mode", MODES)
def test_the_scratchpad_can_be_read_as_a_page_and_that_is_kept(served, log, path, mode):
    mem = log.memory("u", "s")
    mem.set_goal("report")
    before = log.position

    async def act(client):
        uris = [each.uri for each in (await client.list_resources()).resources]
        return {uri: (await client.read_resource(uri)).contents[0] for uri in uris}

    pages = talk(served(), act, mode)

    assert list(pages) == ["belieflog://scratchpad", "belieflog://scratchpad.json", "belieflog://handover"]
    assert pages["belieflog://scratchpad"].text == mem.prompt(audit=False)
    assert pages["belieflog://scratchpad"].mime_type == "text/markdown"
    assert pages["belieflog://scratchpad.json"].text == mem.prompt(format="json", audit=False)
    assert pages["belieflog://handover"].text == str(mem.handover(path=False))
    assert path not in pages["belieflog://handover"].text
    recalled = list(log.events(after=before))
    assert [event.tag for event in recalled] == ["recalled"] * 3
    assert recalled[-1].public.shown == ((before, before),)


def test_the_history_of_an_entry_can_be_read_by_its_address(served, log):
    mem = log.memory("u", "s")
    mem.remember("semantic:a%2Fb/ü", 1)
    mem.remember("semantic:a%2Fb/ü", 2)

    async def act(client):
        pattern = (await client.list_resource_templates()).resource_templates[0].uri_template
        uri = pattern.replace("{address}", "semantic%3Aa%252Fb%2F%C3%BC")
        return json.loads((await client.read_resource(uri)).contents[0].text)

    assert [row["value"] for row in talk(served(), act)] == [1, 2]
    (recalled,) = log.events(tag="recalled")
    assert recalled.public.shown == ((log.position - 2, log.position - 1),)


@pytest.mark.parametrize(
    ("uri", "why"),
    [
        ("belieflog://nope", "there is nothing to read at 'belieflog://nope': there is belieflog://scratchpad"),
        ("belieflog://history/note%3Anope", "nothing was ever written at 'note:nope'"),
        ("belieflog://history/nope", "unknown kind 'nope'"),
        ("belieflog://history/semantic%3Aclosed%2Fk", "nothing was ever written at 'semantic:closed/k'"),
        ("memory://knowledge-graph", "there is nothing to read at 'memory://knowledge-graph'"),
    ],
)
def test_a_page_that_isnt_there_is_an_error_that_says_so(served, log, uri, why):
    log.memory("u", "s").remember("semantic:closed/k", 1)
    log.set_policy({"namespaces": {"closed": {"access": "closed", "readers": ["actor:payroll"]}}}, reason="secret")

    with pytest.raises(MCPError, match=r"nothing|unknown") as error:
        talk(served(), lambda client: client.read_resource(uri))

    assert why in str(error.value)


@pytest.mark.parametrize(("lang", "words"), [("en", "Go on with the task."), ("zh", "继续这项任务。")])
def test_a_prompt_goes_on_from_the_scratchpad(served, log, lang, words):
    log.memory("u", "s").set_goal("总结 the report")

    prompt = talk(served(lang=lang), lambda client: client.get_prompt("resume")).messages[0]

    assert prompt.content.text.startswith(words)
    assert "总结 the report" in prompt.content.text


@pytest.mark.parametrize(("lang", "words"), [("en", "Remember with memory_write"), ("zh", "用 memory_write 记住")])
def test_a_prompt_asks_to_remember(served, lang, words):
    async def act(client):
        given = await client.get_prompt("remember", {"what": "tea, not coffee"})
        return given.messages[0].content.text, (await client.get_prompt("remember")).messages[0].content.text

    given, bare = talk(served(lang=lang), act)

    assert given.startswith(words)
    assert "tea, not coffee" in given
    assert bare.startswith(words)


@pytest.mark.parametrize(
    ("profiles", "name", "arguments", "why"),
    [
        (["memory"], "nope", None, "there is no prompt 'nope': use one of resume, remember"),
        (["audit"], "remember", None, "there is no prompt 'remember': use one of resume"),
        (["memory"], "resume", {"what": "x"}, "what: the prompt resume takes no such argument"),
    ],
)
def test_a_prompt_that_cant_be_written_is_an_error(served, profiles, name, arguments, why):
    with pytest.raises(MCPError) as error:
        talk(served(profiles), lambda client: client.get_prompt(name, arguments))

    assert str(error.value).startswith(why)


# The knowledge graph


def test_the_drop_in_answers_in_the_shapes_of_the_memory_server(served, log):
    ada = {"name": "Ada", "entityType": "person", "observations": ["wrote notes"]}
    knows = {"from": "Ada", "to": "Charles", "relationType": "knows"}
    created, related, added, lost, found, deleted, rest = calls(
        served(compat="knowledge-graph"),
        ("create_entities", {"entities": [ada]}),
        ("create_relations", {"relations": [knows]}),
        ("add_observations", {"observations": [{"entityName": "Ada", "contents": ["wrote notes", "爱数学"]}]}),
        ("add_observations", {"observations": [{"entityName": "Bob", "contents": []}]}),
        ("search_nodes", {"query": "数学"}),
        ("delete_entities", {"entityNames": ["Ada"]}),
        ("read_graph", {}),
    )

    assert created.structured_content == {"entities": [ada]}
    assert json.loads(created.content[0].text) == [ada]
    assert created.content[0].text.startswith('[\n  {\n    "name": "Ada",')
    assert related.structured_content == {"relations": [knows]}
    assert added.structured_content == {"results": [{"entityName": "Ada", "addedObservations": ["爱数学"]}]}
    assert lost.is_error
    assert lost.content[0].text.startswith("Entity with name Bob not found")
    whole = {"entities": [{**ada, "observations": ["wrote notes", "爱数学"]}], "relations": [knows]}
    assert found.structured_content == json.loads(found.content[0].text) == whole
    assert deleted.structured_content == {"success": True, "message": "Entities deleted successfully"}
    assert deleted.content[0].text == "Entities deleted successfully"
    assert rest.structured_content == {"entities": [], "relations": []}
    written = [event for event in log.events() if event.tag == "memory-written"]
    assert written[0].private.via.startswith("create_entities")


def test_the_graph_can_be_read_as_a_page(served, log):
    async def act(client):
        await client.call_tool("create_entities", {"entities": [{"name": "a", "entityType": "b", "observations": []}]})
        return (await client.read_resource("memory://knowledge-graph")).contents[0]

    page = talk(served(compat="knowledge-graph"), act)

    assert page.mime_type == "application/json"
    assert json.loads(page.text)["entities"] == [{"name": "a", "entityType": "b", "observations": []}]


# Without the SDK, and in memory


def test_without_the_sdk_it_is_said_what_to_install(served, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)

    with pytest.raises(Refused, match=r"pip install -e '\.\[mcp\]' in the clone"):
        served()()


def test_a_log_in_memory_can_be_served(served):
    with belieflog.open(":memory:") as log:
        saved, read = calls(served(of=log), ("save_to_scratchpad", TOTAL), ("read_from_scratchpad", {"key": "q1"}))

    assert (told(saved)["status"], told(read)["value"]) == ("written", {"总收入": 1200})


def test_many_calls_at_once_are_all_done_each_once(served, log):
    import anyio

    async def act(client):
        async with anyio.create_task_group() as group:
            for n in range(50):
                group.start_soon(client.call_tool, "save_to_scratchpad", {"key": f"k{n}", "value": n})

    talk(served(), act)

    assert len(log.memory("u", "s").keys()) == 50
    assert log.verify().ok
