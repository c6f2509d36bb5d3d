"""One line of the table: what was measured, beside what, and whether that reaches the target."""

from collections.abc import Iterable

from msgspec import Struct


class Line(Struct, frozen=True):
    """*ratio* against the yardstick; *target* as `>=0.9` or `<=1.0`, empty where none is set."""

    row: str
    work: str
    ours: str
    yardstick: str
    ratio: float | None = None
    target: str = ""
    note: str = ""

    @property
    def met(self) -> str:
        """Say whether the target is reached."""
        if self.ratio is None or not self.target:
            return ""
        bound = float(self.target[2:])
        return "met" if (self.ratio >= bound if self.target.startswith(">=") else self.ratio <= bound) else "missed"

    def __str__(self) -> str:
        ratio = "" if self.ratio is None else f"{self.ratio:.2f}"
        cells = (self.row, self.work, self.ours, self.yardstick, ratio, self.target, self.met, self.note)
        return "| " + " | ".join(cells) + " |"


HEADER = "| | work | ours | yardstick | ratio | target | | note |\n|---|---|---|---|---|---|---|---|"


def micros(seconds: float) -> str:
    """Write a short time."""
    return f"{seconds * 1e6:,.0f} µs" if seconds < 0.01 else f"{seconds * 1e3:,.1f} ms"


def rate(count: int, seconds: float) -> str:
    """Write how many a second."""
    return f"{count / seconds:,.0f}/s"


def printed(lines: Iterable[Line]) -> None:
    """Print lines as they come."""
    for line in lines:
        print(line, flush=True)
