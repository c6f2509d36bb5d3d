"""Every fast answer is the answer of the fold, at every position, whatever came before."""

from functools import partial, reduce
from itertools import product

import pytest
import strategies as s
from driving import Clock, Lockstep, entropy
from hypothesis import given
from hypothesis import strategies as st
from mind import Mind
from model import Model, No

import belieflog
from eventlog import effects
from eventlog.events import voidable
from eventlog.intervals import Intervals
from eventlog.memory_store import FoldIndex
from projections import dialogue, history, scratchpad, timeline
from projections.folding import fold

BELOW = ["semantic:", "semantic:n/", "note:", "fact:a/"]
TAGS = [(), ("said",), ("corrected",), ("scratchpad-cleared", "retracted")]


@given(s.mixed(s.histories, s.swinging_histories, s.closing_histories, s.corrected_histories), st.integers(0, 16))
def test_law_02_every_answer_of_the_index_is_that_of_the_fold(operations, rebuilt_after):
    with Lockstep() as both:
        for done, _ in enumerate(both.run(operations)):
            if done == rebuilt_after:
                both.sqlite.rebuild()
            store = both.sqlite._store
            assert answers(store.index, store) == answers(folded(store), store)


@given(s.histories)
def test_law_02_what_was_shown_is_that_of_the_fold_at_every_position(operations):
    with Lockstep() as both:
        both.run_all(operations)
        for log in both.logs:
            index, fold = log._store.index, folded(log._store)
            for scope in fold.scopes():
                for position in range(log.position + 1):
                    assert index.shown(scope, position) == fold.shown(scope, position)
                    for prefix in BELOW:
                        assert index.below(scope, prefix, position) == fold.below(scope, prefix, position)
                    assert index.members(scope, upto=position) == fold.members(scope, upto=position)
                    assert index.members(scope, after=position, newest=2) == fold.members(
                        scope, after=position, newest=2
                    )


@given(s.histories)
def test_law_02_rebuilding_changes_no_answer(operations):
    with Lockstep() as both:
        both.run_all(operations)
        store = both.sqlite._store
        before = answers(store.index, store)

        both.sqlite.rebuild()

        assert answers(store.index, store) == before


@given(s.histories)
def test_law_02_what_a_correction_would_move_is_that_of_the_fold(operations):
    with Lockstep() as both:
        both.run_all(operations)
        index, fold = both.sqlite._store.index, folded(both.sqlite._store)
        for scope in fold.scopes():
            for low in range(1, both.sqlite.position + 1, 3):
                void = Intervals([(low, low + 3)])
                assert index.effect(scope, void) == fold.effect(scope, void)


@given(s.histories)
def test_law_02_every_view_is_that_of_its_fold(operations):
    with Lockstep() as both:
        both.run_all(operations)
        for log in both.logs:
            index = log._store.index
            for scope in index.scopes():
                members, void = index.members(scope), index.void(scope)
                effective = [r for r in members if not (voidable(r.tag) and r.position in void)]
                numbers = range(1, index.status(scope).entries + 1)

                assert index.shown(scope) == scratchpad.shown(fold(scratchpad, effective))
                for rounds in (1, 2, 9):
                    turns = fold(dialogue, effective)
                    assert dialogue.read(index, scope, rounds) == dialogue.last(turns, rounds)
                for number in numbers:
                    assert history.read(index, scope, number) == history.rows(fold(history, members), number)
                    spans = timeline.spans(fold(timeline, members), number)
                    assert timeline.read(log._store, scope, number) == spans


@given(s.spoken_histories)
def test_law_02_dialogue_as_known_then_is_that_of_its_fold(operations):
    with Lockstep() as both:
        both.run_all(operations)
        index = both.sqlite._store.index
        for scope in index.scopes():
            for position in range(both.sqlite.position + 1):
                members = index.members(scope, upto=position)
                void = effects.void([r for r in members if r.tag == "corrected"])
                state = reduce(dialogue.evolve, (r for r in members if r.position not in void), dialogue.INITIAL)
                assert dialogue.read(index, scope, 2, position) == dialogue.last(state, 2)


@pytest.mark.parametrize(
    ("acts", "length"), [("say 0|say 1|take back|retract|clear", 5), ("say 0|say 1|take back|retract|forget", 4)]
)
def test_law_02_every_short_history_of_one_entry_gives_the_versions_and_claims_of_the_model(acts, length):
    with belieflog.open(":memory:", clock=Clock(), entropy=entropy()) as log:
        for n, history in enumerate(product(acts.split("|"), repeat=length)):
            model = Model(Clock())
            assert lived(log, log.memory, f"s{n}", history) == lived(model, partial(Mind, model), f"s{n}", history), (
                history
            )


def lived(target, memory, session, acts):
    """What became of each act on one fact."""
    mind, done, became = memory("u", session), [], []
    for act in acts:
        try:
            match act:
                case "retract":
                    done.append(mind.retract("fact:a", reason="why", source="user").events[0].position)
                case "clear":
                    done.append(mind.clear(source="user").events[0].position)
                case "take back" if done:
                    target.revert(user="u", event=done[-1], reason="why")
                case "forget":
                    target.erase(user="u", session=session, address="fact:a", reason="why")
                case "say 0" | "say 1":
                    receipt = mind.add_fact("a", act[-1], source="user")
                    event = receipt.events[0]
                    done.append(event.position)
                    became.append(
                        (receipt.outcome, event.version, getattr(event, "public", event).claim or event.version)
                    )
        except (No, belieflog.Refused) as refused:
            became.append(refused.rule)
    shown = mind.get("fact:a")
    return became, shown and shown.version


def folded(store):
    """The index that is computed anew from the stored rows."""
    return FoldIndex([row.recorded for row in store.rows()])


def answers(index, store):
    """All that *index* says of today."""
    found = {"scopes": index.scopes()}
    for scope in index.scopes():
        numbers = range(1, index.status(scope).entries + 1)
        own = [index.touching(scope, n) for n in numbers]
        voids = index.void(scope)
        found[scope] = {
            "status": index.status(scope),
            "shown": index.shown(scope),
            "void": {r.position for r in index.members(scope) if r.position in voids},
            "members": [index.members(scope, tags) for tags in TAGS],
            "failures": index.failures(scope),
            "below": [index.below(scope, prefix) for prefix in BELOW],
            "alike": [
                [*index.alike(scope, kind, value)]
                for kind in ("fact", "semantic", "note", "failure")
                for value in (0, 1, 1.0, "x", " X")
            ],
            "counts": [index.count(scope, kind) for kind in ("fact", "semantic", "note")],
            "entries": [index.entry(scope, a) for a in ("fact:a", "assumption:a", "semantic:n/a", "plan", "goal")],
            "named": [
                index.named(scope, kinds, after=after, limit=limit)
                for kinds in ((), ("fact", "semantic"), ("note",))
                for after, limit in ((0, None), (1, 2))
            ],
            "positions": [index.positions(scope, after) for after in (0, 3)],
            "touching": own,
            "changes": [index.changes(scope, n) for n in numbers],
            "claims": [
                index.claim(scope, n, private)
                for n, events in zip(numbers, own, strict=True)
                for r in events
                if r.public.version and (private := r.private)
            ],
        }
    return found
