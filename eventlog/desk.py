"""What deciding has before it, and what it gives: the state and the command's circumstances, events not yet sealed."""

from typing import Any

from msgspec import Struct

from eventlog.addresses import WORKING, Address
from eventlog.commands import Given
from eventlog.errors import InvalidValue
from eventlog.events import Private, Public, Scope, Tag
from eventlog.ids import sibling
from eventlog.policy import Policy
from eventlog.store import Store

Draft = tuple[Public, Private]


class Stamp(Struct, frozen=True):
    """Where and when the events will stand: commit time, next position, first position of the batch, id."""

    at: int
    position: int
    batch: int
    id: str


class Decision(Struct, frozen=True):
    """The events of one op, ready to be sealed."""

    drafts: tuple[Draft, ...]
    refreshed: bool = False
    warnings: tuple[str, ...] = ()


class Desk(Struct, frozen=True):
    """All that deciding may look at."""

    store: Store
    policy: Policy
    stamp: Stamp
    given: Given

    @property
    def home(self) -> Scope:
        """The scope that the command was given in."""
        return Scope(self.given.user, self.given.session)

    def scope_of(self, address: Address, in_session: bool) -> Scope:
        """Working kinds live in the session; long-term kinds in long-term memory, or in the session when asked."""
        if address.kind in WORKING or in_session:
            if not self.given.session:
                raise InvalidValue("session", f"'{address}' lives in a session: name one, as in memory(user, session)")
            return self.home
        return Scope(self.given.user)

    def draft(self, ordinal: int, tag: Tag, scope: Scope, private: Private | None = None, **public: Any) -> Draft:
        """Fill in what every event carries."""
        given, stamp = self.given, self.stamp
        position = stamp.position + ordinal
        source, when = given.source, given.occurred_at
        part = private or Private()
        if source is not None or given.reason or given.via:
            part = Private(
                part.address, part.content, part.confidence, part.importance, part.description, part.participants,
                part.outcome, given.reason, source.name if source else "", source.ref if source else "",
                given.via, part.query,
            )  # fmt: skip
        return (
            Public(
                tag,
                stamp.id if ordinal == 0 else sibling(stamp.id, ordinal),
                stamp.at,
                scope.user,
                given.session if scope.user else "",
                scope.name,
                source=source.kind if source else "agent",
                actor=given.actor,
                batch=stamp.batch if stamp.batch != position else None,
                op=stamp.position if ordinal else None,
                run=given.run,
                occurred_at=when.at if when else None,
                occurred_offset=when.offset if when else 0,
                occurred_precision=when.precision if when else None,
                derived_from=public.pop("derived_from", given.derived_from),
                **public,
            ),
            part,
        )
