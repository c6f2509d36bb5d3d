"""Sets of positions as ascending, disjoint ranges."""

from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator

from eventlog.events import Ranges


class Intervals:
    """A set of positions, kept as few ranges.

    >>> some = Intervals([(1, 3), (7, 9)])
    >>> 2 in some, 5 in some
    (True, False)
    >>> (some | Intervals([(4, 6)])).ranges
    ((1, 9),)
    >>> (some - Intervals([(2, 7)])).ranges
    ((1, 1), (8, 9))
    """

    __slots__ = ("_lows", "ranges")

    def __init__(self, ranges: Iterable[tuple[int, int]] = ()) -> None:
        merged: list[list[int]] = []
        for low, high in sorted(ranges):
            if merged and low <= merged[-1][1] + 1:
                merged[-1][1] = max(merged[-1][1], high)
            else:
                merged.append([low, high])
        self.ranges: Ranges = tuple((low, high) for low, high in merged)
        self._lows = [low for low, _ in self.ranges]

    @classmethod
    def of(cls, positions: Iterable[int]) -> "Intervals":
        """Make the set of single *positions*."""
        return cls((p, p) for p in positions)

    def __contains__(self, position: int) -> bool:
        return self.covering(position) is not None

    def __iter__(self) -> Iterator[int]:
        for low, high in self.ranges:
            yield from range(low, high + 1)

    def __bool__(self) -> bool:
        return bool(self.ranges)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Intervals) and self.ranges == other.ranges

    def __hash__(self) -> int:
        return hash(self.ranges)

    def covering(self, position: int) -> tuple[int, int] | None:
        """Give the range that holds *position*, if any."""
        at = bisect_right(self._lows, position) - 1
        if at >= 0 and position <= self.ranges[at][1]:
            return self.ranges[at]
        return None

    def __or__(self, other: "Intervals") -> "Intervals":
        return Intervals((*self.ranges, *other.ranges)) if other.ranges else self

    def __sub__(self, other: "Intervals") -> "Intervals":
        left: list[tuple[int, int]] = []
        for low, high in self.ranges:
            first = max(bisect_right(other._lows, low) - 1, 0)
            for cut_low, cut_high in other.ranges[first:]:
                if cut_low > high:
                    break
                if cut_high < low:
                    continue
                if low < cut_low:
                    left.append((low, cut_low - 1))
                low = cut_high + 1
            if low <= high:
                left.append((low, high))
        return Intervals(left)

    def __xor__(self, other: "Intervals") -> "Intervals":
        return (self - other) | (other - self)

    def __repr__(self) -> str:
        return f"Intervals({list(self.ranges)})"


def spanning(members: Iterable[int], chosen: Container[int]) -> Ranges:
    """Write the *chosen* of the ascending *members* as few ranges, which may span whatever is no member.

    >>> spanning([1, 4, 6, 9], {1, 4, 9})
    ((1, 4), (9, 9))
    """
    runs: list[list[int]] = []
    joined = False
    for position in members:
        if position in chosen:
            if joined:
                runs[-1][1] = position
            else:
                runs.append([position, position])
        joined = position in chosen
    return tuple((low, high) for low, high in runs)


EMPTY = Intervals()
