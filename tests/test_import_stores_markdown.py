"""Markdown memory files: an entry for each line, its versions, and histories kept by git or in a folder."""

import json
import shutil
import subprocess
import time
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import belieflog
from belieflog.importing import markdown, markdown_lines
from belieflog.importing.inputs import Input
from belieflog.importing.operations import Bad, Coordinates, Tally

FILES = Path(__file__).parents[2] / "shared" / "data" / "stores" / "memory-files"
needs_samples = pytest.mark.skipif(not FILES.is_dir(), reason="no ../shared/data beside the repository")
needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="no git")

FIRST = """# Project

Uses Python.
It is small.

## Tests
- run `pytest -q` before a commit
- never skip a test

```bash
# no heading
pytest
```
"""
SECOND = FIRST.replace("pytest -q`", "pytest -q -n 2`").replace("- never skip a test\n", "") + "\n- keep them fast\n"


@pytest.fixture
def log():
    with belieflog.open(":memory:") as opened:
        yield opened


@pytest.fixture
def project(tmp_path):
    folder = tmp_path / "project-a"
    folder.mkdir()
    return folder


def committed(folder, *words, at="2026-01-01T10:00:00+02:00"):
    env = {"GIT_AUTHOR_DATE": at, "GIT_COMMITTER_DATE": at, "HOME": str(folder), "PATH": "/usr/bin:/bin"}
    who = ("-c", "user.name=n", "-c", "user.email=e@example.com")
    subprocess.run(["git", "-C", folder, *who, *words], check=True, capture_output=True, env=env)


def take(log, path, **more):
    return log.import_(path, user="u", **more)


def shown(log):
    return {entry.address: entry.value for entry in log.memory("u").below("", ("semantic",))}


def texts_in(text):
    return sorted({(line.section, line.text) for line in markdown_lines.read(text)})


def texts_shown(log):
    found = log.memory("u").below("", ("semantic",))
    return sorted((entry.namespace[3:], entry.value) for entry in found)


def test_each_line_is_an_entry_below_its_headings(log, project):
    path = project / "CLAUDE.md"
    path.write_text(FIRST)

    report = take(log, path)

    assert (report.format, report.bad) == ("markdown", [])
    assert shown(log) == {
        "semantic:markdown/project-a/CLAUDE.md/Project/uses-python-it-is-small": "Uses Python.\nIt is small.",
        "semantic:markdown/project-a/CLAUDE.md/Project/Tests/run-pytest-q-before-a-commit": "run `pytest -q` before a commit",
        "semantic:markdown/project-a/CLAUDE.md/Project/Tests/never-skip-a-test": "never skip a test",
        "semantic:markdown/project-a/CLAUDE.md/Project/Tests/bash-no-heading-pytest": "```bash\n# no heading\npytest\n```",
    }


def test_a_changed_line_is_a_new_version_of_one_entry_and_a_removed_line_is_retracted(log, project):
    path = project / "CLAUDE.md"
    path.write_text(FIRST)
    take(log, path)
    path.write_text(SECOND)

    report = take(log, path)

    assert (report.added, report.bad, take(log, path).added) == (3, [], 0)
    below = "semantic:markdown/project-a/CLAUDE.md/Project/Tests/"
    history = lambda key: [(e.tag, e.value) for e in log.memory("u").history(below + key)]
    assert history("run-pytest-q-before-a-commit") == [
        ("memory-written", "run `pytest -q` before a commit"),
        ("memory-written", "run `pytest -q -n 2` before a commit"),
    ]
    assert [tag for tag, _ in history("never-skip-a-test")] == ["memory-written", "retracted"]
    assert texts_shown(log) == texts_in(SECOND)


def test_what_a_user_took_back_stays_away_though_its_line_had_changed(log, project):
    path = project / "CLAUDE.md"
    for text in (FIRST, SECOND):
        path.write_text(text)
        take(log, path)
    where = "semantic:markdown/project-a/CLAUDE.md/Project/Tests/run-pytest-q-before-a-commit"
    log.memory("u", "s").retract(where, reason="too slow", source="user")

    assert (take(log, path).added, take(log, path).bad) == (0, [])


