"""The knowledge graph beside the MCP memory server itself: the same calls, told by the official client, have the same results."""

import json
import os
from random import Random

import pytest
from npm import installed

import belieflog
from belieflog import InvalidValue, NotFound, Refused
from belieflog.graph import Graph

PACKAGE = "@modelcontextprotocol/server-memory@2026.8.31"
ANSWERED_UNDER = {"create_entities": "entities", "create_relations": "relations", "add_observations": "results"}


def entity(name, kind="person", *observations):
    return {"name": name, "entityType": kind, "observations": list(observations)}


def relation(start, kind, end):
    return {"from": start, "to": end, "relationType": kind}


def create(*entities):
    return "create_entities", {"entities": list(entities)}


def relate(*relations):
    return "create_relations", {"relations": list(relations)}


def add(name, *contents):
    return "add_observations", {"observations": [{"entityName": name, "contents": list(contents)}]}


def forget(name, *observations):
    return "delete_observations", {"deletions": [{"entityName": name, "observations": list(observations)}]}


def unrelate(*relations):
    return "delete_relations", {"relations": list(relations)}


def delete(*names):
    return "delete_entities", {"entityNames": list(names)}


def search(query):
    return "search_nodes", {"query": query}


def open_(*names):
    return "open_nodes", {"names": list(names)}


NAMES = ["a", "b", "A", "a/b", "50%", "é", "名", "x y"]
TEXTS = ["x", "y", "X/y", "", "50%", "是", "z z"]
READ = ("read_graph", {})
CALLS = [
    READ, search("a"), open_("Dana"), delete("Dana"), forget("Dana", "x"), unrelate(relation("a", "b", "c")),
    create(), create(entity("Dana", "person", "likes tea", "works at Globex"), entity("billing/api", "service")),
    create(entity("Dana", "robot", "hums"), entity("Łukasz", "", "50% of the time", "")),
    create(entity("戴娜", "人", "喜欢茶")), create(entity("DANA", "person", "shouts")), READ,
    relate(relation("Dana", "maintains", "billing/api"), relation("Dana", "knows", "nobody")),
    relate(relation("Dana", "maintains", "billing/api"), relation("Dana", "owns", "billing/api")),
    relate(relation("戴娜", "认识", "Dana"), relation("Dana", "is", "Dana")), relate(), READ,
    add("Dana", "likes tea", "sings"), add("billing/api", "written in Go", "50%"), add("Dana"), add("nobody", "x"),
    ("add_observations", {"observations": [{"entityName": "Dana", "contents": ["lost"]},
                                           {"entityName": "no one", "contents": ["x"]}]}),
    ("add_observations", {"observations": [{"entityName": "Dana", "contents": ["a"]},
                                           {"entityName": "Dana", "contents": ["a", "b"]}]}),
    ("add_observations", {"observations": []}), READ,
    search("TEA"), search("dana"), search("GO"), search("茶"), search("人"), search("%"), search("łU"), search(""),
    search("no such thing"), open_("Dana"), open_("nobody", "戴娜"), open_(), open_("dana"), open_("Dana", "Dana", ""),
    forget("Dana", "likes tea", "likes tea", "never said"), forget("nobody", "x"), forget("Dana"),
    forget("Łukasz", ""), add("Dana", "likes tea"), READ,
    unrelate(relation("Dana", "owns", "billing/api"), relation("Dana", "owns", "billing/api")),
    unrelate(relation("billing/api", "maintains", "Dana")), unrelate(),
    relate(relation("Dana", "owns", "billing/api")), READ,
    delete("billing/api", "no one"), READ, delete("nobody"), READ, delete(), create(entity("billing/api", "thing")),
    delete("Dana", "Dana"), create(entity("Dana", "person", "is back")), READ, search("is"), delete("戴娜", ""), READ,
    ("create_entities", {"entities": [{"name": "half"}]}), ("create_relations", {"relations": [{"from": "half"}]}),
    ("create_entities", {}), ("open_nodes", {"names": "Dana"}), ("search_nodes", {"query": 1}),
    ("delete_observations", {"deletions": [{"entityName": "Dana"}]}),
    ("create_entities", {"entities": [{**entity("extra"), "more": 1}]}), READ,
]  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """The memory server's program, installed into a folder of its own."""
    pytest.importorskip("mcp", reason="the official client isn't here: pip install -e '.[mcp]' in the clone")
    folder = installed(PACKAGE, tmp_path_factory.mktemp("server"))
    return folder / "@modelcontextprotocol" / "server-memory" / "dist" / "index.js"


