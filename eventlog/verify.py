"""Is the log what was written? Every hash worked out anew, and the first position where it differs."""

from collections.abc import Callable, Iterator
from types import NoneType

import msgspec
from msgspec import Struct

from eventlog.chain import GENESIS, commitment, leaf, link
from eventlog.errors import CorruptLog
from eventlog.events import Public, Ranges, decode_public
from eventlog.ids import to_bytes
from eventlog.intervals import Intervals
from eventlog.store import Row, Store


class Problem(Struct, frozen=True):
    """One thing that is not as it was written."""

    position: int
    damage: str


class Verdict(Struct, frozen=True):
    """What `verify` found; *first_bad* is the first position that can't be trusted."""

    positions: int
    head: str
    problems: tuple[Problem, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether the whole log is as it was written."""
        return not self.problems

    @property
    def first_bad(self) -> int | None:
        """The first position that is not as it was written."""
        return min((p.position for p in self.problems), default=None)


class _Told(Struct, gc=False):
    id: str
    at: int
    tag: str
    erased: Ranges = ()


_decoder = msgspec.json.Decoder(_Told)


def verify(store: Store, progress: Callable[[int], object] | None = None) -> Verdict:
    """Walk the whole log once, in constant memory, and compare every hash with what is stored.

    Stops at the first break of the chain, since nothing after it can be trusted; a missing private part
    without an `erased` event that names it is told in the same way.
    """
    previous, at, expected = GENESIS, 0, 1
    holes: list[int] = []
    owned: list[tuple[int, int]] = []
    problem: Problem | None = None
    for row in store.rows():
        public = _read(row)
        problem = _broken(row, public, previous, expected, at)
        if problem is not None or public is None:
            break
        at, previous, expected = public.at, row.hash, expected + 1
        if row.private is None:
            holes.append(row.position)
        if public.erased:
            owned.extend(public.erased)
        if progress is not None and expected % 10_000 == 0:
            progress(expected - 1)
    problems = [problem] if problem else list(_unowned(holes, owned))
    if expected == 1 and not problems:
        problems = [Problem(0, "the log is empty: not even its opening is there")]
    return Verdict(expected - 1, previous.hex(), tuple(problems))


def _read(row: Row) -> "_Told | Public | None":
    """Read what verifying looks at; a full reading would take as long as the hashing."""
    try:
        return _decoder.decode(row.public)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        try:
            return decode_public(row.public, row.position)
        except CorruptLog:
            return None


def _broken(row: Row, public: "_Told | Public | None", previous: bytes, expected: int, at: int) -> Problem | None:
    if row.position != expected:
        missing = f"event {expected} is missing" if row.position > expected else f"event {row.position} is there twice"
        return Problem(expected, missing)
    if not isinstance(row.salt, (bytes, NoneType)) or not isinstance(row.commitment, (bytes, NoneType)):
        return Problem(expected, "its salt or its commitment isn't what was stored")
    if row.private is not None and row.salt is not None:
        committed = commitment(row.salt, row.private)
        if row.commitment is not None:
            return Problem(expected, "an erased private part is back")
    elif row.commitment is not None:
        committed = row.commitment
    else:
        return Problem(expected, "the private part is gone, and with it what it was committed to")
    if link(previous, leaf(row.public, committed)) != row.hash:
        return Problem(expected, "its text, its private part, its hash or its place was changed")
    if public is None:
        return Problem(expected, "its public text can't be read")
    if row.id != to_bytes(public.id):
        return Problem(expected, "it is indexed under another id than its own")
    if public.at < at:
        return Problem(expected, "it is older than the event before it")
    return None


def _unowned(holes: list[int], owned: list[tuple[int, int]]) -> Iterator[Problem]:
    named = Intervals(owned)
    for hole in holes:
        if hole not in named:
            yield Problem(hole, "its private part is gone, and no erasure owns up to it")
