"""From what is wanted to proposals: what was drawn before is left out, the rest is tried at the door."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct, structs

from belieflog.condensing.proposals import Outcome, Proposal, Proposals, Wanted
from eventlog.commands import Command, Given
from eventlog.errors import Refused
from eventlog.events import Recorded, Scope
from eventlog.ids import uuid8
from eventlog.log import EventLog
from eventlog.policy import Policy
from eventlog.rules import drawn_since, namespace_open
from eventlog.standing import last_word, unexpired
from eventlog.values import canonical

Draft = tuple["Wanted", tuple[Command, Given], Refused | None]


class Writer(Struct, frozen=True):
    """Who keeps it, in which session ("": in none), and why."""

    user: str
    session: str
    actor: str
    reason: str = ""


class Taken(Struct, frozen=True):
    """An event that was drawn from the same before; *refusal* says why it doesn't count any more, if it doesn't."""

    event: Recorded
    refusal: Refused | None


def proposals(
    log: EventLog, wanted: Iterable[Wanted], writer: Writer, *, again: bool = False, notes: tuple[str, ...] = ()
) -> Proposals:
    """Try each of *wanted* over those before it; leave out what was drawn from the same events before, unless *again*."""
    policy = log.policy()
    drafts, kept = _drafts(log, policy, wanted, writer, again)
    tried = iter(log.rehearse([ask for _, ask, refusal in drafts if refusal is None]) if drafts else [])
    items: list[Proposal] = []
    shows: dict[str, Any] = {}
    for number, (want, ask, refusal) in enumerate(drafts, 1):
        address = str(want.address)
        hidden = policy.hides(address, writer.actor)
        before = shows[address] if address in shows else None if hidden else _content(_current(log, writer.user, want))
        outcome: Outcome = "refused"
        if refusal is None:
            result = next(tried)
            if isinstance(result, Refused):
                refusal = result
            elif hidden:
                outcome = "closed"
            else:
                outcome = "refresh" if result.outcome != "recorded" else "new" if before is None else "version"
                shows[address] = want.content
        if hidden and refusal is not None and not _shut(policy, want, writer):
            refusal = _untold(address)
        items.append(
            Proposal(
                number, address, want.content, want.confidence, want.importance, want.source, want.derived_from,
                want.because, outcome, before, refusal, ask,
            )
        )  # fmt: skip
    return Proposals(tuple(items), notes, log, len(kept - {each.address for each in items}))


def _drafts(
    log: EventLog, policy: Policy, wanted: Iterable[Wanted], writer: Writer, again: bool
) -> tuple[list[Draft], set[str]]:
    """Draft what is to be tried; name, too, the addresses of what is kept already."""
    drafts: list[Draft] = []
    earlier: dict[str, Wanted] = {}
    kept: set[str] = set()
    for want in wanted:
        address = str(want.address)
        hidden = policy.hides(address, writer.actor)
        if hidden and (shut := _shut(policy, want, writer)):
            drafts.append((want, (want.command, _given(log, want, writer, None)), shut))
            continue
        taken = _taken(log, writer.user, want)
        said_since = taken is None and not hidden and _said_since(log, writer.user, want)
        if not again and (_counts(taken) or said_since):
            kept.add(address)
            continue
        if not hidden or address in earlier:
            want = _as_shown(log, writer.user, want, earlier.get(address))
        earlier[address] = want
        ask = (want.command, _given(log, want, writer, taken))
        drafts.append((want, ask, taken.refusal if taken else None))
    last = {str(want.address): i for i, (want, _, _) in enumerate(drafts)}
    left = [draft for i, draft in enumerate(drafts) if draft[2] is None or last[str(draft[0].address)] == i]
    return left, kept


def _shut(policy: Policy, want: Wanted, writer: Writer) -> Refused | None:
    """Give the refusal of a write where *writer* may neither read nor write: it says nothing of what is there."""
    given = Given(user=writer.user, session=writer.session, actor=writer.actor)
    try:
        namespace_open(policy, want.address, given, want.source.kind, long_term=True)
    except Refused as refused:
        return refused
    return None


def _untold(address: str) -> Refused:
    """Refuse a write that what is there forbids, to who may not read what that is."""
    why = f"'{address}' lies in a namespace that is closed to you, and what is there stays: let one decide who may read it"
    return Refused("8", why)


def _taken(log: EventLog, user: str, want: Wanted) -> Taken | None:
    """Find what was drawn for the same entry from the same events before.

    Where it is effective it counts, whatever it said of them. Where it was reverted or retracted, so has been what is
    wanted, if it says the same.
    """
    scope, index = Scope(user), log.store.index
    entry = index.entry(scope, str(want.address))
    if entry is None:
        return None
    wanted = {r.id for r in want.derived_from}
    drawn = [r for r in index.touching(scope, entry.number) if r.version and _evidence(log, r) == wanted]
    void = index.void(scope)
    for event in reversed(drawn):
        if event.position not in void:
            refusal = None
            if entry.shows is None:
                try:
                    drawn_since(want.address, last_word(index, scope, entry.number), want.derived_from)
                except Refused as refused:
                    refusal = refused
            return Taken(event, refusal)
    for event in reversed(drawn):
        if _same(event, want) and event.public.derived_from == want.premises:
            why = (
                f"'{want.address}' was drawn from this before, at {event.position}, and reverted: "
                "restore that, or remember() it"
            )
            return Taken(event, Refused("11", why))
    return None


def _counts(taken: Taken | None) -> bool:
    return taken is not None and taken.refusal is None


def _evidence(log: EventLog, event: Recorded) -> set[str]:
    """Give the ids of what *event* was drawn from, the call of a program outside apart."""
    found = ((id, log.store.find(id)) for id in event.public.derived_from)
    return {id for id, premise in found if premise is None or premise.tag != "observed"}


def _said_since(log: EventLog, user: str, want: Wanted) -> bool:
    """Tell whether the entry shows the same from something newer: to say the older again would only date it back."""
    current = _current(log, user, want)
    return current is not None and _same(current, want) and want.told_at.at < current.public.world_time


def _as_shown(log: EventLog, user: str, want: Wanted, earlier: Wanted | None) -> Wanted:
    """Where the entry says the same already, weigh it as it is weighed there: then it is a refresh, no version."""
    if earlier is not None:
        same, confidence, importance, expires_at = (
            canonical(earlier.content) == canonical(want.content),
            earlier.confidence,
            earlier.importance,
            earlier.expires_at,
        )
    elif (current := _current(log, user, want)) is not None and current.private is not None:
        private = current.private
        same, confidence, importance, expires_at = (
            _same(current, want), private.confidence, private.importance, current.public.expires_at,
        )  # fmt: skip
    else:
        return want
    if not same:
        return want
    return structs.replace(want, confidence=confidence, importance=importance, expires_at=expires_at)


def _given(log: EventLog, want: Wanted, writer: Writer, taken: Taken | None) -> Given:
    """Name it after what it is drawn from, so that doing it twice is a retry."""
    entry = log.store.index.entry(Scope(writer.user), str(want.address))
    own = log.store.index.touching(Scope(writer.user), entry.number) if entry else []
    before = sum(r.public.derived_from == want.premises for r in own)
    id = uuid8("drawn", writer.user, want.address, *want.premises, before)
    if (
        taken is not None
        and entry is not None
        and entry.shows is not None
        and _retries(taken.event, entry.shows, writer)
    ):
        id = taken.event.id
    return Given(
        user=writer.user, session=writer.session, actor=writer.actor, source=want.source, via=want.via,
        reason=writer.reason, derived_from=want.premises, expires_at=want.expires_at, occurred_at=want.told_at,
        id=id, drawn=True,
    )  # fmt: skip


def _retries(before: Recorded, shows: Recorded, writer: Writer) -> bool:
    """Tell whether *writer* would do again what *before* did, and what it said still shows."""
    public, reason = before.public, before.private.reason if before.private else writer.reason
    return before.claim == shows.claim and (public.session, public.actor, reason) == (
        writer.session,
        writer.actor,
        writer.reason,
    )


def _current(log: EventLog, user: str, want: Wanted) -> Recorded | None:
    entry = log.store.index.entry(Scope(user), str(want.address))
    return unexpired(entry.shows, log.now()) if entry else None


def _content(current: Recorded | None) -> Any:
    return current.private.content if current and current.private else None


def _same(event: Recorded, want: Wanted) -> bool:
    private = event.private
    return private is not None and canonical(private.content) == canonical(want.content)
