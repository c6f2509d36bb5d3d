"""The rules at the door: pure functions that pass or say no. Their numbers are those of the design.

Each takes what is there and what is asked, and raises `Refused` or `Conflict` with the remedy.
"""

from collections.abc import Iterable

from eventlog import addresses
from eventlog.addresses import LONG_TERM, Address
from eventlog.commands import Given
from eventlog.errors import Conflict, InvalidValue, Refused
from eventlog.events import Private, Public, Recorded, is_set
from eventlog.policy import SHARED, Policy
from eventlog.sources import RANK
from eventlog.values import as_text, canonical, check


def same_content(a: Private, b: Private) -> bool:
    """Tell whether two events say the same of their entry, whoever says it: the test for a refresh."""
    return (
        a.confidence == b.confidence
        and a.importance == b.importance
        and a.description == b.description
        and a.participants == b.participants
        and a.outcome == b.outcome
        and a.content == b.content
        and canonical(a.content) == canonical(b.content)  # 1, 1.0 and true are equal, not the same
    )


def expected_version(address: Address, expected: int | None, current: Recorded | None, mine: object) -> None:
    """Refuse a write made on a stale reading; 0 expects no current value."""
    found = current.version or 0 if current else 0
    if expected is not None and expected != found:
        raise Conflict(
            "expected",
            f"'{address}' is at version {found}, not {expected}: read it again and decide anew",
            mine=mine,
            theirs=_value(current),
        )


def about_an_entry(given: Given, retracts: bool) -> None:
    """Refuse what is said of an entry's value with a write that has none: it would be passed over in silence."""
    for what, told in (("ttl", given.ttl), ("expires_at", given.expires_at), ("expected", given.expected)):
        if told is not None and not (retracts and what == "expected"):
            raise InvalidValue(what, "is about the value of an entry, and this write has none: leave it out")


def complete(since: int | None) -> None:
    """Refuse to append where a later version has written what this one can't fold."""
    if since is not None:
        raise Refused("incomplete", f"a later version of belieflog wrote event {since} here: upgrade to write on")


def open_session(session: str, ended: bool) -> None:
    """Refuse to write in a session that has ended."""
    if ended:
        raise Refused("ended", f"session '{session}' has ended: start it again to write, or use another session")


def fact_has_a_source(address: Address, source: str) -> None:
    """Rule 2: a fact has a source that isn't the agent's own inference."""
    if address.kind == "fact" and source == "agent":
        raise Refused(
            "2", f"fact '{address.key}' has no source but the agent itself: pass source=, or use assume() for a guess"
        )


def reason_given(reason: str, what: str) -> None:
    """Rule 4: what takes something back says why."""
    check(reason, "reason")
    if not isinstance(reason, str) or not reason.strip():
        raise Refused("4", f"{what} needs a reason: say why in a few words")


def forced_with_a_reason(given: Given) -> None:
    """Rule 5: force is for those who say why."""
    if given.force:
        reason_given(given.reason, "force")


def guarded_kind(policy: Policy, address: Address, source: str) -> None:
    """Rule 5: tools and documents don't write what steers the agent, unless the policy lets them."""
    if address.kind in policy.guarded_kinds and source in ("tool", "document"):
        raise Refused(
            "5",
            f"'{address}': a {source} can't write a {address.kind}, since its output would steer the agent: "
            "let the user say it, or open the kind in the policy (guarded_kinds)",
        )


def precedence(policy: Policy, address: Address, mine: Private, public: Public, current: Recorded, best: int) -> None:
    """Rule 5: a lower source doesn't overwrite what a higher one said; between equals the newer and surer wins."""
    theirs = current.private
    if theirs is None:
        return
    rank = RANK[public.source or "agent"]
    doubt = round((theirs.confidence or 0) - (1 if mine.confidence is None else mine.confidence), 9)  # 0.9 - 0.7 is 0.2
    if rank < best:
        why = f"a better source than {public.source} said what it shows"
    elif rank == best and doubt > policy.confidence_margin:
        why = f"what it shows was said with confidence {theirs.confidence}"
    elif rank == best and public.world_time < current.public.world_time:
        why = "what it shows happened later"
    else:
        return
    both = f"{_clip(theirs.content)} against {_clip(mine.content)}"
    if mine.content == theirs.content:
        both = f"the expiry, confidence and importance of {_clip(theirs.content)}"
    raise Conflict(
        "5",
        f"'{address}' keeps {both}: {why}; force it with a reason if it must be overwritten",
        mine=mine.content,
        theirs=theirs.content,
    )


def may_take_back(address: str, kind: str | None, policy: Policy, given: Given, source: str, best: int) -> None:
    """Rule 5: what a user said isn't retracted by less than a user, unless forced with a reason."""
    if kind in policy.protected and best == RANK["user"] > RANK[source] and not given.force:
        raise Refused("5", f"'{address}' was said by a user: let the user retract it, or force it with a reason")


