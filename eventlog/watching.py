"""Waiting by looking again: soon at first, then less often."""

import time
from collections.abc import Callable

_SOON, _SELDOM = 0.002, 0.1


def watch(there: Callable[[], bool], seconds: float) -> None:
    """Look until *there* says yes, at most so many seconds."""
    deadline, pause = time.monotonic() + seconds, _SOON
    while not there() and (left := deadline - time.monotonic()) > 0:
        time.sleep(min(pause, left))
        pause = min(pause * 1.5, _SELDOM)
