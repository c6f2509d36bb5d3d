"""What a projection is, and how one is run."""

from collections.abc import Iterable
from functools import reduce
from typing import Protocol, TypeVar

from eventlog.events import Recorded

State = TypeVar("State")


class Projection(Protocol[State]):
    """A module with a starting state and a way to take one step.

    `evolve` is total and pure: it never raises, reads no clock and leaves the state it is given as it was.
    """

    INITIAL: State

    def evolve(self, state: State, recorded: Recorded, /) -> State:
        """Return the state after *recorded*."""
        ...


def fold(projection: Projection[State], history: Iterable[Recorded]) -> State:
    """Run *projection* over *history* from its initial state."""
    return reduce(projection.evolve, history, projection.INITIAL)
