"""An event-sourced memory log for AI agents: audit, replay and roll back what an agent believes.

>>> import belieflog
>>> with belieflog.open(":memory:") as log:
...     mem = log.memory(user="u1", session="s1")
...     _ = mem.assume("cause", "the proxy is slow")
...     fact = mem.add_fact("api_timeout", "10 s", source="tool:curl#call_3")
...     _ = log.revert(user="u1", source="tool:curl", reason="the proxy was broken")
...     print(mem.get("fact:api_timeout"), len(mem.history("fact:api_timeout")))
None 1
"""

from typing import TYPE_CHECKING

from belieflog.batch import Batch, Pending
from belieflog.correction import Correction, Moved
from belieflog.log import Log, Session
from belieflog.memory import Memory
from belieflog.opening import open
from eventlog.erasing import Erasure
from eventlog.errors import (
    BelieflogError,
    Conflict,
    CorruptLog,
    InvalidValue,
    NewerFormat,
    NotFound,
    Refused,
    Unavailable,
)
from eventlog.events import Recorded
from eventlog.receipts import Receipt
from eventlog.sources import Source

if TYPE_CHECKING:
    from belieflog.condensing.proposals import Proposal, Proposals
    from belieflog.copying import Carried, copy
    from belieflog.counting import tiktoken_counter
    from belieflog.keeping import Copied, recover, verify
    from eventlog.anchors import Anchor
    from eventlog.health import Finding
    from eventlog.verify import Problem, Verdict

__version__ = "0.1.0"

# What few programs ask for is imported when they do: a command that only reads starts sooner without it.
_LATER = {
    "Anchor": "eventlog.anchors",
    "Carried": "belieflog.copying",
    "Copied": "belieflog.keeping",
    "Finding": "eventlog.health",
    "Problem": "eventlog.verify",
    "Proposal": "belieflog.condensing.proposals",
    "Proposals": "belieflog.condensing.proposals",
    "Verdict": "eventlog.verify",
    "copy": "belieflog.copying",
    "recover": "belieflog.keeping",
    "tiktoken_counter": "belieflog.counting",
    "verify": "belieflog.keeping",
}


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_LATER[name]), name)


__all__ = [
    "Anchor",
    "Batch",
    "BelieflogError",
    "Carried",
    "Conflict",
    "Copied",
    "Correction",
    "CorruptLog",
    "Erasure",
    "Finding",
    "InvalidValue",
    "Log",
    "Memory",
    "Moved",
    "NewerFormat",
    "NotFound",
    "Pending",
    "Problem",
    "Proposal",
    "Proposals",
    "Receipt",
    "Recorded",
    "Refused",
    "Session",
    "Source",
    "Unavailable",
    "Verdict",
    "copy",
    "open",
    "recover",
    "tiktoken_counter",
    "verify",
]
