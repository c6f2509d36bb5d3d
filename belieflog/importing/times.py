"""When things happened, as files tell it."""

import re

from eventlog.errors import InvalidValue
from eventlog.times import SECOND, Moment, parse, text


def since_1970(told: object, per_second: int) -> object:
    """Write a time that is told as a number, so that `moment` reads it; give anything else as it is.

    >>> since_1970(1_781_368_649_422, 1_000)
    '2026-06-13T16:37:29.422000Z'
    """
    if isinstance(told, bool) or not isinstance(told, int | float) or not abs(told) < 1e18:
        return told
    return text(round(told * SECOND / per_second) if isinstance(told, float) else told * SECOND // per_second)


def with_zone(told: object) -> object:
    """Give a time as it is told, unless it names no zone: then it isn't known when that was.

    >>> with_zone("2026-06-13T16:37:29.422"), with_zone("2026-06-13T16:37:29Z")
    (None, '2026-06-13T16:37:29Z')
    """
    return None if isinstance(told, str) and re.fullmatch(r"\d{4}-\d\d-\d\d[T ][\d:.,]+", told) else told


def moment(told: object) -> tuple[Moment | None, str]:
    """Read when it happened, if that is *told*; and say what is wrong with a time that can't be read."""
    if told is None:
        return None, ""
    try:
        return parse((told if isinstance(told, str) else repr(told))[:100], "timestamp"), ""
    except InvalidValue as error:
        return None, str(error)
