"""Nothing can be changed from inside; what is changed from outside is named by its position."""

import sqlite3

import pytest
from click.testing import CliRunner
from ticking import over

import belieflog
from belieflog import CorruptLog
from cli.main import cli
from eventlog.chain import commitment, leaf, link
from eventlog.sqlite_schema import TRIGGERS
from eventlog.sqlite_store import SQLiteStore

WRITTEN = 8


@pytest.fixture
def file(path):
    """A log of eight events, one of them erased, in a closed file."""
    with over(SQLiteStore(path)) as log:
        mem = log.memory("u", "s")
        mem.say("user", "find the timeout")
        mem.observe("curl", "HTTP 200 in 9.8 s", call="call_3")
        mem.add_fact("api_timeout", "10 s", source="tool:curl#call_3")
        mem.write("secret", "my address")
        log.erase(user="u", event=5, reason="asked for")
        mem.write("j", "X")
        mem.write("k", "A")
    return path


@pytest.fixture
def outside(file):
    """Another program's connection to the file, past the triggers."""
    connection = sqlite3.connect(file, isolation_level=None)
    for name in TRIGGERS:
        connection.execute(f"drop trigger {name}")
    yield connection
    connection.close()


def verdict(file):
    with belieflog.open(file, readonly=True) as log:
        return log.verify()


def run_verify(file):
    return CliRunner().invoke(cli, ["--log", file, "verify", "--json"])


def test_an_honest_log_verifies_and_says_how_long_it_is(file):
    with belieflog.open(file, readonly=True) as log:
        found = log.verify()

        assert (found.ok, found.positions, found.head, found.first_bad, found.problems) == (
            True,
            WRITTEN,
            log.head,
            None,
            (),
        )
    assert run_verify(file).exit_code == 0


@pytest.mark.parametrize(
    "statement",
    [
        "update event set public = public",
        "update event set public = replace(public, 'fact', 'note') where position = 4",
        "update event set position = 99 where position = 8",
        "update private set body = '{}' where position = 4",
        "update private set salt = zeroblob(16)",
        "update hole set commitment = zeroblob(32)",
        "delete from event where position = 8",
        "delete from event",
        "delete from private where position = 4",
        "delete from hole",
        "insert or replace into event select * from event where position = 4",
        "insert or replace into event select 9, id, public, hash from event where position = 4",
        "replace into event select position, zeroblob(16), public, hash from event where position = 4",
        "insert or ignore into event select 4, zeroblob(16), '{}', hash from event where position = 4",
        "insert into event select * from event where position = 4 on conflict do update set public = '{}'",
        "insert or replace into private select position, salt, '{}' from private where position = 4",
        "insert into private values (5, zeroblob(16), '{}')",
        "insert or replace into hole values (5, zeroblob(32))",
        "update or replace hole set position = 4",
    ],
)
def test_with_the_triggers_no_statement_changes_what_is_written(file, statement):
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("pragma recursive_triggers = off")  # as it is by default: REPLACE deletes without them

    with pytest.raises(sqlite3.IntegrityError, match=r"never|by erasing only"):
        connection.execute(statement)
    connection.close()

    assert verdict(file).ok


