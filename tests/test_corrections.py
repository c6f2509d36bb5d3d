"""Taking back and bringing back, in every form, and what each leaves alone."""

import pytest
from ticking import SECOND, START

import belieflog
from belieflog import InvalidValue, NotFound, Refused
from eventlog import times
from projections import as_json

WHY = {"user": "u", "reason": "bad"}


def state(mem):
    """All that a session and long-term memory show, as it would be printed."""
    return as_json.scratchpad(mem.scratchpad()), [as_json.hit(hit) for hit in mem.recall(limit=None, audit=False)]


def values(mem):
    return {note.key: note.value for note in mem.scratchpad().notes}


# Revert and restore


def test_a_voided_write_brings_the_earlier_value_back_and_leaves_other_keys_alone(log, mem):
    mem.write("k", "A")
    bad = mem.write("k", "B")
    mem.write("j", "X")

    made = log.revert(event=bad.event.position, **WHY)

    assert values(mem) == {"k": "A", "j": "X"}
    assert (made.voids, made.restores, made.count) == (((3, 3),), (), 1)
    assert [(m.address, m.before.value, m.after.value) for m in made.entries] == [("note:k", "B", "A")]


def test_voiding_the_first_write_leaves_nothing_and_a_later_one_stays(log, mem):
    first = mem.write("k", "A")
    mem.write("j", "X")

    log.revert(event=first.event.position, **WHY)

    assert values(mem) == {"j": "X"}
    assert [(r.version, r.effective) for r in mem.history("note:k")] == [(1, False)]


def test_versions_are_never_reused_after_a_revert(log, mem):
    bad = mem.write("k", "A")
    log.revert(event=bad.event.position, **WHY)

    assert mem.write("k", "B").event.version == 2


def test_a_voided_retraction_brings_the_entry_back(log, mem):
    mem.write("k", "A")
    gone = mem.retract("note:k", reason="wrong")

    log.revert(event=gone.event.position, **WHY)

    assert values(mem) == {"k": "A"}


def test_a_voided_clear_brings_the_whole_scratchpad_back_byte_for_byte(log, mem):
    mem.write("k", "A")
    mem.revise_plan(["read"])
    mem.remember("semantic:k", "kept", in_session=True)
    before = state(mem)
    cleared = mem.clear(source="user")
    assert mem.scratchpad().entries == ()

    log.revert(event=cleared.event.position, **WHY)

    assert state(mem) == before


def test_voiding_a_write_from_before_a_clear_changes_nothing(log, mem):
    written = mem.write("k", "A")
    mem.clear(source="user")
    before = state(mem)

    made = log.revert(event=written.event.position, **WHY)

    assert (state(mem), made.entries) == (before, ())


def test_a_voided_end_opens_the_session_again(log, mem):
    ended = mem.end("done")
    log.revert(event=ended.event.position, **WHY)

    assert not mem.scratchpad().ended
    assert mem.write("k", 1).outcome == "recorded"


def test_an_op_is_voided_whole_unless_only_is_asked_for(log, mem):
    mem.assume("k", "A")
    confirmed = mem.confirm("k", source="user")
    fact, gone = (e.position for e in confirmed.events)

    only = log.revert(event=gone, only=True, dry_run=True, **WHY)
    whole = log.revert(event=gone, **WHY)

    assert (only.voids, whole.voids) == (((gone, gone),), ((fact, gone),))
    pad = mem.scratchpad()
    assert ([a.value for a in pad.assumptions], pad.facts) == (["A"], ())


def test_one_event_of_a_batch_can_be_voided(log, mem):
    with mem.batch() as batch:
        for n in range(96):
            batch.write(f"k{n}", n)

    log.revert(event=batch.receipts[40].event.position, **WHY)

    assert len(values(mem)) == 95
    assert "k40" not in values(mem)


def test_restoring_brings_back_what_was_voided_in_whatever_way(log, mem):
    mem.add_fact("k", "A", source="tool:x")
    mem.write("j", "B")
    before = state(mem)
    log.revert(event=[2, 3], **WHY)
    assert mem.scratchpad().entries == ()

    made = log.restore(kind=["fact", "note"], **WHY)

    assert (state(mem), made.restores) == (before, ((2, 3),))


def test_restore_refuses_what_isnt_void(log, mem):
    mem.write("k", "A")

    with pytest.raises(NotFound, match="nothing void"):
        log.restore(event=2, **WHY)


