"""An older program on a newer file: it reads what it can read rightly, never writes, and says which version that is."""

import sqlite3

import pytest
from click.testing import CliRunner

import belieflog
from belieflog import NewerFormat
from cli.main import cli
from eventlog.sqlite_schema import VERSION

LATER = VERSION + 3


@pytest.fixture
def newer(path):
    """A log as a later version may leave it: a column, a table and an index more, and its number in the header."""
    with belieflog.open(path) as log:
        mem = log.memory("u", "s")
        mem.write("k", "A")
        mem.add_fact("tea", "green", source="user")
        mem.observe("curl", "x" * 70_000, call="c1")
        mem.recall("tea")
    later(
        path,
        "alter table entry add column colour text; alter table words add column weight real;"
        "create table lane (scope integer); create index entry_colour on entry (scope, colour);",
    )
    return path


def later(path, statements):
    with sqlite3.connect(path) as connection:
        connection.executescript(f"{statements} pragma user_version = {LATER};")
    connection.close()


def content(path):
    with open(path, "rb") as file:
        return file.read()


def test_a_later_file_is_read_in_full_where_all_that_this_version_reads_is_there(newer):
    before = content(newer)

    with belieflog.open(newer, readonly=True) as log:
        mem = log.memory("u", "s")
        assert mem.read("k") == "A"
        assert [hit.key for hit in mem.recall("tea")] == ["tea"]
        assert log.blob(log.event(4).private.content["ref"]) == b'"' + b"x" * 70_000 + b'"'
        assert log.verify(views=True).ok
    assert belieflog.verify(newer).ok
    assert content(newer) == before


def test_a_later_file_is_never_written_and_the_error_names_both_versions_and_the_way_to_read_it(newer):
    before = content(newer)

    with pytest.raises(
        NewerFormat,
        match=rf"\(format {LATER}, this one writes {VERSION}\); .*not write it: open it readonly, or upgrade",
    ) as refused:
        belieflog.open(newer)

    assert (refused.value.format, refused.value.known, refused.value.readable) == (LATER, VERSION, True)
    assert content(newer) == before


def test_a_later_file_can_be_brought_over_as_a_log_of_this_version(newer, tmp_path):
    with belieflog.open(newer, readonly=True) as log:
        head = log.head
    belieflog.recover(newer, tmp_path / "mine.db")

    with belieflog.open(tmp_path / "mine.db") as mine:
        assert mine.row(log_end(mine)).hash.hex() == head
        assert mine.memory("u", "s").write("k", "B").outcome == "recorded"


def log_end(log):
    """Give the position before the epoch in which a log was brought back."""
    return next(r.public.log.position for r in log.events() if r.tag == "opened" and r.public.log.cause == "restored")


@pytest.mark.parametrize("readonly", [False, True])
@pytest.mark.parametrize(
    ("change", "lacks"),
    [
        ("alter table entry rename column shows to presents", r"column entry\.shows"),
        ("alter table private rename to part", r"column private\.body"),
        ("drop index words_weight", "index words_weight"),
    ],
)
def test_a_later_file_that_lacks_what_this_version_reads_is_refused_and_the_error_names_it(
    newer, readonly, change, lacks
):
    later(newer, f"{change};")
    before = content(newer)

    with pytest.raises(
        NewerFormat, match=rf"format {LATER}, this one writes {VERSION}\); .* has no {lacks}: upgrade"
    ) as refused:
        belieflog.open(newer, readonly=readonly)

    assert not refused.value.readable
    assert content(newer) == before


def test_on_the_command_line_a_later_file_is_shown_and_a_write_is_refused(newer):
    run = CliRunner().invoke

    shown = run(cli, ["--log", newer, "--user", "u", "--session", "s", "show"])
    refused = run(cli, ["--log", newer, "--user", "u", "--session", "s", "write", "k", "B"])

    assert (shown.exit_code, "A" in shown.output) == (0, True)
    assert (refused.exit_code, f"format {LATER}" in refused.output) == (1, True)
