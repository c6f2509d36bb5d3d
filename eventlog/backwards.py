"""A scope's events from the newest on, read no further than someone asks."""

from collections.abc import Iterator, Sequence

from eventlog.events import Recorded, Scope
from eventlog.intervals import EMPTY, Intervals
from eventlog.store import Index

_MORE = 4  # times as many on each page as on the one before; the newest event alone is often enough


def backwards(
    index: Index, scope: Scope, tags: Sequence[str] = (), *, upto: int | None = None, skip: Intervals = EMPTY
) -> Iterator[Recorded]:
    """Yield the scope's events with *tags* (none: all) that are not in *skip*, newest first."""
    page = 1
    while True:
        found = index.members(scope, tags, upto=upto, newest=page)
        yield from (r for r in reversed(found) if r.position not in skip)
        if len(found) < page:
            return
        oldest = found[0].position
        upto, page = (skip.covering(oldest) or (oldest,))[0] - 1, page * _MORE  # over what is skipped in one go
