"""A prompt keeps within its budget or says what it needs, and nothing that is stored can pose as its structure."""

import json
import re
from collections import Counter
from xml.etree import ElementTree
from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import tellings
from told import ALWAYS, Told, parts

from eventlog.values import canonical
from projections.entries import look
from projections.prompt import FORMATS, SECTIONS
from projections.spelling import escaped, lines
from projections.tokens import estimate
from projections.wording import LANGUAGES

COUNTERS = {
    "estimate": estimate,
    "characters by four": lambda text: len(text) // 4,
    "each character": len,
    "whatever it likes": lambda text: len(text) // 3 + crc32(text.encode()) % 97,
}
BUDGETS = range(50, 2_001, 50)
OVER = {"en": r"needs (\d+) tokens, more than the (\d+) allowed", "zh": r"需要 (\d+) 个词元，超过允许的 (\d+) 个"}
HEADINGS = {word for lang in LANGUAGES.values() for name, word in lang.items() if name in SECTIONS}

states = st.builds(Told, tellings, lost=st.none() | st.integers(0, 9), ended=st.booleans())
chosen = st.none() | st.lists(st.sampled_from(SECTIONS), min_size=1, max_size=6, unique=True).map(tuple)


@pytest.mark.parametrize("counter", COUNTERS.values(), ids=COUNTERS)
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("format", FORMATS)
@settings(max_examples=8)
@given(state=states, query=st.sampled_from([None, "x"]), sections=chosen)
def test_law_of_the_budget_it_is_kept_or_the_text_says_what_the_floor_needs(
    format, lang, counter, state, query, sections
):
    how = {"format": format, "lang": lang, "counter": counter, "query": query, "sections": sections}
    floor = state.always(sections, query)

    for budget in BUDGETS:
        cut = state.render(budget=budget, **how)

        assert floor <= set(cut.shown)
        assert state.render(budget=budget, **how) == cut
        if counter(cut.text) > budget:
            needed, allowed = map(int, re.findall(OVER[lang], cut.text)[-1])
            assert (allowed, needed) == (budget, state.cost(budget=budget, **how).floor)
            assert needed > budget
            enough = state.render(budget=needed, **how)
            assert counter(enough.text) <= needed


@settings(max_examples=30)
@given(state=states, budget=st.integers(0, 900), format=st.sampled_from(FORMATS), lang=st.sampled_from(["en", "zh"]))
def test_law_of_the_budget_what_is_left_out_is_counted_and_said(state, budget, format, lang):
    cut = state.render(budget=budget, format=format, lang=lang, query="x")
    words = LANGUAGES[lang]

    shown, left = set(cut.shown), {}
    for section, entries in state.entries(query="x").items():
        if missing := {told(e) for e in entries if e.position not in shown}:
            left[section] = len(missing)
    assert cut.left_out == left
    said = words["and"].join(words["count"].format(n=n, section=words[s]) for s, n in left.items())
    assert not left or words["left_out"].format(what=said) in cut.text


def told(entry):
    """What tells an item from others: those that look alike are one."""
    return (entry.kind, entry.supported, look(entry.value)) if getattr(entry, "same_as", ()) else entry.position


@settings(max_examples=60)
@given(state=states, budget=st.none() | st.integers(0, 900), lang=st.sampled_from(["en", "zh"]), sections=chosen)
def test_law_of_the_markdown_every_line_is_ours_or_is_marked_as_going_on(state, budget, lang, sections):
    cut = state.render(budget=budget, lang=lang, sections=sections, query="x")

    headings, bullets, below, rest = [], 0, 0, []  # as any reader takes lines
    for line in cut.text.splitlines():
        if line.startswith(("# ", "## ")):
            headings.append(line)
        elif line.startswith("- "):
            bullets += 1
        elif line.startswith("  - "):
            below += 1
        elif line and not line.startswith("  | "):
            rest.append(line)
    entries = shown(state, cut, sections)
    assert headings == [cut.text.splitlines()[0], *("## " + LANGUAGES[lang][name] for name in entries)]
    assert bullets == sum(top_lines(name, es) for name, es in entries.items())
    assert below == sum(len(parts(e)) for name, es in entries.items() if name not in ("plan", "progress") for e in es)
    assert len(rest) <= 3
    assert not re.search("[\0-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\U000e0000-\U000e007f]", cut.text)


def shown(state, cut, sections):
    """The entries told, by section."""
    found = {}
    for name in SECTIONS:
        told_here = [e for e in state.entries(sections, "x").get(name, ()) if e.position in cut.shown]
        if told_here:
            found[name] = told_here
    return found


