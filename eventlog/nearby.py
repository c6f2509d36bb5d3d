"""What is near to what was asked for and isn't there."""

from collections.abc import Iterable

from eventlog import selectors
from eventlog.events import Recorded, Scope
from eventlog.selectors import Selector
from eventlog.store import Store

MOST = 3


def alike(wanted: str, there: Iterable[str]) -> list[str]:
    """List the few of what is *there* that look most like *wanted*, best first."""
    from difflib import get_close_matches  # only errors come here

    return get_close_matches(wanted, sorted(set(there)), MOST, 0.5)


def hint(wanted: str, there: Iterable[str]) -> str:
    """Write what is near to *wanted* as the rest of a message: empty where nothing is."""
    return f"; near is {', '.join(map(repr, near))}" if (near := alike(wanted, there)) else ""


def addresses(store: Store, scopes: Iterable[Scope]) -> Iterable[str]:
    """List the addresses that something was written to."""
    return (address for scope in scopes for r in store.index.members(scope) if (address := r.address))


def unselected(store: Store, user: str, wanted: Selector, now: int) -> str:
    """Say that *wanted* selects nothing of *user*, which flag fits nothing, and what is near to it."""
    return f"nothing of {user!r} is selected: {_why(store, user, wanted, now)}"


def _why(store: Store, user: str, wanted: Selector, now: int) -> str:
    scopes = [s for s in store.index.scopes() if s.user == user]
    if not scopes:
        return "nothing of theirs is in this log"
    events = [r for scope in scopes for r in store.index.members(scope)]
    for flag, values in wanted.flags.items():
        alone = selectors.matching(store, user, Selector({flag: values}), now)
        if not any(map(alone, events)):
            told = " or ".join(str(value) for value in values)
            there = {word for r in events for word in _words(r, flag)}
            return f"no event has the {flag} {told!r}{''.join(hint(str(v), there) for v in values)}"
    if len(wanted.flags) > 1:
        return f"no event fits {' and '.join(wanted.flags)} at once, though each alone fits some"
    return "what fits can't be taken back: it records what physically happened, or is a correction"


def _words(recorded: Recorded, flag: str) -> Iterable[str]:
    """Give what an event has that a flag could have asked for."""
    if flag == "source":
        source = recorded.source
        return (source.kind, f"{source.kind}:{source.name}", str(source)) if source else ()
    if flag == "via":
        return (recorded.private.via,) if recorded.private and recorded.private.via else ()
    if flag == "address":
        return (address,) if (address := recorded.address) else ()
    if flag in ("actor", "session", "kind", "tag", "run"):
        return (word,) if (word := getattr(recorded.public, flag)) else ()
    return ()
