"""The vectors of one scope side by side in memory, so that all of them are compared at once; with numpy."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from belieflog.compared import Unheld
from eventlog.vectors import Piece

_SLACK = 4_096
_Array = Any


class Matrix(Unheld):
    """Rows of vectors, each of an event's position; what goes is passed over, and left behind at the next fresh start."""

    def __init__(self, dimension: int) -> None:
        super().__init__(dimension)
        self._vectors = np.empty((0, dimension), np.float32)
        self._positions = np.empty(0, np.int64)
        self._count, self._first = 0, 0

    @property
    def stale(self) -> bool:
        """Whether so much was added that a fresh start, without what is gone, is due."""
        return self._count > 2 * self._first + _SLACK

    def load(self, pieces: Sequence[Piece]) -> None:
        """Take in pieces as they are kept."""
        super().load(pieces)
        there = [piece for piece in pieces if piece.vector is not None]
        self.add([piece.position for piece in there], [piece.vector or b"" for piece in there])

    def loaded(self) -> None:
        """Say that what is there so far is the beginning."""
        self._first = self._count

    def add(self, positions: Sequence[int], vectors: Sequence[bytes]) -> None:
        """Add rows; what was handed out before stays as it is."""
        size = self._count + len(positions)
        if size > len(self._positions):
            room = max(size, len(self._positions) * 3 // 2)
            self._vectors = _grown(self._vectors, self._count, (room, self.dimension))
            self._positions = _grown(self._positions, self._count, (room,))
        if positions:
            read = np.frombuffer(b"".join(vectors), "<f4").reshape(len(positions), self.dimension)
            self._vectors[self._count : size] = read
            self._positions[self._count : size] = positions
        self._count = size

    def rows(self) -> tuple[_Array, _Array]:
        """Give the vectors and their positions, as they are now."""
        return self._vectors[: self._count], self._positions[: self._count]


class Compared:
    """How close the rows of some matrices are to a query."""

    def __init__(self, parts: Iterable[tuple[_Array, _Array]], query: bytes, floor: float) -> None:
        self.floor = floor
        vector = np.frombuffer(query, "<f4")
        found = [(positions, vectors @ vector) for vectors, positions in parts]
        places = [positions for positions, _ in found]
        self._positions = np.concatenate(places) if places else np.empty(0, np.int64)
        close = [cosines for _, cosines in found]
        self._cosines = np.round(np.concatenate(close).astype(np.float64), 4) if close else np.empty(0)

    def nearest(self, most: int) -> list[tuple[int, float]]:
        """Give positions and cosines of the *most* closest that reach the floor, closest and newest first."""
        rows = np.flatnonzero(self._cosines >= self.floor)
        wanted = 2 * most + 1  # an entry may have several rows
        while True:
            chosen = rows
            if wanted < len(rows):
                least = np.partition(self._cosines[rows], len(rows) - wanted)[len(rows) - wanted]
                chosen = rows[self._cosines[rows] >= least]
            order = chosen[np.lexsort((-self._positions[chosen], -self._cosines[chosen]))]
            found: dict[int, float] = {}
            for position, cosine in zip(self._positions[order].tolist(), self._cosines[order].tolist(), strict=True):
                found.setdefault(position, cosine)
            if len(found) >= most or len(chosen) == len(rows):
                return list(found.items())[:most]
            wanted *= 4

    def of(self, positions: Iterable[int]) -> dict[int, float]:
        """Give the cosines of those at *positions* that have one."""
        asked = np.fromiter(positions, np.int64)
        if not len(asked) or not len(self._positions):
            return {}
        order = np.argsort(asked, kind="stable")
        sorted_asked = asked[order]
        places = np.minimum(np.searchsorted(sorted_asked, self._positions), len(asked) - 1)
        rows = np.flatnonzero(sorted_asked[places] == self._positions)
        best = np.full(len(asked), -2.0)
        np.maximum.at(best, places[rows], self._cosines[rows])
        return {
            position: cosine
            for position, cosine in zip(sorted_asked.tolist(), best.tolist(), strict=True)
            if cosine > -2
        }


def _grown(old: _Array, count: int, shape: tuple[int, ...]) -> _Array:
    new = np.empty(shape, old.dtype)
    new[:count] = old[:count]
    return new
