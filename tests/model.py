"""What a log means, as plainly as it can be said: a list of events, walked anew at every question.

`Model` takes the calls of `belieflog.Log` by the same names, as `mind.Mind` does those of `belieflog.Memory`,
so that one drawn call can be put to both. Nothing of the project is imported here: what its rules, stores and
views answer is held against this. A position stands for an event's id. Left out: hashes, sizes, spaces, search.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

WORKING = ("goal", "constraint", "plan", "progress", "fact", "assumption", "question", "failure", "note")
LONG_TERM = ("episodic", "semantic", "procedural")
TAGS = {
    "goal": "goal-set", "constraint": "constraint-set", "plan": "plan-revised", "progress": "progress-noted",
    "fact": "fact-added", "assumption": "assumption-made", "question": "question-raised",
    "failure": "failure-marked", "note": "note-written",
} | dict.fromkeys(LONG_TERM, "memory-written")  # fmt: skip
RANK = {"user": 3, "tool": 2, "document": 2, "agent": 1, "import": 1, "system": 1}
PROTECTED = ("goal", "constraint", "fact", *LONG_TERM)
STEERING = ("procedural", "constraint")
MARGIN = 0.2
PHYSICAL = ("opened", "recalled", "erased", "marked")
SECOND = 1_000_000


class No(Exception):
    """A rule says no; *rule* names it."""

    def __init__(self, rule: str) -> None:
        super().__init__(rule)
        self.rule = rule


class Scope(NamedTuple):
    """Whose state an event changes: a session's, or (no session) a user's long-term memory."""

    user: str
    session: str = ""


@dataclass(frozen=True)
class Body:
    """What was written; None stands in its place once it is erased."""

    address: str | None = None
    content: Any = None
    source: str = ""
    reason: str = ""
    confidence: float | None = None
    importance: int | None = None
    description: str = ""

    @property
    def says(self) -> str:
        """The content as text, so that 1, 1.0 and true differ."""
        return json.dumps(self.content, sort_keys=True)

    @property
    def whole(self) -> tuple[object, ...]:
        """All that makes two writes say the same of their entry."""
        return (self.says, self.confidence, self.importance, self.description)


@dataclass(frozen=True)
class Event:
    """One event; sets of positions are sets, not ranges."""

    tag: str
    user: str = ""
    session: str = ""
    scope: Scope = Scope("")
    kind: str | None = None
    entry: int | None = None
    version: int | None = None
    claim: int | None = None
    said_by: str | None = None
    actor: str = ""
    run: str | None = None
    because: tuple[int, ...] = ()
    occurred_at: int | None = None
    expires_at: int | None = None
    ttl: int | None = None
    voids: frozenset[int] = frozenset()
    restores: frozenset[int] = frozenset()
    replaced: bool = False
    covered: frozenset[int] = frozenset()
    shown: frozenset[int] = frozenset()
    erased: frozenset[int] = frozenset()
    body: Body | None = None
    id: str | None = None
    position: int = 0
    at: int = 0
    batch: int = 0
    op: int = 0

    @property
    def world_time(self) -> int:
        return self.at if self.occurred_at is None else self.occurred_at

    @property
    def weight(self) -> int:
        return RANK.get(self.said_by or "", 0)

    @property
    def voidable(self) -> bool:
        return self.tag not in PHYSICAL

    @property
    def asserts(self) -> tuple[object, ...]:
        """The claim: an entry with a content; an observation or utterance is its own."""
        return (self.scope, self.entry, self.claim) if self.version else (self.position,)

    def expired(self, now: int) -> bool:
        return self.expires_at is not None and now >= self.expires_at


@dataclass(frozen=True)
class Done:
    """What a call did: its outcome and the events of its op."""

    outcome: str
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Picture:
    """What a scope comes to: the deciding event of each entry, the dialogue, whether it is closed."""

    entries: dict[int, Event] = field(default_factory=dict)
    dialogue: tuple[Event, ...] = ()
    ended: bool = False

    def after(self, event: Event) -> "Picture":
        rest = {n: e for n, e in self.entries.items() if n != event.entry}
        if event.tag in ("session-started", "session-ended"):
            return replace(self, ended=event.tag == "session-ended")
        if event.tag == "scratchpad-cleared":
            return replace(self, entries={n: e for n, e in rest.items() if e.kind not in WORKING})
        if event.tag == "said":
            return replace(self, dialogue=(*self.dialogue, event))
        if event.tag == "compacted":
            left = [e for e in self.dialogue if e.position not in event.covered]
            return replace(
                self, dialogue=tuple(sorted((*left, event), key=lambda e: min(e.covered, default=e.position)))
            )
        if event.tag == "retracted":
            return replace(self, entries=rest)
        return replace(self, entries=rest | {event.entry: event}) if event.entry else self


class Model:
    """A log."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self.clock = clock
        self.events: list[Event] = [Event("opened", position=1, at=clock(), batch=1, op=1)]
        self._batch: tuple[int, int] | None = None
        self.policy: dict[str, Any] = {}

    def set_policy(self, policy: dict[str, Any], reason: str) -> None:
        """Put rules in force; those of writing in namespaces and shared spaces, and of a turn's writes, are known here."""
        self.policy = policy
        self.append(Event("policy-set", body=Body(source="system", reason=reason)))

    @property
    def position(self) -> int:
        return len(self.events)

    # Appending

    @contextmanager
    def batch(self) -> Iterator[None]:
        """Commit all calls inside together, or none."""
        before = len(self.events)
        self._batch = (before + 1, self.time())
        try:
            yield
        except BaseException:
            del self.events[before:]
            raise
        finally:
            self._batch = None

    def time(self) -> int:
        """When the next event will have been recorded: later than any before it, whatever the clock says."""
        if self._batch:
            return self._batch[1]
        return max([self.clock(), *(e.at + 1 for e in self.events[-1:])])

    def append(self, *drafts: Event) -> tuple[Event, ...]:
        first, at = len(self.events) + 1, self.time()
        batch = self._batch[0] if self._batch else first
        new = [replace(d, position=first + i, at=at, batch=batch, op=first) for i, d in enumerate(drafts)]
        self.events += new
        return tuple(new)

    def inside_batch(self, position: int) -> bool:
        return 0 < position < len(self.events) and self.events[position].batch <= position

    # Corrections and points in time

    def named(self, correction: Event, positions: frozenset[int]) -> set[int]:
        """Which events a correction reaches: voidable, of its own scope, before it."""
        return {
            e.position
            for e in self.events[: correction.position - 1]
            if e.scope == correction.scope and e.voidable and e.position in positions
        }

    def void(self, known: int | None = None) -> set[int]:
        """Which events are void under the corrections up to *known*: the newest that counts decides."""
        decided: dict[int, bool] = {}
        for correction in reversed(self.events[:known]):
            if correction.tag == "corrected" and decided.get(correction.position, True):
                for position in self.named(correction, correction.voids):
                    decided.setdefault(position, False)
                for position in self.named(correction, correction.restores):
                    decided.setdefault(position, True)
        return {position for position, effective in decided.items() if not effective}

    def effective(self, upto: int | None = None, known: int | None = None) -> list[Event]:
        """The events up to *upto* that count, under the corrections up to *known* (if not told: *upto*)."""
        gone = self.void(upto if known is None else known)
        return [e for e in self.events[:upto] if e.position not in gone]

    def picture(self, scope: Scope, upto: int | None = None) -> Picture:
        """What *scope* comes to now, or came to as known then at *upto*."""
        return self.fold(self.effective(upto), scope)

    def hindsight(self, scope: Scope, time: int) -> Picture:
        """What had happened in the world by *time*, in that order, under today's corrections."""
        past = [e for e in self.effective() if e.world_time <= time]
        return self.fold(sorted(past, key=lambda e: (e.world_time, e.position)), scope)

    def fold(self, live: Iterable[Event], scope: Scope) -> Picture:
        picture = Picture()
        for event in live:
            if event.scope == scope:
                picture = picture.after(event)
        return picture

    def position_at(self, time: int) -> int:
        return max((e.position for e in self.events if e.at <= time), default=0)

    # Support

    def holding(self, live: list[Event]) -> set[tuple[object, ...]]:
        """The claims that hold: the least set, so that a circle doesn't hold itself up."""
        grounds = [e for e in live if e.tag not in ("retracted", "corrected") and not self.withdrawn(e, live)]
        holds: set[tuple[object, ...]] = set()
        while True:
            more = {e.asserts for e in grounds if all(self.events[p - 1].asserts in holds for p in e.because)}
            if more == holds:
                return holds
            holds = more

    def withdrawn(self, event: Event, live: list[Event]) -> bool:
        return any(
            r.tag == "retracted" and not r.replaced and r.position > event.position
            and (r.scope, r.entry) == (event.scope, event.entry)
            for r in live
        )  # fmt: skip

    # Entries

    def number(self, scope: Scope, address: str) -> int | None:
        """The entry at *address*; forgotten once each of its events is erased."""
        found = [e.entry for e in self.events if e.scope == scope and e.body and e.body.address == address]
        return found[-1] if found else None

    def newest(self, scope: Scope) -> int:
        """The scope's last event that a correction can reach."""
        return max((e.position for e in self.events if e.scope == scope and e.voidable), default=0)

    def own(self, scope: Scope, entry: int | None) -> list[Event]:
        return [e for e in self.events if entry and e.scope == scope and e.entry == entry]

    def current(self, scope: Scope, address: str) -> Event | None:
        """What the rules see at *address*: nothing once it has expired."""
        found = self.picture(scope).entries.get(self.number(scope, address) or 0)
        return found if found and not found.expired(self.time()) else None

    def weight(self, shown: Event) -> int:
        """The best source that said what an entry shows, since it last showed another or none."""
        best = 0
        for e in self.effective():
            mine = e.entry == shown.entry or (e.tag == "scratchpad-cleared" and shown.kind in WORKING)
            if e.scope == shown.scope and mine:
                best = max(best, e.weight) if e.asserts == shown.asserts else 0
        return best

    # Selecting

    def select(self, user: str, selector: dict[str, Any], last: bool = False) -> list[Event]:
        """A user's events that fit: a flag with several values means either, different flags all."""
        wanted = {flag: value if isinstance(value, list) else [value] for flag, value in selector.items()}
        found = [
            e
            for e in self.events
            if e.user == user
            and (wanted.keys() & {"event", "op", "batch", "run"} or e.tag != "corrected")
            and all(any(self.fits(e, flag, v) for v in values) for flag, values in wanted.items())
        ]  # fmt: skip
        return found[-1:] if last else found

    def fits(self, event: Event, flag: str, value: Any) -> bool:
        if flag == "event":
            return bool(value == event.position)
        if flag in ("op", "batch", "run", "actor", "session", "kind"):
            return bool(getattr(event, flag) == value)
        if flag == "address":
            return event.entry is not None and event.entry == self.number(event.scope, value)
        if flag == "source":
            whole = event.body.source if event.body else event.said_by or ""
            named = (event.said_by, whole.split("#")[0], whole)
            return whole.startswith(value[:-1]) if value.endswith("*") else value in named
        if flag == "after":
            return bool(event.position > value)
        return bool(event.position < value)

    def with_ops(self, positions: set[int]) -> set[int]:
        """Add what stands or falls together with *positions*."""
        ops = {self.events[p - 1].op for p in positions}
        return {e.position for e in self.events if e.op in ops and e.voidable}

    # Correcting

    def correct(self, voids: set[int], restores: set[int], reason: str) -> Done:
        """Append one op of one `corrected` event for each scope touched."""
        if not voids | restores:
            raise No("exists")
        if not reason:
            raise No("4")
        drafts = []
        for scope in sorted({self.events[p - 1].scope for p in voids | restores}):
            here = {e.position for e in self.events if e.scope == scope}
            drafts.append(
                Event(
                    "corrected", scope.user, scope.session, scope, body=Body(reason=reason),
                    voids=frozenset(voids & here), restores=frozenset(restores & here),
                )
            )  # fmt: skip
        return Done("recorded", self.append(*drafts))

    def revert(self, *, user: str, reason: str, only: bool = False, last: bool = False, **selector: Any) -> Done:
        selected = {e.position for e in self.select(user, selector, last) if e.voidable}
        return self.correct(selected if only else self.with_ops(selected), set(), reason)

    def restore(self, *, user: str, reason: str, only: bool = False, last: bool = False, **selector: Any) -> Done:
        selected = {e.position for e in self.select(user, selector, last)} & self.void()
        return self.correct(set(), selected if only else self.with_ops(selected), reason)

    def rollback(
        self, to: int, *, user: str, reason: str, session: str | None = None, address: str | None = None,
        long_term: bool = False, all_sessions: bool = False,
    ) -> Done:  # fmt: skip
        if self.inside_batch(to):
            raise No("point")
        if address is not None:
            return self.rollback_entry(to, scope_of(user, session or "", address), address, reason)
        late = [e for e in self.events if e.position > to and e.user == user and e.voidable]
        chosen = {
            e.position
            for e in late
            if all_sessions or e.scope.session == session
            or (long_term and not e.scope.session and e.session == session)
        }  # fmt: skip
        return self.correct(chosen, set(), reason)

    def rollback_entry(self, to: int, scope: Scope, address: str, reason: str) -> Done:
        entry = self.number(scope, address)
        mine = {e.position for e in self.own(scope, entry)}
        if not mine:
            raise No("exists")
        then = mine & {e.position for e in self.effective(to)}
        before = list(self.events)
        self.correct(mine - then, then, "a trial")
        reached = self.picture(scope).entries.get(entry) == self.picture(scope, to).entries.get(entry)
        self.events = before
        if not reached:
            raise No("clear")
        return self.correct(mine - then, then, reason)

    def undo(self, event: int, *, reason: str) -> Done:
        if not 0 < event <= len(self.events):
            raise No("exists")
        if self.events[event - 1].tag != "corrected" or event in self.void():
            raise No("undo")
        return self.correct(self.with_ops({event}), set(), reason)

    def erase(self, *, user: str, reason: str, last: bool = False, **selector: Any) -> Done:
        """Take private parts away for good; the events go on deciding what they decided."""
        chosen = {e.position for e in self.select(user, selector, last) if e.body}
        if not reason:
            raise No("4")
        if not chosen:
            raise No("exists")
        for p in chosen:
            self.events[p - 1] = replace(self.events[p - 1], body=None)
        erased = Event("erased", user, "", Scope(user), erased=frozenset(chosen), body=Body(reason=reason))
        return Done("recorded", self.append(erased))


def kind_of(address: str) -> str:
    return address.partition(":")[0]


def scope_of(user: str, session: str, address: str, in_session: bool = False) -> Scope:
    return Scope(user, session if in_session or kind_of(address) in WORKING else "")
