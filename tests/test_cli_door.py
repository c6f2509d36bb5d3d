import ast
import json
from pathlib import Path

import click
import pytest
from commanding import Command
from commanding import run as process

from cli import main
from cli.catalogue import SECTIONS, SUMMARIES
from cli.completion import script
from cli.context import default_log
from cli.terminal import width
from cli.wording import CHINESE
from cli.wording_options import OPTIONS
from projections import recall

CLI = Path(main.__file__).parent


@pytest.fixture
def belieflog(path):
    return Command(path)


def command(verb):
    found = main.cli.get_command(click.Context(main.cli), verb)
    assert found is not None
    return found


# The verbs


def test_help_lists_every_verb_once_under_its_section(belieflog):
    text = belieflog.without_log("--help").stdout

    assert [verb for verbs in SECTIONS.values() for verb in verbs] == list(SUMMARIES)
    for verb, (english, chinese) in SUMMARIES.items():
        assert f"  {verb} " in text
        assert english in " ".join(text.split())
        assert chinese.endswith("。")
    assert max(map(len, text.splitlines())) <= 80


def test_every_module_of_commands_is_a_verb_and_every_verb_a_module():
    modules = {path.stem.rstrip("_").replace("_", "-") for path in (CLI / "commands").glob("[!_]*.py")}

    assert modules == set(SUMMARIES)


@pytest.mark.parametrize("verb", SUMMARIES)
def test_a_verb_says_in_its_help_what_the_list_says(belieflog, verb):
    found = command(verb)

    assert found.name == verb
    assert (found.help or "").partition("\n")[0] == SUMMARIES[verb][0]
    assert SUMMARIES[verb][1] in belieflog.without_log("--lang", "zh", verb, "--help").stdout.replace("\n  ", "")


@pytest.mark.parametrize("verb", SUMMARIES)
def test_every_option_of_a_verb_has_help(verb):
    options = [param for param in command(verb).params if isinstance(param, click.Option)]

    assert [option.name for option in options if not option.help] == []
    names = [param.name for param in command(verb).params]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("verb", SUMMARIES)
def test_every_option_is_told_in_chinese_within_the_terminal(belieflog, verb):
    found = belieflog.without_log("--lang", "zh", verb, "--help", COLUMNS="80").stdout

    options = [param for param in command(verb).params if isinstance(param, click.Option)]
    shown = "".join(found.split())
    assert found.startswith(f"用法：belieflog {verb} ")
    assert [option.name for option in options if option.help not in OPTIONS] == []
    assert [o.name for o in options if "".join(OPTIONS[o.help].split()) not in shown] == []
    assert max(map(width, found.splitlines())) <= 80


def test_no_option_is_told_in_chinese_that_isnt_there():
    told = {option.help for verb in SUMMARIES for option in command(verb).params if isinstance(option, click.Option)}

    assert set(OPTIONS) - told == {"Print the version.", "Show this message and exit."}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ("mcp", "--token-file", "t"),
            "错误： --token-file 和 --allow-host 只用于 --http\n用法：belieflog mcp [OPTIONS]\n",
        ),
        (("wirte", "k"), "错误： 没有动词 'wirte'：您是想用 'write' 吗？\n"),
        (("diff",), "错误： 请说明比较什么：一个时刻、两个时刻，或 --with LOG\n"),
    ],
)
def test_wrong_usage_is_told_in_chinese(belieflog, words, told):
    result = belieflog("--lang", "zh", *words)

    assert result.exit_code == 2
    assert result.stderr.startswith(told)


def test_help_speaks_chinese(belieflog):
    for text in (
        belieflog.without_log("--lang", "zh", "--help").stdout,
        belieflog.without_log("--help", BELIEFLOG_LANG="zh").stdout,
    ):
        assert text.startswith("用法：belieflog [OPTIONS]")
        assert "先试试 'belieflog demo'" in text
        assert "写入:" in text
        assert SUMMARIES["undo"][1] in text


