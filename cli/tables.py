"""Tables of text that fit the terminal."""

from collections.abc import Iterator, Sequence

from cli.terminal import clip, columns, line, pad, strong, width

_NARROWEST = 8
_GAP = "  "


def table(heads: Sequence[str], rows: Sequence[Sequence[object]], giving: Sequence[int]) -> Iterator[str]:
    """Lay out *rows* under *heads*; of the columns *giving* way the widest do, until the lines fit."""
    cells = [[line("" if cell is None else str(cell)) for cell in row] for row in rows]
    room = columns() - len(_GAP) * (len(heads) - 1)
    widths = [min(room, max(map(width, column))) for column in zip(heads, *cells, strict=True)]
    while sum(widths) > room and max(widths[i] for i in giving) > _NARROWEST:
        widths[max(giving, key=widths.__getitem__)] -= 1
    numeric = [all(row[i] is None or isinstance(row[i], int) for row in rows) for i in range(len(heads))]
    yield strong(clip(_line(heads, widths, numeric), columns()))
    for row in cells:
        yield clip(_line(row, widths, numeric), columns())


def _line(cells: Sequence[str], widths: Sequence[int], numeric: Sequence[bool]) -> str:
    laid = []
    for cell, room, right in zip(cells, widths, numeric, strict=True):
        text = clip(cell, room)
        laid.append(" " * (room - width(text)) + text if right else pad(text, room))
    return _GAP.join(laid).rstrip()