PRIVATE, PUBLIC = "update private set {0} where position = {1}", "update event set {0} where position = {1}"
DAMAGE = {
    "a byte of the first public text": (
        1,
        [
            PUBLIC.format("public = replace(public, 'created', 'forked.')", 1),
            PUBLIC.format("public = replace(public, '\"v\"', '\"w\"') || ' '", 1),
        ],
    ),
    "a byte of a public text": (4, [PUBLIC.format("public = replace(public, '\"tool\"', '\"user\"')", 4)]),
    "a space after a public text": (4, [PUBLIC.format("public = public || ' '", 4)]),
    "a public text that is no JSON": (4, [PUBLIC.format("public = '{'", 4)]),
    "a public text too deep": (4, [PUBLIC.format("public = '{\"x\":' || replace(hex(zeroblob(50000)), '0', '[')", 4)]),
    "a public text that isn't UTF-8": (4, [PUBLIC.format("public = cast(x'7bff7d' as text)", 4)]),
    "a byte of a private text": (4, [PRIVATE.format("body = replace(body, '10 s', '90 s')", 4)]),
    "a byte of the last private text": (8, [PRIVATE.format("body = replace(body, 'A', 'B')", 8)]),
    "a byte of the erased event's public text": (5, [PUBLIC.format("public = replace(public, 'agent', 'user.')", 5)]),
    "a salt": (4, [PRIVATE.format("salt = zeroblob(16)", 4)]),
    "a salt of another type": (4, [PRIVATE.format("salt = 7", 4)]),
    "a hash": (4, [PUBLIC.format("hash = zeroblob(32)", 4)]),
    "a hash of another type": (4, [PUBLIC.format("hash = 7", 4)]),
    "the id in the index": (4, [PUBLIC.format("id = zeroblob(16)", 4)]),
    "a commitment": (5, ["update hole set commitment = zeroblob(32)"]),
    "a commitment of another type": (5, ["update hole set commitment = 7"]),
    "an event gone": (4, ["delete from event where position = 4"]),
    "an event gone with its private part": (
        4,
        ["delete from event where position = 4", "delete from private where position = 4"],
    ),
    "an event gone and the rest moved up": (
        4,
        [
            "delete from event where position = 4",
            "delete from private where position = 4",
            *(
                f"update {table} set position = {p - 1} where position = {p}"
                for p in range(5, 9)
                for table in ("event", "private", "hole")
            ),
        ],
    ),
    "the first event gone": (1, ["delete from event where position = 1"]),
    "all events gone": (0, ["delete from event"]),
    "two swapped": (
        7,
        [
            f"update {table} set position = {b} where position = {a}"
            for a, b in ((7, 70), (8, 7), (70, 8))
            for table in ("event", "private")
        ],
    ),
    "two public texts swapped": (
        7,
        [
            "create temp table old as select position, public, id from event",
            PUBLIC.format("id = zeroblob(16)", 8),
            PUBLIC.format("(public, id) = (select public, id from old where position = 8)", 7),
            PUBLIC.format("(public, id) = (select public, id from old where position = 7)", 8),
        ],
    ),
    "two private parts swapped": (
        7,
        [f"update private set position = {b} where position = {a}" for a, b in ((7, 70), (8, 7), (70, 8))],
    ),
    "a copy inserted at the end": (
        9,
        [
            "insert into event select 9, randomblob(16), public, hash from event where position = 4",
            "insert into private select 9, salt, body from private where position = 4",
        ],
    ),
    "a copy inserted in the middle": (
        5,
        [
            *(
                f"update {table} set position = {p + 1} where position = {p}"
                for p in range(8, 4, -1)
                for table in ("event", "private", "hole")
            ),
            "insert into event select 5, randomblob(16), public, hash from event where position = 4",
            "insert into private select 5, salt, body from private where position = 4",
        ],
    ),
    "a private part gone": (4, ["delete from private where position = 4"]),
    "a private part gone with its commitment kept": (4, []),
    "an erased private part back": (5, ["insert into private values (5, zeroblob(16), '{}')"]),
    "the hole of an erased part gone": (5, ["delete from hole"]),
}


@pytest.mark.parametrize(("position", "statements"), DAMAGE.values(), ids=DAMAGE)
def test_what_is_changed_from_outside_is_named_by_its_position(file, outside, position, statements):
    for statement in statements:
        outside.execute(statement)
    if not statements:  # as an erasure would leave it, but none owns up to it
        salt, body = outside.execute("select salt, body from private where position = 4").fetchone()
        outside.execute("insert into hole values (4, ?)", (commitment(salt, body.encode()),))
        outside.execute("delete from private where position = 4")

    found = verdict(file)

    assert (found.ok, found.first_bad) == (False, position)
    assert all(problem.damage for problem in found.problems)


@pytest.mark.parametrize(
    "name",
    [
        "a byte of a public text",
        "a byte of a private text",
        "an event gone",
        "two swapped",
        "a copy inserted at the end",
    ],
)
def test_the_command_exits_3_and_names_the_position(file, outside, name):
    position, statements = DAMAGE[name]
    for statement in statements:
        outside.execute(statement)

    result = run_verify(file)

    assert result.exit_code == 3
    assert f'"first_bad":{position},' in result.output.replace(" ", "")


