"""Putting drawn operations to the model and to logs over all stores, in lockstep."""

import json
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Any, Self

import engines
from calls import Again, Call, Operation, Ref, Tick, Together
from mind import Mind
from model import SECOND, TAGS, Event, Model, No, scope_of

import belieflog
from eventlog.errors import Refused
from eventlog.events import Recorded, voidable
from eventlog.intervals import Intervals
from eventlog.log import EventLog
from eventlog.memory_store import MemoryStore

START = 1_900_000_000 * SECOND
SAYING = set(TAGS.values())
OF_THE_LOG = ("revert", "restore", "rollback", "undo", "erase", "set_policy")


class Clock:
    """A clock that moves only when told, and can be set back."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> int:
        return self.now


def entropy(seed: int = 0):
    """Random bytes that are the same in every run."""
    return Random(seed).randbytes


class Lockstep:
    """The model, and a log over each store, to which the same things happen; over servers where `engines` says so."""

    def __init__(self, path: str = ":memory:") -> None:
        self.clock, self.path, self.entropy = Clock(), path, entropy()
        self.model = Model(self.clock)
        self.memory = belieflog.Log(EventLog(MemoryStore(), clock=self.clock, entropy=entropy()))
        self.sqlite = self.client()
        self.others = tuple(  # on servers, where the laws are to be held to them too
            belieflog.Log(EventLog(store(), clock=self.clock, entropy=entropy())) for store in engines.under_law()
        )
        self.named: list[Call] = []  # the calls with an id

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    def close(self) -> None:
        for log in self.logs:
            log.close()

    def client(self) -> belieflog.Log:
        """Open the SQLite log; with a path there can be several clients of it."""
        return belieflog.open(self.path, clock=self.clock, entropy=self.entropy, durability="off")

    @property
    def logs(self) -> tuple[belieflog.Log, ...]:
        return (self.memory, self.sqlite, *self.others)

    def do(self, operation: Operation) -> Call | Together | None:
        """Put *operation* to all; all must make the same of it. Gives the call made, None where there was none."""
        if isinstance(operation, Tick):
            self.clock.now += operation.seconds * SECOND
            return None
        if isinstance(operation, Again):
            call = self.named[-1 - operation.back] if operation.back < len(self.named) else None
        else:
            call = prepared(self.model, operation)
        if call is None:
            return None
        if isinstance(call, Call) and call.given.get("id"):
            self.named.append(call)
        before = self.model.position
        expected = outcome(self.model, call)
        for log in self.logs:
            assert outcome(log, call) == expected, (call, expected)
            for recorded, event in zip(log.events(after=before), self.model.events[before:], strict=True):
                assert event_of(log, recorded) == event_in(event), call
        assert len({log.head for log in self.logs}) == 1
        return call if self.model.position > before else None

    def run(self, operations: Iterable[Operation]) -> Iterator[Call | Together]:
        """Do *operations* and yield each call that left something, after it."""
        for operation in operations:
            if call := self.do(operation):
                yield call

    def watch(
        self, operations: Iterable[Operation], look: Callable[[belieflog.Log], Any], verbs: Container[str] | None = None
    ) -> Iterator[tuple[Any, belieflog.Log, Any, Any]]:
        """Do *operations* and yield, for each call of *verbs* that left something and each log, what *look* saw before and after."""
        for operation in operations:
            watched = verbs is None or getattr(operation, "verb", None) in verbs
            before = [look(log) for log in self.logs] if watched else []
            call = self.do(operation)
            if call and watched:
                yield from ((call, log, was, look(log)) for log, was in zip(self.logs, before, strict=True))

    def run_all(self, operations: Iterable[Operation]) -> Self:
        for operation in operations:
            self.do(operation)
        return self


# Resolving


def resolved(model: Model, call: Call) -> Call | None:
    """Give *call* with what its references stand for, or None where there is nothing to refer to."""
    if isinstance(call.user, Ref):
        where = event(model, call.user, call)
        if where is None:
            return None
        call = replace(call, user=where.user, session=where.session or call.session)
    args = tuple(stands_for(model, arg, call) for arg in call.args)
    given = {name: stands_for(model, value, call, name) for name, value in call.given.items()}
    missing = [name for name, value in given.items() if value is None and call.given[name] is not None]
    return None if None in args or missing else replace(call, args=args, given=given)


def stands_for(model: Model, value: Any, call: Call, name: str = "") -> Any:
    """Give what one argument of *call* stands for: a position, an address, a user, a time."""
    if name == "occurred_at":
        return START + value * SECOND
    if name == "derived_from":
        return tuple(found.position for ref in value if (found := event(model, ref, call)))
    if isinstance(value, list) and isinstance(value[0], Ref):
        found = [event(model, ref, call) for ref in value]
        return list(dict.fromkeys(e.position for e in found if e)) or None
    if not isinstance(value, Ref):
        return value
    if value.of == "newest":
        address = call.args[0] if call.verb in ("remember", "retract") else "note:"
        return model.newest(scope_of(call.user, call.session, address, call.given.get("in_session", False)))
    if value.of == "owner":
        chosen = event(model, call.given["event"], call)
        return (chosen and chosen.user) or None  # not the log's own events
    if value.of in ("user", "session"):
        there = event(model, Ref(value.back), call)
        return (there and getattr(there, value.of)) or None
    there = event(model, value, call)
    if value.of == "shown":
        return there and there.body and there.body.address
    return there and there.position


def event(model: Model, ref: Ref, call: Call) -> Event | None:
    """Find the event that *ref* means."""
    found = model.events
    if ref.of == "void":
        gone = model.void()
        found = [e for e in found if e.position in gone]
    elif ref.of == "corrected":
        found = [e for e in found if e.tag == "corrected"]
    elif ref.of == "premise":
        found = [e for e in found if e.user and (e.version or e.tag in ("said", "observed"))]
    elif ref.of != "any":
        scopes = {e.scope for e in found}
        shown = [e for scope in scopes for e in model.picture(scope).entries.values()]
        found = sorted((e for e in shown if ref.of in ("shown", e.kind)), key=lambda e: e.position)
    return found[-1 - ref.back % len(found)] if found else None


# Putting


def put(target: Any, call: Call) -> Any:
    """Make *call* on a log or on the model; raises what it raises."""
    if call.verb in OF_THE_LOG:
        return getattr(target, call.verb)(*call.args, **call.given)
    mind = (
        Mind(target, call.user, call.session) if isinstance(target, Model) else target.memory(call.user, call.session)
    )
    return getattr(mind, call.verb)(*call.args, **call.given)


def put_together(target: Any, calls: tuple[Call, ...]) -> None:
    """Make *calls* as one batch of the first one's user and session."""
    if isinstance(target, Model):
        with target.batch():
            for call in calls:
                put(target, call)
        return
    with target.memory(calls[0].user, calls[0].session).batch() as batch:
        for call in calls:
            getattr(batch, call.verb)(*call.args, **call.given)


