"""Which entries fit some words best?

BM25 over the entries that the reader may see (no one else's sway it), then importance, confidence, freshness and
use. S. Robertson and H. Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009.
"""

from collections.abc import Callable, Iterator, Sequence
from math import log

from msgspec import Struct

from eventlog.corpus import Corpus, Wanted, document
from eventlog.terms import Term, is_cjk, wanted
from projections.entries import Entry

K1, B = 1.2, 0.75
WEIGHED = 100  # candidates that are weighed whole, for each search
NEWEST = 5_000  # entries looked at for one word: of those that hold a word so common, the newest
LOOKED_UP = 20_000  # entries looked at in all, rarest words first; commoner ones only weigh what those found
WORDS = 64  # of a query; what follows isn't looked for
_DAY = 86_400_000_000
_PREFIX = 3  # a shorter word that nothing holds isn't looked for as a beginning: "c" would find every c…

Reading = Callable[[Sequence[int]], list[Entry]]


class Fit(Struct, frozen=True):
    """How well an entry fits: *words* says what it holds of the query, *score* is from 0 to 1."""

    entry: Entry
    score: float
    words: tuple[Term, ...]


class Weights(Struct, frozen=True):
    """What beside its words makes an entry weigh more."""

    now: int = 0
    half_life_days: float | None = None
    used: Callable[[int], int] = lambda position: 0

    def of(self, entry: Entry) -> float:
        """Give 0.7 to 1: importance counts most, then confidence, freshness and use."""
        importance = 5 if entry.importance is None else entry.importance
        confidence = 1.0 if entry.confidence is None else entry.confidence
        age = max(self.now - entry.recorded_at, 0) / _DAY
        fresh = 0.5 ** (age / self.half_life_days) if self.half_life_days else 1.0
        use = min(self.used(entry.position), 5) / 5
        return 0.7 + 0.015 * importance + 0.08 * confidence + 0.05 * fresh + 0.02 * use


def best(corpus: Corpus, query: str, demands: Wanted, read: Reading, weights: Weights, limit: int | None) -> list[Fit]:
    """Rank what fits *query* and *demands*, best first; *read* gives entries by position, without what isn't recalled."""
    terms = sought(corpus, query)
    rarity = {term: _rarity(corpus.documents, often) for term, often in terms}
    average = corpus.length / corpus.documents if corpus.documents else 1.0
    found: dict[int, float] = {}
    spent = 0
    for term, often in sorted(terms, key=lambda each: each[1]):
        if not often or spent >= LOOKED_UP:
            continue
        spent += min(often, NEWEST)
        damped: dict[int, float] = {}
        for position, length in corpus.newest(term, demands, NEWEST):
            if length not in damped:
                damped[length] = rarity[term] * _damped(1, length, average)
            found[position] = found.get(position, 0.0) + damped[length]
    order = [position for _, position in sorted(zip(found.values(), found, strict=True), reverse=True)]
    most = len(order) if limit is None else max(WEIGHED, 4 * limit)
    fits = [_weighed(entry, rarity, average, weights) for entry in _first(order, read, most)]
    return sorted(fits, key=lambda fit: (fit.score, fit.entry.position), reverse=True)


def weightiest(corpus: Corpus, demands: Wanted, read: Reading, limit: int | None) -> list[Entry]:
    """Give the most important entries, then the surest, then the newest."""
    most = corpus.documents if limit is None else limit + WEIGHED
    while True:
        order = corpus.weightiest(demands, most)
        kept = list(_first(order, read, len(order) if limit is None else limit))
        if limit is None or len(kept) >= limit or len(order) < most:
            return kept
        most *= 4


def sought(corpus: Corpus, query: str) -> list[tuple[Term, int]]:
    """List what *query* looks for and how many entries hold it; a word that none holds is taken as a beginning."""
    found = []
    for term in wanted(query)[:WORDS]:
        often = corpus.frequency(term)
        word = term.lexemes[0]
        if not often and len(term.lexemes) == 1 and not term.prefix and len(word) >= _PREFIX and not is_cjk(word):
            begun = Term(term.lexemes, prefix=True)
            if often := corpus.frequency(begun):
                term = begun
        found.append((term, often))
    return found


def _weighed(entry: Entry, rarity: dict[Term, float], average: float, weights: Weights) -> Fit:
    read = document(entry.recorded)
    assert read is not None  # an erased event is no entry
    held = {term: term.times(read.lexemes) for term in rarity}
    total = sum(rarity.values())
    fit = sum(rarity[term] * _damped(times, read.length, average) for term, times in held.items() if times)
    words = tuple(term for term, times in held.items() if times)
    return Fit(entry, round(min(fit / total, 1.0) * weights.of(entry), 6), words)


def _rarity(documents: int, often: int) -> float:
    return log(1 + (documents - often + 0.5) / (often + 0.5))


def _damped(times: int, length: int, average: float) -> float:
    return times * (K1 + 1) / (times + K1 * (1 - B + B * length / average))


def _first(order: Sequence[int], read: Reading, most: int) -> Iterator[Entry]:
    """Read entries in *order* until *most* are there."""
    given = 0
    for start in range(0, len(order), WEIGHED):
        part = order[start : start + WEIGHED]
        entries = {entry.position: entry for entry in read(part)}
        for position in part:
            if given >= most:
                return
            if position in entries:
                given += 1
                yield entries[position]
