"""What was acknowledged, held against what a broken run left: a log, judged."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from doings import Doing, Place, Promise, end

import belieflog

_SAID_ONCE = {"note-written", "observed", "said", "fact-added", "memory-written"}


class Tale(NamedTuple):
    """A whole run of a doing: the hash at each position, and all that was acknowledged."""

    hashes: Sequence[str]
    promises: Sequence[Promise]

    @property
    def heads(self) -> set[int]:
        """Where the log may end: at the beginning, or at what was acknowledged; anything between is half a batch."""
        return {promise.position for promise in self.promises}


class Found(NamedTuple):
    """What was found of what was acknowledged, what is there twice, and what is wrong besides."""

    acknowledged: int = 0
    found: int = 0
    doubled: int = 0
    wrong: tuple[str, ...] = ()

    def __add__(self, other: "Found") -> "Found":  # type: ignore[override]
        return Found(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))

    @property
    def lost(self) -> int:
        return self.acknowledged - self.found


def prepared(doing: Doing, folder: Path) -> None:
    """Make the folder in which *doing* begins."""
    folder.mkdir()
    doing.prepare(Place(folder))


def whole(folder: Path, begun: Promise | None, promises: Sequence[Promise]) -> Tale:
    """Tell of a run that nothing broke off, from what it left."""
    with belieflog.open(Place(folder).log, readonly=True) as log:
        hashes = [log.row(p).hash.hex() for p in range(1, log.position + 1)]
    return Tale(hashes, [*([begun] if begun else []), *promises])


def beginning(folder: Path) -> Promise | None:
    """Give what was acknowledged before a doing began: all that its folder holds."""
    found = end(Place(folder).log)
    return found and Promise(*found)


def judge(folder: Path, tale: Tale, told: Sequence[Promise], again: Callable[[Place], object] | None = None) -> Found:
    """Open what a broken run left in *folder*, as the next program would, and hold it against what was *told*."""
    place, wrong = Place(folder, "off"), list[str]()
    found = Found()
    try:
        if told and told[-1].gone:
            found += _gone(folder, told[-1].gone)
        found += _copies(folder, tale, told)
        with belieflog.open(place.log, durability="off") as log:
            found += _kept(log, tale, told)
            log.memory("u", "after").write("k", "after it broke")
            found += _sound(log, "once it was written on")
        if again is not None:
            again(place)
            with belieflog.open(place.log, durability="off") as log:
                found += _sound(log, "once it was done again")
            found += Found(wrong=_gone(folder, tale.promises[-1].gone).wrong)
            found += _copies(folder, tale, tale.promises[-1:], anew=True)
    except Exception as error:
        wrong.append(f"{type(error).__name__}: {error}")
        found = found._replace(acknowledged=len(told), found=min(found.found, len(told) - 1) if told else 0)
    return found._replace(wrong=(*found.wrong, *wrong))


def _kept(log: belieflog.Log, tale: Tale, told: Sequence[Promise]) -> Found:
    hashes = [row.hash.hex() for row in log._store.rows()]
    there = sum(promise.position <= len(hashes) and hashes[promise.position - 1] == promise.head for promise in told)
    wrong = []
    if hashes != list(tale.hashes[: len(hashes)]) and (told or len(hashes) > 1):  # a new log's opening is its own
        wrong.append("what is there isn't the beginning of the whole run")
    elif len(hashes) > 1 and len(hashes) not in tale.heads:
        wrong.append(f"the log ends at {len(hashes)}, in the middle of a write")
    return Found(len(told), there, 0, tuple(wrong)) + _sound(log, "as it was found")


def _sound(log: belieflog.Log, when: str) -> Found:
    verdict = log.verify(views=True)
    wrong = [] if verdict.ok else [f"{when}, verify says: {verdict.problems[0] if verdict.problems else verdict}"]
    said: Counter[Any] = Counter()
    for event in log.events():
        if event.tag in _SAID_ONCE and event.private is not None:
            said[event.public.user, event.public.session, event.tag, event.private.address, _text(event)] += 1
            content = event.private.content
            if isinstance(content, dict) and (ref := content.get("ref")):
                log.blob(ref)  # raises where it is lost
    return Found(doubled=sum(n - 1 for n in said.values()), wrong=tuple(wrong))


def _text(event: Any) -> str:
    return json.dumps(event.private.content, sort_keys=True)


def _gone(folder: Path, texts: Sequence[str]) -> Found:
    left = [p.name for p in folder.iterdir() if p.is_file() and any(t.encode() in p.read_bytes() for t in texts)]
    return Found(wrong=(f"what was erased is still in {left}",) if left else ())


def _copies(folder: Path, tale: Tale, told: Sequence[Promise], *, anew: bool = False) -> Found:
    """Look at the copies: one that was acknowledged is there and whole; one that wasn't is whole or no log at all.

    One that was made *anew* has another time in it, and what was written meanwhile.
    """
    promised = {name for promise in told for name, *_ in promise.copies}
    wrong = []
    for name, position, head in {copy for promise in tale.promises for copy in promise.copies}:
        try:
            with belieflog.open(folder / name, readonly=True) as copy:
                same = copy.position >= position if anew else (copy.position, copy.head) == (position, head)
                if not same or not copy.verify().ok:
                    wrong.append(f"'{name}' has {copy.position} of {position} events, and passes for a log")
        except belieflog.BelieflogError as error:
            if name in promised:
                wrong.append(f"'{name}' is lost: {error}")
    return Found(wrong=tuple(wrong))