def test_a_change_with_all_its_later_hashes_made_anew_has_another_head(file, outside):
    """What a chain alone can't see, an anchor kept elsewhere does: here, the head as it was."""
    with belieflog.open(file, readonly=True) as log:
        before = log.head
    outside.execute(PRIVATE.format("body = replace(body, '10 s', '90 s')", 4))
    rows = outside.execute(
        "select position, public, salt, body from event join private using (position) where position >= 4"
    )
    kept = dict(outside.execute("select position, commitment from hole"))
    previous = outside.execute("select hash from event where position = 3").fetchone()[0]
    parts = {p: (public, commitment(salt, body.encode())) for p, public, salt, body in rows}
    parts |= {
        p: (outside.execute("select public from event where position = ?", (p,)).fetchone()[0], c)
        for p, c in kept.items()
    }
    for position, (public, committed) in sorted(parts.items()):
        previous = link(previous, leaf(public.encode(), committed))
        outside.execute(PUBLIC.format("hash = ?", position), (previous,))

    found = verdict(file)

    assert (found.ok, found.head == before) == (True, False)


@pytest.mark.parametrize("name", TRIGGERS)
@pytest.mark.parametrize("how", ["dropped", "hollowed out"])
def test_a_log_that_lacks_a_trigger_is_not_opened_for_writing_until_mended(file, name, how):
    connection = sqlite3.connect(file)
    connection.execute(f"drop trigger {name}")
    if how == "hollowed out":
        connection.execute(f"create trigger {name} before update on event when false begin select 1; end")
    connection.commit()
    connection.close()

    with pytest.raises(CorruptLog, match=rf"lacks its append-only triggers \({name}\).*belieflog rebuild"):
        belieflog.open(file)
    with belieflog.open(file, readonly=True) as log:
        assert log.verify().ok
    SQLiteStore(file, mend=True).close()

    with belieflog.open(file) as log:
        assert log.memory("u", "s").write("k", "B").outcome == "recorded"


def test_the_rebuild_command_puts_the_triggers_back(file, outside):
    outside.close()

    result = CliRunner().invoke(cli, ["--log", file, "rebuild"])

    assert result.exit_code == 0, result.output
    belieflog.open(file).close()


def test_rebuilding_gives_the_same_index_and_leaves_the_events_alone(file):
    def tables():
        connection = sqlite3.connect(file)
        try:
            return {
                table: connection.execute(f"select * from {table}").fetchall()
                for table in ("event", "private", "hole", "scope", "member", "entry", "change", "void")
            }
        finally:
            connection.close()

    with belieflog.open(file) as log:
        log.revert(user="u", event=7, reason="bad")
        log.memory("u", "s").clear(source="user")
        log.undo(9, reason="good after all")
        before = tables()

        log.rebuild()

        assert tables() == before


def test_an_index_that_was_damaged_is_whole_again_after_a_rebuild(file, outside):
    with belieflog.open(file, readonly=True) as log:
        before = log.memory("u", "s").scratchpad()
    for table in ("scope", "member", "entry", "change"):
        outside.execute(f"delete from {table}")
    SQLiteStore(file, mend=True).close()

    with belieflog.open(file) as log:
        log.rebuild()

        assert log.memory("u", "s").scratchpad() == before
        assert log.verify().ok


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("update blob set body = zeroblob(length(body))", "isn't what was stored"),
        ("update blob_salt set salt = zeroblob(16)", "isn't what was stored"),
        ("delete from blob", "is gone"),
    ],
)
def test_a_large_output_that_was_changed_or_is_gone_is_named_by_its_observation(path, tmp_path, statement, what):
    with over(SQLiteStore(path)) as log:
        mem = log.memory("u", "s")
        mem.write("k", "A")
        mem.observe("curl", "x" * 70_000, call="c1")
        mem.observe("curl", "y" * 70_000, call="c2")
        log.erase(user="u", event=4, reason="asked for")
        assert log.verify().ok
    with sqlite3.connect(path) as outside:
        outside.execute(statement)
    outside.close()

    found = verdict(path)

    assert [(p.position, p.kind) for p in found.problems] == [(3, "output")]
    assert what in found.problems[0].damage
    assert belieflog.recover(path, tmp_path / "back.db").epoch == 2  # the events are sound, and go on
