"""What is true of every projection."""

import copy

import pytest

from eventlog import commands as c
from eventlog.events import Public, Recorded
from projections import dialogue, history, scratchpad, timeline
from projections.folding import fold

every = pytest.mark.parametrize("projection", [dialogue, history, scratchpad, timeline], ids=lambda p: p.__name__)


@pytest.fixture
def eventful(hand):
    """The events of a session with something of everything, and some that no version of ours wrote."""
    hand.do(c.Start("measure"))
    kept = hand.note("k", "A")
    bad = hand.note("k", "B")
    said = hand.say("user", "hello")
    hand.do(c.Compact("greeted", ((said.position, said.position),)))
    hand.retract("note:k")
    hand.correct(voids=[bad.position], restores=[kept.position])
    hand.erase(kept.position)
    hand.do(c.Clear())
    hand.do(c.End("done"))
    events = hand.members()
    strangers = [
        Public("x-star", "1", 1, "u", "s", entry=1),
        Public("never-heard-of", "2", 1, "u", "s", kind="note", entry=1, version=9),
        Public("said", "3", 1, "u", "s", v=99),
        Public("corrected", "4", 1, "u", "s", voids=((9, 2), (0, 10**9))),
        Public("compacted", "5", 1, "u", "s"),
        Public("retracted", "6", 1, "u", "s"),
        Public("note-written", "7", 1, "u", "s"),
    ]
    return [*events, *(Recorded(len(events) + n, public, None) for n, public in enumerate(strangers, 2))]


@every
def test_folding_may_stop_and_resume_anywhere(projection, eventful):
    whole = fold(projection, eventful)

    for cut in range(len(eventful)):
        state = fold(projection, eventful[:cut])
        for recorded in eventful[cut:]:
            state = projection.evolve(state, recorded)
        assert state == whole


@every
def test_evolving_never_raises_and_leaves_the_old_state_alone(projection, eventful):
    for history_ in (eventful, eventful[::-1], eventful * 2):
        state = projection.INITIAL
        for recorded in history_:
            before = copy.copy(state), repr(state)
            after = projection.evolve(state, recorded)
            assert (state, repr(state)) == before
            state = after


@every
def test_what_begins_empty_stays_empty_without_events(projection):
    assert fold(projection, []) == projection.INITIAL
