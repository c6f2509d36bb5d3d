"""One run: the peers first, then every row of ours with what they reached put to it."""

from collections.abc import Iterator, Sequence

from bench import databases, progress, reading
from bench.kept import Folders
from bench.peers import all as peers
from bench.rows import BASE, BIG, WITH, measured
from bench.table import Line, Reached, beside

PEERS = ("a", "a'", "b", "c", "d", "e", "f", "g", "h")  # what peers may have an equivalent of


class Run:
    """*rows* of ours and of the peers in *modules* with *n* operations; `reached` and `said` fill as it goes.

    With the address of a PostgreSQL database as *server*, row s is measured there.
    """

    def __init__(
        self, folders: Folders, n: int, rows: Sequence[str], modules: Sequence[str], server: str | None = None
    ) -> None:
        self.reached: list[Reached] = []
        self.said: list[str] = []
        self._folders, self._n = folders, n
        self._rows = {WITH.get(row, row) for row in rows}
        self._modules, self._server = modules, server

    def lines(self) -> Iterator[Line]:
        """Measure; the rows that depend on the size of the log with `BASE` operations, then with all."""
        few = min(self._n, BASE)
        self._peers(few, [row for row in PEERS if WITH.get(row, row) in self._rows])
        yield from beside(measured(self._folders, few, self._rows), self.reached, few)
        if self._n > BASE:
            big = self._rows & set(BIG)
            yield from beside(measured(self._folders, self._n, big), self.reached, self._n)
            if "d" in big:
                yield from reading.grown(self._folders.log(few), few, self._folders.log(self._n), self._n)
        if self._server is not None:
            yield from databases.stored(self._server, self._folders.new)
        progress.over()

    def _peers(self, n: int, rows: Sequence[str]) -> None:
        folder = self._folders.new / "peers"
        self.reached += peers.reached(folder, n, rows, self.said, self._modules)
