"""What holds for the transcripts of every coding agent, whatever stands in them."""

import copy
from pathlib import Path

import pytest
import strategies as s
from agent_transcripts import DOCUMENTS, LINES, document, jsonl
from hypothesis import given, settings
from hypothesis import strategies as st

import belieflog
from belieflog.importing.formats import FORMATS, format_of
from belieflog.importing.inputs import Input
from belieflog.importing.operations import Bad, Coordinates, Operation, Tally
from eventlog.errors import Refused

SAMPLES = Path(__file__).parents[2] / "shared" / "data" / "transcripts"
WHERE = {"codex": "codex", "gemini": "gemini", "piagent": "pi", "qwencode": "qwen-code", "kimi": "kimi",
         "musecode": "muse-code", "claude-code": "claude-code"}  # fmt: skip
REAL = [(WHERE[path.relative_to(SAMPLES).parts[0]], path) for folder in WHERE
        for path in sorted((SAMPLES / folder).rglob("*.jsonl"))]  # fmt: skip
ALL = {**{name: (name, jsonl(records)) for name, records in LINES.items()},
       **{f"{name} document": (name.split()[0], document(told)) for name, told in DOCUMENTS.items()}}  # fmt: skip


def read(format, body, name="x.jsonl", **more):
    return list(format_of(format).operations(Input(name, body), Coordinates("u1", **more), Tally()))


def taken(log, format, tmp_path, body):
    path = tmp_path / "x.jsonl"
    path.write_bytes(body)
    return log.import_(path, user="u1", format=format)


def state(log):
    told = ("tag", "id", "session", "version", "source", "occurred_at", "derived_from")
    return [(e.tag, e.private.content, *(getattr(e.public, each, None) for each in told[1:])) for e in log.events()][1:]


@pytest.mark.parametrize("name", ALL)
def test_every_part_of_a_transcript_is_written_and_nothing_is_bad(name, tmp_path):
    format, body = ALL[name]

    with belieflog.open(":memory:") as log:
        report = taken(log, format, tmp_path, body)

        assert (report.bad, report.added > 0) == ([], True)
        assert taken(log, format, tmp_path, body).added == 0


@pytest.mark.parametrize("format", LINES)
def test_law_what_a_line_comes_to_never_depends_on_lines_below_it(format):
    lines = jsonl(LINES[format]).splitlines(keepends=True)
    everything = read(format, b"".join(lines))

    for cut in range(len(lines)):
        some = read(format, b"".join(lines[:cut]))
        assert some == everything[: len(some)]


