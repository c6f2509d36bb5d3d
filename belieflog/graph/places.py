"""Where a graph lies: each entity, observation and relation is an entry of its own, found by what it is.

``semantic:graph/entities/NAME``: ``{"name", "entityType"}``
``semantic:graph/observations/NAME/DIGEST``, of its text: ``{"entityName", "observation"}``
``semantic:graph/relations/FROM/TYPE/TO``: ``{"from", "to", "relationType"}``

The names are in the contents too, so that recall finds them, and so that "Status: open" of one entity looks like no other's.
"""

from hashlib import sha256

from eventlog.addresses import Address, path

ROOT, KIND = "graph", "semantic"
ENTITIES, OBSERVATIONS, RELATIONS = "entities", "observations", "relations"
ALL_RELATIONS = f"{ROOT}/{RELATIONS}"

_HALF = 32  # hex digits: no two texts of one entity meet
# Letters alone: a pattern of secrets, as for telephone numbers, never finds one in a digest.
_LETTERS = str.maketrans("0123456789", "ghijklmnop")


def of_entity(name: str) -> str:
    """Give the address of an entity.

    >>> of_entity("a/b")
    'semantic:graph/entities/a%2Fb'
    """
    return _at(ENTITIES, name)


def of_observation(name: str, text: str) -> str:
    """Give the address of an observation of an entity; *text* as it is shown."""
    return _at(OBSERVATIONS, name, sha256(text.encode()).hexdigest()[:_HALF].translate(_LETTERS))


def of_relation(start: str, kind: str, end: str) -> str:
    """Give the address of a relation."""
    return _at(RELATIONS, start, kind, end)


def observations_of(name: str) -> str:
    """Give the namespace that all observations of an entity lie in."""
    return path((ROOT, OBSERVATIONS, name))


def _at(*parts: str) -> str:
    return str(Address(KIND, (ROOT, *parts[:-1]), parts[-1]))