def test_a_line_with_a_secret_is_masked_and_taken_in_once(log, tmp_path):
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    path = tmp_path / "CLAUDE.md"
    path.write_text(f"# Keys {token}\n- {token}\n- the token is {token}\n")
    take(log, path)

    assert token.lower() not in str(shown(log)).lower()
    assert take(log, path).added == 0
    path.write_text("")
    assert (take(log, path).bad, shown(log)) == ([], {})


@needs_samples
@pytest.mark.parametrize("name", ["claude-code-log.CLAUDE.md", "langgraph.AGENTS.md"])
def test_after_each_revision_its_lines_show(log, name):
    take(log, FILES / name)
    last = {e.private.via.rpartition("/")[2].rpartition(":")[0]: e.position for e in log.events() if e.private.via}

    for line in (FILES / name / "index.jsonl").read_text().splitlines():
        file = json.loads(line)["file"]
        there = log.memory("u").below("", ("semantic",), at=last[file])
        assert sorted((e.namespace[3:], e.value) for e in there) == texts_in((FILES / name / file).read_text())


@needs_git
def test_a_file_in_git_comes_in_with_its_history(log, tmp_path):
    git = partial(committed, tmp_path)
    old, path = tmp_path / "NOTES.md", tmp_path / "CLÄUDE.md"
    git("init", "-q")
    old.write_text(FIRST)
    git("add", ".")
    git("commit", "-q", "-m", "first")
    git("mv", old.name, path.name)
    git("commit", "-q", "-m", "moved")
    path.write_text(SECOND)
    git("commit", "-q", "-a", "-m", "second", at="2026-01-02T10:00:00+02:00")
    path.write_text(SECOND + "- not committed\n")

    assert take(log, path).bad == []

    assert texts_shown(log) == texts_in(path.read_text())
    times = [e.public.occurred_at for e in log.events() if e.tag != "opened"]
    assert times == [1_767_254_400_000_000] * 4 + [1_767_340_800_000_000] * 3 + [None]
    git("commit", "-q", "-a", "-m", "third", at="2026-01-03T10:00:00+02:00")
    assert take(log, path).added == 0
    path.write_text(FIRST)
    assert (take(log, path).bad, texts_shown(log)) == ([], texts_in(FIRST))


@needs_git
def test_two_projects_files_of_one_name_in_git_are_two_stores(log, tmp_path):
    paths = [tmp_path / project / "CLAUDE.md" for project in ("project-a", "project-b")]
    for path in paths:
        path.parent.mkdir()
        committed(path.parent, "init", "-q")
        for number, text in enumerate((FIRST, SECOND), 1):
            path.write_text(text + f"- of {path.parent.name}\n")
            committed(path.parent, "add", ".")
            committed(path.parent, "commit", "-q", "-m", "x", at=f"2026-01-0{number}T10:00:00+02:00")

    assert [(take(log, path).added, take(log, path).added) for path in paths] == [(8, 0), (8, 0)]

    assert texts_shown(log) == sorted(text for path in paths for text in texts_in(path.read_text()))
    times = [e.public.occurred_at for e in log.events() if e.tag != "opened"]
    assert times[:8] == times[8:]


@pytest.mark.parametrize("session", [None, "s/t"])
def test_two_projects_files_of_one_name_are_two_stores_unless_a_session_is_named(log, tmp_path, session):
    paths = [tmp_path / project / "CLAUDE.md" for project in ("project-a", "project-b")]
    for path, text in zip(paths, ("- use tabs\n", "- be brief\n"), strict=True):
        path.parent.mkdir()
        path.write_text(text)
        take(log, path, session=session)

    below = "semantic:markdown/"
    apart = {below + "project-a/CLAUDE.md/use-tabs": "use tabs", below + "project-b/CLAUDE.md/be-brief": "be brief"}
    assert shown(log) == ({below + "s%2Ft/be-brief": "be brief"} if session else apart)

    paths[1].write_text("")
    take(log, paths[1], session=session)
    assert list(shown(log).values()) == ([] if session else ["use tabs"])


