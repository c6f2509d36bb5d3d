"""Deciding: how things stand + a command → events, or a refusal. Nothing here writes.

`decide` asks the rules of `eventlog.rules` in one order for all verbs: session open, expected version,
reason, source, size, retraction, precedence. Time, positions and ids come in with the `Stamp`.
"""

from typing import Any, assert_never

from msgspec import structs

from eventlog import addresses, contents, noticing, rules
from eventlog import commands as c
from eventlog.addresses import KEYLESS, WORKING, Address
from eventlog.commands import Command, Given
from eventlog.desk import Decision, Desk, Draft, Stamp
from eventlog.door import at_the_door
from eventlog.errors import InvalidValue, NotFound, Refused
from eventlog.events import LOG, Link, Private, Public, Recorded, Scope
from eventlog.planning import planned
from eventlog.policy import Policy, accepted
from eventlog.standing import (
    best_rank,
    last_word,
    older_dialogue,
    policy_set,
    unexpired,
    written_this_turn,
)
from eventlog.store import Entry, Store
from eventlog.telling import Told, told
from eventlog.values import check


def decide(store: Store, policy: Policy, stamp: Stamp, given: Given, command: Command) -> Decision:
    """Turn a command into the events of one op; raises `Refused` and leaves everything as it is."""
    desk = Desk(store, policy, stamp, given)
    at_the_door(desk, command)
    match command:
        case c.Confirm(key):
            return _confirm(desk, key)
        case c.Answer(key):
            return _answer(desk, key, told(command, given))
        case c.Retract():
            return _retract(desk, command)
        case c.RevisePlan() | c.StepPlan():
            return _revise(desk, command)
        case c.Compact():
            return _compact(desk, command)
        case c.Clear():
            return _clear(desk)
        case c.NoteRecall(now, shown):
            in_force = policy_set(store.index)
            how = contents.plain(
                contents.Recall(
                    now, in_force.position if in_force else 0, command.renderer, command.sha256,
                    command.lang, command.budget, command.sections, command.position, command.format,
                )
            )  # fmt: skip
            part = Private(content=how, **told(command, given).beside)
            return Decision((desk.draft(0, "recalled", desk.home, part, shown=shown),))
        case c.SetPolicy(rules_):
            accepted(check(rules_, "policy"))
            rules.reason_given(given.reason, "a policy")
            return Decision((desk.draft(0, "policy-set", LOG, policy=rules_),))
        case c.Start(_, continues):
            return _plain(desk, told(command, given), parent=Link(*continues) if continues else None)
        case c.End() | c.Observe() | c.Say() | c.Mark():
            return _plain(desk, told(command, given))
        case c.Remember():
            return _assert(desk, told(command, given), in_session=command.in_session)
        case c.MarkFailure():
            return _fail(desk, told(command, given))
        case c.SetGoal() | c.Constrain() | c.NoteProgress() | c.Write() | c.AddFact() | c.Assume() | c.Ask():
            return _assert(desk, told(command, given))
        case unreachable:
            assert_never(unreachable)


# Entries


