"""What a writer is told beside the receipt: who else says so already, and what has failed before.

Nothing here refuses. A warning is ``WHAT: MORE``; what stands before the colon is one of a few fixed words.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from eventlog.addresses import Address
from eventlog.events import Scope
from eventlog.intervals import EMPTY
from eventlog.standing import unexpired
from eventlog.store import Entry, Index
from eventlog.terms import fold, is_cjk

MASKED, SAME_AS, REPEATS, AGAIN = "masked", "same as", "repeats a failure", "failed before"

MOST_NAMED = 20  # of what says the same: where that are thousands, each write would name all

_BETWEEN = {ord(sign): " " for sign in "_-/.,:;!?()[]'\"`"}
_TELLING, _TELLING_CJK = 6, 3  # characters of a key that say enough to be looked for within a step


def warning(what: str, more: str) -> str:
    """Word a warning."""
    return f"{what}: {more}"


def same_as(
    index: Index,
    scope: Scope,
    address: Address,
    content: object,
    now: int,
    beside: str,
    hidden: Callable[[str], bool],
) -> tuple[str, ...]:
    """Rule 6: name other addresses, but *beside* and what is *hidden*, whose contents look like this one: the first few."""
    own = (str(address), beside)
    alike = (r.address for r in index.alike(scope, address.kind, content) if unexpired(r, now))
    others = [*islice((a for a in alike if a and a not in own and not hidden(a)), MOST_NAMED)]
    return (warning(SAME_AS, ", ".join(others)),) if others else ()


def repeated_failures(index: Index, scope: Scope, steps: Sequence[dict[str, Any]], now: int) -> tuple[str, ...]:
    """Rule 10: name the steps still to be done that are a marked failure by its text or by its key."""
    failures = index.failures(scope)
    if not failures:
        return ()
    keys = {address: _plain(address.partition(":")[2]) for address in failures}
    found: list[str] = []
    for number, step in enumerate(steps, 1):
        if step["status"] in ("todo", "doing"):
            plain = f" {_plain(step['text'])} "
            named = [a for a, key in keys.items() if key in plain and _in(key, plain) and _shows(index, scope, a, now)]
            alike = (r.address for r in index.alike(scope, "failure", step["text"]) if unexpired(r, now))
            told = dict.fromkeys((*named, *islice((a for a in alike if a), MOST_NAMED)))
            found += (warning(REPEATS, f"step {number} is {address}") for address in told)
    return tuple(found)


def failed_before(
    index: Index, scope: Scope, address: Address, content: object, entry: Entry | None, now: int
) -> tuple[str, ...]:
    """Rule 10: say how often this failure has been marked before, here or as a look-alike under another key."""
    numbers = {entry.number: str(address)} if entry else {}
    alike = (r for r in index.alike(scope, "failure", content) if unexpired(r, now))
    for recorded in islice(alike, MOST_NAMED):
        if other := recorded.address:
            numbers.setdefault(recorded.public.entry or 0, other)
    found, void = [], index.void(scope) if numbers else EMPTY
    for number, where in numbers.items():
        times = sum(each.at == each.shows and each.at not in void for each in index.changes(scope, number))
        if times:
            found.append(warning(AGAIN, f"{where}, {times + 1} times now"))
    return tuple(found)


def _shows(index: Index, scope: Scope, address: str, now: int) -> bool:
    entry = index.entry(scope, address)
    return entry is not None and unexpired(entry.shows, now) is not None


@lru_cache(4_096)
def _plain(text: str) -> str:
    """Reduce a text to its words, with a space between."""
    return " ".join(fold(text).translate(_BETWEEN).split())


def _in(key: str, step: str) -> bool:
    """Tell whether *step*, with a space before and after it, is a key, or holds one that says enough, as whole words."""
    if not key or f" {key} " == step:
        return bool(key)
    if is_cjk(key):
        return len(key) >= _TELLING_CJK and key in step
    return len(key) >= _TELLING and f" {key} " in step
