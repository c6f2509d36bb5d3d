"""What a report tells: the points, what each changed, the versions, the corrections, the prompts."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from eventlog.errors import NotFound, Refused

if TYPE_CHECKING:
    from belieflog import Log, Memory
    from belieflog.auditing import Retold
    from belieflog.log import CorrectionMade, Session
    from belieflog.stepping import Part
    from belieflog.unfolding import Place, Unfolded
    from eventlog.anchors import Anchor
    from eventlog.points import Point
    from projections.diff import Difference
    from projections.history import Revision
    from projections.lanes import Lane

LANES = 400  # entries whose lane and versions are gathered
PAGE = 100  # of lanes read at once
CELLS = 64  # changes closer than one of so many cells are drawn as one
VERSIONS = 1_000  # of one entry, the newest
CHANGES, MOST = 40, 1_000  # of one correction: listed, and looked at


class Wanted(Struct, frozen=True):
    """What a report is to be about: a part of the memory, from a point to another, and what a selector chooses of it."""

    part: "Part" = "all"
    start: "Point" = None
    stop: "Point" = None
    selector: dict[str, Any] = {}
    prompts: tuple["Point", ...] = ()


class Corrected(Struct, frozen=True):
    """A correction that was made, and what it changed: *changed* entries, of which the first are listed."""

    made: "CorrectionMade"
    changes: "tuple[Difference, ...]"
    changed: int


class Gathered(Struct, frozen=True):
    """All of it; *base* is the state before the first of *steps*, *closed* counts entries that the reader may not see."""

    user: str
    session: "Session | None"
    wanted: Wanted
    base: "Unfolded"
    steps: "tuple[Unfolded, ...]"
    chosen: int | None
    lanes: "tuple[Lane, ...]"
    versions: "dict[Place, tuple[Revision, ...]]"
    entries: int
    closed: int
    corrections: tuple[Corrected, ...]
    prompts: "tuple[Retold, ...]"
    anchor: "Anchor"
    asked: tuple[str, ...] = ()
    version: str = ""
    incomplete_since: int | None = None


def gather(log: "Log", mem: "Memory", wanted: Wanted) -> Gathered:
    """Read all that a report tells, as one state of the log."""
    from belieflog import __version__

    with mem.reading():
        first = _before(log, mem, wanted.start)
        last = mem.settled(wanted.stop)
        if last <= first:
            raise Refused("point", f"position {last} is before {first + 1}: --from names the earlier point")
        chosen, about = _about(log, mem, wanted)
        base, *steps = mem.unfold(wanted.part, first, last)
        kept = [_narrowed(step, chosen, about) for step in steps]
        steps = [step for step in kept if chosen is None or step.events or step.shows or step.gone]
        if not steps:
            raise NotFound(
                f"nothing of it happened from position {first + 1} to {last}: 'belieflog log' lists what did"
            )
        base = _narrowed(base, None, about)
        lanes, entries, closed = _lanes(mem, wanted.part, last, base, steps, about)
        return Gathered(
            mem.user,
            next(iter(log.sessions(mem.user, [mem.session])), None) if mem.session else None,
            wanted,
            base,
            tuple(steps),
            None if chosen is None else len(chosen),
            tuple(lanes),
            {(lane.scope, lane.number): _versions(mem, lane, first, last) for lane in lanes},
            entries,
            closed,
            tuple(_corrections(log, mem, wanted.part, first, last, about)),
            tuple(_prompts(log, mem, wanted.prompts, first, last)),
            log.anchor(),
            tuple(_asked(mem, wanted.selector)),
            __version__,
            mem.shown(wanted.part, last, 0, 0).incomplete_since,
        )


def _asked(mem: "Memory", selector: dict[str, Any]) -> Iterator[str]:
    """Write a selector as it was given, without the secrets in it."""
    flags = {"source": "by-source", "actor": "by-actor", "session": "written-in"}
    for name, told in selector.items():
        for value in told if isinstance(told, (list, tuple)) else (told,):
            yield f"--{flags.get(name, name)}" + ("" if value is True else f" {mem.kept(str(value))}")


def _before(log: "Log", mem: "Memory", start: "Point") -> int:
    """Give the position before the batch of a point."""
    at = 0 if start is None else mem.settled(start)
    return log.event(at).batch - 1 if at else 0


def _about(log: "Log", mem: "Memory", wanted: Wanted) -> "tuple[set[int] | None, set[Place] | None]":
    """Find the events that a selector chooses with what rests on them, and the entries that these touched."""
    if not wanted.selector:
        return None, None
    events = [node.event for tree in log.impact(mem.user, **wanted.selector) for node in tree.walk()]
    touched = {(event.scope, event.public.entry) for event in events if event.public.entry is not None}
    return {event.position for event in events}, touched


def _narrowed(step: "Unfolded", chosen: set[int] | None, about: "set[Place] | None") -> "Unfolded":
    from belieflog.unfolding import Unfolded, place

    if about is None:
        return step
    events = tuple(e for e in step.events if e.position in (chosen or ()) or (e.scope, e.public.entry) in about)
    shows = tuple(entry for entry in step.shows if place(entry) in about)
    return Unfolded(step.at, step.time, events, shows, tuple(each for each in step.gone if each in about))


def _lanes(
    mem: "Memory",
    part: "Part",
    last: int,
    base: "Unfolded",
    steps: "Sequence[Unfolded]",
    about: "set[Place] | None",
) -> "tuple[list[Lane], int, int]":
    """List the entries that were there in these steps, count all of them, and those that are closed to the reader."""
    there = about or _there(base, steps)
    points = [step.at for step in steps]
    cell = max(1.0, len(points) / CELLS)
    apart: Callable[[int, int], bool] = lambda one, two: bisect_left(points, two) - bisect_left(points, one) >= cell
    found: list[Lane] = []
    count = closed = skip = 0
    while page := mem.lanes(part, (), skip, PAGE, apart):
        skip += PAGE
        for lane in page:
            if (lane.scope, lane.number) not in there or not any(bar.start <= last for bar in lane.bars):
                continue
            if lane.address and mem.closed(lane.address):
                closed += 1
                continue
            count += 1
            if len(found) < LANES:
                found.append(lane)
    return found, count, closed


def _there(base: "Unfolded", steps: "Iterable[Unfolded]") -> "set[Place]":
    from belieflog.unfolding import place

    there = {place(entry) for step in (base, *steps) for entry in step.shows}
    return there | {(e.scope, e.public.entry) for step in steps for e in step.events if e.public.entry is not None}


def _versions(mem: "Memory", lane: "Lane", first: int, last: int) -> "tuple[Revision, ...]":
    """List the versions of an entry from one position to another, and before them the one that they replaced."""
    if lane.address is None:
        return ()
    told = (mem if lane.scope.session else mem.long_term).history(lane.address)
    versions = [row for row in told if row.position <= last and row.tag != "scratchpad-cleared"]
    before = [row for row in versions if row.position <= first and row.version is not None][-1:]
    return (*before, *(row for row in versions if row.position > first))[-VERSIONS:]


def _corrections(
    log: "Log", mem: "Memory", part: "Part", first: int, last: int, about: "set[Place] | None"
) -> Iterator[Corrected]:
    places = {"all": ("", mem.session), "session": (mem.session,), "long-term": ("",)}[part]
    for made in log.corrections(mem.user):
        if not first < made.event.position <= last or made.event.public.session not in places:
            continue
        step = mem.changed(made.event.position, part, MOST)
        seen = [each for each in step.changes if not mem.closed(each.address) and _touches(each, about)]
        if about is None or seen:
            count = step.changed if step.changed > MOST else len(seen)
            yield Corrected(made, tuple(seen[:CHANGES]), count)


def _touches(given: "Difference", about: "set[Place] | None") -> bool:
    from belieflog.unfolding import place

    return about is None or any(place(entry) in about for entry in (given.before, given.after) if entry)


def _prompts(log: "Log", mem: "Memory", told: "Sequence[Point]", first: int, last: int) -> "Iterator[Retold]":
    """Give the prompts that a model last read at or before the points told; without any, the last one read."""
    read = [
        event.position
        for event in log.events(first, user=mem.user, tag="recalled", session=mem.session)
        if event.position <= last and event.private and event.private.content.get("sha256")
    ] if mem.session else []  # fmt: skip
    wanted = [mem.settled(point) for point in told] or [last]
    found = {max(position for position in read if position <= at) for at in wanted if any(p <= at for p in read)}
    for position in sorted(found):
        if (given := mem.prompt_read_at(position)) is not None:
            yield given
