"""Where the files of a run lie: filled logs in a folder that may stay, everything else in one that goes."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct


class Folders(Struct, frozen=True):
    """*logs* may be there from an earlier run; *new* is empty and goes with the run."""

    logs: Path
    new: Path

    def log(self, n: int) -> Path:
        """Give the folder of the log of *n* operations."""
        folder = self.logs / f"log-{n}"
        folder.mkdir(exist_ok=True)
        return folder


@contextmanager
def folders(told: str | None) -> Iterator[Folders]:
    """Give the folders below the one that was *told*, or below a temporary one."""
    if told is not None:
        Path(told).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="belieflog-bench-", dir=told) as new:
        yield Folders(Path(new) if told is None else Path(told), Path(new))
