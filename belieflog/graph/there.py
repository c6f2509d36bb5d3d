"""What is there of a graph, looked up by names and texts as they are stored."""

from collections.abc import Iterable, Iterator

from belieflog.graph import places, showing
from belieflog.memory import Memory
from eventlog.errors import InvalidValue
from eventlog.names import name
from eventlog.points import Point
from projections.entries import Entry


class There:
    """The entries of a graph: looked up one by one, or listed below a namespace."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory.long_term  # what a session keeps to itself is no part of the graph

    # As it is stored

    def kept(self, text: str) -> str:
        """Give a text as it is stored, without secrets: what is there is found by that."""
        return self._memory.kept(text)

    def name(self, text: str) -> str | None:
        """Give a name as it is stored, None for one that the log can't hold: nothing is there by it."""
        try:
            return name(self.kept(name(text, "name")), "name")
        except InvalidValue:
            return None

    # One by one

    def shows(self, where: str) -> bool:
        """Tell whether an address shows anything."""
        return self._memory.get(where) is not None

    def says(self, where: str, text: str) -> bool:
        """Tell whether an address shows an observation of this text."""
        entry = self._memory.get(where)
        return entry is not None and showing.text_of(entry) == text

    def entity(self, text: str) -> str | None:
        """Give the name of the entity of that name, None where there is none."""
        called = self.name(text)
        return called if called is not None and self.shows(places.of_entity(called)) else None

    def saying(self, entity: str, texts: Iterable[str]) -> Iterator[str]:
        """Find the observations that say *texts*: each at its place or, where it was put right by hand, at another."""
        elsewhere: list[Entry] | None = None
        for text in texts:
            if self.says(where := places.of_observation(entity, text), text):
                yield where
                continue
            if elsewhere is None:
                elsewhere = self.below(places.observations_of(entity))
            yield from (entry.address for entry in elsewhere if showing.text_of(entry) == text)

    # Listed

    def below(self, namespace: str = places.ROOT, at: Point = None) -> list[Entry]:
        """List what lies below a namespace."""
        return self._memory.below(namespace, (places.KIND,), at)

    def of(self, names: Iterable[str], at: Point = None) -> list[Entry]:
        """List entities and their observations, and all relations; as they are at one moment."""
        found = []
        with self._memory.reading():
            for called in names:
                if (entity := self._memory.get(places.of_entity(called), at)) is not None:
                    found += [entity, *self.below(places.observations_of(called), at)]
            return found + self.below(places.ALL_RELATIONS, at)
