"""What does an entry look like to a reader?"""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from eventlog.addresses import KEYLESS, LONG_TERM
from eventlog.events import Private, Public, Recorded, Scope, decode_private, is_set
from eventlog.sources import Source
from eventlog.values import canonical
from projections.terms import fold

_COMPARED = frozenset({"fact", "assumption", *LONG_TERM})
_NONE: frozenset[int] = frozenset()


class Entry(Struct, frozen=True, gc=False):
    """One belief as it is shown: *event* is the id of what it rests on, times are µs."""

    address: str
    kind: str
    namespace: tuple[str, ...]
    key: str
    value: Any
    version: int | None
    event: str
    position: int
    recorded_at: int
    occurred_at: int | None
    expires_at: int | None
    source: Source
    actor: str
    via: str
    reason: str
    confidence: float | None
    importance: int | None
    description: str
    participants: tuple[str, ...]
    outcome: str | None
    scope: Scope
    supported: bool = True
    same_as: tuple[str, ...] = ()


def read(shown: Iterable[Recorded], *, now: int, unsupported: frozenset[int] = _NONE) -> list[Entry]:
    """Show the deciding events of one scope as entries, in the order given.

    Left out: what has expired at *now*, and what was erased. *unsupported* are the positions of those
    whose claim doesn't hold. An entry names the others here that look like it.
    """
    found: list[Entry] = []
    alike: dict[str, list[int]] = {}
    scope: Scope | None = None
    for recorded in shown:
        public = recorded.public
        if recorded.body is None or (public.expires_at is not None and now >= public.expires_at):
            continue
        private = decode_private(recorded.body, recorded.position)
        scope = scope or recorded.scope
        made = _entry(recorded.position, public, private, scope, recorded.position not in unsupported)
        if made.kind in _COMPARED:
            alike.setdefault(look(made.value), []).append(len(found))
        found.append(made)
    if len(alike) < len(found):
        for group in alike.values():
            for index in group if len(group) > 1 else ():
                others = tuple(found[other].address for other in group if other != index)
                found[index] = replace(found[index], same_as=others)
    return found


def look(value: object) -> str:
    """Reduce a content to what it looks like; two of one look are shown as alike, never stored as one."""
    return fold(value) if isinstance(value, str) else "\0" + fold(canonical(value).decode())


def source_of(public: Public, private: Private | None) -> Source:
    """Give the source in full; only its kind is left once erased."""
    kind = public.source or "agent"
    return Source(kind, private.source_name, private.source_ref) if private else Source(kind)


def content_of(private: Private | None) -> Any:
    """Give the content, None where there is none."""
    return private.content if private is not None and is_set(private.content) else None


def _entry(position: int, public: Public, private: Private, scope: Scope, supported: bool) -> Entry:
    address, kind = private.address or "", public.kind or ""
    namespace: tuple[str, ...] = ()
    key = "" if kind in KEYLESS else address[len(kind) + 1 :]
    if kind in LONG_TERM:
        *path, key = _segments(key)
        namespace = tuple(path)
    return Entry(
        address, kind, namespace, key, content_of(private), public.version, public.id, position,
        public.at, public.occurred_at, public.expires_at, source_of(public, private), public.actor,
        private.via, private.reason, private.confidence, private.importance, private.description,
        private.participants, private.outcome, scope, supported,
    )  # fmt: skip


def _segments(path: str) -> list[str]:
    parts = path.split("/")
    return [p.replace("%2F", "/").replace("%25", "%") for p in parts] if "%" in path else parts
