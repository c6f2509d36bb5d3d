"""Whatever is opened in the place of a log, and whatever happens to one: a clear error, and nothing lost."""

import os
import shutil
import sqlite3
import tempfile
from pathlib import Path

import pytest
from click.testing import CliRunner
from commanding import Command

import belieflog
from belieflog import Conflict, CorruptLog, InvalidValue, NotFound, Refused, Unavailable
from cli.main import cli


@pytest.fixture
def file(path):
    """A closed log that holds note k."""
    with belieflog.open(path, durability="off") as log:
        log.memory("u", "s").write("k", "A")
    return path


def files(folder):
    return {p.name: p.read_bytes() for p in Path(folder).iterdir() if p.is_file()}


# What isn't there


def test_a_missing_log_opened_for_reading_isnt_found_and_isnt_made(tmp_path):
    with pytest.raises(NotFound, match=r"there is no log at .*none.db"):
        belieflog.open(tmp_path / "none.db", readonly=True)

    assert files(tmp_path) == {}


def test_a_log_in_a_missing_folder_is_unavailable_and_says_to_check_the_folder(tmp_path):
    with pytest.raises(Unavailable, match="can't be opened: check that the folder exists"):
        belieflog.open(tmp_path / "no" / "agent.db")


def test_an_empty_file_is_a_log_not_yet_written_to(tmp_path):
    empty = tmp_path / "agent.db"
    empty.touch()

    with pytest.raises(NotFound, match="holds no log yet: write something first"):
        belieflog.open(empty, readonly=True)
    with belieflog.open(empty) as log:
        assert log.position == 1


def test_an_engine_that_there_isnt_is_refused_by_its_name():
    for target in ("mysql://localhost/db?log=a", "redis://localhost"):
        with pytest.raises(Refused, match="isn't an engine"):
            belieflog.open(target)


# What is no log


@pytest.mark.parametrize("readonly", [False, True])
def test_a_directory_is_refused_with_a_file_in_it_to_name(tmp_path, readonly):
    with pytest.raises(Refused, match=r"is a directory: name a file in it, such as .*agent.db"):
        belieflog.open(tmp_path, readonly=readonly)

    assert files(tmp_path) == {}


@pytest.mark.parametrize("readonly", [False, True])
@pytest.mark.parametrize(
    "content",
    [b"xy", b"dear diary\n" * 1_000, b"SQLite format 3\x00" + b"\xff" * 5_000, b"\x00" * 4_096],
    ids=["two bytes", "text", "header", "zeros"],
)
def test_a_file_that_is_no_log_is_refused_and_left_as_it_was(tmp_path, content, readonly):
    (tmp_path / "agent.db").write_bytes(content)

    with pytest.raises((Refused, CorruptLog)):
        belieflog.open(tmp_path / "agent.db", readonly=readonly)

    assert files(tmp_path) == {"agent.db": content}


@pytest.mark.parametrize("readonly", [False, True])
@pytest.mark.parametrize("version", [0, 1, 99])
def test_another_programs_database_is_refused_and_left_as_it_was(tmp_path, version, readonly):
    where = tmp_path / "agent.db"
    other = sqlite3.connect(where)
    other.execute("create table event (diary)")
    other.execute(f"pragma user_version = {version}")
    other.close()
    before = files(tmp_path)

    with pytest.raises(Refused, match="is a database of another program, not a log: choose another path"):
        belieflog.open(where, readonly=readonly)

    assert files(tmp_path) == before


# What can't be written


