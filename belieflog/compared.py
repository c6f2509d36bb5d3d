"""How close entries are in meaning, one by one: the definition, and what does where no numpy or no table is at hand."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from eventlog.vectors import Piece


class Compared:
    """The cosine of each entry, by position; of an entry in several pieces that of the closest."""

    def __init__(self, cosines: Mapping[int, float], floor: float) -> None:
        self._cosines, self.floor = cosines, floor

    def nearest(self, most: int) -> list[tuple[int, float]]:
        """Give positions and cosines of the *most* closest that reach the floor, closest and newest first."""
        found = [each for each in self._cosines.items() if each[1] >= self.floor]
        return sorted(found, key=lambda each: (each[1], each[0]), reverse=True)[:most]

    def of(self, positions: Iterable[int]) -> dict[int, float]:
        """Give the cosines of those at *positions* that have one."""
        return {position: self._cosines[position] for position in positions if position in self._cosines}


class Unheld:
    """Which pieces of a scope lack a vector, up to the *last* that was looked at: all that is held of them without numpy."""

    def __init__(self, dimension: int) -> None:
        self.dimension, self.last = dimension, 0
        self.lacking: dict[int, Piece] = {}

    @property
    def stale(self) -> bool:
        """Whether a fresh start is due."""
        return False

    def rows(self) -> tuple[Any, Any] | None:
        """Nothing is held."""
        return None

    def load(self, pieces: Sequence[Piece]) -> None:
        """Look at pieces as they are kept."""
        self.lacking.update((piece.number, piece) for piece in pieces if piece.vector is None)
        self.last = max((piece.number for piece in pieces), default=self.last)

    def loaded(self) -> None:
        """Nothing is held."""

    def add(self, positions: Sequence[int], vectors: Sequence[bytes]) -> None:
        """Nothing is held."""
