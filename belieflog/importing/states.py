"""Files that tell how things stand: what changed between one state and the next, as operations.

A state holds what its store holds, by address. Each time an address comes to say something else, that is its
next change: the n-th is named by format, user, the store's own name, address and n. So states that
come in one by one, each by an import of its own, and the same states as a series come to the same events,
and what is there already is known by its name.

What was written last is looked up under those names, not in what shows: where someone else has corrected,
retracted, reverted or erased since, the same state again brings nothing back. What the store doesn't hold any
more is retracted, but only where it still shows what this importer wrote from this store.

A single file says how its store stands now, even if it stood so before. A series that the log knows already,
or knows more of, adds nothing; where the two have parted, the series' last state counts.
"""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from belieflog.importing.operations import Bad, Coordinates, Operation, Told
from eventlog import commands as c
from eventlog import sources
from eventlog.addresses import Address, parse
from eventlog.commands import Command, Given
from eventlog.errors import InvalidValue
from eventlog.events import Recorded
from eventlog.ids import uuid8
from eventlog.names import LONGEST
from eventlog.sources import Source
from eventlog.times import Moment
from eventlog.values import canonical, check


class Item(Struct, frozen=True):
    """What stands at an address, on which line, and since when, if the file tells that."""

    content: object
    line: int = 0
    when: Moment | None = None
    expires_at: int | None = None


class State(Struct):
    """How a store stood: at revision *name*, *when*; what of it couldn't be taken in is *bad*."""

    name: str = ""
    when: Moment | None = None
    items: dict[Address, Item] = {}
    bad: list[Bad] = []

    @property
    def whole(self) -> bool:
        """Whether all of it could be read: else nothing is taken for gone."""
        return not self.bad

    def put(self, line: int, address: Address | str, content: object, **more: Any) -> None:
        """Put *content* at an address, unless there is something already; *more* are fields of `Item`."""
        try:
            where = parse(str(address))
            self.items.setdefault(where, Item(check(content), line, **more))
        except InvalidValue as error:
            self.fault(line, str(error))

    def fault(self, line: int, why: str) -> None:
        """Name a line that can't be taken in."""
        self.bad.append(Bad(line, f"{self.name}: {why}" if self.name else why))


class _Walk(Struct):
    """Where a series has come to: what is there, how often each had something new, and where the log parts from it."""

    there: dict[Address, Item] = {}
    told: dict[Address, int] = {}
    parted: set[Address] = set()
    grew: bool = False