def test_a_log_opened_for_reading_refuses_each_write_and_reads_without_recording(file):
    with belieflog.open(file, readonly=True) as log:
        mem = log.memory("u", "s")
        for act in (
            lambda: mem.write("k", 1),
            lambda: mem.say("user", "x"),
            lambda: mem.mark("here"),
            lambda: log.revert(user="u", event=2, reason="bad"),
            lambda: log.erase(user="u", event=2, reason="asked"),
            lambda: log.set_policy({}, reason="so"),
            lambda: log.rebuild(),
        ):
            with pytest.raises(Refused, match="open for reading only: open it without readonly=True") as refused:
                act()
            assert refused.value.rule == "readonly"

        assert [hit.value for hit in mem.recall("A")] == ["A"]
        assert "A" in mem.prompt()
        assert log.position == 2


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
@pytest.mark.parametrize("what", ["file", "folder"])
def test_a_log_that_the_system_wont_let_us_write_is_refused_and_still_read(what):
    """Also when the tests run as root, to whom everything is allowed: the child gives that up."""
    with tempfile.TemporaryDirectory() as folder:
        where = os.path.join(folder, "agent.db")
        with belieflog.open(where) as log:
            log.memory("u", "s").write("k", "A")
        os.chmod(where, 0o444)
        os.chmod(folder, 0o555)
        target = where if what == "file" else os.path.join(folder, "new.db")
        reads, writes = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                if os.getuid() == 0:
                    os.setuid(65534)
                try:
                    belieflog.open(target).memory("u", "s").write("k", "B")
                except (Refused, Unavailable) as error:
                    os.write(writes, f"{type(error).__name__}: {error}\n".encode())
                with belieflog.open(where, readonly=True) as log:
                    os.write(writes, str(log.memory("u", "s").read("k")).encode())
            finally:
                os._exit(0)
        os.close(writes)
        os.waitpid(child, 0)
        with os.fdopen(reads) as pipe:
            told = pipe.read().splitlines()
        os.chmod(folder, 0o755)

    assert told[1:] == ["A"]
    assert told[0].startswith(("Refused: ", "Unavailable: "))
    assert (
        "can't be written here: check its permissions" in told[0]
        or "check that the folder exists and may be written" in told[0]
    )


@pytest.mark.parametrize("where", [":memory:", "agent.db"])
def test_a_closed_log_is_unavailable_and_says_to_open_it_again(tmp_path, where):
    log = belieflog.open(where if where == ":memory:" else tmp_path / where)
    mem = log.memory("u", "s")
    log.close()
    log.close()

    for act in (
        lambda: mem.write("k", 1),
        lambda: mem.scratchpad(),
        lambda: mem.recall("k"),
        lambda: log.position,
        lambda: log.event(1),
        lambda: list(log.events()),
        lambda: log.verify(),
        lambda: log.users(),
        lambda: log.policy,
    ):
        with pytest.raises(Unavailable, match="is closed: open it again"):
            act()


# What is damaged


def corrupt(path, page, size=4096):
    with open(path, "r+b") as file:
        file.seek(page * size)
        file.write(b"\xa5" * size)


@pytest.fixture
def large(path):
    """A log of many pages, checkpointed into its one file."""
    with belieflog.open(path, durability="off") as log:
        mem = log.memory("u", "s")
        for n in range(60):
            mem.write(f"k{n}", "x" * 1_000)
        mem.remember("semantic:k", "sun")
    return path


def pages_of(path, table):
    connection = sqlite3.connect(path)
    found = [row[0] for row in connection.execute("select pageno from dbstat where name = ?", (table,))]
    connection.close()
    return found


READS = {
    "head": lambda log, mem: (log.position, log.head),
    "events": lambda log, mem: list(log.events()),
    "event": lambda log, mem: [log.event(n) for n in range(1, 60)],
    "scratchpad": lambda log, mem: mem.scratchpad(),
    "scratchpad then": lambda log, mem: mem.scratchpad(at=20),
    "get": lambda log, mem: mem.get("semantic:k"),
    "recall": lambda log, mem: mem.recall("sun", audit=False),
    "history": lambda log, mem: [mem.history(f"note:k{n}") for n in range(60)],
    "prompt": lambda log, mem: mem.prompt(audit=False),
    "sessions": lambda log, mem: log.sessions("u"),
    "sources": lambda log, mem: log.sources("u"),
    "corrections": lambda log, mem: log.corrections("u"),
    "verify": lambda log, mem: log.verify(),
    "write": lambda log, mem: mem.write("k1", 2),
    "revert": lambda log, mem: log.revert(user="u", source="agent", reason="bad"),
    "rebuild": lambda log, mem: log.rebuild(),
}


@pytest.mark.parametrize("read", READS.values(), ids=READS)
@pytest.mark.parametrize("table", ["event", "private", "member", "entry", "change", "scope"])
def test_a_corrupt_page_is_told_as_such_by_whatever_meets_it_and_nothing_is_deleted(large, table, read):
    try:
        pages = pages_of(large, table)
    except sqlite3.OperationalError:
        pytest.skip("this SQLite can't tell which pages a table has")
    for page in pages:
        corrupt(large, page - 1)
    before = os.path.getsize(large)

    try:
        with belieflog.open(large) as log:
            read(log, log.memory("u", "s"))
    except CorruptLog as error:
        assert "keep a copy and run 'belieflog verify'" in str(error)

    assert os.path.getsize(large) >= before


