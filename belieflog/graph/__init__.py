"""A knowledge graph of entities, observations and relations, with the operations of the MCP memory server."""

from belieflog.graph.graph import Graph
from belieflog.graph.shapes import Added, Done, Entity, Relation, Shown

__all__ = ["Added", "Done", "Entity", "Graph", "Relation", "Shown"]
