"""Contents, times and positions in a few words, for a line of a list."""

from time import gmtime
from typing import Any

from projections.gist import gist as gist
from projections.gist import step as step


def when(at: int | None) -> str:
    """Write a time for people: to the second, in UTC."""
    from eventlog.times import text

    return "" if at is None else text(at)[:19].replace("T", " ")


def day(at: int) -> str:
    """Write a time for a line of a list: to the minute, in UTC, without the year where that is this one."""
    told = when(at)[:16]
    return told.removeprefix(f"{gmtime().tm_year}-")


def ranges(given: Any) -> str:
    """Write a set of positions.

    >>> ranges([(3, 5), (9, 9)])
    '3-5, 9'
    """
    return ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in given)
