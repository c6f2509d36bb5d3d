"""Who reads a memory, and how points, scopes and entries are read there: what every view stands on."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from belieflog.lookalikes import Alike, finding
from belieflog.writing import Time
from eventlog import addresses, points, selectors, times
from eventlog.addresses import LONG_TERM
from eventlog.errors import InvalidValue
from eventlog.events import Recorded, Scope
from eventlog.log import EventLog
from eventlog.points import Point
from eventlog.standing import shown_at
from eventlog.store import Store
from eventlog.support import unsupported
from projections import entries
from projections.entries import Entry

if TYPE_CHECKING:
    from belieflog.meanings import Meanings

ROUNDS = 5  # of dialogue, where no one says how many


class Reader(Struct, frozen=True):
    """A user's memory in *log*, as *session* sees it (None: the long-term part), read by *actor*.

    Where a point is None the memory is read as it is now, where a time is None expiry is judged by the clock,
    or at a point by that point's time.
    """

    log: EventLog
    user: str
    session: str | None
    actor: str | None
    meanings: "Meanings | None" = None

    @property
    def store(self) -> Store:
        """Where the log is kept."""
        return self.log.store

    # Where

    @property
    def place(self) -> Scope:
        """The session's scope, or without a session long-term memory."""
        return Scope(self.user, self.session or "")

    def session_scope(self) -> Scope:
        """Give the session's scope; refused where there is no session."""
        if self.session is None:
            raise InvalidValue("session", "this memory has no session: name one, as in log.memory(user, session)")
        return self.place

    def scopes(self) -> list[Scope]:
        """List long-term memory and the session."""
        return [Scope(self.user), *([self.place] if self.session else [])]

    def scopes_of(self, address: str) -> list[Scope]:
        """List where *address* can be, the session first."""
        own = [self.place] if self.session else []
        if address.partition(":")[0] in LONG_TERM:
            return [*own, Scope(self.user)]
        return own or [self.session_scope()]

    # When

    def when(self, at: Point = None, now: Time | None = None) -> tuple[int | None, int]:
        """Give the position (None: the head) and the time of a view."""
        told = times.parse(now, "now").at if now is not None else None
        if at is None:
            return None, self.log.now() if told is None else told
        position = points.seen(self.store, at, self.place, self.log.now())
        if told is None:
            there = self.store.recorded((position,))
            told = there[0].at if there else 0
        return position, told

    # What

    def entries(self, scope: Scope, position: int | None, now: int, *, audit: bool = False) -> list[Entry]:
        """List what *scope* shows; what is closed to the actor only for an *audit*."""
        shown, policy = self.store.index.shown(scope, position), self.log.policy()
        if not audit and policy.closes(self.actor):
            shown = [recorded for recorded in shown if not policy.hides(recorded.address or "", self.actor)]
        return entries.read(shown, now=now, unsupported=unsupported(self.store, shown, position))

    def held(self, at: Point = None, now: Time | None = None) -> list[Entry]:
        """List all that shows here, in closed namespaces too, for an audit."""
        with self.store.reading():
            position, moment = self.when(at, now)
            return [entry for scope in self.scopes() for entry in self.entries(scope, position, moment, audit=True)]

    def everything(self, at: Point = None, now: Time | None = None) -> list[Entry]:
        """List all that shows here and isn't closed to the actor."""
        with self.store.reading():
            position, moment = self.when(at, now)
            return [entry for scope in self.scopes() for entry in self.entries(scope, position, moment)]

    def get(self, address: str, at: Point = None, now: Time | None = None) -> Entry | None:
        """Give the entry at *address*, None where it shows nothing or is closed to the actor."""
        where = str(addresses.parse(address))
        with self.store.reading():
            position, moment = self.when(at, now)
            for scope in self.scopes_of(where):
                entry = self.store.index.entry(scope, where)
                shown = entry and shown_at(self.store, scope, entry, position)
                for found in self._read(scope, [shown] if shown else [], position, moment):
                    found.peers.alike()  # looked up while the log is open
                    return found
        return None

    def below(self, namespace: str, kinds: Sequence[str], at: Point = None, now: Time | None = None) -> list[Entry]:
        """List the entries of *kinds* below a namespace of long-term memory: the session's first, then the others."""
        path = addresses.path((*addresses.namespace(namespace), ""))
        with self.store.reading():
            position, moment = self.when(at, now)
            return [
                entry
                for scope in reversed(self.scopes())
                for kind in kinds
                for entry in self._read(
                    scope, self.store.index.below(scope, f"{kind}:{path}", position), position, moment
                )
            ]

    def _read(self, scope: Scope, shown: Sequence[Recorded], position: int | None, now: int) -> list[Entry]:
        """Read what a few entries of *scope* show."""
        policy = self.log.policy()
        hidden: Callable[[Recorded], bool] = lambda recorded: policy.hides(recorded.address or "", self.actor)
        if policy.closes(self.actor):
            shown = [recorded for recorded in shown if not hidden(recorded)]
        if not shown:
            return []
        index = self.store.index
        like = finding(index, position, lambda: index.shown(scope, position))
        lost = unsupported(self.store, shown, position)
        return entries.read(shown, now=now, unsupported=lost, peers=Alike(like, shown, now, hidden))

    def number(self, address: str) -> tuple[Scope, int]:
        """Find where an entry is, and its number there, whether it shows anything or not."""
        from belieflog import auditing

        where = str(addresses.parse(address))
        for scope in self.scopes_of(where):
            if entry := self.store.index.entry(scope, where):
                return scope, entry.number
        raise auditing.unknown(self.store, self.scopes_of(where), where, self.closed)

    # Who may, and which

    def closed(self, address: str) -> bool:
        """Tell whether the policy of today closes *address* to the actor."""
        return self.log.policy().hides(address, self.actor)

    def may_read(self, user: str) -> bool:
        """Tell whether the policy of today opens what *user* holds."""
        return user in (self.user, "") or self.log.policy().may_read(user, self.user)

    def wanted(self, selector: dict[str, Any]) -> Callable[[int], bool]:
        """Make a test of positions of a selector's keywords; without any, all are wanted."""
        if all(value is None for value in selector.values()):
            return lambda position: True
        chosen = selectors.selector(**selector)
        fits = selectors.matching(self.store, self.user, chosen, self.log.now())
        return lambda position: all(map(fits, self.store.recorded((position,))))
