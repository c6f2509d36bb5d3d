"""Values over time as one line of blocks; what is void is hollow."""

import re
from collections.abc import Sequence
from math import isfinite
from typing import Any

BLOCKS = "▁▂▃▄▅▆▇█"
HOLLOW = "□"
_MEASURE = re.compile(r"([-+]?\d[\d,]*(?:\.\d+)?)\s*([^\d\s][^\d]*)?")


def sparkline(
    values: Sequence[float | None], void: Sequence[bool], low: float | None = None, high: float | None = None
) -> str:
    """Draw a block for each value, higher for more; a space for none.

    *low* and *high* are the ends of the scale, those of the values that aren't void where none are given.

    >>> sparkline([1, 2, None, 9, 4], [False, False, False, True, False])
    '▁▃ □█'
    """
    seen = [value for value, gone in zip(values, void, strict=True) if value is not None and not gone]
    bottom = min(seen, default=0) if low is None else low
    top = max(seen, default=0) if high is None else high
    return "".join(
        " " if value is None else HOLLOW if gone else _block(value, bottom, top)
        for value, gone in zip(values, void, strict=True)
    )


def measure(value: Any) -> tuple[float, str] | None:
    """Give the number that a value is, and its unit; None where it isn't one number.

    >>> measure(3), measure("0.09 USD/GB"), measure("1,200 ms"), measure(True), measure("v2")
    ((3.0, ''), (0.09, 'USD/GB'), (1200.0, 'ms'), None, None)
    """
    unit = ""
    if isinstance(value, str):
        if (found := _MEASURE.fullmatch(value.strip())) is None:
            return None
        value, unit = found[1].replace(",", ""), (found[2] or "").strip()
    elif isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return (number, unit) if isfinite(number) else None


def _block(value: float, bottom: float, top: float) -> str:
    if top <= bottom:
        return BLOCKS[3]
    # Halves first: the difference of two numbers may be too large for a float where neither is.
    share = (value / 2 - bottom / 2) / (top / 2 - bottom / 2)
    return BLOCKS[max(0, min(len(BLOCKS) - 1, round(share * (len(BLOCKS) - 1))))]
