"""What was said at an address over time, as lines of blocks."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cli import gist
from cli.context import Call
from cli.terminal import clip, columns, faint, line, width

if TYPE_CHECKING:
    from projections.history import Revision


def lines(call: Call, kind: str, rows: "Sequence[Revision]") -> Iterator[str]:
    """Draw each time that something was said: numbers of one unit as blocks, else in words; confidence on 0 to 1."""
    from cli.drawing.sparkline import HOLLOW, measure

    said = [row for row in rows if row.version is not None]
    void = [not row.effective for row in said]
    measured = [None if row.erased else measure(row.value) for row in said]
    numbers = [each for each in measured if each is not None]
    units = {unit for _, unit in numbers}
    if numbers and len(units) == 1 and all(each or row.erased for each, row in zip(measured, said, strict=True)):
        scale = [each for each, gone in zip(measured, void, strict=True) if each and not gone] or numbers
        least, most = min(scale)[0], max(scale)[0]
        told = call.say("{least} to {most} {unit}", least=f"{least:g}", most=f"{most:g}", unit=line(*units))
        yield from _drawn(call.say("content"), [each[0] if each else None for each in measured], void, told)
    else:
        for row in said:
            what = call.say("(erased)") if row.erased else gist.gist(kind, row.value)
            yield clip(f"{'█' if row.effective else HOLLOW} {row.position} {line(what)}", columns())
    confidence = [row.confidence for row in said]
    sure = [each for each in confidence if each is not None]
    if sure:
        told = call.say("{least} to {most} {unit}", least=f"{min(sure):g}", most=f"{max(sure):g}", unit="")
        yield from _drawn(call.say("how sure"), confidence, void, told, 0, 1)
    if said:
        ends = call.say(
            "said {n} times, from {first} to {last}", n=len(said), first=said[0].position, last=said[-1].position
        )
        yield faint(f"{ends}; {HOLLOW} {call.say('void')}" if any(void) else ends)


def _drawn(
    name: str,
    values: Sequence[float | None],
    void: Sequence[bool],
    told: str,
    low: float | None = None,
    high: float | None = None,
) -> Iterator[str]:
    """Write the blocks after their name, as many to a line as there is room for, and then the scale in words."""
    from cli.drawing.sparkline import sparkline

    blocks = sparkline(values, void, low, high)
    room = max(8, columns() - width(name) - 2)
    for start in range(0, len(blocks), room):
        yield f"{' ' * width(name) if start else name}  {blocks[start : start + room]}".rstrip()
    yield clip(f"{' ' * width(name)}  {told}", columns()).rstrip()
