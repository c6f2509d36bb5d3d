"""How the fault run is put together and printed: sections of rows, and at the end what they come to.

Another engine is another `Section` in the list in `faults.py`: a title, what its tries are called, and a function
that yields a `Row` for each kind of fault it tried. What it lost is a line of its own where it names one (`losses`).
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from promises import Found


class Asked(NamedTuple):
    """How much is to be tried."""

    seed: int = 1
    cuts: int = 2_400
    kills: int = 260
    seconds: float = 60.0
    losses: int = 20


class Row(NamedTuple):
    """What some tries of one kind came to, and where something was wrong."""

    name: str
    tries: int
    found: Found
    wrong: Sequence[str] = ()


class Section(NamedTuple):
    """Tries of one kind: *losses* names the line that says how much was lost; *loses*: it has to lose something."""

    title: str
    tries: str
    rows: Callable[[Asked], Iterator[Row]]
    losses: str = ""
    loses: bool = False


def row(name: str, tried: Iterable[tuple[str, Found]]) -> Row:
    """Add up tries, each told as where it was and what was found."""
    total, tries, wrong = Found(), 0, list[str]()
    for where, found in tried:
        total, tries = total + found, tries + 1
        if found.wrong or found.lost or found.doubled:
            wrong.append(f"{where}: {'; '.join(found.wrong) or f'{found.lost} lost, {found.doubled} doubled'}")
    return Row(name, tries, total, wrong)


def run(sections: Sequence[Section], asked: Asked) -> int:
    """Run the sections, print what they find and what it comes to; give the exit code."""
    tries, total, losses, wrong = dict[str, int](), Found(), dict[str, int](), list[str]()
    for section in sections:
        print(
            f"\n{section.title:24}{section.tries:>14}{'acknowledged':>14}{'found':>9}{'doubled':>9}{'wrong':>7}{'s':>7}"
        )
        lost, since = 0, time.monotonic()
        for each in section.rows(asked):
            took, since = time.monotonic() - since, time.monotonic()
            found = each.found
            print(
                f"  {each.name:22}{each.tries:>14,}{found.acknowledged:>14,}{found.found:>9,}{found.doubled:>9,}"
                f"{len(each.wrong):>7,}{took:>7.1f}",
                flush=True,
            )
            lost += found.lost
            if not section.loses:
                tries[section.tries] = tries.get(section.tries, 0) + each.tries
                total += found
                wrong += each.wrong
        if section.losses:
            losses[section.losses] = lost
        if section.loses and not lost:
            wrong.append(f"{section.title}: nothing was lost, so what looks for losses doesn't see them")
    for told in wrong[:20]:
        print(f"WRONG  {told}")
    summary = {**tries, "acknowledged": total.acknowledged, "found": total.found, "doubled": total.doubled, **losses}
    print()
    for name, count in summary.items():
        print(f"{name:24}{count:>9,}")
    print(f"{'wrong':24}{len(wrong):>9,}")
    return 1 if wrong or total.lost or total.doubled else 0
