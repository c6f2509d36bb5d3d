"""How results come out: as JSON for scripts, as text for people."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click
from msgspec import json, to_builtins

from cli import shapes, terminal
from cli.context import Call
from cli.terminal import line

if TYPE_CHECKING:
    from belieflog import Receipt

_HIDDEN = re.compile(f"[{terminal.HIDDEN}]")
_FOREIGN = re.compile(r"[^\x00-\x7f]")


def result(call: Call, document: Any, lines: Callable[[], Iterable[str]]) -> None:
    """Print *document* in the form asked for; *lines* makes the text of it."""
    if call.output == "json":
        terminal.write([json_text(document, indent=2)])
    elif call.output == "jsonl":
        items = document if isinstance(document, list) else [document]
        terminal.write(json_text(item) for item in items)
    else:
        terminal.write(lines())


def json_text(document: Any, indent: int = 0) -> str:
    r"""Write JSON that any terminal shows as it is: what hides or reorders text is escaped.

    >>> json_text({"a": "\u202eb"})
    '{"a":"\\u202eb"}'
    """
    try:
        encoded = json.encode(document)
    except UnicodeEncodeError:  # of a name that the system gave: it need not be UTF-8
        encoded = json.encode(_legible(document))
    text = (json.format(encoded, indent=indent) if indent else encoded).decode()
    return (_HIDDEN if terminal.speaks_utf8() else _FOREIGN).sub(_escape, text)


def _legible(document: Any) -> Any:
    """Write out what is no character."""
    plain = to_builtins(document)
    if isinstance(plain, str):
        return plain.encode(errors="backslashreplace").decode()
    if isinstance(plain, dict):
        return {_legible(key): _legible(value) for key, value in plain.items()}
    return [*map(_legible, plain)] if isinstance(plain, (list, tuple)) else plain


def receipt(call: Call, written: "Receipt") -> None:
    """Print what a write did."""
    result(call, shapes.receipt(written), lambda: receipt_lines(call, written))
    if call.output == "text":
        warn(call, written.warnings)


def warn(call: Call, warnings: Iterable[str]) -> None:
    """Say on standard error what a writer should know: ``note: masked: github token``."""
    words = ("masked", "same as", "repeats a failure", "failed before")
    known = dict(zip(words, call.heads("masked", "same as", "repeats a failure", "failed before"), strict=True))
    for warning in warnings:
        what, colon, more = warning.partition(": ")
        told = call.say("{what}: {more}", what=known.get(what, what), more=line(more)) if colon else line(warning)
        click.echo(call.say("note: {warning}", warning=told), err=True)


def receipt_lines(call: Call, written: "Receipt") -> Iterator[str]:
    """Say what a write did."""
    event = written.event
    values = {"what": line(event.address or event.tag), "version": event.version, "position": event.position}
    if written.outcome == "duplicate":
        yield call.say("already there: {what} at {position}", **values)
    elif written.outcome == "refreshed":
        yield call.say("unchanged: {what} is still version {version} (said again at {position})", **values)
    elif event.version:
        yield call.say("recorded {what}, version {version}, at {position}", **values)
    else:
        yield call.say("recorded {what} at {position}", **values)
    for other in written.events:
        if other is not event and other.address:
            yield call.say("{what} retracted at {position}", what=line(other.address), position=other.position)


def _escape(match: re.Match[str]) -> str:
    units = match[0].encode("utf-16-be").hex()
    return "".join(f"\\u{units[i : i + 4]}" for i in range(0, len(units), 4))
