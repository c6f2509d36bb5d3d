"""The story in docs/guide.md, told again from its first command to its last."""

import json
import re
import shlex
from itertools import pairwise
from pathlib import Path

import pytest
from commanding import Command

GUIDE = (Path(__file__).parent.parent / "docs" / "guide.md").read_text("utf-8")
STEPS = re.findall(r"^\$ ([^\n]*)\n|^```json\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
_VARIES = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d|\b[0-9a-f]{64}\b")  # times of recording and hashes


def printed():
    """Yield each command of the page with what it shows of the output."""
    for body in re.findall(r"^```console\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL):
        _, *parts = re.split(r"^\$ (.*)\n", body, flags=re.MULTILINE)
        yield from zip(parts[::2], parts[1::2], strict=True)


def holds(shown, told):
    """Tell whether a document says what is shown of it: keys may be left out, items not."""
    if isinstance(shown, dict):
        return isinstance(told, dict) and all(key in told and holds(shown[key], told[key]) for key in shown)
    if isinstance(shown, list):
        return len(shown) == len(told) and all(map(holds, shown, told))
    return shown == told


@pytest.fixture
def belieflog(path):
    """The command on a log, a session and a width that the environment names."""
    command = Command(path)
    told = {"BELIEFLOG_LOG": path, "BELIEFLOG_SESSION": "offers", "COLUMNS": "80"}
    return lambda line, *more: command.without_log(*shlex.split(line)[1:], *more, **told)


def test_the_story_goes_as_it_is_told(belieflog):
    shown, last = iter(printed()), ""
    for command, document in STEPS:
        if command:
            last, text = next(shown)
            result = belieflog(last)

            assert (result.exit_code, result.stderr) == (0, ""), last
            assert _VARIES.sub("~", result.stdout) == _VARIES.sub("~", text), last
        else:
            assert holds(json.loads(document), json.loads(belieflog(last, "--json").stdout)), last


def test_the_story_has_every_step_as_text_and_those_that_ask_as_json_too():
    asked = {command.split()[1] for (command, _), (_, document) in pairwise(STEPS) if document}

    assert asked >= {"blame", "why", "impact", "what-if", "revert", "verify", "bisect"}
    assert any(command.startswith("belieflog undo") for command, _ in STEPS)