def top_lines(name, entries):
    """How many lines begin an item of ours."""
    if name not in ("plan", "progress"):
        return len({told(e) for e in entries})
    (entry,) = entries
    marked = entry.source.kind != "agent" or not entry.supported
    return len(parts(entry)) + marked


@settings(max_examples=60)
@given(state=states, budget=st.none() | st.integers(0, 900), lang=st.sampled_from(["en", "zh"]), sections=chosen)
def test_law_of_the_xml_it_parses_and_has_the_elements_of_what_is_told_and_no_others(state, budget, lang, sections):
    cut = state.render(budget=budget, lang=lang, sections=sections, query="x", format="xml")

    root = ElementTree.fromstring(cut.text)

    entries = shown(state, cut, sections)
    assert (root.tag, root.attrib) == ("memory", {"user": "u", "session": "s"})
    assert [e.tag for e in root if e.tag != "notice"] == list(entries)
    for section in root:
        if section.tag == "notice":
            assert len(section) == 0
            continue
        here = entries[section.tag]
        assert section.attrib == {"title": LANGUAGES[lang][section.tag]}
        assert {item.tag for item in section} <= {"entry", "turn", "summary"}
        assert len(section) == len({told(e) for e in here})
        inside = Counter(
            e.tag for e in section.iter() if e is not section and e.tag not in ("entry", "turn", "summary")
        )
        also = inside.pop("also", 0)
        assert also == len(here) - len(section)
        assert inside == Counter(part for e in here for part in parts(e))
        named = {"key", "role", "source", "confidence", "needs", "with", "supported", "contradicts", "contradicted_by"}
        assert {name for item in section for name in item.attrib} <= named


@settings(max_examples=60)
@given(state=states, budget=st.none() | st.integers(0, 900), lang=st.sampled_from(["en", "zh"]), sections=chosen)
def test_law_of_the_json_it_is_one_canonical_document_that_holds_stored_text_in_strings(state, budget, lang, sections):
    cut = state.render(budget=budget, lang=lang, sections=sections, query="x", format="json")

    document = json.loads(cut.text)

    assert cut.text == escaped(canonical(document).decode()) + "\n"
    assert len(cut.text.splitlines()) == 1
    assert document.keys() == {"notices", "sections", "session", "user"}
    entries = shown(state, cut, sections)
    assert [section["id"] for section in document["sections"]] == list(entries)
    for section in document["sections"]:
        here = entries[section["id"]]
        assert section.keys() == {"heading", "id", "items"}
        for item in section["items"]:
            assert item.keys() <= KEYS
            assert all(isinstance(v, (str, float, bool, int, type(None))) for k, v in item.items() if k not in MANY)
        voices = [voice for item in section["items"] for voice in (item, *item.get("also", ()))]
        assert sorted(voice.get("key", "") for voice in voices) == sorted(named(e) for e in here)
        if section["id"] in ("notes", "facts") and not any(voice.get("where") for voice in voices):
            assert Counter(voice["value"] for voice in voices) == Counter(map(written, here))


MANY = {"also", "criteria", "steps", "where"}
KEYS = MANY | {
    "key", "value", "role", "summary", "source", "confidence", "needs", "with", "supported", "contradicts",
    "contradicted_by", "about", "outcome", "done", "next", "input", "why", "avoid",
}  # fmt: skip


def named(entry):
    if not hasattr(entry, "kind"):
        return ""
    return entry.address if entry.kind in ("semantic", "procedural", "episodic") else entry.key


def written(entry):
    return entry.value if isinstance(entry.value, str) else canonical(entry.value).decode()


@settings(max_examples=60)
@given(state=states, budget=st.integers(0, 900), sections=chosen)
def test_law_of_the_contradictions_no_side_of_one_is_told_without_the_other(state, budget, sections):
    cut = state.render(budget=budget, sections=sections, query="x", format="json")

    voices = [
        (voice, section["id"])
        for section in json.loads(cut.text)["sections"]
        for item in section["items"]
        for voice in (item, *item.get("also", ()))
    ]
    addresses = {address(voice, section) for voice, section in voices}
    for voice, _ in voices:
        for other in filter(None, (voice.get("contradicts"), voice.get("contradicted_by"))):
            assert other in addresses or any(other.startswith(where) or where in other for where in addresses if where)


def address(voice, section):
    kind = {"facts": "fact:", "assumptions": "assumption:", "memories": ""}.get(section)
    return "" if kind is None else kind + voice["key"]


def test_the_lines_of_a_text_are_what_any_reader_takes_for_lines():
    assert lines("a\u2028b\x85c\r\nd\x1ce") == ["a", "b", "c", "d", "e"]
    assert tuple(name for name in SECTIONS if name in ALWAYS) == ALWAYS
