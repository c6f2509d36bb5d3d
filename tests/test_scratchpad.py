"""What a session holds in mind."""

import msgspec
import pytest

from eventlog import commands as c
from eventlog.events import Scope
from eventlog.sources import Source
from projections import as_json, entries, scratchpad
from projections.folding import fold


def test_each_kind_stands_in_its_section(hand):
    hand.do(c.SetGoal("ship it", ("tests pass",)), source="user")
    hand.do(c.Constrain("budget", "no new servers"), source="user")
    hand.do(c.RevisePlan((("read", "done"), ("measure", None))))
    hand.do(c.NoteProgress("half", "the rest"))
    hand.fact("timeout", "10 s")
    hand.do(c.Assume("cause", "a proxy", 0.4))
    hand.do(c.Ask("owner", "whose is it?", "user"))
    hand.do(c.MarkFailure("regex", "chokes"))
    hand.note("todo", {"left": [1, 2]})

    pad = hand.pad()

    assert pad.goal.value == {"text": "ship it", "criteria": ["tests pass"]}
    assert [step["text"] for step in pad.plan.value] == ["read", "measure"]
    assert pad.progress.value == {"done": "half", "next": "the rest"}
    assert [(e.kind, e.key, e.value) for e in pad.entries[1:2]] == [("constraint", "budget", "no new servers")]
    assert [e.address for e in pad.entries] == [
        "goal", "constraint:budget", "plan", "progress", "fact:timeout", "assumption:cause",
        "question:owner", "failure:regex", "note:todo",
    ]  # fmt: skip
    assert pad.assumptions[0].confidence == 0.4
    assert pad.notes[0].value == {"left": [1, 2]}


def test_an_entry_says_where_it_comes_from(hand):
    event = hand.fact("timeout", "10 s", source="tool:curl#call_3", via="line 3", actor="planner", reason="asked")

    [fact] = hand.pad().facts

    assert (fact.source, fact.via, fact.actor, fact.reason) == (
        Source("tool", "curl", "call_3"), "line 3", "planner", "asked"
    )  # fmt: skip
    assert (fact.event, fact.position, fact.version, fact.recorded_at) == (
        event.public.id,
        2,
        1,
        event.public.at,
    )


def test_what_has_expired_is_not_shown_from_that_moment_on(hand):
    hand.note("soon", "gone", expires_at=20)

    assert [e.key for e in hand.pad(now=19).notes] == ["soon"]
    assert hand.pad(now=20).notes == ()


def test_what_was_erased_leaves_a_hole_and_no_earlier_value_comes_back(hand):
    hand.note("k", "first")
    second = hand.note("k", "second")

    hand.erase(second.position)

    assert hand.pad().notes == ()


def test_a_reverted_write_brings_the_earlier_value_back(hand):
    hand.note("k", "A")
    bad = hand.note("k", "B")
    hand.note("j", "X")

    hand.correct(voids=[bad.position])

    assert {e.key: e.value for e in hand.pad().notes} == {"k": "A", "j": "X"}


def test_as_known_then_shows_what_was_shown_then(hand):
    first = hand.note("k", "A")
    hand.note("k", "B")

    assert [e.value for e in hand.pad(at=first.position).notes] == ["A"]


def test_a_memory_held_in_the_session_is_not_listed(hand):
    hand.remember("semantic:prefs/tea", "green", in_session=True)

    assert hand.pad().entries == ()


def test_look_alikes_under_other_keys_name_each_other(hand):
    hand.fact("power", "5 mW")
    hand.fact("strength", "5  ＭＷ")
    hand.fact("other", "6 mW")
    hand.note("power", "5 mW")

    pad = hand.pad()

    assert [e.same_as for e in pad.facts] == [("fact:strength",), ("fact:power",), ()]
    assert pad.notes[0].same_as == ()


def test_a_number_and_its_text_do_not_look_alike():
    assert len({entries.look(value) for value in (1, "1", True, "true", 1.0, [1], "[1]", None)}) == 8


def test_an_entry_whose_claim_no_longer_holds_says_so(hand):
    event = hand.fact("timeout", "10 s")

    assert hand.pad(unsupported=frozenset({event.position})).facts[0].supported is False
    assert hand.pad().facts[0].supported is True


@pytest.mark.parametrize(
    ("address", "namespace", "key"),
    [
        ("semantic:prefs/language", ("prefs",), "language"),
        ("semantic:a%2Fb/50%25", ("a/b",), "50%"),
        ("procedural:key", (), "key"),
    ],
)
def test_a_long_term_address_comes_apart_into_namespace_and_key(hand, address, namespace, key):
    hand.remember(address, "x")

    [entry] = entries.read(hand.store.index.shown(Scope("u")), now=0)

    assert (entry.address, entry.namespace, entry.key) == (address, namespace, key)


def test_a_working_key_keeps_its_slashes_and_colons(hand):
    hand.note("https://example.org/50%", "x")

    assert hand.pad().notes[0].key == "https://example.org/50%"


def test_the_index_shows_what_the_fold_shows(hand):
    for i in range(4):
        hand.note(f"k{i % 2}", i)
    hand.do(c.Clear())
    hand.note("k1", "again")
    hand.correct(voids=[5])

    state = fold(scratchpad, hand.effective())

    assert hand.store.index.shown(Scope("u", "s")) == scratchpad.shown(state)


def test_as_json_every_key_is_there_and_null_when_empty(hand):
    hand.fact("timeout", "10 s", source="tool:curl", expires_at=1_900_000_000_000_000)

    told = as_json.scratchpad(hand.pad())

    assert list(told) == [
        "user", "session", "ended", "position", "incomplete_since", "goal", "constraints", "plan",
        "progress", "facts", "assumptions", "questions", "failures", "notes",
    ]  # fmt: skip
    assert told["goal"] is None
    assert told["notes"] == []
    [fact] = told["facts"]
    assert fact["source"] == {"kind": "tool", "name": "curl", "ref": None}
    assert fact["expires_at"] == "2030-03-17T17:46:40.000000Z"
    assert fact["recorded_at"] == "1970-01-01T00:00:02.000000Z"
    assert {
        "address", "key", "kind", "namespace", "value", "version", "event", "position", "recorded_at",
        "occurred_at", "expires_at", "source", "actor", "via", "reason", "confidence", "supported", "same_as",
    } <= fact.keys()  # fmt: skip
    assert fact["occurred_at"] is fact["actor"] is fact["via"] is fact["reason"] is fact["confidence"] is None
    assert msgspec.json.decode(msgspec.json.encode(told)) == told
