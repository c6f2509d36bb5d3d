"""What happened in a log: its events, one by one, and as they come."""

from collections.abc import Callable, Iterator
from typing import Any

from eventlog import corrections, following, points, selectors
from eventlog.errors import NotFound
from eventlog.events import LOG, Recorded, Scope
from eventlog.log import EventLog
from eventlog.points import Point
from eventlog.store import Row, Store


class Events:
    """The events of a log."""

    _log: EventLog
    _store: Store

    def events(self, after: Point = 0, *, user: str | None = None, **selector: Any) -> Iterator[Recorded]:
        """Yield events after a point, oldest first: of one *user*, and those that a selector chooses."""
        wanted = self._wanted(user, selector)
        if not isinstance(after, int) or after < 0:
            after = self._position(after, user)
        after = min(after, self._store.head().position)
        for row in self._store.rows(after):
            recorded = row.recorded
            if (user is None or recorded.public.user == user) and wanted(recorded):
                yield recorded

    def follow(
        self,
        after: Point = 0,
        *,
        user: str | None = None,
        stop: Callable[[], bool] | None = None,
        timeout: float | None = None,
    ) -> Iterator[Recorded]:
        """Yield the events after a point (of one *user*), oldest first, then each that is written, by whomever, for ever.

        In order, each at least once: a reader that keeps the position of what it has done goes on from there. Ends
        where *stop* says so (asked several times a second) or after *timeout* seconds in which nothing was written.
        An event may be erased later; its `erased` event says so, and comes like any other.
        """
        events = following.follow(self._store, self._position(after, user), stop=stop, timeout=timeout)
        return events if user is None else (event for event in events if event.public.user == user)

    def event(self, event: Any) -> Recorded:
        """Give one event by id or position."""
        return selectors.find(self._store, event)[0]

    def row(self, position: int) -> Row:
        """Give one event as it is stored, with its hash."""
        return next(self._store.rows(position - 1, position))

    def effective(self, event: Recorded) -> bool:
        """Tell whether no correction in force takes *event* back."""
        return not corrections.is_void(self._store, event)

    def naming(self, event: Recorded) -> list[Recorded]:
        """List the corrections that name *event*, in force or not."""
        return corrections.naming(self._store, event)

    def erasure(self, event: Recorded) -> Recorded | None:
        """Give the event that erased *event*, if any."""
        if event.body is not None:
            return None
        index = self._store.index
        owners = index.members(Scope(event.public.user), ("erased",), after=event.position)
        inherited = index.members(LOG, ("opened", "erased"), after=event.position)
        names: Callable[[Recorded], bool] = lambda r: any(a <= event.position <= b for a, b in r.public.erased)
        return next((r for r in (*owners, *inherited) if names(r)), None)

    def erasures(self, user: str) -> list[Recorded]:
        """List the erasures in a user's memory, newest first."""
        return self._store.index.members(Scope(user), ("erased",))[::-1]

    def blob(self, ref: str) -> bytes:
        """Give a large output by the ``blob:…`` that its observation refers to."""
        name = ref.removeprefix("blob:")
        body = self._store.blob(name) if name.isascii() and name.isalnum() else None
        if body is None:
            raise NotFound(f"there is no blob {ref!r}: an observation's ref names it")
        return body

    def _position(self, after: Point, user: str | None) -> int:
        return points.resolve(self._store, after, Scope(user or ""), self._log.now())

    def _wanted(self, user: str | None, selector: dict[str, Any]) -> Callable[[Recorded], bool]:
        if all(value is None for value in selector.values()):
            return lambda recorded: True
        return selectors.matching(self._store, user, selectors.selector(**selector), self._log.now())
