"""What a policy may not say: what isn't there, what can't be, and what would contradict itself.

Each check takes a policy that could be read and raises `InvalidValue` with the key, the value and the remedy.
"""

import re
from math import isfinite

from eventlog import addresses, sources
from eventlog.addresses import LONG_TERM
from eventlog.errors import InvalidValue
from eventlog.names import name
from eventlog.nearby import hint
from eventlog.own_patterns import nested_repeat
from eventlog.policy import KEEP_SIZES, SHARED, Policy
from eventlog.secrets import KINDS

_ACTOR = "actor:"
_KIND = re.compile(r"[a-z][a-z -]{0,38}[a-z]")
_LONGEST, _SAMPLES = 1_000, ("", "a", "a b", "密码")


def check(policy: Policy) -> None:
    """Refuse a policy that wouldn't do what it says."""
    _kinds(policy)
    _numbers(policy)
    _spaces(policy)
    _namespaces(policy)
    _secrets(policy)
    _required(policy)


def _no(key: str, why: str) -> InvalidValue:
    return InvalidValue("policy", f"{key}: {why}")


def _kinds(policy: Policy) -> None:
    for key, kinds in (
        ("protected", policy.protected), ("guarded_kinds", policy.guarded_kinds), ("reasons.kinds", policy.reasons.kinds),
        ("sizes", policy.sizes), ("counts", policy.counts), ("visible", policy.visible or ()),
    ):  # fmt: skip
        for kind in kinds:
            if kind not in KEEP_SIZES:
                raise _no(key, f"unknown kind {kind!r}: use one of {', '.join(KEEP_SIZES)}")


def _numbers(policy: Policy) -> None:
    for key, caps in (("sizes", policy.sizes), ("counts", policy.counts)):
        for kind, cap in caps.items():
            if cap is not None and cap < 0:
                raise _no(key, f"{kind!r} is capped at {cap}: give 0 or more")
    if not 0 <= policy.confidence_margin <= 1:
        raise _no("confidence_margin", f"is {policy.confidence_margin}: give a number from 0 to 1")
    if policy.updates_per_turn is not None and policy.updates_per_turn < 0:
        raise _no("updates_per_turn", f"is {policy.updates_per_turn}: give 0 or more, or null for no limit")
    watch = policy.watch
    for key, number in (
        ("ranking.half_life_days", policy.ranking.half_life_days), ("watch.idle_turns", watch.idle_turns),
        ("watch.assumption_days", watch.assumption_days), ("watch.compact_rounds", watch.compact_rounds),
        ("watch.prompt_tokens", watch.prompt_tokens),
    ):  # fmt: skip
        if number is not None and not (number > 0 and isfinite(number)):
            raise _no(key, f"is {number}: give a number above 0, or null for never")


def _spaces(policy: Policy) -> None:
    for space, rule in policy.spaces.items():
        if not space.startswith(SHARED):
            raise _no("spaces", f"{space!r} is a user's own memory: only a space named '{SHARED}…' can be opened")
        _called(space.removeprefix(SHARED), f"spaces.{space}")
        for who in (*rule.readers, *rule.writers):
            _called(who, f"spaces.{space}")
            if who.startswith(_ACTOR):
                raise _no(f"spaces.{space}", f"{who!r}: write the name alone, as in {who.removeprefix(_ACTOR)!r}")


def _namespaces(policy: Policy) -> None:
    seen: dict[tuple[str, ...], str] = {}
    for path in policy.reasons.namespaces:
        _path(path, "reasons.namespaces")
    for path, rule in policy.namespaces.items():
        key = f"namespaces.{path or '(the root)'}"
        if (other := seen.setdefault(_path(path, "namespaces"), path)) != path:
            raise _no(key, f"is {other!r} spelled otherwise: name it once")
        for who in rule.writers:
            if who not in sources.RANK and not _is_actor(who, key):
                raise _no(key, f"{who!r} is no writer: use {', '.join(sources.RANK)} or '{_ACTOR}NAME'")
        for who in rule.readers:
            if not _is_actor(who, key):
                raise _no(key, f"{who!r} is no reader: use '{_ACTOR}NAME'")
        if rule.writers and rule.access == "open":
            raise _no(key, "names writers, yet everyone writes where it is open: make it read-only or closed")
        if rule.readers and rule.access != "closed":
            raise _no(key, f"names readers, yet everyone reads where it is {rule.access}: make it closed")
    if policy.fixed_namespaces and not policy.namespaces:
        raise _no("fixed_namespaces", "without any namespace nothing could be remembered: name some in namespaces")


def _secrets(policy: Policy) -> None:
    for kind in policy.secrets.passed_over:
        if kind not in KINDS:
            raise _no(
                "secrets.passed_over", f"no known kind {kind!r}{hint(kind, KINDS)}: use one of {', '.join(KINDS)}"
            )
    for kind, regex in policy.secrets.patterns.items():
        key = f"secrets.patterns.{kind}"
        if not _KIND.fullmatch(kind):
            raise _no(key, "is no name for a kind: use 2 to 40 lower-case letters, spaces and hyphens")
        if len(regex) > _LONGEST:
            raise _no(key, f"has {len(regex)} characters: give {_LONGEST} at most")
        if repeated := nested_repeat(regex):
            raise _no(
                key,
                f"repeats what is repeated already, in {repeated!r}: a text could keep every writer waiting; "
                "repeat once, or let the inner one hold what it has, as in (?:a++)+",
            )
        try:
            compiled = re.compile(regex)
        except (re.error, OverflowError, RecursionError) as error:
            raise _no(key, f"is no regular expression ({error})") from None
        if any(not found[0] for sample in _SAMPLES for found in compiled.finditer(sample)):
            raise _no(key, "matches the empty text, so it would be everywhere: let it match one character at least")


def _required(policy: Policy) -> None:
    for told in policy.watch.required:
        key = f"watch.required: {told!r}"
        try:
            address = addresses.parse(told)
        except InvalidValue as error:
            raise _no(key, str(error)) from None
        kind = address.kind
        if policy.counts.get(kind) == 0 or policy.sizes.get(kind) == 0:
            raise _no(key, f"is required, yet {kind} is capped at 0: raise the cap, or don't require it")
        if kind in LONG_TERM:
            found = policy.namespace_of(address.namespace)
            if found is not None and found[1].access == "closed":
                raise _no(key, f"lies in {found[0] or 'the root'!r}, which is closed: open it, or don't require it")
            if found is None and policy.fixed_namespaces:
                raise _no(key, "lies in none of the namespaces that are named: name its own, or don't require it")


def _path(path: str, key: str) -> tuple[str, ...]:
    try:
        return addresses.namespace(path)
    except InvalidValue as error:
        raise _no(key, f"{path!r} is no namespace ({error}): write it as in 'seg/seg'") from None


def _is_actor(who: str, key: str) -> bool:
    if who.startswith(_ACTOR):
        _called(who.removeprefix(_ACTOR), key)
    return who.startswith(_ACTOR)


def _called(who: str, key: str) -> None:
    try:
        name(who, "name")
    except InvalidValue as error:
        raise _no(key, f"{who!r} is no name ({error})") from None
