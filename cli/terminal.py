"""What a terminal may be sent: stored text can't drive it, and lines fit its columns."""

import io
import os
import re
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice

import click

# DEL, C1, what reorders text, what hides in it, and tag characters; in text also C0 but for tab and newline.
HIDDEN = "\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"
_UNSAFE = re.compile(f"[\0-\x08\x0b-\x1f{HIDDEN}]")


def safe(text: str) -> str:
    r"""Escape what could drive a terminal or reorder what it shows; tabs and newlines stay.

    >>> safe("red \x1b[31m, reversed \u202e")
    'red \\x1b[31m, reversed \\u202e'
    """
    return _UNSAFE.sub(lambda match: ascii(match[0])[1:-1], text)


def line(text: str) -> str:
    r"""Give *text* on one line, safe to show.

    >>> line("a\n  b\x07")
    'a b\\x07'
    """
    return safe(" ".join(text.split()))


def width(text: str) -> int:
    """Count the columns that *text* takes: two for a wide character, none for a combining one.

    >>> width("abc"), width("猫と犬"), width("e\u0301")
    (3, 6, 1)
    """
    return len(text) if text.isascii() else sum(map(_columns, text))


def clip(text: str, columns: int) -> str:
    """Cut *text* to *columns*, saying so.

    >>> clip("abcdef", 5), clip("猫と犬です", 7)
    ('ab...', '猫と...')
    """
    return text if width(text) <= columns else _head(text, columns - 3) + "..."


def clip_middle(text: str, columns: int) -> str:
    """Cut *text* to *columns* in its middle, saying so.

    >>> clip_middle("semantic:prefs/language", 14), clip_middle("short", 14)
    ('sem...language', 'short')
    """
    if width(text) <= columns:
        return text
    tail = _head(text[::-1], (columns - 3) * 3 // 4)[::-1]
    return _head(text, columns - 3 - width(tail)) + "..." + tail


def pad(text: str, columns: int) -> str:
    """Fill *text* up to *columns*."""
    return text + " " * (columns - width(text))


def wrap(text: str, columns: int) -> list[str]:
    """Break *text* into lines of at most *columns*, at a space where there is one.

    >>> wrap("the quick brown fox", 10)
    ['the quick', 'brown fox']
    >>> wrap("敏捷的棕色狐狸", 6)
    ['敏捷的', '棕色狐', '狸']
    """
    lines = []
    for rest in text.split("\n"):
        while width(rest) > columns:
            head = _head(rest, columns)
            space = head.rfind(" ") if rest[len(head)] != " " else len(head)
            if head[: max(space, 0)].strip():
                head = head[:space]
            lines.append(head.rstrip())
            rest = rest[len(head) :].lstrip()
        lines.append(rest)
    return lines


def columns() -> int:
    """Tell how wide a line may be: the terminal's width, 80 elsewhere."""
    asked = os.environ.get("COLUMNS", "")
    if asked.isdigit() and int(asked):
        return max(40, int(asked))
    try:
        return max(40, os.get_terminal_size(sys.stdout.fileno()).columns)
    except (OSError, ValueError):
        return 80


def strong(text: str) -> str:
    """Make *text* stand out, where that can be seen."""
    return click.style(text, bold=True) if _colourful() else text


def faint(text: str) -> str:
    """Make *text* stand back, where that can be seen."""
    return click.style(text, dim=True) if _colourful() else text


def write(lines: Iterable[str]) -> None:
    """Put *lines* on standard output, a few hundred at a time."""
    rest = iter(lines)
    while chunk := list(islice(rest, 500)):
        click.echo("\n".join(chunk))


def write_exact(text: str) -> None:
    """Put *text* on standard output as it is (click's own echo would drop escapes); on a terminal, safe to show."""
    ending = "" if text.endswith("\n") else "\n"
    sys.stdout.write((safe(text) if sys.stdout.isatty() else text) + ending)


def note(text: str) -> None:
    """Tell a person at a terminal how it goes; nobody else."""
    if sys.stderr.isatty():
        click.echo(text, err=True)


@contextmanager
def progress() -> Iterator[Callable[[str], None]]:
    """Show how far it is, over and over on one line, to a person at a terminal."""
    seen = sys.stderr.isatty()
    yield lambda text: click.echo(f"\r{text}", err=True, nl=False) if seen else None
    if seen:
        click.echo("\r" + " " * (columns() - 1) + "\r", err=True, nl=False)


def ready() -> None:
    """Make output never fail on a character, nor for want of a stream: what a console can't show is escaped."""
    for which in ("stdout", "stderr"):
        stream = getattr(sys, which)
        if stream is None:
            setattr(sys, which, io.StringIO())
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def speaks_utf8() -> bool:
    """Tell whether standard output takes any character."""
    return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"


def _colourful() -> bool:
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def _columns(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _head(text: str, columns: int) -> str:
    return "".join(_fitting(text, columns))


def _fitting(text: str, columns: int) -> Iterator[str]:
    for char in text:
        columns -= _columns(char)
        if columns < 0:
            return
        yield char
