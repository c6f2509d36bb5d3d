"""How far long work is, as a bar on one line."""

from collections.abc import Callable

from cli.context import Call

_WIDTH = 24


def bar(done: int, total: int) -> str:
    """Draw how much of *total* is done.

    >>> bar(1, 2)
    '[############............]  50%'
    """
    share = min(done / total, 1) if total else 1
    filled = int(share * _WIDTH)
    return f"[{'#' * filled}{'.' * (_WIDTH - filled)}] {share:4.0%}"


def gauge(call: Call, tell: Callable[[str], None], total: int | None) -> Callable[[int], None]:
    """Give what to call with the number of events done; of an unknown *total* only the number is told."""

    def told(done: int) -> None:
        text = call.say("{n} events checked", n=done)
        tell(text if total is None else f"{bar(done, total)} {text}")

    return told
