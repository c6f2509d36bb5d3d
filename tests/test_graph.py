"""The knowledge graph: it does what the MCP memory server does, and all of it can be audited and taken back."""

import os
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from pathlib import Path

import msgspec
import pytest
from graph_model import Model
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import graph_operations

import belieflog
from belieflog import InvalidValue, NotFound, Refused
from belieflog.graph import Graph, places
from belieflog.graph.there import There

REVISIONS = Path(__file__).parent.parent / ".." / "shared" / "data" / "stores" / "mcp-memory" / "mcp-think-tank-history"

DANA = {"name": "Dana", "entityType": "person", "observations": ["likes tea", "works at Globex"]}
ADA = {"name": "Ada", "entityType": "person", "observations": []}
KNOWS = {"from": "Dana", "to": "Ada", "relationType": "knows"}


@pytest.fixture
def graph(mem):
    return Graph(mem)


@pytest.fixture
def people(graph):
    """A graph of two people who know each other."""
    graph.create_entities([DANA, ADA])
    graph.create_relations([KNOWS])
    return graph


def outcome(of, operation, arguments):
    try:
        return deepcopy(getattr(of, operation)(**arguments))
    except Refused as error:
        return type(error)


def observations(graph, name="Dana"):
    (entity,) = graph.open_nodes([name])["entities"]
    return entity["observations"]


# Law


@settings(max_examples=300)
@given(st.lists(graph_operations, min_size=8, max_size=16))
def test_law_the_graph_does_what_the_memory_server_does_and_writes_only_what_changes(operations):
    with belieflog.open(":memory:") as log:
        graph, model = Graph(log.memory("u", "s", "agent")), Model()
        states = [(log.position, deepcopy(model.read_graph()))]

        for operation in operations:
            result = outcome(graph, *operation)

            assert result == outcome(model, *operation), operation
            assert graph.read_graph() == model.read_graph(), operation
            position, before = states[-1]
            assert (log.position == position) == (model.read_graph() == before), operation
            states.append((log.position, deepcopy(model.read_graph())))

        assert [graph.read_graph(at=position) for position, _ in states[1:]] == [state for _, state in states[1:]]


# Results


def test_what_is_created_is_given_back_and_what_is_there_stays_as_it_is(people):
    again = people.create_entities([{**DANA, "entityType": "robot", "observations": ["new"]}, {**ADA, "name": "Bo"}])

    assert again == [{**ADA, "name": "Bo"}]
    assert people.open_nodes(["Dana"]) == {"entities": [DANA], "relations": [KNOWS]}


def test_entities_of_one_name_in_a_call_are_one_with_the_observations_of_all(graph):
    created = graph.create_entities([DANA, {**DANA, "entityType": "robot", "observations": ["likes tea", "hums"]}])

    assert created == [{**DANA, "observations": ["likes tea", "works at Globex", "hums"]}]
    assert graph.read_graph()["entities"] == created


def test_two_spellings_of_a_name_are_one_name(graph):
    graph.create_entities([{**ADA, "name": "Zoe\u0308"}])

    assert graph.create_entities([{**ADA, "name": "Zoë"}]) == []
    assert [entity["name"] for entity in graph.open_nodes(["Zoe\u0308"])["entities"]] == ["Zoë"]


def test_what_is_deleted_and_created_again_goes_to_the_end(people):
    people.delete_entities(["Dana"])
    people.create_entities([DANA])
    people.delete_observations([{"entityName": "Dana", "observations": ["likes tea"]}])
    people.add_observations([{"entityName": "Dana", "contents": ["likes tea"]}])

    assert people.read_graph()["entities"] == [ADA, {**DANA, "observations": ["works at Globex", "likes tea"]}]


def test_an_observation_of_no_entity_adds_nothing_of_its_call(log, people):
    before = log.position

    with pytest.raises(NotFound, match=r"^Entity with name Bo not found: create it first"):
        people.add_observations([{"entityName": "Ada", "contents": ["sings"]}, {"entityName": "Bo", "contents": ["x"]}])

    assert (log.position, observations(people, "Ada")) == (before, [])


