"""Where a reader stands in a session: at which of its points, and which is before and after."""

import re
from array import array
from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from cli import gist
from cli.web.asking import Ask

if TYPE_CHECKING:
    from belieflog import Memory

Part = Literal["all", "session", "long-term"]
PARTS: tuple[Part, ...] = ("all", "session", "long-term")
KEPT = 16  # memories whose points are kept


class Points:
    """Where the events of the memories looked at stand: read once, and then only what is new."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: OrderedDict[tuple[str, str | None, Part], array[int]] = OrderedDict()

    def of(self, mem: "Memory", part: Part, head: int) -> Sequence[int]:
        """List the positions of a part of a memory's events, up to the *head* that the caller sees."""
        with self._lock:
            known = self._known.setdefault((mem.user, mem.session, part), array("q"))
            self._known.move_to_end((mem.user, mem.session, part))
            known.extend(mem.points(part, known[-1] if known else 0))
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
            return known if not known or known[-1] <= head else known[: bisect_right(known, head)]


class Stand(Struct, frozen=True):
    """A reader at position *at*: the *index*-th of the *points* is the last at or before it (-1: none is)."""

    points: Sequence[int]
    index: int
    at: int

    @property
    def last(self) -> bool:
        """Whether nothing came after."""
        return self.index == len(self.points) - 1

    @property
    def x(self) -> float:
        """Where the point lies between the first and the last, from 0 to 1."""
        return (self.index + 0.5) / max(1, len(self.points))

    def share(self, position: int) -> float:
        """Tell how much of the points lies before *position*, from 0 to 1."""
        return bisect_left(self.points, position) / max(1, len(self.points))


def stand(ask: Ask, part: Part) -> Stand:
    """Find the point asked for: ``at`` (whatever names a point), or ``n``, the n-th event, come to from ``from``.

    Events committed together are one point, the last of them. Without either: the newest.
    """
    points = ask.site.points.of(ask.mem, part, ask.log.position)
    if not points:
        return Stand(points, -1, ask.log.position)
    if (told := ask.at()) is not None:
        at = ask.mem.settled(_of_the_day(ask, points, told))
    elif ask.query.get("n"):
        at = _reached(ask, points, ask.number("n", len(points)) - 1, ask.number("from", 0) - 1)
    else:
        at = points[-1]
    return Stand(points, bisect_right(points, at) - 1, at)


def beside(ask: Ask, here: Stand, by: Literal[-1, 1]) -> int | None:
    """Give the point before or after, None where there is none."""
    if by == -1 and here.index >= 0 and (end := ask.mem.settled(here.points[here.index])) < here.at:
        return end  # the reader stands between two points
    if not 0 <= here.index + by < len(here.points):
        return None
    at = _reached(ask, here.points, here.index + by, here.index)
    return None if at == here.at else at


def point(ask: Ask, told: str) -> str:
    """Read what names a point in a form; a time of day is one of the day of the memory's newest event."""
    points = ask.site.points.of(ask.mem, "all", ask.log.position)
    return _of_the_day(ask, points, told.strip()) if points else told.strip()


def _reached(ask: Ask, points: Sequence[int], index: int, before: int) -> int:
    """Give the end of the batch that the *index*-th event is of; on the way back that of the one before it."""
    index = min(max(index, 0), len(points) - 1)
    end = ask.mem.settled(points[index])
    if index < before < len(points) and end >= points[before]:
        first = bisect_left(points, ask.log.event(points[index]).batch)
        return ask.mem.settled(points[first - 1]) if first else end
    return end


def _of_the_day(ask: Ask, points: Sequence[int], told: str) -> str:
    """Read a time of day as one of the day of the newest point."""
    if not re.fullmatch(r"\d\d?:\d\d(:\d\d)?", told):
        return told
    day = gist.when(ask.log.event(points[-1]).at)[:10]
    return f"{day}T{told.zfill(5 if told.count(':') == 1 else 8)}{':00' if told.count(':') == 1 else ''}Z"
