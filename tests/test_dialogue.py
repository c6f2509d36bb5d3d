"""What was said, older turns as their summary."""

import pytest

from eventlog import commands as c
from projections import as_json


def talk(hand, rounds):
    return [hand.say(role, f"{role} {n}") for n in range(rounds) for role in ("user", "assistant")]


def test_the_last_rounds_begin_where_the_user_speaks(hand):
    talk(hand, 4)

    assert [t.content for t in hand.dialogue(2)] == ["user 2", "assistant 2", "user 3", "assistant 3"]


@pytest.mark.parametrize(("rounds", "found"), [(0, 0), (1, 2), (99, 80)])
def test_any_number_of_rounds_can_be_asked_for(hand, rounds, found):
    talk(hand, 40)

    assert len(hand.dialogue(rounds)) == found


def test_looking_back_reaches_past_many_turns_of_the_agent(hand):
    hand.say("user", "go")
    for n in range(70):
        hand.say("assistant", n)

    assert [t.content for t in hand.dialogue(1)] == ["go", *range(70)]


def test_a_summary_stands_in_the_place_of_the_turns_it_covers(hand):
    first = talk(hand, 3)
    hand.do(c.Compact("they greeted each other", ((first[0].position, first[3].position),)))
    hand.say("user", "and now?")

    turns = hand.dialogue(5)

    assert [(t.role, t.content) for t in turns] == [
        ("summary", "they greeted each other"),
        ("user", "user 2"),
        ("assistant", "assistant 2"),
        ("user", "and now?"),
    ]
    assert turns[0].covered == ((first[0].position, first[3].position),)


def test_a_summary_is_told_however_few_rounds_are_asked_for(hand):
    first = talk(hand, 40)
    hand.do(c.Compact("long ago", ((first[0].position, first[9].position),)))

    assert [t.content for t in hand.dialogue(1)] == ["long ago", "user 39", "assistant 39"]


def test_later_summaries_stand_after_earlier_ones(hand):
    first = talk(hand, 40)
    hand.do(c.Compact("one", ((first[0].position, first[1].position),)))
    hand.do(c.Compact("two", ((first[2].position, first[3].position),)))

    assert [t.content for t in hand.dialogue(1)] == ["one", "two", "user 39", "assistant 39"]


def test_a_reverted_summary_gives_the_turns_back(hand):
    first = talk(hand, 2)
    summary = hand.do(c.Compact("short", ((first[0].position, first[1].position),)))

    hand.correct(voids=[summary.position])

    assert [t.content for t in hand.dialogue()] == ["user 0", "assistant 0", "user 1", "assistant 1"]


def test_as_known_then_a_later_summary_and_a_later_correction_change_nothing(hand):
    first = talk(hand, 2)
    hand.do(c.Compact("short", ((first[0].position, first[1].position),)))
    hand.correct(voids=[first[3].position])

    assert [t.content for t in hand.dialogue(upto=first[3].position)] == [
        "user 0", "assistant 0", "user 1", "assistant 1"
    ]  # fmt: skip
    assert [t.content for t in hand.dialogue()] == ["short", "user 1"]


def test_as_known_then_finds_turns_that_many_have_followed(hand):
    first = talk(hand, 40)

    assert [t.content for t in hand.dialogue(1, upto=first[3].position)] == ["user 1", "assistant 1"]


def test_a_reverted_or_erased_turn_is_not_told(hand):
    first = talk(hand, 2)

    hand.correct(voids=[first[0].position])
    hand.erase(first[3].position)

    assert [t.content for t in hand.dialogue()] == ["assistant 0", "user 1"]


def test_only_what_was_said_is_dialogue(hand):
    hand.do(c.Observe("curl", "HTTP 200"))
    hand.note("k", "v")

    assert hand.dialogue() == []


def test_a_turn_as_json_has_its_source_and_time(hand):
    hand.say("user", "hello", source="user:ann")

    [turn] = map(as_json.turn, hand.dialogue())

    assert (turn["role"], turn["content"], turn["covered"]) == ("user", "hello", [])
    assert turn["source"] == {"kind": "user", "name": "ann", "ref": None}
    assert turn["recorded_at"] == "1970-01-01T00:00:02.000000Z"
