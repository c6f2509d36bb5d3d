"""What a write did."""

from typing import Literal

from msgspec import Struct

from eventlog.events import Recorded

Outcome = Literal["recorded", "refreshed", "duplicate"]


class Receipt(Struct, frozen=True):
    """What a write did, and the events of its op."""

    outcome: Outcome
    events: tuple[Recorded, ...]

    @property
    def event(self) -> Recorded:
        """The event that carries the entry; the first where none does."""
        return next((e for e in self.events if e.public.version), self.events[0])
