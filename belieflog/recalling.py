"""Gathering what a reader may recall: where they may look, the words kept there, and how entries are read."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

from belieflog.lookalikes import Alike, finding
from belieflog.reader import Reader
from belieflog.writing import AGENT, Time, words
from eventlog import addresses
from eventlog import commands as c
from eventlog.commands import Given
from eventlog.corpus import Corpus, Scanned
from eventlog.errors import InvalidValue
from eventlog.events import Recorded, Scope
from eventlog.intervals import Intervals
from eventlog.points import Point
from eventlog.support import unsupported
from projections import entries, recall
from projections.entries import Entry
from projections.ranking import Closeness, Weights
from projections.recall import Asked, Hits, Search

if TYPE_CHECKING:
    from belieflog.meanings import Prepared


class Standing(Protocol):
    """What stands at a position of the log: an entry, an event, a revision."""

    @property
    def position(self) -> int:
        """Where it stands."""
        ...


def asked(
    query: str | None, *, kinds: Sequence[str] | None = None, namespace: str | None = None, **measures: Any
) -> Asked:
    """Read what is wanted, as `Memory.recall` takes it."""
    return Asked(
        query=None if query is None else words(query, "query"),
        kinds=None if kinds is None else (kinds,) if isinstance(kinds, str) else tuple(kinds),
        namespace=addresses.namespace(namespace or ""),
        **measures,
    )


def hits(
    reader: Reader,
    what: Asked,
    spaces: Sequence[str] | None,
    at: Point,
    now: Time | None,
    audit: bool,
    meaning: bool | None,
) -> Hits:
    """Recall what is wanted; with *audit* a `recalled` event keeps what was shown."""
    reader.store.catch_up(places(reader, spaces))
    ready = prepared(reader, what.query, spaces, at, meaning)
    with reader.store.reading():
        position, moment = reader.when(at, now)
        found = recall.recall(search(reader, spaces, position, moment, ready), what)
    if audit:
        note(reader, c.NoteRecall(moment, Intervals.of(h.position for h in found).ranges, what.query))
    return found


def why_not(
    reader: Reader,
    address: str,
    what: Asked,
    spaces: Sequence[str] | None,
    at: Point,
    now: Time | None,
    meaning: bool | None,
) -> tuple[str, str]:
    """Say why an entry isn't recalled."""
    reader.store.catch_up(places(reader, spaces))
    ready = prepared(reader, what.query, spaces, at, meaning)
    with reader.store.reading():
        position, moment = reader.when(at, now)
        gathered = search(reader, spaces, position, moment, ready)
        where, policy = places(reader, spaces), reader.log.policy()
        return recall.why_not(reader.store, where, address, gathered, what, policy, reader.actor, position)


def catch_up(reader: Reader, progress: Callable[[int], object] | None) -> bool:
    """Take in the words, and the meaning, of what may be recalled; tells whether all are in."""
    where, meanings = places(reader, None), reader.meanings
    reader.store.catch_up(where, progress)
    if meanings is not None:
        meanings.catch_up(where, progress)
    with reader.store.reading():
        whole = meanings is None or meanings.complete(where)
        return whole and reader.store.corpus(where) is not None


def places(reader: Reader, spaces: Sequence[str] | None) -> list[Scope]:
    """List where *reader* recalls from: the session, long-term memory, and *spaces* (None: all open to the user)."""
    return recall.scopes(reader.user, reader.session, reader.log.policy(), spaces)


def prepared(
    reader: Reader, query: str | None, spaces: Sequence[str] | None, at: Point, meaning: bool | None
) -> "Prepared | None":
    """Ask for the meaning of a query, before the log is locked; None where words alone are looked for."""
    if meaning and reader.meanings is None:
        raise InvalidValue("meaning", "this log has no embedder: give one, as in open(path, embedder=universal())")
    if meaning is False or reader.meanings is None or query is None:
        return None
    return reader.meanings.prepare(query, places(reader, spaces), past=at is not None)


def note_shown(reader: Reader, shown: Iterable[Standing], query: str | None) -> None:
    """Keep that an agent was shown something, if anything was or a *query* was asked."""
    positions = [each.position for each in shown]
    if positions or query is not None:
        note(reader, c.NoteRecall(reader.log.now(), Intervals.of(positions).ranges, query))


def note(reader: Reader, command: c.NoteRecall) -> None:
    """Keep what was shown to an agent, where the log takes it and the policy wants it."""
    if reader.log.readonly or not reader.log.policy().record_recalls:
        return
    if reader.store.index.status(reader.place).incomplete_since is None:
        given = Given(user=reader.user, session=reader.session or "", actor=reader.actor or "", source=AGENT)
        reader.log.append([(command, given)])


def search(
    reader: Reader, spaces: Sequence[str] | None, position: int | None, now: int, prepared: "Prepared | None" = None
) -> Search:
    """Gather what is recalled now or as known then at *position*; inside one reading of the log.

    With a query *prepared* by its meaning too.
    """
    store, policy, where = reader.store, reader.log.policy(), places(reader, spaces)

    @cache
    def shown() -> list[Recorded]:
        return [recorded for scope in where for recorded in store.index.shown(scope, position)]

    kept = store.corpus(where) if position is None else None
    within: Corpus = kept or Scanned(shown())
    like = finding(store.index, position, shown)

    def hidden(recorded: Recorded) -> bool:
        return policy.hides(recorded.address or "", reader.actor)

    def read(positions: Sequence[int]) -> list[Entry]:
        found = [each for each in store.recorded(positions) if not hidden(each)]
        lost = unsupported(store, found, position)
        return [
            entry
            for scope in where
            if (own := [each for each in found if each.scope == scope])
            for entry in entries.read(own, now=now, unsupported=lost, peers=Alike(like, own, now, hidden))
        ]

    before = store.index.members(reader.place, ("recalled",), upto=position, newest=recall.USES)
    closeness: Closeness | None = None
    warning: str | None = None
    if reader.meanings is not None and prepared is not None:
        closeness, warning = reader.meanings.compared(prepared, shown, kept=kept is not None)
    weights = Weights(now, policy.ranking.half_life_days, recall.uses(before))
    return Search(within, read, weights, closeness, warning, policy.closes(reader.actor))