def _assert(desk: Desk, words: Told, *, in_session: bool = False, replacing: str = "") -> Decision:
    """Assert what *words* say at their address: rules 2, 5 to 8 and 10 to 12, and `expected=`.

    What they are *replacing* in the same op is no look-alike of theirs.
    """
    given, policy, at = desk.given, desk.policy, desk.stamp.at
    index = desk.store.index
    source = given.source.kind if given.source else "agent"
    address = words.address
    assert address is not None
    where = str(address)
    part = Private(where, words.content, **words.beside)
    scope = desk.scope_of(address, in_session)
    entry = index.entry(scope, where)
    current = unexpired(entry.shows, at) if entry else None

    rules.expected_version(address, given.expected, current, part.content)
    rules.fact_has_a_source(address, source)
    rules.guarded_kind(policy, address, source)
    rules.namespace_open(policy, address, given, source, long_term=not scope.session)
    rules.size(policy, address, part.content)
    if entry is not None and entry.shows is None and entry.versions:
        last = last_word(index, scope, entry.number)
        rules.retracted(address, last, policy, given, source)
        if given.drawn:
            rules.drawn_since(address, last, [r for id in given.derived_from if (r := desk.store.find(id))])
    shown = current.private if current else None
    refreshed = (
        current is not None
        and shown is not None
        and rules.same_content(part, shown)
        and _same_expiry(given, current.public)
    )
    overwrites_user = False
    if current is not None and shown is not None and not refreshed and address.kind in policy.protected:
        best = best_rank(index, scope, current)
        overwrites_user = best == 3
        if not given.force:
            when = given.occurred_at
            trial = Public("", "", at, source=source, occurred_at=when.at if when else None)
            rules.precedence(policy, address, part, trial, current, best)
    rules.demanded_reason(policy, address, given, overwrites_user)
    if policy.updates_per_turn is not None and source == "agent" and given.session:
        rules.turn_limit(policy, written_this_turn(index, desk.home))
    if current is None:
        _room(desk, scope, address)

    premises = given.derived_from
    if given.echo and refreshed and current is not None:
        premises = tuple(dict.fromkeys((*premises, current.id)))
    number, version, claim = _numbers(desk, scope, entry, part, current if refreshed else None)
    draft = desk.draft(
        0, words.tag, scope, part,
        kind=address.kind, entry=number, version=version, claim=claim if claim != version else None,
        expires_at=at + given.ttl if given.ttl else given.expires_at, ttl=given.ttl, derived_from=premises,
    )  # fmt: skip
    hidden = lambda other: policy.hides(other, given.actor or None)
    alike = () if refreshed else noticing.same_as(index, scope, address, part.content, at, replacing, hidden)
    return Decision((draft,), refreshed, alike)


def _revise(desk: Desk, command: c.RevisePlan | c.StepPlan) -> Decision:
    """Revise the plan, and say which steps still to be done have failed before."""
    plan = planned(desk, command)
    decision = _assert(desk, Told("plan-revised", Address("plan"), plan))
    return structs.replace(
        decision,
        warnings=noticing.repeated_failures(desk.store.index, desk.home, plan, desk.stamp.at),
    )


def _fail(desk: Desk, words: Told) -> Decision:
    """Mark a failure, and say how often it has been marked."""
    decision, index, scope = _assert(desk, words), desk.store.index, desk.home
    assert words.address is not None
    entry = index.entry(scope, str(words.address))
    again = noticing.failed_before(index, scope, words.address, words.content, entry, desk.stamp.at)
    return structs.replace(decision, warnings=again)


def _room(desk: Desk, scope: Scope, address: Address) -> None:
    """Rule 7 by number; what has been given out bounds what can show, so most writes count nothing."""
    cap = desk.policy.count_cap(address.kind)
    if address.kind in KEYLESS or cap is None or desk.store.index.status(scope).entries < cap:
        return
    found = desk.store.index.count(scope, address.kind)
    if found >= cap:
        rivals = [r for r in desk.store.index.shown(scope) if r.public.kind == address.kind]
        rivals.sort(key=lambda r: ((r.private or Private()).importance or 0, r.position))
        rules.count(desk.policy, address, found, [r.address or "?" for r in rivals[:3]])


def _same_expiry(given: Given, public: Public) -> bool:
    if given.ttl is not None or public.ttl is not None:
        return given.ttl == public.ttl
    return given.expires_at == public.expires_at


def _numbers(
    desk: Desk, scope: Scope, entry: Entry | None, part: Private, refreshed: Recorded | None
) -> tuple[int, int, int]:
    """Give entry number, version and claim: a refresh keeps its version, a content seen before its claim."""
    index = desk.store.index
    if entry is None:
        return index.status(scope).entries + 1, 1, 1
    if refreshed is not None:
        version = refreshed.public.version or 1
        return entry.number, version, refreshed.public.claim or version
    version = entry.versions + 1
    return entry.number, version, index.claim(scope, entry.number, part) or version


def _current(desk: Desk, scope: Scope, address: str) -> Recorded:
    """Find what may be taken away at *address* (rules 4 and 5)."""
    entry = desk.store.index.entry(scope, address)
    current = unexpired(entry.shows, desk.stamp.at) if entry else None
    if current is None:
        raise NotFound(f"nothing at '{address}' to act on: 'belieflog keys' and 'show' list what is there")
    given, policy = desk.given, desk.policy
    if current.public.kind in policy.protected:
        source = given.source.kind if given.source else "agent"
        rules.may_take_back(
            address, current.public.kind, policy, given, source, best_rank(desk.store.index, scope, current)
        )
    return current


