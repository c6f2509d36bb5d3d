"""Choosing events: by id, op, batch, run, address, source, via, actor, session, tag, kind, namespace, text or point."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from eventlog import addresses, blobs, ids, sources
from eventlog.errors import InvalidValue, NotFound
from eventlog.events import Recorded, Scope, is_set, voidable
from eventlog.points import number, resolve
from eventlog.store import Store
from eventlog.values import canonical

FLAGS = (
    "event", "op", "batch", "run", "address", "source", "via", "actor", "session", "tag", "kind", "namespace", "text",
    "after", "before", "last",
)  # fmt: skip
_NAMING = frozenset({"event", "op", "batch", "run"})  # only these reach corrections


class Selector(Struct, frozen=True):
    """Flags with their values: a flag given several values means either, different flags all."""

    flags: dict[str, tuple[Any, ...]]
    last: bool = False


def selector(**flags: Any) -> Selector:
    """Make a selector from keywords; an unknown one is refused, one that is None is left out."""
    wanted: dict[str, tuple[Any, ...]] = {}
    for flag, value in flags.items():
        if flag not in FLAGS:
            raise InvalidValue("selector", f"unknown flag {flag!r}: use {', '.join(FLAGS)}")
        if value is not None and flag != "last":
            values = tuple(value) if isinstance(value, (list, tuple, set, frozenset)) else (value,)
            if values:
                wanted[flag] = values
    if not wanted:
        raise InvalidValue("selector", f"selects everything: say what, by {', '.join(FLAGS[:-1])}")
    return Selector(wanted, bool(flags.get("last")))


def select(store: Store, user: str, wanted: Selector, now: int, *, erasing: bool = False) -> list[Recorded]:
    """List the user's voidable events that *wanted* selects, by position; for *erasing* all, a text being sought anywhere.

    Only event, op, batch and run reach a `corrected` event: condemning a source must not take back what that
    source has itself condemned. A text to be erased is found in one as well.
    """
    fits = matching(store, user, wanted, now, erasing=erasing)
    corrections = bool(_NAMING & wanted.flags.keys()) or (erasing and "text" in wanted.flags)
    found = [
        r
        for r in _candidates(store, user, wanted)
        if r.public.user == user and (erasing or voidable(r.tag)) and (corrections or r.tag != "corrected") and fits(r)
    ]
    found.sort(key=lambda r: r.position)
    return found[-1:] if wanted.last else found


def with_ops(store: Store, events: Iterable[Recorded]) -> list[Recorded]:
    """Add what stands or falls together with *events*: the voidable rest of their ops."""
    known = {r.position: r for r in events}
    ops = {r.op for r in known.values()}
    found: dict[int, Recorded] = {}
    edge = sorted(ops)  # an op's events stand side by side
    while edge:
        known.update((r.position, r) for r in store.recorded([p for p in edge if p not in known]))
        here = [r for p in edge if (r := known.get(p)) is not None and r.op in ops]
        found.update((r.position, r) for r in here)
        edge = [r.position + 1 for r in here if r.position + 1 not in found]
    return [r for _, r in sorted(found.items()) if voidable(r.tag)]


def _candidates(store: Store, user: str, wanted: Selector) -> list[Recorded]:
    """List a superset of what is selected, as small as one flag makes it."""
    flags = wanted.flags
    if "event" in flags:
        return find(store, *flags["event"])
    for flag in ("op", "batch"):
        if flag in flags:
            return [r for each in flags[flag] for r in _from(store, _first(each, flag), flag)]
    scopes = [s for s in store.index.scopes() if s.user == user]
    if "session" in flags:
        scopes = [s for s in scopes if s.session in ("", *flags["session"])]
    if "address" in flags:
        return [r for s, n in _entries(store, scopes, flags["address"]) for r in store.index.touching(s, n)]
    return [r for s in scopes for r in store.index.members(s)]


def matching(
    store: Store, user: str | None, wanted: Selector, now: int, *, erasing: bool = False
) -> Callable[[Recorded], bool]:
    """Give the test that *wanted* makes of an event of *user* (None: of anyone)."""
    flags = dict(wanted.flags)
    tests = [_said_anywhere(store, flags.pop("text"))] if erasing and "text" in flags else []
    tests += [_test(store, user, flag, values, now) for flag, values in flags.items()]
    return lambda r: all(test(r) for test in tests)


def find(store: Store, *wanted: Any) -> list[Recorded]:
    """Find events by id, by position, or as receipts give them; raises `NotFound`."""
    return [_event(store, each) for each in wanted]


def _event(store: Store, wanted: Any) -> Recorded:
    wanted = getattr(wanted, "event", wanted)  # of a receipt, or the id that an entry rests on
    position = wanted if isinstance(wanted, int) else getattr(wanted, "position", None)
    if isinstance(wanted, str):
        position = number(wanted)
    if isinstance(position, int):
        found = store.recorded((position,)) if 0 < position <= store.head().position else []
    else:
        if isinstance(wanted, str) and not ids.is_id(wanted):
            raise InvalidValue("event", f"{wanted!r} names no event: give its position, or its id")
        found = [f for f in (store.find(ids.parse(wanted)),) if f]
    if not found:
        raise NotFound(f"no event {wanted!r}: 'belieflog log' lists them with their positions")
    return found[0]


def _first(told: Any, flag: str) -> int:
    first = told if isinstance(told, int) else number(told) if isinstance(told, str) else None
    if first is not None:
        return first
    raise InvalidValue(flag, f"{told!r} names no {flag}: give the position of its first event")


def _from(store: Store, first: int, flag: str) -> list[Recorded]:
    found: list[Recorded] = []
    while 0 < first <= store.head().position and (
        more := [
            r for r in store.recorded(range(first + len(found), first + len(found) + 64)) if getattr(r, flag) == first
        ]
    ):
        found += more
    if not found:
        raise NotFound(f"no {flag} {first}: an {flag} is named by the position of its first event")
    return found


def _entries(store: Store, scopes: list[Scope], told: Iterable[Any]) -> list[tuple[Scope, int]]:
    wanted = [str(addresses.parse(each)) for each in told]
    return [(s, e.number) for s in scopes for address in wanted if (e := store.index.entry(s, address))]


def _test(store: Store, user: str | None, flag: str, values: tuple[Any, ...], now: int) -> Callable[[Recorded], bool]:
    match flag:
        case "event":
            chosen = {v if type(v) is int else find(store, v)[0].position for v in values}
            return lambda r: r.position in chosen
        case "address":
            scopes = [s for s in store.index.scopes() if user in (None, s.user)]
            entries = set(_entries(store, scopes, values))
            return lambda r: (r.scope, r.public.entry) in entries
        case "op" | "batch":
            firsts = {_first(v, flag) for v in values}
            return lambda r: getattr(r, flag) in firsts
        case "run" | "actor" | "session" | "tag" | "kind":
            return lambda r: getattr(r.public, flag) in values
        case "source":
            tests = [_source(str(v)) for v in values]
            return lambda r: r.public.source is not None and any(test(r) for test in tests)
        case "via":
            calls = [_via(str(v)) for v in values]
            return lambda r: r.private is not None and any(test(r.private.via) for test in calls)
        case "namespace":
            spaces = [addresses.namespace(str(v)) for v in values]
            return lambda r: any(_within(r, space) for space in spaces)
        case "text":
            texts = [str(v) for v in values]
            return lambda r: any(text in part for part in _content(store, r) for text in texts)
        case "after":
            lows = [resolve(store, v, Scope(user or ""), now) for v in values]
            return lambda r: any(r.position > low for low in lows)
        case _:
            highs = [resolve(store, v, Scope(user or ""), now, "excluding") for v in values]
            return lambda r: any(r.position <= high for high in highs)


def _source(wanted: str) -> Callable[[Recorded], bool]:
    """A source is named by kind, kind:name, whole, or a prefix with ``*``."""
    if wanted.endswith("*"):
        return lambda r: str(r.source).startswith(wanted[:-1])
    exact = sources.parse(wanted)
    if exact.ref:  # a name may have a # in it as well
        return lambda r: r.public.source == exact.kind and (r.source == exact or str(r.source) == wanted)
    if exact.name:
        return lambda r: r.public.source == exact.kind and (s := r.source) is not None and s.name == exact.name
    return lambda r: r.public.source == exact.kind


def _via(wanted: str) -> Callable[[str], bool]:
    """A call is named whole, as ``save_to_scratchpad#toolu_01``, or by a prefix with ``*``."""
    if wanted.endswith("*"):
        return lambda via: via != "" and via.startswith(wanted[:-1])
    return lambda via: via == wanted