def answers(server, file, calls):
    """Make *calls* of a fresh memory server, one after the other; each gives its text, what is structured, and if it failed."""
    import asyncio

    from mcp import Client, StdioServerParameters

    async def ask():
        environment = {"MEMORY_FILE_PATH": str(file), "PATH": os.environ["PATH"]}
        async with Client(StdioServerParameters(command="node", args=[str(server)], env=environment)) as client:
            results = [await client.call_tool(*call) for call in calls]
        return [(result.content[0].text, result.structured_content, result.is_error) for result in results]

    return asyncio.run(ask())


def answered(graph, call):
    """Make a call as a server over the graph would, and give what it would answer."""
    name, arguments = call
    try:
        result = getattr(graph, name)(**arguments)
    except (Refused, TypeError) as error:  # a missing argument is for the framework to tell
        return str(error), None, type(error)
    text = result["message"] if name.startswith("delete") else json.dumps(result, indent=2, ensure_ascii=False)
    return text, {ANSWERED_UNDER[name]: result} if name in ANSWERED_UNDER else result, False


def compare(server, file, calls):
    """Hold each answer, and the graph after it, against the memory server's; give the calls that it refuses."""
    theirs = answers(server, file, [each for call in calls for each in (call, READ)])
    failed = []
    with belieflog.open(":memory:") as log:
        graph = Graph(log.memory("u"))
        for n, call in enumerate(calls):
            (text, structured, error), shown = theirs[2 * n], theirs[2 * n + 1]
            told, mine, refused = answered(graph, call)
            if error:
                failed.append(call)
                assert refused in (NotFound, InvalidValue, TypeError), call
                assert refused is not NotFound or told.startswith(text), call
            else:
                assert (told, mine, refused) == (text, structured, False), call
            assert answered(graph, READ) == shown, call
    return failed


def drawn(random):
    """Draw a call that has no twins in it, which are kept by the memory server."""
    some = lambda of, most: random.sample(of, random.randint(0, most))
    ends = [(start, kind, end) for start in NAMES for kind in ("r", "s/t") for end in NAMES]
    relations = [relation(*each) for each in some(ends, 4)]
    made = create(*(entity(name, random.choice("tTu"), *some(TEXTS, 3)) for name in some(NAMES, 3)))
    added = add(random.choice(NAMES), *some(TEXTS, 3))
    forgotten = forget(random.choice(NAMES), *some(TEXTS, 2))
    looked_up = search(random.choice(("a", "X", "", "É", "/"))), open_(*some(NAMES, 3))
    return random.choice(
        [
            made,
            made,
            relate(*relations),
            added,
            added,
            forgotten,
            unrelate(*relations),
            delete(*some(NAMES, 1)),
            *looked_up,
        ]
    )


def test_every_call_is_answered_as_the_memory_server_answers_it(server, tmp_path):
    failed = compare(server, tmp_path / "memory.jsonl", CALLS)

    assert len(CALLS) >= 40
    assert len(failed) == 8
    assert {name for name, _ in CALLS} == {name for name in dir(Graph) if not name.startswith("_")}


def test_whatever_is_drawn_is_answered_as_the_memory_server_answers_it(server, tmp_path):
    random = Random(7)

    failed = compare(server, tmp_path / "memory.jsonl", [drawn(random) for _ in range(300)])

    assert 0 < len(failed) < 60


def test_it_differs_where_twins_would_be_kept(server, tmp_path):
    twins = [
        create(entity("Dana", "person", "a", "a"), entity("Dana", "robot", "b")),
        relate(*[relation("Dana", "is", "Dana")] * 2),
        add("Dana", "c", "c"),
        READ,
    ]

    *_, (_, theirs, _) = answers(server, tmp_path / "memory.jsonl", twins)
    with belieflog.open(":memory:") as log:
        graph = Graph(log.memory("u"))
        *_, (_, mine, _) = [answered(graph, call) for call in twins]

    assert theirs["entities"] == [entity("Dana", "person", "a", "a", "c", "c"), entity("Dana", "robot", "b")]
    assert mine["entities"] == [entity("Dana", "person", "a", "b", "c")]
    assert theirs["relations"] == [relation("Dana", "is", "Dana")] * 2
    assert mine["relations"] == [relation("Dana", "is", "Dana")]
