"""What the MCP memory server does, over two plain lists; in three things as belieflog has it.

Several entities of one name in a call are one, a text is once in an entity, a relation once in the graph; names
are NFC and can be held by the log; secrets are masked.
"""

import unicodedata

from eventlog.errors import InvalidValue, NotFound
from eventlog.secrets import masked


def called(name):
    found = masked(unicodedata.normalize("NFC", name))[0]
    if not found.strip() or len(found) > 200 or not found.isprintable():
        raise InvalidValue("name", repr(name))
    return found


def maybe(name):
    try:
        return called(name)
    except InvalidValue:
        return None


def texts(given):
    return list(dict.fromkeys(masked(text)[0] for text in given))


class Model:
    """The graph as two lists, each method an operation."""

    def __init__(self):
        self.entities, self.relations = [], []

    def create_entities(self, entities):
        created = []
        for given in entities:
            name = called(given["name"])
            twin = next((e for e in created if e["name"] == name), None)
            if twin:
                twin["observations"] = texts([*twin["observations"], *given["observations"]])
            elif not self.find(name):
                created.append(
                    {"name": name, "entityType": given["entityType"], "observations": texts(given["observations"])}
                )
        self.entities += [e | {"observations": list(e["observations"])} for e in created]
        return created

    def create_relations(self, relations):
        named = [{part: called(relation[part]) for part in ("from", "to", "relationType")} for relation in relations]
        created = [r for n, r in enumerate(named) if r not in self.relations and r not in named[:n]]
        self.relations += created
        return created

    def add_observations(self, observations):
        entities = [self.find(given["entityName"]) for given in observations]
        if None in entities:
            raise NotFound("an entity")
        results = []
        for entity, given in zip(entities, observations, strict=True):
            new = [text for text in texts(given["contents"]) if text not in entity["observations"]]
            entity["observations"] += new
            results.append({"entityName": entity["name"], "addedObservations": new})
        return results

    def delete_entities(self, entityNames):
        names = [maybe(name) for name in entityNames]
        self.entities = [e for e in self.entities if e["name"] not in names]
        self.relations = [r for r in self.relations if r["from"] not in names and r["to"] not in names]
        return {"success": True, "message": "Entities deleted successfully"}

    def delete_observations(self, deletions):
        for given in deletions:
            if entity := self.find(given["entityName"]):
                gone = texts(given["observations"])
                entity["observations"] = [text for text in entity["observations"] if text not in gone]
        return {"success": True, "message": "Observations deleted successfully"}

    def delete_relations(self, relations):
        gone = [{part: maybe(relation[part]) for part in ("from", "to", "relationType")} for relation in relations]
        self.relations = [r for r in self.relations if r not in gone]
        return {"success": True, "message": "Relations deleted successfully"}

    def read_graph(self):
        return {"entities": self.entities, "relations": self.relations}

    def search_nodes(self, query):
        low = query.lower()
        return self.with_relations(
            e for e in self.entities if any(low in t.lower() for t in (e["name"], e["entityType"], *e["observations"]))
        )

    def open_nodes(self, names):
        wanted = [maybe(name) for name in names]
        return self.with_relations(e for e in self.entities if e["name"] in wanted)

    def find(self, name):
        return next((e for e in self.entities if e["name"] == maybe(name)), None)

    def with_relations(self, entities):
        found = list(entities)
        names = {e["name"] for e in found}
        return {
            "entities": found,
            "relations": [r for r in self.relations if r["from"] in names or r["to"] in names],
        }
