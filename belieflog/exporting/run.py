"""Exporting a log to a file, in one of the formats."""

import os

from msgspec import Struct

from belieflog.exporting.asked import Asked
from belieflog.exporting.files import written
from belieflog.exporting.formats import exporter_of
from eventlog.paths import path_of


class Exported(Struct, frozen=True):
    """What was written, where to, and how much of it; *position* is the newest event there was."""

    format: str
    path: str
    items: int
    position: int
    warnings: tuple[str, ...] = ()


def export(asked: Asked, path: str | os.PathLike[str], *, force: bool = False) -> Exported:
    """Write what is *asked* for to *path* (``-``: standard output) as of one moment, while the log is in use."""
    exporter, target = exporter_of(asked.format), path_of(path)
    with asked.log.store.reading(), written(target, force=force) as out:
        tally = exporter.write(asked, out)
        position = asked.log.store.head().position
        return Exported(asked.format, target, tally.items, position, tuple(tally.warnings))
