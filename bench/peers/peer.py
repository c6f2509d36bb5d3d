"""What a peer gives to be measured: appending, and as many ways of reading as it has."""

from collections.abc import Sequence
from pathlib import Path

from bench.workload import Op
from bench.yardsticks import State


class Absent(Exception):
    """The peer isn't installed; says what to install."""


class Peer:
    """A store of *name* at *path* that takes operations; it keeps each operation whole.

    It is measured with at most *most* operations, and *singles* appends one by one: those that write all anew for
    each are quick only while there is little. One that isn't *durable* doesn't ask the disk to keep what it wrote.
    A method of reading that it lacks is left out: there is no equivalent.

    ``replay()``: every session's state, from all that was ever written. ``current(session)``: by key. ``as_of(session,
    seq, count)``: the same after the first *seq* operations of all, of which *count* are the session's.
    ``history(session, key)``: all that was written there, retractions too unless it *forgets*. ``search(word)``: what
    holds it, ten or more.
    """

    name: str
    most = 100_000
    singles = 3_000
    durable = True
    forgets = False
    note = ""

    def __init__(self, path: Path, synchronous: str) -> None:
        raise NotImplementedError

    def append(self, op: Op) -> None:
        """Write one operation."""
        raise NotImplementedError

    def append_all(self, ops: Sequence[Op]) -> None:
        """Write several as one."""
        raise NotImplementedError

    def close(self) -> None:
        """Close it."""
        raise NotImplementedError


READS = ("replay", "current", "as_of", "history", "search")

__all__ = ["READS", "Absent", "Op", "Peer", "State"]
