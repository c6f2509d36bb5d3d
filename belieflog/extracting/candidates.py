"""What an extractor is given, and what it gives back."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, runtime_checkable

from msgspec import Struct

from eventlog.errors import Unavailable
from eventlog.sources import Source


class Turn(Struct, frozen=True):
    """Something that the user said, and where it stands in the log."""

    position: int
    text: str
    source: Source = Source("user")


class Candidate(Struct, frozen=True):
    """Something worth keeping: at which address, and the positions of the turns that say it, all of them needed."""

    address: str
    content: Any
    turns: tuple[int, ...]
    because: str = ""
    confidence: float | None = None
    importance: int | None = None


class Extraction(Struct, frozen=True):
    """What a program outside found: candidates, the *call* as it is to be recorded, and what had to be left out."""

    candidates: tuple[Candidate, ...]
    call: dict[str, Any] | None = None
    notes: tuple[str, ...] = ()


Extractor = Callable[[Sequence[Turn]], Iterable[Candidate] | Extraction]


@runtime_checkable
class Outside(Protocol):
    """An extractor that asks a program outside: each call is recorded, and the same isn't asked twice."""

    def digest(self, turns: Sequence[Turn]) -> str:
        """Name what would be asked, so that an answer given before can be found again."""
        ...

    def recalled(self, call: dict[str, Any], turns: Sequence[Turn]) -> Extraction:
        """Read an answer given before out of the record of its call, and check it again."""
        ...

    def __call__(self, turns: Sequence[Turn]) -> Extraction:
        """Ask."""
        ...


class ExtractorFailed(Unavailable):
    """An extractor gave nothing that could be used; nothing was written but, where there was one, its call."""

    def __init__(self, message: str, call: dict[str, Any] | None = None) -> None:
        self._call = call
        super().__init__(message)

    @property
    def call(self) -> dict[str, Any] | None:
        """The call as it is to be recorded, if the program outside answered at all."""
        return self._call
