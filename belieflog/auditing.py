"""Where a belief comes from, since when it is held, and what would be without some events."""

from array import array
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct, structs

from eventlog import nearby, points, selectors
from eventlog.contents import Recall
from eventlog.errors import BelieflogError, NotFound, Refused
from eventlog.events import Recorded, Scope, voidable
from eventlog.standing import last_word, shown_at
from eventlog.store import Store
from eventlog.support import unsupported
from projections import bisecting, entries, provenance
from projections.bisecting import Found, Holds
from projections.entries import Entry
from projections.prompt import RENDERER
from projections.provenance import Blame, Node
from projections.replaying import walk

_ALWAYS = -(2**62)  # a time at which nothing has expired


class Retold(Struct, frozen=True):
    """The text that a model was given at *event*, written again; *same* says that it is byte for byte that text.

    *because* says what else would explain a difference: another renderer, or what was erased since.
    """

    event: Recorded
    text: str
    same: bool
    because: str


def blame(store: Store, scopes: Iterable[Scope], address: str, at: int | None) -> Blame:
    """Find who set what the entry at *address* shows, expired or not, and who said it first."""
    shown = showing(store, scopes, address, at)
    if shown is None or shown.body is None:
        gone = _gone(store, scopes, address, at)
        raise NotFound(f"'{address}' shows nothing{gone}: 'belieflog history' tells what it showed")
    return Blame(_entry(store, shown, at), provenance.origin(store, shown))


def showing(store: Store, scopes: Iterable[Scope], address: str, at: int | None) -> Recorded | None:
    """Give the event that decides what the entry at *address* shows, None where it shows nothing."""
    for scope in scopes:
        entry = store.index.entry(scope, address)
        if entry is not None and (shown := shown_at(store, scope, entry, at)) is not None:
            return shown
    return None


def spoken(store: Store, scopes: Iterable[Scope], address: str) -> list[Recorded]:
    """List the events that gave the entry at *address* a content: the deciding one first, else the newest."""
    for scope in scopes:
        if (entry := store.index.entry(scope, address)) is not None:
            own = [r for r in store.index.touching(scope, entry.number) if r.version]
            shown = entry.shows.position if entry.shows else 0
            return sorted(own, key=lambda r: (r.position == shown, r.position), reverse=True)
    raise unknown(store, scopes, address)


def unknown(
    store: Store, scopes: Iterable[Scope], address: str, hidden: Callable[[str], bool] = lambda address: False
) -> NotFound:
    """Say that an address is unknown, and which that aren't *hidden* are near."""
    near = nearby.hint(address, (each for each in nearby.addresses(store, scopes) if not hidden(each)))
    return NotFound(
        f"nothing was ever written at '{address}' here, or it was erased{near}: 'belieflog log' lists what was"
    )


def read_of(store: Store, event: Any, user: str, session: str | None) -> Recorded:
    """Find the `recalled` event that kept a prompt for this memory."""
    (read,) = selectors.find(store, event)
    if read.tag != "recalled" or (read.public.user, read.public.session) != (user, session or ""):
        raise NotFound(f"event {read.position} isn't a read of this memory: 'belieflog log --tag recalled' lists them")
    return read


def is_prompt_of(event: Recorded, user: str, session: str | None) -> bool:
    """Tell whether *event* kept how a prompt was read by this memory."""
    mine = event.tag == "recalled" and (event.public.user, event.public.session) == (user, session or "")
    private = event.private if mine else None
    return private is not None and bool(private.content.get("sha256"))


def how_of(read: Recorded) -> Recall:
    """Tell how a prompt was asked for."""
    if (private := read.private) is None:
        raise NotFound(f"how the read at {read.position} was asked for is erased: its text can't be written again")
    how = msgspec.convert(private.content, Recall)
    if how.sha256 is None:
        told = f"'belieflog event {read.position}' tells what it showed"
        raise NotFound(f"the read at {read.position} was a recall, not a prompt: {told}")
    return how


def retold(read: Recorded, how: Recall, text: str) -> Retold:
    """Compare a text written again with the one that was given."""
    if sha256(text.encode()).hexdigest() == how.sha256:
        return Retold(read, text, True, "the same text: its hash is the one kept then")
    if how.renderer != RENDERER:
        told = f"not the same text: renderer {how.renderer} wrote it then, this is renderer {RENDERER}"
    else:
        told = (
            "not the same text: something it showed was erased since, its tokens were counted in another way,"
            " or spaces were opened or closed"
        )
    return Retold(read, text, False, told)


def impact(store: Store, user: str, wanted: selectors.Selector, now: int) -> list[Node]:
    """Follow what rests on each of the selected events; those that rest on another of them are told there."""
    found = selectors.select(store, user, wanted, now)
    if not found:
        raise NotFound(f"{nearby.unselected(store, user, wanted, now)} ('belieflog log' lists what is there)")
    told: set[int] = set()
    trees = []
    for event in found:
        if event.position not in told:
            trees.append(provenance.impact(store, event, now, lambda owner: owner in (user, "")))
            told.update(node.event.position for node in trees[-1].walk())
    return trees


def bisect(store: Store, scopes: Sequence[Scope], holds: Holds) -> tuple[Found, tuple[Recorded, ...]]:
    """Find since which point *holds* is true, and the events of *scopes* in the batch that ends there."""
    batches = array("q")  # where each ends, as far as *scopes* go; few bytes each, for a log may be long
    last = 0
    for page in walk(store, scopes):
        for event in page:
            if voidable(event.tag):
                if event.batch == last:
                    batches.pop()
                last = event.batch
                batches.append(event.position)
    found = bisecting.bisect(batches, lambda position: ask(holds, points.batch_end(store, position)))
    (reached,) = store.recorded((found.position,))
    [events] = walk(store, scopes, reached.batch - 1, reached.position)
    return structs.replace(found, position=points.batch_end(store, found.position)), tuple(events)


def ask(holds: Holds, position: int) -> bool | None:
    """Ask a predicate about the state at *position*; one that fails is refused, saying where."""
    try:
        return holds(position)
    except BelieflogError:
        raise
    except Exception as error:
        told = f"{type(error).__name__}: {error}"
        raise Refused(
            "predicate",
            f"the predicate fails on the state at position {position} ({told}): make it true or false there",
            at=position,
        ) from error


def _entry(store: Store, shown: Recorded, at: int | None) -> Entry:
    [entry] = entries.read([shown], now=_ALWAYS, unsupported=unsupported(store, [shown], at))
    return entry


def _gone(store: Store, scopes: Iterable[Scope], address: str, at: int | None) -> str:
    """Say what became of the entry at *address*, as the rest of a message."""
    if at is not None:
        return f" at {at}"
    for scope in scopes:
        if (entry := store.index.entry(scope, address)) is None:
            continue
        if entry.shows is not None:
            return ": it was erased"
        word = last_word(store.index, scope, entry.number)
        if word is None:
            return ": all that was said there is taken back"
        if word.tag != "retracted":
            return f": it was cleared after {word.position}"
        reason = word.private.reason if word.private else ""
        return f": it was retracted at {word.position}" + (f" ({reason})" if reason else "")
    return ""
