"""Is the log what was written? Every hash worked out anew, and the first position where it differs."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from types import NoneType

import msgspec
from msgspec import Struct

from eventlog import blobs
from eventlog.anchored import Problem, Walked, Witnesses
from eventlog.anchors import Anchor
from eventlog.chain import GENESIS, chained, commitment, leaf, link
from eventlog.errors import CorruptLog
from eventlog.events import UNREADABLE, Birth, Public, Ranges, decode_public
from eventlog.ids import to_bytes
from eventlog.intervals import EMPTY, Intervals
from eventlog.store import STEP, Row, Store

__all__ = ["Age", "Problem", "Verdict", "absent", "fault", "verify"]

OUTPUT = "output"  # the kind of problem that a large output beside the events has
MOST = 100  # problems told; more of them add nothing

Progress = Callable[[int], object]


class Age(Struct, frozen=True):
    """The newest anchor that the log was compared with, and how old it is: what came after it, it can't vouch for."""

    position: int
    age_s: float


class Verdict(Struct, frozen=True):
    """What `verify` found; *first_bad* is the first position that can't be trusted."""

    positions: int
    head: str
    problems: tuple[Problem, ...] = ()
    anchor: Age | None = None

    @property
    def ok(self) -> bool:
        """Whether the whole log is as it was written."""
        return not self.problems

    @property
    def first_bad(self) -> int | None:
        """The first position that is not as it was written."""
        return min((p.position for p in self.problems), default=None)

    @property
    def broken(self) -> Problem | None:
        """What is wrong first with the events themselves: an output that is gone from beside them is no break."""
        return next((problem for problem in self.problems if problem.kind != OUTPUT), None)


class _Told(Struct, gc=False):
    id: str
    at: int
    tag: str
    user: str = ""
    erased: Ranges = ()
    log: Birth | None = None


_decoder = msgspec.json.Decoder(_Told)


def verify(
    store: Store,
    progress: Progress | None = None,
    *,
    anchors: Sequence[Anchor] = (),
    key: str | None = None,
    views: bool = False,
    now: int = 0,
) -> Verdict:
    """Walk the whole log once, in little memory, and compare every hash with what is stored and with *anchors*.

    Stops at the first break of the chain, since nothing after it can be trusted; a missing private part
    without an event that owns up to it is told in the same way. With *views*, a log that is whole has each of its
    indexes compared with the fold that defines it. *key* names the one that must have signed the anchors.
    """
    witnesses = Witnesses(anchors, key)
    problems: list[Problem] = []
    walked, head = _walk(store, witnesses, problems, progress)
    problems += witnesses.problems(walked)
    if not walked.last and walked.whole and all(p.kind != "empty" for p in problems):
        problems.append(Problem(0, "the log is empty: not even its opening is there", "empty"))
    if views and all(problem.kind == OUTPUT for problem in problems):
        problems += islice(differences(store, progress), MOST)
    return Verdict(walked.last, head.hex(), tuple(problems[:MOST]), age(anchors, now))


def absent(anchors: Sequence[Anchor], why: str, now: int) -> Verdict:
    """Judge a log of which nothing is there, *why* saying how so, where *anchors* know of one."""
    knew = max(anchor.position for anchor in anchors)
    problem = Problem(0, f"{why}, where the anchor knows a log of {knew} events", "missing")
    return Verdict(0, GENESIS.hex(), (problem,), age(anchors, now))


def age(anchors: Sequence[Anchor], now: int) -> Age | None:
    """Say which of *anchors* is the newest, and how old it is."""
    if not anchors:
        return None
    newest = max(anchors, key=lambda a: (a.recorded_at, a.position))
    return Age(newest.position, max(now - newest.recorded_at, 0) / 1_000_000)


def differences(store: Store, progress: Progress | None = None) -> Iterator[Problem]:
    """Compare each index of *store* with the fold that defines it."""
    for difference in store.differences(progress):
        yield Problem(difference.position, f"{difference}: 'belieflog rebuild' makes it anew", "view")


