"""What may be recalled, what fits a query, and why is something not there?"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from msgspec import Struct
from msgspec.structs import astuple

from eventlog import addresses
from eventlog.corpus import Corpus, Wanted, words_of
from eventlog.errors import InvalidValue, Refused
from eventlog.events import Recorded, Scope
from eventlog.intervals import Intervals
from eventlog.policy import Policy
from eventlog.standing import shown_at
from eventlog.store import Index, Store
from eventlog.terms import Term, spans, wanted
from projections import history, ranking
from projections.entries import Entry
from projections.ranking import Closeness, Ranked, Reading, Weights

EMPTY = "the query is empty: say what to look for, or leave it out"
WORDLESS = "the query has no word in it: say what to look for in letters or digits"
NOTHING = "nothing is remembered here yet"
UNHELD = "no entry holds any of its words"
FAR = "no entry holds any of its words or is close to it in meaning"
UNFIT = "what holds its words fails something else that was asked for"
UNTOLD = "nothing that may be recalled here fits it"  # where saying more would tell of what is closed
NOTES = (EMPTY, WORDLESS, NOTHING, UNHELD, FAR, UNFIT, UNTOLD)
MOST = 1_000_000  # entries that can be asked for by number
USES = 200  # of what was recalled before, the newest that count


class Asked(Struct, frozen=True, kw_only=True):
    """What is wanted: words, and what must be true of an entry; *namespace* is its first segments, whole."""

    query: str | None = None
    kinds: tuple[str, ...] | None = None
    namespace: tuple[str, ...] = ()
    limit: int | None = 10
    threshold: float | None = None
    min_confidence: float | None = None
    min_importance: int | None = None
    unsupported: bool = False

    def demands(self, now: int) -> Wanted:
        """Say what must be true of an entry at *now*, its words and support apart."""
        return Wanted(
            now=now,
            kinds=self.kinds,
            namespace=self.namespace,
            min_confidence=self.min_confidence,
            min_importance=self.min_importance,
        )


class Hit(Entry, frozen=True, kw_only=True, gc=False):
    """An entry that was found, and why.

    *score* says from 0 to 1 how well it fits the query, None without one; *used* how often the session's
    last reads showed it; *words* what of the query it holds; *closeness* how close it is in meaning (the cosine), where
    that was asked and it is close.
    """

    because: str
    score: float | None = None
    used: int = 0
    words: tuple[Term, ...] = ()
    closeness: float | None = None

    @property
    def content(self) -> object:
        """What it says."""
        return self.value

    @property
    def confirmed_at(self) -> int:
        """When its content was last said."""
        return self.recorded_at

    @property
    def highlights(self) -> list[tuple[int, int]]:
        """Where in its content, as it was written, the words of the query stand: (first, after the last)."""
        return spans(self.value, self.words) if isinstance(self.value, str) else []


class Hits(list[Hit]):
    """What was found, best first; *nothing* says why nothing was, *warning* what was left undone."""

    nothing: str | None = None
    warning: str | None = None

    @property
    def note(self) -> str | None:
        """Say why nothing was found, and what was left undone; None where there is nothing to say."""
        return "; ".join(each for each in (self.nothing, self.warning) if each) or None

    def _repr_html_(self) -> str:
        """Show it in a notebook."""
        from projections import as_html

        return as_html.hits(self)


class Search(Struct, frozen=True):
    """Where to look, and how: what a reader brings along."""

    corpus: Corpus
    read: Reading
    weights: Weights = Weights()
    closeness: Closeness | None = None
    warning: str | None = None
    guarded: bool = False  # whether something is closed to the reader


def scopes(user: str, session: str | None, policy: Policy, spaces: Sequence[str] | None = None) -> list[Scope]:
    """List where *user* recalls from: *session*, long-term memory, and *spaces* (None: all open to them)."""
    own = [Scope(user, session)] if session else []
    opened = sorted(space for space in policy.spaces if space != user and policy.may_read(space, user))
    if spaces is None:
        return [*own, Scope(user), *map(Scope, opened)]
    for space in spaces:
        if space not in opened:
            raise Refused("space", f"space {space!r} isn't open to {user!r}: the policy names its readers")
    return [*own, Scope(user), *map(Scope, dict.fromkeys(spaces))]


def checked(asked: Asked) -> Asked:
    """Refuse what can't be meant."""
    if asked.limit is not None and type(asked.limit) is not int:
        raise InvalidValue("limit", f"{asked.limit!r} is no number of entries: give a whole one")
    if asked.limit is not None and asked.limit < 0:
        raise InvalidValue("limit", f"{asked.limit} is less than nothing: give 0 or more")
    if asked.limit is not None and asked.limit > MOST:
        raise InvalidValue("limit", f"{asked.limit} is more than {MOST}: leave the limit out for all")
    if asked.threshold is not None and asked.query is None:
        raise InvalidValue("threshold", "needs a query to measure against: give one, or leave it out")
    for name, value, low, high in (
        ("threshold", asked.threshold, 0, 1),
        ("min_confidence", asked.min_confidence, 0, 1),
        ("min_importance", asked.min_importance, 1, 10),
    ):
        if value is not None and (not isinstance(value, (int, float)) or not low <= value <= high):
            raise InvalidValue(name, f"{value!r} is out of range: give {low} to {high}")
    for kind in asked.kinds or ():
        if kind not in addresses.KINDS:
            raise InvalidValue("kinds", f"unknown kind {kind!r}: use some of {', '.join(addresses.KINDS)}")
    return asked


