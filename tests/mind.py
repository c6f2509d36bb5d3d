"""What one user's memory does when it is written to and shows when it is read: the rules at the door, and the views.

The other half of `model`: `Mind` takes the calls of `belieflog.Memory` by the same names.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from model import (
    MARGIN,
    PROTECTED,
    RANK,
    SECOND,
    STEERING,
    TAGS,
    WORKING,
    Body,
    Done,
    Event,
    Model,
    No,
    Scope,
    kind_of,
    scope_of,
)  # fmt: skip


class Mind:
    """One user's memory, seen from one session."""

    def __init__(self, model: Model, user: str, session: str = "", actor: str = "") -> None:
        self.model, self.user, self.session, self.actor = model, user, session, actor
        self.home = Scope(user, session)

    # What can be believed

    def set_goal(self, text: str, **given: Any) -> Done:
        return self.believe("goal", {"text": text}, **given)

    def constrain(self, key: str, text: str, **given: Any) -> Done:
        return self.believe(f"constraint:{key}", text, **given)

    def note_progress(self, done: str, **given: Any) -> Done:
        return self.believe("progress", {"done": done}, **given)

    def write(self, key: str, value: Any, description: str = "", **given: Any) -> Done:
        return self.believe(f"note:{key}", value, description=description, **given)

    def add_fact(self, key: str, value: Any, **given: Any) -> Done:
        return self.believe(f"fact:{key}", value, **given)

    def assume(self, key: str, statement: Any, **given: Any) -> Done:
        return self.believe(f"assumption:{key}", statement, **given)

    def ask(self, key: str, text: str, **given: Any) -> Done:
        return self.believe(f"question:{key}", {"text": text}, **given)

    def mark_failure(self, key: str, what: str, **given: Any) -> Done:
        return self.believe(f"failure:{key}", {"what": what}, **given)

    def remember(self, address: str, content: Any, *, in_session: bool = False, **given: Any) -> Done:
        return self.believe(address, content, in_session=in_session, **given)

    def revise_plan(self, steps: list[tuple[str, str | None]], **given: Any) -> Done:
        """A step whose text stays keeps its id, and its status unless told."""
        if known := self.repeated(self.draft("plan-revised", Body("plan"), **given), lambda first: fits(first, steps)):
            return known
        old = self.steps()
        newest = max((int(step["id"]) for step in old), default=0)
        plan: list[dict[str, str]] = []
        for text, status in steps:
            kept = next((step for step in old if step["text"] == text), None)
            if kept:
                old.remove(kept)
            newest += kept is None
            step = kept or {"id": str(newest), "text": text, "status": "todo"}
            plan.append(step | ({"status": status} if status else {}))
        return self.believe("plan", plan, **given)

    def step(self, n: int, status: str, **given: Any) -> Done:
        """Set the status of one step of the plan; a retry is known by its id and that step's status."""
        plan = self.steps()
        draft = self.draft("plan-revised", Body("plan", plan), **given)
        if known := self.repeated(draft, lambda first: first[n - 1 : n] and first[n - 1]["status"] == status):
            return known
        self.door(draft, **given)
        if not 1 <= n <= len(plan):
            raise No("exists")
        plan[n - 1] = plan[n - 1] | {"status": status}
        return self.believe("plan", plan, **given)

    def steps(self) -> list[dict[str, str]]:
        current = self.model.current(self.home, "plan")
        return list(current.body.content) if current and current.body else []

    # What takes something back

    def retract(self, address: str, *, in_session: bool = False, **given: Any) -> Done:
        draft = self.draft("retracted", Body(address), scope_of(self.user, self.session, address, in_session), **given)
        if known := self.repeated(draft):
            return known
        self.door(draft, **given)
        if not given.get("reason"):
            raise No("4")
        self.place(draft)
        current = self.takable(draft, **given)
        self.expect(current, **given)
        return Done("recorded", self.model.append(self.gone(current, draft)))

    def lift_failure(self, key: str, **given: Any) -> Done:
        return self.retract(f"failure:{key}", **given)

    def confirm(self, key: str, *, source: str, **given: Any) -> Done:
        """Make an assumption a fact, which replaces it; what rests on it keeps its support."""
        return self.replaced(f"assumption:{key}", f"fact:{key}", None, source=source, **given)

    def answer(self, key: str, value: Any, *, source: str, **given: Any) -> Done:
        """Answer a question with a fact, or, out of the agent's own head, an assumption."""
        kind = "assumption" if kind_of(source) == "agent" else "fact"
        return self.replaced(f"question:{key}", f"{kind}:{key}", value, source=source, **given)

    def replaced(self, old: str, new: str, value: Any, **given: Any) -> Done:
        """Assert *new* and retract *old* in one op; with no *value*, what *old* says."""
        confirming = kind_of(old) == "assumption"
        draft = self.draft(TAGS[kind_of(new)], Body(new, value), **given)
        if known := self.repeated(draft, (lambda first: True) if confirming else None):
            return known
        self.door(draft, **given)
        if confirming and kind_of(given["source"]) == "agent":
            raise No("4")
        leaving = self.draft("retracted", Body(old), **{**given, "derived_from": (), "id": None})
        current = self.takable(leaving, **given)
        if confirming and current.body is None:
            raise No("exists")
        if confirming and current.body and draft.body:
            draft = replace(draft, body=replace(draft.body, content=current.body.content))
        event, refreshed = self.decide(draft, **given)
        gone = replace(self.gone(current, leaving), replaced=True)
        return Done("refreshed" if refreshed else "recorded", self.model.append(event, gone))

    def takable(self, draft: Event, *, force: bool = False, **_: Any) -> Event:
        """What may be taken away (rules 4 and 5): something that is there, and not a user's word by less than one."""
        assert draft.body and draft.body.address
        current = self.model.current(draft.scope, draft.body.address)
        if current is None:
            raise No("exists")
        if current.kind in PROTECTED and self.model.weight(current) == RANK["user"] > draft.weight and not force:
            raise No("5")
        return current

    def gone(self, current: Event, draft: Event) -> Event:
        return replace(draft, kind=current.kind, entry=current.entry)

    # What happens without an entry

    def observe(self, tool: str, content: Any, **given: Any) -> Done:
        return self.note("observed", {"tool": tool, "output": content}, **{"source": f"tool:{tool}", **given})

    def say(self, role: str, content: Any, **given: Any) -> Done:
        source = "user" if role == "user" else "agent"
        return self.note("said", {"role": role, "content": content}, **{"source": source, **given})

    def start(self, title: str, **given: Any) -> Done:
        return self.note("session-started", {"title": title}, **given)

    def end(self, outcome: str, **given: Any) -> Done:
        return self.note("session-ended", outcome, **given)

    def mark(self, name: str, **given: Any) -> Done:
        return self.note("marked", name, **given)

    def clear(self, **given: Any) -> Done:
        draft = self.draft("scratchpad-cleared", Body(), **given)
        if known := self.repeated(draft):
            return known
        self.door(draft, **given)
        for shown in self.model.picture(self.home).entries.values():
            guarded = shown.kind in WORKING and shown.kind in PROTECTED and not shown.expired(self.model.time())
            if guarded and self.model.weight(shown) == RANK["user"] > draft.weight and not given.get("force"):
                raise No("5")
        return Done("recorded", self.model.append(draft))

    def compact(self, summary: str, **given: Any) -> Done:
        """Put a summary in the place of all dialogue, older summaries included, but its last turn."""
        draft = self.draft("compacted", Body(None, {"summary": summary}), **given)
        if known := self.repeated(draft):
            return known
        self.door(draft, **given)
        shown = self.model.picture(self.home).dialogue
        last = max((e.position for e in shown if e.tag == "said"), default=0)
        if not any(e.position != last for e in shown):
            raise No("exists")
        here = [e for e in self.model.effective() if e.scope == self.home and e.tag in ("said", "compacted")]
        covered = frozenset(e.position for e in here if e.position != last)
        return Done("recorded", self.model.append(replace(draft, covered=covered)))

    def note(self, tag: str, content: Any, **given: Any) -> Done:
        draft = self.draft(tag, Body(None, content), **given)
        if known := self.repeated(draft):
            return known
        self.door(draft, closed=tag not in ("session-started", "marked"), **given)
        return Done("recorded", self.model.append(draft))

    # The rules

    def believe(self, address: str, content: Any, *, in_session: bool = False, **given: Any) -> Done:
        """Assert *content* at *address*."""
        body = Body(
            address, content, **{k: given.pop(k) for k in ("confidence", "importance", "description") if k in given}
        )
        draft = self.draft(
            TAGS[kind_of(address)], body, scope_of(self.user, self.session, address, in_session), **given
        )
        if known := self.repeated(draft):
            return known
        self.door(draft, **given)
        event, refreshed = self.decide(draft, **given)
        return Done("refreshed" if refreshed else "recorded", self.model.append(event))

    def draft(
        self, tag: str, body: Body, scope: Scope | None = None, *, source: str = "agent", reason: str = "",
        derived_from: tuple[int, ...] = (), ttl: int | None = None, occurred_at: int | None = None,
        run: str | None = None, id: str | None = None, **_: Any,
    ) -> Event:  # fmt: skip
        kind = kind_of(body.address) if body.address else None
        return Event(
            tag, self.user, self.session, scope or self.home, kind, said_by=kind_of(source), actor=self.actor,
            run=run, because=tuple(dict.fromkeys(derived_from)), occurred_at=occurred_at, ttl=ttl, id=id,
            expires_at=self.model.time() + ttl * SECOND if ttl and tag in TAGS.values() else None,
            body=replace(body, source=source, reason=reason),
        )  # fmt: skip

    def repeated(self, draft: Event, same: Callable[[Any], object] | None = None) -> Done | None:
        """A known id is looked up before any rule; what is erased can't be compared, and isn't.

        *same* tells whether a stored content is what this call would say, where that depends on what was there.
        """
        first = next((e for e in self.model.events if draft.id and e.id == draft.id), None)
        if first is None:
            return None
        if public_key(first) != public_key(draft):
            raise No("id")
        if first.body and draft.body:
            content = same(first.body.content) if same else first.body.says == draft.body.says
            if private_key(first.body) != private_key(draft.body) or not content:
                raise No("id")
        return Done("duplicate", tuple(e for e in self.model.events if e.op == first.op))

    def door(
        self, draft: Event, *, closed: bool = True, force: bool = False, reason: str = "",
        expected_position: int | None = None, **_: Any,
    ) -> None:  # fmt: skip
        """What every write passes first: force says why, premises may be read, the session is open, nothing came between."""
        if force and not reason:
            raise No("4")
        if any(not self.readable(self.model.events[p - 1]) for p in draft.because):
            raise No("exists")
        space = self.model.policy.get("spaces", {}).get(self.user)
        if space is not None and not {"*", self.actor} & set(space.get("writers", ["*"])):
            raise No("8")
        if closed and self.model.picture(self.home).ended:
            raise No("ended")
        if expected_position not in (None, self.model.newest(draft.scope)):
            raise No("expected")

    def expect(self, current: Event | None, *, expected: int | None = None, **_: Any) -> None:
        if expected is not None and expected != (current.version if current else 0):
            raise No("expected")

    def decide(self, draft: Event, *, force: bool = False, **given: Any) -> tuple[Event, bool]:
        """Apply rules 2, 5 and 11; give the event its entry, version and claim, and tell whether it is a refresh."""
        model, scope, body = self.model, draft.scope, draft.body
        assert body and body.address
        number = model.number(scope, body.address)
        own, current = model.own(scope, number), model.current(scope, body.address)
        self.expect(current, **given)
        if draft.kind == "fact" and kind_of(body.source) == "agent":
            raise No("2")
        if draft.kind in STEERING and kind_of(body.source) in ("tool", "document"):
            raise No("5")
        self.place(draft)
        if not self.may_return(draft, body, own, force):
            raise No("11")
        if not self.may_replace(draft, body, current, force):
            raise No("5")
        self.turn(draft)
        refreshed = bool(current and current.body and current.body.whole == body.whole and same_expiry(draft, current))
        version = current.version if current and refreshed else max((e.version or 0 for e in own), default=0) + 1
        alike = [e.claim for e in own if e.version and e.body and e.body.says == body.says]
        entry = number or max((e.entry or 0 for e in model.events if e.scope == scope), default=0) + 1
        return replace(draft, entry=entry, version=version, claim=alike[0] if alike else version), refreshed

    def readable(self, event: Event) -> bool:
        """A premise is of this user, or the log's, and in no namespace that is closed to this actor."""
        if event.user not in (self.user, ""):
            return False
        rule = self.rule(event.body.address) if event.body and event.body.address else None
        return not (rule and rule["access"] == "closed" and f"actor:{self.actor}" not in rule.get("readers", ()))

    def rule(self, address: str) -> dict[str, Any] | None:
        """What the policy says of the longest namespace that *address* lies in."""
        path = address.partition(":")[2].split("/")[:-1]
        named = self.model.policy.get("namespaces", {}) if kind_of(address) not in WORKING else {}
        parts = {name: name.split("/") if name else [] for name in named}
        fits = [name for name, segments in parts.items() if path[: len(segments)] == segments]
        return named[max(fits, key=lambda name: len(parts[name]))] if fits else None

    def place(self, draft: Event) -> None:
        """Rule 8: where the policy lets one write in long-term memory."""
        assert draft.body and draft.body.address
        rule, who = self.rule(draft.body.address), {kind_of(draft.body.source), f"actor:{self.actor}"}
        memory = kind_of(draft.body.address) not in WORKING and not draft.scope.session
        if rule is None and memory and self.model.policy.get("fixed_namespaces"):
            raise No("8")
        if rule and rule["access"] != "open" and not who & set(rule.get("writers", ())):
            raise No("8")

    def turn(self, draft: Event) -> None:
        """Rule 10: how much agents may write between two words of the user."""
        limit = self.model.policy.get("updates_per_turn")
        if limit is None or draft.said_by != "agent" or not self.session:
            return
        said = [e.position for e in self.model.events if e.scope == self.home and e.tag == "said" and self.by_user(e)]
        since = [
            e for e in self.model.events if e.position > max(said, default=0) and e.version and e.said_by == "agent"
        ]
        if sum((e.user, e.session) == (self.user, self.session) for e in since) >= limit:
            raise No("10")

    def by_user(self, said: Event) -> bool:
        return said.body.content["role"] == "user" if said.body else said.said_by == "user"

    def may_return(self, draft: Event, body: Body, own: list[Event], force: bool) -> bool:
        """Rule 11: what was retracted stays out until one like its retractor, or force, says it again."""
        last = next((e for e in reversed(self.model.effective()) if e in own), None)
        if not last or last.tag != "retracted" or last.replaced or draft.kind not in (*PROTECTED, "assumption"):
            return True
        if kind_of(body.source) == "import":  # back in the file that this importer had found it gone from
            mine, theirs = (each.source.partition("#")[0] for each in (body, last.body or Body()))
            return ":" in mine and bool(self.actor) and (mine, self.actor) == (theirs, last.actor)
        return force or draft.weight >= last.weight

    def may_replace(self, draft: Event, body: Body, current: Event | None, force: bool) -> bool:
        """Rule 5: a lower source doesn't overwrite a higher one; between equals the newer and surer wins."""
        if force or draft.kind not in PROTECTED or not current or not current.body:
            return True
        if current.body.whole == body.whole and same_expiry(draft, current):
            return True
        theirs = self.model.weight(current)
        surer = (current.body.confidence or 0) - (1 if body.confidence is None else body.confidence) > MARGIN
        told = self.model.time() if draft.occurred_at is None else draft.occurred_at
        return draft.weight > theirs or (draft.weight == theirs and not surer and told >= current.world_time)

    # The views

    def shown(self, scope: Scope, at: int | None = None, now: int | None = None) -> list[Event]:
        """What the entries of *scope* show, expired and erased ones left out."""
        moment = self.now(at) if now is None else now
        found = self.model.picture(scope, at).entries.values()
        return sorted((e for e in found if e.body and not e.expired(moment)), key=lambda e: e.position)

    def scratchpad(self, at: int | None = None, now: int | None = None) -> list[Event]:
        return [e for e in self.shown(self.home, at, now) if e.kind in WORKING]

    def recall(
        self, limit: None = None, at: int | None = None, now: int | None = None, audit: bool = True
    ) -> list[Event]:
        """What may be shown to this session: its own entries and the user's long-term ones, as far as they hold."""
        both = [*self.shown(self.home, at, now), *self.shown(Scope(self.user), at, now)]
        holds = self.model.holding(self.model.effective(at))
        found = sorted((e for e in both if e.asserts in holds and self.readable(e)), key=lambda e: e.position)
        if audit:
            draft = self.draft("recalled", Body())
            self.model.append(replace(draft, shown=frozenset(e.position for e in found)))
        return found

    def get(self, address: str, at: int | None = None, now: int | None = None) -> Event | None:
        """What is shown at *address*: in the session, or else in long-term memory."""
        found = [
            e for s in self.places(address) for e in self.shown(s, at, now) if e.body and e.body.address == address
        ]
        return found[0] if found else None

    def history(self, address: str) -> list[Event]:
        """All that touched the entry, void or not: its own events, and its session's clears from then on."""
        for scope in self.places(address):
            if own := self.model.own(scope, self.model.number(scope, address)):
                clears = [e for e in self.model.events if e.scope == scope and e.tag == "scratchpad-cleared"]
                late = [e for e in clears if e.position > own[0].position and own[0].kind in WORKING]
                return sorted([*own, *late], key=lambda e: e.position)
        raise No("exists")

    def timeline(self, address: str) -> list[tuple[int, int]]:
        """From which positions on the entry showed which event (0: nothing)."""
        first = self.history(address)[0]
        found = [(0, 0)]
        for position in range(first.position, self.model.position + 1):
            shown = self.model.picture(first.scope, position).entries.get(first.entry or 0)
            if (shown.position if shown else 0) != found[-1][1]:
                found.append((position, shown.position if shown else 0))
        return found[1:]

    def dialogue(self, at: int | None = None) -> list[Event]:
        return [e for e in self.model.picture(self.home, at).dialogue if e.body]

    def places(self, address: str) -> list[Scope]:
        return [self.home] if kind_of(address) in WORKING else [self.home, Scope(self.user)]

    def now(self, at: int | None) -> int:
        """The time of a view: the clock's, never before the newest event; at a position that one's."""
        if at is None:
            return max(self.model.clock(), self.model.events[-1].at)
        return self.model.events[at - 1].at if at else 0


def public_key(event: Event) -> tuple[object, ...]:
    """What two events of one id must have in common, and, if neither is erased, `private_key` and the content."""
    return (event.user, event.session, event.tag, event.said_by, event.actor, event.because, event.occurred_at)


def private_key(body: Body) -> tuple[object, ...]:
    return (body.address, body.source, body.reason)


def same_expiry(a: Event, b: Event) -> bool:
    """For a ttl an equal ttl, else an equal time."""
    return a.ttl == b.ttl if a.ttl or b.ttl else a.expires_at == b.expires_at


def fits(plan: list[dict[str, str]], steps: list[tuple[str, str | None]]) -> bool:
    """Tell whether *plan* may have come of *steps*, some without a status."""
    return [step["text"] for step in plan] == [text for text, _ in steps] and all(
        told in (None, step["status"]) for step, (_, told) in zip(plan, steps, strict=True)
    )
