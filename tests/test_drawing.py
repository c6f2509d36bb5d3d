"""Reasons as graphs, histories as lines of blocks, and what a notebook shows."""

import json
import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from itertools import combinations, pairwise

import pytest
from commanding import Command
from hypothesis import given
from hypothesis import strategies as st
from ticking import over

from cli import terminal
from cli.context import Call
from cli.drawing.dot import dot
from cli.drawing.graph import LETTERS, Arrow, Box, Graph, graph
from cli.drawing.mermaid import mermaid
from cli.drawing.sparkline import BLOCKS, HOLLOW, measure, sparkline
from cli.drawing.svg import layout, svg
from eventlog.memory_store import MemoryStore
from projections import as_html

HOSTILE = '"]; click e1 %%{init: {}}%% `x` </text><script>alert(1)</script> \\N {a|b} <b> &lt; \x1b[2J \u202e\n%% c'
TEXTS = st.one_of(st.just(HOSTILE), st.text(st.characters(exclude_categories=["Cs"]), max_size=20))
SVG = "{http://www.w3.org/2000/svg}"


def tell(log, said=("free", "400", "Petrel")):
    """An observation, what rests on it by two ways, and a read that showed it."""
    mem = log.memory("me", "s")
    mem.observe("browse", said[0], call="c1")
    mem.add_fact("egress", said[0], source="tool:browse#c1", derived_from=[2])
    mem.write("cost", said[1], derived_from=["fact:egress"])
    mem.write("choice", said[2], derived_from=["note:cost", "fact:egress"])
    return mem


@pytest.fixture
def tree():
    with over(MemoryStore()) as log:
        yield tell(log).why("note:choice")


@pytest.fixture
def belieflog(path):
    return Command(path)


# Graphs


def test_an_event_that_is_told_again_is_the_same_box(tree):
    found = graph(Call({}), [tree])

    assert [box.position for box in found.boxes] == [5, 4, 3, 2]
    assert [(a.start, a.end, a.label) for a in found.arrows] == [
        (5, 4, ""), (4, 3, ""), (3, 2, ""), (5, 3, "event 5 rests on it")
    ]  # fmt: skip
    assert [box.depth for box in found.boxes] == [0, 1, 2, 3]


def test_what_became_of_an_event_is_told_by_letter_and_dash():
    with over(MemoryStore()) as log:
        mem = tell(log)
        log.revert(user="me", event=3, reason="no")
        mem.retract("note:choice", reason="no")
        found = graph(Call({}), [mem.impact(2), mem.why("note:choice")])

    states = {box.position: (box.state, box.lines[-1][:3]) for box in found.boxes}
    assert (states[3], states[4], states[5]) == (("void", "[V]"), ("unsupported", "[U]"), ("retracted", "[R]"))
    for drawn, dash in ((svg, "stroke-dasharray"), (dot, "style="), (mermaid, "stroke-dasharray")):
        assert drawn(found).count(dash) == 3
    assert len({*LETTERS.values()}) == len(LETTERS)


def test_the_commands_draw_in_each_language_and_their_shapes_stay(belieflog):
    belieflog("observe", "browse", "free", "--call", "c2")
    belieflog("fact", "egress", "free", "--source", "tool:browse#c2", "--derived-from", "2")

    assert belieflog("why", "fact:egress", "--format", "mermaid").stdout.startswith("flowchart TD\n  e3[")
    assert belieflog("impact", "2", "--format", "dot").stdout.startswith("digraph {\n")
    assert belieflog("impact", "--by-source", "tool:browse", "--format", "svg").stdout.startswith("<svg ")
    assert belieflog.json("why", "fact:egress", "--format", "dot")["format"] == "dot"
    assert belieflog.json("why", "fact:egress")["children"][0]["position"] == 2
    assert belieflog("why", "fact:egress", "--format", "png").exit_code == 2


@given(st.lists(TEXTS.filter(str.strip), min_size=3, max_size=3))
def test_no_stored_text_is_more_than_text_in_any_language(said):
    with over(MemoryStore()) as log:
        found = graph(Call({}), [tell(log, said).why("note:choice")])
    texts = [line for box in found.boxes for line in box.lines]

    for drawn in (mermaid(found), dot(found), svg(found)):
        assert terminal.safe(drawn) == drawn

    root = ET.fromstring(svg(found))
    assert [each.text for each in root.iter(f"{SVG}text")] == [each for each in texts]
    assert {each.tag.removeprefix(SVG) for each in root.iter()} <= {
        "svg", "defs", "marker", "path", "polyline", "title", "rect", "text"
    }  # fmt: skip
    assert [_unquoted(each) for each in re.findall(r'label="((?:[^"\\]|\\.)*)"', dot(found))] == [
        "\n".join(box.lines) for box in found.boxes
    ] + [arrow.label for arrow in found.arrows if arrow.label]
    shape = r'flowchart TD|  e\d+\["[\w #;<br/>]*"\]|  e\d+ -->(\|"[\w #;]*"\|)? e\d+|  class(Def)? [\w,]+ [\w :-]+'
    lines = mermaid(found).splitlines()
    assert all(re.fullmatch(shape, re.sub(r"[^\x00-\x7f]", "x", line)) for line in lines)
    assert [
        "\n".join(_named(part) for part in label.split("<br/>")) for label in re.findall(r'\["(.*)"\]', mermaid(found))
    ] == ["\n".join(box.lines) for box in found.boxes]


