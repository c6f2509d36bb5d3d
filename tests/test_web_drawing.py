"""Lanes are drawn as they are told: by the structure of the SVG."""

import re
from xml.etree import ElementTree

import pytest

from cli.web.drawing.lanes import KINDS, DrawnBar, DrawnLane, Tick, lanes, patterns, sample
from cli.web.drawing.svg import element, share

ROWS = [
    DrawnLane("fact:a: two bars", (DrawnBar(0, 0.25, "user", "revised", "one"), DrawnBar(0.25, 1, "tool", "", "two"))),
    DrawnLane("note:b: nothing", ()),
    DrawnLane("note:c: gone", (DrawnBar(0.5, 0.75, "agent", "retracted", "three"),)),
]


def drawn(rows=ROWS, ticks=(), cursor=0.5, said="lanes"):
    return ElementTree.fromstring(lanes(rows, ticks, cursor, said))


def bars(lane):
    return [(r.get("x"), r.get("width"), r.get("class")) for r in lane.findall("rect")]


def test_each_entry_has_a_lane_that_is_told_in_words():
    found = drawn().findall("g[@role='img']")

    assert [lane.get("aria-label") for lane in found] == ["fact:a: two bars", "note:b: nothing", "note:c: gone"]
    assert [bars(lane) for lane in found] == [
        [("0%", "25%", "bar user"), ("25%", "75%", "bar tool")],
        [],
        [("50%", "25%", "bar agent")],
    ]


def test_lanes_lie_below_one_another():
    tops = [float(lane.find("rect").get("y")) for lane in drawn().findall("g[@role='img']") if lane.findall("rect")]

    assert tops == sorted(set(tops))
    assert float(drawn().get("height")) > tops[-1]


def test_how_a_bar_ended_is_marked_at_its_end():
    [mark] = drawn().findall("g/text[@class='end']")

    assert (mark.text, mark.get("x"), mark.get("aria-hidden")) == ("×", "75%", "true")


def test_each_bar_says_what_it_is():
    assert [title.text for title in drawn().iter("title")] == ["one", "two", "three"]


def test_the_cursor_stands_where_the_reader_does():
    [cursor] = drawn(cursor=1 / 3).findall("line[@id='cursor']")

    assert cursor.get("x1") == cursor.get("x2") == "33.333%"


def test_times_stand_on_the_scale_and_stay_inside_it():
    found = drawn(ticks=[Tick(0, "a"), Tick(0.5, "b"), Tick(1, "c")]).findall("g[@class='scale']/text")

    assert [(t.text, t.get("x"), t.get("text-anchor")) for t in found] == [
        ("a", "0%", "start"), ("b", "50%", "middle"), ("c", "100%", "end"),
    ]  # fmt: skip


def test_every_kind_of_source_has_a_pattern_of_its_own():
    found = ElementTree.fromstring(patterns()).findall("defs/pattern")

    assert {pattern.get("id") for pattern in found} == {f"fill-{kind}" for kind in KINDS}
    assert len({pattern.find("path").get("d") for pattern in found}) == len(KINDS)
    for kind in KINDS:
        assert f"url(#fill-{kind})" in sample(kind)


@pytest.mark.parametrize("said", ['"><script>alert(1)</script>', "a\u202eb", "\x00\ud7ff", "]]>", "&amp;"])
def test_what_is_stored_is_text_in_a_drawing(said):
    made = lanes([DrawnLane(said, (DrawnBar(0, 1, "user", "", said),))], [Tick(0, said)], 0, said)

    root = ElementTree.fromstring(made)
    assert {each.tag for each in root.iter()} == {"svg", "g", "line", "rect", "title", "text"}
    assert "\u202e" not in made
    assert not re.search(r"\bon\w+=|style=", made)


def test_lengths_stay_within_the_drawing():
    assert [share(x) for x in (-1, 0, 0.5, 1, 7)] == ["0%", "0%", "50%", "100%", "100%"]


def test_an_attribute_that_is_none_is_left_out():
    assert element("g", class_=None, x=0) == '<g x="0"></g>'
