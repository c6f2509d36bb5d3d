"""What a drawing of lanes says, in words, and where its bars stand."""

from collections.abc import Callable, Sequence

from cli import gist
from cli.web.drawing.lanes import DrawnBar, DrawnLane, Tick
from projections.lanes import Bar, Ending, Lane

Say = Callable[..., str]
Share = Callable[[int], float]  # how much of the width lies before a position

ENDINGS: dict[Ending, str] = {
    "": "still so",
    "revised": "revised",
    "retracted": "retracted",
    "cleared": "cleared",
    "corrected": "taken back or brought back by a correction",
    "expired": "expired",
}


def lane(say: Say, share: Share, given: Lane) -> DrawnLane:
    """Lay out the bars of an entry, and tell the last of them."""
    bars = [bar(say, share, each) for each in given.bars]
    told = "; ".join(each.said for each in bars[-5:]) or say("nothing")
    return DrawnLane(say("{address}: {told}", address=given.address or say("(erased)"), told=told), tuple(bars))


def bar(say: Say, share: Share, given: Bar) -> DrawnBar:
    """Lay out a bar, and tell which version it is, on whose word, from when to when, and how it ended."""
    kind = given.source or "several"
    start, end = share(given.start), 1.0 if given.end is None else share(given.end)
    what = (
        say("{n} changes", n=given.changes)
        if given.version is None
        else say("version {version} from {source}", version=given.version, source=say(kind))
    )
    span = say("from event {start}", start=given.start)
    if given.end is not None:
        span = say("from event {start} to {end}", start=given.start, end=given.end)
    return DrawnBar(start, end, kind, given.ended, f"{what}, {span}, {say(ENDINGS[given.ended])}")


def ticks(points: Sequence[int], at: Callable[[int], int]) -> list[Tick]:
    """Give the times of the first, a middle and the last point; *at* gives that of a position (µs)."""
    count = len(points)
    indexes = sorted({0, count // 2, count - 1}) if count > 2 else range(min(count, 1))
    times = [gist.when(at(points[index])) for index in indexes]
    one_day = len({time[:10] for time in times}) == 1
    return [
        Tick((index + 0.5) / count, time[11:] if one_day and index else time)
        for index, time in zip(indexes, times, strict=True)
    ]
