"""Searching by meaning: vectors brought up to what is remembered, kept in the log and in memory, and asked.

What an embedder is asked for is asked before the log is locked; what it gives is kept batch by batch. Whatever goes
wrong there, the search goes on by words alone, and says so.
"""

import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any

from msgspec import Struct

from belieflog.compared import Compared, Unheld
from belieflog.embedding import Embedding, Unusable, batches, cosine, numbers
from belieflog.meaning import Embedder
from eventlog.errors import BelieflogError
from eventlog.events import Recorded, Scope
from eventlog.pieces import fingerprint, pieces
from eventlog.store import Store
from eventlog.vectors import Piece, Vectors
from projections.ranking import Closeness

PATIENCE = 60.0  # seconds that one search waits for texts to be embedded; the next goes on from there
PAGE = 10_000
_ALONE = "searched by words only: "

Progress = Callable[[int], object]


class Prepared(Struct, frozen=True):
    """A query's vector and, where they are held, the vectors to compare it with; else why there are none."""

    query: bytes | None = None
    rows: tuple[tuple[Any, Any], ...] | None = None
    warning: str | None = None


class Meanings:
    """An embedder and the vectors of one log in memory; several threads may share it."""

    def __init__(self, store: Store, embedder: Embedder) -> None:
        self._store, self._embedding = store, Embedding(embedder)
        self._lock = threading.Lock()
        self._matrices: dict[Scope, Unheld] = {}

    def prepare(self, query: str, scopes: Sequence[Scope], *, past: bool, progress: Progress | None = None) -> Prepared:
        """Embed *query* and what *scopes* show that has no vector yet; of the *past* nothing is kept."""
        if not query.strip():
            return Prepared()
        vectors = self._store.vectors
        try:
            dimension = vectors.dimension(self._embedding.model) if vectors else None
            asked = self._embedding.query(query, dimension)
            if past or vectors is None or not (_numpy() or vectors.open):
                return Prepared(asked)
            with self._lock:
                lacking = self._brought_up(vectors, scopes, len(asked) // 4, progress)
                rows = tuple(held for scope in scopes if (held := self._matrices[scope].rows()) is not None)
        except Unusable as unusable:
            return Prepared(warning=_ALONE + str(unusable))
        if not vectors.whole(scopes):  # open for reading only, and there is more than is kept
            return Prepared(asked)
        told = f"{lacking:,} texts are not embedded yet and were searched by words only: search again to go on"
        return Prepared(asked, rows if rows or not scopes else None, told if lacking else None)

    def catch_up(self, scopes: Sequence[Scope], progress: Progress | None = None) -> None:
        """Embed what *scopes* show that has no vector yet; of what goes wrong the next search tells."""
        if (vectors := self._store.vectors) and vectors.open and not self.complete(scopes):
            self.prepare("-", scopes, past=False, progress=progress)

    def complete(self, scopes: Sequence[Scope]) -> bool:
        """Tell whether the log keeps a vector of every text in *scopes*."""
        vectors = self._store.vectors
        return vectors is None or vectors.whole(scopes, self._embedding.model)

    def compared(
        self, prepared: Prepared, shown: Callable[[], Iterable[Recorded]], *, kept: bool
    ) -> tuple[Closeness | None, str | None]:
        """Compare the entries *shown* with the query: those whose words are *kept* all at once. Without a comparison, say why."""
        if prepared.query is None:
            return None, prepared.warning
        if prepared.rows is not None and kept:
            from belieflog.matrix import Compared as Fast

            return Fast(prepared.rows, prepared.query, self._embedding.floor), prepared.warning
        try:
            return Compared(self._cosines(prepared.query, shown()), self._embedding.floor), None
        except Unusable as unusable:
            return None, _ALONE + str(unusable)

    def _cosines(self, query: bytes, shown: Iterable[Recorded]) -> dict[int, float]:
        vectors, model = self._store.vectors, self._embedding.model
        texts = [(recorded.position, piece) for recorded in shown for piece in pieces(recorded)]
        known = lambda names: vectors.known(model, names) if vectors else {}
        given = self._embedding.held([text for _, text in texts], len(query) // 4, known)
        asked, found = numbers(query), dict[int, float]()
        for (position, _), vector in zip(texts, given, strict=True):
            found[position] = max(cosine(asked, numbers(vector)), found.get(position, -1.0))
        return found

    def _brought_up(self, vectors: Vectors, scopes: Sequence[Scope], dimension: int, progress: Progress | None) -> int:
        """Bring what is held of *scopes* up to the log; tell how many texts still have no vector."""
        vectors.split(scopes)
        lacking, taken, until = 0, 0, monotonic() + PATIENCE
        for scope in scopes:
            matrix = self._matrices.get(scope)
            if matrix is None or matrix.stale or matrix.dimension != dimension:
                matrix = self._matrices[scope] = _holding()(dimension)
            fresh = matrix.last == 0
            while page := vectors.pieces(scope, self._embedding.model, matrix.last, PAGE):
                matrix.load(page)
            for part in batches(list(matrix.lacking.values())):
                if monotonic() > until:
                    break
                self._embed(vectors, matrix, part)
                taken += len(part)
                if progress is not None:
                    progress(taken)
            lacking += len(matrix.lacking)
            if fresh:
                matrix.loaded()
        return lacking

    def _embed(self, vectors: Vectors, matrix: Unheld, part: Sequence[Piece]) -> None:
        """Embed some pieces that have no vector yet; those whose text is gone by now are left out."""
        known = self._store.recorded(dict.fromkeys(piece.position for piece in part))
        texts = {fingerprint(text): text for recorded in known for text in pieces(recorded)}
        there = [piece for piece in part if piece.fingerprint in texts]
        names = list(dict.fromkeys(piece.fingerprint for piece in there))
        given: dict[bytes, bytes] = {}
        if names:
            found = self._embedding.vectors([texts[name] for name in names], matrix.dimension)
            given = dict(zip(names, found, strict=True))
            if vectors.open:
                with suppress(BelieflogError):  # where the file can't be written now, they are held in memory
                    vectors.keep(self._embedding.model, given)
        matrix.add([piece.position for piece in there], [given[piece.fingerprint] for piece in there])
        for piece in part:
            del matrix.lacking[piece.number]


def _holding() -> type[Unheld]:
    if not _numpy():
        return Unheld
    from belieflog.matrix import Matrix

    return Matrix


def _numpy() -> bool:
    from importlib.util import find_spec

    return find_spec("numpy") is not None
