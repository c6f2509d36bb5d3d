"""The whole log replayed: what every scope shows at the end, worked out from the stored events alone.

Nothing of the index is asked: this is the fold of `eventlog.beliefs` over all scopes at once. While it runs only
the positions of what shows are held, so a log of a million events replays in little memory.
"""

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from eventlog import effects
from eventlog.events import LONG_TERM, TAGS, VERSION, Public, Recorded, Scope, decode_public
from eventlog.intervals import Intervals
from eventlog.store import Store


class _Told(Struct, gc=False):
    """The little of a public text that the fold looks at: reading no more halves the time."""

    tag: str
    user: str = ""
    session: str = ""
    scope: str = "session"
    kind: str | None = None
    entry: int | None = None
    v: int = VERSION


class _State(Struct):
    """A scope on its way: the deciding position of each entry that shows something, and its corrections."""

    void: Intervals | None
    deciding: dict[int, int] = {}
    spared: set[int] = set()  # entries that a clear leaves alone
    corrections: list[int] = []


_decoder = msgspec.json.Decoder(_Told)
_TAGS = frozenset(TAGS)


def final(store: Store) -> Iterator[tuple[Scope, dict[int, Recorded]]]:
    """Yield each scope with the deciding events of its entries, by position; scopes in order of first appearance."""
    states = _fold(store, {})
    if void := {scope: effects.void(store.recorded(s.corrections)) for scope, s in states.items() if s.corrections}:
        states = _fold(store, void)  # what is void is known only at the end
    for scope, state in states.items():
        deciding = state.deciding
        yield Scope(*scope), dict(zip(deciding, store.recorded(deciding.values()), strict=True))


def _fold(store: Store, void: dict[tuple[str, str], Intervals]) -> dict[tuple[str, str], _State]:
    states: dict[tuple[str, str], _State] = {}
    for position, text in store.publics():
        told = _read(text, position)
        scope = (told.user, told.session if told.scope == "session" else "")
        if (state := states.get(scope)) is None:
            state = states[scope] = _State(void.get(scope))
        if state.void is None or position not in state.void:
            _take(state, told, position)
    return states


def _take(state: _State, told: _Told | Public, position: int) -> None:
    """Do what `beliefs.step` does, on positions."""
    tag, number = told.tag, told.entry
    if tag not in _TAGS or told.v > VERSION:
        return
    if number is not None:
        state.deciding.pop(number, None)
        if tag != "retracted":
            state.deciding[number] = position
            if told.kind in LONG_TERM:
                state.spared.add(number)
    elif tag == "scratchpad-cleared":
        state.deciding = {n: p for n, p in state.deciding.items() if n in state.spared}
    elif tag == "corrected":
        state.corrections.append(position)


def _read(text: bytes, position: int) -> _Told | Public:
    """Read what the fold needs; in full where the form is another than today's."""
    try:
        told = _decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return decode_public(text, position)
    return told if told.v == VERSION else decode_public(text, position)
