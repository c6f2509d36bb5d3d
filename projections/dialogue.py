"""What was said, with older turns given as their summary?"""

from functools import reduce
from typing import Any

from msgspec import Struct

from eventlog.events import Ranges, Recorded, Scope, known
from eventlog.intervals import Intervals
from eventlog.sources import Source
from eventlog.standing import void_at
from eventlog.store import Index
from projections.entries import content_of, source_of

_FIRST_LOOK = 32


class Dialogue(Struct, frozen=True):
    """The events that stand for the dialogue: turns, and summaries in the place of what they cover."""

    turns: tuple[Recorded, ...] = ()


class Turn(Struct, frozen=True):
    """One turn, or the summary of those it has *covered* (then its role is ``summary``)."""

    role: str
    content: Any
    position: int
    event: str
    recorded_at: int
    occurred_at: int | None
    source: Source
    actor: str
    covered: Ranges = ()


INITIAL = Dialogue()


def evolve(state: Dialogue, recorded: Recorded) -> Dialogue:
    """Fold one effective event of the session: a summary takes the place of the turns it covers."""
    public = recorded.public
    if not known(public) or public.tag not in ("said", "compacted"):
        return state
    if public.tag == "said":
        return Dialogue((*state.turns, recorded))
    covered = Intervals(public.covered)
    rest = [turn for turn in state.turns if turn.position not in covered]
    place = next((i for i, turn in enumerate(rest) if _since(turn) > _since(recorded)), len(rest))
    return Dialogue((*rest[:place], recorded, *rest[place:]))


def last(state: Dialogue, rounds: int) -> list[Turn]:
    """Give the last *rounds* and the summaries, nothing erased; a round begins where the user speaks."""
    turns = _turns(state)
    starts = _starts(turns)
    cut = len(turns) if rounds <= 0 else 0 if len(starts) <= rounds else starts[-rounds]
    return [turn for i, turn in enumerate(turns) if i >= cut or turn.covered]


def read(index: Index, scope: Scope, rounds: int, upto: int | None = None) -> list[Turn]:
    """Give what `last` gives, now or as known then at *upto*, looking back only as far as needed."""
    void = void_at(index, scope, upto)
    summaries = [r for r in index.members(scope, ("compacted",), upto=upto) if r.position not in void]
    look = _FIRST_LOOK
    while True:
        said = index.members(scope, ("said",), upto=upto, newest=look)
        history = sorted((*(r for r in said if r.position not in void), *summaries), key=lambda r: r.position)
        state = reduce(evolve, history, INITIAL)
        if len(said) < look or len(_starts(_turns(state))) > rounds:
            return last(state, rounds)
        look *= 4


def _since(recorded: Recorded) -> int:
    """Where in the dialogue it stands: a summary where its first turn stood."""
    covered = recorded.public.covered
    return covered[0][0] if covered else recorded.position


def _starts(turns: list[Turn]) -> list[int]:
    return [i for i, turn in enumerate(turns) if turn.role == "user"]


def _turns(state: Dialogue) -> list[Turn]:
    return [made for recorded in state.turns if (made := _turn(recorded))]


def _turn(recorded: Recorded) -> Turn | None:
    private = recorded.private
    content = content_of(private)
    if not isinstance(content, dict):
        return None
    public = recorded.public
    summary = public.tag == "compacted"
    return Turn(
        "summary" if summary else content.get("role", ""), content.get("summary" if summary else "content"),
        recorded.position, public.id, public.at, public.occurred_at, source_of(public, private), public.actor,
        public.covered if summary else (),
    )  # fmt: skip
