"""What became of what a memory holds, and where it came from."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from belieflog.correction import Correction, what_if
from belieflog.reader import Reader
from eventlog import addresses, corrections, points, selectors
from eventlog.cascade import Mode
from eventlog.errors import InvalidValue, NotFound
from eventlog.points import Point

if TYPE_CHECKING:
    from belieflog.stepping import Part, Shown, Step
    from belieflog.unfolding import Unfolded
    from belieflog.witnessing import Evidence
    from eventlog.events import Recorded
    from projections.bisecting import Bisected
    from projections.diff import Difference
    from projections.history import Revisions
    from projections.lanes import Lane
    from projections.provenance import Blame, Node
    from projections.replaying import Frame
    from projections.scratchpad import Scratchpad
    from projections.timeline import Span


class Audit:
    """The views of how it came to be so."""

    _reader: Reader

    def history(self, address: str, **selector: Any) -> "Revisions":
        """List all that was ever said at an address, oldest first, void or not; of it what a selector chooses."""
        from projections import history

        reader = self._reader
        with reader.store.reading():
            scope, number = reader.number(address)
            wanted = reader.wanted(selector)
            read = history.read(reader.store.index, scope, number)
            return history.Revisions(r for r in read if wanted(r.position))

    def timeline(self, address: str, **selector: Any) -> "list[Span]":
        """List which version was believed from when to when, and why it changed.

        With a selector, what began with an event that it chooses.
        """
        from projections import timeline

        reader = self._reader
        with reader.store.reading():
            scope, number = reader.number(address)
            wanted = reader.wanted(selector)
            return [s for s in timeline.read(reader.store, scope, number) if wanted(s.start)]

    def settled(self, at: Point = None) -> int:
        """Give the position of a point; inside a batch that of the batch's end, where the memory could be seen."""
        from belieflog import stepping

        return stepping.settled(self._reader, at)

    def points(self, part: "Part" = "all", after: int = 0) -> list[int]:
        """List where the events stand of the session and of long-term memory (or of one *part*), after a position."""
        from belieflog import stepping

        return stepping.positions(self._reader, part, min(after, self._reader.store.head().position))

    def lanes(
        self,
        part: "Part" = "all",
        kinds: Sequence[str] = (),
        skip: int = 0,
        limit: int = 40,
        apart: Callable[[int, int], bool] = lambda one, two: True,
    ) -> "list[Lane]":
        """List what each entry showed through time, on whose word and how that ended: a page of *limit* after *skip*.

        The session's entries first, each part in the order in which they first appeared. Changes at two positions
        that aren't *apart* are told as one, so that an entry said a thousand times takes few bars.
        """
        from belieflog import stepping

        return stepping.read(self._reader, part, kinds, skip, limit, apart)

    def shown(self, part: "Part" = "session", at: Point = None, skip: int = 0, limit: int = 40) -> "Shown":
        """Give a page of what the session shows at a point, in the order of the scratchpad, and how much there is in all.

        Of *part* ``long-term`` what long-term memory shows, but for what is closed to this memory's actor. Quicker than
        `scratchpad` where there are thousands; an entry isn't told which others look like it.
        """
        from belieflog import stepping

        return stepping.shown(self._reader, part, at, skip, limit)

    def changed(self, at: Point, part: "Part" = "all", limit: int = 40) -> "Step":
        """Tell what happened at a point: the events committed together there, and what they changed, *limit* of each."""
        from belieflog import stepping

        return stepping.changed(self._reader, at, part, limit)

    def unfold(self, part: "Part" = "all", start: Point = 0, stop: Point = None) -> "list[Unfolded]":
        """Go through a part of the memory from a point to another: all that shows at the first, then only what changed.

        As `shown` tells it at each of the points. For the first and last events of a batch its end counts.
        """
        from belieflog import unfolding

        return unfolding.unfold(self._reader, part, self.settled(start), self.settled(stop))

    def blame(self, address: str, at: Point = None) -> "Blame":
        """Say who set what an entry shows, and who said it first."""
        from belieflog import auditing

        reader = self._reader
        where = str(addresses.parse(address))
        with reader.store.reading():
            position = None if at is None else reader.when(at, None)[0]
            reader.number(where)
            return auditing.blame(reader.store, reader.scopes_of(where), where, position)

    def why(self, address: str, most: int | None = None) -> "Node":
        """Follow what an entry says back to the observations and the dialogue that it rests on.

        Where it shows nothing now, what it said last is followed. Of a long story about *most* events are told.
        """
        from belieflog import auditing
        from projections import provenance

        reader = self._reader
        where = str(addresses.parse(address))
        with reader.store.reading():
            reader.number(where)
            event = auditing.spoken(reader.store, reader.scopes_of(where), where)[0]
            return provenance.why(reader.store, event, reader.log.now(), reader.may_read, most)

    def evidence(self, source: str | None, what: str = "this", over: str | None = None) -> "Evidence":
        """Find what stands behind a source that a model names: what was observed or said in the session.

        *source* is as in ``tool:curl#call_3``, ``tool:curl`` (the latest of that tool), ``user`` or ``document:NAME``.
        Where nothing of the kind was seen it is refused: the error names *what* was to rest on it, and the sources
        that there are. What the user said doesn't stand behind what is to be written *over* an address that they
        themselves wrote at since.
        """
        from belieflog import witnessing

        return witnessing.evidence(self._reader, source, what, over)

    def in_full(self, event: "Recorded") -> str:
        """Give the whole text of what was observed or said at *event*, of an output kept as a blob too."""
        from belieflog import witnessing

        return witnessing.text(self._reader, event)

    def impact(self, of: Any, most: int | None = None) -> "Node":
        """Follow what was derived from an event or from an entry (any version of it), and who was shown it.

        Where much was, about *most* events are told.
        """
        from belieflog import auditing
        from projections import provenance

        reader = self._reader
        with reader.store.reading():
            if isinstance(of, str) and addresses.is_address(of):
                where = str(addresses.parse(of))
                reader.number(where)
                event, *others = auditing.spoken(reader.store, reader.scopes_of(where), where)
            else:
                (event,), others = selectors.find(reader.store, of), []
                if event.public.user != reader.user:
                    raise NotFound(f"event {event.position} is not of this memory: 'belieflog log' lists what is")
            return provenance.impact(reader.store, event, reader.log.now(), reader.may_read, others, most)

    def marks(self) -> "list[Recorded]":
        """List the marks set in the user's sessions and long-term memory, newest first."""
        reader = self._reader
        with reader.store.reading():
            places = [scope for scope in reader.store.index.scopes() if scope.user == reader.user]
            found = [r for scope in places for r in reader.store.index.members(scope, ("marked",))]
            return sorted(found, key=lambda r: r.position, reverse=True)

    def replay(self, start: Point = 0, stop: "Point | Callable[[Scratchpad], object]" = None) -> "Iterator[Frame]":
        """Yield the positions after *start* up to *stop*, each with its event and a hash of what showed then.

        *stop* can be a predicate over the scratchpad: the first batch after which it is true is the last.
        """
        from belieflog import auditing, scratchpads
        from projections import replaying

        reader = self._reader
        place = reader.place
        first = points.resolve(reader.store, start, place, reader.log.now())
        if not callable(stop):
            last = points.resolve(reader.store, stop, place, reader.log.now())
            yield from replaying.replay(reader.store, reader.scopes(), first, last)
            return
        for frame in replaying.replay(reader.store, reader.scopes(), first):
            yield frame
            position = frame.event.position
            ends = points.batch_end(reader.store, position) == position
            if ends and auditing.ask(lambda p: bool(stop(scratchpads.read(reader, p))), position):
                return

    def events(self, start: Point = 0, stop: Point = None) -> "Iterator[Recorded]":
        """Yield the events of the session and of long-term memory after *start* up to *stop*, void or not."""
        from projections import replaying

        reader = self._reader
        first, last = (points.resolve(reader.store, each, reader.place, reader.log.now()) for each in (start, stop))
        for page in replaying.walk(reader.store, reader.scopes(), first, last):
            yield from page

    def position(self, point: Point, *, whole: bool = False) -> int:
        """Give the position that a point names here: ``-3``, a time, a mark; *whole*: the end of its batch."""
        reader = self._reader
        with reader.store.reading():
            found = points.resolve(reader.store, point, reader.place, reader.log.now())
            return points.batch_end(reader.store, found) if whole else found

    def bisect(
        self,
        predicate: "Callable[[Scratchpad], object] | str | None" = None,
        *,
        at: Callable[[int], bool | None] | None = None,
    ) -> "Bisected":
        """Find the event since which *predicate* is true of the scratchpad, by looking at a few states.

        *predicate* is a function of a `Scratchpad`, or a JMESPath text over what ``belieflog show --json`` prints;
        *at* instead is a function of a position, and may say None where it can't tell. Raises `NotFound` where it
        isn't true now.
        """
        from belieflog import auditing, expressions, scratchpads
        from projections.bisecting import Bisected

        reader = self._reader
        if (predicate is None) == (at is None):
            raise InvalidValue("predicate", "say what to look for: a predicate over the scratchpad, or at=")
        if at is None:
            test = expressions.over_scratchpad(predicate) if isinstance(predicate, str) else predicate
            assert test is not None
            at = lambda position: bool(test(scratchpads.read(reader, position)))
        found, events = auditing.bisect(reader.store, reader.scopes(), at)
        carrying = next(r for r in events if r.op == events[-1].op)
        changes = self.diff(events[0].batch - 1, found.position)
        try:
            blamed = self.blame(carrying.address, found.position) if carrying.address else None
        except NotFound:
            blamed = None
        return Bisected(found, carrying, events, tuple(changes), blamed)

    def what_if(self, *, cascade: Mode | None = None, only: bool = False, **selector: Any) -> Correction:
        """Show which entries would differ without the events that a selector chooses; writes nothing.

        The selector, *cascade* and *only* are those of `Log.revert`, which ``.apply(reason=…)`` makes it.
        """
        reader = self._reader
        wanted = selectors.selector(**selector)
        plan = lambda: corrections.revert(
            reader.store, reader.user, wanted, "what if", reader.log.now(), only=only, follow=cascade
        )
        return what_if(reader.log, plan, actor=reader.actor or "")

    def diff(self, a: Point, b: Point = None) -> "list[Difference]":
        """Compare two points, entry by entry: the session, and long-term memory."""
        from projections import diff

        reader = self._reader
        place = reader.place
        with reader.store.reading():
            before, after = (points.seen(reader.store, p, place, reader.log.now()) for p in (a, b))
            return diff.compare(
                reader.held(before),
                reader.held(after),
                diff.between(reader.store.index, before, after),
            )
