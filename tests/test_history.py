"""What has been said at an address, and what of it was believed when."""

from eventlog import commands as c
from eventlog.events import Scope
from projections import as_json


def test_history_has_every_event_of_the_entry_and_of_no_other(hand):
    hand.note("k", "A")
    hand.note("j", "X")
    hand.note("k", "B")

    rows = hand.history("note:k")

    assert [(r.version, r.value, r.current) for r in rows] == [(1, "A", False), (2, "B", True)]


def test_a_reverted_version_stays_in_history_with_the_correction_that_names_it(hand):
    hand.note("k", "A")
    bad = hand.note("k", "B")
    undone = hand.correct(voids=[bad.position])
    again = hand.correct(voids=[undone.position])

    rows = hand.history("note:k")

    assert [(r.effective, r.corrections, r.current) for r in rows] == [
        (True, (), False), (True, (undone.position,), True)
    ]  # fmt: skip
    assert again.position not in rows[1].corrections


def test_of_two_corrections_that_name_it_undoing_one_keeps_it_void(hand):
    bad = hand.note("k", "B")
    first = hand.correct(voids=[bad.position])
    second = hand.correct(voids=[bad.position])
    hand.correct(voids=[second.position])

    [row] = hand.history("note:k")

    assert (row.effective, row.current, row.corrections) == (False, False, (first.position, second.position))


def test_a_correction_that_restores_it_names_it_too(hand):
    bad = hand.note("k", "B")
    first = hand.correct(voids=[bad.position])
    second = hand.correct(restores=[bad.position])

    [row] = hand.history("note:k")

    assert (row.effective, row.current, row.corrections) == (True, True, (first.position, second.position))


def test_a_refresh_adds_a_row_and_no_version(hand):
    hand.fact("k", "A", source="tool:one")
    hand.fact("k", "A", source="user")

    rows = hand.history("fact:k")

    assert [(r.version, r.refresh, r.current, str(r.source)) for r in rows] == [
        (1, False, False, "tool:one"), (1, True, True, "user")
    ]  # fmt: skip


def test_a_retraction_is_a_row_with_its_reason(hand):
    hand.note("k", "A")
    hand.retract("note:k", "measured behind a proxy")

    rows = hand.history("note:k")

    assert [(r.tag, r.version, r.value, r.reason, r.current) for r in rows] == [
        ("note-written", 1, "A", "", False),
        ("retracted", None, None, "measured behind a proxy", False),
    ]


def test_the_sessions_clears_are_in_history_from_the_first_event_on(hand):
    hand.do(c.Clear())
    hand.note("k", "A")
    hand.do(c.Clear())

    assert [r.tag for r in hand.history("note:k")] == ["note-written", "scratchpad-cleared"]


def test_a_clear_does_not_touch_a_memory_held_in_the_session(hand):
    hand.remember("semantic:a/k", "A", in_session=True)
    hand.do(c.Clear())

    rows = hand.history("semantic:a/k")

    assert [(r.tag, r.current) for r in rows] == [("memory-written", True)]


def test_an_erased_event_stays_in_history_as_a_hole(hand):
    hand.note("k", "A")
    second = hand.note("k", "B", source="tool:curl")
    hand.erase(second.position)

    rows = hand.history("note:k")

    assert [(r.version, r.value, r.erased, str(r.source)) for r in rows] == [
        (1, "A", False, "agent"), (2, None, True, "tool")
    ]  # fmt: skip


def test_a_correction_of_another_scope_names_nothing_here(hand):
    event = hand.note("k", "A")
    hand.remember("semantic:a/k", "A")
    hand.correct(voids=[event.position], scope=Scope("u"))

    [row] = hand.history("note:k")

    assert (row.effective, row.corrections) == (True, ())


def test_history_as_json_has_the_keys_scripts_rely_on(hand):
    hand.fact("k", "A", 0.5, source="tool:curl#c1", reason="seen")

    [row] = map(as_json.revision, hand.history("fact:k"))

    assert {
        "version", "position", "event", "tag", "value", "effective", "corrections", "current", "refresh",
        "source", "actor", "reason", "confidence", "expires_at", "recorded_at",
    } <= row.keys()  # fmt: skip
    assert row["source"] == {"kind": "tool", "name": "curl", "ref": "c1"}
    assert (row["corrections"], row["actor"], row["expires_at"]) == ([], None, None)


def test_the_timeline_tells_what_was_believed_from_when_to_when_and_why(hand):
    hand.note("k", "A")
    bad = hand.note("k", "B", reason="the page said so")
    hand.correct(voids=[bad.position], reason="the page was forged")
    hand.retract("note:k")
    hand.note("k", "A")

    spans = hand.timeline("note:k")

    assert [(s.start, s.end, s.version, s.value, s.because) for s in spans] == [
        (2, 3, 1, "A", "written"),
        (3, 4, 2, "B", "written: the page said so"),
        (4, 5, 1, "A", "correction 4: the page was forged"),
        (5, 6, None, None, "retracted: wrong"),
        (6, None, 3, "A", "written"),
    ]
    assert [(s.started_at, s.ended_at) for s in spans[:1]] == [(hand.members()[0].public.at, 3_000_000)]


def test_the_timeline_tells_a_refresh_and_a_clear(hand):
    hand.note("k", "A")
    hand.note("k", "A")
    hand.do(c.Clear())

    assert [(s.version, s.because) for s in hand.timeline("note:k")] == [
        (1, "written"), (1, "refreshed"), (None, "cleared")
    ]  # fmt: skip


def test_the_timeline_as_json_gives_positions_and_times(hand):
    hand.note("k", "A")
    hand.note("k", "B")

    first, second = map(as_json.span, hand.timeline("note:k"))

    assert first == {
        "from": 2, "to": 3, "from_at": "1970-01-01T00:00:02.000000Z", "to_at": "1970-01-01T00:00:03.000000Z",
        "version": 1, "value": "A", "because": "written",
    }  # fmt: skip
    assert (second["to"], second["to_at"]) == (None, None)
