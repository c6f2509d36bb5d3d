"""Time: integer microseconds since 1970, read from ISO 8601 with a zone and written as UTC."""

import re
import time
from datetime import UTC, datetime, timedelta

import msgspec

from eventlog.errors import InvalidValue

SECOND = 1_000_000
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_EARLIEST, _LATEST = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800}


class Moment(msgspec.Struct, frozen=True):
    """A time in the world as it was told: the instant, the offset it was told in, and how exactly."""

    at: int
    offset: int = 0
    precision: str | None = None


def system_clock() -> int:
    """Read the machine's clock, in µs since 1970."""
    return time.time_ns() // 1000


def text(at: int) -> str:
    """Write an instant as ISO 8601 UTC with microseconds.

    >>> text(1_700_000_000_000_000)
    '2023-11-14T22:13:20.000000Z'
    """
    if not -62_135_596_800 * SECOND <= at < 253_402_300_800 * SECOND:
        return f"{at}us"
    moment = _EPOCH + timedelta(microseconds=at)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ").rjust(27, "0")


def parse(value: "str | int | datetime | Moment", what: str = "time") -> Moment:
    """Read a time: µs as an int, an aware datetime, or ISO 8601 with a zone (a date alone is that day in UTC).

    >>> parse("2026-01-08T20:57:25.557Z").at
    1767905845557000
    >>> parse("2026-01-08T22:57:25+02:00")
    Moment(at=1767905845000000, offset=120, precision='second')
    """
    if isinstance(value, Moment):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        if not -(2**63) <= value < 2**63:
            raise InvalidValue(what, f"{value} is no time in µs: it needs more than 64 bits")
        return Moment(value)
    if isinstance(value, datetime):
        return _moment(value, what, None)
    if not isinstance(value, str):
        raise InvalidValue(what, f"{value!r} is no time: use ISO 8601 with a zone, as in 2026-01-08T20:57:25Z")
    try:
        if re.fullmatch(r"\d{4}-\d\d-\d\d", value):
            return _moment(datetime.fromisoformat(value).replace(tzinfo=UTC), what, "day")
        precision = "minute" if re.fullmatch(r".*T\d\d:\d\d(Z|[+-][\d:]+)?", value) else "second"
        return _moment(datetime.fromisoformat(value), what, None if "." in value else precision)
    except ValueError:
        raise InvalidValue(
            what, f"{value!r} is no time: use ISO 8601 with a zone, as in 2026-01-08T20:57:25Z"
        ) from None


def _moment(value: datetime, what: str, precision: str | None) -> Moment:
    offset = value.utcoffset()
    if offset is None:
        raise InvalidValue(what, f"{value.isoformat()!r} has no zone: add Z or an offset such as +02:00")
    micros = (value - _EPOCH) // timedelta(microseconds=1)
    return Moment(micros, offset // timedelta(minutes=1), precision)


def duration(value: "str | int | float | timedelta", what: str = "ttl") -> int:
    """Read a length of time in µs: seconds as a number, a timedelta, or text such as 90s, 15m, 2h, 7d, 1w.

    >>> duration("2h") == duration(7200)
    True
    """
    if isinstance(value, timedelta):
        micros = value // timedelta(microseconds=1)
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        micros = round(value * SECOND) if value == value and abs(value) < 1e12 else 0
    elif isinstance(value, str) and (match := re.fullmatch(r"(\d+(?:\.\d+)?)\s*([smhdw]?)", value.strip())):
        micros = round(float(match[1]) * _UNITS[match[2] or "s"] * SECOND)
    else:
        raise InvalidValue(what, f"{value!r} is no length of time: write 90s, 15m, 2h, 7d or 1w")
    if micros >= 2**62:
        raise InvalidValue(what, f"{value!r} is longer than time itself: leave it out for what never expires")
    if micros <= 0:
        raise InvalidValue(what, f"{value!r} is not in the future: give a positive length of time")
    return micros
