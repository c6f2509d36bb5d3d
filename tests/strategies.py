"""Strategies for everything the tests make up.

Small alphabets, so that events meet; references count from the end, so that shrinking keeps them.
"""

from dataclasses import dataclass, field, replace
from typing import Any

from hypothesis import strategies as st

USERS = ["u", "u", "u", "u%"]
SESSIONS = ["s", "s", "s_"]
SCOPES = [(user, session) for user in ("u", "u%") for session in ("s", "s_")]
IDS = [f"0000000{n}-0000-7000-8000-00000000000{n}" for n in range(3)]
DOOMED = "text that a test erases"


@dataclass(frozen=True)
class Call:
    """One call of the public face; its references are still to be resolved."""

    verb: str
    user: "str | Ref" = ""  # a reference: of the event's user, in its session
    session: str = ""
    args: tuple[Any, ...] = ()
    given: dict[str, Any] = field(default_factory=dict)

    def __repr__(self) -> str:
        told = [*map(repr, self.args), *(f"{k}={v!r}" for k, v in self.given.items())]
        return f"{self.user}/{self.session}.{self.verb}({', '.join(told)})"


@dataclass(frozen=True)
class Ref:
    """The event *back* from the end among those *of* one sort, or what a call needs of it."""

    back: int
    of: str = "any"

    def __repr__(self) -> str:
        return f"<{self.of} -{self.back + 1}>"


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


