"""The command as tests call it: in this process, on one log, deaf to the machine's own settings."""

import json
import os
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner

from cli.main import cli

ROOT = Path(__file__).parent.parent
_TOLD = ("LOG", "USER", "SESSION", "ACTOR", "LANG", "JSON", "JSONL", "MEANING")
_DEAF = dict.fromkeys(f"BELIEFLOG_{name}" for name in _TOLD)


class Command:
    """``belieflog --log PATH``: called with the rest of a line, it gives click's result; a bug passes through."""

    def __init__(self, log):
        self.log = str(log)

    def __call__(self, *words, **more):
        return self.without_log("--log", self.log, *words, **more)

    def without_log(self, *words, input=None, **environment):
        """The bare command, with environment variables as keywords."""
        line = [*map(str, words)]
        return CliRunner().invoke(cli, line, input=input, env={**_DEAF, **environment}, catch_exceptions=False)

    def json(self, *words, **more):
        """The document that ``--json`` prints; the command must have gone well."""
        result = self(*words, "--json", **more)
        assert result.exit_code == 0, result.stderr
        return json.loads(result.stdout)

    def refusal(self, *words, **more):
        """What is said on stderr where the command is refused, and nothing on stdout."""
        result = self(*words, **more)
        assert (result.exit_code, result.stdout) == (1, "")
        return result.stderr


def process(*words, **more):
    """Start ``belieflog`` as a process of its own."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("BELIEFLOG_")}
    environment["PYTHONPATH"] = str(ROOT)
    environment.update(more.pop("environment", {}))
    return subprocess.Popen([sys.executable, "-m", "cli", *map(str, words)], env=environment, **more)


def run(*words, input=b"", **more):
    """Run ``belieflog`` as a process of its own to its end: exit code, stdout, stderr, as bytes."""
    pipe = subprocess.PIPE
    with process(*words, stdin=pipe, stdout=pipe, stderr=pipe, **more) as started:
        out, err = started.communicate(input, timeout=60)
    return started.returncode, out, err