@needs_git
def test_a_repositorys_settings_run_nothing(log, tmp_path):
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    trap = tmp_path / "trap"
    trap.write_text(f"#!/bin/sh\ntouch {tmp_path}/sprung\n")
    trap.chmod(0o755)
    for setting in ("core.fsmonitor", "core.pager", "gpg.program", "diff.external", "diff.x.textconv"):
        subprocess.run(["git", "-C", tmp_path, "config", setting, trap], check=True)
    subprocess.run(["git", "-C", tmp_path, "config", "log.showSignature", "true"], check=True)
    (tmp_path / ".gitattributes").write_text("*.md diff=x\n")
    path = tmp_path / "CLAUDE.md"
    path.write_text(FIRST)
    who = ("-c", "user.name=n", "-c", "user.email=e@example.com", "-c", "core.fsmonitor=false")
    subprocess.run(["git", "-C", tmp_path, *who, "add", "."], check=True)
    subprocess.run(["git", "-C", tmp_path, *who, "commit", "-q", "-m", "x"], check=True)

    assert take(log, path).added == 4
    assert not (tmp_path / "sprung").exists()


def test_crlf_marks_and_an_open_fence_are_read_as_they_are_meant():
    text = "\ufeff---\r\ntitle: x\r\n---\r\n# A #\r\n1. one\r\n2) two\r\n***\r\n| a | b |\r\n|---|---|\r\n| 1 | 2 |\r\n~~~\r\n# code"

    assert [(line.number, line.section, line.text) for line in markdown_lines.read(text.removeprefix("\ufeff"))] == [
        (1, (), "---\ntitle: x\n---"),
        (5, ("A",), "one"),
        (6, ("A",), "two"),
        (8, ("A",), "| a | b |"),
        (10, ("A",), "| 1 | 2 |"),
        (11, ("A",), "~~~\n# code"),
    ]


WORDS = st.sampled_from(
    ["- use tabs", "- use tabs only", "- use spaces", "# A", "## B", "```", "text", "", "| a |", "---"]
)
DOCUMENTS = st.lists(WORDS, max_size=7).map("\n".join)


@settings(max_examples=30, deadline=None)
@given(st.lists(DOCUMENTS, min_size=1, max_size=4))
def test_versions_one_by_one_come_to_the_same_as_the_series_at_once(tmp_path_factory, documents):
    folder = tmp_path_factory.mktemp("versions")
    path = folder / "alone" / "all" / "NOTES.md"
    path.parent.mkdir(parents=True)
    for number, text in enumerate(documents, 1):
        (folder / "all").mkdir(exist_ok=True)
        (folder / "all" / f"NOTES.{number}.md").write_text(text)
    with belieflog.open(":memory:") as single, belieflog.open(":memory:") as whole:
        for text in documents:
            path.write_text(text)
            assert take(single, path).bad == []
            assert texts_shown(single) == texts_in(text)
            assert take(single, path).added == 0
        assert take(whole, folder / "all").bad == []

        assert shown(whole) == shown(single)
        assert (take(single, folder / "all").added, take(whole, path).added) == (0, 0)


@settings(max_examples=50, deadline=None)
@given(
    st.binary(max_size=60)
    | st.text(max_size=60).map(lambda text: text.encode("utf-8", "replace"))
    | DOCUMENTS.map(str.encode)
)
def test_no_bytes_raise(body):
    found = [*markdown.operations(Input("NOTES.md", body), Coordinates("u"), Tally())]

    assert all(isinstance(each, Bad) or each.given.id for each in found)


@pytest.mark.parametrize("start", ["", "# ", "- ", "|", "```", "a "])
@pytest.mark.parametrize("char", [*'-=_*#|:[`" \t', "- ", "[["])
def test_a_very_long_line_is_read_as_fast_as_any(start, char):
    line = start + char * (130_000 // len(char)) + "x"

    began = time.process_time()
    found = [*markdown_lines.read(line)]
    assert len(found) == (not start.startswith("#"))
    assert time.process_time() - began < 2
