"""Telling a story scene by scene, with what was recorded meanwhile read from the log itself."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from belieflog.demo_words import Words
from belieflog.log import Log
from eventlog import times
from eventlog.events import Recorded

Echo = Callable[[str], object]


class Clock:
    """A clock that stands still until it is told to go on: two hours of work pass in a second."""

    def __init__(self, start: datetime) -> None:
        self._now = start

    def __call__(self) -> int:
        return times.parse(self._now).at

    def go_on(self, minutes: int) -> None:
        """Let time pass."""
        self._now += timedelta(minutes=minutes)


class Teller:
    """Tells the story scene by scene; what was recorded meanwhile is listed from the log itself."""

    def __init__(self, log: Log, echo: Echo, words: Words, clock: Clock) -> None:
        self._log, self._echo, self._clock = log, echo, clock
        self.words, self._told, self._scene = words, log.position, 0

    def scene(self, title: str, minutes: int = 10) -> None:
        """Begin a scene, some minutes later."""
        self._scene += 1
        self._clock.go_on(minutes)
        self._echo("")
        self._echo(f"{self._scene}. {self.words[title]}")

    def say(self, what: str, **values: object) -> None:
        """Say something between the scenes' lines."""
        for line in self.words[what].format(**values).split("\n"):
            self._echo(f"   {line}".rstrip())

    def call(self, source: str) -> None:
        """Show the call that gives what follows."""
        self._echo(f"   >>> {source}")

    def line(self, text: str) -> None:
        """Show one line of what a call gave."""
        self._echo(f"   {text}")

    def events(self) -> None:
        """List what was recorded since the last time."""
        for event in self._log.events(self._told):
            self._echo(f"{event.position:>3} {event.tag:<15} {_gist(event)}")
            self._told = event.position


def _gist(event: Recorded) -> str:
    """Say in a line what an event records; its tag has said of what kind it is."""
    private = event.private
    content: Any = private.content if private else None
    key = (event.address or "").partition(":")[2]
    match event.tag:
        case "corrected" | "retracted":
            return f"{key} ({private.reason if private else ''})".lstrip()
        case "plan-revised":
            marks = {"done": "[x]", "doing": "[~]", "todo": "[ ]", "dropped": "[-]"}
            return " ".join(f"{marks[step['status']]} {step['text']}" for step in content)
        case "observed":
            return f"{event.source}: {content['output']}"
        case "said":
            return f"{content['role']}: {content['content']}"
        case "session-started":
            return str(content["title"])
        case "goal-set":
            return f"{content['text']} ({event.source})"
        case "failure-marked":
            return f"{key} = {content['what']}; {content['avoid']}"
        case _:
            return f"{key} = {content} ({event.source})"