def _walk(
    store: Store, witnesses: Witnesses, problems: list[Problem], progress: Progress | None
) -> tuple[Walked, bytes]:
    previous, at, expected, awaited = GENESIS, 0, 1, witnesses.next
    holes: list[tuple[int, str]] = []
    owned: list[tuple[str, tuple[int, int]]] = []
    births: list[Birth] = []
    problem: Problem | None = None
    for row in store.rows():
        public, salt, private = _read(row), row.salt, row.private
        sound = (  # as most rows are: seen at once
            public is not None
            and type(salt) is bytes
            and private is not None
            and row.commitment is None
            and row.position == expected
            and public.at >= at
            and chained(previous, row.public, salt, private) == row.hash
            and row.id == to_bytes(public.id)
        )
        if not sound:
            problem = _broken(row, public, previous, expected, at)
        if problem is not None or public is None:
            break
        if expected == awaited:
            witnesses.see(row.hash)
            awaited = witnesses.next
        at, previous, expected = public.at, row.hash, expected + 1
        if private is None:
            holes.append((row.position, public.user))
        elif blobs.MARK in private and (lost := _lost(store, row)) is not None:
            problems.append(lost)
        if public.erased:
            owned.extend((public.user, each) for each in public.erased)
        if public.log is not None:
            births.append(public.log)
        if progress is not None and row.position % STEP == 0:
            progress(row.position)
    if problem is not None:
        problems.append(problem)
        return Walked(expected - 1, births, False, 0), previous
    problems += _unowned(holes, owned)
    if expected > 1 and not births:
        problems.append(Problem(1, "the log has no opening event", "missing"))
    # Asked in this order: what a writer adds meanwhile is known to the events as soon as to anything else.
    traces = store.traces()
    head = store.head().position
    if head >= expected and next(iter(store.rows(expected - 1, expected)), None) is None:  # on a server, seen before
        problems.append(Problem(expected, f"event {expected} is missing", "missing"))
    elif traces > head:
        problems.append(
            Problem(head + 1, f"its newest events are gone: beside them position {traces} is still known", "truncated")
        )
    return Walked(expected - 1, births, True, traces), previous


def fault(row: Row, previous: bytes, expected: int, at: int) -> Problem | None:
    """Say what is wrong with *row* after an event with the hash *previous* and the time *at*, if anything."""
    return _broken(row, _read(row), previous, expected, at)


def _read(row: Row) -> "_Told | Public | None":
    """Read what verifying looks at; a full reading would take as long as the hashing."""
    try:
        return _decoder.decode(row.public)
    except UNREADABLE:
        try:
            return decode_public(row.public, row.position)
        except CorruptLog:
            return None


def _broken(row: Row, public: "_Told | Public | None", previous: bytes, expected: int, at: int) -> Problem | None:
    """Say what is wrong with *row*, if anything."""
    if row.position > expected:
        return Problem(expected, f"event {expected} is missing", "missing")
    if row.position < expected:
        return Problem(expected, f"event {row.position} is there twice", "inserted")
    if not isinstance(row.public, bytes) or not isinstance(row.private, (bytes, NoneType)):
        return Problem(expected, "its text isn't what was stored")
    if not isinstance(row.salt, (bytes, NoneType)) or not isinstance(row.commitment, (bytes, NoneType)):
        return Problem(expected, "its salt or its commitment isn't what was stored")
    if row.private is not None and row.salt is not None:
        committed = commitment(row.salt, row.private)
        if row.commitment is not None:
            return Problem(expected, "an erased private part is back")
    elif row.commitment is not None:
        committed = row.commitment
    else:
        return Problem(expected, "the private part is gone, and with it what it was committed to", "missing")
    if link(previous, leaf(row.public, committed)) != row.hash:
        return Problem(expected, "its text, its private part, its hash or its place was changed")
    if public is None:
        return Problem(expected, "its public text can't be read", "unreadable")
    if row.id != to_bytes(public.id):
        return Problem(expected, "it is indexed under another id than its own")
    if public.at < at:
        return Problem(expected, "it is older than the event before it")
    return None


def _lost(store: Store, row: Row) -> Problem | None:
    """Say whether the large output that an observation points to isn't what was stored."""
    recorded = row.recorded
    if (name := blobs.pointed_to(recorded)) is None or blobs.held(store, recorded) is not None:
        return None
    if store.blob(name) is None:
        return Problem(row.position, f"its output (blob:{name[:8]}…) is gone", OUTPUT)
    return Problem(row.position, f"its output (blob:{name[:8]}…) isn't what was stored", OUTPUT)


def _unowned(holes: list[tuple[int, str]], owned: Iterable[tuple[str, tuple[int, int]]]) -> Iterator[Problem]:
    """An erasure owns up to its own user's private parts; an opening (of no user) to all that it inherits."""
    told: dict[str, list[tuple[int, int]]] = {"": []}
    for user, each in owned:
        told.setdefault(user, []).append(each)
    named = {user: Intervals(ranges) for user, ranges in told.items()}
    for hole, user in holes:
        if hole not in named[""] and hole not in named.get(user, EMPTY):
            yield Problem(hole, "its private part is gone, and no erasure owns up to it", "unowned")
