"""Since which event is it so?"""

from random import Random

import pytest

from belieflog import InvalidValue, NotFound, Refused
from projections import as_json
from projections.bisecting import MOST, bisect


def test_bisect_finds_what_a_full_scan_finds_in_few_looks():
    chance = Random(3)
    for count in (1, 2, 17, 18, 19, 1_000, 100_000):
        points = range(2, 2 + count)
        for _ in range(20):
            since = chance.choice(points)

            found = bisect(points, lambda p, since=since: p >= since)

            assert (found.position, found.monotone, found.unclear) == (since, True, ())
            assert found.evaluated <= MOST


def test_what_comes_and_goes_is_said_to():
    found = bisect(range(100), lambda p: p in (7, 8, 9) or p >= 60)

    assert (found.position, found.monotone) == (60, False)


def test_what_was_true_and_false_later_is_said_to_even_in_a_short_log():
    for hole in range(3, 9):
        found = bisect(range(10), lambda p, hole=hole: p >= 2 and p != hole)

        assert not found.monotone


def test_what_does_not_hold_now_has_no_beginning():
    for points in ((), range(5)):
        with pytest.raises(NotFound, match="doesn't hold now"):
            bisect(points, lambda p: False)


def test_points_that_cant_be_told_are_passed_over():
    found = bisect(range(101), lambda p: None if p % 5 else p >= 60)

    assert (found.position, found.unclear) == (60, (56, 57, 58, 59))


def test_the_last_state_must_be_told():
    with pytest.raises(Refused, match="can't be told whether it holds now"):
        bisect(range(5), lambda p: None)


def test_the_answer_is_the_event_its_batch_and_what_it_changed(mem):
    mem.write("a", 1)
    with mem.batch() as batch:
        batch.write("b", 1)
        batch.add_fact("egress", "free", source="tool:browse#c1")
    mem.write("a", 2)

    found = mem.bisect(lambda pad: pad.facts)

    assert (found.position, found.address, found.monotone) == (4, "fact:egress", True)
    assert [event.position for event in found.events] == [3, 4]
    assert [(d.address, d.change) for d in found.changes] == [("fact:egress", "added"), ("note:b", "added")]
    assert str(found.blame.entry.source) == "tool:browse#c1"


def test_a_correction_can_be_what_is_looked_for(log, mem):
    bad = mem.write("k", 1)
    taken = log.revert(user="u", event=bad.event.position, reason="bad").events[0].position
    mem.write("other", 1)

    found = mem.bisect(lambda pad: not any(note.key == "k" for note in pad.notes))

    assert (found.position, found.event.tag, found.address, found.blame) == (taken, "corrected", None, None)


def test_a_correction_of_several_scopes_is_looked_at_whole(log, mem):
    bad = mem.write("k", 1)
    mem.remember("semantic:a/k", 1, derived_from=[bad])
    taken = log.revert(user="u", event=bad.event.position, cascade="declared", reason="bad")

    found = mem.bisect(lambda pad: pad.position == 0)

    assert found.position == taken.events[-1].position


def test_an_expression_is_asked_of_the_json_of_the_scratchpad(mem):
    mem.write("a", 1)
    wanted = mem.add_fact("egress", "free", source="user").event.position
    mem.write("a", 2)

    assert mem.bisect("facts[?key=='egress'].value | [0] == 'free'").position == wanted
    assert mem.bisect("length(facts)").position == wanted


def test_a_text_that_is_no_expression_is_refused(mem):
    mem.write("a", 1)

    for text in ("facts[", "", "nofunction(@)"):
        with pytest.raises(Refused):
            mem.bisect(text)


def test_a_predicate_that_raises_is_refused_with_the_place_and_writes_nothing(log, mem):
    mem.write("a", 1)

    with pytest.raises(Refused, match=r"fails on the state at position 2 \(KeyError: 'x'\)"):
        mem.bisect(lambda pad: {}["x"])
    assert log.position == 2


def test_one_question_is_asked_not_two_and_not_none(mem):
    for asked in ({}, {"predicate": "facts", "at": bool}):
        with pytest.raises(InvalidValue, match="say what to look for"):
            mem.bisect(**asked)


def test_positions_can_be_asked_about_instead(mem):
    for n in range(40):
        mem.write("k", n)
    asked = []

    found = mem.bisect(at=lambda position: asked.append(position) or position >= 17)

    assert (found.position, found.evaluated) == (17, len(asked))


def test_a_bisect_as_json_has_the_keys_scripts_rely_on(mem):
    mem.add_fact("egress", "free", source="user")

    told = as_json.bisected(mem.bisect("facts"))

    assert told.keys() >= {"position", "event", "address", "evaluated", "monotone"}
    assert told["blame"]["origin"]["position"] == told["position"] == 2