@pytest.mark.parametrize(("format", "path"), REAL, ids=lambda value: getattr(value, "name", value))
def test_law_a_sample_cut_off_anywhere_comes_to_the_beginning_of_what_it_comes_to(format, path):
    lines = path.read_bytes().splitlines(keepends=True)
    everything = read(format, b"".join(lines), path.name)

    for cut in range(0, len(lines), len(lines) // 30 + 1):
        some = read(format, b"".join(lines[:cut]), path.name)
        assert some == everything[: len(some)]


@pytest.mark.parametrize("name", ["gemini", "gemini log", "opencode"])
def test_law_a_document_that_grew_comes_to_the_same_and_more(name):
    format, whole = name.split()[0], DOCUMENTS[name]
    everything = read(format, document(whole))
    listed = whole if isinstance(whole, list) else whole["messages"]

    for cut in range(len(listed)):
        some = read(format, document(listed[:cut] if listed is whole else {**whole, "messages": listed[:cut]}))
        assert some == everything[: len(some)]
    assert len(everything) >= len(listed)


@pytest.mark.parametrize("name", ALL)
@settings(max_examples=20)
@given(data=st.data())
def test_law_a_file_taken_in_twice_as_it_grew_is_as_if_taken_in_whole(name, data, tmp_path_factory):
    format, body = ALL[name]
    lines = body.splitlines(keepends=True)
    cut = data.draw(st.integers(0, len(lines)))
    folder = tmp_path_factory.mktemp("grown")

    with belieflog.open(":memory:") as grown, belieflog.open(":memory:") as whole:
        taken(grown, format, folder, b"".join(lines[:cut]))
        taken(grown, format, folder, body)
        taken(whole, format, folder, body)

        assert state(grown) == state(whole)


@pytest.mark.parametrize("name", ALL)
def test_law_ids_are_distinct_and_come_from_where_it_stands(name):
    format, body = ALL[name]
    ids = [o.given.id for o in read(format, body)]

    assert len(set(ids)) == len(ids)
    assert [o.given.id for o in read(format, body.replace(b"hello", b"other"))] == ids
    assert [o.given.id for o in read(format, body, "/elsewhere/x.jsonl")] == ids
    assert set(ids).isdisjoint(o.given.id for o in read(format, body, session="mine"))


@pytest.mark.parametrize("name", ALL)
def test_law_a_format_is_told_from_all_others(name):
    format, body = ALL[name]

    assert [each for each in FORMATS if format_of(each).recognises(Input("x", body))] == [format]
    assert [each for each in FORMATS if format_of(each).recognises(Input("x", b"\xef\xbb\xbf" + body))] == [format]


@pytest.mark.parametrize("name", ALL)
def test_law_no_value_in_another_ones_place_breaks_the_reading(name):
    is_lines = name in LINES
    told = copy.deepcopy(LINES[name] if is_lines else DOCUMENTS[name.removesuffix(" document")])
    tried = 0

    for holder, key in list(s.spots(told)):
        kept = holder[key]
        for strange in (None, True, -1.5, "", "x", [], [None], {}, {"type": 5}, [{"type": "text"}]):
            holder[key] = strange
            read(ALL[name][0], jsonl(told) if is_lines else document(told))
            tried += 1
        holder[key] = kept

    assert tried > 80


@pytest.mark.parametrize("name", ALL)
@settings(max_examples=20)
@given(data=st.data())
def test_law_no_shape_of_a_record_breaks_the_reading(name, data, tmp_path_factory):
    is_lines = name in LINES
    told = LINES[name] if is_lines else DOCUMENTS[name.removesuffix(" document")]
    meddled = data.draw(s.meddled(copy.deepcopy(told)))
    body = jsonl(meddled if isinstance(meddled, list) else [meddled]) if is_lines else document(meddled)

    folder = tmp_path_factory.mktemp("meddled")

    with belieflog.open(":memory:") as log:
        try:
            report = taken(log, ALL[name][0], folder, body)
        except Refused as refusal:
            assert "nothing in it could be read" in str(refusal)
            assert log.position == 1
            return
        again = taken(log, ALL[name][0], folder, body)

        assert (again.added, again.bad) == (0, report.bad)


@pytest.mark.parametrize("name", ALL)
@settings(max_examples=20)
@given(data=st.data())
def test_law_no_bytes_break_the_reading(name, data):
    format, body = ALL[name]
    at = data.draw(st.integers(0, len(body)))
    end = data.draw(st.integers(at, min(len(body), at + 40)))
    put = data.draw(
        st.sampled_from([b"", b"\n", b"\r\n", b"\x00", b"\xff", b'"', b"{", b"]", b"\\ud800", b"\xe2\x80\xa8"])
    )

    found = read(format, body[:at] + put + body[end:])

    assert all(isinstance(each, Operation | Bad) for each in found)
    for each in FORMATS:
        format_of(each).recognises(Input("x", body[:at] + put + body[end:]))


@pytest.mark.parametrize("format", LINES)
def test_law_carriage_returns_blank_lines_a_mark_and_no_final_line_feed_change_nothing_but_lines(format):
    body = jsonl(LINES[format])
    odd = b"\xef\xbb\xbf" + body.replace(b"\n", b"\r\n").rstrip()

    assert read(format, odd) == read(format, body)


@pytest.mark.parametrize("name", ALL)
def test_long_texts_odd_characters_and_colours_are_kept_as_they_are(name):
    format, body = ALL[name]
    odd = "x" * 130_000 + "\u2028\x85\U0001f600"
    told = body.replace(b"hello there", odd.encode() + b"\\u0000\\u001b[31m")

    said = [o.command.content for o in read(format, told) if type(o.command).__name__ == "Say"]

    assert odd + "\x00\x1b[31m" in said
