"""What does an entry look like to a reader?"""

from collections.abc import Iterable
from typing import Any

from msgspec import UNSET, Struct

from eventlog.addresses import LONG_TERM, parse
from eventlog.events import Private, Public, Recorded, Scope, decode_private
from eventlog.looks import COMPARED
from eventlog.sources import Source
from eventlog.terms import look

_NONE: frozenset[int] = frozenset()


class Peers:
    """The entries of one scope that could look like each other; compared only when someone asks."""

    __slots__ = ("_alike", "_told")

    def __init__(self) -> None:
        self._told: list[tuple[str, Any]] = []
        self._alike: dict[str, tuple[str, ...]] | None = None

    def add(self, address: str, value: Any) -> None:
        """Take in what an entry says."""
        self._told.append((address, value))

    def alike(self) -> dict[str, tuple[str, ...]]:
        """Give, for each address that looks like others, those others."""
        if self._alike is None:
            groups: dict[str, list[str]] = {}
            for address, value in self._told:
                groups.setdefault(look(value), []).append(address)
            self._alike = {
                address: tuple(other for other in group if other != address)
                for group in groups.values()
                if len(group) > 1
                for address in group
            }
            self._told = []
        return self._alike

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Peers)  # who its peers are is no part of what an entry says

    __hash__ = None  # type: ignore[assignment]


class Entry(Struct, frozen=True, gc=False):
    """One belief as it is shown: the event that decides it, read once; times are µs."""

    recorded: Recorded
    private: Private
    scope: Scope
    supported: bool
    peers: Peers

    @property
    def address(self) -> str:
        """Where it lives."""
        return self.private.address or ""

    @property
    def kind(self) -> str:
        """What it is for."""
        return self.recorded.public.kind or ""

    @property
    def namespace(self) -> tuple[str, ...]:
        """The segments before the key of a long-term address."""
        return parse(self.address).namespace if self.kind in LONG_TERM else ()

    @property
    def key(self) -> str:
        """The last part of its address; empty where the kind has none."""
        return parse(self.address).key if self.kind in LONG_TERM else self.address[len(self.kind) + 1 :]

    @property
    def value(self) -> Any:
        """What it says."""
        return content_of(self.private)

    @property
    def version(self) -> int | None:
        """Which of the entry's versions this is."""
        return self.recorded.public.version

    @property
    def event(self) -> str:
        """The id of the event that decides it."""
        return self.recorded.public.id

    @property
    def position(self) -> int:
        """Where that event stands."""
        return self.recorded.position

    @property
    def recorded_at(self) -> int:
        """When it was recorded."""
        return self.recorded.public.at

    @property
    def occurred_at(self) -> int | None:
        """When it happened in the world, if that was told."""
        return self.recorded.public.occurred_at

    @property
    def expires_at(self) -> int | None:
        """From when on it is no longer shown."""
        return self.recorded.public.expires_at

    @property
    def source(self) -> Source:
        """Who said it."""
        return source_of(self.recorded.public, self.private)

    @property
    def actor(self) -> str:
        """Who wrote it."""
        return self.recorded.public.actor

    @property
    def via(self) -> str:
        """Through which call, file or line it came."""
        return self.private.via

    @property
    def reason(self) -> str:
        """Why it was written, if that was told."""
        return self.private.reason

    @property
    def confidence(self) -> float | None:
        """How sure its source was, from 0 to 1."""
        return self.private.confidence

    @property
    def importance(self) -> int | None:
        """How much it matters, from 1 to 10."""
        return self.private.importance

    @property
    def description(self) -> str:
        """What a note is about."""
        return self.private.description

    @property
    def participants(self) -> tuple[str, ...]:
        """Who took part in an episode."""
        return self.private.participants

    @property
    def outcome(self) -> str | None:
        """How an episode ended."""
        return self.private.outcome

    @property
    def same_as(self) -> tuple[str, ...]:
        """The other addresses of its scope that look like it."""
        return self.peers.alike().get(self.address, ()) if self.kind in COMPARED else ()


def read(
    shown: Iterable[Recorded], *, now: int, unsupported: frozenset[int] = _NONE, peers: Peers | None = None
) -> list[Entry]:
    """Show the deciding events of one scope as entries, in the order given.

    Left out: what has expired at *now*, and what was erased. *unsupported* are the positions of those
    whose claim doesn't hold; *peers* know of more look-alikes than are among them.
    """
    found: list[Entry] = []
    peers = peers or Peers()
    scope: Scope | None = None
    for recorded in shown:
        position, public, body = recorded.position, recorded.public, recorded.body
        if body is None or (public.expires_at is not None and now >= public.expires_at):
            continue
        private = decode_private(body, position)
        scope = scope or recorded.scope
        found.append(Entry(recorded, private, scope, position not in unsupported, peers))
        if public.kind in COMPARED:
            peers.add(private.address or "", content_of(private))
    return found


def source_of(public: Public, private: Private | None) -> Source:
    """Give the source in full; only its kind is left once erased."""
    kind = public.source or "agent"
    return Source(kind, private.source_name, private.source_ref) if private else Source(kind)


def content_of(private: Private | None) -> Any:
    """Give the content, None where there is none."""
    return None if private is None or private.content is UNSET else private.content
