"""The documents keep up with the code. (Their ``>>>`` examples run as doctests.)"""

import contextlib
import inspect
import io
import json
import re
import runpy
import shlex
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest
from click.testing import CliRunner
from cogapp import Cog

import belieflog
import eventlog
import projections
from belieflog import Log, Memory
from cli.catalogue import SUMMARIES
from cli.main import cli

ROOT = Path(__file__).parent.parent
READMES = ("README.md", "README.zh-CN.md")
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
TEXTS = [*PAGES, ROOT / "pyproject.toml"]
TEXTS += sorted(
    path
    for folder in ("belieflog", "cli", "eventlog", "projections", "docs", "examples", "bench", ".ci")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in (".py", ".md", ".toml", "") and path.is_file()
)
VIEWS = [import_module(f"projections.{found.name}") for found in iter_modules(projections.__path__)]
PUBLIC = [(module, name) for module in (belieflog, eventlog) for name in module.__all__]
PUBLIC += [
    (module, name)
    for module in VIEWS
    for name, value in vars(module).items()
    if not name.startswith("_") and getattr(value, "__module__", None) == module.__name__ and callable(value)
]
TYPES = (Log, Memory, belieflog.Batch, belieflog.Correction)
METHODS = [(kind, name) for kind in TYPES for name in dir(kind) if not name.startswith("_")]

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_VARIES = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d|\b[0-9a-f]{64}\b")  # times of recording and hashes
_OF_A_MACHINE = re.compile(
    r"/(?:root|home|Users|work|tmp|mnt)/\w|[A-Z]:\\\\?Users|https?://[^/\s]*pypi[^/\s]*|index-url"
)


def text(name):
    return (ROOT / name).read_text("utf-8")


def blocks(name):
    return _FENCE.findall(text(name))


def outline(name):
    """Give the levels of a page's headings, and what each section holds: blocks of code, lists, links."""
    bare = _FENCE.sub("", text(name))
    parts = re.split(r"^(#+) .*$", bare, flags=re.MULTILINE)[1:]
    return [
        (level, len(re.findall(r"^- ", body, re.MULTILINE)), re.findall(r"\]\(([^)]+)\)", body))
        for level, body in zip(parts[::2], parts[1::2], strict=True)
    ]


def transcripts(name):
    """Yield each transcript as pairs of a command and what it prints."""
    for language, body in blocks(name):
        if language == "console":
            _, *parts = re.split(r"^\$ (.*)\n", body, flags=re.MULTILINE)
            yield list(zip(parts[::2], parts[1::2], strict=True))


def record(uuid, role, content):
    """Give a line of a Claude Code session."""
    message = {"role": role, "content": content}
    return json.dumps({"type": role, "uuid": uuid, "sessionId": "s-1", "message": message})


@pytest.mark.parametrize(("module", "name"), PUBLIC, ids=lambda part: getattr(part, "__name__", part))
def test_every_public_name_has_a_docstring(module, name):
    found = getattr(module, name)

    assert inspect.getdoc(found)
    assert found.__doc__


@pytest.mark.parametrize(("kind", "name"), METHODS, ids=lambda part: getattr(part, "__name__", part))
def test_every_public_method_has_a_docstring_of_its_own(kind, name):
    found = inspect.getattr_static(kind, name)
    if callable(found) or isinstance(found, (property, classmethod, staticmethod)):
        assert found.__doc__


@pytest.mark.parametrize("name", READMES)
def test_the_transcripts_in_the_readme_are_what_the_command_prints(name, tmp_path):
    for number, transcript in enumerate(transcripts(name)):
        environment = {"BELIEFLOG_LOG": str(tmp_path / f"{number}.db"), "COLUMNS": "80"}
        for command, printed in transcript:
            result = CliRunner().invoke(cli, shlex.split(command)[1:], env=environment)

            assert (result.exit_code, result.stderr) == (0, ""), command
            assert _VARIES.sub("~", result.stdout) == _VARIES.sub("~", printed), command


