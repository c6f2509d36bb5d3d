"""Which entries fit a query best?

By words: BM25 over the entries that the reader may see (no one else's sway it). A word counts once however often a
text repeats it: no text rises by repeating. S. Robertson and H. Zaragoza, "The Probabilistic Relevance Framework:
BM25 and Beyond", 2009. By meaning: the cosine of the query's vector and an entry's. Where both are asked, their mean:
both go from 0 to 1, and a mean keeps by how much one entry fits better than another, where ranks alone forget it.
S. Bruch, S. Gai and A. Ingber, "An Analysis of Fusion Functions for Hybrid Retrieval", 2023. An episode takes on part
of how well the one before it in its namespace fits: what was said a moment ago tells what "it" is. Then importance,
confidence, freshness and use.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from math import log
from typing import Protocol

from msgspec import Struct

from eventlog.corpus import BASE, PER_CONFIDENCE, PER_IMPORTANCE, Corpus, Fitting, Sought, Wanted
from eventlog.terms import Term, is_cjk, wanted
from projections.entries import Entry

K1, B = 1.2, 0.75
POOL = 300  # candidates by words, and as many by meaning, that are weighed whole; by words alone fewer will do
LENT = 0.5  # what an episode takes on of the one before it, of what it lacks itself
WEIGHED = 100  # candidates by words alone, and entries read at a time
FIRST = 12  # entries read at once at first: most often no more are needed
NEWEST = 5_000  # of the entries that hold a word looked up, the newest: no word is so common that it takes long
WORDS = 64  # of a query; what follows isn't looked for
_UNIT = 1_000_000  # weights are whole numbers, so that every engine adds them up alike
_DAY = 86_400_000_000
_PREFIX = 3  # a shorter word that nothing holds isn't looked for as a beginning: "c" would find every c…

Reading = Callable[[Sequence[int]], list[Entry]]


class Ranked(Struct, frozen=True):
    """An entry's position, and how well it fits, from 0 to 1.

    *closeness* is that of its meaning, where it is close; *follows* the position of an episode that lent it some of its fit.
    """

    position: int
    score: float
    closeness: float | None = None
    follows: int | None = None


class Closeness(Protocol):
    """How close, by the cosine from -1 to 1, each entry is in meaning to a query; from *floor* on it is told."""

    @property
    def floor(self) -> float:
        """The cosine above which texts have something to do with each other."""
        ...

    def nearest(self, most: int) -> list[tuple[int, float]]:
        """Give positions and cosines of the *most* closest that reach the floor, closest and newest first."""
        ...

    def of(self, positions: Iterable[int]) -> dict[int, float]:
        """Give the cosines of those at *positions* that have one."""
        ...


class Weights(Struct, frozen=True):
    """What beside its words makes an entry weigh more; *used* tells how often it was shown lately."""

    now: int = 0
    half_life_days: float | None = None
    used: Callable[[int], int] = lambda position: 0

    def of(self, found: Fitting) -> float:
        """Give 0.7 to 1: importance counts most, then confidence, freshness and use."""
        age = max(self.now - found.at, 0) / _DAY
        fresh = 0.5 ** (age / self.half_life_days) if self.half_life_days else 1.0
        use = min(self.used(found.position), 5) / 5
        told = PER_IMPORTANCE * found.importance + PER_CONFIDENCE * found.confidence
        return BASE - 0.05 + told + 0.05 * fresh + 0.02 * use


def ranked(
    corpus: Corpus, query: str, demands: Wanted, weights: Weights, most: int | None, closeness: Closeness | None = None
) -> list[Ranked]:
    """Rank the entries that hold words of *query*, or are close to it, and fit *demands*: the best *most* (None: all)."""
    pool = corpus.documents if most is None else max(most, WEIGHED if closeness is None else POOL)
    known = {each.position: each for each in _by_words(corpus, query, demands, pool)}
    fits = {position: each.fit for position, each in known.items()}
    close: dict[int, float] = {}
    if closeness is not None:
        near = _near(corpus, demands, closeness, pool)
        close = closeness.of(known) | {each.position: cosine for each, cosine in near}
        known = {each.position: each for each, _ in near} | known
        fits = {position: (fits.get(position, 0.0) + max(close.get(position, 0.0), 0.0)) / 2 for position in known}
        close = {position: cosine for position, cosine in close.items() if cosine >= closeness.floor}
    before = corpus.before(demands, list(known))
    scored = []
    for position, each in known.items():
        own, prior = fits[position], before.get(position, 0)
        lent = LENT * fits.get(prior, 0.0) * (1 - own)
        score = round((own + lent) * weights.of(each), 6)
        scored.append(Ranked(position, score, close.get(position), prior if lent else None))
    return sorted(scored, key=lambda each: (each.score, each.position), reverse=True)


def _by_words(corpus: Corpus, query: str, demands: Wanted, most: int) -> list[Fitting]:
    terms = sorted(found(corpus, query), key=lambda each: each[1])
    sought = _sought(corpus, [each for each in terms if each[1]], [term for term, often in terms if not often])
    return corpus.fitting(sought, demands, most)


def _near(corpus: Corpus, demands: Wanted, closeness: Closeness, most: int) -> list[tuple[Fitting, float]]:
    """Give the *most* closest that fit *demands*."""
    for asked in (most, 4 * most):
        order = closeness.nearest(asked)
        known = {each.position: each for each in corpus.known(demands, [position for position, _ in order])}
        if len(known) >= most or len(order) < asked:
            break
    else:  # few fit the demands: ask how close those are
        known = {each.position: each for each in corpus.known(demands)}
        right = ((position, cosine) for position, cosine in closeness.of(known).items() if cosine >= closeness.floor)
        order = sorted(right, key=lambda each: (each[1], each[0]), reverse=True)
    return [(known[position], cosine) for position, cosine in order if position in known][:most]


def weightiest(corpus: Corpus, demands: Wanted, read: Reading, limit: int | None) -> list[Entry]:
    """Give the most important entries, then the surest, then the newest."""
    most = corpus.documents if limit is None else limit + WEIGHED
    while True:
        order = corpus.weightiest(demands, most)
        kept = [
            entry for entry, _ in zip(inturn(order, read), range(len(order) if limit is None else limit), strict=False)
        ]
        if limit is None or len(kept) >= limit or len(order) < most:
            return kept
        most *= 4


def inturn(order: Sequence[int], read: Reading) -> Iterator[Entry]:
    """Read entries in *order*, some at a time; those that *read* leaves out are passed over."""
    for start, end in pairwise((0, *range(FIRST, len(order), WEIGHED), len(order))):
        part = order[start:end]
        entries = {entry.position: entry for entry in read(part)}
        yield from (entries[position] for position in part if position in entries)


def found(corpus: Corpus, query: str) -> list[tuple[Term, int]]:
    """List what *query* looks for and how many entries hold it; a word that none holds is taken as a beginning."""
    terms = []
    for term in wanted(query)[:WORDS]:
        often = corpus.frequency(term)
        word = term.lexemes[0]
        if not often and len(term.lexemes) == 1 and not term.prefix and len(word) >= _PREFIX and not is_cjk(word):
            begun = Term(term.lexemes, prefix=True)
            if often := corpus.frequency(begun):
                term = begun
        terms.append((term, often))
    return terms


def _sought(corpus: Corpus, held: Sequence[tuple[Term, int]], unheld: Sequence[Term]) -> Sought:
    """Look the rarest words up, as long as that isn't much work; commoner ones only add to what those find."""
    weights = {term: _rarity(corpus.documents, often) for term, often in held}
    looked: list[tuple[Term, int]] = []
    spent = 0
    for term, often in held:
        if looked and spent + often > NEWEST:
            break
        spent += often
        looked.append((term, weights[term]))
    average = corpus.length / corpus.documents if corpus.length else 1.0  # there may be entries without a word
    return Sought(
        tuple(looked),
        tuple((term, weights[term]) for term, _ in held[len(looked) :]),
        NEWEST if spent > NEWEST else None,
        sum(weights.values()) + _rarity(corpus.documents, 0) * len(unheld),
        K1 + 1,
        1 + K1 * (1 - B),
        K1 * B / average,
    )


def _rarity(documents: int, often: int) -> int:
    return round(_UNIT * log(1 + (documents - often + 0.5) / (often + 0.5)))