def _within(recorded: Recorded, space: tuple[str, ...]) -> bool:
    address = recorded.address
    return address is not None and addresses.parse(address).namespace[: len(space)] == space


def _said_anywhere(store: Store, values: Iterable[Any]) -> Callable[[Recorded], bool]:
    """Look for a text in all that an event keeps privately, and in the large output that it points to."""
    texts = [str(value) for value in values]

    def said(recorded: Recorded) -> bool:
        private = recorded.private
        if private is None:
            return False
        parts = [
            *_content(store, recorded), private.address or "", private.description, *private.participants, private.outcome or "",
            private.reason, private.source_name, private.source_ref, private.via, private.query or "",
        ]  # fmt: skip
        return any(text in part for text in texts for part in parts)

    return said


def _content(store: Store, recorded: Recorded) -> Iterable[str]:
    """Give what an event says, and after it the large output that it points to."""
    yield _words(recorded)
    if (name := blobs.pointed_to(recorded)) is not None and (kept := store.blob(name)) is not None:
        yield kept.decode(errors="replace")


def _words(recorded: Recorded) -> str:
    private = recorded.private
    if private is not None and recorded.tag == "corrected":
        return private.reason
    if private is None or not is_set(private.content):
        return ""
    return private.content if isinstance(private.content, str) else canonical(private.content).decode()
