"""Where a belief lives: ``kind``, ``kind:key``, or ``kind:segment/segment/key``."""

import re
from collections.abc import Iterable

import msgspec

from eventlog.errors import InvalidValue
from eventlog.names import name

KEYLESS = ("goal", "plan", "progress")
WORKING = ("goal", "constraint", "plan", "progress", "fact", "assumption", "question", "failure", "note")
LONG_TERM = ("episodic", "semantic", "procedural")
KINDS = WORKING + LONG_TERM

_BROKEN_ESCAPE = re.compile(r"%(?!2F|25)")


class Address(msgspec.Struct, frozen=True):
    """One thing that can be believed, within a scope.

    >>> parse("semantic:prefs/language")
    Address(kind='semantic', namespace=('prefs',), key='language')
    >>> str(Address("semantic", ("a/b",), "50%"))
    'semantic:a%2Fb/50%25'
    >>> str(parse("fact:https://example.org/50%"))
    'fact:https://example.org/50%'
    """

    kind: str
    namespace: tuple[str, ...] = ()
    key: str = ""

    def __str__(self) -> str:
        if self.kind in KEYLESS:
            return self.kind
        if self.kind in WORKING:
            return f"{self.kind}:{self.key}"
        return f"{self.kind}:{path((*self.namespace, self.key))}"


def address(kind: str, key: str = "", namespace: tuple[str, ...] = ()) -> Address:
    """Make a checked address; names come out NFC-normalised."""
    if kind not in KINDS:
        raise InvalidValue("address", f"unknown kind {kind!r}: use one of {', '.join(KINDS)}")
    if kind in KEYLESS:
        if key:
            raise InvalidValue("address", f"{kind!r} has no key: there is one per session")
        return Address(kind)
    segments = tuple(name(part, f"{kind} namespace") for part in namespace)
    return Address(kind, segments, name(key, f"{kind} key"))


def parse(text: str) -> Address:
    """Read an address as people write it; everything after a working kind's first ``:`` is its key."""
    if isinstance(text, Address):
        return text
    if not isinstance(text, str):
        raise InvalidValue("address", f"{text!r} is no address: write it as in 'fact:api_timeout'")
    kind, colon, rest = text.partition(":")
    if colon and kind in KEYLESS:
        raise InvalidValue("address", f"{kind!r} has no key: write just {kind!r}")
    if kind not in LONG_TERM:
        if kind in WORKING and not colon and kind not in KEYLESS:
            raise InvalidValue("address", f"{text!r} has no key: write '{kind}:KEY'")
        return address(kind, rest)
    if bad := _BROKEN_ESCAPE.search(rest):
        raise InvalidValue("address", f"{text!r}: write a literal % as %25 (character {bad.start() + 1})")
    *namespace, key = [_unescape(part) for part in rest.split("/")]
    return address(kind, key, tuple(namespace))


def is_address(text: str) -> bool:
    """Tell an address from a position, an id or anything else that names no entry."""
    kind, colon, _ = text.partition(":")
    return kind in KINDS and bool(colon) == (kind not in KEYLESS)


def namespace(text: str) -> tuple[str, ...]:
    """Read ``seg/seg`` as a namespace; empty text is the root."""
    return tuple(name(_unescape(part), "namespace") for part in text.split("/")) if text else ()


def path(segments: Iterable[str]) -> str:
    """Write a namespace as `namespace` reads it; a ``/`` within a segment divides nothing.

    >>> path(("a/b", "50%"))
    'a%2Fb/50%25'
    """
    return "/".join(segment.replace("%", "%25").replace("/", "%2F") for segment in segments)


def _unescape(segment: str) -> str:
    return segment.replace("%2F", "/").replace("%25", "%")
