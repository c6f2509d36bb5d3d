"""The rules in force: an event of the log's own scope, so that every writer obeys the same one."""

from typing import Any, Literal

import msgspec
from msgspec import Struct

from eventlog import addresses
from eventlog.errors import InvalidValue

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
    visible: tuple[str, ...] | None = None  # the kinds that a user is told of by `about`; None: all
    ranking: Ranking = Ranking()
    watch: Watch = Watch()

    def size_cap(self, kind: str) -> int:
        """How many characters a content of *kind* may have."""
        return self.sizes.get(kind, KEEP_SIZES[kind])

    def count_cap(self, kind: str) -> int | None:
        """How many entries of *kind* may show at once in one scope; long-term kinds have no cap of their own."""
        return self.counts.get(kind, None if kind in ("episodic", "semantic", "procedural") else 1_000)

    def closed_to(self, namespace: tuple[str, ...], actor: str | None) -> bool:
        """Tell whether *actor* may not read what lies in *namespace*; the longest rule above it decides."""
        found = [(len(under), rule) for name, rule in self.namespaces.items() if (under := _above(name, namespace))]
        if not found:
            return False
        rule = max(found, key=lambda each: each[0])[1]
        return rule.access == "closed" and f"actor:{actor}" not in rule.readers

    def may_read(self, space: str, user: str) -> bool:
        """Tell whether *user* may read the shared *space*."""
        return (opened := self.spaces.get(space)) is not None and bool({user, "*"} & set(opened.readers))


DEFAULT = Policy()


def _above(name: str, namespace: tuple[str, ...]) -> tuple[str, ...]:
    """Give the segments of *name* where *namespace* lies in it, none elsewhere."""
    segments = addresses.namespace(name)
    return segments if namespace[: len(segments)] == segments else ()


def parse(given: dict[str, Any] | None) -> Policy:
    """Read a policy; keys left out have their defaults, unknown ones are refused by name."""
    if not given:
        return DEFAULT
    try:
        return msgspec.convert(given, Policy)
    except msgspec.ValidationError as error:
        raise InvalidValue("policy", f"{error}: 'belieflog policy show' lists every key") from None


def accepted(given: dict[str, Any]) -> Policy:
    """Read a policy about to be put in force; refuses what would be passed over in silence."""
    if not isinstance(given, dict):
        raise InvalidValue("policy", f"{given!r} is no policy: give a dict, {{}} for the defaults")
    policy = parse(given)
    named = (*policy.protected, *policy.guarded_kinds, *policy.reasons.kinds, *policy.sizes, *policy.counts)
    for kind in named:
        if kind not in KEEP_SIZES:
            raise InvalidValue("policy", f"unknown kind {kind!r}: use one of {', '.join(KEEP_SIZES)}")
    for kind, cap in (*policy.sizes.items(), *policy.counts.items()):
        if cap is not None and cap < 0:
            raise InvalidValue("policy", f"{kind!r} is capped at {cap}: give 0 or more")
    if not 0 <= policy.confidence_margin <= 1:
        raise InvalidValue("policy", f"confidence_margin is {policy.confidence_margin}: give a number from 0 to 1")
    for space in policy.spaces:
        if not space.startswith("team:"):
            raise InvalidValue("policy", f"{space!r} is a user's own memory: only a space named 'team:…' can be opened")
    for space in policy.reasons.namespaces:
        addresses.namespace(space)
    for address in policy.watch.required:
        addresses.parse(address)
    return policy


def shown(policy: Policy) -> dict[str, Any]:
    """Give a policy with every key and its value, defaults included; it can be set as it is shown."""
    full: dict[str, Any] = {f: getattr(policy, f) for f in Policy.__struct_fields__}
    kinds = KEEP_SIZES
    full["sizes"] = {k: policy.size_cap(k) for k in kinds}
    full["counts"] = {k: policy.count_cap(k) for k in kinds}
    told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(full))
    return told
