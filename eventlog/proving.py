"""Rows that come in from elsewhere, or go out: each proved to follow on the one before."""

from collections.abc import Callable, Iterable, Iterator

from eventlog.events import Recorded
from eventlog.store import Head, Row
from eventlog.verify import fault


def proved(
    rows: Iterable[Row], wrong: Callable[[int, str], Exception], after: Head | None = None
) -> Iterator[tuple[Row, Recorded]]:
    """Yield *rows* with their events, the first proved to follow on the head *after* (None: to begin a log).

    Where one doesn't, what *wrong* makes of its position and of what is the matter with it is raised.
    """
    here = after or Head()
    for row in rows:
        position = here.position + 1
        if (problem := fault(row, here.hash, position, here.at)) is not None:
            raise wrong(position, problem.damage)
        recorded = row.recorded
        here = Head(position, row.hash, recorded.at)
        yield row, recorded
