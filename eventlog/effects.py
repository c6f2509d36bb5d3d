"""Which events a scope's corrections leave effective: read newest first, the first that names one decides."""

from collections.abc import Sequence

from eventlog.events import Recorded, known
from eventlog.intervals import EMPTY, Intervals


def void(corrections: Sequence[Recorded]) -> Intervals:
    """Give the positions that are void under *corrections* of one scope, in order of position.

    A correction counts while it is itself effective, so corrections can be corrected like any event.
    The result names positions of any scope that lie in the ranges: ask it only about voidable events of
    this one.
    """
    gone, back = EMPTY, EMPTY
    for correction in reversed(corrections):
        public = correction.public
        if correction.position in gone or not known(public):
            continue
        decided = gone | back
        gone = gone | (Intervals(public.voids) - decided)
        back = back | (Intervals(public.restores) - decided)
    return gone
