"""What did the memory show, position by position?"""

from collections.abc import Iterable, Iterator, Sequence
from heapq import merge

from msgspec import Struct

from eventlog import effects
from eventlog.chain import commitment, leaf
from eventlog.events import WORKING, Recorded, Scope, known
from eventlog.store import Row, Store
from projections.state_hash import StateHash

PAGE = 2_000


class Frame(Struct, frozen=True, gc=False):
    """One position: the event there, and the hash of what the memory showed after it."""

    event: Recorded
    state_hash: str


def replay(store: Store, scopes: Sequence[Scope], start: int = 0, stop: int | None = None) -> Iterator[Frame]:
    """Yield a frame per event of *scopes* after *start* up to *stop*, in order of position.

    Only what shows is held, not the events that passed: a log of a million replays in little memory.
    """
    state = StateHash()
    states = {scope: _Scope(store, scope, state) for scope in scopes}
    for row, event in _stored(store, scopes, stop):
        states[event.scope].take(event, row)
        if event.position > start:
            yield Frame(event, state.hex())


def walk(store: Store, scopes: Iterable[Scope], after: int = 0, stop: int | None = None) -> Iterator[list[Recorded]]:
    """Yield the events of *scopes* in order of position, a page at a time."""
    wanted = list(scopes)
    head = store.head().position if stop is None else stop
    while after < head:
        upto = min(after + PAGE, head)
        found = [store.index.members(scope, after=after, upto=upto) for scope in wanted]
        yield list(merge(*found, key=lambda r: r.position))
        after = upto


def _stored(store: Store, scopes: Sequence[Scope], stop: int | None) -> Iterator[tuple[Row, Recorded]]:
    for page in walk(store, scopes, stop=stop):
        if page:
            events = {r.position: r for r in page}
            for row in store.rows(page[0].position - 1, page[-1].position):
                if (event := events.get(row.position)) is not None:
                    yield row, event


class _Scope:
    """A scope on its way: which entries a clear retires, and what decides whether its session is closed."""

    def __init__(self, store: Store, scope: Scope, state: StateHash) -> None:
        self._store, self._scope, self._state = store, scope, state
        self._working: dict[int, bool] = {}  # entries that show something
        self._corrections: list[Recorded] = []
        self._bounds: list[Recorded] = []

    def take(self, event: Recorded, row: Row) -> None:
        """Bring the state up to one more event: what `beliefs.step` does, and at a correction what the index says."""
        public = event.public
        if not known(public):
            return
        if public.entry is not None:
            self._show(public.entry, None if public.tag == "retracted" else event, row)
        elif public.tag == "scratchpad-cleared":
            for number in [n for n, working in self._working.items() if working]:
                self._show(number, None, row)
        elif public.tag in ("session-started", "session-ended"):
            self._bounds.append(event)
            self._state.end(self._scope, public.tag == "session-ended")
        elif public.tag == "corrected":
            self._corrections.append(event)
            self._correct(event)

    def _correct(self, event: Recorded) -> None:
        for number, shows in self._store.index.moved(self._scope, event.position):
            if shows:
                [shown] = self._store.recorded((shows,))
                self._show(number, shown, next(self._store.rows(shows - 1, shows)))
            else:
                self._show(number, None, None)
        if self._bounds:
            void = effects.void(self._corrections)
            standing = [r for r in self._bounds if r.position not in void]
            self._state.end(self._scope, bool(standing) and standing[-1].public.tag == "session-ended")

    def _show(self, number: int, event: Recorded | None, row: Row | None) -> None:
        self._working.pop(number, None)
        if event is not None and row is not None:
            self._working[number] = event.public.kind in WORKING
        self._state.show(self._scope, number, None if event is None or row is None else leaf_of(row))


def leaf_of(row: Row) -> bytes:
    """Give the leaf of a stored event; erasing its private part doesn't change it."""
    if row.salt is not None and row.private is not None:
        return leaf(row.public, commitment(row.salt, row.private))
    return leaf(row.public, row.commitment or b"")
