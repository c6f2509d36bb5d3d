"""Long-term memory as the MCP memory server keeps it: a line per entity and relation (``memory.jsonl``).

The knowledge graph (`belieflog.graph`) comes as it is. Any other semantic entry becomes an entity: its name is the
address without the kind, its type the namespace (``memory`` without one), and what it says is its one observation, a
text as it is, any other value as JSON. Episodes and procedures, which say what happened and how things are done, stay
out, and so does all that is about an entry: source, confidence, history.
"""

from typing import IO, Any

from msgspec.json import Encoder

from belieflog.exporting.asked import Asked, Tally
from belieflog.graph.places import ROOT
from belieflog.graph.showing import Held
from projections.entries import Entry

_encoder = Encoder()
TYPE = "memory"  # of an entry without a namespace


def write(asked: Asked, out: IO[bytes]) -> Tally:
    """Write entities, then relations, as the server does."""
    reader = asked.reader()
    entries = [entry for entry in reader.below("", ("semantic",), asked.at) if not entry.scope.session]
    shown, _ = Held(entry for entry in entries if _of_the_graph(entry)).whole()
    taken = {entity["name"] for entity in shown["entities"]}
    told: list[dict[str, Any]] = [{"type": "entity", **entity} for entity in shown["entities"]]
    told += [_entity(entry, taken) for entry in entries if not _of_the_graph(entry)]
    told += [{"type": "relation", **relation} for relation in shown["relations"]]
    for line in told:
        out.write(_encoder.encode(line) + b"\n")
    return Tally(len(told))


def _of_the_graph(entry: Entry) -> bool:
    return entry.namespace[:1] == (ROOT,)


def _entity(entry: Entry, taken: set[str]) -> dict[str, Any]:
    """Make an entry an entity, under its full address where the graph has one of that name."""
    name = entry.address.partition(":")[2]
    said = entry.value if isinstance(entry.value, str) else _encoder.encode(entry.value).decode()
    return {
        "type": "entity",
        "name": entry.address if name in taken else name,
        "entityType": "/".join(entry.namespace) or TYPE,
        "observations": [said],
    }