def recall(search: Search, asked: Asked) -> Hits:
    """Find what is *asked* for: with a query what fits it, best first; without one the most important, by position."""
    checked(asked)
    if asked.query is None:
        kept = ranking.weightiest(
            search.corpus, asked.demands(search.weights.now), _holding(search, asked), asked.limit
        )
        kept.sort(key=lambda entry: entry.position)
        return Hits(_hit(search, entry, _standing(entry)) for entry in kept)
    most = None if asked.limit is None else 4 * asked.limit
    hits = Hits(islice(_fitting(search, asked, _ranked(search, asked, most)), asked.limit))
    if not hits and most is not None:  # what fits best may all have lost its support
        hits = Hits(islice(_fitting(search, asked, _ranked(search, asked, None)), asked.limit))
    if not hits:
        hits.nothing = _nothing(search, asked)
    hits.warning = search.warning
    return hits


def why_not(
    store: Store,
    places: Sequence[Scope],
    address: str,
    search: Search,
    asked: Asked,
    policy: Policy,
    actor: str | None,
    at: int | None = None,
) -> tuple[str, str]:
    """Say, as a code and a sentence, why the entry at *address* isn't recalled from *places*, or that it is.

    Now, or as known then *at* a position. *places* begin with the reader's own. Of another user's memory nothing is
    said but that it isn't there.
    """
    checked(asked)
    where, index = addresses.parse(address), store.index
    address, now = str(where), search.weights.now
    if policy.hides(str(where), actor):
        return "closed", f"the namespace of '{address}' is closed: the policy names who may read it"
    for scope in places:
        entry = index.entry(scope, address)
        if entry is None:
            continue
        shows = shown_at(store, scope, entry, at)
        if shows is None and at is not None:
            return "absent", f"'{address}' shows nothing at {at}"
        if shows is None:
            return _taken_away(index, scope, entry.number, address)
        if shows.body is None:
            return "erased", f"'{address}' was erased"
        expires = shows.public.expires_at
        if expires is not None and now >= expires:
            return "expired", f"'{address}' has expired"
        return _passed_over(search, asked, shows)
    for scope in index.scopes():
        if scope.user == places[0].user and scope not in places:
            entry = index.entry(scope, address)
            if entry and entry.shows:
                return (
                    "other_session",
                    f"'{address}' is held in session '{scope.session}', for that one alone",
                )
    return "absent", f"nothing was ever written at '{address}' here, or it was erased"


def uses(recalled: Iterable[Recorded]) -> Callable[[int], int]:
    """Count how often the `recalled` events given showed an event, by its position."""
    before = [Intervals(event.public.shown) for event in recalled]
    return lambda position: sum(position in shown for shown in before)


def _ranked(search: Search, asked: Asked, most: int | None) -> list[Ranked]:
    assert asked.query is not None
    demands = asked.demands(search.weights.now)
    found = ranking.ranked(search.corpus, asked.query, demands, search.weights, most, search.closeness)
    return [each for each in found if each.score >= (asked.threshold or 0)]


def _fitting(search: Search, asked: Asked, found: Sequence[Ranked]) -> Iterator[Hit]:
    told = {each.position: each for each in found}
    sought = wanted(asked.query or "")[: ranking.WORDS]
    for entry in ranking.inturn([each.position for each in found], _holding(search, asked)):
        lexemes = words_of(entry.recorded)
        words = tuple(held for term in sought if (held := _held(term, lexemes)))
        fit = told[entry.position]
        yield _hit(search, entry, _because(entry, words, len(sought), fit), fit, words)


def _held(term: Term, lexemes: Sequence[str]) -> Term | None:
    """Give the term as an entry holds it: a word, or the beginning of one."""
    begun = Term(term.lexemes, prefix=True)
    return next((each for each in (term, begun) if each.times(lexemes)), None)


def _holding(search: Search, asked: Asked) -> Reading:
    """Read entries without those whose support is gone, unless asked for."""
    return lambda positions: [e for e in search.read(positions) if e.supported or asked.unsupported]


def _hit(search: Search, entry: Entry, because: str, fit: Ranked | None = None, words: tuple[Term, ...] = ()) -> Hit:
    entry.peers.alike()  # to be told when the log is closed, too
    used = search.weights.used(entry.position)
    if fit is None:
        return Hit(*astuple(entry), because=because, used=used)
    return Hit(*astuple(entry), because=because, score=fit.score, used=used, words=words, closeness=fit.closeness)


