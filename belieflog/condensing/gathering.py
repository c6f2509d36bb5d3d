"""What a session offers to be kept: what the user said, facts used often, lessons, and copies that have grown old."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import structs

from belieflog.condensing import promoting
from belieflog.condensing.proposals import Wanted
from belieflog.extracting.candidates import Candidate, Turn
from eventlog import addresses
from eventlog.addresses import LONG_TERM, Address
from eventlog.errors import InvalidValue
from eventlog.events import Recorded, Scope
from eventlog.intervals import Intervals
from eventlog.policy import Policy
from eventlog.sources import Source
from eventlog.store import Index, Store
from projections.entries import Entry, content_of

OFTEN = 3  # reads that showed a fact, for it to be worth keeping
_LESSON, _USED = 7, 6  # of importance


def turns(index: Index, scope: Scope) -> list[tuple[Turn, Recorded]]:
    """List what the user said in the session, as far as it stands: nobody else's words are evidence about them."""
    void = index.void(scope)
    found = []
    for said in index.members(scope, ("said",)):
        content = content_of(said.private)
        if said.position in void or said.public.source != "user" or not isinstance(content, dict):
            continue
        if content.get("role") == "user" and isinstance(content.get("content"), str):
            found.append((Turn(said.position, content["content"], said.source or Source("user")), said))
    return found


def from_dialogue(
    candidates: Iterable[Candidate], said: Sequence[Recorded], call: Recorded | None
) -> tuple[list[Wanted], list[str]]:
    """Turn what an extractor found into what is wanted; what names no turn it was given is left out, and said so."""
    known = {r.position: r for r in said}
    wanted: dict[tuple[Address, tuple[Recorded, ...]], Wanted] = {}
    notes: list[str] = []
    for each in candidates:
        strangers = [p for p in each.turns if p not in known]
        try:
            address = addresses.parse(each.address)
        except InvalidValue as error:
            notes.append(f"left out: {error}")
            continue
        if not each.turns or strangers:
            named = (
                f"names position {strangers[0]}, which is none of the user's turns" if strangers else "names no turn"
            )
            notes.append(f"left out '{address}': it {named}")
        elif address.kind not in LONG_TERM:
            notes.append(f"left out '{address}': it is working memory")
        else:
            events = tuple(known[p] for p in sorted(set(each.turns)))
            where = ", ".join(str(r.position) for r in events)
            wanted[address, events] = Wanted(
                address=address,
                content=each.content,
                source=events[-1].source or Source("user"),
                derived_from=events,
                because=f"{each.because or 'the user said so'} at {where}",
                via="condense",
                call=call,
                confidence=each.confidence,
                importance=each.importance,
            )
    return sorted(wanted.values(), key=lambda w: w.derived_from[-1].position), notes


def from_scratchpad(
    store: Store, scope: Scope, entries: Iterable[Entry], policy: Policy, actor: str
) -> Iterator[Wanted]:
    """Yield what the session's entries offer: copies that have grown old anew, facts used often, and lessons.

    A copy in a namespace that is closed to *actor* isn't there for them.
    """
    reads = [Intervals(r.public.shown) for r in store.index.members(scope, ("recalled",))]
    for entry in entries:
        if not entry.supported or entry.kind not in ("fact", "note", "failure"):
            continue
        own = store.index.touching(scope, entry.recorded.public.entry or 0)
        if copies := [each for each in _copies(store, scope.user, own) if not policy.hides(each[0], actor)]:
            because = f"{entry.address} has changed since it was kept"
            for address, copy in copies:
                if entry.recorded.claim not in _claims(own, copy):
                    weight = copy.private.importance if copy.private else None
                    yield structs.replace(_offer(entry, address, policy, because), importance=weight)
            continue
        saying = [r.position for r in own if r.claim == entry.recorded.claim]
        used = sum(any(position in shown for position in saying) for shown in reads)
        if entry.kind == "fact" and used >= OFTEN:
            yield _offer(entry, None, policy, f"{entry.address} was shown by {used} reads", _USED)
        elif entry.kind == "failure" and (entry.value.get("why") or entry.value.get("avoid")):
            yield _offer(entry, None, policy, f"{entry.address} taught it", _LESSON)


def _copies(store: Store, user: str, own: Sequence[Recorded]) -> Iterator[tuple[str, Recorded]]:
    """Yield where in long-term memory something drawn from the entry with the events *own* is shown, and what shows it."""
    long_term = Scope(user)
    resting = (copy for r in own for copy in store.index.resting_on(r.position) if copy.scope == long_term)
    for address in sorted({copy.address for copy in resting if copy.address}):
        kept = store.index.entry(long_term, address)
        if kept and kept.shows and _claims(own, kept.shows):
            yield address, kept.shows


def _claims(own: Sequence[Recorded], copy: Recorded) -> set[object]:
    """Give which contents of the entry with the events *own* the *copy* rests on."""
    return {r.claim for r in own if r.id in copy.public.derived_from}


def _offer(entry: Entry, to: str | None, policy: Policy, because: str, importance: int | None = None) -> Wanted:
    return structs.replace(promoting.wanted(entry, to, policy, importance), because=because, via="condense")
