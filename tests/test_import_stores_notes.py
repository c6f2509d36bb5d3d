"""basic-memory's notes: a knowledge graph in Markdown, one state of it or several."""

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import belieflog
from belieflog.graph import Graph
from belieflog.importing import basic_memory
from belieflog.importing.inputs import Input
from belieflog.importing.operations import Bad, Coordinates, Tally

NOTES = Path(__file__).parents[2] / "shared" / "data" / "stores" / "basic-memory"
needs_samples = pytest.mark.skipif(not NOTES.is_dir(), reason="no ../shared/data beside the repository")

FIRST = """---
title: Retries
type: decision
permalink: main/retries
tags:
- payments
---

# Retries

- [decision] Retry three times #payments
- relates_to [[Gateway]]
- "depends on" [[Queue|the queue]] (since May)
- see [[Gateway]] for more

Free words.
"""


@pytest.fixture
def log():
    with belieflog.open(":memory:") as opened:
        yield opened


def take(log, path):
    return log.import_(path, user="u")


def graph(log):
    shown = Graph(log.memory("u")).read_graph()
    return (
        {e["name"]: (e["entityType"], sorted(e["observations"])) for e in shown["entities"]},
        sorted((r["from"], r["relationType"], r["to"]) for r in shown["relations"]),
    )


@needs_samples
def test_two_states_of_a_note_come_to_what_was_edited(log):
    report = take(log, NOTES)

    assert (report.format, report.bad) == ("basic-memory", [])
    assert graph(log) == (
        {
            "Payment retries": (
                "note",
                [
                    "[decision] Retry five times #payments",
                    "[fact] The gateway times out after 30s (from the runbook)",
                    '[retracted] "times out after 30s": the runbook was wrong, it is 12s (measured 2026-03-10)',
                ],
            )
        },
        [("Payment retries", "relates_to", "Gateway")],
    )
    gone = [e for e in log.events() if e.tag == "retracted"]
    assert [e.private.reason for e in gone] == ["no longer in stores/basic-memory as of 2-edited"]
    assert take(log, NOTES / "2-edited").added == 0


def test_a_note_is_an_entity_with_its_observations_and_relations(log, tmp_path):
    path = tmp_path / "Retries.md"
    path.write_text(FIRST)

    assert take(log, path).bad == []

    observations = ["Free words.", "[decision] Retry three times #payments", "see [[Gateway]] for more"]
    relations = [("Retries", "depends on", "Queue"), ("Retries", "relates_to", "Gateway")]
    assert graph(log) == ({"Retries": ("decision", observations)}, relations)
    assert {str(e.source) for e in log.events()} == {"system", "import:main/retries"}


def test_a_note_that_left_its_folder_is_retracted(log, tmp_path):
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "a.md").write_text(FIRST)
    (folder / "b.md").write_text("---\ntitle: Queue\npermalink: main/queue\n---\n- [fact] is short\n")
    take(log, folder)
    (folder / "a.md").unlink()

    assert take(log, folder).bad == []

    assert graph(log) == ({"Queue": ("note", ["[fact] is short"])}, [])
    assert take(log, folder).added == 0


def test_two_projects_folders_of_one_name_are_two_stores(log, tmp_path):
    folders = [tmp_path / project / "notes" for project in ("project-a", "project-b")]
    for folder, title in zip(folders, ("Retries", "Queue"), strict=True):
        folder.mkdir(parents=True)
        (folder / "a.md").write_text(f"---\ntitle: {title}\npermalink: main/a\n---\n- [fact] is short\n")

    assert [take(log, folder).added for folder in folders] == [2, 2]

    assert [take(log, folder).added for folder in folders] == [0, 0]
    assert set(graph(log)[0]) == {"Retries", "Queue"}


def test_notes_of_one_title_are_told_apart_and_what_is_no_note_is_named(log, tmp_path):
    folder = tmp_path / "notes"
    folder.mkdir()
    for name in "ab":
        (folder / f"{name}.md").write_text(f"---\ntitle: Same\npermalink: main/{name}\n---\n- [fact] {name}\n")
    (folder / "c.md").write_text("# no note")

    report = log.import_(folder, user="u", format="basic-memory")

    assert [bad.why for bad in report.bad] == ["'c.md' has no front matter with a title and a permalink"]
    assert set(graph(log)[0]) == {"main/a", "main/b"}


@settings(max_examples=60, deadline=None)
@given(
    st.binary(max_size=80).map(lambda more: FIRST.encode()[:60] + more)
    | st.integers(0, 250).map(lambda n: FIRST.encode()[:n])
)
def test_no_bytes_raise(body):
    found = [*basic_memory.operations(Input("note.md", body), Coordinates("u"), Tally())]

    assert all(isinstance(each, Bad) or each.given.id for each in found)


@pytest.mark.parametrize("char", [*'-[]( "', "[[", "]]", "[[a]]", " ("])
def test_a_very_long_line_is_read_as_fast_as_any(char):
    body = (FIRST + "- a" + char * 60_000 + "x").encode()

    began = time.process_time()
    assert [*basic_memory.operations(Input("note.md", body), Coordinates("u"), Tally())]
    assert time.process_time() - began < 2
