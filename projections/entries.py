"""What does an entry look like to a reader?"""

from collections.abc import Iterable
from typing import Any
from unicodedata import normalize

from msgspec import UNSET, Struct
from msgspec.structs import replace

from eventlog.addresses import LONG_TERM
from eventlog.events import Private, Public, Recorded, Scope, decode_private
from eventlog.sources import Source
from eventlog.values import canonical
from projections.terms import fold

_COMPARED = frozenset({"fact", "assumption", *LONG_TERM})
_GLANCED = frozenset(b"!\"#$%&'()*+,-./0123456789:;<=>?@[\\]^_`{|}~")  # neither folding case nor spaces touches them
_NOT_GLANCED = bytes(c for c in range(256) if c not in _GLANCED)
_NONE: frozenset[int] = frozenset()
_NOWHERE: tuple[str, ...] = ()


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
    first: dict[bytes, int] = {}
    twins: dict[bytes, list[int]] = {}
    scope: Scope | None = None
    for recorded in shown:
        position, public, body = recorded.position, recorded.public, recorded.body
        if body is None or (public.expires_at is not None and now >= public.expires_at):
            continue
        private = decode_private(body, position)
        kind, address = public.kind or "", private.address or ""
        namespace, key = _NOWHERE, address[len(kind) + 1 :]  # no key where the address is just the kind
        if kind in LONG_TERM:
            namespace, key = _placed(key)
        value = None if private.content is UNSET else private.content
        if kind in _COMPARED:
            seen = glance(value)
            if (index := first.setdefault(seen, len(found))) != len(found):
                twins.setdefault(seen, [index]).append(len(found))
        scope = scope or recorded.scope
        found.append(
            Entry(
                address, kind, namespace, key, value, public.version, public.id, position,
                public.at, public.occurred_at, public.expires_at,
                Source(public.source or "agent", private.source_name, private.source_ref), public.actor,
                private.via, private.reason, private.confidence, private.importance, private.description,
                private.participants, private.outcome, scope, position not in unsupported,
            )
        )  # fmt: skip
    for indexes in twins.values():
        _name_alike(found, indexes)
    return found


def _name_alike(found: list[Entry], indexes: list[int]) -> None:
    """Have those of the entries that look alike name each other."""
    alike: dict[str, list[int]] = {}
    for index in indexes:
        alike.setdefault(look(found[index].value), []).append(index)
    for group in alike.values():
        for index in group if len(group) > 1 else ():
            others = tuple(found[other].address for other in group if other != index)
            found[index] = replace(found[index], same_as=others)


def look(value: object) -> str:
    """Reduce a content to what it looks like; two of one look are shown as alike, never stored as one."""
    return fold(value) if isinstance(value, str) else "\0" + fold(canonical(value).decode())


def glance(value: object) -> bytes:
    """Reduce a content to its digits and punctuation: a quick look, since those of one look have the same.

    Folding brings no other to light than NFKC does.
    """
    text = value if isinstance(value, str) else canonical(value).decode()
    if not text.isascii():
        text = normalize("NFKC", text)
    return text.encode().translate(None, _NOT_GLANCED)


def source_of(public: Public, private: Private | None) -> Source:
    """Give the source in full; only its kind is left once erased."""
    kind = public.source or "agent"
    return Source(kind, private.source_name, private.source_ref) if private else Source(kind)


def content_of(private: Private | None) -> Any:
    """Give the content, None where there is none."""
    return None if private is None or private.content is UNSET else private.content


def _placed(path: str) -> tuple[tuple[str, ...], str]:
    """Split what follows a long-term kind into namespace and key."""
    *namespace, key = path.split("/")
    if "%" in path:
        *namespace, key = [part.replace("%2F", "/").replace("%25", "%") for part in (*namespace, key)]
    return tuple(namespace), key
