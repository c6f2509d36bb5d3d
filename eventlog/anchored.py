"""What anchors say of a log: each is compared with the event it names as the log is walked, once."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from eventlog.anchors import Anchor, signed_by
from eventlog.events import Birth


class Problem(Struct, frozen=True):
    """One thing that is not as it was written, at *position* (0: the log as a whole); *kind* names it for programs."""

    position: int
    damage: str
    kind: str = "changed"


class Walked(Struct, frozen=True):
    """What the walk over a log came to: its last good position, its epochs, and whether it came to the end."""

    last: int
    births: Sequence[Birth]
    whole: bool
    traces: int  # the newest position that anything beside the events still knows of


class Witnesses:
    """Anchors, put to the events they name: `next` is the position that the next of them speaks of."""

    def __init__(self, anchors: Sequence[Anchor], key: str | None = None) -> None:
        self._faults = [(a, fault) for a in anchors if (fault := signed_by(a, key)) is not None]
        unsound = [a for a, _ in self._faults]
        self._anchors = sorted((a for a in anchors if a not in unsound), key=lambda a: (a.position, a.epoch))
        self._ahead = [a.position for a in reversed(self._anchors)]
        self._hashes: dict[int, str] = {}
        self.next = self._ahead.pop() if self._ahead else 0

    def see(self, hash: bytes) -> None:
        """Take note of the hash at position `next`."""
        seen = self.next
        self._hashes[seen] = hash.hex()
        while self.next == seen:
            self.next = self._ahead.pop() if self._ahead else 0

    def problems(self, walked: Walked) -> Iterator[Problem]:
        """Say in what the log differs from what the anchors know of it."""
        for anchor, fault in self._faults:
            yield Problem(anchor.position, f"the anchor at {anchor.position} proves nothing: {fault}", "signature")
        if not walked.births:
            if self._anchors and walked.whole:
                knew = self._anchors[-1].position
                yield Problem(0, f"the log is empty, where the anchor knows {knew} events", "empty")
            return
        ours = []
        for anchor in self._anchors:
            if anchor.log == walked.births[-1].id:
                ours.append(anchor)
            else:
                yield _another(anchor, walked.births)
        good = 0
        for anchor in ours:
            problem = self._problem(anchor, ours, good, walked)
            if problem is not None:
                yield problem
                return  # what comes later follows from it
            if anchor.position <= walked.last:
                good = anchor.position

    def _problem(self, anchor: Anchor, ours: Sequence[Anchor], good: int, walked: Walked) -> Problem | None:
        lost = next((b for b in walked.births if b.epoch > anchor.epoch and (b.position or 0) < anchor.position), None)
        if lost is not None:
            return None if any(a.epoch >= lost.epoch for a in ours) else _restored(anchor, lost)
        if anchor.position > walked.last:
            return _short(anchor, good, walked) if walked.whole else None
        if self._hashes[anchor.position] != anchor.hash:
            since = f"somewhere after {good}, where an anchor still agrees" if good else "somewhere before it"
            return Problem(
                good + 1,
                f"the hash at {anchor.position} isn't the anchor's: history was made anew {since}",
                "rewritten",
            )
        return None


def _another(anchor: Anchor, births: Sequence[Birth]) -> Problem:
    here = f"the anchor is of log {anchor.log}, and this is log {births[-1].id}"
    fork = next((b for b in births if b.cause == "forked" and b.origin == anchor.log), None)
    if fork is not None:
        here += f", a fork of it at {fork.position}"
    return Problem(0, f"{here}: another log is in its place, or it is another log's anchor", "another-log")


def _restored(anchor: Anchor, born: Birth) -> Problem:
    first = (born.position or 0) + 1
    one = first == anchor.position
    lost = f"event {first}" if one else f"events {first} to {anchor.position}"
    return Problem(
        first,
        f"the log was restored from a backup that ended at {first - 1}: {lost} of epoch {anchor.epoch}, which the "
        f"anchor knows, {'is' if one else 'are'} lost; an anchor taken since then settles it",
        "restored",
    )


def _short(anchor: Anchor, good: int, walked: Walked) -> Problem:
    short = f"the log ends at {walked.last}, where the anchor knows {anchor.position} events"
    proven = f"; an earlier anchor proves what came up to {good}" if good else "; no anchor proves what is left"
    if walked.traces > walked.last:
        return Problem(walked.last + 1, f"{short}: its newest events were deleted{proven}", "truncated")
    return Problem(
        walked.last + 1,
        f"{short}: an older copy was put back, or its newest events were deleted{proven}",
        "older-copy",
    )