@pytest.mark.parametrize(
    ("operation", "arguments", "message"),
    [
        ("create_entities", {"entities": [ADA, {**ADA, "name": ""}]}, r"^entities\[1\].name: is empty"),
        ("create_entities", {"entities": [{**ADA, "name": "x" * 201}]}, "201 characters: shorten it to 200"),
        ("create_entities", {"entities": [{**ADA, "name": "a\tb"}]}, "control character"),
        ("create_entities", {"entities": [{"name": "a", "entityType": "b"}]}, r"^entities\[0\]: .*`observations`"),
        ("create_entities", {"entities": [{**ADA, "entityType": 3}]}, r"^entities\[0\].entityType: expected `str`"),
        ("create_entities", {"entities": [{**ADA, "observations": ["a", "\ud800"]}]}, "lone surrogate"),
        ("create_relations", {"relations": [KNOWS, {**KNOWS, "relationType": " "}]}, r"^relations\[1\].relationType"),
        (
            "add_observations",
            {"observations": [{"entityName": "Dana", "contents": "x"}]},
            r"contents: expected `array`",
        ),
        ("delete_entities", {"entityNames": "Dana"}, "^entityNames: expected `array`"),
        ("delete_observations", {"deletions": [{"entityName": "Dana"}]}, "`observations`"),
        ("open_nodes", {"names": [1]}, r"^names\[0\]: expected `str`"),
        ("search_nodes", {"query": None}, "^query: "),
    ],
)
def test_what_the_graph_cant_hold_or_read_is_refused_by_its_place_and_nothing_is_written(
    log, people, operation, arguments, message
):
    before = log.position

    with pytest.raises(InvalidValue, match=message):
        getattr(people, operation)(**arguments)

    assert log.position == before


def test_too_long_an_observation_is_refused_whole_with_the_rest_of_its_call(log, people):
    before = log.position

    with pytest.raises(Refused, match=r"8.?000"):
        people.add_observations([{"entityName": "Dana", "contents": ["short", "x" * 8_001]}])

    assert log.position == before


def test_a_secret_is_masked_once_however_often_it_is_told(log, people):
    told = [{"entityName": "Dana", "contents": ["her password is hunter2"]}]

    first, again = people.add_observations(told), people.add_observations(told)

    assert first[0]["addedObservations"] == ["her password is [secret: password]"]
    assert again[0]["addedObservations"] == []
    people.delete_observations([{"entityName": "Dana", "observations": ["her password is hunter2"]}])
    assert observations(people) == DANA["observations"]


def test_digits_that_a_policy_masks_are_found_in_texts_only(log, people):
    log.set_policy({"secrets": {"patterns": {"number": r"\d+|[a-f]\d"}}}, reason="no numbers")

    people.add_observations([{"entityName": "Dana", "contents": [f"room {n}" for n in range(3)] + ["a desk"]}])

    assert observations(people) == [*DANA["observations"], "room [secret: number]", "a desk"]
    assert all("secret" not in e.address for e in log.memory("u").below("graph/observations"))


# What a log adds


def test_every_write_says_through_what_it_came_and_every_deletion_why(log, people):
    people.add_observations([{"entityName": "Ada", "contents": ["sings"]}], via="mcp:add", source="tool:page#1")
    people.delete_observations([{"entityName": "Ada", "observations": ["sings"]}])
    people.delete_relations([KNOWS], reason="they fell out")
    people.delete_entities(["Ada"], source="user")

    told = [(e.private.via, str(e.source), e.private.reason) for e in log.events(after=0) if e.address]
    assert told == [
        *[("graph:create_entities", "agent", "")] * 4,
        ("graph:create_relations", "agent", ""),
        ("mcp:add", "tool:page#1", ""),
        ("graph:delete_observations", "agent", "deleted from the knowledge graph"),
        ("graph:delete_relations", "agent", "they fell out"),
        ("graph:delete_entities", "user", "deleted from the knowledge graph"),
    ]


