"""The tools of audit: where a belief came from. They change nothing."""

from typing import TYPE_CHECKING, ClassVar

from msgspec import structs

from belieflog.tools.tool import ANY, STRING, WHOLE, Address, Answer, Caller, Schema, Tool, answer, objects
from eventlog.errors import NotFound
from projections import as_json

if TYPE_CHECKING:
    from belieflog.memory import Memory
    from projections.provenance import Node


class History(Tool):
    """List all versions of an entry, oldest first, with who said each and what became of it."""

    name: ClassVar[str] = "history"
    gives: ClassVar[Schema] = answer("ok", versions=objects(version=WHOLE, value=ANY, tag=STRING))
    reads: ClassVar[bool] = True

    address: Address

    def run(self, caller: Caller) -> Answer:
        """Read a history."""
        rows = _open(caller, self.address).history(self.address)
        caller.memory.note_shown(rows)
        return {"status": "ok", "versions": [as_json.revision(row) for row in rows]}


class Blame(Tool):
    """Say who set what an entry shows, through which call, and who said it first."""

    name: ClassVar[str] = "blame"
    gives: ClassVar[Schema] = answer("ok", address=STRING, value=ANY, via=ANY, origin={"type": "object"})
    reads: ClassVar[bool] = True

    address: Address

    def run(self, caller: Caller) -> Answer:
        """Read who is behind an entry."""
        found = _open(caller, self.address).blame(self.address)
        caller.memory.note_shown([found.entry, found.origin])
        return {"status": "ok", **as_json.blame(found)}


class Why(Tool):
    """Show what an entry rests on, down to what was observed and said."""

    name: ClassVar[str] = "why"
    gives: ClassVar[Schema] = answer("ok", address=STRING, because=STRING, children={"type": "array"})
    reads: ClassVar[bool] = True

    address: Address

    def run(self, caller: Caller) -> Answer:
        """Read what an entry rests on."""
        found = _without_closed(caller, _open(caller, self.address).why(self.address))
        caller.memory.note_shown(node.event for node in found.walk())
        return {"status": "ok", **as_json.node(found)}


def _open(caller: Caller, address: str) -> "Memory":
    """Give the memory, unless the policy closes *address* to who calls: to an agent it shows nothing."""
    if caller.memory.closed(address):
        raise NotFound(f"nothing was ever written at '{address}' here, or it was erased")
    return caller.memory


def _without_closed(caller: Caller, node: "Node") -> "Node":
    """Leave out of a tree what the policy closes to who calls, and what that rests on."""
    kept = (child for child in node.children if not (child.event.address and caller.memory.closed(child.event.address)))
    return structs.replace(node, children=tuple(_without_closed(caller, child) for child in kept))


TOOLS: tuple[type[Tool], ...] = (History, Blame, Why)
