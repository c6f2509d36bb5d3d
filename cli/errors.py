"""Where every error becomes words on stderr and an exit code.

0 done · 1 refused, not found, unreadable · 2 wrong usage · 3 the log fails verification ·
130 interrupted · 141 nobody reads the output any more
"""

import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

import click

from cli.context import Call
from cli.terminal import safe

DONE, REFUSED, USAGE, CORRUPT, INTERRUPTED, UNREAD = 0, 1, 2, 3, 130, 141


def explain(error: BaseException, call: Call | None, args: Sequence[str]) -> int:
    """Say on stderr what went wrong and give the exit code; an error of our own making is raised on."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        click.echo(error.format_message(), err=True)
        return USAGE
    code, message, details = _told(error, say := call.say if call else str.format)
    from cli.render import json_text

    as_json = (call and call.output != "text") or "--json" in args or "--jsonl" in args
    if as_json:
        click.echo(json_text({"error": {"code": code, "message": message, **details}}), err=True)
    else:
        click.echo(click.style(say("error:"), fg="red", bold=True) + f" {safe(message)}", err=True)
        for side in ("mine", "theirs"):
            if side in details:
                click.echo(f"  {say(side)}: {safe(json_text(details[side]))}", err=True)
        if isinstance(error, click.UsageError) and error.ctx is not None:
            click.echo(error.ctx.get_usage().replace("Usage:", say("usage:"), 1), err=True)
            click.echo(say("try '{command} --help'", command=error.ctx.command_path), err=True)
    return _exit_code(error)


def hush() -> int:
    """Leave quietly when the reader of the output is gone."""
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, sys.stdout.fileno())
    return UNREAD


def _told(error: BaseException, say: Callable[..., str]) -> tuple[str, str, dict[str, Any]]:
    """Give an error's code, message and attributes."""
    from eventlog.errors import BelieflogError
    from eventlog.secrets import masked

    match error:
        case BelieflogError():
            return error.code, str(error), error.details
        case click.ClickException():
            message = masked(error.format_message().rstrip("."))[0]
            return "usage", message if message[:2].isupper() else message[:1].lower() + message[1:], {}
        case click.Abort() | KeyboardInterrupt():
            return "interrupted", say("interrupted: what was acknowledged is in the log, the rest isn't"), {}
        case OSError(filename=None):
            hush()  # the output can't be written: what is still in its buffer can't either
            return "unwritable", say("the output: {why}", why=error.strerror or error), {}
        case OSError():
            return "unreadable", f"{error.filename}: {error.strerror or error}", {}
        case _:
            raise error


def _exit_code(error: BaseException) -> int:
    from eventlog.errors import CorruptLog

    match error:
        case CorruptLog():
            return CORRUPT
        case click.ClickException():
            return USAGE
        case click.Abort() | KeyboardInterrupt():
            return INTERRUPTED
        case _:
            return REFUSED
