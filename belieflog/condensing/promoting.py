"""Taking entries of a session to long-term memory by name."""

from typing import Any

from belieflog.condensing.proposals import Wanted
from eventlog import addresses
from eventlog.addresses import LONG_TERM, Address
from eventlog.errors import InvalidValue, Refused
from eventlog.policy import Policy
from projections.entries import Entry

_HOME = {"fact": "facts", "note": "notes", "failure": "lessons"}
_STAYS = {
    "assumption": "is a guess: confirm() it on evidence first, then promote the fact",
    "question": "is open: answer() it, then promote the fact",
    "goal": "belongs to its session: remember() what outlives it",
    "constraint": "belongs to its session: remember() what outlives it",
    "plan": "belongs to its session: remember() what outlives it",
    "progress": "belongs to its session: remember() what outlives it",
}


def wanted(entry: Entry, to: str | None, policy: Policy, importance: int | None = None) -> Wanted:
    """Say what promoting *entry* comes to; raises `Refused` for what has no place in long-term memory."""
    if entry.kind in _STAYS:
        raise Refused("promote", f"'{entry.address}' {_STAYS[entry.kind]}")
    if not entry.supported:
        raise Refused("promote", f"what '{entry.address}' rests on no longer holds: say it anew, or promote what does")
    if to is None and entry.kind in LONG_TERM and not entry.scope.session:
        raise Refused("promote", f"'{entry.address}' is in long-term memory already: say where it is to go with to=")
    return Wanted(
        address=target(entry, to, policy),
        content=lesson(entry.value) if entry.kind == "failure" else entry.value,
        source=entry.source,
        derived_from=(entry.recorded,),
        because=f"{entry.address} was promoted",
        via="promote",
        confidence=entry.confidence,
        importance=entry.importance if importance is None else importance,
        participants=entry.participants,
        outcome=entry.outcome,
        expires_at=entry.expires_at,
    )


def target(entry: Entry, to: str | None, policy: Policy) -> Address:
    """Give the address to promote to: *to*, an address or a namespace, or the one that goes without saying.

    What failed becomes a procedure only where the policy lets anyone write those; else it is a lesson, to be known.
    """
    if to is not None and to.partition(":")[0] in addresses.KINDS and ":" in to:
        where = addresses.parse(to)
        if where.kind not in LONG_TERM:
            raise InvalidValue("to", f"'{to}' is working memory: use {', '.join(LONG_TERM)}, as in semantic:{to[:20]}")
        return where
    home = entry.kind
    if home in LONG_TERM:
        own = addresses.parse(entry.address)
        return own if to is None else addresses.address(home, own.key, addresses.namespace(to))
    segments = [*addresses.namespace(to)] if to is not None else [_HOME[home]]
    *inner, key = _segments(entry.key)
    free = home == "failure" and "procedural" not in policy.guarded_kinds
    return addresses.address("procedural" if free else "semantic", key, (*segments, *inner))


def lesson(failure: Any) -> str:
    """Say in one text what failed, why, and what to avoid."""
    if not isinstance(failure, dict):
        return str(failure)
    told = [str(failure.get("what") or "")]
    told += [f"{word}: {failure[word]}" for word in ("why", "avoid") if failure.get(word)]
    return "; ".join(told)


def _segments(key: str) -> list[str]:
    parts = key.split("/")
    return parts if all(part.strip() for part in parts) else [key]
