"""Gathering what a check looks at."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from belieflog import scratchpads
from belieflog.reader import Reader
from belieflog.writing import Time
from eventlog.backwards import backwards
from eventlog.events import WORKING, Recorded, Scope
from eventlog.points import Point
from eventlog.policy import Watch
from eventlog.standing import void_at
from eventlog.store import Store
from eventlog.support import unsupported
from eventlog.values import canonical
from projections import checking, dialogue
from projections.checking import COMPARED, Concern, Seen, observation
from projections.entries import Entry
from projections.scratchpad import Scratchpad


def look(reader: Reader, require: Iterable[str], at: Point, now: Time | None, lang: str) -> list[Concern]:
    """Look at a memory's session, and at the length of its prompt where the policy says how long it may be."""
    watch = reader.log.policy().watch
    with reader.store.reading():
        position, moment = reader.when(at, now)
        pad, everything = scratchpads.read(reader, position, moment), reader.everything(position, moment)
        found = list(check(reader.store, watch, pad, everything, require, position, moment, lang))
    if watch.prompt_tokens is not None:
        from belieflog import prompting
        from projections.prompt import Wanted

        cost = prompting.cost(reader, Wanted(), position, moment)
        found += checking.too_long(cost.total, watch.prompt_tokens, lang)
    return found


def check(
    store: Store,
    watch: Watch,
    pad: Scratchpad,
    everything: Sequence[Entry],
    require: Iterable[str],
    position: int | None,
    now: int,
    lang: str,
) -> Iterator[Concern]:
    """Ask all questions of a session; *everything* is what shows there and in long-term memory."""
    here = _Session(store, Scope(pad.user, pad.session), position)
    required = (require,) if isinstance(require, str) else tuple(require)
    rounds = watch.compact_rounds
    yield from checking.missing((*watch.required, *required), everything, lang)
    yield from checking.unsupported(everything, lang)
    yield from checking.contradicted(here.seen_again(everything), lang)
    yield from here.summaries(lang)
    yield from checking.waiting(pad.questions, lang)
    yield from checking.stale(pad.assumptions, watch.assumption_days, now, lang)
    if watch.idle_turns is not None:
        yield from checking.idle(here.turns_since_update(), watch.idle_turns, lang)
    if rounds is not None:
        yield from checking.compaction_due(dialogue.read(store.index, here.scope, rounds, position), rounds, lang)


class _Session:
    """What happened in a session, now or as known then at a position."""

    def __init__(self, store: Store, scope: Scope, upto: int | None) -> None:
        self._store, self.scope, self._upto = store, scope, upto
        self._seen: dict[Scope, _Observations] = {}

    def effective(self, scope: Scope, tags: Sequence[str], after: int = 0) -> list[Recorded]:
        """List the events of *scope* with *tags* that no correction takes back."""
        void = void_at(self._store.index, scope, self._upto)
        members = self._store.index.members(scope, tags, after=after, upto=self._upto)
        return [r for r in members if r.position not in void]

    # Turns

    def turns_since_update(self) -> int:
        """Count how often the user has spoken since a working entry last changed."""
        said = self.effective(self.scope, ("said",), after=self._last_update())
        turns = (private.content for r in said if (private := r.private))
        return sum(turn.get("role") == "user" for turn in turns)

    def _last_update(self) -> int:
        index = self._store.index
        effective = backwards(index, self.scope, upto=self._upto, skip=void_at(index, self.scope, self._upto))
        changed = (r.position for r in effective if r.public.kind in WORKING or r.tag == "scratchpad-cleared")
        return next(changed, 0)

    # Observations

    def seen_again(self, entries: Iterable[Entry]) -> Iterator[Seen]:
        """Find what rests on an observation and was asked again later, here or where it was seen."""
        for entry in entries:
            old = self._evidence(entry.recorded) if entry.kind in COMPARED else None
            if old is None or old.asked is None:
                continue
            places = {self.scope, old.recorded.scope}
            again = (self._observed(place).last_asked.get(old.asked, old) for place in places)
            new = max(again, key=lambda seen: seen.recorded.position)
            if new.recorded.position > old.recorded.position:
                yield Seen(entry, old.recorded, new.recorded)

    def _evidence(self, event: Recorded) -> "_Observed | None":
        """Find the newest observation that an entry's event rests on: by its premises, or by its source's call.

        What was taken over from another session rests on what its origin rests on.
        """
        found: list[_Observed | None] = []
        for premise in (p for id in event.public.derived_from if (p := self._store.find(id))):
            if premise.tag == "observed":
                found.append(self._observed(premise.scope).at.get(premise.position))
            elif premise.position < event.position and premise.address == event.address:
                found.append(self._evidence(premise))
        source = event.source
        if source is not None and source.kind == "tool" and source.ref:
            place = self._observed(Scope(event.public.user, event.public.session))
            found.append(place.last_called.get((source.name, source.ref)))
        standing = [seen for seen in found if seen is not None]
        return max(standing, key=lambda seen: seen.recorded.position, default=None)

    def _observed(self, scope: Scope) -> "_Observations":
        if scope not in self._seen:
            self._seen[scope] = _Observations(self.effective(scope, ("observed",)))
        return self._seen[scope]

    # Summaries

    def summaries(self, lang: str) -> Iterator[Concern]:
        """Find the summaries that say what no longer holds."""
        standing = dialogue.read(self._store.index, self.scope, 0, self._upto)
        if standing:
            events = self._store.recorded(turn.position for turn in standing)
            groundless = unsupported(self._store, events, self._upto)
            yield from checking.summaries(standing, groundless, self._taken_back(), lang)

    def _taken_back(self) -> Iterator[Recorded]:
        """Yield the facts that were reverted or retracted, and aren't believed again."""
        index = self._store.index
        shown = {r.public.entry: r.claim for r in index.shown(self.scope, self._upto)}
        void = void_at(index, self.scope, self._upto)
        members = index.members(self.scope, ("fact-added", "retracted"), upto=self._upto)
        withdrawn = {
            r.public.entry: r.position
            for r in members
            if r.tag == "retracted" and r.public.successor is None and r.position not in void
        }
        for r in {r.claim: r for r in members if r.tag == "fact-added"}.values():
            gone = r.position in void or r.position < withdrawn.get(r.public.entry, 0)
            if gone and shown.get(r.public.entry) != r.claim:
                yield r


class _Observed(Struct, frozen=True):
    """An observation, and what was asked: None where the input isn't known, for then nothing says what it was."""

    recorded: Recorded
    asked: tuple[str, bytes] | None
    called: tuple[str, str | None]


class _Observations:
    """The observations of a session, by where they stand, by what was asked, and by call."""

    def __init__(self, effective: Iterable[Recorded]) -> None:
        self.at: dict[int, _Observed] = {}
        self.last_asked: dict[tuple[str, bytes], _Observed] = {}
        self.last_called: dict[tuple[str, str | None], _Observed] = {}
        for recorded in effective:
            if seen := observation(recorded):
                asked = None if seen.get("input") is None else (seen["tool"], canonical(seen["input"]))
                each = _Observed(recorded, asked, (seen["tool"], seen.get("call")))
                self.at[recorded.position] = self.last_called[each.called] = each
                if asked is not None:
                    self.last_asked[asked] = each
