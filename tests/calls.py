"""Calls of the public face as data, so that one call can be put to several logs, and to the model."""

from dataclasses import dataclass, field
from typing import Any

SCOPES = [(user, session) for user in ("u", "u%") for session in ("s", "s_")]
IDS = [f"0000000{n}-0000-7000-8000-00000000000{n}" for n in range(4)]


@dataclass(frozen=True)
class Ref:
    """The event *back* from the end among those *of* one sort, or what a call needs of it."""

    back: int
    of: str = "any"

    def __repr__(self) -> str:
        return f"<{self.of} -{self.back + 1}>"


@dataclass(frozen=True)
class Call:
    """One call of the public face; its references are still to be resolved."""

    verb: str
    user: str | Ref = ""  # a reference: of the event's user, in its session
    session: str = ""
    args: tuple[Any, ...] = ()
    given: dict[str, Any] = field(default_factory=dict)

    def __repr__(self) -> str:
        told = [*map(repr, self.args), *(f"{k}={v!r}" for k, v in self.given.items())]
        return f"{self.user}/{self.session}.{self.verb}({', '.join(told)})"


@dataclass(frozen=True)
class Tick:
    """Time passing, or a clock set back."""

    seconds: int


@dataclass(frozen=True)
class Together:
    """Calls committed as one batch."""

    calls: tuple[Call, ...]
    verb: str = "together"


@dataclass(frozen=True)
class Again:
    """The call of an id, *back* from the last, made once more word for word."""

    back: int


Operation = Call | Tick | Together | Again


# Fixed calls: to begin with, and for histories in which each meets each

FORCED = {"source": "tool:y", "force": True, "reason": "why"}
OPENING = [
    Call("add_fact", "u", "s", ("a", 0), {"source": "tool:y"}),
    Call("assume", "u", "s", ("a", 1)),
    Call("remember", "u", "s", ("semantic:n/a", 0), {"source": "user"}),
    Call("remember", "u", "s", ("procedural:n/a", 1), {"source": "user", "in_session": True}),
    Call("write", "u", "s", ("b", 0), {"derived_from": (Ref(0, "premise"),)}),
    Call("say", "u", "s", ("user", "x"), {"source": "user"}),
    Call("observe", "u", "s_", ("x", 1), {"source": "tool:x#1"}),
    Call("revise_plan", "u", "s", ([("x", None), ("y", "done")],)),
    Call("ask", "u", "s", ("a", "x")),
    Call("add_fact", "u%", "s", ("a", 1), {"source": "user", "id": IDS[0]}),
]


def by_u(verb: str, *args: Any, session: str = "s", **given: Any) -> Call:
    """A call of user ``u``."""
    return Call(verb, "u", session, args, given)


def taking(verb: str, ref: Ref, **given: Any) -> Call:
    """A correction of one of their events."""
    return Call(verb, given={"user": "u", "event": ref, "reason": "why", **given})


def going_back(to: Ref, session: str | None = None, **given: Any) -> Call:
    """A rollback of theirs."""
    return Call("rollback", args=(to,), given={"user": "u", "session": session, "reason": "why", **given})


NO, YES = (by_u("add_fact", "a", value, source="user") for value in (0, 1))
CLEAR = by_u("clear", source="user")
REVERT, REVERT_BEFORE = (taking("revert", Ref(back), only=True) for back in (0, 1))
UNDO = Call("undo", args=(Ref(0, "corrected"),), given={"reason": "why"})

SWINGING = (  # one entry, two contents: what remembers an answer has to notice
    NO, YES, NO, YES, NO, YES, REVERT, REVERT, REVERT_BEFORE, UNDO, CLEAR, taking("erase", Ref(1)),
    by_u("retract", "fact:a", source="user", reason="why"),
    Together((NO, CLEAR, YES)), Together((YES, NO, YES)),
)  # fmt: skip
CLOSING = (  # what clearing and ending may touch, and may not
    YES, CLEAR, CLEAR, REVERT, REVERT, UNDO, by_u("end", "x"), by_u("start", "x"), by_u("write", "b", 1),
    by_u("write", "b", 1, session="s_"), by_u("clear", session="s_"), by_u("remember", "semantic:n/a", 1),
    by_u("remember", "semantic:n/a", 0, in_session=True), by_u("remember", "procedural:n/a", 1, in_session=True),
)  # fmt: skip
ROLLING = (  # one scope back, or one entry, among others that are to stay
    NO, YES, by_u("add_fact", "b", 1, source="user"), by_u("write", "b", 1, session="s_"), by_u("remember", "semantic:n/a", 1),
    by_u("say", "user", "x"), Call("say", "u%", "s", ("user", "x")), REVERT, REVERT, REVERT_BEFORE, UNDO, CLEAR,
    *(going_back(Ref(n), session="s") for n in (2, 4)), *(going_back(Ref(n), all_sessions=True) for n in (2, 3, 4)),
    *(going_back(Ref(n), session="s", address="fact:a") for n in (2, 3, 4, 5)),
    going_back(Ref(3), session="s", address="semantic:n/a"),
)  # fmt: skip
PLANNING = (
    *(by_u("revise_plan", [(text, None)]) for text in ("x", "y")), by_u("revise_plan", [("x", "done"), ("y", None)]),
    by_u("revise_plan", [("x", None)], session="s_"), by_u("step", 1, "done"), REVERT, REVERT_BEFORE, UNDO, CLEAR,
    by_u("retract", "plan", reason="why"), taking("erase", Ref(1)),
)  # fmt: skip
GUESSING = (
    YES, by_u("add_fact", "a", 0, source="agent"), by_u("assume", "a", 0), by_u("assume", "a", 1), by_u("ask", "a", "x"),
    by_u("confirm", "a", source="tool:y"), by_u("confirm", "a", source="agent"), by_u("answer", "a", 0, source="user"),
    by_u("answer", "a", 1, source="agent"), REVERT, UNDO, by_u("remember", "semantic:n/a", 0, source="agent"),
)  # fmt: skip


def resting_on(*backs: int) -> dict[str, Any]:
    """What a call is given that rests on premises, counted from the end."""
    return {"derived_from": tuple(Ref(back, "premise") for back in backs)}


LEANING = (  # chains that lean on what is confirmed, retracted and taken back
    by_u("assume", "a", 0), by_u("observe", "x", 1), by_u("write", "b", 0, **resting_on(0)),
    by_u("write", "b", 1, **resting_on(0, 1)), by_u("write", "c", 1, **resting_on(0, 2)),
    by_u("assume", "a", 1, **resting_on(0, 1)), by_u("add_fact", "a", 0, **FORCED, **resting_on(1)),
    by_u("confirm", "a", **FORCED), by_u("confirm", "a", **FORCED), by_u("retract", "assumption:a", reason="why"),
    by_u("retract", "note:b", reason="why"), REVERT, REVERT_BEFORE, taking("restore", Ref(0, "void")),
    taking("erase", Ref(2)),
)  # fmt: skip