def test_of_corrections_that_name_one_event_the_newest_that_counts_decides(log, mem):
    mem.write("k", "A")
    by_id = log.revert(event=2, **WHY)
    log.restore(event=2, **WHY)
    by_kind = log.revert(kind="note", **WHY)
    assert values(mem) == {}

    log.undo(by_kind.events[0], reason="no")
    assert values(mem) == {"k": "A"}
    log.revert(event=4, **WHY)

    assert values(mem) == {}
    log.undo(by_id.events[0], reason="no")
    assert values(mem) == {"k": "A"}


# Undo


@pytest.mark.parametrize("order", [(0, 1), (1, 0)], ids=["first first", "last first"])
def test_condemned_twice_by_id_and_by_source_undoing_one_keeps_it_void(log, mem, order):
    mem.add_fact("k", "A", source="tool:curl#1")
    before = state(mem)
    made = [log.revert(event=2, **WHY), log.revert(source="tool:curl", **WHY)]

    log.undo(made[order[0]].events[0], reason="no")
    assert mem.scratchpad().facts == ()
    log.undo(made[order[1]].events[0], reason="no")

    assert state(mem) == before


def test_undo_and_the_undo_of_the_undo_swing_the_state_to_and_fro(log, mem):
    mem.write("k", "A")
    whole = state(mem)
    last = log.revert(event=2, **WHY)
    void = state(mem)

    for n in range(4):
        last = log.undo(last.events[0], reason="no")
        assert state(mem) == (void if n % 2 else whole)


def test_undoing_what_no_longer_counts_is_refused_naming_what_voids_it(log, mem):
    mem.write("k", "A")
    made = log.revert(event=2, **WHY)
    undone = log.undo(made.events[0], reason="no")

    with pytest.raises(Refused, match=f"no longer counts: {undone.events[0].position} took it back") as refused:
        log.undo(made.events[0], reason="again")

    assert refused.value.by == undone.events[0].position


@pytest.mark.parametrize("wanted", [1, 2], ids=["the opening", "a write"])
def test_undoing_what_is_no_correction_is_refused(log, mem, wanted):
    mem.write("k", "A")

    with pytest.raises(Refused, match="is no correction"):
        log.undo(wanted, reason="no")


def test_undoing_another_users_correction_is_refused(log, mem):
    mem.write("k", "A")
    made = log.revert(event=2, **WHY)

    with pytest.raises(Refused):
        log.undo(made.events[0], user="v", reason="no")


def test_undo_reaches_every_scope_of_a_correction_that_touched_several(log, mem):
    mem.write("k", "A", source="tool:x")
    mem.remember("semantic:k", "B", source="tool:x")
    log.memory("u", "t").write("k", "C", source="tool:x")
    before = state(mem), state(log.memory("u", "t"))

    made = log.revert(source="tool:x", **WHY)
    assert len(made.events) == 3
    assert {e.op for e in made.events} == {made.events[0].position}
    log.undo(made.events[1], reason="no")

    assert (state(mem), state(log.memory("u", "t"))) == before


# Rollback


def test_a_sessions_rollback_takes_back_all_of_it_since_and_nothing_else(log, mem):
    other = log.memory("u", "t")
    mem.write("k", "A")
    other.write("k", "theirs")
    before = state(mem)
    mem.write("k", "B")
    mem.revise_plan(["read"])
    mem.say("user", "hello")
    mem.clear(source="user")
    other.write("j", "later")
    rest = state(other)

    made = log.rollback(3, session="s", **WHY)

    assert (state(mem), state(other)) == (before, rest)
    assert mem.dialogue() == []
    assert made.count == 4


def test_a_rollback_takes_back_the_corrections_made_since_too(log, mem):
    mem.write("k", "A")
    mem.write("k", "B")
    before = state(mem)
    log.revert(event=3, **WHY)
    assert values(mem) == {"k": "A"}

    log.rollback(3, session="s", **WHY)

    assert state(mem) == before


def test_a_sessions_rollback_lists_the_long_term_entries_it_wrote_and_leaves_them(log, mem):
    mem.remember("semantic:old", 0)
    mem.write("k", "A")
    mem.remember("semantic:new", 1)
    log.memory("u", "t").remember("semantic:theirs", 2)

    made = log.rollback(2, session="s", **WHY)

    assert {hit.address for hit in mem.recall(audit=False)} == {"semantic:old", "semantic:new", "semantic:theirs"}
    [warning] = made.warnings
    assert "'semantic:new'" in warning
    assert "belieflog revert --event 4" in warning
    assert "semantic:old" not in warning
    assert "semantic:theirs" not in warning