def test_without_a_verb_the_help_is_shown_and_the_exit_code_is_2(belieflog):
    result = belieflog.without_log()

    assert result.exit_code == 2
    assert "Write a note" in result.stderr


def test_a_misspelt_verb_or_option_is_told_what_may_be_meant(belieflog):
    assert belieflog("wirte", "k", "v").stderr == (
        "error: no verb 'wirte': did you mean 'write'?\n"
        "usage: belieflog [OPTIONS] COMMAND [ARGS]...\n"
        "try 'belieflog --help'\n"
    )
    assert "--reason" in belieflog("undo", "1", "--raeson", "x").stderr
    assert belieflog("xyzzy").exit_code == 2


def test_the_version_is_told(belieflog):
    from belieflog import __version__

    assert belieflog.without_log("--version").stdout == f"belieflog {__version__}\n"


@pytest.mark.parametrize("line", ["main.cli.main(['--help'])", "main.cli.main(['completion', 'bash'])"])
def test_help_imports_neither_the_log_nor_any_other_verb(line):
    code, out, err = python(
        "import sys\nfrom cli import main\n"
        f"try:\n    {line}\nexcept SystemExit:\n    pass\n"
        "print(sorted(m for m in sys.modules if m.partition('.')[0] in ('eventlog', 'belieflog', 'projections')))"
    )

    assert (code, err) == (0, b"")
    assert out.endswith(b"[]\n")


@pytest.mark.parametrize("words", [["show"], ["write", "k", "v"], ["log"], ["get", "k"]])
def test_short_verbs_import_nothing_slow(path, words):
    Command(path)("write", "k", "v")

    _, out, _ = python(
        "import sys\nfrom cli import main\n"
        f"try:\n    main.cli.main(['--log', {path!r}, *{words}])\nexcept SystemExit:\n    pass\n"
        "slow = {'sqlite_utils', 'rich', 'asyncio', 'importlib.metadata', 'numpy', 'unittest', 'http', 'email'}\n"
        "print('slow:', sorted(slow & set(sys.modules)))"
    )

    assert out.splitlines()[-1] == b"slow: []"


def python(code):
    import os
    import subprocess
    import sys

    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, env={**os.environ, "PYTHONPATH": str(CLI.parent)}, timeout=60
    )
    return done.returncode, done.stdout, done.stderr


# The options of every verb


def test_global_options_stand_before_or_after_the_verb(belieflog):
    belieflog("--user", "u1", "--session", "s1", "write", "k", "A")

    assert belieflog("get", "k", "--user", "u1", "--session", "s1").stdout == "A\n"
    assert belieflog("--json", "keys", "--user", "u1", "--session", "s1").stdout == '[\n  "k"\n]\n'
    assert belieflog("get", "k").exit_code == 1


def test_the_environment_sets_them_and_the_line_goes_first(belieflog):
    environment = {"BELIEFLOG_LOG": belieflog.log, "BELIEFLOG_USER": "u1", "BELIEFLOG_SESSION": "s1",
                   "BELIEFLOG_ACTOR": "planner"}  # fmt: skip

    belieflog.without_log("write", "k", "A", **environment)
    belieflog.without_log("write", "k", "B", "--session", "s2", **environment)

    entry = belieflog.json("get", "k", "--user", "u1", "--session", "s1")
    assert (entry["value"], entry["actor"]) == ("A", "planner")
    assert belieflog("get", "k", "--user", "u1", "--session", "s2").stdout == "B\n"
    assert belieflog("keys", BELIEFLOG_JSON="1").stdout == "[]\n"
    assert belieflog("users", BELIEFLOG_JSONL="1").stdout == '"u1"\n'
    assert belieflog("keys", BELIEFLOG_JSON="0").stdout.startswith("no notes")


