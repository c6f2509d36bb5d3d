"""What the log can hold: one flat public text and one flat private text per event.

Tags and field names are stored for ever: add, never rename; a new field has a default. A field left
out is null. What each tag means is `Tag`; what its content holds is `eventlog.contents`.
"""

from typing import Any, Literal, get_args

import msgspec
from msgspec import UNSET, Struct, UnsetType

from eventlog import upcasters
from eventlog.addresses import KEYLESS, LONG_TERM, WORKING
from eventlog.errors import CorruptLog
from eventlog.sources import Source

Tag = Literal[
    "opened", "session-started", "session-ended", "scratchpad-cleared",
    "goal-set", "constraint-set", "plan-revised", "progress-noted", "note-written", "fact-added",
    "assumption-made", "question-raised", "failure-marked", "memory-written", "retracted",
    "observed", "said", "recalled", "compacted", "corrected", "erased", "policy-set", "marked",
]  # fmt: skip
TAGS: tuple[Tag, ...] = get_args(Tag)
TAG_OF: dict[str, Tag] = {
    "goal": "goal-set", "constraint": "constraint-set", "plan": "plan-revised", "progress": "progress-noted",
    "note": "note-written", "fact": "fact-added", "assumption": "assumption-made",
    "question": "question-raised", "failure": "failure-marked",
    "episodic": "memory-written", "semantic": "memory-written", "procedural": "memory-written",
}  # fmt: skip
ASSERTING = frozenset(TAG_OF.values())
PHYSICAL = frozenset({"opened", "recalled", "erased", "marked"})
VERSION = 1

Ranges = tuple[tuple[int, int], ...]
ScopeName = Literal["session", "long-term", "log"]

__all__ = [
    "ASSERTING", "KEYLESS", "LOG", "LONG_TERM", "PHYSICAL", "TAGS", "TAG_OF", "WORKING",
    "Birth", "Link", "Private", "Public", "Ranges", "Recorded", "Scope", "Tag",
    "decode_private", "decode_public", "disturbs", "encode", "is_set", "known", "scope_of", "time_of", "voidable",
]  # fmt: skip


class Scope(Struct, frozen=True, order=True):
    """Whose state an event changes: a session of a user, a user's long-term memory, or the log itself."""

    user: str
    session: str = ""

    @property
    def name(self) -> ScopeName:
        """What kind of scope this is."""
        return "session" if self.session else "long-term" if self.user else "log"


LOG = Scope("")


class Birth(Struct, frozen=True, omit_defaults=True):
    """What an `opened` event says of the log and of the epoch that begins with it."""

    id: str
    epoch: int = 1
    cause: Literal["created", "forked", "restored", "copied"] = "created"
    origin: str | None = None
    position: int | None = None


class Link(Struct, frozen=True):
    """The session, and the position in it, that another session goes on from."""

    session: str
    position: int


class Public(Struct, frozen=True, omit_defaults=True, gc=False):
    """What is never erased: all that folds and proofs need. Times are µs, sets of positions are ranges."""

    tag: str
    id: str
    at: int
    user: str = ""
    session: str = ""
    scope: ScopeName = "session"
    kind: str | None = None
    entry: int | None = None
    version: int | None = None
    claim: int | None = None  # absent: the version itself
    source: str | None = None
    actor: str = ""
    batch: int | None = None  # position of the batch's first event; absent on that event
    op: int | None = None  # the same for the op
    run: str | None = None
    derived_from: tuple[str, ...] = ()
    occurred_at: int | None = None
    occurred_offset: int = 0
    occurred_precision: str | None = None
    expires_at: int | None = None
    ttl: int | None = None
    voids: Ranges = ()
    restores: Ranges = ()
    successor: str | None = None
    shown: Ranges = ()
    covered: Ranges = ()
    erased: Ranges = ()
    policy: dict[str, Any] | None = None
    log: Birth | None = None
    parent: Link | None = None
    v: int = VERSION

    @property
    def world_time(self) -> int:
        """When it happened: told, else recorded."""
        return self.at if self.occurred_at is None else self.occurred_at


class Private(Struct, frozen=True, omit_defaults=True, gc=False):
    """What a person or a model wrote; erasing takes it away, and the salt with it."""

    address: str | None = None
    content: Any = UNSET
    confidence: float | None = None
    importance: int | None = None
    description: str = ""
    participants: tuple[str, ...] = ()
    outcome: str | None = None
    reason: str = ""
    source_name: str = ""
    source_ref: str = ""
    via: str = ""
    query: str | None = None