def test_with_long_term_a_sessions_rollback_takes_back_what_it_wrote_there(log, mem):
    mem.remember("semantic:old", 0)
    mem.write("k", "A")
    mem.remember("semantic:new", 1)
    log.memory("u", "t").remember("semantic:theirs", 2)

    made = log.rollback(2, session="s", long_term=True, **WHY)

    assert {hit.address for hit in mem.recall(audit=False)} == {"semantic:old", "semantic:theirs"}
    assert (made.warnings, len(made.events)) == ((), 2)


def test_a_users_rollback_takes_back_each_of_their_scopes_and_no_one_elses(log, mem):
    mem.write("k", "A")
    mem.remember("semantic:k", 1)
    other, stranger = log.memory("u", "t"), log.memory("v", "s")
    before = state(mem)
    mem.write("k", "B")
    mem.remember("semantic:k", 2)
    other.write("k", "C")
    stranger.write("k", "D")
    rest = state(stranger)

    log.rollback(3, all_sessions=True, **WHY)

    assert (state(mem), values(other), state(stranger)) == (before, {}, rest)


def test_one_entrys_rollback_leaves_the_rest_of_its_scope_alone(log, mem):
    mem.write("k", "A")
    mem.write("k", "B")
    mem.write("j", "X")
    mem.write("k", "C")

    made = log.rollback(2, session="s", address="note:k", **WHY)

    assert values(mem) == {"k": "A", "j": "X"}
    assert [(m.before.value, m.after.value) for m in made.entries] == [("C", "A")]


def test_one_entrys_rollback_restores_what_was_effective_then(log, mem):
    mem.write("k", "A")
    mem.write("k", "B")
    log.revert(event=3, **WHY)

    log.rollback(3, session="s", address="note:k", **WHY)

    assert values(mem) == {"k": "B"}


def test_one_entry_goes_back_to_a_version(log, mem):
    for value in "ABC":
        mem.write("k", value)
    mem.remember("semantic:k", "X")
    mem.remember("semantic:k", "Y")

    log.rollback(to_version=2, session="s", address="note:k", **WHY)
    log.rollback(to_version=1, address="semantic:k", **WHY)

    assert (values(mem), mem.get("semantic:k").value) == ({"k": "B"}, "X")
    with pytest.raises(NotFound, match="'note:k' has no version 4"):
        log.rollback(to_version=4, session="s", address="note:k", **WHY)


@pytest.mark.parametrize("clear_again", [False, True], ids=["made", "taken back"])
def test_one_entrys_rollback_is_refused_where_a_clear_since_would_decide(log, mem, clear_again):
    mem.write("k", "A")
    cleared = mem.clear(source="user")
    at = 2
    if clear_again:
        log.revert(event=cleared.event.position, **WHY)
        at = 3

    with pytest.raises(Refused, match=r"a clear made or taken back since .* 'note:k'") as refused:
        log.rollback(at, session="s", address="note:k", **WHY)

    assert refused.value.rule == "clear"


@pytest.mark.parametrize(
    "told",
    [
        {},
        {"to": 1},
        {"to": 1, "session": "s", "all_sessions": True},
        {"to": 1, "to_version": 1, "address": "note:k", "session": "s"},
        {"to_version": 1, "session": "s"},
        {"to": 1, "address": "note:k"},
    ],
    ids=repr,
)
def test_a_rollback_that_doesnt_say_of_what_or_where_to_is_refused(log, mem, told):
    mem.write("k", "A")

    with pytest.raises(InvalidValue):
        log.rollback(**told, **WHY)


# Points


@pytest.fixture
def four(log, mem):
    """Notes n2 to n5 at positions 2 to 5, a mark at 6, a write by another session at 7, n8 at 8."""
    for n in range(2, 6):
        mem.write(f"n{n}", n)
    mem.mark("before lunch")
    log.memory("u", "t").write("elsewhere", 7)
    mem.write("n8", 8)
    return mem


POINTS = {
    "a position": (4, 4),
    "as text": ("@4", 4),
    "the head": (8, 8),
    "before the log": (0, 0),
    "another session's": (7, 7),
    "before the last": (-1, 7),
    "before the last two, marks and others apart": ("-2", 4),
    "before all": (-5, 1),
    "a mark": ("before lunch", 6),
    "with an @": ("@before lunch", 6),
}


