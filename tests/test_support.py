"""What a belief rests on decides whether it is shown as supported."""

import pytest
import strategies as s
import views
from driving import Lockstep
from hypothesis import given

from eventlog.support import World

WITHDRAWING = ("revert", "restore", "rollback", "undo", "retract", "lift_failure")


@given(s.mixed(s.rooted_histories, s.leaning_histories))
def test_a_belief_is_supported_if_it_can_be_derived_without_leaning_on_itself(operations):
    with Lockstep() as both:
        model = both.run_all(operations).model
        live = model.effective()
        shown = [
            e for scope in {e.scope for e in model.events} for e in model.picture(scope).entries.values() if e.body
        ]
        derivable = {e.position: can_be_derived(model, live, e.asserts) for e in shown}

        for log in both.logs:
            found = {e[0]: e[1] for e in everywhere(log)}
            assert found == {p: derived for p, derived in derivable.items() if p in found}


@given(s.rooted_histories)
def test_only_corrections_and_retractions_withdraw_support(operations):
    with Lockstep() as both:
        before = {log: set(everywhere(log)) for log in both.logs}
        for call in both.run(operations):
            for log in both.logs:
                after = set(everywhere(log))
                if call.verb not in WITHDRAWING:
                    lost = {position for position, supported in after if not supported}
                    assert not {(position, True) for position in lost} & before[log]
                before[log] = after


@given(s.rooted_histories)
def test_what_lost_its_support_is_recalled_only_when_asked_for(operations):
    with Lockstep() as both:
        both.run_all(operations)
        for log in both.logs:
            mind = log.memory("u", "s")
            everything = mind.recall(limit=None, now=0, unsupported=True, audit=False)
            recalled = mind.recall(limit=None, now=0, audit=False)
            assert [e.position for e in recalled] == [e.position for e in everything if e.supported]


@given(s.rooted_histories)
def test_claims_asked_one_by_one_hold_as_those_asked_together(operations):
    with Lockstep() as both:
        both.run_all(operations)
        for log in both.logs:
            claims = {event.claim for event in log.events() if event.public.version}
            world = World(log._store)

            assert {c for c in claims if c in world.holding([c])} == World(log._store).holding(claims) & claims


@given(s.rooted_histories)
def test_support_as_known_then_and_now_is_that_of_the_model(operations):
    with Lockstep() as both:
        model = both.run_all(operations).model
        for at in (None, *range(1, model.position + 1, 4)):
            if at is None or not model.inside_batch(at):
                expected = views.everywhere(views.of_model, model, at)
                for log in both.logs:
                    assert views.everywhere(views.of_log, log, at) == expected


def everywhere(log):
    """Each entry that is shown, and whether it is supported."""
    hits = [
        hit
        for user, session in views.SCOPES
        for hit in log.memory(user, session).recall(limit=None, now=0, unsupported=True, audit=False)
    ]
    return [(hit.position, hit.supported) for hit in hits]


def can_be_derived(model, live, claim, on_the_way=()):
    """Say by plain recursion whether *claim* can be derived without leaning on itself."""
    return claim not in on_the_way and any(
        event.asserts == claim
        and event.tag not in ("retracted", "corrected")
        and not model.withdrawn(event, live)
        and all(can_be_derived(model, live, model.events[p - 1].asserts, (*on_the_way, claim)) for p in event.because)
        for event in live
    )


@pytest.mark.parametrize("echo", [True, False])
def test_an_echo_falls_with_what_it_repeats_and_other_words_of_the_same_stand(log, mem, echo):
    mem.remember("semantic:pay/iban", "DE00 evil", source="tool:web")
    again = mem.remember("semantic:pay/iban", "DE00 evil", echo=echo)

    log.revert(user="u", source="tool:web", cascade="declared", reason="poisoned")

    assert again.outcome == "refreshed"
    assert (mem.get("semantic:pay/iban") is None) == echo


def test_an_echo_of_nothing_is_a_write_like_others(mem):
    first = mem.write("k", 1, echo=True, id="01890000-0000-7000-8000-000000000001")
    mem.write("k", 2, echo=True)
    echo = mem.write("k", 2, echo=True, id="01890000-0000-7000-8000-000000000002")

    assert first.event.public.derived_from == ()
    assert len(echo.event.public.derived_from) == 1
    for n in (1, 2):
        assert mem.write("k", n, echo=True, id=f"01890000-0000-7000-8000-00000000000{n}").outcome == "duplicate"