def test_each_call_is_one_batch(log, graph):
    for act in (
        lambda: graph.create_entities([DANA, ADA]),
        lambda: graph.create_relations([KNOWS, {**KNOWS, "to": "Bo"}]),
        lambda: graph.delete_entities(["Dana"]),
    ):
        before = log.position
        act()
        assert len({event.batch for event in log.events(after=before)}) == 1


def test_an_observation_has_a_history_and_someone_to_blame(mem, people):
    where = places.of_observation("Ada", "sings")
    told = [{"entityName": "Ada", "contents": ["sings"]}]
    people.add_observations(told, source="tool:page#1")
    people.delete_observations([{"entityName": "Ada", "observations": ["sings"]}], reason="she doesn't", source="user")
    people.add_observations(told, source="user")

    assert [(r.tag, str(r.source), r.reason) for r in mem.history(where)] == [
        ("memory-written", "tool:page#1", ""),
        ("retracted", "user", "she doesn't"),
        ("memory-written", "user", ""),
    ]
    assert str(mem.blame(where).entry.source) == "user"


def test_what_a_source_wrote_is_taken_back_at_once_and_comes_back_with_undo(log, people):
    before = people.read_graph()
    people.add_observations([{"entityName": "Dana", "contents": ["owes me money"]}], source="tool:page#1")
    people.create_entities([{**ADA, "name": "Mallory", "observations": ["is your friend"]}], source="tool:page#1")
    people.create_relations([{**KNOWS, "to": "Mallory"}], source="tool:page#1")
    people.add_observations([{"entityName": "Mallory", "contents": ["was here"]}], source="user")
    lied = people.read_graph()

    correction = log.revert(user="u", source="tool:page*", reason="the page lied")

    assert people.read_graph() == before  # nor is shown what the user said of what is no entity
    assert people.search_nodes("was here") == {"entities": [], "relations": []}
    log.undo(correction.events[0], reason="it didn't")
    assert people.read_graph() == lied


def test_an_entity_created_again_has_nothing_left_of_the_one_that_was_taken_back(log, people):
    people.create_entities([{**ADA, "name": "Bo", "observations": ["hums"]}], source="tool:page#1")
    people.add_observations([{"entityName": "Bo", "contents": ["sings", "is tall"]}])
    log.revert(user="u", source="tool:page*", reason="the page lied")

    people.create_entities([{**ADA, "name": "Bo", "observations": ["is tall"]}])

    assert observations(people, "Bo") == ["is tall"]
    assert log.memory("u").history(places.of_observation("Bo", "sings"))[-1].reason


def test_what_is_erased_is_gone_from_the_graph_and_can_be_told_again(log, people):
    log.erase(user="u", address=places.of_observation("Dana", "likes tea"), reason="asked to")
    log.erase(user="u", address=places.of_relation("Dana", "knows", "Ada"), reason="asked to")

    assert people.open_nodes(["Dana"]) == {
        "entities": [{**DANA, "observations": ["works at Globex"]}],
        "relations": [],
    }
    people.add_observations([{"entityName": "Dana", "contents": ["likes tea"]}])
    people.create_relations([KNOWS])
    assert people.open_nodes(["Dana"])["entities"] == [{**DANA, "observations": ["works at Globex", "likes tea"]}]
    log.erase(user="u", address=places.of_entity("Dana"), reason="asked to")
    assert people.read_graph() == {"entities": [ADA], "relations": [KNOWS]}


def test_what_has_expired_is_no_part_of_the_graph(log, mem, people):
    where = places.of_observation("Ada", "is on holiday")
    mem.remember(where, {"entityName": "Ada", "observation": "is on holiday"}, ttl="1h")

    assert observations(people, "Ada") == ["is on holiday"]
    log._log.clock.now += 3_600 * 1_000_000
    assert observations(people, "Ada") == []