@pytest.mark.parametrize(("point", "position"), POINTS.values(), ids=POINTS)
def test_a_point_is_a_position_n_events_back_or_a_mark(log, four, point, position):
    expected = [f"n{n}" for n in (2, 3, 4, 5, 8) if n <= position]

    assert four.keys(at=point) == expected
    if position < 8:
        log.rollback(point, session="s", **WHY)
        assert four.keys() == expected


@pytest.mark.parametrize("form", ["µs", "text", "offset"])
def test_a_time_is_the_last_position_recorded_at_or_before_it(log, four, form):
    moments = [r.at for r in log.events()]

    for position, at in enumerate(moments[1:7], 2):  # before the first there is no log yet
        for shift, there in ((0, position), (-1, position - 1), (1, position)):
            point = times.Moment(at + shift) if form == "µs" else times.text(at + shift)
            if form == "offset":
                point = point.replace("Z", "+00:00")
            assert four.keys(at=point) == [f"n{n}" for n in (2, 3, 4, 5, 8) if n <= there]


def test_a_time_past_the_newest_event_is_the_head_and_the_future_is_refused(log, four):
    newest = log.event(8).at

    assert four.keys(at=times.text(newest + 1)) == four.keys()
    with pytest.raises(Refused, match="is in the future"):
        four.keys(at="2100-01-01T00:00Z")


@pytest.mark.parametrize("point", [99, -9, "lunch", "@99"], ids=repr)
def test_a_point_that_isnt_there_isnt_found(log, four, point):
    with pytest.raises(NotFound):
        log.rollback(point, session="s", **WHY)


def test_a_mark_given_twice_means_the_last_and_another_users_means_nothing(log, four):
    four.mark("before lunch")
    log.memory("v", "s").mark("secret")

    assert four.keys(at="before lunch") == ["n2", "n3", "n4", "n5", "n8"]
    with pytest.raises(NotFound) as missing:
        four.keys(at="secret")
    assert "there are before lunch" in str(missing.value)


def test_a_point_inside_a_batch_is_refused_and_says_where_it_may_be(log, mem):
    with mem.batch() as batch:
        for n in range(3):
            batch.write(f"k{n}", n)

    for point in (2, 3, -1):
        with pytest.raises(Refused, match="inside the batch 2-4: use 1 or 4"):
            mem.scratchpad(at=point)
        with pytest.raises(Refused, match="inside the batch 2-4"):
            log.rollback(point, session="s", **WHY)
    assert (mem.keys(at=1), mem.keys(at=4)) == ([], ["k0", "k1", "k2"])


def test_after_excludes_its_point_and_before_too(log, four):
    made = log.revert(after=3, before=8, session="s", dry_run=True, **WHY)

    assert made.voids == ((4, 5),)


# Selectors


@pytest.fixture
def many(log):
    """Events of two sessions, of every way to be told apart."""
    one, two = log.memory("u", "s", actor="ann"), log.memory("u", "t", actor="bo")
    one.write("k", "rain in Paris", source="tool:web#1")  # 2
    one.write("k", "sun in Rome", source="tool:web#2", via="save#t1")  # 3
    one.add_fact("k", "sun", source="tool:webcam#1", run="r1")  # 4
    two.write("k", "sun", source="document:web", via="save#t12")  # 5
    two.remember("semantic:a/b/k", "sun", run="r1")  # 6
    two.remember("semantic:ab/k", "moon", source="user")  # 7
    with one.batch() as batch:
        batch.assume("x", "A")  # 8
        batch.assume("y", "B")  # 9
    one.confirm("x", source="user")  # 10, 11
    one.observe("web", "sun", call="2")  # 12
    log.memory("v", "s").write("k", "sun", source="tool:web#1", run="r1")  # 13
    return log


