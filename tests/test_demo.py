"""The demonstration does what it says, wherever it is run."""

import os
import re
import shlex
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from click.testing import CliRunner

import belieflog
from belieflog import demo
from belieflog.demo_words import WORDS
from cli.main import cli

ROOT = Path(__file__).parent.parent
HELD = {
    "plan-revised", "fact-added", "assumption-made", "failure-marked", "observed", "said", "retracted", "corrected",
}  # fmt: skip


@pytest.fixture(params=sorted(WORDS))
def told(request, tmp_path):
    """A demonstration in each language: where its log is, and the lines it told."""
    path, lines = tmp_path / "演示 one.db", []
    demo.run(path, lines.append, request.param)
    return path, lines


def columns(text):
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def test_its_log_holds_each_kind_of_event_and_verifies(told):
    path, _ = told

    with belieflog.open(path, readonly=True) as log:
        tags = {event.tag for event in log.events()}

        assert tags >= HELD
        assert log.verify().ok


def test_what_the_page_said_is_gone_and_the_work_after_it_stays(told):
    path, _ = told

    with belieflog.open(path, readonly=True) as log:
        mem = log.memory(demo.USER, demo.SESSION)
        misled, now = mem.scratchpad(at=17), mem.scratchpad()

    assert {entry.key for entry in misled.facts} == {"cairn/cost", "petrel/egress", "petrel/cost"}
    assert {entry.key for entry in now.facts} == {"cairn/cost", "petrel/egress", "petrel/cost", "harbor/cost"}
    assert not any(str(entry.source) == demo.CULPRIT for entry in now.facts)
    assert all(entry.supported for entry in now.entries)


def test_the_choice_is_marked_between_the_roll_back_and_its_retraction(told):
    path, _ = told

    with belieflog.open(path, readonly=True) as log:
        mem = log.memory(demo.USER, demo.SESSION)
        supported = [mem.get("assumption:choice", at=at).supported for at in (21, 22, 23, 24)]

    assert supported == [True, False, True, False]


def test_both_comparisons_it_prints_come_out_true(told):
    _, lines = told

    assert [line.strip() for line in lines].count("True") == 3
    assert "False" not in {line.strip() for line in lines}


def test_its_lines_fit_80_columns(told):
    path, lines = told

    wide = [line for line in lines if str(path) not in line and columns(line) > 80]

    assert wide == []


def test_every_command_it_tells_the_reader_to_type_works(told):
    _, lines = told
    commands = [shlex.split(line)[1:] for line in lines if line.strip().startswith("belieflog ")]

    results = [CliRunner().invoke(cli, command) for command in commands]

    assert len(commands) >= 5
    assert [(c, r.output) for c, r in zip(commands, results, strict=True) if r.exit_code] == []


def test_it_tells_the_same_story_every_time(tmp_path):
    first, second = [], []

    demo.run(tmp_path / "a.db", first.append)
    demo.run(tmp_path / "b.db", second.append)

    assert "\n".join(first).replace("a.db", "b.db") == "\n".join(second)
    assert "   12 (09:10) .. 15 (09:20): 0.09 USD/GB" in first


def test_both_languages_say_the_same_things():
    english, chinese = WORDS["en"], WORDS["zh"]

    assert list(english) == list(chinese)
    assert all(re.findall(r"{\w+}", english[key]) == re.findall(r"{\w+}", chinese[key]) for key in english)


def test_english_is_pure_ascii():
    assert "".join(WORDS["en"].values()).isascii()


def test_a_log_in_use_is_left_alone(tmp_path):
    path = tmp_path / "mine.db"
    with belieflog.open(path) as log:
        log.memory("me", "main").write("k", "mine")

    with pytest.raises(belieflog.Refused, match="in use"):
        demo.run(path, lambda line: None)

    with belieflog.open(path, readonly=True) as log:
        assert log.position == 2


def test_an_unknown_language_is_refused_before_a_file_is_made(tmp_path):
    with pytest.raises(belieflog.InvalidValue, match="'fr'"):
        demo.run(tmp_path / "a.db", lambda line: None, "fr")

    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("lang", sorted(WORDS))
def test_a_console_that_is_not_utf8_and_a_folder_with_a_chinese_name_are_no_hindrance(lang, tmp_path):
    folder = tmp_path / "记忆 库"
    folder.mkdir()
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("BELIEFLOG", "LC_", "PYTHON"))}
    environment = {**bare, "LANG": "C", "PYTHONIOENCODING": "gbk", "PYTHONPATH": str(ROOT)}

    command = [sys.executable, "-m", "cli", "--lang", lang, "demo"]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, timeout=60)

    assert (done.returncode, done.stderr) == (0, b"")
    assert WORDS[lang]["title"] in done.stdout.decode("gbk")
    assert (folder / "belieflog-demo.db").exists()
