"""Memory stores of other systems: how a graph came to stand as it does, and files that tell only how it stands."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import belieflog
from belieflog.graph import Graph, places
from belieflog.importing import mcp_memory
from belieflog.importing.inputs import Input
from belieflog.importing.operations import Bad, Coordinates, Tally
from eventlog.errors import Refused

STORES = Path(__file__).parents[2] / "shared" / "data" / "stores"
HISTORY = STORES / "mcp-memory" / "mcp-think-tank-history"
CALLS = STORES / "mcp-memory" / "mcp_server_memory_en"
needs_samples = pytest.mark.skipif(not STORES.is_dir(), reason="no ../shared/data beside the repository")


@pytest.fixture
def log():
    with belieflog.open(":memory:") as opened:
        yield opened


def graph_of(log, at=None):
    shown = Graph(log.memory("u")).read_graph(at=at)
    entities = {e["name"]: (e["entityType"], frozenset(e["observations"])) for e in shown["entities"]}
    return entities, {(r["from"], r["relationType"], r["to"]) for r in shown["relations"]}


def graph_in(path):
    """Read a store plainly: lines of one name united, an observation that is an object by its text."""
    entities, relations = {}, set()
    for line in path.read_text("utf-8").splitlines():
        if not line.strip():
            continue
        record = json.loads(line)
        if "entityType" in record:
            texts = {o if isinstance(o, str) else o["text"] for o in record["observations"]}
            kind, before = entities.get(record["name"], (record["entityType"], frozenset()))
            entities[record["name"]] = (kind, before | texts)
        else:
            relations.add((record["from"], record["relationType"], record["to"]))
    return entities, relations


def written(path, *records, end="\n"):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(each) + end for each in records), "utf-8")
    return path


def entity(name, *observations, kind="person"):
    return {"type": "entity", "name": name, "entityType": kind, "observations": list(observations)}


def relation(start, kind, end):
    return {"type": "relation", "from": start, "to": end, "relationType": kind}


def take(log, *paths, **more):
    return log.import_(list(paths), user="u", **more)


def told(log):
    return [(e.tag, e.id, e.private.address, e.private.content) for e in log.events()][1:]


# The MCP memory server: a history


@needs_samples
def test_after_each_revision_the_graph_is_what_its_file_holds(log):
    take(log, HISTORY)
    last = {e.private.via.rpartition("/")[2].rpartition(":")[0]: e.position for e in log.events() if e.private.via}
    at = 1

    for line in (HISTORY / "index.jsonl").read_text().splitlines():
        revision = json.loads(line)
        name = revision["file"] or f"revision {revision['rev']}"
        at = last.get(name, at)
        assert graph_of(log, at) == (graph_in(HISTORY / revision["file"]) if revision["file"] else ({}, set()))


@needs_samples
def test_what_was_done_between_two_revisions_is_what_was_counted(log):
    take(log, HISTORY)
    done = {}
    for event in log.events():
        if event.private.via:
            name = event.private.via.rpartition("/")[2].rpartition(":")[0]
            done.setdefault(name, {True: [], False: []})[event.tag != "retracted"].append(event)
    content = {e.private.address: e.private.content for e in log.events() if e.tag == "memory-written"}

    for expected in json.loads((HISTORY / "diffs.expected.json").read_text()):
        events = done.get(expected["file"] or f"revision {expected['rev']}", {True: [], False: []})
        for added, word in ((True, "added"), (False, "removed")):
            told = [content[event.private.address] for event in events[added]]
            entities = {each["name"] for each in told if "name" in each}
            assert entities == set(expected[f"entities_{word}"])
            assert {(e["from"], e["relationType"], e["to"]) for e in told if "from" in e} == {
                tuple(each) for each in expected[f"relations_{word}"]
            }
            texts = {
                (each["entityName"], each["observation"])
                for each in told
                if "observation" in each and each["entityName"] not in entities
            }
            assert texts == {
                (name, json.loads(each)["text"] if each.startswith('{"text"') else each)
                for name, some in expected[f"observations_{word}"].items()
                for each in some
            }


@needs_samples
def test_a_revision_happened_when_the_list_says(log):
    take(log, HISTORY)

    first = next(e for e in log.events() if e.tag == "memory-written")
    assert first.public.occurred_at == 1_744_995_102_000_000  # 2025-04-18T18:51:42+02:00
    assert (str(first.source), first.public.actor) == ("import:mcp-memory/mcp-think-tank-history", "mcp-memory")


@needs_samples
def test_revisions_taken_in_one_by_one_come_to_the_same_as_the_folder(log):
    files = sorted(CALLS.glob("memory.*.jsonl"))
    for file in files:
        take(log, file)
        assert graph_of(log) == graph_in(file)

    assert take(log, CALLS).added == 0
    assert take(log, *files).added == 0
    with belieflog.open(":memory:") as other:
        take(other, *files)
        assert [each[1:] for each in told(other)] == [each[1:] for each in told(log)]


# One file, again and again


def test_a_file_that_has_changed_adds_only_the_difference(log, tmp_path):
    path = written(
        tmp_path / "project-a" / "memory.jsonl",
        entity("Dana", "likes tea", "at Globex"),
        relation("Dana", "knows", "Eve"),
    )
    assert take(log, path).added == 4

    written(path, entity("Dana", "likes tea", "at Initech"), relation("Dana", "knows", "Eve"))
    report = take(log, path)

    assert (report.added, report.bad, take(log, path).added) == (2, [], 0)
    assert graph_of(log) == graph_in(path)
    gone = places.of_observation("Dana", "at Globex")
    assert [(e.tag, e.reason) for e in log.memory("u").history(gone)][1] == (
        "retracted",
        "no longer in project-a/memory.jsonl",
    )


def test_an_emptied_file_empties_the_graph_and_it_can_fill_again(log, tmp_path):
    path = written(tmp_path / "memory.jsonl", entity("Dana", "likes tea"))
    full = graph_in(path)
    take(log, path)

    path.write_text("\n")
    take(log, path)
    assert graph_of(log) == ({}, set())

    report = take(log, written(path, entity("Dana", "likes tea")))
    assert (report.bad, graph_of(log)) == ([], full)


def test_what_a_user_took_back_stays_away_as_long_as_the_file_says_nothing_new(log, tmp_path):
    path = written(tmp_path / "memory.jsonl", entity("Dana", "likes tea"))
    take(log, path)
    log.memory("u", "s").retract(places.of_observation("Dana", "likes tea"), reason="never", source="user")

    assert (take(log, path).added, take(log, path).bad) == (0, [])
    assert graph_of(log) == ({"Dana": ("person", frozenset())}, set())


def test_an_import_that_was_reverted_stays_reverted(log, tmp_path):
    path = written(tmp_path / "memory.jsonl", entity("Dana", "likes tea"))
    run = take(log, path).run
    log.revert(user="u", run=run, reason="the wrong file")

    assert take(log, path).added == 0
    assert graph_of(log) == ({}, set())


def test_what_was_erased_isnt_brought_back(log, tmp_path):
    path = written(tmp_path / "memory.jsonl", entity("Dana", "likes tea", "lives in Rome"))
    take(log, path)
    log.erase(user="u", address=places.of_observation("Dana", "lives in Rome"), reason="she asked for it")

    assert take(log, path).added == 0
    assert graph_of(log) == ({"Dana": ("person", frozenset({"likes tea"}))}, set())


def test_what_others_wrote_is_never_taken_away(log, tmp_path):
    path = written(tmp_path / "memory.jsonl", entity("Dana", "likes tea"))
    take(log, path)
    graph = Graph(log.memory("u", "s", "agent"))
    graph.create_entities([{"name": "Eve", "entityType": "person", "observations": ["listens"]}])
    other = written(tmp_path / "other.jsonl", entity("Finn"))
    take(log, other)

    path.write_text("")
    take(log, path)

    assert set(graph_of(log)[0]) == {"Eve", "Finn"}


def test_two_projects_files_of_one_name_are_two_stores(log, tmp_path):
    ours = written(tmp_path / "project-a" / "memory.jsonl", entity("Dana", "likes tea"))
    theirs = written(tmp_path / "project-b" / "memory.jsonl", entity("Eve", "listens"))
    take(log, ours)
    take(log, theirs)
    assert graph_of(log)[0] == graph_in(ours)[0] | graph_in(theirs)[0]
    assert (take(log, ours).added, take(log, theirs).added) == (0, 0)

    written(ours, entity("Dana", "likes coffee"))
    take(log, ours)
    theirs.write_text("")
    take(log, theirs)
    assert graph_of(log) == graph_in(ours)


def test_two_projects_series_of_one_name_are_two_stores(log, tmp_path):
    folders = [tmp_path / project / "history" for project in ("project-a", "project-b")]
    for folder, name in zip(folders, ("Dana", "Eve"), strict=True):
        written(folder / "001_2025-01-01T10:00:00Z.jsonl", entity(name))
        written(folder / "002_2025-01-02T10:00:00Z.jsonl", entity(name, "listens"))

    assert [take(log, folder).added for folder in folders] == [2, 2]

    assert set(graph_of(log)[0]) == {"Dana", "Eve"}
    assert [take(log, folder).added for folder in folders] == [0, 0]


def test_nothing_is_taken_for_gone_that_stands_on_a_line_that_cant_be_read(log, tmp_path):
    path = written(tmp_path / "memory.jsonl", entity("Dana", "likes tea"), entity("Eve"))
    take(log, path)

    path.write_bytes(path.read_bytes()[:-20])
    report = take(log, path)

    assert [bad.line for bad in report.bad] == [2]
    assert set(graph_of(log)[0]) == {"Dana", "Eve"}


def test_twins_are_one_with_the_observations_of_both(log, tmp_path):
    path = written(tmp_path / "memory.jsonl", entity("Dana", "a", "a"), entity("Dana", "b", kind="company"))

    assert take(log, path).bad == []

    assert graph_of(log) == ({"Dana": ("person", frozenset("ab"))}, set())


def test_secrets_in_a_store_are_masked_and_taken_in_once(log, tmp_path):
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    path = written(tmp_path / "memory.jsonl", entity(f"box {token}", f"opens with {token}"))
    take(log, path)

    assert (take(log, path).added, token in json.dumps(told(log))) == (0, False)
    path.write_text("")
    take(log, path)
    assert graph_of(log) == ({}, set())


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('{"type": "entity", "name": "", "entityType": "x", "observations": []}', "is empty"),
        ('{"type": "entity", "name": "A", "entityType": 3, "observations": []}', "expected `str`"),
        ('{"type": "entity", "name": "A", "observations": []}', "missing required field"),
        ('{"type": "entity", "name": "A\\u0000", "entityType": "x", "observations": []}', "control character"),
        ('{"type": "relation", "from": "A", "to": "B"}', "missing required field"),
        ('{"type": "song"}', "neither an entity nor a relation"),
        ("[1]", "holds a list"),
        ("{", "cut short|not valid JSON"),
    ],
)
def test_a_bad_line_is_named_and_the_rest_goes_in(log, tmp_path, line, why):
    path = tmp_path / "memory.jsonl"
    path.write_text(line + "\n" + json.dumps(entity("Eve", "listens\u2028")), "utf-8")

    report = take(log, path)

    (bad,) = report.bad
    assert bad.line == 1
    assert re.search(why, bad.why)
    assert graph_of(log)[0] == {"Eve": ("person", frozenset(["listens\u2028"]))}


def test_a_list_leads_to_no_file_outside_its_folder(log, tmp_path):
    folder = tmp_path / "history"
    written(tmp_path / "secret.jsonl", entity("Mallory"))
    written(folder / "001.jsonl", entity("Dana"))
    written(folder / "index.jsonl", {"rev": 1, "file": "001.jsonl"}, {"rev": 2, "file": "../secret.jsonl"})

    report = take(log, folder)

    assert [bad.why for bad in report.bad] == ["index.jsonl: names no .jsonl file of this folder"]
    assert set(graph_of(log)[0]) == {"Dana"}


def test_a_time_that_runs_backwards_is_left_out(log, tmp_path):
    folder = tmp_path / "history"
    for number, (kind, day) in enumerate((("a", 3), ("b", 1), ("c", 2)), 1):
        written(folder / f"00{number}_2025-01-0{day}T10:00:00Z.jsonl", entity("Dana", kind=kind))

    assert take(log, folder).bad == []

    assert graph_of(log)[0]["Dana"][0] == "c"


# Laws


@needs_samples
@settings(max_examples=10, deadline=None)
@given(st.data())
def test_a_file_that_was_cut_short_and_then_is_whole_comes_to_the_whole(tmp_path_factory, data):
    whole = (HISTORY / "009_2025-05-03T005123_df4565aa.jsonl").read_bytes()
    path = tmp_path_factory.mktemp("cut") / "memory.jsonl"
    path.write_bytes(whole[: data.draw(st.integers(0, len(whole)))])
    with belieflog.open(":memory:") as log:
        take(log, path, format="mcp-memory")
        path.write_bytes(whole)
        assert take(log, path).bad == []

        assert graph_of(log) == graph_in(path)


NAMES = st.sampled_from("ABC")
GRAPHS = st.lists(
    st.builds(lambda n, o, k: entity(n, *o, kind=k), NAMES, st.lists(st.sampled_from("xyz"), max_size=2), NAMES)
    | st.builds(relation, NAMES, st.sampled_from("rs"), NAMES),
    max_size=4,
)


@settings(max_examples=30, deadline=None)
@given(st.lists(GRAPHS, min_size=1, max_size=5))
def test_states_one_by_one_come_to_the_same_as_the_series_at_once(tmp_path_factory, graphs):
    folder = tmp_path_factory.mktemp("states")
    path = folder / "alone" / "all" / "memory.jsonl"
    for number, records in enumerate(graphs, 1):
        written(folder / "all" / f"memory.{number}.jsonl", *records)
    with belieflog.open(":memory:") as single, belieflog.open(":memory:") as whole:
        for number, records in enumerate(graphs, 1):
            assert take(single, written(path, *records), format="mcp-memory").bad == []
            assert graph_of(single) == graph_in(path)
            assert take(single, path, format="mcp-memory").added == 0
            if number < len(graphs):
                take(whole, folder / "all" / f"memory.{number}.jsonl", format="mcp-memory")

        take(whole, folder / "all", format="mcp-memory")

        assert graph_of(whole) == graph_of(single) == graph_in(path)
        assert {each[1] for each in told(whole)} == {each[1] for each in told(single)}
        assert take(single, folder / "all", format="mcp-memory").added == 0
        assert take(whole, path, format="mcp-memory").added == 0


@settings(max_examples=40, deadline=None)
@given(st.lists(GRAPHS, min_size=1, max_size=4), st.data())
def test_a_series_whose_states_came_in_out_of_order_before_ends_as_its_last(tmp_path_factory, graphs, data):
    folder = tmp_path_factory.mktemp("parted")
    files = [written(folder / f"memory.{number}.jsonl", *records) for number, records in enumerate(graphs, 1)]
    with belieflog.open(":memory:") as log:
        for file in data.draw(st.lists(st.sampled_from(files), max_size=3)):
            take(log, file, format="mcp-memory")
            assert graph_of(log) == graph_in(file)

        last = written(folder / f"memory.{len(files) + 1}.jsonl", entity("new", "words"), *graphs[0])
        take(log, folder, format="mcp-memory")

        assert graph_of(log) == graph_in(last)
        assert take(log, folder, format="mcp-memory").added == 0


@settings(max_examples=30, deadline=None)
@given(
    st.lists(GRAPHS.map(lambda records: "".join(json.dumps(r) + "\n" for r in records).encode()), max_size=3), st.data()
)
def test_no_bytes_raise(graphs, data):
    body = bytearray(b"".join(graphs))
    for _ in range(data.draw(st.integers(0, 4))):
        if body:
            body[data.draw(st.integers(0, len(body) - 1))] = data.draw(st.integers(0, 255))
    cut = bytes(body[: data.draw(st.integers(0, len(body)))])

    found = [*mcp_memory.operations(Input("memory.jsonl", cut), Coordinates("u"), Tally())]

    assert all(isinstance(each, Bad) or each.given.id for each in found)


def test_an_unreadable_folder_is_refused_by_name(log, tmp_path):
    (tmp_path / "nothing").mkdir()

    with pytest.raises(Refused, match="no format this can tell"):
        take(log, tmp_path / "nothing")
