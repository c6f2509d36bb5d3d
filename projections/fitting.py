"""Which items are told, and which left out, so that a text keeps within a budget?

A counter may count as it likes, so only the count of a whole text decides; what items cost by themselves only says
which to try. So the text is counted a few times, each item once.
"""

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from projections.phrasing import Item, Opposed

FLOOR = frozenset({"goal", "constraints", "facts", "failures"})
_FIRST = ("plan", "progress", "questions", "assumptions", "dialogue", "memories", "notes")  # has room after the floor
_SOUGHT = ("plan", "progress", "questions", "assumptions", "memories", "dialogue", "notes")  # memories were asked for

Kept = frozenset[int]


class Unit(Struct, frozen=True):
    """Items (by number) that are told together or not at all, and the section that says when they have their turn."""

    section: str
    items: tuple[int, ...]


class Fitted(Struct, frozen=True):
    """The numbers of the items that are told, and, where even the floor is too long, how many tokens that takes."""

    kept: Kept
    over: int | None = None


def floor(items: Sequence[Item], against: Opposed) -> Kept:
    """Number the items that are always told: those of the floor's sections, and whatever contradicts one of them."""
    return _least(_units(items, against))


def fit(
    items: Sequence[Item],
    against: Opposed,
    budget: int,
    whole: Callable[[Kept], int],
    price: Callable[[int, bool], int],
    *,
    sought: bool = False,
) -> Fitted:
    """Choose what is told within *budget*: all if it fits, else the floor and what fits beside it.

    *whole* counts the text that tells some items, *price* one item by itself, with its section's heading if asked.
    The plan has room first and notes last, of the dialogue the newest turns; a large item doesn't keep smaller ones
    out. Where memories were *sought*, they have room before the dialogue.
    """
    everything = frozenset(range(len(items)))
    if whole(everything) <= budget:
        return Fitted(everything)
    units = _units(items, against)
    least = _least(units)
    if (needed := whole(least)) > budget:
        return Fitted(least, needed)
    chosen = _chosen(items, _queue(units, _SOUGHT if sought else _FIRST), least, budget - needed, price)
    if whole(_with(least, chosen)) <= budget:
        return Fitted(_with(least, chosen))
    fits, fails = 0, len(chosen)
    while fails - fits > 1:
        middle = (fits + fails) // 2
        if whole(_with(least, chosen[:middle])) <= budget:
            fits = middle
        else:
            fails = middle
    return Fitted(_with(least, chosen[:fits]))


def _least(units: Iterable[Unit]) -> Kept:
    return frozenset(n for unit in units if unit.section in FLOOR for n in unit.items)


def _with(least: Kept, chosen: Iterable[Unit]) -> Kept:
    return least.union(*(unit.items for unit in chosen))


def _chosen(
    items: Sequence[Item], queue: Iterable[Unit], least: Kept, room: int, price: Callable[[int, bool], int]
) -> list[Unit]:
    chosen: list[Unit] = []
    opened = {items[n].section for n in least}
    closed = False
    for unit in queue:
        if unit.section == "dialogue" and closed:
            continue
        asked = 0
        fresh: set[str] = set()
        for n in unit.items:
            section = items[n].section
            asked += price(n, section not in opened | fresh)
            fresh.add(section)
        if asked <= room:
            room -= asked
            opened |= fresh
            chosen.append(unit)
        elif unit.section == "dialogue":
            closed = True  # older turns without the newer ones would mislead
    return chosen


def _queue(units: Iterable[Unit], order: Sequence[str]) -> list[Unit]:
    """Put the units beyond the floor in the order in which they may have room."""
    waiting: dict[str, list[Unit]] = {section: [] for section in order}
    for unit in units:
        if unit.section not in FLOOR:
            waiting[unit.section].append(unit)
    waiting["dialogue"].reverse()
    return [unit for section in order for unit in waiting[section]]


def _units(items: Sequence[Item], against: Opposed) -> list[Unit]:
    """Tie together what contradicts each other, so that no side of it is told without the other."""
    if not against:
        return [Unit(item.section, (n,)) for n, item in enumerate(items)]
    at = {position: n for n, item in enumerate(items) for position in item.positions}
    root = list(range(len(items)))

    def first(n: int) -> int:
        while root[n] != n:
            n = root[n]
        return n

    for position, others in against.items():
        for other in others:
            one, two = sorted((first(at[position]), first(at[other.position])))
            root[two] = one
    tied: dict[int, list[int]] = {}
    for n in range(len(items)):
        tied.setdefault(first(n), []).append(n)
    return [Unit(_turn_of([items[n].section for n in group]), tuple(group)) for group in tied.values()]


def _turn_of(sections: Sequence[str]) -> str:
    """A unit has its turn with the first of its sections; with one of the floor it is always told."""
    return next((s for s in sections if s in FLOOR), None) or min(sections, key=_FIRST.index)
