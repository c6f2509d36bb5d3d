"""The rules in force: an event of the log's own scope, so that every writer obeys the same one."""

import re
from functools import lru_cache
from typing import Any, Literal

import msgspec
from msgspec import Struct

from eventlog import addresses
from eventlog.errors import InvalidValue
from eventlog.events import Recorded

SHARED = "team:"  # begins the names of shared spaces

KEEP_SIZES = {
    "goal": 4_000, "constraint": 2_000, "plan": 40_000, "progress": 4_000, "fact": 2_000,
    "assumption": 2_000, "question": 2_000, "failure": 8_000, "note": 40_000,
    "episodic": 40_000, "semantic": 8_000, "procedural": 8_000,
}  # fmt: skip


class Space(Struct, frozen=True, forbid_unknown_fields=True):
    """Which users may read a shared space, ``"*"`` being everyone, and which actors may write there."""

    readers: tuple[str, ...] = ()
    writers: tuple[str, ...] = ("*",)


class Namespace(Struct, frozen=True, forbid_unknown_fields=True):
    """What may be done below a namespace of long-term memory, and who may do more there.

    *writers* are source kinds (``user``) or ``actor:NAME``, *readers* are ``actor:NAME``.
    """

    access: Literal["open", "read-only", "closed"] = "open"
    writers: tuple[str, ...] = ()
    readers: tuple[str, ...] = ()

    def closed_to(self, actor: str | None) -> bool:
        """Tell whether *actor* may not read what lies there."""
        return self.access == "closed" and f"actor:{actor}" not in self.readers


