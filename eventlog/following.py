"""Following a log: what is in it, and then what comes, in order and without an end."""

import time
from collections.abc import Callable, Iterator

from eventlog.events import Recorded
from eventlog.store import Store

LOOK = 1.0  # seconds after which a log is looked at, whatever was heard of it
_STOP = 0.2  # seconds after which *stop* is asked


def follow(
    store: Store, after: int, *, stop: Callable[[], bool] | None = None, timeout: float | None = None
) -> Iterator[Recorded]:
    """Yield the events after a position, oldest first, and wait for more.

    Ends where *stop* says so, or after *timeout* seconds in which nothing came. Positions have no gap and become
    visible in their order, so nothing is missed; word of new events is a hint only, and looking again is what counts.
    """
    look = LOOK if stop is None else _STOP
    while True:
        for row in store.rows(after):
            if stop is not None and stop():
                return
            yield row.recorded
            after = row.position
        deadline = None if timeout is None else time.monotonic() + timeout
        while store.head().position <= after:
            left = look if deadline is None else min(look, deadline - time.monotonic())
            if left <= 0 or (stop is not None and stop()):
                return
            store.wait(after, left)