@pytest.mark.parametrize("name", READMES)
def test_the_readme_shows_a_transcript_and_both_commands_for_both_shells(name):
    languages = [language for language, _ in blocks(name)]

    assert languages.count("console") >= 1
    assert languages.count("sh") == languages.count("powershell") == 2
    assert all(body.count("\n") == 1 for language, body in blocks(name) if language in ("sh", "powershell"))


@pytest.mark.parametrize("name", READMES)
def test_every_verb_is_in_the_readme(name):
    listed = re.findall(r"^- `([\w-]+)", text(name), re.MULTILINE)

    assert listed == list(SUMMARIES)


@pytest.mark.parametrize("name", READMES)
def test_the_list_of_verbs_is_the_one_the_command_has(name, monkeypatch):
    monkeypatch.chdir(ROOT)
    said = io.StringIO()

    with contextlib.redirect_stdout(said):
        outcome = Cog().main(["cog", "--check", name])

    assert outcome == 0, f"{said.getvalue()}: run 'cog -r {' '.join(READMES)}'"


def test_the_chinese_readme_keeps_step_with_the_english_one():
    here, there = (outline(name) for name in READMES)
    other_way = {"README.md": "README.zh-CN.md", "docs/pictures/timeline-zh.png": "docs/pictures/timeline-en.png"}

    assert blocks(READMES[0]) == blocks(READMES[1])
    assert here == [(level, points, [other_way.get(link, link) for link in links]) for level, points, links in there]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page):
    body = _FENCE.sub("", page.read_text("utf-8"))
    links = [link for link in re.findall(r"\]\(([^)]+)\)", body) if "://" not in link]
    headings = re.findall(r"^#+ (.*)$", body, re.MULTILINE)
    anchors = {"#" + re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}

    assert [link for link in links if link not in anchors and not (page.parent / link).exists()] == []


def test_no_text_names_a_machine_or_a_package_index():
    found = [
        (path.relative_to(ROOT).as_posix(), match[0])
        for path in TEXTS
        for match in _OF_A_MACHINE.finditer(path.read_text("utf-8"))
    ]

    assert found == []


def test_no_text_tells_anyone_to_install_belieflog_from_a_package_index():
    by_name = re.compile(r"pip install (?:-q |-U )*['\"]?belieflog")

    assert [path.name for path in TEXTS if by_name.search(path.read_text("utf-8"))] == []


def test_the_agent_loop_meets_each_failure_once_and_remembers_the_rest(capsys, tmp_path):
    path = tmp_path / "loop.db"

    runpy.run_path(str(ROOT / "examples" / "agent_loop.py"))["main"](str(path))

    assert "docs/limits [tool:fetch#call_2]: requests: 60 a minute" in capsys.readouterr().out
    with belieflog.open(path, readonly=True) as log:
        pad = log.memory("u1", "limits").scratchpad()
        assert [failure.key for failure in pad.failures] == ["docs/quota"]
        assert [step["status"] for step in pad.plan.value] == ["dropped", "done", "done"]
        assert [event.tag for event in log.events()].count("failure-marked") == 1


def test_the_audit_of_a_transcript_names_what_failed(capsys, tmp_path):
    transcript = tmp_path / "session.jsonl"
    call = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "ls nowhere"}}
    result = {"type": "tool_result", "tool_use_id": "t1", "content": "no such folder", "is_error": True}
    records = [record("a", "user", "list it"), record("b", "assistant", [call]), record("c", "user", [result])]
    transcript.write_text("\n".join([*records, '{"type":"user","uuid":']), "utf-8")

    runpy.run_path(str(ROOT / "examples" / "audit_transcript.py"))["audit"](transcript)

    said = capsys.readouterr().out
    assert "3 records, " in said
    assert "1 tool calls, 1 failed" in said
    assert "line 4: " in said
    assert "failed at " in said
    assert "would void" in said
