"""A memory from point to point, told as what each changed, is the memory at each point."""

import strategies as s
from driving import Lockstep
from hypothesis import given

from belieflog.unfolding import place

PARTS = ("all", "session", "long-term")


def states(mem, part, start=0, stop=None):
    """Put together what is told: for each point, what shows."""
    shown, found = {}, {}
    for step in mem.unfold(part, start, stop):
        for gone in step.gone:
            del shown[gone]
        shown |= {place(entry): entry for entry in step.shows}
        found[step.at] = {(e.scope, e.address, e.position, e.supported) for e in shown.values()}
    return found


def seen(mem, part, at):
    return {(e.scope, e.address, e.position, e.supported) for e in mem.shown(part, at, 0, 10_000).entries}


def test_a_point_tells_what_happened_what_shows_and_what_is_gone(mem):
    mem.write("a", 1)
    b = mem.write("b", 2).events[0].position
    c = mem.retract("note:a", reason="wrong").events[0].position

    first, then = mem.unfold(start=b)

    assert [e.address for e in first.shows] == ["note:a", "note:b"]
    assert (first.at, first.events, first.gone) == (b, (), ())
    assert (then.at, [e.tag for e in then.events], then.shows) == (c, ["retracted"], ())
    assert then.gone == (place(first.shows[0]),)


def test_what_expires_is_gone_at_the_first_point_after(mem):
    mem.write("a", 1, ttl="3s")
    for n in range(6):
        mem.write("other", n)

    gone = [step for step in mem.unfold() if step.gone]

    assert len(gone) == 1
    assert mem.get("note:a", at=gone[0].at) is None
    assert mem.get("note:a", at=gone[0].at - 1)


def test_an_entry_is_told_again_when_what_it_rests_on_is_taken_away_and_comes_back(log, mem):
    premise = mem.write("a", 1).events[0]
    mem.write("b", 2, derived_from=[premise.id])
    log.revert(user="u", event=premise.position, only=True, reason="wrong")
    log.restore(user="u", event=premise.position, reason="right")

    *_, taken, back = mem.unfold()

    assert [(e.address, e.supported) for e in taken.shows] == [("note:b", False)]
    assert [(e.address, e.supported) for e in back.shows] == [("note:a", True), ("note:b", True)]


def test_what_is_closed_to_an_actor_is_not_told(log, mem):
    mem.remember("semantic:secrets/key", "k")
    mem.remember("semantic:open/key", "o")
    log.set_policy({"namespaces": {"secrets": {"access": "closed", "readers": ["actor:boss"]}}}, reason="closed")

    told = lambda actor: [e.address for step in log.memory("u", "s", actor).unfold() for e in step.shows]

    assert told("clerk") == ["semantic:open/key"]
    assert told("boss") == ["semantic:secrets/key", "semantic:open/key"]


@given(s.mixed(s.histories, s.corrected_histories))
def test_what_is_told_from_point_to_point_is_what_each_point_shows(operations):
    with Lockstep() as both:
        both.run_all(operations)
        for log in both.logs:
            for scope in [scope for scope in log._store.index.scopes() if scope.session]:
                mem = log.memory(scope.user, scope.session)
                middle = mem.settled(log.position // 2)
                for part in PARTS:
                    whole = states(mem, part)
                    assert {mem.settled(position) for position in mem.points(part)} == set(whole) - {0}
                    for at, shown in [*whole.items(), *states(mem, part, middle).items()]:
                        assert shown == seen(mem, part, at)
