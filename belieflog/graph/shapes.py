"""What the operations of a graph take and give, field by field as the MCP memory server has it."""

from collections.abc import Callable
from typing import Any, TypedDict, TypeVar

import msgspec
from msgspec import Struct, field

from belieflog.writing import words
from eventlog.errors import InvalidValue
from eventlog.names import name
from eventlog.values import misfit

Kind = TypeVar("Kind")
Keep = Callable[[str], str]


class Entity(TypedDict):
    """An entity as it is shown or was created, with its observations."""

    name: str
    entityType: str
    observations: list[str]


# "from" is a word of Python's, so this one can't be a class.
Relation = TypedDict("Relation", {"from": str, "to": str, "relationType": str})


class Added(TypedDict):
    """The observations of an entity that weren't there before."""

    entityName: str
    addedObservations: list[str]


class Shown(TypedDict):
    """A graph, or a part of it."""

    entities: list[Entity]
    relations: list[Relation]


class Done(TypedDict):
    """What a deletion answers."""

    success: bool
    message: str


class GivenEntity(Struct, frozen=True, rename="camel"):
    """An entity to create."""

    name: str
    entity_type: str
    observations: list[str]


class GivenRelation(Struct, frozen=True, rename="camel"):
    """A relation to create or delete."""

    start: str = field(name="from")
    end: str = field(name="to")
    relation_type: str


class Addition(Struct, frozen=True, rename="camel"):
    """Observations to add to an entity."""

    entity_name: str
    contents: list[str]


class Deletion(Struct, frozen=True, rename="camel"):
    """Observations to delete of an entity."""

    entity_name: str
    observations: list[str]


def taken(given: Any, kind: type[Kind], what: str) -> list[Kind]:
    """Read an argument; fields that it shouldn't have are passed over, as the MCP memory server does."""
    try:
        return msgspec.convert(given, list[kind])  # type: ignore[valid-type]
    except msgspec.ValidationError as error:
        place, problem = misfit(error)
        raise InvalidValue(what + place, problem) from None


def named(text: str, keep: Keep, what: str) -> str:
    """Give a name or a relation's type as the log holds it; refuses what it can't hold."""
    return name(keep(name(text, what)), what)


def said(texts: list[str], keep: Keep, what: str) -> list[str]:
    """Give texts as the log holds them, each once, in the order in which they came."""
    return list(dict.fromkeys(keep(words(text, f"{what}[{n}]")) for n, text in enumerate(texts)))


def merged(given: list[GivenEntity], keep: Keep) -> list[Entity]:
    """Give entities to create, those of one name as one: the first, with the observations of all."""
    found: dict[str, Entity] = {}
    for n, each in enumerate(given):
        called = named(each.name, keep, f"entities[{n}].name")
        texts = said(each.observations, keep, f"entities[{n}].observations")
        kind = keep(words(each.entity_type, f"entities[{n}].entityType"))
        whole = found.setdefault(called, {"name": called, "entityType": kind, "observations": []})
        whole["observations"] = list(dict.fromkeys((*whole["observations"], *texts)))
    return list(found.values())


def related(given: list[GivenRelation], keep: Keep) -> list[Relation]:
    """Give relations to create, each once."""
    found: dict[tuple[str, ...], Relation] = {}
    for n, each in enumerate(given):
        start, kind, end = (
            named(text, keep, f"relations[{n}].{part}")
            for text, part in ((each.start, "from"), (each.relation_type, "relationType"), (each.end, "to"))
        )
        found.setdefault((start, kind, end), {"from": start, "to": end, "relationType": kind})
    return list(found.values())
