"""What differs between two views."""

from msgspec.structs import replace

from projections import as_json, diff


def test_what_was_added_changed_and_removed_is_told_by_address(hand):
    start = hand.note("gone", 1).position
    start = hand.note("kept", 1).position
    start = hand.note("same", 1).position
    before = hand.pad().entries
    hand.note("kept", 2)
    hand.note("new", 3)
    stop = hand.retract("note:gone").position

    found = diff.compare(before, hand.pad().entries, diff.between(hand.store.index, start, stop))

    assert [as_json.difference(d) for d in found] == [
        {
            "address": "note:gone", "change": "removed", "before": 1, "after": None,
            "before_version": 1, "after_version": None, "events": [7],
        },
        {
            "address": "note:kept", "change": "changed", "before": 1, "after": 2,
            "before_version": 1, "after_version": 2, "events": [5],
        },
        {
            "address": "note:new", "change": "added", "before": None, "after": 3,
            "before_version": None, "after_version": 1, "events": [6],
        },
    ]  # fmt: skip


def test_a_correction_is_among_the_events_that_made_the_difference(hand):
    hand.note("k", 1)
    bad = hand.note("k", 2)
    before = hand.pad().entries
    correction = hand.correct(voids=[bad.position])

    causes = diff.between(hand.store.index, bad.position, correction.position)
    [found] = diff.compare(before, hand.pad().entries, causes)

    assert (found.before.value, found.after.value, found.events) == (2, 1, (correction.position,))


def test_the_same_difference_backwards_has_the_same_events(hand):
    first = hand.note("k", 1).position
    before = hand.pad().entries
    last = hand.note("k", 2).position

    [found] = diff.compare(hand.pad().entries, before, diff.between(hand.store.index, last, first))

    assert (found.before.value, found.after.value, found.events) == (2, 1, (last,))


def test_a_refresh_is_no_difference(hand):
    hand.note("k", 1)
    before = hand.pad().entries
    hand.note("k", 1)

    assert diff.compare(before, hand.pad().entries) == []


def test_losing_support_is_a_difference(hand):
    hand.note("k", 1)
    before = hand.pad().entries

    [found] = diff.compare(before, [replace(before[0], supported=False)])

    assert (found.change, found.events) == ("changed", (2, 2))


def test_without_causes_the_events_are_those_that_the_views_rest_on(hand):
    hand.note("k", 1)
    before = hand.pad().entries
    hand.note("k", 2)

    [found] = diff.compare(before, hand.pad().entries)

    assert found.events == (2, 3)