def _because(entry: Entry, words: Sequence[Term], sought: int, fit: Ranked) -> str:
    share = f"{len(words)} of {sought}: " if len(words) < sought else ""
    told = [f"matches {share}{', '.join(term.text for term in words)}"] if words else []
    if fit.closeness is not None:
        told.append(f"close in meaning ({fit.closeness:.2f})")
    if fit.follows is not None:
        told.append(f"follows {fit.follows}, which fits too")
    if entry.importance is not None:
        told.append(f"importance {entry.importance}")
    if entry.confidence is not None:
        told.append(f"confidence {entry.confidence:g}")
    return "; ".join(told)


def _standing(entry: Entry) -> str:
    if entry.scope.session:
        return "held in this session"
    return f"shared by {entry.scope.user}" if entry.scope.user.startswith("team:") else "in long-term memory"


def _nothing(search: Search, asked: Asked) -> str:
    assert asked.query is not None
    if not asked.query.strip():
        return EMPTY
    if not wanted(asked.query):
        return WORDLESS
    if search.guarded:
        return UNTOLD
    if not search.corpus.documents:
        return NOTHING
    if not any(often for _, often in ranking.found(search.corpus, asked.query)):
        return UNHELD if search.closeness is None else FAR
    return UNFIT


def _passed_over(search: Search, asked: Asked, shown: Recorded) -> tuple[str, str]:
    [entry] = search.read([shown.position])
    if failed := _kept_out(entry, asked):
        return failed
    if asked.query is None:
        everything = Asked(query=None, kinds=asked.kinds, namespace=asked.namespace, limit=None)
        demands = everything.demands(search.weights.now)
        order = [e.position for e in ranking.weightiest(search.corpus, demands, _holding(search, asked), None)]
        because, score = _standing(entry), None
    else:
        fits = list(_fitting(search, asked, _ranked(search, _wide(asked), None)))
        own = next((hit for hit in fits if hit.position == entry.position), None)
        if own is None:
            return "no_match", _unlike(search, entry, asked.query)
        because, score = own.because, own.score or 0.0
        if asked.threshold is not None and score < asked.threshold:
            return "threshold", f"'{entry.address}' {because}: a score of {score:g}, less than {asked.threshold:g}"
        order = [hit.position for hit in fits]
    place = order.index(entry.position) + 1
    if asked.limit is not None and place > asked.limit:
        return "limit", f"'{entry.address}' comes as number {place}: raise the limit of {asked.limit}"
    return "recalled", f"'{entry.address}' is recalled: {because}"


def _unlike(search: Search, entry: Entry, query: str) -> str:
    told = f"'{entry.address}' holds no word of {query!r}"
    if search.closeness is None:
        return told
    close = search.closeness.of([entry.position]).get(entry.position)
    measure = "" if close is None else f" ({close:.2f}, {search.closeness.floor:g} would be close)"
    return f"{told} and isn't close to it in meaning{measure}"


def _wide(asked: Asked) -> Asked:
    """Ask for all that fits, however little, in the same order."""
    return Asked(
        query=asked.query,
        kinds=asked.kinds,
        namespace=asked.namespace,
        limit=None,
        min_confidence=asked.min_confidence,
        min_importance=asked.min_importance,
        unsupported=asked.unsupported,
    )


def _kept_out(entry: Entry, asked: Asked) -> tuple[str, str] | None:
    """Say which demand the entry fails, None if none."""
    if not entry.supported and not asked.unsupported:
        return "unsupported", f"what '{entry.address}' rests on no longer holds"
    if asked.kinds is not None and entry.kind not in asked.kinds:
        return "kind", f"'{entry.address}' is {entry.kind}, asked for is {', '.join(asked.kinds)}"
    if entry.namespace[: len(asked.namespace)] != asked.namespace:
        return "namespace", f"'{entry.address}' isn't in the namespace {'/'.join(asked.namespace)!r}"
    confidence = 1.0 if entry.confidence is None else entry.confidence
    if asked.min_confidence is not None and confidence < asked.min_confidence:
        return "confidence", f"'{entry.address}' has confidence {confidence}, less than {asked.min_confidence}"
    importance = 5 if entry.importance is None else entry.importance
    if asked.min_importance is not None and importance < asked.min_importance:
        return "importance", f"'{entry.address}' has importance {importance}, less than {asked.min_importance}"
    return None


def _taken_away(index: Index, scope: Scope, number: int, address: str) -> tuple[str, str]:
    rows = history.read(index, scope, number)
    last = next((row for row in reversed(rows) if row.effective), None)
    if last is None:
        corrections = sorted({position for row in rows for position in row.corrections})
        return "reverted", f"all of '{address}' was reverted (corrections {', '.join(map(str, corrections))})"
    why = f": {last.reason}" if last.reason else ""
    if last.tag == "retracted":
        return "retracted", f"'{address}' was retracted at {last.position}{why}"
    return "cleared", f"'{address}' was cleared with its session at {last.position}{why}"