def outcome(target: Any, operation: Call | Together) -> tuple[Any, ...]:
    """Say what became of *operation*: refused by which rule, or done how."""
    try:
        if isinstance(operation, Together):
            put_together(target, operation.calls)
            return ("done",)
        done = put(target, operation)
    except (No, Refused) as refused:
        return ("refused", refused.rule)
    if operation.verb in OF_THE_LOG:
        return ("done",)
    if operation.verb == "recall":
        return tuple(shown.position for shown in done)
    return (done.outcome, [e.position for e in done.events])


def prepared(model: Model, operation: Any) -> Call | Together | None:
    """Resolve the references of one drawn operation; None where it means nothing yet."""
    if isinstance(operation, Together):
        first = operation.calls[0]
        calls = [resolved(model, replace(c, user=first.user, session=first.session)) for c in operation.calls]
        return Together(tuple(c for c in calls if c)) if all(calls) else None
    return resolved(model, operation)


# Describing


def event_of(log: belieflog.Log, recorded: Recorded) -> tuple[Any, ...]:
    """What a log keeps of an event, in the model's words."""
    public, private = recorded.public, recorded.private
    scope = (recorded.scope.user, recorded.scope.session)
    named = [
        {p for p in Intervals(ranges) if p in reach}
        for reach in [reachable(log, recorded)]
        for ranges in (public.voids, public.restores)
    ]
    return (
        recorded.position, public.tag, public.user, public.session, scope, public.kind, public.entry, public.version,
        (public.claim or public.version) if public.version else None, public.at, recorded.batch, recorded.op, public.occurred_at,
        public.expires_at, public.run, [log.event(id).position for id in public.derived_from], *named,
        set(Intervals(public.erased)), set(Intervals(public.shown)),
        public.successor is not None,
        private and (private.address, private.reason, str(recorded.source or ""), content_of(recorded)),
    )  # fmt: skip


def content_of(recorded: Recorded) -> object:
    """The content as text, so that 1, 1.0 and true differ, of the events that say something of an entry."""
    return recorded.tag in SAYING and json.dumps(recorded.private.content, sort_keys=True)


def reachable(log: belieflog.Log, correction: Recorded) -> set[int]:
    """Which events a correction can name."""
    if correction.tag != "corrected":
        return set()
    earlier = (r for r in log.events() if r.position < correction.position)
    return {r.position for r in earlier if r.scope == correction.scope and voidable(r.tag)}


def event_in(event: Event) -> tuple[Any, ...]:
    """The same of an event of the model."""
    body = event.body
    return (
        event.position, event.tag, event.user, event.session, tuple(event.scope), event.kind, event.entry, event.version,
        event.claim, event.at, event.batch, event.op, event.occurred_at,
        event.expires_at, event.run, list(event.because), set(event.voids), set(event.restores),
        set(event.erased), set(event.shown), event.replaced,
        body and (body.address, body.reason, body.source, event.tag in SAYING and body.says),
    )  # fmt: skip
