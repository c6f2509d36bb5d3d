"""A clock and a source of randomness that are the same in every run."""

from random import Random

import belieflog
from eventlog.log import EventLog
from eventlog.store import Store

SECOND = 1_000_000
START = 1_900_000_000 * SECOND


class Ticking:
    """A clock that goes one second further at each look."""

    def __init__(self, now: int = START) -> None:
        self.now = now

    def __call__(self) -> int:
        self.now += SECOND
        return self.now


def over(store: Store) -> belieflog.Log:
    """A log over *store* that comes out the same in every run."""
    return belieflog.Log(EventLog(store, clock=Ticking(), entropy=Random(0).randbytes))