class Recorded(Struct, frozen=True, gc=False):
    """An event together with where the log put it; `body` is its private text, None once erased."""

    position: int
    public: Public
    body: bytes | None

    @property
    def private(self) -> Private | None:
        """The private part, decoded anew at each call; None once erased."""
        return None if self.body is None else decode_private(self.body, self.position)

    @property
    def scope(self) -> Scope:
        """Whose state this event changes."""
        return scope_of(self.public)

    @property
    def id(self) -> str:
        """The event's name, chosen by its writer."""
        return self.public.id

    @property
    def at(self) -> int:
        """When it was recorded, in µs since 1970."""
        return self.public.at

    @property
    def tag(self) -> str:
        """What kind of event it is."""
        return self.public.tag

    @property
    def version(self) -> int | None:
        """Which version of its entry it asserts, if any."""
        return self.public.version

    @property
    def address(self) -> str | None:
        """The entry it touches; None for none, and once erased."""
        return private.address if (private := self.private) else None

    @property
    def op(self) -> int:
        """The position of the first event of its op."""
        return self.public.op or self.position

    @property
    def batch(self) -> int:
        """The position of the first event of its batch."""
        return self.public.batch or self.position

    @property
    def claim(self) -> tuple[Scope, int, int] | int:
        """What it asserts: an entry with a content; an observation or utterance is its own claim."""
        public = self.public
        if public.entry is None or public.version is None:
            return self.position
        return (self.scope, public.entry, public.claim or public.version)

    @property
    def source(self) -> Source | None:
        """Where the content came from; only the kind is left once erased."""
        if self.public.source is None:
            return None
        private = self.private or Private()
        return Source(self.public.source, private.source_name, private.source_ref)


class _Stranger(Struct, frozen=True):
    """The little that any version can read of an event it doesn't know."""

    tag: str
    id: str
    at: int
    user: str = ""
    session: str = ""
    scope: str = "session"
    v: int = VERSION


class _Time(Struct, gc=False):
    at: int


UNREADABLE = (msgspec.MsgspecError, UnicodeError, RecursionError, TypeError)  # TypeError: what is there is no text

_encoder = msgspec.json.Encoder(order="sorted")
_time = msgspec.json.Decoder(_Time)
_public = msgspec.json.Decoder(Public)
_private = msgspec.json.Decoder(Private)
_stranger = msgspec.json.Decoder(_Stranger)


def encode(part: Public | Private) -> bytes:
    """Write one part of an event in its canonical form; these bytes are stored and hashed."""
    return _encoder.encode(part)


def decode_public(text: bytes, position: int = 0) -> Public:
    """Read a stored public text, in today's form; of one from a later version, what any version can read."""
    try:
        public = _public.decode(text)
        return upcasters.upcast(public) if public.v != VERSION else public
    except UNREADABLE as error:
        try:
            stranger = _stranger.decode(text)
        except UNREADABLE:
            raise CorruptLog(position, f"event {position} can't be read ({error}): run 'belieflog verify'") from None
        told: Any = stranger.scope if stranger.scope in get_args(ScopeName) else "session"
        v = max(stranger.v, VERSION + 1)
        return Public(stranger.tag, stranger.id, stranger.at, stranger.user, stranger.session, told, v=v)


def time_of(text: bytes, position: int = 0) -> int:
    """Read only when the event of a stored public text was recorded."""
    try:
        return _time.decode(text).at
    except UNREADABLE:
        return decode_public(text, position).at


def decode_private(text: bytes, position: int = 0) -> Private:
    """Read a stored private text; raises `CorruptLog` where it can't be one."""
    try:
        return _private.decode(text)
    except UNREADABLE as error:
        raise CorruptLog(
            position, f"the private part of event {position} can't be read ({error}): run 'belieflog verify'"
        ) from None


def scope_of(public: Public) -> Scope:
    """Give the scope that *public* changes."""
    if public.scope == "session":
        return Scope(public.user, public.session)
    return Scope(public.user) if public.scope == "long-term" else LOG


def known(public: Public) -> bool:
    """Tell whether this version can fold the event."""
    return public.tag in _KNOWN and public.v <= VERSION


def disturbs(public: Public) -> bool:
    """Tell whether an event that can't be folded leaves its scope's views incomplete; extensions don't."""
    return not known(public) and not public.tag.startswith("x-")


def voidable(tag: str) -> bool:
    """Tell whether a correction can reach events with *tag*: what physically happened can't be taken back."""
    return tag not in PHYSICAL


_KNOWN = frozenset(TAGS)


def is_set(value: object) -> bool:
    """Tell a content from no content, null included."""
    return not isinstance(value, UnsetType)
