"""Points in time: a position, ``-n`` events ago, a time, or a mark, all come to one position."""

import re
from collections.abc import Callable
from datetime import datetime
from itertools import islice
from typing import Literal

from eventlog import times
from eventlog.backwards import backwards
from eventlog.errors import InvalidValue, NotFound, Refused
from eventlog.events import Recorded, Scope, voidable
from eventlog.store import Store
from eventlog.times import Moment

Point = int | str | datetime | Moment | None
Side = Literal["including", "excluding"]

_NUMBER = re.compile(r"-?\d{1,18}")  # no log has more events; a text may have any number of digits


def resolve(store: Store, point: Point, scope: Scope, now: int, side: Side = "including") -> int:
    """Give the last position that *point* includes (or, *excluding*, the last before it).

    *point*: a position; ``-n``, before the last n voidable events of *scope*; a time with a zone; the name of
    a mark; None, the head. In text a leading ``@`` is allowed. Raises `NotFound` for what isn't there,
    `Refused` for the future.
    """
    head = store.head().position
    if point is None:
        return head
    if isinstance(point, str):
        text = point.removeprefix("@")
        if (position := number(text)) is not None:
            point = position
        elif re.match(r"\d{4}-\d\d-\d\d", text):
            point = times.parse(text)
        else:
            return _mark(store, scope, text) - (side == "excluding")
    if isinstance(point, datetime):
        point = times.parse(point)
    if isinstance(point, Moment):
        return _at_time(store, point.at - (side == "excluding"), now)
    if isinstance(point, bool) or not isinstance(point, int):
        raise InvalidValue("point", f"{point!r} is no point: use a position, -n, a time with a zone, or a mark's name")
    if point < 0:
        return _back(store, scope, -point)
    if point > head:
        raise NotFound(f"position {point} is past the head: the log ends at {head}")
    return point - (side == "excluding" and point > 0)


def number(text: str) -> int | None:
    """Read a position as people write it, with or without a leading ``@``; None where it is none.

    >>> number("12"), number("@-3"), number("\u00b2"), number("9" * 5_000)
    (12, -3, None, None)
    """
    bare = text.removeprefix("@")
    return int(bare) if _NUMBER.fullmatch(bare) else None


def seen(store: Store, point: Point, scope: Scope, now: int) -> int:
    """Give the position of a *point* at which someone could have seen the memory: in the log, and between batches."""
    position = resolve(store, point, scope, now)
    if position == 0 and point not in (0, "0", "@0") and (first := store.recorded((1,))):
        raise NotFound(f"{point} is before the log, which begins at {times.text(first[0].at)}")
    return between_batches(store, position)


def between_batches(store: Store, position: int) -> int:
    """Refuse a point inside a batch: no one ever saw the memory in that state."""
    last = batch_end(store, position)
    if last != position:
        first = store.recorded((position,))[0].batch
        raise Refused("point", f"position {position} is inside the batch {first}-{last}: use {first - 1} or {last}")
    return position


def batch_end(store: Store, position: int) -> int:
    """Give the position of the last event of the batch that the event at *position* is of."""
    here = store.recorded((position,))
    if not here:
        return position
    same: Callable[[int], bool] = lambda at: bool(found := store.recorded((at,))) and found[0].batch == here[0].batch
    step = 1
    while same(position + step):  # batches are small, or a thousand events long
        position, step = position + step, step * 2
    while step > 1:
        step //= 2
        position += step * same(position + step)
    return position


def _at_time(store: Store, time: int, now: int) -> int:
    if time > now:
        raise Refused("point", f"{times.text(time)} is in the future: it isn't known yet what will be there")
    low, high = 0, store.head().position
    while low < high:  # the times of a log never go back
        middle = (low + high + 1) // 2
        if store.recorded((middle,))[0].at <= time:
            low = middle
        else:
            high = middle - 1
    return low


def _back(store: Store, scope: Scope, n: int) -> int:
    before = (r.position - 1 for r in backwards(store.index, scope) if voidable(r.tag))
    if n <= store.head().position and (found := next(islice(before, n - 1, None), None)) is not None:
        return found
    raise NotFound(f"there are fewer than {n} events to go back over: 'belieflog log' lists them")


def _mark(store: Store, scope: Scope, name: str) -> int:
    scopes = {scope, Scope(scope.user), *(s for s in store.index.scopes() if s.user == scope.user)}
    marks = [r for s in scopes for r in store.index.members(s, ("marked",))]
    named: Callable[[Recorded], bool] = lambda r: (p := r.private) is not None and p.content == name
    if found := [r.position for r in marks if named(r)]:
        return max(found)
    known = sorted({str(p.content) for r in marks if (p := r.private)})
    raise NotFound(
        f"no mark {name!r}: "
        + (f"there are {', '.join(known)}" if known else "a point is a position, -n, a time, or a mark")
    )
