"""Which entries fit some words best?

BM25 over the entries that the reader may see (no one else's sway it), then importance, confidence, freshness and
use. A word counts once however often a text repeats it: no text rises by repeating. S. Robertson and H. Zaragoza,
"The Probabilistic Relevance Framework: BM25 and Beyond", 2009.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import log

from msgspec import Struct

from eventlog.corpus import BASE, PER_CONFIDENCE, PER_IMPORTANCE, Corpus, Fitting, Sought, Wanted
from eventlog.terms import Term, is_cjk, wanted
from projections.entries import Entry

K1, B = 1.2, 0.75
WEIGHED = 100  # candidates weighed by freshness and use as well, and entries read at a time after that
FIRST = 12  # entries read at once at first: most often no more are needed
NEWEST = 5_000  # of the entries that hold a word looked up, the newest: no word is so common that it takes long
WORDS = 64  # of a query; what follows isn't looked for
_UNIT = 1_000_000  # weights are whole numbers, so that every engine adds them up alike
_DAY = 86_400_000_000
_PREFIX = 3  # a shorter word that nothing holds isn't looked for as a beginning: "c" would find every c…

Reading = Callable[[Sequence[int]], list[Entry]]


class Ranked(Struct, frozen=True):
    """An entry's position, and how well it fits, from 0 to 1."""

    position: int
    score: float


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


def ranked(corpus: Corpus, query: str, demands: Wanted, weights: Weights, most: int | None) -> list[Ranked]:
    """Rank the entries that hold words of *query* and fit *demands*: the best *most* (None: all), best first."""
    terms = sorted(found(corpus, query), key=lambda each: each[1])
    sought = _sought(corpus, [each for each in terms if each[1]], [term for term, often in terms if not often])
    fits = corpus.fitting(sought, demands, corpus.documents if most is None else max(most, WEIGHED))
    scored = [Ranked(each.position, round(each.fit * weights.of(each), 6)) for each in fits]
    return sorted(scored, key=lambda each: (each.score, each.position), reverse=True)


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
    average = corpus.length / corpus.documents if corpus.documents else 1.0
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