def test_a_damaged_event_page_stops_verify_and_the_command_exits_3(large):
    try:
        pages = pages_of(large, "event")
    except sqlite3.OperationalError:
        pytest.skip("this SQLite can't tell which pages a table has")
    for page in pages[1:]:
        corrupt(large, page - 1)

    with belieflog.open(large, readonly=True) as log, pytest.raises(CorruptLog):
        log.verify()

    assert CliRunner().invoke(cli, ["--log", large, "verify"]).exit_code == 3


def test_a_truncated_file_is_told_as_damaged(large):
    with open(large, "r+b") as file:
        file.truncate(os.path.getsize(large) // 2)

    with pytest.raises(CorruptLog), belieflog.open(large, readonly=True) as log:
        log.verify()


def test_a_private_text_that_cant_be_read_raises_with_its_position_and_the_rest_is_read(file):
    with belieflog.open(file) as log:
        log.memory("u", "t").write("k", "B")
    outside = sqlite3.connect(file)
    outside.execute("drop trigger private_stays")
    outside.execute("update private set body = '{\"content\":' where position = 2")
    outside.commit()
    outside.close()

    with belieflog.open(file, readonly=True) as log:
        with pytest.raises(CorruptLog) as corrupt:
            log.memory("u", "s").scratchpad()
        assert corrupt.value.position == 2
        assert log.memory("u", "t").read("k") == "B"


# What is asked of a log that is well


def test_a_stale_expected_is_a_conflict_and_an_unknown_address_isnt_found(file):
    with belieflog.open(file) as log:
        mem = log.memory("u", "s")

        with pytest.raises(Conflict):
            mem.write("k", "B", expected=7)
        with pytest.raises(NotFound, match="'note:none'"):
            mem.history("note:none")
        assert (mem.get("note:none"), mem.read("none"), log.position) == (None, None, 2)


def test_an_unknown_option_is_refused_and_never_ignored(file):
    with belieflog.open(file) as log:
        mem = log.memory("u", "s")
        for act in (
            lambda: mem.write("k", 1, tll=5),
            lambda: mem.add_fact("k", 1, source="user", until=5),
            lambda: mem.recall("k", ttl=5),
            lambda: log.undo(1, reason="x", force=True),
        ):
            with pytest.raises(TypeError):
                act()
        for act in (
            lambda: mem.prompt(format="yaml"),
            lambda: mem.prompt(lang="tlh"),
            lambda: mem.prompt(sections=["gaol"]),
        ):
            with pytest.raises(InvalidValue):
                act()
        assert log.position == 2
    with pytest.raises(Refused, match="unknown durability 'safe'"):
        belieflog.open(file, durability="safe")


@pytest.mark.parametrize(
    "name", ["记忆 库.db", "a b/c d.db", "100%.db", "what?.db", "x#y.db", "it's.db", "-f.db", "ü\u0301.db"]
)
def test_a_path_with_chinese_spaces_or_signs_is_that_file(tmp_path, name, monkeypatch):
    where = tmp_path / name
    where.parent.mkdir(exist_ok=True)

    for target, more in ((where, {}), (str(where), {}), (where, {"readonly": True})):
        with belieflog.open(target, **more) as log:
            if not more:
                log.memory("用户", "会话 1").write("键", "值")
            assert log.memory("用户", "会话 1").read("键") == "值"
    monkeypatch.chdir(where.parent)
    with belieflog.open(where.name, readonly=True) as log:
        assert log.position > 1

    assert {p.name for p in where.parent.iterdir()} <= {where.name, where.name + "-wal", where.name + "-shm"}


def test_a_log_moved_while_closed_is_the_same_log(file, tmp_path):
    shutil.move(file, tmp_path / "moved.db")

    with belieflog.open(tmp_path / "moved.db") as log:
        assert log.memory("u", "s").read("k") == "A"
        assert log.verify().ok


@pytest.mark.parametrize("told", [{"ttl": "1h"}, {"expires_at": "2040-01-01T00:00:00Z"}, {"expected": 0}])
@pytest.mark.parametrize(
    "write",
    [
        lambda mem, told: mem.observe("curl", "x", **told),
        lambda mem, told: mem.say("user", "x", **told),
        lambda mem, told: mem.start("x", **told),
        lambda mem, told: mem.mark("x", **told),
        lambda mem, told: mem.compact("x", **told),
        lambda mem, told: mem.end("x", **told),
    ],
    ids=["observe", "say", "start", "mark", "compact", "end"],
)
def test_what_is_said_of_a_value_is_refused_where_there_is_none(mem, write, told):
    mem.say("user", "one")
    mem.say("user", "two")
    with pytest.raises(InvalidValue, match="is about the value of an entry, and this write has none"):
        write(mem, told)


@pytest.mark.parametrize("role", ["human", "User", "ai", ""])
def test_a_role_that_no_one_has_is_refused(mem, role):
    with pytest.raises(InvalidValue, match="none of user, assistant, system, tool: what a person says is 'user'"):
        mem.say(role, "I am Bob")


def test_an_end_said_again_with_another_outcome_is_no_retry(mem):
    same = {"id": "00000001-0000-7000-8000-000000000001"}
    mem.end("found it", **same)
    assert mem.end("found it", **same).outcome == "duplicate"
    with pytest.raises(Refused, match="belongs to another event"):
        mem.end("gave up", **same)


# Numbers that no log has


@pytest.mark.parametrize("told", ["9" * 5_000, "-" + "9" * 5_000, "-" + "9" * 30, -(2**70), 2**70, "²", "@²"])
def test_a_number_that_no_log_has_is_no_point_and_no_event(log, mem, told):
    mem.write("k", 1)

    for ask in (
        lambda: mem.scratchpad(at=told),
        lambda: log.event(told),
        lambda: log.impact("u", op=told),
        lambda: log.impact("u", batch=told),
        lambda: log.revert(user="u", event=told, reason="r"),
    ):
        with pytest.raises(Refused):
            ask()
    assert log.position == 2


def test_after_a_number_beyond_the_log_there_is_nothing(log, mem):
    mem.write("k", 1)

    assert (list(log.events(after=2**70)), mem.points(after=2**70)) == ([], [])


def test_an_event_can_be_named_by_its_position_as_a_text_with_or_without_its_sign(log, mem):
    mem.write("k", 1)

    assert log.event("2") == log.event("@2") == log.event(2)


def test_a_source_is_selected_as_it_is_shown_whatever_stands_in_its_name(log, mem):
    shown = [
        str(mem.observe(tool, "x", call=call).event.source) for tool, call in (("a#b", None), ("a", "b#c"), ("a", "b"))
    ]

    assert shown == ["tool:a#b", "tool:a#b#c", "tool:a#b"]
    for source, positions in (("tool:a#b", [2, 4]), ("tool:a#b#c", [3])):
        assert [e.position for e in log.events(source=source)] == positions


# Texts that no log has


def test_who_can_be_nobodys_name_has_nothing_here(log, mem):
    mem.observe("curl", "x" * 70_000)
    nobody = "a\udcff"

    assert (log.has_session(nobody, "s"), log.has_session("u", nobody), log.sessions(nobody)) == (False, False, [])
    assert (log.erasures(nobody), log.latest_session(nobody), [*log.events(user=nobody)]) == ([], None, [])
    for ask in (
        lambda: log.blob(nobody),
        lambda: log.blob(f"blob:{nobody}"),
        lambda: log.erase(user=nobody, event=2, reason="r"),
        lambda: log.erase(user=nobody, whole_user=True, reason="r"),
        lambda: log.revert(user=nobody, event=2, reason="r"),
    ):
        with pytest.raises(Refused):
            ask()
    assert log.position == 2


@pytest.mark.parametrize("output", [[], ["--json"], ["--jsonl"]])
def test_words_that_are_no_utf_8_are_told_as_any_other(tmp_path, output):
    here = Command(tmp_path / "named-\udcff.db")

    assert here("write", "k", "v", *output).exit_code == 0
    for words, code in (
        (("backup", tmp_path / "b\udcff.db"), 0),
        (("export", "events", tmp_path / "e\udcff.jsonl"), 0),
        (("--user", "\udcff", "show"), 1),
        (("show", "--no\udcff"), 2),
        (("no\udcff",), 2),
        (("import", "openai-messages", tmp_path / "none\udcff"), 1),
        (("recall", "\udcff"), 1),
    ):
        result = here(*words, *output)
        assert (result.exit_code, result.exception is None or result.exit_code > 0) == (code, True), words
        assert result.output


@pytest.mark.parametrize("what", ["open", "fork", "backup", "export", "anchor", "key", "import"])
def test_a_path_with_a_nul_is_refused(path, what):
    odd = f"{path}\0b"
    with belieflog.open(path, durability="off") as log:
        act = {
            "open": lambda: belieflog.open(odd),
            "fork": lambda: log.fork(odd),
            "backup": lambda: log.backup(odd),
            "export": lambda: log.export(odd),
            "anchor": lambda: log.verify(anchor=odd),
            "key": lambda: log.anchor(key=odd),
            "import": lambda: log.import_(odd, user="u"),
        }[what]
        with pytest.raises(Refused):
            act()