def mixed(*kinds: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """One of *kinds*, all as often, however many ways each has of being drawn (`one_of` alone would flatten them)."""
    return st.one_of(*(kind.map(lambda drawn: drawn) for kind in kinds))


users = st.sampled_from(USERS)
sessions = st.sampled_from(SESSIONS)
values = st.sampled_from([0, 0, 1, True, 1.0, "x"])
texts = st.sampled_from(["x", "y"])
sources = st.sampled_from(["user", "tool:x#1", "tool:y", "agent", "document:d"])
refs = st.sampled_from([0, 1, 1, 2, 3, 4, 5, 6]).map(Ref)
premises = st.lists(st.integers(0, 5).map(lambda n: Ref(n, "premise")), max_size=2, unique=True).map(tuple)
steps = st.lists(st.tuples(texts, st.sampled_from([None, None, "todo", "done"])), min_size=1, max_size=3)


def sometimes(name: str, *values: Any, often: int = 1) -> st.SearchStrategy[dict[str, Any]]:
    """One keyword with one of *values*, or, mostly, without."""
    return st.sampled_from([{}] * (3 * often) + [{name: value} for value in values])


def merged(*parts: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    return st.tuples(*parts).map(lambda found: {k: v for part in found for k, v in part.items()})


sourced = sources.map(lambda source: {"source": source})
rested = premises.map(lambda found: {"derived_from": found} if found else {})
forced = st.sampled_from([{}] * 5 + [{"force": True, "reason": "why"}] * 3 + [{"force": True}])
given = merged(
    sourced, rested, forced, sometimes("ttl", 2, 5), sometimes("expected", 0, 1, 2, often=3),
    sometimes("expected_position", Ref(0, "newest"), Ref(1), often=4),
    sometimes("occurred_at", -1, 1, 3), sometimes("id", *IDS), sometimes("run", "r"),
)  # fmt: skip
confident = merged(given, sometimes("confidence", 0.5, 0.9))


def call(
    verb: str, *args: st.SearchStrategy[Any] | str, given: st.SearchStrategy[dict[str, Any]] = given
) -> st.SearchStrategy[Call]:
    """Draw a call of one of `Memory`'s verbs; a text among *args* is meant as it stands."""
    drawn = st.tuples(*(st.just(a) if isinstance(a, str) else a for a in args))
    return st.builds(Call, st.just(verb), users, sessions, drawn, given)


addresses = st.sampled_from(
    ["fact:a", "fact:a", "assumption:a", "semantic:n/a", "plan", "note:b", "goal", "constraint:a", "question:a"]
)
memories = st.sampled_from(["semantic:n/a", "semantic:n/a", "episodic:n/a", "procedural:n/a"])
remembered = merged(confident, sometimes("in_session", True), sometimes("importance", 3))
reasoned = merged(sourced, rested, forced, sometimes("expected", 1, 2), sometimes("id", *IDS)).map(
    lambda found: {"reason": "why", **found}
)

writes = mixed(
    call("add_fact", "a", values, given=confident),
    call("add_fact", "a", values, given=confident),
    call("assume", "a", values, given=confident),
    call("remember", memories, values, given=remembered),
    call("remember", memories, values, given=remembered),
    call("write", "b", values, given=merged(given, sometimes("description", "d"))),
    call("write", "b", values),
    call("revise_plan", steps),
    call("step", st.integers(1, 2), st.sampled_from(["doing", "done"])),
    call("set_goal", texts),
    call("constrain", "a", texts),
    call("note_progress", texts),
    call("ask", "a", texts),
    call("mark_failure", "f", texts),
)
def there(verb: str, of: str, *args: st.SearchStrategy[Any] | str, **given: Any) -> st.SearchStrategy[Call]:
    """Draw a call on something *of* a sort that is shown, by whoever has it."""
    whose = st.integers(0, 2).map(lambda back: Ref(back, of))
    return st.builds(replace, call(verb, *args, **given), user=whose)


shown = st.integers(0, 3).map(lambda n: Ref(n, "shown"))
replacing = mixed(
    there("confirm", "assumption", "a"),
    there("confirm", "assumption", "a", given=merged(rested, st.just({"source": "tool:x#1"}))),
    there("answer", "question", "a", values),
    there("step", "plan", st.integers(1, 2), st.sampled_from(["doing", "done"]), given=st.just({})),
    there("lift_failure", "failure", "f", given=reasoned),
    there("retract", "shown", shown, given=reasoned),
    there("retract", "shown", shown, given=merged(st.sampled_from([{"reason": "why"}, {"reason": ""}]), sourced, forced)),
    call("retract", addresses, given=reasoned),
    call("confirm", "a"),
)
happenings = mixed(
    call("observe", "x", values, given=merged(sourced, rested, sometimes("id", *IDS))),
    call("say", st.sampled_from(["user", "assistant"]), values, given=merged(sourced, sometimes("id", *IDS))),
    call("say", "user", texts, given=sourced),
    call("compact", texts, given=sourced),
    call("start", texts, given=sourced),
    call("end", texts, given=sourced),
    call("clear", given=merged(sourced, forced)),
    call("clear", given=st.just({"source": "user"})),
    call("mark", "m", given=sourced),
)


def correction(verb: str, *args: st.SearchStrategy[Any], **given: Any) -> st.SearchStrategy[Call]:
    """Draw a call of one of `Log`'s correcting verbs."""
    fixed = {k: v if isinstance(v, st.SearchStrategy) else st.just(v) for k, v in given.items()}
    return st.builds(
        Call, st.just(verb), st.just(""), st.just(""), st.tuples(*args), st.fixed_dictionaries(fixed)
    )


why = st.sampled_from(["why"] * 7 + [""])
flags = st.one_of(
    st.fixed_dictionaries({"source": st.sampled_from(["user", "tool", "agent", "tool:x", "tool:x#1", "tool:*"])}),
    st.fixed_dictionaries({"kind": st.sampled_from(["fact", "semantic", "note"]), "after": st.integers(0, 6).map(Ref)}),
    st.fixed_dictionaries({"session": st.sampled_from(["s", ["s", "s_"]])}),
    st.fixed_dictionaries({"address": addresses}),
    st.fixed_dictionaries({"address": addresses, "last": st.just(True)}),
    st.fixed_dictionaries({"run": st.just("r")}),
    st.fixed_dictionaries({"event": st.lists(refs, min_size=1, max_size=2)}),
    st.fixed_dictionaries({"before": refs, "source": st.just("tool")}),
)


owner = st.sampled_from([Ref(0, "owner")] * 7 + ["u"])


def selecting(verb: str, one: st.SearchStrategy[Ref], **more: Any) -> st.SearchStrategy[Call]:
    """Draw a call that selects one event, or by flags."""
    by_event = correction(verb, user=owner, event=one, reason=why, **more)
    by_flags = st.builds(
        lambda call, flags: Call(call.verb, given=call.given | flags), correction(verb, user=users, reason=why, **more), flags
    )
    return mixed(by_event, by_event, by_flags)


only = st.booleans()
void = st.integers(0, 4).map(lambda n: Ref(n, "void"))
corrected = st.integers(0, 2).map(lambda n: Ref(n, "corrected"))
reverts = selecting("revert", refs, only=only)
restores = selecting("restore", void, only=only)
undos = correction("undo", corrected, reason=why)


def rolling(**more: Any) -> st.SearchStrategy[Call]:
    """Draw a rollback to before the newest event, of whoever and whatever wrote lately."""
    lately = st.integers(0, 2).map(lambda n: {"user": Ref(n, "user"), "session": Ref(n, "session")})
    back = st.integers(1, 8).map(Ref)
    return st.builds(
        lambda call, who: Call("rollback", args=call.args, given=who | call.given), correction("rollback", back, reason=why, **more), lately
    )


rollbacks = mixed(
    rolling(),
    rolling(long_term=True),
    rolling(session=None, all_sessions=True),
    rolling(address=addresses),
    rolling(address=shown),
    rolling(address=shown),
)
erasures = selecting("erase", refs)
ticks = st.sampled_from([1, 1, 2, 3, -2]).map(Tick)
plainly = mixed(
    call("add_fact", "a", values, given=st.just({"source": "user"})),
    call("write", "b", values, given=sourced),
    call("remember", "semantic:n/a", values, given=sourced),
    call("say", "user", texts, given=sourced),
    call("revise_plan", steps, given=st.just({})),
)
batched = st.lists(mixed(plainly, plainly, plainly, writes, happenings), min_size=2, max_size=3)
batches = batched.map(lambda calls: Together(tuple(calls)))

again = st.integers(0, 1).map(Again)

recalls = call("recall", given=st.just({"limit": None}))
operations = mixed(
    recalls, writes, writes, writes, replacing, replacing, happenings, happenings, reverts, reverts, restores,
    rollbacks, undos, erasures, ticks, batches, again,
)  # fmt: skip

# One user, few entries, many corrections: what overlaps is where readings differ.
tool = st.just({"source": "tool:y", "force": True, "reason": "why"})
correcting = mixed(
    call("add_fact", "a", values, given=tool),
    call("remember", "semantic:n/a", values, given=tool),
    call("say", "user", texts, given=sourced),
    reverts, rollbacks, undos, undos, restores,
    call("clear", given=st.just({"source": "user"})),
)  # fmt: skip

# And one where most things rest on others.
rooted = st.lists(st.integers(0, 4).map(lambda n: Ref(n, "premise")), min_size=1, max_size=2, unique=True).map(tuple)
resting = merged(
    rooted.map(lambda found: {"derived_from": found}),
    st.sampled_from(["tool:y", "agent"]).map(lambda source: {"source": source}),
    st.just({"force": True, "reason": "why"}),
)
deriving = mixed(
    call("add_fact", st.sampled_from(["a", "b"]), values, given=merged(resting, st.just({"source": "tool:y"}))),
    call("write", "b", values, given=resting),
    call("assume", "a", values, given=resting),
    call("remember", "semantic:n/a", values, given=resting),
    call("observe", "x", values, given=sourced),
    there("confirm", "assumption", "a", given=merged(resting, st.just({"source": "tool:y"}))),
    there("retract", "shown", shown, given=merged(sourced, st.just({"reason": "why"}))),
    reverts, restores, erasures,
)  # fmt: skip

# And one of dialogue, with summaries in the place of what they cover.
talking = mixed(
    call("say", st.sampled_from(["user", "assistant"]), texts, given=sourced),
    call("say", "user", texts, given=sourced),
    call("compact", texts, given=sourced),
    reverts, restores, rollbacks, undos, erasures,
)  # fmt: skip

# Enough to begin with, so that there is something to act on.
beginning = st.lists(
    st.sampled_from([
        Call("add_fact", "u", "s", ("a", 0), {"source": "tool:y"}),
        Call("assume", "u", "s", ("a", 1)),
        Call("remember", "u", "s", ("semantic:n/a", 0), {"source": "user"}),
        Call("say", "u", "s", ("user", "x"), {"source": "user"}),
        Call("observe", "u", "s_", ("x", 1), {"source": "tool:x#1"}),
        Call("revise_plan", "u", "s", ([("x", None), ("y", "done")],)),
        Call("ask", "u", "s", ("a", "x")),
        Call("add_fact", "u%", "s", ("a", 1), {"source": "user", "id": IDS[0]}),
    ]),
    max_size=5, unique_by=lambda call: call.verb,
)  # fmt: skip


def history(operation: st.SearchStrategy[Operation], least: int, most: int) -> st.SearchStrategy[list[Operation]]:
    return st.tuples(beginning, st.lists(operation, min_size=least, max_size=most)).map(lambda both: [*both[0], *both[1]])


anything = history(operations, 7, 12)
corrected_histories = history(correcting, 6, 12)
rooted_histories = history(deriving, 6, 12)
spoken_histories = history(talking, 6, 12)
histories = mixed(anything, corrected_histories, rooted_histories, spoken_histories)
