"""What is shown: to whom, until when, and on whose word."""

import strategies as s
import views
from driving import START, Lockstep
from hypothesis import given
from model import LONG_TERM, SECOND, kind_of

FACT_MAKERS = ("add_fact", "confirm", "answer", "together", "revert", "restore", "rollback", "undo")


@given(s.histories)
def test_law_06_what_one_user_does_changes_no_view_of_another(operations):
    with Lockstep() as both:
        for _, _, before, after in both.watch(operations, everything):
            active = both.model.events[-1].user
            assert [after[user] == before[user] for user in after if user != active] == [True]


def everything(log):
    """All that each user is shown, at one time."""
    found = {}
    for user, session in views.SCOPES:
        mind = log.memory(user, session)
        shown = [
            views.state(log, user, session, 0),
            views.state(log, user, "", 0),
            mind.recall("x", limit=None, now=0, audit=False),
            mind.prompt(now=0, audit=False),
        ]
        found.setdefault(user, []).extend(shown)
    return found


@given(s.histories)
def test_law_06_nothing_of_one_user_is_recalled_for_another(operations):
    with Lockstep() as both:
        both.run_all(operations)
        for log in both.logs:
            for user, session in views.SCOPES:
                hits = log.memory(user, session).recall(limit=None, now=0, audit=False)
                assert {(hit.scope.user, hit.scope.session) for hit in hits} <= {(user, session), (user, "")}


@given(s.expiring_histories)
def test_law_07_nothing_is_shown_at_or_after_the_time_it_expires(operations):
    with Lockstep() as both:
        both.run_all(operations)
        for log in both.logs:
            mind = log.memory("u", "s")
            for at in (None, *(p for p in range(log.position + 1) if not both.model.inside_batch(p))):
                for now in sorted(
                    {e.expires_at for e in both.model.events if e.expires_at} | {START, START + 9 * SECOND}
                ):
                    hits = mind.recall(limit=None, at=at, now=now, audit=False)
                    entries = mind.scratchpad(at=at, now=now).entries
                    assert all(e.expires_at is None or now < e.expires_at for e in (*hits, *entries))


@given(s.expiring_histories)
def test_law_07_until_it_expires_it_is_shown(operations):
    with Lockstep() as both:
        both.run_all(operations)
        for log in both.logs:
            mind = log.memory("u", "s")
            for entry in mind.scratchpad(now=0).entries:
                last = entry.expires_at - 1 if entry.expires_at else 10**17
                assert entry.address in [e.address for e in mind.scratchpad(now=last).entries]


@given(s.mixed(s.histories, s.planning_histories, s.planning_histories))
def test_law_08_at_most_one_plan_is_current(operations):
    with Lockstep() as both:
        for _ in both.run(operations):
            for log in both.logs:
                for user, session in views.SCOPES:
                    hits = log.memory(user, session).recall(
                        limit=None, kinds=["plan"], now=0, unsupported=True, audit=False
                    )
                    assert len(hits) <= 1


@given(s.mixed(s.histories, s.guessing_histories, s.guessing_histories))
def test_law_09_every_fact_has_a_source_and_no_guess_becomes_one_unconfirmed(operations):
    with Lockstep() as both:
        for call, _, before, after in both.watch(operations, facts):
            assert all(tag == "fact-added" and source != "agent" for _, tag, source in after.values())
            if call.verb not in FACT_MAKERS:
                assert after.items() <= before.items()


@given(s.mixed(s.histories, s.guessing_histories, s.guessing_histories))
def test_law_09_confirming_replaces_the_assumption_by_the_fact_in_one_op(operations):
    with Lockstep() as both:
        before = both.model.position
        for call in both.run(operations):
            if call.verb == "confirm":
                for log in both.logs:
                    fact, gone = log.events(after=before)
                    assert (fact.tag, gone.tag, gone.public.successor) == ("fact-added", "retracted", fact.id)
                    assert fact.op == gone.op == fact.position
            before = both.model.position


def facts(log):
    """The facts that are shown, by scope and entry."""
    index = log._store.index
    shown = [r for scope in index.scopes() for r in index.shown(scope) if r.public.kind == "fact"]
    return {(r.scope, r.public.entry): (r.position, r.tag, r.public.source) for r in shown}


@given(s.mixed(s.histories, s.closing_histories, s.closing_histories))
def test_law_16_clear_and_end_change_no_entry_of_another_scope(operations):
    with Lockstep() as both:
        for call, _, before, after in both.watch(
            operations, lambda log: views.states(log, 0), ["clear", "end", "start"]
        ):
            here = (call.user, call.session)
            for scope in after.keys() - {here}:
                assert after[scope] == before[scope]
            if call.verb == "clear":
                kept = [entry for entry in before[here]["entries"] if kind_of(entry[1]) in LONG_TERM]
                assert after[here]["entries"] == kept
            else:
                assert after[here]["entries"] == before[here]["entries"]
                assert after[here]["ended"] == (call.verb == "end")
