"""What a write did."""

from typing import Literal

from msgspec import Struct

from eventlog.events import Recorded

Outcome = Literal["recorded", "refreshed", "duplicate"]


class Receipt(Struct, frozen=True):
    """What a write did, the events of its op, and what its writer should know: ``masked: github token``."""

    outcome: Outcome
    events: tuple[Recorded, ...]
    warnings: tuple[str, ...] = ()

    @property
    def event(self) -> Recorded:
        """The event that carries the entry; the first where none does."""
        return next((e for e in self.events if e.public.version), self.events[0])