SELECTORS = {
    "event": ({"event": 3}, [3]),
    "events": ({"event": [3, 5]}, [3, 5]),
    "op": ({"op": 10}, [10, 11]),
    "batch": ({"batch": 8}, [8, 9]),
    "run": ({"run": "r1"}, [4, 6]),
    "address": ({"address": "note:k"}, [2, 3, 5]),
    "the last of an address": ({"address": "note:k", "session": "s", "last": True}, [3]),
    "source kind": ({"source": "tool"}, [2, 3, 4, 12]),
    "source name": ({"source": "tool:web"}, [2, 3, 12]),
    "whole source": ({"source": "tool:web#2"}, [3, 12]),
    "source prefix": ({"source": "tool:web*"}, [2, 3, 4, 12]),
    "either source": ({"source": ["document", "user"]}, [5, 7, 10, 11]),
    "via": ({"via": "save#t1"}, [3]),
    "via prefix": ({"via": "save#*"}, [3, 5]),
    "any via": ({"via": "*"}, [3, 5]),
    "actor": ({"actor": "bo"}, [5, 6, 7]),
    "session written in": ({"session": "t"}, [5, 6, 7]),
    "kind": ({"kind": "semantic"}, [6, 7]),
    "namespace, whole segments": ({"namespace": "a"}, [6]),
    "deeper namespace": ({"namespace": "a/b"}, [6]),
    "text": ({"text": "sun"}, [3, 4, 5, 6, 12]),
    "after": ({"after": 9}, [10, 11, 12]),
    "before": ({"before": 4}, [2, 3]),
    "all of several": ({"text": "sun", "source": "tool", "session": "s", "after": 3}, [4, 12]),
}


@pytest.mark.parametrize(("selector", "positions"), SELECTORS.values(), ids=SELECTORS)
def test_a_selector_chooses_these_of_the_users_own_events(many, selector, positions):
    made = many.revert(only=True, **selector, **WHY)

    voided = [r.position for r in many.events() if not many.effective(r)]
    assert voided == positions
    assert made.count == len(positions)


def test_a_text_is_found_in_a_large_output_that_is_kept_outside(log, mem):
    big = mem.observe("curl", "lorem " * 20_000 + "the proxy lied")
    mem.observe("curl", "lorem " * 20_000)

    assert big.event.private.content["ref"].startswith("blob:")
    assert [event.position for event in log.events(user="u", text="proxy lied")] == [big.event.position]
    assert log.revert(text="proxy lied", **WHY).voids == ((big.event.position, big.event.position),)


def test_a_call_that_nothing_came_through_is_refused_and_says_what_is_near(many):
    with pytest.raises(NotFound, match=r"no event has the via 'save#t2'; near is 'save#t12', 'save#t1'"):
        many.revert(via="save#t2", **WHY)


@pytest.mark.parametrize("user", ["U", "u ", "u%", "_", "%"])
def test_a_selector_of_another_user_chooses_nothing_even_if_the_names_look_alike(many, user):
    with pytest.raises(NotFound):
        many.revert(user=user, reason="bad", kind=["note", "semantic", "fact"])


def test_anothers_event_isnt_reached_by_its_position(many):
    with pytest.raises(NotFound):
        many.revert(event=13, **WHY)


def test_only_event_op_batch_and_run_reach_a_correction(log, mem):
    mem.write("k", "A")
    made = log.revert(event=2, by="ann", **WHY)
    there = made.events[0].position

    with pytest.raises(NotFound):
        log.revert(user="u", reason="bad", after=2)
    log.revert(op=there, **WHY)

    assert values(mem) == {"k": "A"}


# Previews


def test_applying_a_preview_does_exactly_what_it_showed(log, mem):
    mem.write("k", "A")
    mem.write("k", "B")

    preview = log.revert(event=3, dry_run=True, **WHY)
    assert (preview.dry_run, log.position, values(mem)) == (True, 3, {"k": "B"})
    done = preview.apply()

    assert (done.voids, done.restores, done.entries, done.count) == (
        preview.voids,
        preview.restores,
        preview.entries,
        preview.count,
    )
    assert (done.dry_run, values(mem)) == (False, {"k": "A"})
    with pytest.raises(Refused, match="applied already"):
        done.apply()


def test_a_preview_that_would_now_do_something_else_is_refused(log, mem):
    mem.write("k", "A", source="tool:x")
    by_source = log.revert(source="tool:x", dry_run=True, **WHY)
    by_event = log.revert(event=2, dry_run=True, **WHY)
    mem.write("k", "B", source="tool:x")
    before = log.head

    for stale in (by_source, by_event):
        with pytest.raises(Refused, match="has changed since the preview") as refused:
            stale.apply()
        assert refused.value.rule == "stale"
    assert log.head == before