def test_a_language_that_isnt_spoken_is_refused(belieflog):
    assert belieflog("show", BELIEFLOG_LANG="fr").stderr == "error: BELIEFLOG_LANG is 'fr': use en or zh\n"
    assert belieflog("show", "--lang", "fr").exit_code == 2


def test_the_log_is_in_the_application_data_folder_unless_told(belieflog, tmp_path, monkeypatch):
    monkeypatch.setattr("sys.platform", "linux")
    made = tmp_path / "share" / "belieflog" / "memory.db"

    belieflog.without_log("write", "k", "A", XDG_DATA_HOME=str(tmp_path / "share"))

    assert made.exists()
    assert belieflog.without_log("get", "k", XDG_DATA_HOME=str(tmp_path / "share")).stdout == "A\n"


@pytest.mark.parametrize(
    ("platform", "environment", "inside"),
    [
        ("linux", {}, ".local/share/belieflog"),
        ("darwin", {}, "Library/Application Support/belieflog"),
        ("win32", {}, "AppData/Local/belieflog"),
        ("win32", {"LOCALAPPDATA": "/data"}, "/data/belieflog"),
    ],
)
def test_each_system_has_its_folder(monkeypatch, platform, environment, inside):
    monkeypatch.setattr("sys.platform", platform)

    assert Path(default_log(environment)).parent.as_posix().endswith(inside)


def test_a_hint_repeats_the_options_that_were_given(belieflog):
    hint = belieflog("--session", "my s", "revert", "--event", "1", "--reason", "x").stderr
    assert hint.startswith("error: no log at ")

    empty = belieflog("show", "--user", "u1")

    assert f"belieflog --log {belieflog.log} --user u1 write KEY VALUE" in empty.stderr


# What goes wrong


@pytest.mark.parametrize(
    "words",
    [["show"], ["get", "k"], ["log"], ["verify"], ["rebuild"], ["users"], ["policy"], ["recall"],
     ["revert", "--event", "1", "--reason", "x"], ["undo", "1", "--reason", "x"]],
)  # fmt: skip
def test_reading_or_correcting_a_log_that_isnt_there_makes_none(belieflog, tmp_path, words):
    error = belieflog.refusal(*words)

    makes = f"'belieflog --log {belieflog.log} write KEY VALUE' makes it"
    assert error.startswith(f"error: no log at '{belieflog.log}': {makes}")
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_log_is_refused_and_left_as_it_is(tmp_path):
    (tmp_path / "notes.txt").write_text("just a text, long enough to be looked at as a file of its own " * 30)

    for words in (["show"], ["write", "k", "v"]):
        assert "is no belieflog log" in Command(tmp_path / "notes.txt").refusal(*words)
        assert "is a directory" in Command(tmp_path).refusal(*words)
        assert Command("mysql://x").refusal(*words).startswith("error: 'mysql' isn't an engine")
    assert (tmp_path / "notes.txt").read_text().startswith("just a text")


def test_an_error_as_json_has_its_code_and_attributes(belieflog):
    belieflog("write", "k", "A")

    result = belieflog("write", "k", "B", "--expected", "0", "--json")

    assert (result.exit_code, result.stdout) == (1, "")
    error = json.loads(result.stderr)["error"]
    assert (error["code"], error["rule"], error["mine"], error["theirs"]) == ("conflict", "expected", "B", "A")
    assert error["message"].startswith("'note:k' is at version 1")


