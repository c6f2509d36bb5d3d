"""Which entries would differ without some events?"""

import pytest

from belieflog import NotFound, Refused


@pytest.fixture
def poisoned(mem):
    mem.add_fact("egress", "0.09 USD", source="tool:prices")
    page = mem.observe("browse", "egress is free", call="c1")
    fact = mem.add_fact("egress", "free", source="tool:browse#c1", derived_from=[page])
    mem.write("cost", 400, derived_from=[fact])
    mem.write("other", 1)


def told(correction):
    return [
        (m.address, m.before and (m.before.value, m.before.supported), m.after and (m.after.value, m.after.supported))
        for m in correction.entries
    ]


def test_what_if_tells_what_would_show_and_what_would_lose_its_support(log, mem, poisoned):
    head = log.head

    found = mem.what_if(source="tool:browse")

    assert told(found) == [
        ("fact:egress", ("free", True), ("0.09 USD", True)),
        ("note:cost", (400, True), (400, False)),
    ]
    assert found.dry_run
    assert log.head == head


def test_what_if_with_a_cascade_takes_along_what_follows(mem, poisoned):
    assert told(mem.what_if(source="tool:browse", cascade="declared")) == [
        ("fact:egress", ("free", True), ("0.09 USD", True)),
        ("note:cost", (400, True), None),
    ]


def test_then_applied_with_a_reason_it_is_the_revert(log, mem, poisoned):
    would = mem.what_if(source="tool:browse")

    done = would.apply(reason="the page lied")

    assert (done.voids, done.dry_run, done.verb) == (would.voids, False, "revert")
    assert done.events[0].private.reason == "the page lied"
    assert [(e.address, e.value, e.supported) for e in mem.everything()] == [
        ("fact:egress", "0.09 USD", True), ("note:cost", 400, False), ("note:other", 1, True)
    ]  # fmt: skip


def test_it_is_not_applied_without_a_reason_nor_twice(log, mem, poisoned):
    would = mem.what_if(source="tool:browse")
    head = log.head

    with pytest.raises(Refused, match="reason"):
        would.apply()
    assert log.head == head
    would.apply(reason="the page lied")
    with pytest.raises(Refused, match="applied already"):
        mem.what_if(source="tool:browse").apply(reason="x").apply()


def test_it_is_not_applied_where_it_would_do_something_else_by_now(log, mem, poisoned):
    would = mem.what_if(source="tool:browse")
    mem.add_fact("egress", "0.05 USD", source="user")
    head = log.head

    with pytest.raises(Refused, match="changed since the preview"):
        would.apply(reason="the page lied")
    assert log.head == head


def test_a_selector_that_chooses_nothing_is_refused_and_says_what_is_near(mem, poisoned):
    for selector, near in (
        ({"source": "tool:browser"}, "source 'tool:browser'; near is 'tool:browse'"),
        ({"address": "fact:egres"}, "address 'fact:egres'; near is 'fact:egress'"),
        ({"session": "S1"}, "the session 'S1'"),
        ({"kind": "facts"}, "kind 'facts'; near is 'fact'"),
        ({"tag": "fact-add"}, "tag 'fact-add'; near is 'fact-added'"),
        ({"text": "zebra"}, "text 'zebra'"),
        ({"source": "tool:prices", "text": "free"}, "fits source and text at once"),
    ):
        with pytest.raises(NotFound, match=near):
            mem.what_if(**selector)
