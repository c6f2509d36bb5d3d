"""The tools of the MCP memory server, by their names, arguments and results, over a memory that can be audited."""

from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from belieflog.graph import Graph
from belieflog.graph.shapes import Addition, Deletion, GivenEntity, GivenRelation
from belieflog.tools.tool import STRING, Answer, Caller, Schema, Tool, objects

_STRINGS: Schema = {"type": "array", "items": STRING}
_ENTITIES = objects(name=STRING, entityType=STRING, observations=_STRINGS)
_RELATIONS = objects(**{"from": STRING, "to": STRING, "relationType": STRING})
_DONE: Schema = {"success": {"type": "boolean"}, "message": STRING}


def _gives(**properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": list(properties)}


class GraphTool(Tool, rename="camel"):
    """A tool of the knowledge graph; beside its result it gives the text that the MCP memory server gives."""

    @classmethod
    def told(cls, answer: Answer) -> str:
        """Write an answer as text: indented JSON."""
        return pretty(answer)

    def graph(self, caller: Caller) -> Graph:
        """Give the graph of who calls; what is read of it is kept."""
        return Graph(caller.memory, audit=True)


class _Adding(GraphTool):
    @classmethod
    def told(cls, answer: Answer) -> str:
        """Write the list that was added."""
        (added,) = answer.values()
        return pretty(added)


class _Deleting(GraphTool):
    takes_back: ClassVar[bool] = True

    @classmethod
    def told(cls, answer: Answer) -> str:
        """Write the sentence."""
        return str(answer["message"])


class CreateEntities(_Adding):
    """Create entities in the knowledge graph, with their types and observations; those that are there stay as they are."""

    name: ClassVar[str] = "create_entities"
    gives: ClassVar[Schema] = _gives(entities=_ENTITIES)

    entities: Annotated[list[GivenEntity], Meta(description="Each a name, a type, and a list of observations.")]

    def run(self, caller: Caller) -> Answer:
        """Create them."""
        return {"entities": self.graph(caller).create_entities(msgspec.to_builtins(self.entities), via=caller.via)}


class CreateRelations(_Adding):
    """Create relations between entities of the knowledge graph, named by a verb in the active voice."""

    name: ClassVar[str] = "create_relations"
    gives: ClassVar[Schema] = _gives(relations=_RELATIONS)

    relations: Annotated[list[GivenRelation], Meta(description="Each from an entity to an entity, with its type.")]

    def run(self, caller: Caller) -> Answer:
        """Create them."""
        return {"relations": self.graph(caller).create_relations(msgspec.to_builtins(self.relations), via=caller.via)}


class AddObservations(_Adding):
    """Add observations to entities that are in the knowledge graph."""

    name: ClassVar[str] = "add_observations"
    gives: ClassVar[Schema] = _gives(results=objects(entityName=STRING, addedObservations=_STRINGS))

    observations: Annotated[list[Addition], Meta(description="Each the name of an entity, and what to add to it.")]

    def run(self, caller: Caller) -> Answer:
        """Add them."""
        return {"results": self.graph(caller).add_observations(msgspec.to_builtins(self.observations), via=caller.via)}


class DeleteEntities(_Deleting):
    """Delete entities from the knowledge graph, with their observations and relations; the log keeps what they were."""

    name: ClassVar[str] = "delete_entities"
    gives: ClassVar[Schema] = _gives(**_DONE)

    entity_names: Annotated[list[str], Meta(description="The names of the entities.")]

    def run(self, caller: Caller) -> Answer:
        """Delete them."""
        return {**self.graph(caller).delete_entities(self.entity_names, via=caller.via)}


class DeleteObservations(_Deleting):
    """Delete observations of entities of the knowledge graph; the log keeps what they were."""

    name: ClassVar[str] = "delete_observations"
    gives: ClassVar[Schema] = _gives(**_DONE)

    deletions: Annotated[list[Deletion], Meta(description="Each the name of an entity, and what to delete of it.")]

    def run(self, caller: Caller) -> Answer:
        """Delete them."""
        return {**self.graph(caller).delete_observations(msgspec.to_builtins(self.deletions), via=caller.via)}


class DeleteRelations(_Deleting):
    """Delete relations from the knowledge graph; the log keeps what they were."""

    name: ClassVar[str] = "delete_relations"
    gives: ClassVar[Schema] = _gives(**_DONE)

    relations: Annotated[list[GivenRelation], Meta(description="Each from an entity to an entity, with its type.")]

    def run(self, caller: Caller) -> Answer:
        """Delete them."""
        return {**self.graph(caller).delete_relations(msgspec.to_builtins(self.relations), via=caller.via)}


class ReadGraph(GraphTool):
    """Read the whole knowledge graph."""

    name: ClassVar[str] = "read_graph"
    gives: ClassVar[Schema] = _gives(entities=_ENTITIES, relations=_RELATIONS)
    reads: ClassVar[bool] = True

    def run(self, caller: Caller) -> Answer:
        """Read it."""
        return {**self.graph(caller).read_graph()}


class SearchNodes(GraphTool):
    """Search the knowledge graph for a text in names, types and observations."""

    name: ClassVar[str] = "search_nodes"
    gives: ClassVar[Schema] = _gives(entities=_ENTITIES, relations=_RELATIONS)
    reads: ClassVar[bool] = True

    query: Annotated[str, Meta(description="The text to look for, in whatever case.")]

    def run(self, caller: Caller) -> Answer:
        """Search it."""
        return {**self.graph(caller).search_nodes(self.query)}


class OpenNodes(GraphTool):
    """Read some entities of the knowledge graph by name, with the relations from and to them."""

    name: ClassVar[str] = "open_nodes"
    gives: ClassVar[Schema] = _gives(entities=_ENTITIES, relations=_RELATIONS)
    reads: ClassVar[bool] = True

    names: Annotated[list[str], Meta(description="The names of the entities.")]

    def run(self, caller: Caller) -> Answer:
        """Read them."""
        return {**self.graph(caller).open_nodes(self.names)}


def pretty(value: Any) -> str:
    """Write JSON indented by two."""
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode()


TOOLS: tuple[type[GraphTool], ...] = (
    CreateEntities, CreateRelations, AddObservations, DeleteEntities, DeleteObservations, DeleteRelations, ReadGraph,
    SearchNodes, OpenNodes,
)  # fmt: skip
