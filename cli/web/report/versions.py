"""The versions of an entry as a report tells them: each with what it changed, word by word."""

from typing import TYPE_CHECKING

from msgspec import Struct

from cli import gist
from cli.web.report.states import cut, slug
from projections import word_diff
from projections.word_diff import Piece

if TYPE_CHECKING:
    from cli.web.report.gathering import Gathered
    from projections.history import Revision
    from projections.lanes import Lane


class Told(Struct, frozen=True):
    """A version: its row of the history, and its text as *pieces* of what it says and what the one before said."""

    row: "Revision"
    pieces: tuple[Piece, ...]
    missing: int


class Versions(Struct, frozen=True):
    """The versions of an entry that a report lists; *name* is where in the page they are."""

    name: str
    lane: "Lane"
    told: tuple[Told, ...]


def versions(gathered: "Gathered", entries: int, newest: int, most: int) -> list[Versions]:
    """Tell the versions of the first *entries* entries, of each the *newest*, each text cut to *most* characters."""
    return [
        Versions(slug((lane.scope, lane.number)), lane, tuple(_told(lane, gathered, newest, most)))
        for lane in gathered.lanes[:entries]
    ]


def _told(lane: "Lane", gathered: "Gathered", newest: int, most: int) -> list[Told]:
    found: list[Told] = []
    before: str | None = None
    for row in gathered.versions[lane.scope, lane.number][-newest:]:
        if row.version is None or row.erased:
            found.append(Told(row, (), 0))
            continue
        text, missing = cut(gist.gist(lane.kind, row.value), most)
        pieces = [Piece(" ", text)] if before is None or row.refresh else word_diff.words(before, text)
        found.append(Told(row, tuple(pieces), missing))
        if row.effective:  # what was taken back is no longer what the next one changed
            before = text
    return found
