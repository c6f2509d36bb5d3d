"""Every sample comes in by itself: the format told rightly, as many observations, failures and plans as were counted.

The rows of ``tests/imports/*.tsv`` were filled in by hand from the counts that come with the samples.
"""

from pathlib import Path

import pytest

import belieflog

DATA = Path(__file__).parent.parent.parent / "shared" / "data"
TABLES = Path(__file__).parent / "imports"
# No inputs: what is expected of others, lists of revisions and of questions, licences, attacks, and the samples' own notes.
NO_INPUT = ("LICENSES/", "README.md", "counts.json", "injection/bastioncorpus/")
NO_INPUT_NAMES = ("expected.json", "index.jsonl", "calls.jsonl")
ROWS = [
    line.split("\t")
    for table in sorted(TABLES.glob("*.tsv"))
    for line in table.read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]
needs_data = pytest.mark.skipif(not DATA.is_dir(), reason="the samples aren't here")


@needs_data
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_sample_is_told_rightly_and_comes_in_once(row):
    path, format, *counts = row
    with belieflog.open(":memory:") as log:
        report = log.import_(DATA / path, user="u")
        tags = [event.tag for event in log.events()]
        plans = sum(
            event.tag == "plan-revised" or (event.tag == "retracted" and event.address == "plan")
            for event in log.events()
        )
        before = log.position
        again = log.import_(DATA / path, user="u")

        assert report.bad == []
        assert report.format == format
        assert report.because
        assert [report.tool_calls, tags.count("observed"), tags.count("failure-marked"), plans] == [*map(int, counts)]
        assert (report.failed, report.plan_updates) == (int(counts[2]), int(counts[3]))
        assert report.added == before - 1 > 0
        assert (again.added, again.run, log.position) == (0, None, before)


@needs_data
def test_every_sample_has_a_row():
    rows = {row[0] for row in ROWS}
    files = [path.relative_to(DATA).as_posix() for path in DATA.rglob("*") if path.is_file()]
    inputs = [f for f in files if not f.startswith(NO_INPUT) and not f.endswith(NO_INPUT_NAMES) and "probing_" not in f]

    assert len(inputs) > 150
    assert [f for f in inputs if f not in rows and not any(f.startswith(f"{row}/") for row in rows)] == []