def test_a_write_in_between_that_changes_nothing_printed_doesnt_hinder_a_preview(log, mem):
    mem.write("k", "A")
    preview = log.revert(event=2, dry_run=True, **WHY)
    mem.write("j", "X")
    log.memory("u", "t").write("k", "B")

    preview.apply()

    assert values(mem) == {"j": "X"}


def test_an_undo_and_a_rollback_can_be_previewed(log, mem):
    mem.write("k", "A")
    made = log.revert(event=2, **WHY)

    undo = log.undo(made.events[0], reason="no", dry_run=True)
    back = log.rollback(1, session="s", dry_run=True, **WHY)

    assert [(m.before, m.after.value) for m in undo.entries] == [(None, "A")]
    assert (back.voids, back.entries, log.position) == (((2, 3),), (), 3)


def test_the_plan_says_when_the_value_brought_back_has_expired(log, mem):
    mem.write("k", "A", ttl=1)
    bad = mem.write("k", "B")

    made = log.revert(event=bad.event.position, **WHY)

    assert made.warnings == ("'note:k' comes back, but has expired: it won't be shown",)
    assert values(mem) == {}


def test_the_entries_of_a_plan_are_those_that_move(log, mem):
    mem.write("k", "A")
    mem.write("k", "B")
    mem.write("j", "X")
    mem.write("j", "Y")

    made = log.revert(event=[2, 5], **WHY)

    assert [(m.address, m.before.value, m.after.value) for m in made.entries] == [("note:j", "Y", "X")]


# Points in time


def test_as_known_then_never_changes_whatever_is_corrected_later(log, mem):
    mem.write("k", "A")
    mem.write("k", "B")
    then = as_json.scratchpad(mem.scratchpad(at=3))
    log.revert(event=3, **WHY)
    mem.clear(source="user")
    log.rollback(1, session="s", **WHY)

    assert as_json.scratchpad(mem.scratchpad(at=3)) == then


def test_hindsight_answers_by_when_it_happened_under_todays_corrections(log, mem):
    day = "2026-05-{:02}T00:00Z".format
    mem.write("drink", "coffee", occurred_at=day(10))
    wrong = mem.write("drink", "beer", occurred_at=day(11))
    mem.write("drink", "tea", occurred_at=day(5))
    log.revert(event=wrong.event.position, **WHY)

    def drink(at):
        return [n.value for n in mem.scratchpad(at=at, hindsight=True).notes]

    assert [drink(day(n)) for n in (4, 5, 9, 10, 12)] == [[], ["tea"], ["tea"], ["coffee"], ["coffee"]]
    assert mem.read("drink") == "tea"


def test_a_correction_is_recorded_with_who_when_and_why(log, mem):
    mem.write("k", "A")

    made = log.revert(event=2, by="ann", **WHY)

    [event] = made.events
    assert (event.tag, event.public.actor, event.private.reason) == ("corrected", "ann", "bad")
    assert event.at > START
    assert [(c.event, c.counts) for c in log.corrections("u")] == [(event, True)]
    log.undo(event, reason="no")
    assert [c.counts for c in log.corrections("u")] == [False, True]


def test_what_physically_happened_cant_be_taken_back(log, mem):
    mem.write("k", "A")
    mem.recall("A")
    mem.mark("here")
    log.erase(event=2, **WHY)

    for position in (1, 3, 4, 5):
        with pytest.raises(NotFound):
            log.revert(event=position, **WHY)


def test_two_handles_see_each_others_corrections(path):
    with belieflog.open(path, durability="off") as one, belieflog.open(path, durability="off") as other:
        mem = one.memory("u", "s")
        mem.write("k", "A")
        preview = other.revert(event=2, dry_run=True, **WHY)
        one.revert(event=2, **WHY)

        assert values(other.memory("u", "s")) == {}
        with pytest.raises(Refused, match="since the preview"):
            preview.apply()


def test_time_goes_on_by_the_clock(log, mem):
    first, second = mem.write("a", 1).event, mem.write("b", 2).event

    assert second.at - first.at >= SECOND


def test_a_range_that_spans_another_scopes_event_leaves_it_alone(log):
    one, two = log.memory("u", "one", "bo"), log.memory("u", "two")
    one.write("a", 1)
    two.write("b", 2)
    one.write("c", 3)

    made = log.revert(user="u", actor="bo", reason="bo was wrong")

    assert made.voids == ((2, 4),)
    assert (one.keys(), two.keys()) == ([], ["b"])