class Secrets(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether secrets are masked before anything is stored: kinds passed over, and patterns of one's own by kind."""

    mask: bool = True
    passed_over: tuple[str, ...] = ()
    patterns: dict[str, str] = {}


class Ranking(Struct, frozen=True, forbid_unknown_fields=True):
    """How recall weighs what it finds beside its words: after how many days freshness has halved (None: never)."""

    half_life_days: float | None = 90.0


class Watch(Struct, frozen=True, forbid_unknown_fields=True):
    """When `check` speaks up: entries that must be there, and how long things may lie (turns, days, rounds, tokens)."""

    required: tuple[str, ...] = ()
    idle_turns: int | None = 10
    assumption_days: float | None = 7.0
    compact_rounds: int | None = 40
    prompt_tokens: int | None = None


class Reasons(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a write needs a reason: kinds, namespaces (``seg/seg``), or overwriting what a user said."""

    kinds: tuple[str, ...] = ()
    namespaces: tuple[str, ...] = ()
    overwriting_user: bool = False


class Policy(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Every rule that can be set, with its default."""

    protected: tuple[str, ...] = ("goal", "constraint", "fact", "episodic", "semantic", "procedural")
    confidence_margin: float = 0.2
    sizes: dict[str, int] = {}  # characters per kind, over the defaults of KEEP_SIZES
    counts: dict[str, int | None] = {}  # entries per kind in one scope (None: no cap), over the defaults of `count_cap`
    guarded_kinds: tuple[str, ...] = ("procedural", "constraint")  # not for tool and document sources
    reasons: Reasons = Reasons()
    spaces: dict[str, Space] = {}
    namespaces: dict[str, Namespace] = {}
    fixed_namespaces: bool = False  # long-term memory is written in the namespaces named above and below them only
    secrets: Secrets = Secrets()
    updates_per_turn: int | None = None  # entries that an agent may write between two words of the user
    record_refusals: bool = False
    record_recalls: bool = True  # what an agent was shown, so that what it wrote after can be found
    visible: tuple[str, ...] | None = None  # the kinds that a user is told of by `about`; None: all
    ranking: Ranking = Ranking()
    watch: Watch = Watch()

    def size_cap(self, kind: str) -> int:
        """How many characters a content of *kind* may have."""
        return self.sizes.get(kind, KEEP_SIZES[kind])

    def count_cap(self, kind: str) -> int | None:
        """How many entries of *kind* may show at once in one scope; long-term kinds have no cap of their own."""
        return self.counts.get(kind, None if kind in ("episodic", "semantic", "procedural") else 1_000)

    def namespace_of(self, namespace: tuple[str, ...]) -> tuple[str, Namespace] | None:
        """Find what decides over *namespace*: the longest of those named that it is, or lies below."""
        fitting = [each for each in self.namespaces if namespace[: len(path := _segments(each))] == path]
        longest = max(fitting, key=lambda each: len(_segments(each)), default=None)
        return None if longest is None else (longest, self.namespaces[longest])

    def closed_to(self, namespace: tuple[str, ...], actor: str | None) -> bool:
        """Tell whether *actor* may not read what lies in *namespace* of long-term memory."""
        if not self.namespaces or (found := self.namespace_of(namespace)) is None:
            return False
        return found[1].closed_to(actor)

    def closes(self, actor: str | None) -> bool:
        """Tell whether any namespace is closed to *actor*."""
        return any(rule.closed_to(actor) for rule in self.namespaces.values())

    def hides(self, address: str, actor: str | None) -> bool:
        """Tell whether the entry at *address* is kept from *actor* by a closed namespace."""
        if not self.namespaces or address.partition(":")[0] not in addresses.LONG_TERM:
            return False
        return self.closed_to(addresses.parse(address).namespace, actor)

    def may_write_in(self, space: str, actor: str) -> bool:
        """Tell whether *actor* may write in the shared *space*."""
        opened = self.spaces.get(space)
        return opened is None or not {actor, "*"}.isdisjoint(opened.writers)

    def may_read(self, space: str, user: str) -> bool:
        """Tell whether *user* may read the shared *space*."""
        return (opened := self.spaces.get(space)) is not None and bool({user, "*"} & set(opened.readers))


DEFAULT = Policy()
_segments = lru_cache(1_000)(addresses.namespace)


def parse(given: dict[str, Any] | None) -> Policy:
    """Read a policy; keys left out have their defaults, unknown ones are refused by name."""
    if not given:
        return DEFAULT
    try:
        return msgspec.convert(given, Policy)
    except msgspec.ValidationError as error:
        raise InvalidValue("policy", f"{_readable(str(error))}: 'belieflog policy show' lists every key") from None


def in_force(recorded: Recorded | None) -> Policy:
    """Read the policy that an event put in force; without one the defaults are."""
    return parse(recorded.public.policy if recorded else None)


def accepted(given: dict[str, Any]) -> Policy:
    """Read a policy about to be put in force; refuses what contradicts itself or would be passed over in silence."""
    from eventlog import policy_checks

    if not isinstance(given, dict):
        raise InvalidValue("policy", f"{type(given).__name__} is no policy: give a dict, {{}} for the defaults")
    policy = parse(given)
    policy_checks.check(policy)
    return policy


def _readable(error: str) -> str:
    """Say in a reader's words what doesn't fit: ``Expected `int`, got `str` - at `$.sizes[...]``` and its like."""
    what, _, where = error.partition(" - at ")
    place = where.strip("`").removeprefix("key in ").lstrip("$").lstrip(".").replace("[...]", "")
    if found := re.match(r"Object contains unknown field `(.*)`", what):
        return f"there is no key {'.'.join(filter(None, (place, found[1])))!r}"
    return f"{place}: {what[:1].lower()}{what[1:]}" if place else what


def shown(policy: Policy) -> dict[str, Any]:
    """Give a policy with every key and its value, defaults included; it can be set as it is shown."""
    full: dict[str, Any] = {f: getattr(policy, f) for f in Policy.__struct_fields__}
    kinds = KEEP_SIZES
    full["sizes"] = {k: policy.size_cap(k) for k in kinds}
    full["counts"] = {k: policy.count_cap(k) for k in kinds}
    told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(full))
    return told