def size(policy: Policy, address: Address, content: object) -> None:
    """Rule 7: a belief is short; what is long is observed and pointed to."""
    length = len(as_text(content))
    cap = policy.size_cap(address.kind)
    if length > cap:
        raise Refused(
            "7",
            f"'{address}' has {length} characters, {address.kind} may have {cap}: "
            f"observe() the whole, and write a short {address.kind} that points there (blob:… or the event's position) "
            "and says what to look for",
        )


def count(policy: Policy, address: Address, found: int, least: Iterable[str]) -> None:
    """Rule 7: a scope holds only so many entries of a kind."""
    cap = policy.count_cap(address.kind)
    if cap is not None and found >= cap:
        named = ", ".join(least)
        raise Refused(
            "7", f"there are {found} entries of kind {address.kind}, the cap is {cap}: retract some first, say {named}"
        )


def retracted(address: Address, last: Recorded | None, policy: Policy, given: Given, source: str) -> None:
    """Rule 11: what was retracted returns only by a source of the retractor's rank, or forced; never by import.

    But an importer that took it back itself, since its file didn't hold it any more, may find it there again.
    """
    if last is None or last.tag != "retracted" or last.public.successor is not None:
        return
    if address.kind not in policy.protected and address.kind != "assumption":
        return
    retractor = last.public.source or "agent"
    if source == "import":
        barred = not _own_retraction(last, given)
    else:
        barred = RANK[source] < RANK[retractor] and not given.force
    if barred:
        why = f" ({last.private.reason})" if last.private and last.private.reason else ""
        raise Refused(
            "11",
            f"'{address}' was retracted by a {retractor}{why}: only a source of that rank brings it back, "
            "or force it with a reason",
        )


def _own_retraction(last: Recorded, given: Given) -> bool:
    """Tell whether the importer that asks, by actor and source, made the retraction: it judged nothing by it."""
    named = last.source
    return (
        named is not None
        and given.source is not None
        and (named.kind, named.name, last.public.actor) == ("import", given.source.name, given.actor)
        and bool(given.source.name and given.actor)
    )


def drawn_since(address: Address, last: Recorded | None, evidence: Iterable[Recorded]) -> None:
    """Rule 11: consolidation doesn't bring back what was retracted after any of what it is drawn from was said."""
    if last is None or last.tag != "retracted" or last.public.successor is not None:
        return
    oldest = min((r.position for r in evidence), default=0)
    if oldest < last.position:
        why = f" ({last.private.reason})" if last.private and last.private.reason else ""
        raise Refused(
            "11",
            f"'{address}' was retracted at {last.position}{why}, after what this is drawn from: "
            "it stays out until it is said again, or remember() it",
        )


def space_open(policy: Policy, given: Given) -> None:
    """Rule 8: in a shared space write those that the policy names."""
    if given.user.startswith(SHARED) and not policy.may_write_in(given.user, given.actor):
        who = f"'{given.actor}'" if given.actor else "a writer without a name"
        raise Refused(
            "8",
            f"{who} may not write in '{given.user}': name an actor who may, or let the policy name this one (spaces)",
        )


def namespace_open(policy: Policy, address: Address, given: Given, source: str, *, long_term: bool) -> None:
    """Rule 8: in long-term memory the policy says where one may write, and who."""
    if address.kind not in LONG_TERM or not (policy.namespaces or policy.fixed_namespaces):
        return
    found = policy.namespace_of(address.namespace)
    if found is None:
        if policy.fixed_namespaces and long_term:
            named = ", ".join(sorted(policy.namespaces))
            raise Refused(
                "8", f"'{address}' lies in none of the namespaces that the policy names: use {named}, or below"
            )
        return
    path, rule = found
    if rule.access != "open" and {source, f"actor:{given.actor}"}.isdisjoint(rule.writers):
        who = ", ".join(rule.writers) or "no one"
        raise Refused(
            "8",
            f"'{address}' lies in '{path or '/'}', which is {rule.access}: {who} may write there; use another namespace",
        )


def turn_limit(policy: Policy, written: int) -> None:
    """Rule 10: between two words of the user an agent writes only so much."""
    limit = policy.updates_per_turn
    if limit is not None and written >= limit:
        raise Refused(
            "10",
            f"agents have written {written} entries here since the user last spoke, the policy allows {limit}: "
            "put what is left into fewer entries, and go on after the user's next words (say)",
        )


def demanded_reason(policy: Policy, address: Address, given: Given, overwrites_user: bool) -> None:
    """Rule 12: the policy can demand a reason."""
    wanted = policy.reasons
    spaces = map(addresses.namespace, wanted.namespaces)
    if (
        address.kind in wanted.kinds
        or any(address.namespace[: len(space)] == space for space in spaces)
        or (wanted.overwriting_user and overwrites_user)
    ) and not given.reason.strip():
        raise Refused("12", f"the policy demands a reason for '{address}': pass reason=")


def _value(recorded: Recorded | None) -> object:
    private = recorded.private if recorded else None
    return private.content if private and is_set(private.content) else None


def _clip(content: object) -> str:
    text = canonical(content).decode()
    return text if len(text) <= 80 else text[:77] + "…"
