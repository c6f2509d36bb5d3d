"""The operations of the MCP memory server, over a memory: whatever they do can be audited and taken back."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypedDict, Unpack

from belieflog.batch import Batch
from belieflog.graph import places, showing
from belieflog.graph.shapes import (
    Added,
    Addition,
    Deletion,
    Done,
    Entity,
    GivenEntity,
    GivenRelation,
    Relation,
    Shown,
    merged,
    related,
    said,
    taken,
)
from belieflog.graph.there import There
from belieflog.memory import Memory
from belieflog.writing import Time, words
from eventlog.errors import NotFound
from eventlog.points import Point
from eventlog.sources import Source
from eventlog.times import Moment
from projections.entries import Entry

REASON = "deleted from the knowledge graph"
LEFT = "said of an earlier entity of this name"


class Told(TypedDict, total=False):
    """What each operation that writes takes beside its own words; all it writes has it."""

    source: str | Source
    via: str
    derived_from: Any
    occurred_at: Time | Moment
    run: str
    force: bool


class Reasoned(Told, total=False):
    """What an operation that adds takes too: it needs no reason."""

    reason: str


class Graph:
    """A knowledge graph in a user's long-term memory, with the operations and the results of the MCP memory server.

    Each call is one step, all of it or nothing: what it reads can't change before what it writes is in. With *audit*
    each read keeps, as a `recalled` event, what an agent was shown. Names that the log can't hold (empty, over 200
    characters, with control characters) are refused with `InvalidValue`, and are NFC-normalised; deletes and reads
    pass them over, for nothing is there by such a name.
    """

    def __init__(self, memory: Memory, *, audit: bool = False) -> None:
        self._memory, self._audit = memory, audit
        self._there = There(memory)

    # Adding

    def create_entities(self, entities: Sequence[Mapping[str, Any]], **told: Unpack[Reasoned]) -> list[Entity]:
        """Create entities, ``{"name", "entityType", "observations"}`` each, and give those that weren't there before.

        One that is there stays as it is. Several of one name are one: the first, with the observations of all.
        """
        given = taken(entities, GivenEntity, "entities")

        def act(batch: Batch) -> list[Entity]:
            created = [e for e in merged(given, self._there.kept) if not self._there.shows(places.of_entity(e["name"]))]
            for entity in created:
                self._leave_behind(batch, entity, **told)
                called = entity["name"]
                batch.remember(places.of_entity(called), {"name": called, "entityType": entity["entityType"]}, **told)
                for text in entity["observations"]:
                    batch.remember(places.of_observation(called, text), showing.observed(called, text), **told)
            return created

        told.setdefault("via", "graph:create_entities")
        return self._memory.transact(act)

    def create_relations(self, relations: Sequence[Mapping[str, Any]], **told: Unpack[Reasoned]) -> list[Relation]:
        """Create relations, ``{"from", "to", "relationType"}`` each, and give those that weren't there before.

        What they are from and to need not be there.
        """
        given = taken(relations, GivenRelation, "relations")

        def act(batch: Batch) -> list[Relation]:
            created = []
            for relation in related(given, self._there.kept):
                where = _at(relation)
                if not self._there.shows(where):
                    batch.remember(where, dict(relation), **told)
                    created.append(relation)
            return created

        told.setdefault("via", "graph:create_relations")
        return self._memory.transact(act)

    def add_observations(self, observations: Sequence[Mapping[str, Any]], **told: Unpack[Reasoned]) -> list[Added]:
        """Add observations, ``{"entityName", "contents"}`` each, and give for each the texts that weren't there before.

        Raises `NotFound` where an entity isn't there; then nothing at all is added.
        """
        given = taken(observations, Addition, "observations")

        def act(batch: Batch) -> list[Added]:
            results: list[Added] = []
            written: set[str] = set()
            for n, each in enumerate(given):
                called = self._there.entity(each.entity_name)
                if called is None:
                    raise NotFound(f"Entity with name {each.entity_name} not found: create it first, with its type")
                added = []
                for text in said(each.contents, self._there.kept, f"observations[{n}].contents"):
                    where = places.of_observation(called, text)
                    if where not in written and not self._there.says(where, text):
                        batch.remember(where, showing.observed(called, text), **told)
                        written.add(where)
                        added.append(text)
                results.append({"entityName": called, "addedObservations": added})
            return results

        told.setdefault("via", "graph:add_observations")
        return self._memory.transact(act)

    # Deleting

    def delete_entities(self, entityNames: Sequence[str], *, reason: str | None = None, **told: Unpack[Told]) -> Done:
        """Delete entities, with their observations and the relations from and to them; names of none are passed over."""
        given = taken(entityNames, str, "entityNames")

        def found() -> Iterator[str]:
            names = {called for text in given if (called := self._there.name(text)) is not None}
            for called in names:
                if self._there.shows(where := places.of_entity(called)):
                    yield where
                yield from (entry.address for entry in self._there.below(places.observations_of(called)))
            for entry in self._there.below(places.ALL_RELATIONS) if names else ():
                if not names.isdisjoint(showing.ends(entry)):
                    yield entry.address

        told.setdefault("via", "graph:delete_entities")
        return self._delete("Entities", found, reason or REASON, **told)

    def delete_observations(
        self, deletions: Sequence[Mapping[str, Any]], *, reason: str | None = None, **told: Unpack[Told]
    ) -> Done:
        """Delete observations, ``{"entityName", "observations"}`` each; what isn't there is passed over."""
        given = taken(deletions, Deletion, "deletions")

        def found() -> Iterator[str]:
            for n, each in enumerate(given):
                texts = said(each.observations, self._there.kept, f"deletions[{n}].observations")
                if (called := self._there.entity(each.entity_name)) is not None:
                    yield from self._there.saying(called, texts)

        told.setdefault("via", "graph:delete_observations")
        return self._delete("Observations", found, reason or REASON, **told)

    def delete_relations(
        self, relations: Sequence[Mapping[str, Any]], *, reason: str | None = None, **told: Unpack[Told]
    ) -> Done:
        """Delete relations, ``{"from", "to", "relationType"}`` each; what isn't there is passed over."""
        given = taken(relations, GivenRelation, "relations")

        def found() -> Iterator[str]:
            for each in given:
                start, kind, end = (self._there.name(text) for text in (each.start, each.relation_type, each.end))
                if start is not None and kind is not None and end is not None:
                    where = places.of_relation(start, kind, end)
                    if self._there.shows(where):
                        yield where

        told.setdefault("via", "graph:delete_relations")
        return self._delete("Relations", found, reason or REASON, **told)

    # Reading

    def read_graph(self, *, at: Point = None) -> Shown:
        """Give the whole graph, ``{"entities", "relations"}``: now, or as known then at a point."""
        held = showing.Held(self._there.below(places.ROOT, at))
        return self._note(*held.whole())

    def search_nodes(self, query: str, *, at: Point = None) -> Shown:
        """Give the entities with *query* in their name, type or an observation, in whatever case, and their relations."""
        test = showing.fits(words(query, "query"))
        held = showing.Held(self._there.below(places.ROOT, at))
        return self._note(*held.only(test), query)

    def open_nodes(self, names: Sequence[str], *, at: Point = None) -> Shown:
        """Give the entities that have these names, and the relations from and to them; names of none are passed over."""
        wanted = {called for text in taken(names, str, "names") if (called := self._there.name(text)) is not None}
        held = showing.Held(self._there.of(sorted(wanted), at))
        return self._note(*held.only())

    # The two ways in which something goes

    def _delete(self, what: str, found: Callable[[], Iterable[str]], reason: str, **told: Unpack[Told]) -> Done:
        def act(batch: Batch) -> None:
            for where in dict.fromkeys(found()):
                batch.retract(where, reason=reason, **told)

        self._memory.transact(act)
        return {"success": True, "message": f"{what} deleted successfully"}

    def _leave_behind(self, batch: Batch, entity: Entity, reason: str = "", **told: Unpack[Told]) -> None:
        """Retract what an entity of that name, reverted or erased since, has left: it isn't the new one's."""
        for entry in self._there.below(places.observations_of(entity["name"])):
            if showing.text_of(entry) not in entity["observations"]:
                batch.retract(entry.address, reason=reason or LEFT, **told)

    def _note(self, shown: Shown, entries: Iterable[Entry], query: str | None = None) -> Shown:
        if self._audit:
            self._memory.note_shown(entries, query)
        return shown


def _at(relation: Relation) -> str:
    return places.of_relation(relation["from"], relation["relationType"], relation["to"])
