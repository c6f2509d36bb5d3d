"""The events that one steps through: which are listed, where one stands, what is sought. Pure: no terminal, no log."""

from collections.abc import Iterator, Sequence
from typing import Self

from msgspec import Struct, structs

from eventlog.events import Recorded
from projections.entries import content_of
from projections.gist import gist

_FIELDS = ("kind", "source", "address")


class Filter(Struct, frozen=True):
    """What an event must be to be listed; empty: any."""

    kind: str = ""
    source: str = ""
    address: str = ""
    words: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a filter as a person types it: *kind:fact source:tool:curl address:egress*, or words of any of these.

        >>> str(Filter.parse("kind:fact source:tool:curl egress"))
        'kind:fact source:tool:curl egress'
        """
        told: dict[str, str] = {}
        words = []
        for word in text.split():
            field, colon, value = word.partition(":")
            if colon and field in _FIELDS:
                told[field] = value.casefold()
            else:
                words.append(word.casefold())
        return cls(**told, words=tuple(words))

    def __str__(self) -> str:
        """Write it as it is typed."""
        told = [f"{field}:{getattr(self, field)}" for field in _FIELDS if getattr(self, field)]
        return " ".join((*told, *self.words))

    def passes(self, event: Recorded) -> bool:
        """Tell whether *event* is listed."""
        kinds = (event.public.kind or "", event.tag)
        if self.kind and self.kind not in kinds:
            return False
        if not (self.source or self.address or self.words):
            return True
        source = str(event.source or "").casefold()
        address = (event.address or "").casefold()
        about = " ".join((*kinds, source, address))
        return source.startswith(self.source) and self.address in address and all(w in about for w in self.words)


class Trail(Struct, frozen=True):
    """The *events*, oldest first; *rows* are the indexes of those listed, *at* is the row one stands on."""

    events: Sequence[Recorded]
    rows: Sequence[int]
    at: int = 0
    filter: Filter = Filter()
    sought: str = ""

    @classmethod
    def of(cls, events: Sequence[Recorded]) -> Self:
        """List all of *events* and stand on the last."""
        return cls(events, range(len(events)), max(len(events) - 1, 0))

    @property
    def event(self) -> Recorded | None:
        """The event one stands on; None where none is listed."""
        return self.events[self.rows[self.at]] if self.rows else None

    @property
    def before(self) -> Recorded | None:
        """The event before it in the memory, listed or not."""
        return self.events[self.rows[self.at] - 1] if self.rows and self.rows[self.at] else None

    def step(self, by: int) -> Self:
        """Move by so many rows, at most to an end."""
        return self.to(self.at + by)

    def to(self, row: int) -> Self:
        """Stand on a row, or on the end nearest to it."""
        return structs.replace(self, at=max(0, min(row, len(self.rows) - 1)))

    def to_position(self, position: int) -> Self:
        """Stand on the last listed event at or before *position*."""
        low, high = 0, len(self.rows)
        while low < high:
            middle = (low + high) // 2
            if self.events[self.rows[middle]].position <= position:
                low = middle + 1
            else:
                high = middle
        return self.to(low - 1)

    def filtered(self, wanted: Filter) -> Self:
        """List only what passes, and stand where one stood, or on what is listed last before it."""
        here = self.events[self.rows[self.at]].position if self.rows else None
        passing = [i for i, event in enumerate(self.events) if wanted.passes(event)] if str(wanted) else None
        rows: Sequence[int] = range(len(self.events)) if passing is None else passing
        narrowed = structs.replace(self, rows=rows, filter=wanted, at=0)
        return narrowed.to(len(rows) - 1) if here is None else narrowed.to_position(here)

    def seeking(self, text: str) -> Self:
        """Seek *text* from now on; empty: nothing."""
        return structs.replace(self, sought=text.casefold())

    def found(self, by: int, *, here: bool = False) -> Self | None:
        """Stand on the next match (*by* 1) or the one before (-1), round the ends; *here* counts too if so asked."""
        count = len(self.rows)
        for passed in range(0 if here else 1, count + (not here)):
            row = (self.at + by * passed) % count
            if self.matches(self.events[self.rows[row]]):
                return self.to(row)
        return None

    def matches(self, event: Recorded) -> bool:
        """Tell whether the address or the content of *event* holds what is sought."""
        return bool(self.sought) and any(self.sought in part.casefold() for part in _said(event))


def top_of(at: int, count: int, height: int, top: int) -> int:
    """Give the first of *count* rows to draw, so that *at* is among *height* of them and nothing moves needlessly.

    >>> top_of(5, 100, 10, 0), top_of(10, 100, 10, 0), top_of(99, 100, 10, 0), top_of(3, 100, 10, 50)
    (0, 1, 90, 3)
    """
    top = max(min(top, at), at - height + 1)
    return max(0, min(top, count - height))


def _said(event: Recorded) -> Iterator[str]:
    if (private := event.private) is not None:
        yield private.address or ""
        yield gist("", content_of(private))
        yield private.reason
