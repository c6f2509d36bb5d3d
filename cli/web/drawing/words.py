"""What differs between two texts, and which words of one were looked for, marked inside the text."""

from collections.abc import Iterable, Sequence
from typing import Any

from markupsafe import Markup, escape

from cli import gist
from cli.terminal import safe
from eventlog.values import as_text
from projections import word_diff
from projections.word_diff import Piece

MOST = 1_500  # characters of each text that are compared: more is nothing to look at
EFFORT = 4_000_000  # that it may take: a tenth of a second


def between(kind: str, before: Any, after: Any) -> tuple[Markup, bool]:
    """Tell two contents of a kind apart word by word, and whether both were compared as a whole."""
    old, new = gist.gist(kind, before), gist.gist(kind, after)
    if old == new:  # what differs isn't told in a few words
        old, new = as_text(before), as_text(after)
    return marked(word_diff.words(old[:MOST], new[:MOST], EFFORT)), max(len(old), len(new)) <= MOST


def marked(pieces: Iterable[Piece]) -> Markup:
    """Write pieces of two texts as one: what went struck through, what came underlined.

    >>> marked([Piece(" ", "in "), Piece("-", "<10>"), Piece("+", "30")])
    Markup('in <del>&lt;10&gt;</del><ins>30</ins>')
    """
    shapes = {" ": Markup("{}"), "-": Markup("<del>{}</del>"), "+": Markup("<ins>{}</ins>")}
    return Markup("").join(shapes[piece.sign].format(safe(piece.text)) for piece in pieces)


def highlighted(text: str, spans: Sequence[tuple[int, int]]) -> Markup:
    """Mark the parts of a text that were looked for.

    >>> highlighted("in 30 s", [(3, 5)])
    Markup('in <mark>30</mark> s')
    """
    found, done = Markup(""), 0
    for start, end in spans:
        found += escape(safe(text[done:start])) + Markup("<mark>{}</mark>").format(safe(text[start:end]))
        done = end
    return found + escape(safe(text[done:]))
