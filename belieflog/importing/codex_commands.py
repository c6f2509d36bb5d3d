"""Commands that go on running in a Codex rollout: which one a later look at a process is about."""

import re
from typing import Any

from belieflog.importing.fields import object_of

_RUNNING = re.compile(r"(?:Chunk ID: .*\n)?(?:Wall time: .*\n)?Process running with session ID (\d{1,15})\n")
_LONGEST = 200  # characters of a command beside a failure


class Commands:
    """The commands of a rollout so far, by the call that runs them or looks at them, and by their process."""

    def __init__(self) -> None:
        self._by_call: dict[str, str] = {}
        self._by_process: dict[int, str] = {}

    def called(self, call: str, input: Any) -> None:
        """Take note of a call that runs a command, or that writes to one's process."""
        told = object_of(input)
        command, process = told.get("cmd"), told.get("session_id")
        if isinstance(command, str):
            self._by_call[call] = command
        elif type(process) is int and process in self._by_process:
            self._by_call[call] = self._by_process[process]

    def answered(self, call: str, output: Any) -> str:
        """Give the command that *output* is of, in short, if it is of one; it may go on running."""
        command = self._by_call.pop(call, "")
        if command and isinstance(output, str) and (running := _RUNNING.match(output)):
            self._by_process[int(running[1])] = command
        return command if len(command) <= _LONGEST else f"{command[:_LONGEST]}…"