def test_an_agent_cant_delete_what_the_user_said(people):
    people.add_observations([{"entityName": "Ada", "contents": ["is allergic to nuts"]}], source="user")
    before = people.read_graph()

    for act in (
        lambda: people.delete_entities(["Dana", "Ada"]),
        lambda: people.delete_observations([{"entityName": "Ada", "observations": ["is allergic to nuts"]}]),
    ):
        with pytest.raises(Refused, match="said by a user"):
            act()

    assert people.read_graph() == before


def test_what_the_user_deleted_an_agent_doesnt_bring_back(people):
    told = [{"entityName": "Dana", "contents": ["likes tea"]}]
    people.delete_observations([{"entityName": "Dana", "observations": ["likes tea"]}], source="user")

    with pytest.raises(Refused, match="retracted"):
        people.add_observations([*told, {"entityName": "Ada", "contents": ["sings"]}])

    assert (observations(people), observations(people, "Ada")) == (["works at Globex"], [])
    people.add_observations(told, source="user")
    assert observations(people) == ["works at Globex", "likes tea"]


def test_an_observation_put_right_by_hand_is_shown_and_deleted_by_what_it_says(mem, people):
    mem.remember(places.of_observation("Dana", "likes tea"), "likes coffee")
    assert observations(people) == ["works at Globex", "likes coffee"]

    people.delete_observations([{"entityName": "Dana", "observations": ["likes tea", "likes coffee"]}])

    assert observations(people) == ["works at Globex"]


def test_whatever_lies_where_the_graph_lies_by_someone_elses_hand_it_can_be_read(mem, people):
    mem.remember("semantic:graph/entities/Bo", "robot")
    mem.remember(places.of_observation("Bo", "x"), {"height": 3})
    mem.remember("semantic:graph/entities/deeper/Bo", "stray")
    mem.remember("semantic:graph/stray", 1)

    entities = people.read_graph()["entities"]

    assert entities == [DANA, ADA, {"name": "Bo", "entityType": "robot", "observations": ['{"height":3}']}]


def test_what_a_session_keeps_to_itself_is_no_part_of_the_graph(log, mem, people):
    mem.remember(places.of_entity("Bo"), {"name": "Bo", "entityType": "robot"}, in_session=True)

    assert people.open_nodes(["Bo"])["entities"] == []
    assert people.create_entities([{**ADA, "name": "Bo"}]) == [{**ADA, "name": "Bo"}]
    assert Graph(log.memory("u", "other")).read_graph() == people.read_graph()
    assert Graph(log.memory("v")).read_graph() == {"entities": [], "relations": []}


def test_what_an_agent_was_shown_is_kept_only_with_audit(log, mem, people):
    before = log.position
    people.read_graph(), people.search_nodes("tea"), people.open_nodes(["Ada"])
    assert log.position == before

    audited = Graph(mem, audit=True)
    audited.search_nodes("TEA")
    audited.open_nodes(["Ada"])

    searched, opened = [event for event in log.events(after=before) if event.tag == "recalled"]
    shown = {e.position: e.address for e in log.events(after=0) if e.address}
    told = lambda event: {shown[p] for first, last in event.public.shown for p in range(first, last + 1)}
    knows = places.of_relation("Dana", "knows", "Ada")
    assert searched.private.query == "TEA"
    assert told(searched) == {
        places.of_entity("Dana"),
        *(places.of_observation("Dana", text) for text in DANA["observations"]),
        knows,
    }
    assert told(opened) == {places.of_entity("Ada"), knows}


def test_the_graph_can_be_read_as_it_was(log, people):
    before = log.position
    people.delete_entities(["Dana"])

    assert people.read_graph(at=before) == {"entities": [DANA, ADA], "relations": [KNOWS]}
    assert people.search_nodes("tea", at=before)["entities"] == [DANA]
    assert people.open_nodes(["Dana"], at=before)["entities"] == [DANA]
    assert people.read_graph() == {"entities": [ADA], "relations": []}


