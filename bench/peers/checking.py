"""Did a peer keep what it was given, and does it give it back? Asked before anything that it does counts."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from bench.peers.peer import Op, Peer, State
from bench.yardsticks import dumps, fold


class Wrong(Exception):
    """The peer gives back something else than what was written."""


class Truth:
    """What was written, of the sessions that are looked at; and how much there is of all."""

    def __init__(self, ops: Iterable[Op], sessions: Sequence[str]) -> None:
        self._told: dict[str, list[tuple[int, Op]]] = {session: [] for session in sessions}
        self._sizes: dict[str, set[str]] = {}
        for seq, op in enumerate(ops, 1):
            session, key = op["session"], op["key"]
            keys = self._sizes.setdefault(session, set())
            if op["op"] == "retract":
                keys.discard(key)
            else:
                keys.add(key)
            if session in self._told:
                self._told[session].append((seq, json.loads(dumps(op))))

    @property
    def entries(self) -> int:
        """How many entries all sessions show."""
        return sum(map(len, self._sizes.values()))

    def count(self, session: str, seq: int) -> int:
        """Count the session's operations up to *seq*."""
        return sum(1 for at, _ in self._told[session] if at <= seq)

    def shown(self, session: str, seq: int | None = None) -> dict[str, Op]:
        """Fold the session, up to *seq*."""
        state: State = {session: {}}
        for at, op in self._told[session]:
            if seq is None or at <= seq:
                fold(state, op)
        return state[session]

    def history(self, session: str, key: str, forgets: bool) -> list[Op]:
        """List what was written to *key*; of one that *forgets*, since it was last taken back."""
        told: list[Op] = []
        for _, op in self._told[session]:
            if op["key"] == key:
                told = [] if forgets and op["op"] == "retract" else [*told, op]
        return told


def check(peer: Peer, truth: Truth, sessions: Sequence[str], keys: Sequence[str], seq: int) -> None:
    """Compare all that *peer* can read with the truth."""
    for session, key in zip(sessions, keys, strict=True):
        _same(peer, f"what {session} shows", _asked(peer, "current", session), truth.shown(session))
        count = truth.count(session, seq)
        past = _asked(peer, "as_of", session, seq, count)
        _same(peer, f"what {session} showed after {seq}", past, truth.shown(session, seq))
        told = _asked(peer, "history", session, key)
        _same(peer, f"the history of {key} in {session}", told, truth.history(session, key, peer.forgets))
    replayed = _asked(peer, "replay")
    if replayed is not None:
        _same(peer, "the number of entries", sum(map(len, replayed.values())), truth.entries)
        for session in sessions:
            _same(peer, f"the replay of {session}", replayed.get(session, {}), truth.shown(session))


def check_search(peer: Peer, word: str, found: Sequence[Op], holding: int) -> None:
    """See that a search found operations that hold *word*: ten, or as many as there are."""
    _same(peer, f"how many hold {word!r}, up to ten", min(len(found), 10), min(holding, 10))
    for op in found:
        _same(peer, f"whether what was found holds {word!r}", word.lower() in dumps(op).lower(), True)


def _asked(peer: Peer, read: str, *about: Any) -> Any:
    method = getattr(peer, read, None)
    return None if method is None else method(*about)


def _same(peer: Peer, what: str, given: Any, written: Any) -> None:
    if given is not None and given != written:
        raise Wrong(f"{peer.name} gives back something else: {what}")
