"""Lines to be drawn: safe text and how it is to look. Looks are bold, faint and reversed, for any terminal has those."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from cli.terminal import clip, safe, width, wrap

Look = Literal["plain", "strong", "faint", "marked", "chosen"]


class Line(NamedTuple):
    """One line of a pane."""

    text: str
    look: Look = "plain"


def fitted(text: str, columns: int) -> str:
    """Cut or fill a line to exactly *columns*.

    >>> fitted("猫と犬です", 8), fitted("ab", 4)
    ('猫と... ', 'ab  ')
    """
    cut = clip(text, columns) if columns > 3 else text[:columns]
    return cut + " " * max(0, columns - width(cut))


def paragraph(
    text: str, columns: int, most: int | None = None, first: str = "", then: str = "", look: Look = "plain"
) -> Iterator[Line]:
    """Break stored text into lines of at most *columns*, of them at most so many; it can't drive the terminal."""
    room = max(4, columns - len(then))
    lines = wrap(safe(text.expandtabs(4)), room)
    if most is not None and len(lines) > most:
        last = lines[most - 1]
        lines = [*lines[: most - 1], f"{last} ..." if width(last) + 4 <= room else clip(f"{last}....", room)]
    for n, each in enumerate(lines):
        yield Line((then if n else first) + each, look)
