"""Every peer there is a module for: those that are installed are measured, of the others it is said."""

from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path

from bench.peers.checking import Wrong
from bench.peers.measuring import measured
from bench.peers.peer import Absent, Peer
from bench.table import Reached

MODULES = ("eventsourcing_recorder", "eventsourcing_application", "langgraph_store", "memtrail", "mcp_memory")


def kind(module: str) -> type[Peer]:
    """Import a peer; raises `Absent` where it isn't installed."""
    found: type[Peer] = import_module(f"bench.peers.{module}").Measured
    return found


def reached(folder: Path, n: int, rows: Sequence[str], said: list[str], modules: Sequence[str]) -> Iterator[Reached]:
    """Measure each peer; of one that isn't there, fails, or gives back something else than was written, it is *said*."""
    for module in modules:
        try:
            yield from list(measured(kind(module), folder / module, n, rows))
        except Absent as missing:
            said.append(f"{module}: not measured, since it isn't installed: {missing}")
        except Wrong as wrong:
            said.append(f"{module}: not measured: {wrong}")
        except Exception as error:  # ours are measured all the same
            said.append(f"{module}: not measured, since it failed ({type(error).__name__}: {error})")
