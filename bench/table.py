"""One line of the table: what was measured, beside what, whether that reaches the target, and what peers reach."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct, structs


class Amount(Struct, frozen=True):
    """A measured figure: *unit* is `s`, `/s`, `B`, `MB`, or empty for a plain number."""

    value: float
    unit: str = ""

    def __str__(self) -> str:
        match self.unit:
            case "s" if self.value >= 1:
                return f"{self.value:,.2f} s"
            case "s" if self.value >= 0.01:
                return f"{self.value * 1e3:,.1f} ms"
            case "s":
                return f"{self.value * 1e6:,.0f} µs"
            case "":
                return f"{self.value:,.0f}"
            case "/s":
                return f"{self.value:,.0f}/s"
            case unit:
                return f"{self.value:,.0f} {unit}"


class Reached(Struct, frozen=True):
    """What a peer came to in a row: its figure, the yardstick's beside it, the ratio, and with how many operations."""

    peer: str
    row: str
    ours: Amount
    yardstick: Amount
    ratio: float
    n: int
    about: str = ""
    note: str = ""


class Line(Struct, frozen=True):
    """*ratio* against the yardstick; *target* as `>=0.9` or `<=1.0`, empty where none is set.

    *about* tells the lines of one row apart where peers have an equivalent of some of them.
    """

    row: str
    work: str
    ours: Amount | str
    yardstick: Amount | str
    ratio: float | None = None
    target: str = ""
    note: Amount | str = ""
    about: str = ""
    n: int = 0
    peers: tuple[Reached, ...] = ()

    @property
    def met(self) -> str:
        """Say whether the target is reached."""
        if self.ratio is None or not self.target:
            return ""
        bound = float(self.target[2:])
        return "met" if (self.ratio >= bound if self.target.startswith(">=") else self.ratio <= bound) else "missed"

    @property
    def best(self) -> Reached | None:
        """The peer with the best ratio: the highest, or the lowest where the target is an upper bound."""
        if not self.peers:
            return None
        choose = max if self.target.startswith(">=") else min
        return choose(self.peers, key=lambda peer: peer.ratio)

    def __str__(self) -> str:
        ratio = "" if self.ratio is None else f"{self.ratio:.2f}"
        return row(
            self.row, self.work, self.ours, self.yardstick, ratio, self.target, self.met, self._best(), self.note
        )

    def _best(self) -> str:
        best = self.best
        if best is None:
            return ""
        return f"{best.peer} {best.ratio:.2f}" + (f" with {best.n:,}" if self.n and best.n != self.n else "")


def row(*cells: object) -> str:
    """Write one row of a Markdown table."""
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"


HEADER = row("", "work", "ours", "yardstick", "ratio", "target", "", "best peer", "note") + "\n" + "|---" * 9 + "|"
PEERS_HEADER = row("", "peer", "its figure", "yardstick", "ratio", "operations", "note") + "\n" + "|---" * 7 + "|"


def beside(lines: Iterable[Line], reached: Sequence[Reached], n: int) -> Iterator[Line]:
    """Put to each line what the peers reached in its row."""
    for line in lines:
        peers = tuple(each for each in reached if (each.row, each.about) == (line.row, line.about))
        yield structs.replace(line, peers=peers, n=n)


def peer_rows(reached: Iterable[Reached]) -> Iterator[str]:
    """Write what each peer reached, row by row."""
    for each in sorted(reached, key=lambda told: (told.row, told.about, told.peer)):
        where = f"{each.row} {each.about}".strip()
        yield row(where, each.peer, each.ours, each.yardstick, f"{each.ratio:.2f}", f"{each.n:,}", each.note)


def figures(line: Line) -> dict[str, Any]:
    """Give a line as it goes into JSON."""
    return {
        "row": line.row,
        "work": line.work,
        "ours": _figure(line.ours),
        "yardstick": _figure(line.yardstick),
        "ratio": line.ratio,
        "target": line.target or None,
        "met": {"met": True, "missed": False}.get(line.met),
        "note": str(line.note),
        "peers": [peer_figures(each) for each in line.peers],
    }


def peer_figures(reached: Reached) -> dict[str, Any]:
    """Give what a peer reached as it goes into JSON."""
    return {**structs.asdict(reached), "ours": _figure(reached.ours), "yardstick": _figure(reached.yardstick)}


def _figure(told: Amount | str) -> Any:
    return {"value": told.value, "unit": told.unit} if isinstance(told, Amount) else told


def micros(seconds: float) -> Amount:
    """Give a time."""
    return Amount(seconds, "s")


def rate(count: float, seconds: float) -> Amount:
    """Give how many a second."""
    return Amount(count / seconds, "/s")
