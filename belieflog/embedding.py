"""Asking an embedder, which is someone else's code: what it gives is checked, and whatever goes wrong is told in a sentence."""

import sys
from array import array
from collections.abc import Callable, Iterator, Sequence
from math import isfinite, sqrt
from typing import Any

from belieflog.meaning import Embedder, floor_of, model_of
from eventlog.pieces import fingerprint

BATCH = 256  # texts in one call
HELD = 20_000  # vectors that are kept in memory only, where they can't be kept in the log


class Unusable(Exception):
    """The embedder can't be used for now; the message says why."""


class Embedding:
    """An embedder, its *model*, its *floor*, and the vectors it gave that no log keeps."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self.model, self.floor = model_of(embedder), floor_of(embedder)
        self._held: dict[bytes, bytes] = {}
        self._size: int | None = None  # of what it gave before

    def vectors(self, texts: Sequence[str], dimension: int | None) -> list[bytes]:
        """Embed *texts* in one call: float32 of length 1 each; *dimension* is what others of the model have."""
        try:
            given: Any = self._embedder(texts)
            count = len(given)
        except Exception as error:  # nothing of its message: it may tell a key
            raise Unusable(f"the embedder raised {type(error).__name__}") from error
        if count != len(texts):
            raise Unusable(f"the embedder gave {count} vectors for {len(texts)} texts")
        try:
            found = _quick(given) if hasattr(given, "dtype") else list(map(_unit, given))
        except (TypeError, ValueError, OverflowError) as error:
            raise Unusable("the embedder gave what is no list of numbers") from error
        size = dimension or self._size or len(found[0]) // 4
        for each in found:
            if len(each) != 4 * size or not each:
                raise Unusable(f"the embedder gave {len(each) // 4} numbers where {size} are kept of {self.model!r}")
        self._size = size
        return found

    def query(self, text: str, dimension: int | None) -> bytes:
        """Embed what is looked for."""
        return self.vectors([text], dimension)[0]

    def held(
        self, texts: Sequence[str], dimension: int, known: Callable[[list[bytes]], dict[bytes, bytes]]
    ) -> list[bytes]:
        """Give the vectors of *texts*, those that the log knows from there; the others are held in memory."""
        names = [fingerprint(text) for text in texts]
        found = known([name for name in dict.fromkeys(names) if name not in self._held])
        lacking = {name: text for name, text in zip(names, texts, strict=True) if name not in found | self._held}
        if len(self._held) + len(lacking) > HELD:
            found |= {name: self._held[name] for name in names if name in self._held}
            self._held.clear()
        for part in batches(list(lacking.items())):
            given = self.vectors([text for _, text in part], dimension)
            self._held.update(zip((name for name, _ in part), given, strict=True))
        return [found.get(name) or self._held[name] for name in names]


def batches(items: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """Part *items* as they are embedded."""
    return (items[start : start + BATCH] for start in range(0, len(items), BATCH))


def cosine(a: "array[float]", b: "array[float]") -> float:
    """Give the cosine of two vectors of length 1, to four places."""
    return round(sum(x * y for x, y in zip(a, b, strict=True)), 4)


def numbers(vector: bytes) -> "array[float]":
    """Read a vector."""
    read = array("f", vector)
    if sys.byteorder == "big":
        read.byteswap()
    return read


def _quick(vectors: Any) -> list[bytes]:
    """Write the rows of a numpy array, as `_unit` does one by one."""
    import numpy as np

    rows = np.atleast_2d(vectors).astype(np.float64)
    lengths = np.sqrt((rows * rows).sum(axis=1))
    if rows.ndim != 2 or not np.isfinite(lengths).all():
        raise ValueError("no number")
    return [row.tobytes() for row in (rows / np.where(lengths, lengths, 1.0)[:, None]).astype("<f4")]


def _unit(vector: Any) -> bytes:
    """Write a vector as float32 of length 1; one of zeros stays so."""
    told = [float(each) for each in vector]
    length = sqrt(sum(each * each for each in told))
    if not isfinite(length):
        raise ValueError("no number")
    written = array("f", (each / length for each in told) if length else told)
    if sys.byteorder == "big":
        written.byteswap()
    return written.tobytes()
