"""What can be asked of a log: one struct per verb, and the circumstances that come with each.

A command says what is wanted in the user's words; `eventlog.decide` turns it into events or refuses.
"""

from typing import Any, Literal

from msgspec import Struct

from eventlog.addresses import Address
from eventlog.contents import StepStatus
from eventlog.events import Ranges
from eventlog.sources import Source
from eventlog.times import Moment


class Given(Struct, frozen=True, kw_only=True):
    """Who asks, on whose memory, and all that may come with any command."""

    user: str
    session: str = ""
    actor: str = ""
    source: Source | None = None
    via: str = ""
    reason: str = ""
    derived_from: tuple[str, ...] = ()
    expires_at: int | None = None
    ttl: int | None = None
    expected: int | None = None
    expected_position: int | None = None
    id: str | None = None
    occurred_at: Moment | None = None
    run: str | None = None
    force: bool = False
    echo: bool = False  # a repetition rests on what it repeats
    drawn: bool = False  # by consolidation, from what it rests on


class Start(Struct, frozen=True):
    """Start a session, or start it again; *continues* names a session and a position it goes on from."""

    title: str
    continues: tuple[str, int] | None = None


class End(Struct, frozen=True):
    """End the session: writes are refused until it is started again."""

    outcome: str
    criteria_met: tuple[str, ...] = ()


class Clear(Struct, frozen=True):
    """Retire the session's entries of working kind."""


class Mark(Struct, frozen=True):
    """Name this point of the log."""

    name: str


class SetGoal(Struct, frozen=True):
    """Say what the session is for."""

    text: str
    criteria: tuple[str, ...] = ()


class Constrain(Struct, frozen=True):
    """Lay down what must be kept to."""

    key: str
    text: str


class RevisePlan(Struct, frozen=True):
    """Replace the plan whole; a step whose text stays keeps its id."""

    steps: tuple[tuple[str, StepStatus | None], ...]


class StepPlan(Struct, frozen=True):
    """Set the status of step *n* (from 1) of the current plan."""

    n: int
    status: StepStatus


class NoteProgress(Struct, frozen=True):
    """Say what is done and what is next."""

    done: str
    next: str | None = None


class Write(Struct, frozen=True):
    """Write a note."""

    key: str
    value: Any
    description: str = ""


class AddFact(Struct, frozen=True):
    """Add what a source that isn't the agent's own inference said."""

    key: str
    value: Any
    confidence: float | None = None


class Assume(Struct, frozen=True):
    """Add what the agent supposes."""

    key: str
    statement: Any
    confidence: float | None = None


class Confirm(Struct, frozen=True):
    """Make an assumption a fact, on evidence."""

    key: str


class Ask(Struct, frozen=True):
    """Raise a question, for the agent or for a person."""

    key: str
    text: str
    needs: Literal["agent", "user"] = "agent"


class Answer(Struct, frozen=True):
    """Answer a question: with a fact, or, out of the agent's own head, with an assumption."""

    key: str
    value: Any
    confidence: float | None = None


class MarkFailure(Struct, frozen=True):
    """Record what failed, so that it isn't tried again."""

    key: str
    what: str
    why: str = ""
    avoid: str = ""
    input: Any = None


class Remember(Struct, frozen=True):
    """Write to long-term memory, or, *in_session*, keep a memory with the session."""

    address: Address
    content: Any
    in_session: bool = False
    confidence: float | None = None
    importance: int | None = None
    participants: tuple[str, ...] = ()
    outcome: str | None = None


class Retract(Struct, frozen=True):
    """Take back what an entry says, for a reason; where a *successor* (an event's id) says it elsewhere, it still holds."""

    address: Address
    in_session: bool = False
    successor: str | None = None


class Observe(Struct, frozen=True):
    """Keep what a tool put out, and its *input*; *ref* names a file, URL or blob that holds the output instead."""

    tool: str
    output: Any = None
    call: str | None = None
    ref: str | None = None
    input: Any = None
    size: int | None = None
    sha256: str | None = None


class Say(Struct, frozen=True):
    """Keep one turn of dialogue; *item* is the whole of what a program passed on, where that is more than its words."""

    role: str
    content: Any
    item: Any = None


class Compact(Struct, frozen=True):
    """Put a summary in the place of the dialogue *covered* (ranges of positions; none: all but the last turn)."""

    summary: str
    covered: Ranges = ()
    verdict: dict[str, Any] | None = None


class NoteRecall(Struct, frozen=True):
    """Keep what a read showed an agent."""

    now: int
    shown: Ranges
    query: str | None = None
    renderer: int = 0
    sha256: str | None = None
    lang: str = "en"
    budget: int | None = None
    sections: tuple[str, ...] | None = None
    position: int | None = None  # of the state that was read
    format: str = "markdown"


class SetPolicy(Struct, frozen=True):
    """Put rules in force from here on."""

    policy: dict[str, Any]


Command = (
    Start | End | Clear | Mark | SetGoal | Constrain | RevisePlan | StepPlan | NoteProgress | Write | AddFact
    | Assume | Confirm | Ask | Answer | MarkFailure | Remember | Retract | Observe | Say | Compact
    | NoteRecall | SetPolicy
)  # fmt: skip
