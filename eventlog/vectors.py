"""What a store keeps for searching by meaning: the pieces of each text, and a vector for each, by model."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from eventlog.events import Scope


class Piece(Struct, frozen=True, gc=False):
    """A text that stands for the meaning of the event at *position*; numbers only ever grow.

    Its vector is float32, little-endian, of length 1 (or all zeros); None where the model hasn't given one yet.
    """

    number: int
    position: int
    fingerprint: bytes
    vector: bytes | None


class Vectors(Protocol):
    """The pieces of what is searched, and their vectors; both go where the words of the text go."""

    @property
    def open(self) -> bool:
        """Whether more may be kept now."""
        ...

    def split(self, scopes: Sequence[Scope]) -> None:
        """Bring the pieces of *scopes* up to their words, in several short writes."""
        ...

    def whole(self, scopes: Sequence[Scope], model: str | None = None) -> bool:
        """Tell whether every entry with words has its pieces there and, for *model*, their vectors."""
        ...

    def pieces(self, scope: Scope, model: str, after: int, most: int) -> list[Piece]:
        """Give the first *most* pieces numbered above *after*, by number."""
        ...

    def known(self, model: str, fingerprints: Sequence[bytes]) -> dict[bytes, bytes]:
        """Give the vectors that are kept of texts."""
        ...

    def dimension(self, model: str) -> int | None:
        """Tell how many numbers a vector of *model* has, None where none was ever kept."""
        ...

    def keep(self, model: str, vectors: Mapping[bytes, bytes]) -> None:
        """Keep vectors by fingerprint; those of texts that are gone by now are not kept."""
        ...