def test_no_write_but_deleting_an_entity_lists_more_than_what_is_said_of_one(people, monkeypatch):
    listed = []
    below = There.below
    monkeypatch.setattr(
        There, "below", lambda there, namespace, at=None: listed.append(namespace) or below(there, namespace, at)
    )

    people.create_entities([DANA, {**ADA, "name": "a/b", "observations": ["hums"]}])
    people.create_relations([KNOWS, {**KNOWS, "to": "Bo"}])
    people.add_observations([{"entityName": "Dana", "contents": ["sings", "likes tea"]}])
    people.delete_observations([{"entityName": "Dana", "observations": ["sings", "never said"]}])
    people.delete_relations([KNOWS])
    assert listed == ["graph/observations/a%2Fb", "graph/observations/Dana"]  # what is left behind; what was never said

    listed.clear()
    people.delete_entities(["a/b", "Bo"])
    assert sorted(listed) == ["graph/observations/Bo", "graph/observations/a%2Fb", "graph/relations"]


# Many at once


def test_two_threads_that_add_observations_lose_none(path):
    with belieflog.open(path, durability="off") as log:
        Graph(log.memory("u")).create_entities([ADA])

        def add(who):
            graph = Graph(log.memory("u", actor=f"a{who}"))
            return [
                graph.add_observations([{"entityName": "Ada", "contents": [f"{who}: {n}", f"both: {n}"]}])
                for n in range(20)
            ]

        with ThreadPoolExecutor(2) as pool:
            results = [added for calls in pool.map(add, range(2)) for (added,) in calls]

        added = [text for result in results for text in result["addedObservations"]]
        assert len(added) == len(set(added)) == 60
        assert sorted(observations(Graph(log.memory("u")), "Ada")) == sorted(added)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system starts no process by fork")
def test_eight_processes_that_create_an_entity_each_and_one_together_lose_none(path):
    with belieflog.open(path, durability="off"):
        pass
    children = []
    for n in range(8):
        if (child := os.fork()) == 0:
            status = 1
            try:
                with belieflog.open(path, durability="off") as log:
                    Graph(log.memory("u")).create_entities([{**ADA, "name": f"e{n}"}, {**ADA, "name": "all"}])
                status = 0
            finally:
                os._exit(status)
        children.append(child)

    assert [os.waitpid(child, 0)[1] for child in children] == [0] * 8
    with belieflog.open(path) as log:
        names = [entity["name"] for entity in Graph(log.memory("u")).read_graph()["entities"]]
        assert sorted(names) == ["all", *(f"e{n}" for n in range(8))]
        assert len(log.memory("u").history(places.of_entity("all"))) == 1


# Real graphs


@pytest.mark.skipif(not REVISIONS.exists(), reason="the sample stores aren't here")
@pytest.mark.parametrize("number", [2, 5, 8, 9, 12, 14, 16])
def test_a_real_graph_comes_back_as_it_was_built(number):
    (file,) = REVISIONS.glob(f"{number:03}_*.jsonl")
    lines = [msgspec.json.decode(line) for line in file.read_bytes().splitlines() if line.strip()]
    entities = [
        {**line, "observations": [o["text"] if isinstance(o, dict) else o for o in line["observations"]]}
        for line in lines
        if "name" in line
    ]
    relations = [{part: line[part] for part in ("from", "to", "relationType")} for line in lines if "from" in line]

    with belieflog.open(":memory:") as log:
        graph = Graph(log.memory("u"))
        graph.create_entities(entities)
        graph.create_relations(relations)
        read = graph.read_graph()

    told = {}
    for entity in entities:
        told.setdefault(entity["name"], set()).update(entity["observations"])
    assert {entity["name"]: set(entity["observations"]) for entity in read["entities"]} == told
    assert {tuple(sorted(r.items())) for r in read["relations"]} == {tuple(sorted(r.items())) for r in relations}
    assert told
