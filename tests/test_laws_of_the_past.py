"""What was is never lost and never changes; what is can be taken back, and that as well."""

import strategies as s
import views
from driving import Lockstep, outcome
from hypothesis import given, settings
from model import scope_of
from msgspec.structs import replace

import belieflog
from eventlog.intervals import Intervals
from eventlog.log import EventLog
from eventlog.memory_store import MemoryStore
from eventlog.times import Moment


def rows(log):
    return [log.row(position) for position in range(1, log.position + 1)]


def holes(log):
    return {row.position for row in rows(log) if row.private is None}


def without(found, erased):
    """A state in which what is *erased* has become holes."""
    kept = [i for i, entry in enumerate(found["entries"]) if entry[0] not in erased]
    entries = {"entries": [found["entries"][i] for i in kept], "supported": [found["supported"][i] for i in kept]}
    turns = {"dialogue": [t for t in found["dialogue"] if t.position not in erased]} if "dialogue" in found else {}
    return found | entries | turns


@given(s.histories)
def test_law_01_no_stored_event_changes_and_only_erased_private_parts_go(operations):
    with Lockstep() as both:
        before = {log: rows(log) for log in both.logs}
        for _ in both.run(operations):
            for log in both.logs:
                now = rows(log)
                erased = {p for e in log.events() for p in Intervals(e.public.erased)}
                for old, new in zip(before[log], now, strict=False):
                    assert (new.position, new.id, new.public, new.hash) == (old.position, old.id, old.public, old.hash)
                    assert (new.salt, new.private) in ((old.salt, old.private), (None, None))
                    assert new.private is not None or new.position in erased
                assert len(now) >= len(before[log])
                before[log] = now


@given(s.histories)
def test_law_03_the_state_as_known_then_never_changes_apart_from_holes(operations):
    with Lockstep() as both:
        seen = {}
        for _ in both.run(operations):
            now = both.model.events[-1].at
            seen[both.model.position] = {log: views.states(log, now) for log in both.logs}

        for position, then in seen.items():
            at = both.model.events[position - 1].at
            for log, known in then.items():
                erased = holes(log)
                assert views.states(log, at, position) == {k: without(v, erased) for k, v in known.items()}


@given(s.histories)
def test_law_03_a_time_means_the_same_position_for_ever(operations):
    with Lockstep() as both:
        both.run_all(operations)
        for event in both.model.events:
            position = both.model.position_at(event.at)
            for log in both.logs:
                mind = log.memory("u", "s")
                assert mind.scratchpad(at=Moment(event.at), now=0) == mind.scratchpad(at=position, now=0)


@given(s.mixed(s.histories, s.rolled_histories, s.rolled_histories))
def test_law_04_a_rollback_gives_the_state_as_known_then_and_moves_nothing_else(operations):
    with Lockstep() as both:
        for call, log, before, after in both.watch(operations, today, ["rollback"]):
            user, session, whole = call.given["user"], call.given["session"], "all_sessions" in call.given
            then = views.states(log, 0, call.args[0])
            for scope in after if "address" not in call.given else ():
                if scope == (user, session) or (whole and scope[0] == user):
                    assert unsure(after[scope], whole) == unsure(then[scope], whole)
                elif scope != (user, "") or "long_term" not in call.given:
                    assert unsure(after[scope]) == unsure(before[scope])


@settings(max_examples=20)
@given(s.mixed(s.histories, s.rolled_histories))
def test_law_04_a_rollback_of_one_entry_gives_it_as_known_then_and_moves_nothing_else(operations):
    asked = {"user": "u", "session": "s", "reason": "why"}
    with Lockstep() as both:
        model = both.run_all(operations).model
        for log in both.logs:
            for to in (p for p in range(1, model.position) if not model.inside_batch(p)):
                for address in ("fact:a", "semantic:n/a"):
                    before, then, home = today(log), views.states(log, 0, to), scope_of("u", "s", address)
                    ask = s.Call("rollback", args=(to,), given=asked | {"address": address})
                    became = outcome(log, ask)
                    if became[0] == "refused":
                        cleared = clears(model.effective(to)) != clears(model.effective())
                        assert became[1] == "exists" or (became[1] == "clear" and cleared)
                        continue
                    after = today(log)
                    assert only(address, after[home]) == only(address, then[home])
                    for scope in after:
                        kept, was = (rest(address, found[scope], scope == home) for found in (after, before))
                        assert kept == was
                    log.undo(log.position, reason="why")
                    assert today(log) == before


@given(s.mixed(s.histories, s.rolled_histories))
def test_law_05_undoing_the_last_op_gives_the_state_before_it_byte_for_byte(operations):
    undo = s.Call("undo", args=(s.Ref(0, "corrected"),), given={"reason": "why"})
    with Lockstep() as both:
        for _, log, before, _ in both.watch(operations, today, ["revert", "restore", "rollback", "undo"]):
            if log is both.memory:
                both.do(undo)
                assert today(both.memory) == before
                assert today(both.sqlite) == before
                both.do(undo)


def clears(events):
    return {event.position for event in events if event.tag == "scratchpad-cleared"}


def today(log):
    return views.states(log, 0)


def unsure(found, sure=False):
    """A state, unless *sure* without what its premises outside decide."""
    return found if sure else {name: value for name, value in found.items() if name != "supported"}


def only(address, found):
    return [entry for entry in found["entries"] if entry[1] == address]


def rest(address, found, here):
    """The entries, *here* without the one at *address*."""
    return [entry for entry in found["entries"] if not here or entry[1] != address]


@given(s.corrected_histories)
def test_law_05_undoing_a_correction_that_counts_gives_the_state_of_a_log_in_which_it_names_nothing(operations):
    with Lockstep() as both:
        both.run_all(operations)
        for correction in counting(both.memory):
            for log in both.logs:
                untouched = in_which_it_names_nothing(log, correction)
                undone = log.undo(correction.position, reason="why")
                assert views.states(log, 0) == views.states(untouched, 0)
                log.undo(undone.events[0], reason="why")


def counting(log):
    return [e for e in log.events() if e.tag == "corrected" and log.effective(e)]


def in_which_it_names_nothing(log, correction):
    """A copy of *log* in which the op of *correction* names nothing."""
    store, told, events = MemoryStore(), rows(log), list(log.events())
    changed = [
        replace(e, public=replace(e.public, voids=(), restores=())) if e.op == correction.op else e for e in events
    ]
    store.append(told, changed)
    return belieflog.Log(EventLog(store, clock=lambda: 0))
