from pathlib import Path

import pytest
from commanding import Command

from cli import terminal
from cli.render import json_text
from cli.tables import table


@pytest.fixture
def belieflog(path):
    return Command(path)


HOSTILE = "\x1b[2Jred\x07 \u202egnp.exe\u202c \x9b31m \u2028 \U000e0041 \ufeff \r over"


def test_stored_text_cant_drive_the_terminal(belieflog):
    belieflog("write", "k", HOSTILE)
    belieflog("fact", "f", HOSTILE, "--source", "user", "--reason", HOSTILE)
    belieflog("plan", HOSTILE)
    belieflog("say", "user", HOSTILE)
    belieflog("revert", "--event", "2", "--reason", HOSTILE)

    pages = [
        belieflog(*line).stdout
        for line in (
            ("show",), ("log",), ("event", "3"), ("history", "k"), ("timeline", "k"), ("diff", "2", "4"), ("dialogue",),
            ("recall", "red"), ("corrections",), ("get", "plan"), ("undo", "6", "--reason", HOSTILE, "--dry-run"),
            ("why-not", "k"),
        )
    ]  # fmt: skip

    for page in pages:
        assert terminal.safe(page) == page
    assert "\\x1b[2Jred\\x07 \\u202egnp.exe" in pages[0]


def test_json_hides_nothing_and_is_still_json(belieflog):
    belieflog("write", "k", HOSTILE)

    text = belieflog("get", "k", "--json").stdout

    assert terminal.safe(text) == text
    assert belieflog.json("get", "k")["value"] == HOSTILE


def test_a_value_that_is_piped_is_exact(belieflog):
    belieflog("write", "k", HOSTILE)

    assert belieflog("get", "k").stdout_bytes.decode() == HOSTILE + "\n"


def test_a_value_on_a_terminal_is_safe(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)

    terminal.write_exact("\x1b[2J")

    assert capsys.readouterr().out == "\\x1b[2J\n"


def test_errors_are_safe_too(belieflog):
    error = belieflog("get", "a\x1b[2Jb").stderr

    assert terminal.safe(error) == error


def test_no_line_of_a_table_is_wider_than_the_terminal(belieflog):
    belieflog("write", "很长的键" * 20, "敏捷的棕色狐狸跳过了懒狗" * 20, "--source", "document:" + "x" * 150)
    belieflog("start", "标题" * 60, "--session", "s" * 100)

    for columns in (60, 80, 132):
        for line in (("log",), ("sessions",), ("sources",), ("history", "很长的键" * 20)):
            for each in belieflog(*line, COLUMNS=str(columns)).stdout.splitlines():
                assert terminal.width(each) <= columns


def test_long_cells_give_way_to_their_neighbours(belieflog):
    belieflog("write", "long-key-" * 20, "the content", "--source", "document:" + "x" * 150)

    head, row = belieflog("log").stdout.splitlines()

    assert head.split() == ["at", "recorded", "event", "entry", "source", "content"]
    assert row.endswith("the content")
    assert row.count("...") == 2


def test_the_scratchpad_wraps_to_the_terminal_and_says_where_it_cuts(belieflog):
    belieflog("write", "k", "敏捷的棕色狐狸跳过了懒狗 quick brown fox " * 40)

    lines = belieflog("show").stdout.splitlines()

    assert max(map(terminal.width, lines)) <= 80
    assert "    ..." in lines


def test_columns_stand_under_their_heads_whatever_the_script():
    rows = list(table(["at", "名", "content"], [[1, "猫", "a"], [22, "dog", "b"]], giving=(2,)))

    assert rows == ["at  名   content", " 1  猫   a", "22  dog  b"]


@pytest.mark.parametrize(
    ("text", "columns", "lines"),
    [
        ("the quick brown fox", 10, ["the quick", "brown fox"]),
        ("supercalifragilistic", 8, ["supercal", "ifragili", "stic"]),
        ("敏捷的 fox", 7, ["敏捷的", "fox"]),
        ("  a-long-first-word and more", 12, ["  a-long-fir", "st-word and", "more"]),
        ("a\n\nb", 10, ["a", "", "b"]),
        ("", 10, [""]),
    ],
)
def test_text_is_wrapped_at_spaces_or_between_characters(text, columns, lines):
    assert terminal.wrap(text, columns) == lines


def test_json_is_ascii_where_the_console_isnt_utf8(monkeypatch):
    monkeypatch.setattr(terminal, "speaks_utf8", lambda: False)

    assert json_text({"a": "é😀"}) == '{"a":"\\u00e9\\ud83d\\ude00"}'


def test_colour_is_only_for_terminals_that_want_it(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert terminal.strong("a") == "a"

    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert terminal.strong("a") == "\x1b[1ma\x1b[0m"
    assert terminal.faint("a") == "\x1b[2ma\x1b[0m"

    monkeypatch.setenv("NO_COLOR", "1")
    assert terminal.strong("a") == "a"


def test_progress_is_only_for_a_person_at_a_terminal(capsys, monkeypatch):
    with terminal.progress() as tell:
        tell("half")
    terminal.note("begun")
    assert capsys.readouterr().err == ""

    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    with terminal.progress() as tell:
        tell("half")
    terminal.note("begun")
    assert capsys.readouterr().err.startswith("\rhalf\r")


def test_nothing_in_cli_prints_but_through_the_terminal():
    sources = [path for path in Path(terminal.__file__).parent.rglob("*.py")]

    assert [path.name for path in sources if "print(" in path.read_text(encoding="utf-8")] == []
