"""One call of the command: whose memory, in which log, and how to answer."""

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Literal

import click

if TYPE_CHECKING:
    from belieflog import Log, Memory
    from belieflog.meaning import Embedder

Output = Literal["text", "json", "jsonl"]


class Call:
    """The circumstances of one call: from the environment, changed by options before or after the verb."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment
        self.log = environment.get("BELIEFLOG_LOG") or None
        self.user = environment.get("BELIEFLOG_USER") or "me"
        self.session = environment.get("BELIEFLOG_SESSION") or None
        self.actor = environment.get("BELIEFLOG_ACTOR") or None
        self.lang = environment.get("BELIEFLOG_LANG") or "en"
        if self.lang not in ("en", "zh"):
            raise click.UsageError(f"BELIEFLOG_LANG is {self.lang!r}: use en or zh")
        self.output: Output = "json" if environment.get("BELIEFLOG_JSON", "0") not in ("", "0") else "text"
        if environment.get("BELIEFLOG_JSONL", "0") not in ("", "0"):
            self.output = "jsonl"
        self.json_value = False
        self.meaning = False
        self._embedder: Embedder | None = None
        self.told: dict[str, str] = {}  # the options given on the command line, to repeat them in hints

    def tell(self, name: str, value: str) -> None:
        """Take one global option from the command line."""
        self.told[name] = value
        if name == "log" and "://" in value:
            from eventlog import places

            self.told[name] = places.repeated(value)
        setattr(self, name, value)

    def say(self, text: str, /, **values: object) -> str:
        """Put *text* into the language asked for, and *values* into it."""
        if self.lang == "zh":
            from cli.wording import CHINESE

            text = CHINESE.get(text, text)
        return text.format(**values)

    def heads(self, *texts: str) -> list[str]:
        """Put the heads of a table into the language asked for."""
        return [self.say(text) for text in texts]

    def hint(self, verb: str) -> str:
        """Write a command to type next, with the options that this call was given."""
        options = {name: self.told[name] for name in ("log", "user", "session") if name in self.told}
        if not options:
            return f"belieflog {verb}"
        import shlex

        return "belieflog " + " ".join(f"--{k} {shlex.quote(v)}" for k, v in options.items()) + f" {verb}"

    # The log

    def reading(self) -> "Log":
        """Open the log for reading only; a log that isn't there is an error, and stays so."""
        return self._open(must_exist=True, readonly=True)

    def searching(self) -> "Log":
        """Open the log for reading only, after its words were brought up to it where the file may be written."""
        log = self.reading()
        mem = self.memory(log)
        if not mem.catch_up():
            from cli.terminal import progress

            with progress() as tell:
                self.take_in(mem, lambda n: tell(self.say("{n} entries taken in for searching", n=n)))
        return log

    def take_in(self, mem: "Memory", tell: Callable[[int], object] | None = None) -> None:
        """Bring the words of a memory that is only read up to its log, where the file may be written."""
        from eventlog.errors import BelieflogError

        if not mem.catch_up():
            with suppress(BelieflogError), self.correcting() as kept:
                kept.memory(mem.user, mem.session, mem.actor).catch_up(tell)

    def correcting(self, *, mend: bool = False) -> "Log":
        """Open a log that is there, to correct or keep it."""
        return self._open(must_exist=True, mend=mend)

    def writing(self) -> "Log":
        """Open the log, and make it if it isn't there."""
        if self.log is None:
            os.makedirs(os.path.dirname(default_log(self._environment)), exist_ok=True)
        return self._open()

    @contextmanager
    def trying(self, dry_run: bool) -> "Iterator[Log]":
        """Open the log for what is only tried, with *dry_run*: where there is none, that makes none."""
        if dry_run and not self._there():
            import belieflog

            with belieflog.open(":memory:") as log:
                yield log
            return
        with self.writing() as log:
            yield log

    def _there(self) -> bool:
        if "://" not in self.target:
            return os.path.exists(self.target)
        from eventlog.errors import NotFound

        with suppress(NotFound):
            self.reading().close()
            return True
        return False

    def memory(self, log: "Log") -> "Memory":
        """Give the memory that this call is about."""
        return log.memory(self.user, self.session or self._session(log), self.actor)

    def _session(self, log: "Log") -> str:
        """Give the session meant where none is named: main, or, in a log that is only read, the last one written."""
        latest = log.latest_session(self.user) if log.readonly and not log.has_session(self.user, "main") else None
        return latest or "main"

    @property
    def target(self) -> str:
        """The log that this call is about: a path or a URL."""
        return self.log or default_log(self._environment)

    def _open(self, *, must_exist: bool = False, readonly: bool = False, mend: bool = False) -> "Log":
        import belieflog

        target = self.target
        if must_exist and "://" not in target and target != ":memory:" and not os.path.exists(target):
            raise belieflog.NotFound(
                self.say(
                    "no log at '{target}': '{write}' makes it, '--log PATH' names another, 'belieflog demo' shows one",
                    target=target,
                    write=self.hint("write KEY VALUE"),
                )
            )
        if self.meaning and self._embedder is None:
            from belieflog.meaning import universal

            self._embedder = universal()
        return belieflog.open(target, readonly=readonly, mend=mend, embedder=self._embedder)

    # Values

    def value(self, text: str) -> Any:
        """Give the value an argument stands for: its text, standard input for ``-``; parsed if so asked."""
        if text == "-":
            text = standard_input().removesuffix("\n").removesuffix("\r")
        if self.json_value:
            from eventlog.values import parse_json

            return parse_json(text)
        return text


def standard_input() -> str:
    """Read all of standard input as UTF-8."""
    return as_text(sys.stdin.buffer.read(), "standard input")


def file_text(path: str) -> str:
    """Read a file as UTF-8; ``-`` is standard input."""
    if path == "-":
        return standard_input()
    with open(path, "rb") as file:
        return as_text(file.read(), path)


def as_text(raw: bytes, where: str) -> str:
    """Decode *raw*, with or without a byte order mark."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        from eventlog.errors import InvalidValue

        raise InvalidValue(where, f"isn't UTF-8 at byte {error.start + 1}: convert it first") from None


def default_log(environment: Mapping[str, str]) -> str:
    """Give the log in the application-data folder."""
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        base = environment.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local")
    elif sys.platform == "darwin":
        base = os.path.join(home, "Library", "Application Support")
    else:
        base = environment.get("XDG_DATA_HOME") or os.path.join(home, ".local", "share")
    return os.path.join(base, "belieflog", "memory.db")
