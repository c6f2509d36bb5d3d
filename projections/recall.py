"""What may be recalled, what fits a query, and why is something not there?"""

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import astuple

from eventlog import addresses
from eventlog.errors import InvalidValue, Refused
from eventlog.events import Recorded, Scope
from eventlog.intervals import Intervals
from eventlog.policy import Policy
from eventlog.store import Index
from eventlog.terms import fold, matched, terms
from eventlog.values import canonical
from projections import history
from projections.entries import Entry

_MIDDLE = 5  # the importance of what nobody weighed


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

    @property
    def terms(self) -> list[str] | None:
        """What is looked for in the text; None when nothing is, as with a blank query."""
        return terms(self.query or "") or None


class Hit(Entry, frozen=True, kw_only=True, gc=False):
    """An entry that was found, and why.

    *score* is the part of the query's words that it holds, None without a query; *used* how often the session
    has been shown it.
    """

    because: str
    score: float | None = None
    used: int = 0

    @property
    def content(self) -> object:
        """What it says."""
        return self.value

    @property
    def confirmed_at(self) -> int:
        """When its content was last said."""
        return self.recorded_at


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


def recall(entries: Iterable[Entry], asked: Asked, recalled: Sequence[Recorded] = ()) -> list[Hit]:
    """Find what is *asked* for among *entries*, which hold nothing expired or erased.

    With a query: those that hold most of its words first, then the most important, surest, newest. Without
    one: the most important as far as the limit goes, by position. *recalled* are the events that tell what
    was shown before.
    """
    ranked = _ranked(entries, asked)[: asked.limit]
    if asked.terms is None:
        ranked.sort(key=lambda one: one[0].position)
    before = [Intervals(event.public.shown) for event in recalled]
    return [
        Hit(
            *astuple(entry),
            because=because,
            score=score,
            used=sum(entry.position in shown for shown in before),
        )
        for entry, score, because in ranked
    ]


def why_not(
    index: Index, places: Sequence[Scope], address: str, entries: Sequence[Entry], asked: Asked, *, now: int
) -> tuple[str, str]:
    """Say, as a code and a sentence, why the entry at *address* isn't recalled from *places*, or that it is.

    *places* begin with the reader's own; *entries* are what `recall` would be given. Of another user's memory
    nothing is said but that it isn't there.
    """
    address = str(addresses.parse(address))
    candidates = [entry for entry in entries if entry.address == address]
    if candidates:
        return _passed_over(candidates[-1], entries, asked)
    for scope in places:
        entry = index.entry(scope, address)
        if entry is None:
            continue
        if entry.shows is None:
            return _taken_away(index, scope, entry.number, address)
        if entry.shows.body is None:
            return "erased", f"'{address}' was erased"
        expires = entry.shows.public.expires_at
        if expires is not None and now >= expires:
            return "expired", f"'{address}' has expired"
    for scope in index.scopes():
        if scope.user == places[0].user and scope not in places:
            entry = index.entry(scope, address)
            if entry and entry.shows:
                return (
                    "other_session",
                    f"'{address}' is held in session '{scope.session}', for that one alone",
                )
    return "absent", f"nothing was ever written at '{address}' here"


def _ranked(entries: Iterable[Entry], asked: Asked) -> list[tuple[Entry, float | None, str]]:
    wanted = asked.terms
    if asked.threshold is not None and wanted is None:
        raise InvalidValue("threshold", "needs a query to measure against: give one, or leave it out")
    if asked.limit is not None and asked.limit < 0:
        raise InvalidValue("limit", f"{asked.limit} is less than nothing: give 0 or more")
    found = [
        (entry, score, because)
        for entry in entries
        if _kept_out(entry, asked) is None
        for score, because in [_fit(entry, wanted)]
        if score is None or (score > 0 and score >= (asked.threshold or 0))
    ]
    found.sort(key=lambda one: _rank(*one[:2]), reverse=True)
    return found


def _rank(entry: Entry, score: float | None) -> tuple[float, int, float, int]:
    return (score or 0, _importance(entry), _confidence(entry), entry.position)


def _importance(entry: Entry) -> int:
    return _MIDDLE if entry.importance is None else entry.importance


def _confidence(entry: Entry) -> float:
    return 1.0 if entry.confidence is None else entry.confidence


def _fit(entry: Entry, wanted: list[str] | None) -> tuple[float | None, str]:
    if wanted is None:
        return None, _standing(entry)
    found = matched(wanted, text(entry))
    share = f"{len(found)} of {len(wanted)}: " if len(found) < len(wanted) else ""
    return len(found) / len(wanted), f"matches {share}{', '.join(found)}"


def _standing(entry: Entry) -> str:
    if entry.scope.session:
        return "held in this session"
    return f"shared by {entry.scope.user}" if entry.scope.user.startswith("team:") else "in long-term memory"


def text(entry: Entry) -> str:
    """Give the folded text in which words are looked for: names, content, description, and who took part."""
    content = entry.value if isinstance(entry.value, str) else canonical(entry.value).decode()
    beside = (entry.description, *entry.participants, entry.outcome or "")
    return fold("\n".join((*entry.namespace, entry.key, content, *beside)))


def _kept_out(entry: Entry, asked: Asked) -> tuple[str, str] | None:
    """Say which demand the entry fails, None if none."""
    if not entry.supported and not asked.unsupported:
        return "unsupported", f"what '{entry.address}' rests on no longer holds"
    if asked.kinds is not None and entry.kind not in asked.kinds:
        return "kind", f"'{entry.address}' is {entry.kind}, asked for is {', '.join(asked.kinds)}"
    if entry.namespace[: len(asked.namespace)] != asked.namespace:
        return "namespace", f"'{entry.address}' isn't in the namespace {'/'.join(asked.namespace)!r}"
    if asked.min_confidence is not None and _confidence(entry) < asked.min_confidence:
        return (
            "confidence",
            f"'{entry.address}' has confidence {_confidence(entry)}, less than {asked.min_confidence}",
        )
    if asked.min_importance is not None and _importance(entry) < asked.min_importance:
        return (
            "importance",
            f"'{entry.address}' has importance {_importance(entry)}, less than {asked.min_importance}",
        )
    return None


def _passed_over(entry: Entry, entries: Sequence[Entry], asked: Asked) -> tuple[str, str]:
    if failed := _kept_out(entry, asked):
        return failed
    places = [one.position for one, _, _ in _ranked(entries, asked)]
    score, because = _fit(entry, asked.terms)
    if score == 0:
        return "no_match", f"'{entry.address}' holds no word of {asked.query!r}"
    if entry.position not in places:
        return "threshold", f"'{entry.address}' {because}: a score of {score}, less than {asked.threshold}"
    place = places.index(entry.position) + 1
    if asked.limit is not None and place > asked.limit:
        return "limit", f"'{entry.address}' comes as number {place}: raise the limit of {asked.limit}"
    return "recalled", f"'{entry.address}' is recalled: {because}"


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
