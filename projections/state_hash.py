"""One hash of what a memory shows, the same on every machine, engine and Python.

It compares two states; what proves a log is its chain.
"""

from collections.abc import Callable, Mapping
from hashlib import sha256

from eventlog.beliefs import Beliefs
from eventlog.events import Scope

FOLD = 1  # grows when the same events come to another state
_DOMAIN, _MODULUS = b"belieflog/1 state", 2**256


def of(states: Mapping[Scope, Beliefs], leaf: Callable[[int], bytes]) -> str:
    """Hash folded states: the definition. *leaf* gives the leaf of the event at a position."""
    state = StateHash()
    for scope, beliefs in states.items():
        for number, shown in beliefs.entries.items():
            state.show(scope, number, leaf(shown.position))
        state.end(scope, beliefs.ended)
    return state.hex()


class StateHash:
    """The hash of what some scopes show, kept up to date entry by entry.

    It is the sum, modulo 2^256, of a hash per (scope, entry number, deciding leaf), hashed together with the
    sessions that are closed and the fold's version. A leaf commits to address and content, so nothing is
    encoded anew and an erasure changes no hash; a sum lets one entry change without hashing the others again.
    """

    def __init__(self) -> None:
        self._sum = 0
        self._terms: dict[Scope, dict[int, bytes]] = {}
        self._ended: set[str] = set()

    def show(self, scope: Scope, number: int, decided_by: bytes | None) -> None:
        """Say which event, by its leaf, an entry shows now."""
        terms = self._terms.setdefault(scope, {})
        total = self._sum
        if (old := terms.pop(number, None)) is not None:
            total -= int.from_bytes(old, "big")
        if decided_by is not None:
            told = f"{scope.name}\0{scope.session}\0{number}\0".encode()
            new = terms[number] = sha256(_DOMAIN + told + decided_by).digest()
            total += int.from_bytes(new, "big")
        self._sum = total % _MODULUS

    def end(self, scope: Scope, ended: bool) -> None:
        """Say whether a session is closed."""
        (self._ended.add if ended else self._ended.discard)(scope.session)

    def hex(self) -> str:
        """Give the hash of the state as it stands."""
        closed = "\0".join(sorted(self._ended)).encode()
        return sha256(_DOMAIN + b"%d\0" % FOLD + self._sum.to_bytes(32, "big") + closed).hexdigest()