class Store:
    """One store that states are told of: its *origin* is its own name, *below* where all its addresses begin.

    A session named by the user takes the place of the origin.
    """

    def __init__(self, format: str, origin: str, where: Coordinates, below: str) -> None:
        self._format, self._user, self._held, self._below = format, where.user, where.held, below
        self._origin = where.session or origin[:LONGEST]
        self._source = sources.parse(Source("import", self._origin))

    # What is asked

    def stands(self, state: State) -> Told:
        """The store stands so now."""
        yield from state.bad
        current: set[str] = set()
        for address, item in state.items.items():
            n, last = self._last(address)
            yield from self._come_to(address, item, state, n, last)
            current |= {self._id(address, n), self._id(address, n + 1)}
        for shown in self._held.below(self._below) if state.whole else ():
            if shown.id not in current and self._is_mine(shown):
                yield from self._leave(shown, state)

    def went(self, states: Iterable[State | Bad]) -> Told:
        """The store went through these states, one after another."""
        walk, state = _Walk(), State()
        for each in states:
            if isinstance(each, Bad):
                yield each
                continue
            state = each
            yield from state.bad
            there, now = walk.there, state.items if state.whole else {**walk.there, **state.items}
            for address in there:
                if address not in now and address not in walk.parted:
                    yield from self._went(address, walk.told.get(address, 0), state)
            for address, item in now.items():
                if address not in walk.parted and (address not in there or not _same(item, there[address])):
                    yield from self._came(address, item, state, walk)
            walk.there = now
        if walk.parted or walk.grew:
            yield from self._settle(walk, state)

    def before(self) -> dict[Address, Any]:
        """Give what the store held when it was last told of, whatever became of that here."""
        written: dict[Address, Recorded] = {}
        for recorded in self._held.written(self._format, self._source):
            if recorded.address is not None:
                written[parse(recorded.address)] = recorded
        return {
            address: recorded.private.content
            for address, recorded in written.items()
            if recorded.private is not None and self._held.find(self._left(recorded.id)) is None
        }

    def _settle(self, walk: "_Walk", state: State) -> Told:
        """Let a series' last state count where the log knew another past of the store."""
        for address in walk.parted & walk.there.keys():
            n, last = self._last(address)
            yield from self._come_to(address, walk.there[address], state, n, last)
        current = {self._id(address, n) for address, n in walk.told.items() if address in walk.there}
        for shown in self._held.below(self._below) if state.whole else ():
            where = shown.address
            if shown.id not in current and where and parse(where) not in walk.there and self._is_mine(shown):
                yield from self._leave(shown, state)

    # One address

    def _last(self, address: Address) -> tuple[int, Recorded | None]:
        """Give how often this store had something new at *address*, and the last of it."""
        n, last = 0, None
        while (found := self._held.find(self._id(address, n + 1))) is not None:
            n, last = n + 1, found
        return n, last

    def _come_to(self, address: Address, item: Item, state: State, n: int, last: Recorded | None) -> Told:
        if last is None or self._held.find(self._left(last.id)) is not None or not self._told(last, item):
            yield self._remember(address, item, state, n + 1)

    def _came(self, address: Address, item: Item, state: State, walk: "_Walk") -> Told:
        n = walk.told.get(address, 0) + 1
        found = self._held.find(id := self._id(address, n))
        if found is None:
            yield self._remember(address, item, state, n)
            if not self._held.took(id):
                return
            walk.grew = True
        elif not self._told(found, item):
            walk.parted.add(address)
        walk.told[address] = n

    def _went(self, address: Address, n: int, state: State) -> Told:
        """Take back the n-th of *address*, unless that was done, or something came after it."""
        id = self._id(address, n)
        if self._held.find(self._left(id)) is not None or self._held.find(self._id(address, n + 1)) is not None:
            return
        shown = self._held.shown(address)
        if shown is not None and shown.id == id:
            yield from self._leave(shown, state)

    def _told(self, recorded: Recorded, item: Item) -> bool:
        return recorded.public.expires_at == item.expires_at and self._held.says(recorded, item.content)

    def _is_mine(self, shown: Recorded) -> bool:
        return shown.public.actor == self._format and shown.source == self._source

    # Operations

    def _remember(self, address: Address, item: Item, state: State, n: int) -> Operation:
        when = item.when or state.when
        shown = self._held.shown(address)
        if when is not None and shown is not None and when.at < shown.public.world_time:
            when = None  # it can't have happened before what it replaces
        given = self._given(self._id(address, n), state, item.line, when, expires_at=item.expires_at)
        return Operation(item.line, c.Remember(address, item.content), given)

    def _leave(self, shown: Recorded, state: State) -> Told:
        if (address := shown.address) is not None:
            reason = f"no longer in {self._origin}" + (f" as of {state.name}" if state.name else "")
            given = self._given(self._left(shown.id), state, 0, state.when, reason=reason)
            command: Command = c.Retract(parse(address))
            yield Operation(0, command, given)

    def _given(
        self, id: str, state: State, line: int, when: Moment | None, *, reason: str = "", expires_at: int | None = None
    ) -> Given:
        revision = f"/{state.name}" if state.name else ""
        return Given(
            user=self._user, session=self._origin, actor=self._format, source=self._source, reason=reason,
            id=id, via=f"{self._format}:{self._origin}{revision}:{line}", expires_at=expires_at, occurred_at=when,
        )  # fmt: skip

    def _id(self, address: Address, n: int) -> str:
        return uuid8(self._format, self._user, self._origin, address, n)

    def _left(self, id: str) -> str:
        return uuid8(self._format, id, "left")


def _same(a: Item, b: Item) -> bool:
    return a.expires_at == b.expires_at and canonical(check(a.content)) == canonical(check(b.content))
