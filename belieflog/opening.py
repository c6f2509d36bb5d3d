"""Opening a log by path or URL."""

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from belieflog.log import Log
from eventlog import places
from eventlog.ids import Entropy
from eventlog.log import EventLog
from eventlog.paths import path_of
from eventlog.sqlite_connect import Durability
from eventlog.times import system_clock

if TYPE_CHECKING:
    from belieflog.meaning import Embedder


def open(
    target: str | os.PathLike[str],
    *,
    clock: Callable[[], int] | None = None,
    entropy: Entropy | None = None,
    durability: Durability = "full",
    readonly: bool = False,
    mend: bool = False,
    redact: Callable[[str], str] | None = None,
    embedder: "Embedder | None" = None,
) -> Log:
    """Open the log at *target*, a path, ``:memory:`` or a URL; one that isn't there is made, unless *readonly*.

    A URL such as ``postgresql://host/database?log=team-a`` names a log on a server (docs/postgresql.md), which is
    followed in a file on this machine; with *mend* that file is made anew.

    *clock* gives µs since 1970 and *entropy* random bytes; tests put their own in. With *durability*
    ``"full"`` what is acknowledged survives a power cut; with ``"normal"`` a power cut can lose the last
    commits (never a crash of the program), and each is faster. With an *embedder* memories are found by their meaning
    as well as by their words. Raises `Refused` for what is no log,
    `NewerFormat` for one of a later version (which can often be read, with *readonly*), `NotFound` for one to be read
    that isn't there,
    `CorruptLog` for one whose append-only triggers someone took away; *mend* puts them back.

    *redact* is asked about every text before it is stored, after the secrets that belieflog knows are masked, and
    gives the text to store; where it raises, the write is refused. Give the same text for the same text: a retry is
    told by it.
    """
    store = places.store(path_of(target, "log"), durability=durability, readonly=readonly, mend=mend)
    try:
        events = EventLog(store, clock=clock or system_clock, entropy=entropy or os.urandom, redact=redact)
        return Log(events, embedder)
    except BaseException:
        store.close()
        raise
