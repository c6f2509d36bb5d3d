"""What is proposed for long-term memory, what the door would say to each, and committing what is accepted."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal

from msgspec import Struct, structs

from eventlog import commands as c
from eventlog.addresses import Address
from eventlog.commands import Command, Given
from eventlog.errors import InvalidValue, Refused
from eventlog.events import Recorded
from eventlog.ids import uuid7
from eventlog.log import EventLog
from eventlog.receipts import Receipt
from eventlog.sources import Source
from eventlog.times import Moment

Outcome = Literal["new", "version", "refresh", "closed", "refused"]
_IN_A_BATCH = 500


class Wanted(Struct, frozen=True, kw_only=True):
    """What is to be kept, the events that it is drawn from, and, where a program outside drew it, its *call*."""

    address: Address
    content: Any
    source: Source
    derived_from: tuple[Recorded, ...]
    because: str
    via: str
    call: Recorded | None = None
    confidence: float | None = None
    importance: int | None = None
    participants: tuple[str, ...] = ()
    outcome: str | None = None
    expires_at: int | None = None

    @property
    def command(self) -> Command:
        """The write that keeps it."""
        return c.Remember(
            self.address, self.content, False, self.confidence, self.importance, self.participants, self.outcome
        )

    @property
    def premises(self) -> tuple[str, ...]:
        """The ids of all that must hold for it to hold."""
        return tuple(r.id for r in (*self.derived_from, *([self.call] if self.call else [])))

    @property
    def told_at(self) -> Moment:
        """When the last of what it is drawn from happened."""
        public = max(self.derived_from, key=lambda r: r.public.world_time).public
        return Moment(public.world_time, public.occurred_offset, public.occurred_precision)


class Looked(Struct, frozen=True):
    """What was looked at in a *session*: how many of the user's *turns*; how many of the things found are *kept* already."""

    session: str
    turns: int
    kept: int
    known: bool = True

    @property
    def told(self) -> str:
        """Say it in a sentence."""
        if not self.known:
            return f"session '{self.session}' isn't there: nothing was ever written in it"
        turns = f"{self.turns} user turn{'' if self.turns == 1 else 's'} read"
        return f"{turns}, {self.kept} thing{'' if self.kept == 1 else 's'} already kept"


class Proposal(Struct, frozen=True):
    """One thing to keep, and what the door would say to it: new, a version over *before*, a refresh, or why not.

    In a namespace that is closed to the actor it is *closed*, if not refused: what is there isn't told.
    """

    number: int
    address: str
    content: Any
    confidence: float | None
    importance: int | None
    source: Source
    derived_from: tuple[Recorded, ...]
    because: str
    outcome: Outcome
    before: Any
    refusal: Refused | None
    ask: tuple[Command, Given]

    @property
    def kind(self) -> str:
        """Of which kind it would be."""
        return self.address.partition(":")[0]


Accept = Iterable["int | Proposal"] | Callable[[Proposal], object]


class Proposals(Struct, frozen=True):
    """Proposals in order, to be read like a list; nothing is written until `apply`.

    *notes* say what had to be left out and, of a session that was condensed, what was *looked* at.
    """

    items: tuple[Proposal, ...]
    notes: tuple[str, ...]
    _log: EventLog
    kept: int = 0
    looked: Looked | None = None

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Proposal]:
        return iter(self.items)

    def __getitem__(self, index: int) -> Proposal:
        return self.items[index]

    def apply(self, accept: Accept | None = None) -> tuple[Receipt, ...]:
        """Commit what is accepted as one run, all of it or nothing; again, it changes nothing.

        *accept* holds proposals, or their numbers (from 1), or is a test of a proposal; without it all are that the
        door doesn't refuse. Each is decided anew: where the log has changed so that one is refused, none is kept.
        """
        chosen = self._chosen(accept)
        if not chosen:
            return ()
        run = uuid7(self._log.clock(), self._log.entropy(10))
        asks = [(command, structs.replace(given, run=run)) for command, given in (p.ask for p in chosen)]
        return tuple(self._log.append_each(asks[i : i + _IN_A_BATCH] for i in range(0, len(asks), _IN_A_BATCH)))

    def _chosen(self, accept: Accept | None) -> list[Proposal]:
        if accept is None or callable(accept):
            return [p for p in self.items if p.refusal is None and (accept is None or accept(p))]
        numbers = {each.number if isinstance(each, Proposal) else each for each in accept}
        if unknown := numbers - {p.number for p in self.items}:
            listed = f"they are numbered from 1 to {len(self.items)}" if self.items else "there are none"
            raise InvalidValue("accept", f"no proposal has the number {min(unknown)}: {listed}")
        chosen = [p for p in self.items if p.number in numbers]
        for each in chosen:
            if each.refusal is not None:
                raise each.refusal
        return chosen