@pytest.mark.parametrize("words", ["get --json", "--json get", "xyzzy --json", "get k --nope --jsonl"])
def test_wrong_usage_as_json_is_an_error_too(belieflog, words):
    result = belieflog(*words.split())

    assert (result.exit_code, result.stdout) == (2, "")
    assert json.loads(result.stderr)["error"]["code"] == "usage"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["write", "", "v"], "is empty"),
        (["write", "k" * 201, "v"], "shorten it"),
        (["write", "a\x07b", "v"], "control character"),
        (["remember", "semantic:a//b", "v"], "is empty"),
        (["get", "nokind:k"], "unknown kind 'nokind'"),
        (["get", "fact"], "has no key"),
        (["write", "k", "v", "--ttl", "soon"], "no length of time"),
        (["write", "k", "v", "--occurred-at", "2026-01-01T00:00:00"], "no zone"),
        (["write", "k", "v", "--id", "7"], "is no id"),
        (["write", "k", "v", "--source", "rumour:x"], "unknown kind 'rumour'"),
        (["write", "k", "v", "--derived-from", "99"], "no event"),
        (["plan", "--file", "no-such-file"], "No such file"),
        (["blob", "blob:0"], "no blob"),
        (["event", "99"], "no event 99"),
    ],
)
def test_bad_input_is_told_plainly_and_loses_nothing(belieflog, words, message):
    belieflog("write", "k", "A")
    head = belieflog.json("verify")["head"]

    assert message in belieflog.refusal(*words)

    assert belieflog.json("verify")["head"] == head


def test_a_bug_is_not_dressed_up_as_a_refusal(belieflog, monkeypatch):
    monkeypatch.setattr("belieflog.Log.users", lambda log: 1 / 0)
    belieflog("write", "k", "A")

    with pytest.raises(ZeroDivisionError):
        belieflog("users")


# Words


def test_every_sentence_said_is_also_said_in_chinese():
    said = {text for path in CLI.rglob("*.py") for text in _said(ast.parse(path.read_text(encoding="utf-8")))}
    said.update(recall.NOTES)

    assert said - set(CHINESE) == set()
    assert set(CHINESE) - said == set()


def _said(tree):
    """The texts that go through ``say`` or ``heads``, those kept in tables for it included."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr="say" | "heads") | ast.Name(id="say"), args=args):
                yield from (arg.value for arg in args if isinstance(arg, ast.Constant))
            case ast.Call(func=ast.Name(id="_section"), args=[_, ast.Constant(value=title), *_]):
                yield title
            case ast.Assign(targets=[ast.Name(id="_SECTIONS")], value=ast.Tuple(elts=rows)):
                yield from (row.elts[0].value for row in rows)
            case ast.Assign(targets=[ast.Name(id="told")], value=ast.List(elts=[ast.Tuple(), *_] as rows)):
                yield from (row.elts[0].value for row in rows)
            case ast.For(target=ast.Name(id="name" | "side"), iter=ast.Tuple(elts=words)):
                yield from (word.value for word in words)


def test_a_translation_has_the_same_blanks():
    assert {text: _blanks(chinese) for text, chinese in CHINESE.items()} == {text: _blanks(text) for text in CHINESE}


def _blanks(text):
    return {word.partition("}")[0].partition("!")[0] for word in text.split("{")[1:]}


# Completion


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_each_shell_has_its_script(belieflog, shell):
    text = belieflog.without_log("completion", shell).stdout

    assert text == script(shell) + "\n"
    assert "_BELIEFLOG_COMPLETE" in text
    assert f"{shell}_complete" in text


def test_verbs_and_options_are_completed():
    def completed(shell, **environment):
        environment["_BELIEFLOG_COMPLETE"] = f"{shell}_complete"
        return process(environment=environment)[1].decode().splitlines()

    assert completed("bash", COMP_WORDS="belieflog ti", COMP_CWORD="1") == ["plain,timeline"]
    assert "plain,--dry-run" in completed("bash", COMP_WORDS="belieflog undo --d", COMP_CWORD="2")
    assert completed("powershell", COMP_WORDS="belieflog\nti", COMP_WORD="ti") == [
        f"timeline\t{SUMMARIES['timeline'][0]}"
    ]  # fmt: skip
    options = completed("powershell", COMP_WORDS="belieflog\nundo\n--d", COMP_WORD="--d")
    assert [line.partition("\t")[0] for line in options] == ["--dry-run"]
