"""What says different things of one matter is told together, and says which is newer."""

import re

import pytest

from belieflog import Log
from eventlog.intervals import Intervals


def lines(mem, **how):
    return [line for line in mem.prompt(audit=False, **how).splitlines() if line.startswith("- ")]


def test_a_fact_and_an_assumption_of_one_key_are_marked_with_the_newer_named(mem):
    mem.add_fact("timeout", "10 s", source="tool:curl")
    mem.assume("timeout", "12 s")

    assert lines(mem) == [
        "- timeout [tool:curl; contradicted by the later assumption:timeout]: 10 s",
        "- timeout [contradicts the earlier fact:timeout]: 12 s",
    ]
    assert lines(mem, lang="zh") == [
        "- timeout [tool:curl; 与较新的 assumption:timeout 矛盾]: 10 s",
        "- timeout [与较早的 fact:timeout 矛盾]: 12 s",
    ]


def test_a_fact_and_a_memory_under_one_last_key_are_marked(mem):
    mem.remember("semantic:api/timeout", "12 s")
    mem.add_fact("timeout", "10 s", source="tool:curl")

    assert lines(mem) == [
        "- timeout [tool:curl; contradicts the earlier semantic:api/timeout]: 10 s",
        "- semantic:api/timeout [contradicted by the later fact:timeout]: 12 s",
    ]


def test_a_memory_of_the_session_and_a_long_term_one_at_one_address_say_which_is_which(mem):
    mem.remember("procedural:deploy", "by hand")
    mem.remember("procedural:deploy", "with make", in_session=True)

    assert sorted(lines(mem)) == [
        "- procedural:deploy [contradicted by the later procedural:deploy (of this session)]: by hand",
        "- procedural:deploy [contradicts the earlier procedural:deploy (of long-term memory)]: with make",
    ]


def test_a_shared_space_is_named_where_it_says_otherwise(log, mem):
    log.set_policy({"spaces": {"team:x": {"readers": ["*"]}}}, reason="shared")
    log.memory("team:x").remember("semantic:port", 80, source="user")
    mem.remember("semantic:port", 81)

    assert "- semantic:port [contradicts the earlier semantic:port (team:x)]: 81" in lines(mem)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("fact", "timeout", "10 s"), ("assumption", "timeout", "10  S")),
        (("semantic", "a/color", "red"), ("semantic", "b/color", "blue")),
        (("fact", "deploy", "on Friday"), ("procedural", "deploy", "run make")),
        (("fact", "trip", "Paris"), ("episodic", "trip", "went to Rome")),
        (("fact", "timeout", "10 s"), ("note", "timeout", "12 s")),
        (("fact", "timeout", "10 s"), ("assumption", "time", "12 s")),
    ],
)
def test_what_looks_alike_or_is_no_claim_about_one_matter_is_not_marked(mem, one, other):
    for kind, key, value in (one, other):
        if kind == "fact":
            mem.add_fact(key, value, source="user")
        elif kind == "assumption":
            mem.assume(key, value)
        elif kind == "note":
            mem.write(key, value)
        else:
            mem.remember(f"{kind}:{key}", value)

    text = mem.prompt(query=f"{one[1]} {other[1]}", audit=False)

    assert str(one[2]) in text
    assert str(other[2]) in text
    assert "contradict" not in text


def test_what_contradicts_a_fact_is_never_left_out_and_nor_is_only_one_side_of_another(mem):
    mem.add_fact("timeout", "10 s", source="tool:curl")
    mem.assume("timeout", "12 s")
    mem.assume("color", "red " * 60)
    mem.remember("semantic:color", "blue")
    mem.assume("other", "small")

    text = mem.prompt(budget=100, audit=False)

    assert re.findall(r"^- (\w+)", text, re.M) == ["timeout", "timeout", "other"]
    assert "Left out to keep within the budget: 1 of Assumptions (not confirmed); 1 of Memories." in text


def test_with_one_of_the_sections_alone_there_is_nothing_to_contradict(mem):
    mem.add_fact("timeout", "10 s", source="tool:curl")
    mem.assume("timeout", "12 s")

    assert lines(mem, sections=["facts"]) == ["- timeout [tool:curl]: 10 s"]


def test_a_recalled_event_shows_both_sides(log: Log, mem):
    fact = mem.add_fact("timeout", "10 s", source="tool:curl").event.position
    guess = mem.assume("timeout", "12 s").event.position
    mem.prompt(budget=1)

    assert {fact, guess} <= set(Intervals(log.event(log.position).public.shown))
