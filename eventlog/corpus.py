"""What a search looks through: the words of what each scope shows, and what is asked of it besides words.

A `Corpus` answers for the entries that some scopes show now: how many there are, how many hold a term, and
which fit some terms best. `Scanned` is its definition, plainly; a store may keep words to answer sooner.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Protocol

from msgspec import Struct

from eventlog.addresses import LONG_TERM, parse
from eventlog.aliases import aliases
from eventlog.events import Recorded, Scope, is_set
from eventlog.terms import Term, lexemes
from eventlog.values import as_text

MIDDLE = 5  # the importance of what nobody weighed
BASE, PER_IMPORTANCE, PER_CONFIDENCE = 0.75, 0.015, 0.08
_BETWEEN = "\n"  # between the parts of a text: no lexeme, so that no phrase reaches across


class Wanted(Struct, frozen=True, kw_only=True):
    """What must be true of an entry, its words apart; *namespace* is its first segments, whole."""

    now: int = 0
    kinds: tuple[str, ...] | None = None
    namespace: tuple[str, ...] = ()
    min_confidence: float | None = None
    min_importance: int | None = None


class Sought(Struct, frozen=True):
    """Terms with their weights: those *looked* up find, in each scope, the newest *most* (None: all) that hold them; *more* only add.

    An entry's fit is the sum of the weights of what it holds, damped by its length as BM25 does: *level* over
    (*base* + *slope* times length), as a part of *total*, 1 at most.
    """

    looked: tuple[tuple[Term, int], ...]
    more: tuple[tuple[Term, int], ...]
    most: int | None
    total: int
    level: float
    base: float
    slope: float


class Fitting(Struct, frozen=True):
    """How well an entry fits, from 0 to 1, and what else it may be ranked by."""

    position: int
    fit: float
    importance: int
    confidence: float
    at: int

    @property
    def worth(self) -> float:
        """What it comes to without what changes from one reading to the next: to choose which are weighed."""
        return self.fit * (BASE + PER_IMPORTANCE * self.importance + PER_CONFIDENCE * self.confidence)


class Document(Struct, frozen=True):
    """The words of one event that asserts something, and what can be asked of it besides."""

    position: int
    scope: Scope
    entry: int
    kind: str
    namespace: tuple[str, ...]
    importance: int
    confidence: float
    at: int
    expires_at: int | None
    lexemes: tuple[str, ...]

    @property
    def length(self) -> int:
        """How many words it has."""
        return sum(each != _BETWEEN for each in self.lexemes)

    def fits(self, wanted: Wanted) -> bool:
        """Tell whether all that is asked for besides words is true of it."""
        return (
            (self.expires_at is None or self.expires_at > wanted.now)
            and (wanted.kinds is None or self.kind in wanted.kinds)
            and self.namespace[: len(wanted.namespace)] == wanted.namespace
            and (wanted.min_confidence is None or self.confidence >= wanted.min_confidence)
            and (wanted.min_importance is None or self.importance >= wanted.min_importance)
        )


class Corpus(Protocol):
    """The entries that some scopes show now, erased ones apart, expired ones too."""

    @property
    def documents(self) -> int:
        """How many there are."""
        ...

    @property
    def length(self) -> int:
        """How many words they have together."""
        ...

    def frequency(self, term: Term) -> int:
        """Count those that hold *term*."""
        ...

    def fitting(self, sought: Sought, wanted: Wanted, most: int) -> list[Fitting]:
        """Give the *most* of greatest worth that hold a term looked up and fit *wanted*, best and newest first."""
        ...

    def weightiest(self, wanted: Wanted, most: int) -> list[int]:
        """Give the positions of the *most* that fit *wanted*: the most important, surest, newest first."""
        ...

    def known(self, wanted: Wanted, positions: Sequence[int] | None = None) -> list[Fitting]:
        """Give those that fit *wanted*, of them those at *positions*, whatever words they hold, by position."""
        ...

    def before(self, wanted: Wanted, positions: Sequence[int]) -> dict[int, int]:
        """Give, for each episode among *positions*, the one before it in its namespace, of those that fit *wanted*."""
        ...


class Scanned:
    """A corpus read entry by entry."""

    def __init__(self, shown: Iterable[Recorded]) -> None:
        self._shown = sorted((r for r in shown if r.body is not None), key=lambda r: -r.position)

    @cached_property
    def _plain(self) -> list[Document]:
        """All but their words, which nobody may ask for: reading them takes longer than all else."""
        return [d for recorded in self._shown if (d := document(recorded, words=False))]

    @cached_property
    def _documents(self) -> list[Document]:
        return [d for recorded in self._shown if (d := document(recorded))]

    @property
    def documents(self) -> int:
        """How many entries there are."""
        return len(self._shown)

    @cached_property
    def length(self) -> int:
        """How many words they have together."""
        return sum(each.length for each in self._documents)

    def frequency(self, term: Term) -> int:
        """Count those that hold *term*."""
        return sum(term.times(each.lexemes) > 0 for each in self._documents)

    def fitting(self, sought: Sought, wanted: Wanted, most: int) -> list[Fitting]:
        """Give the *most* of greatest worth that hold a term looked up and fit *wanted*, best and newest first."""
        right = [d for d in self._documents if d.fits(wanted)]
        found: dict[Document, int] = {}
        for term, weight in sought.looked:
            holding = [d for d in right if term.times(d.lexemes)]
            for scope in {d.scope for d in holding}:
                for each in [d for d in holding if d.scope == scope][: sought.most]:
                    found[each] = found.get(each, 0) + weight
        fits = [
            Fitting(
                d.position,
                min(
                    1.0,
                    (held + _held(d, sought.more))
                    * (sought.level / (sought.base + sought.slope * d.length))
                    / sought.total,
                ),
                d.importance,
                d.confidence,
                d.at,
            )
            for d, held in found.items()
        ]
        return sorted(fits, key=lambda fit: (fit.worth, fit.position), reverse=True)[:most]

    def weightiest(self, wanted: Wanted, most: int) -> list[int]:
        """Give the positions of the *most* that fit *wanted*: the most important, surest, newest first."""
        found = [d for d in self._plain if d.fits(wanted)]
        found.sort(key=lambda d: (d.importance, d.confidence, d.position), reverse=True)
        return [d.position for d in found][:most]

    def known(self, wanted: Wanted, positions: Sequence[int] | None = None) -> list[Fitting]:
        """Give those that fit *wanted*, of them those at *positions*, whatever words they hold, by position."""
        chosen = None if positions is None else set(positions)
        right = [d for d in reversed(self._plain) if d.fits(wanted) and (chosen is None or d.position in chosen)]
        return [Fitting(d.position, 0.0, d.importance, d.confidence, d.at) for d in right]

    def before(self, wanted: Wanted, positions: Sequence[int]) -> dict[int, int]:
        """Give, for each episode among *positions*, the one before it in its namespace, of those that fit *wanted*."""
        chosen, found = set(positions), {}
        last: dict[tuple[Scope, tuple[str, ...]], int] = {}
        for d in reversed(self._plain):
            if d.kind != "episodic" or not d.namespace:
                continue
            story = (d.scope, d.namespace)
            if d.position in chosen and story in last:
                found[d.position] = last[story]
            if d.fits(wanted):
                last[story] = d.position
        return found


def _held(document: Document, terms: Iterable[tuple[Term, int]]) -> int:
    return sum(weight for term, weight in terms if term.times(document.lexemes))


def document(recorded: Recorded, *, words: bool = True) -> Document | None:
    """Read what can be searched of an event that an entry shows (without its *words*: the rest); None of an erased one."""
    private, public = recorded.private, recorded.public
    if private is None:
        return None
    address, kind = private.address or "", public.kind or ""
    namespace = parse(address).namespace if kind in LONG_TERM else ()
    return Document(
        recorded.position,
        recorded.scope,
        public.entry or 0,
        kind,
        namespace,
        MIDDLE if private.importance is None else private.importance,
        1.0 if private.confidence is None else private.confidence,
        public.at,
        public.expires_at,
        tuple(words_of(recorded)) if words else (),
    )


def words_of(recorded: Recorded) -> list[str]:
    """List the words of an event part by part: names, what else they go by, content, description, who took part."""
    private, kind = recorded.private, recorded.public.kind or ""
    if private is None:
        return []
    address = private.address or ""
    if kind in LONG_TERM:
        where = parse(address)
        names = (*where.namespace, where.key, aliases(kind, where.namespace, where.key))
    else:
        names = (address[len(kind) + 1 :],)
    content = private.content if is_set(private.content) else ""
    return parted((*names, as_text(content), private.description, *private.participants, private.outcome or ""))


def parted(parts: Sequence[str]) -> list[str]:
    """List the words of several texts, with a mark between any two."""
    found: list[str] = []
    for part in parts:
        if spelled := lexemes(part):
            found += spelled if not found else [_BETWEEN, *spelled]
    return found
