"""The rules at the door judge every short quarrel over one entry as the plain model does."""

from itertools import product

import pytest
from calls import Call
from driving import START, Clock, entropy, outcome
from model import SECOND, Model

import belieflog

SOURCES = ("user", "tool:y", "document:d", "import:i", "agent")


def every(verb="remember", **choices):
    """Each call there is with these circumstances; a choice of None is left out."""
    found = []
    for chosen in product(*choices.values()):
        told = {key: value for key, value in zip(choices, chosen, strict=True) if value is not None}
        about = {
            "remember": ("semantic:n/a", told.pop("value", 0)),
            "retract": ("semantic:n/a",),
            "constrain": ("a", "x"),
        }
        found.append(Call(verb, "u", "s", about.get(verb, ()), told))
    return found


QUARRELS = {
    "a write over a write": [
        every(source=SOURCES, confidence=(None, 0.5, 0.9), ttl=(None, 2)),
        every(
            source=SOURCES, value=(None, 1), confidence=(None, 0.5, 0.9), ttl=(None, 2), occurred_at=(None, START - SECOND)
        ),
    ],
    "a write over one by two": [
        every(source=SOURCES),
        every(source=SOURCES),
        every(source=SOURCES, value=(1,), force=(None, True), reason=(None, "why")),
    ],
    "a write after a retraction": [
        every(source=SOURCES),
        every(verb="retract", source=SOURCES, force=(None, True), reason=("why",)),
        every(source=SOURCES, value=(None, 1), force=(None, True), reason=("why",)),
    ],
    "a clear after a write": [
        every(verb="constrain", source=SOURCES),
        every(verb="clear", source=SOURCES, force=(None, True), reason=("why",)),
    ],
}  # fmt: skip


@pytest.mark.parametrize("quarrel", QUARRELS)
def test_each_quarrel_over_one_entry_ends_as_in_the_model(quarrel):
    assert all(QUARRELS[quarrel])
    with belieflog.open(":memory:", clock=Clock(), entropy=entropy()) as log:
        for n, calls in enumerate(product(*QUARRELS[quarrel])):
            model = Model(Clock())
            for call in calls:
                mine = Call(call.verb, f"u{n}", call.session, call.args, call.given)
                before, meant = log.position, outcome(model, call)
                found = outcome(log, mine)
                assert found[0] == meant[0], calls
                if found[0] == "refused":
                    assert found == meant, calls
                else:
                    event = model.events[-1]
                    recorded = log.event(log.position)
                    claim = recorded.public.claim or recorded.version
                    assert log.position - before == len(meant[1])
                    assert (recorded.tag, recorded.version, claim) == (event.tag, event.version, event.claim), calls
