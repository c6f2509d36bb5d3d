"""Tables of text that fit the terminal."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from cli.terminal import clip, clip_middle, columns, line, pad, strong, width

_NARROWEST = 8
_GAP = "  "


def table(
    heads: Sequence[str],
    rows: Sequence[Sequence[object]],
    giving: Sequence[int] | Mapping[int, int],
    names: Sequence[int] = (),
) -> Iterator[str]:
    """Lay out *rows* under *heads*; of the columns *giving* way the widest do, until the lines fit.

    A mapping says how many parts of the room each of them may have. *names* are cut in their middle: what tells one from another
    stands at both ends.
    """
    parts = giving if isinstance(giving, Mapping) else dict.fromkeys(giving, 1)
    cuts = [clip_middle if i in names else clip for i in range(len(heads))]
    cells = [[line("" if cell is None else str(cell)) for cell in row] for row in rows]
    room = columns() - len(_GAP) * (len(heads) - 1)
    widths = [min(room, max(map(width, column))) for column in zip(heads, *cells, strict=True)]
    while sum(widths) > room and (wide := [i for i in parts if widths[i] > _NARROWEST]):
        widths[max(wide, key=lambda i: widths[i] / parts[i])] -= 1
    numeric = [all(row[i] is None or isinstance(row[i], int) for row in rows) for i in range(len(heads))]
    yield strong(clip(_line(heads, widths, numeric, cuts), columns()))
    for row in cells:
        yield clip(_line(row, widths, numeric, cuts), columns())


def _line(
    cells: Sequence[str], widths: Sequence[int], numeric: Sequence[bool], cuts: Sequence[Callable[[str, int], str]]
) -> str:
    laid = []
    for cell, room, right, cut in zip(cells, widths, numeric, cuts, strict=True):
        text = cut(cell, room)
        laid.append(" " * (room - width(text)) + text if right else pad(text, room))
    return _GAP.join(laid).rstrip()