def _unquoted(text):
    """Read a text of Graphviz as Graphviz does."""
    meant = {"n": "\n", "\\": "\\", '"': '"'}
    return re.sub(r"\\(.)", lambda m: meant[m[1]], text).replace("&amp;", "&")


def _named(text):
    """Read a text of Mermaid as Mermaid does."""
    return re.sub(r"#(\d+);", lambda m: chr(int(m[1])), text)


@st.composite
def graphs(draw):
    """Trees with a few more arrows, as projections tell them."""
    count = draw(st.integers(1, 14))
    boxes, arrows = [Box(1, ("root",), "holds", 0)], []
    for n in range(2, count + 1):
        parent = draw(st.sampled_from([None, *boxes]))
        lines = tuple(draw(st.lists(st.sampled_from(["a", "longer text", "猫猫猫"]), min_size=1, max_size=4)))
        boxes.append(Box(n, lines, draw(st.sampled_from(sorted(LETTERS))), parent.depth + 1 if parent else 0))
        if parent:
            arrows.append(Arrow(parent.position, n, ""))
    again = st.tuples(st.sampled_from(boxes), st.sampled_from(boxes)).map(
        lambda p: Arrow(p[0].position, p[1].position, "x")
    )
    return Graph(tuple(_told(boxes, arrows)), (*arrows, *draw(st.lists(again, max_size=4))))


def _told(boxes, arrows):
    """Put boxes into the order in which trees tell of them: each before what hangs on it, branch by branch."""
    below = {box.position: [a.end for a in arrows if a.start == box.position] for box in boxes}
    by_position = {box.position: box for box in boxes}

    def walk(position):
        yield by_position[position]
        for child in below[position]:
            yield from walk(child)

    hanging = {a.end for a in arrows}
    return [each for box in boxes if box.position not in hanging for each in walk(box.position)]


@given(graphs())
def test_boxes_stand_in_layers_and_never_on_each_other(found):
    places = layout(found)

    for a, b in combinations(places.values(), 2):
        apart = a.x + a.width <= b.x or b.x + b.width <= a.x or a.y + a.height <= b.y or b.y + b.height <= a.y
        assert apart
    depths = {box.position: box.depth for box in found.boxes}
    for p, q in combinations(places, 2):
        assert (places[p].y < places[q].y) == (depths[p] < depths[q])
    drawn = ET.fromstring(svg(found))
    assert all(place.x >= 0 and place.x + place.width <= float(drawn.attrib["width"]) for place in places.values())
    for arrow, way in zip(found.arrows, drawn.iter(f"{SVG}polyline"), strict=True):
        points = [tuple(map(float, point.split(","))) for point in way.attrib["points"].split()]
        assert all(0 <= x <= float(drawn.attrib["width"]) and y >= 0 for x, y in points)
        for (x1, y1), (x2, y2) in pairwise(points):
            if x1 == x2 or y1 == y2:  # what turns corners runs through no box; a slant is between two layers
                for box in places.values():
                    inside = box.x < max(x1, x2) and min(x1, x2) < box.x + box.width
                    assert not (inside and box.y < max(y1, y2) - 0.1 and min(y1, y2) + 0.1 < box.y + box.height), arrow


def test_a_long_chain_is_drawn():
    boxes = tuple(Box(n, (f"{n}",), "holds", n) for n in range(3_000))
    arrows = tuple(Arrow(n, n + 1, "") for n in range(2_999))

    assert svg(Graph(boxes, arrows)).count("<rect") == 3_000


# Lines of blocks


def test_numbers_over_versions_are_blocks_and_void_ones_are_hollow(belieflog):
    for value in ("0.09 USD", "0.12 USD", "9 USD", "0.10 USD"):
        belieflog("fact", "egress", value, "--source", "user", "--json")
    belieflog("revert", "--event", "4", "--reason", "a typo")

    assert belieflog("history", "fact:egress", "--plot").stdout == (
        "content  ▁█□▃\n         0.09 to 0.12 USD\nsaid 4 times, from 2 to 5; □ void\n"
    )
    assert len(belieflog.json("history", "fact:egress", "--plot")) == 4
    assert belieflog("history", "fact:egress", "--plot", "--lang", "zh").stdout.endswith("位置 2 至 5; □ 已作废\n")


