"""What does a graph look like, from the entries that show of it?"""

from collections.abc import Callable, Iterable
from typing import Any

from belieflog.graph.places import ENTITIES, OBSERVATIONS, RELATIONS, ROOT
from belieflog.graph.shapes import Entity, Relation, Shown
from eventlog.addresses import parse
from eventlog.values import as_text
from projections.entries import Entry


class Held:
    """The entities with their observations, and the relations, in the order in which they were made."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._entities: dict[str, Entry] = {}
        self._observations: dict[str, list[Entry]] = {}
        self._relations: list[Entry] = []
        for entry in sorted(entries, key=lambda entry: entry.position):
            where = parse(entry.address)
            match where.namespace:
                case (root, part) if (root, part) == (ROOT, ENTITIES):
                    self._entities[where.key] = entry
                case (root, part, name) if (root, part) == (ROOT, OBSERVATIONS):
                    self._observations.setdefault(name, []).append(entry)
                case (root, part, _, _) if (root, part) == (ROOT, RELATIONS):
                    self._relations.append(entry)

    def entities(self) -> list[Entity]:
        """List the entities; an observation of what is none is left out."""
        return [
            {"name": name, "entityType": type_of(entry), "observations": self._texts(name)}
            for name, entry in self._entities.items()
        ]

    def only(self, wanted: Callable[[Entity], bool] = lambda entity: True) -> tuple[Shown, list[Entry]]:
        """Give the entities *wanted*, the relations that touch one of them, and the entries that say so."""
        entities = [entity for entity in self.entities() if wanted(entity)]
        names = {entity["name"] for entity in entities}
        relations = [entry for entry in self._relations if not names.isdisjoint(ends(entry))]
        return _shown(entities, relations), [*self._said(names), *relations]

    def whole(self) -> tuple[Shown, list[Entry]]:
        """Give all of it, relations between what is no entity too, and the entries that say so."""
        return _shown(self.entities(), self._relations), [*self._said(self._entities), *self._relations]

    def _texts(self, name: str) -> list[str]:
        return list(dict.fromkeys(map(text_of, self._observations.get(name, ()))))

    def _said(self, names: Iterable[str]) -> list[Entry]:
        return [entry for name in names for entry in (self._entities[name], *self._observations.get(name, ()))]


def ends(relation: Entry) -> tuple[str, str]:
    """Give the names that a relation is from and to."""
    return relation.namespace[2], relation.key


def observed(entity: str, text: str) -> dict[str, str]:
    """Give the content of an observation: with the entity's name, for one text of two entities is two observations."""
    return {"entityName": entity, "observation": text}


def type_of(entity: Entry) -> str:
    """Say of what type an entity is; of one that was written by hand, what was written."""
    return _text(entity.value, "entityType")


def text_of(observation: Entry) -> str:
    """Say what an observation says; of one that was written by hand, what was written."""
    return _text(observation.value, "observation")


def fits(query: str) -> Callable[[Entity], bool]:
    """Make a test whether *query* is part of an entity's name, its type or an observation, in whatever case."""
    low = query.lower()
    return lambda entity: any(
        low in text.lower() for text in (entity["name"], entity["entityType"], *entity["observations"])
    )


def _text(value: Any, part: str) -> str:
    value = value.get(part, value) if isinstance(value, dict) else value
    return as_text(value)


def _shown(entities: list[Entity], relations: Iterable[Entry]) -> Shown:
    told: list[Relation] = [
        {"from": (named := ends(entry))[0], "to": named[1], "relationType": entry.namespace[3]} for entry in relations
    ]
    return {"entities": entities, "relations": told}