def _gone(desk: Desk, ordinal: int, current: Recorded, address: str, successor: str | None = None) -> Draft:
    """Draft the retraction of what *current* shows; where a *successor* replaces it, that one rests on the premises."""
    premises: dict[str, Any] = {"derived_from": ()} if successor else {}
    return desk.draft(
        ordinal, "retracted", current.scope, Private(address),
        kind=current.public.kind, entry=current.public.entry, successor=successor, **premises,
    )  # fmt: skip


def _retract(desk: Desk, command: c.Retract) -> Decision:
    address = command.address
    rules.reason_given(desk.given.reason, "a retraction")
    if command.successor is not None and desk.store.find(command.successor) is None:
        raise NotFound(f"the successor of '{address}' names no event: write it first, and pass what that gave")
    scope = desk.scope_of(address, command.in_session)
    source = desk.given.source.kind if desk.given.source else "agent"
    rules.namespace_open(desk.policy, address, desk.given, source, long_term=not scope.session)
    current = _current(desk, scope, str(address))
    rules.expected_version(address, desk.given.expected, current, None)
    return Decision((_gone(desk, 0, current, str(address), command.successor),))


def _confirm(desk: Desk, key: str) -> Decision:
    """Rule 3: the assumption's content becomes a fact resting on the evidence; it is replaced, not withdrawn."""
    address = addresses.address("assumption", key)
    if desk.given.source is None or desk.given.source.kind == "agent":
        raise Refused("4", f"confirming '{address}' needs evidence: pass source= with who or what showed it")
    old = _current(desk, desk.scope_of(address, False), str(address))
    part = old.private
    if part is None:
        raise NotFound(f"'{address}' is erased: there is nothing left to confirm")
    fact = _assert(desk, Told("fact-added", addresses.address("fact", key), part.content), replacing=str(address))
    gone = _gone(desk, 1, old, str(address), fact.drafts[0][0].id)
    return structs.replace(fact, drafts=(*fact.drafts, gone))


def _answer(desk: Desk, key: str, words: Told) -> Decision:
    """Answer a question: a fact from a source; out of the agent's own head an assumption."""
    address = addresses.address("question", key)
    old = _current(desk, desk.scope_of(address, False), str(address))
    answer = _assert(desk, words)
    return structs.replace(answer, drafts=(*answer.drafts, _gone(desk, 1, old, str(address), answer.drafts[0][0].id)))


# Events without an entry


def _plain(desk: Desk, words: Told, **public: Any) -> Decision:
    scope = desk.home
    if not scope.session and words.tag != "marked":
        raise InvalidValue("session", f"{words.tag!r} belongs to a session: name one, as in memory(user, session)")
    return Decision((desk.draft(0, words.tag, scope, Private(content=words.content, **words.beside), **public),))


def _compact(desk: Desk, command: c.Compact) -> Decision:
    """Cover what the caller names; by default all of the dialogue but its last turn."""
    covered = command.covered
    if not covered:
        covered = older_dialogue(desk.store.index, desk.home)
        if not covered:
            raise NotFound("there is no older dialogue to put a summary in the place of")
    _past_ranges(covered, desk.stamp.position, "covered")
    return _plain(desk, told(command, desk.given), covered=covered)


def _past_ranges(ranges: Any, next_: int, what: str) -> None:
    """Refuse what isn't pairs of positions of events that are there: it couldn't be read back."""
    for pair in ranges:
        match pair:
            case (int(low), int(high)) if 0 < low <= high < next_:
                pass
            case _:
                raise InvalidValue(what, f"{pair!r} is no range: give (first, last) positions, {next_ - 1} at most")


def _clear(desk: Desk) -> Decision:
    """Clearing retires what a user said only for a user, or forced with a reason."""
    given, index = desk.given, desk.store.index
    source = given.source.kind if given.source else "agent"
    if source != "user" and not given.force:
        scope = desk.home
        for shown in index.shown(scope):
            kind = shown.public.kind
            if kind in WORKING and kind in desk.policy.protected and unexpired(shown, desk.stamp.at):
                best = best_rank(index, scope, shown)
                rules.may_take_back(shown.address or "an entry", kind, desk.policy, given, source, best)
    return _plain(desk, told(c.Clear(), given))
