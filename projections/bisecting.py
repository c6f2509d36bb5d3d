"""Since which event is it so? A binary search over the states of a memory."""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from eventlog.errors import NotFound, Refused
from eventlog.events import Recorded
from projections.diff import Difference
from projections.provenance import Blame

MOST = 18  # states looked at, for 100,000 points

Holds = Callable[[int], bool | None]


class Found(Struct, frozen=True):
    """The first point at which it holds, how many states were looked at, and whether they were of one piece.

    *monotone* is False where it was seen to hold earlier, or not to hold later: then this is one of the places
    where it began. *unclear* are the points just before at which nothing could be told: it may have begun there.
    """

    position: int
    evaluated: int
    monotone: bool
    unclear: tuple[int, ...] = ()


class Bisected(Struct, frozen=True):
    """Since when something is so: what was *found*, the *event* there, its batch, and what that changed.

    *blame* tells of the event's entry as it was then, None where it shows nothing then.
    """

    found: Found
    event: Recorded
    events: tuple[Recorded, ...]
    changes: tuple[Difference, ...]
    blame: Blame | None

    @property
    def position(self) -> int:
        """The first point at which it holds: the end of a batch."""
        return self.found.position

    @property
    def address(self) -> str | None:
        """The entry that the event touches."""
        return self.event.address

    @property
    def evaluated(self) -> int:
        """How many states were looked at."""
        return self.found.evaluated

    @property
    def monotone(self) -> bool:
        """Whether it was never seen to come and go."""
        return self.found.monotone


def bisect(points: Sequence[int], holds: Holds) -> Found:
    """Find the first of the ascending *points* at which *holds* is true; None where it can't tell.

    Looks at no more than 18 states of 100,000 points (more where it can't tell), and spends those left over on points
    elsewhere, to see whether all is of one piece. Raises `NotFound` where it doesn't hold at the last point.
    """
    seen: dict[int, bool | None] = {}

    def look(index: int) -> bool | None:
        if index not in seen:
            seen[index] = holds(points[index])
        return seen[index]

    last = look(len(points) - 1) if points else False
    if last is None:
        raise Refused("bisect", "it can't be told whether it holds now: without that there is nothing to look for")
    if not last:
        raise NotFound("it doesn't hold now, so there is no event since which it does: turn the question round")
    low, high = -1, len(points) - 1
    while (middle := _middle(low, high, look)) is not None:
        if look(middle):
            high = middle
        else:
            low = middle
    monotone = all(holding is None or holding == (index >= high) for index, holding in seen.items())
    for probe in _spread(len(points), MOST - len(seen), seen):
        if not monotone:
            break
        holding = look(probe)
        monotone = holding is None or holding == (probe >= high)
    return Found(points[high], len(seen), monotone, tuple(points[low + 1 : high]))


def _middle(low: int, high: int, look: Callable[[int], bool | None]) -> int | None:
    """Choose the index nearest to the middle between *low* and *high* at which something can be told."""
    return next((index for index in _outwards(low, high) if look(index) is not None), None)


def _outwards(low: int, high: int) -> Iterator[int]:
    middle = (low + high) // 2
    for step in range(high - low):
        for index in (middle - step, middle + step) if step else (middle,):
            if low < index < high:
                yield index


def _spread(count: int, most: int, seen: dict[int, bool | None]) -> list[int]:
    """Choose *most* of *count* indexes not looked at yet, evenly."""
    spaced = (count * n // (4 * MOST) for n in range(4 * MOST))
    fresh = [index for index in dict.fromkeys(spaced) if index not in seen]
    return fresh[:: max(1, len(fresh) // most)][:most] if most > 0 else []