def test_what_is_no_number_is_told_in_words_and_confidence_is_drawn(belieflog):
    belieflog("assume", "cause", "the proxy", "--confidence", "0.2")
    belieflog("assume", "cause", "敏捷的 \x1b[2J DNS", "--confidence", "0.9")

    assert belieflog("history", "assumption:cause", "--plot").stdout == (
        "█ 2 the proxy\n█ 3 敏捷的 \\x1b[2J DNS\nhow sure  ▂▇\n          0.2 to 0.9\nsaid 2 times, from 2 to 3\n"
    )


def test_a_plot_fits_the_terminal_and_goes_on_below(belieflog):
    for n in range(50):
        belieflog("write", "k", n % 9)

    told = belieflog("history", "k", "--plot", COLUMNS="40").stdout.splitlines()

    assert [terminal.width(each) for each in told[:2]] == [40, 28]
    assert all(terminal.width(each) <= 40 for each in told)


@given(st.lists(st.tuples(st.none() | st.floats(allow_nan=False, allow_infinity=False), st.booleans()), max_size=30))
def test_a_higher_block_is_never_for_less(points):
    values, void = [v for v, _ in points], [g for _, g in points]

    drawn = sparkline(values, void)

    assert len(drawn) == len(points)
    shown = sorted((v, BLOCKS.index(c)) for v, g, c in zip(values, void, drawn, strict=True) if v is not None and not g)
    assert [block for _, block in shown] == sorted(block for _, block in shown)
    assert all((c == " ") == (v is None) for v, c in zip(values, drawn, strict=True))
    assert all((c == HOLLOW) == (g and v is not None) for v, g, c in zip(values, void, drawn, strict=True))


@pytest.mark.parametrize(
    "value", [None, True, "v2", "10 of 20", "", "1.2.3", [1], {"a": 1}, 10**400, "9" * 400, "2026-01-01"]
)
def test_what_isnt_one_number_is_no_measure(value):
    assert measure(value) is None


# Notebooks


class Reading(HTMLParser):
    """Reads HTML: its tags, its attributes, its text; tags must close in order."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.told, self._open = set(), [], []
        self.attributes = set()
        self.feed(html)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes.update(attrs)
        if tag != "br":
            self._open.append(tag)

    def handle_endtag(self, tag):
        assert self._open.pop() == tag

    def handle_data(self, data):
        if self._open[-1] != "style":
            self.told.append(data)


PLAIN = {"div", "style", "p", "strong", "em", "del", "small", "br", "ul", "li"}
PLAIN |= {"table", "thead", "tbody", "tr", "th", "td"}


def shown(value):
    """Read what a notebook shows of *value*: plain tags, one class, nothing that runs."""
    reading = Reading(value._repr_html_())
    assert reading.tags <= PLAIN
    assert reading.attributes == {("class", "belieflog")}
    return reading


@given(TEXTS.filter(str.strip))
def test_a_notebook_shows_stored_text_as_text(said):
    with over(MemoryStore()) as log:
        mem = tell(log, (said, said, said))
        mem.set_goal(said)
        mem.revise_plan([said])
        values = [mem.scratchpad(), mem.history("note:cost"), mem.why("note:choice"), mem.recall(audit=False)]
        values.append(log.revert(user="me", event=3, reason=said, dry_run=True))
    plain = as_html.lines(said)

    for value in values:
        told = "\n".join(shown(value).told)
        assert terminal.safe(told) == told or "\r" in said
        assert all(each.strip() in told for each in plain)


def test_a_notebook_shows_what_the_command_does():
    with over(MemoryStore()) as log:
        mem = tell(log)
        mem.write("cost", "500")
        log.revert(user="me", event=3, reason="no")
        pad, rows, tree = mem.scratchpad(), mem.history("note:cost"), mem.impact(2)
        made = log.revert(user="me", event=6, reason="no")
        nothing = mem.recall("zebra", audit=False)
        gone = mem.history("note:cost")

    assert "(what it rests on no longer holds)" in " ".join(shown(pad).told)
    assert [row.value for row in rows] == ["400", "500"]
    assert isinstance(rows, list)
    assert "<del>500</del>" in gone._repr_html_()
    assert {"[", "voided by 7", "]"} <= set(shown(tree).told) or "[voided by 7]" in shown(tree).told
    assert {"note:cost", "500", "400"} <= set(shown(made).told)
    assert shown(nothing).told == [nothing.note]


def test_a_table_says_what_it_leaves_out():
    html = as_html.table(["n"], [[str(n)] for n in range(as_html.MOST_ROWS + 3)])

    assert html.count("<tr>") == as_html.MOST_ROWS + 1
    assert html.endswith("<p>3 more</p>")


def test_a_history_is_still_written_as_a_list():
    with over(MemoryStore()) as log:
        rows = tell(log).history("note:cost")

    assert json.loads(json.dumps([row.position for row in rows])) == [4]
    assert rows == [*rows]
