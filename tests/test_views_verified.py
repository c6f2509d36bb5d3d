"""Each index is compared with the fold that defines it; where they differ, the place is named."""

import sqlite3
import tracemalloc
from random import Random

import pytest
from tampering import drop_triggers
from ticking import over

import belieflog
from belieflog import InvalidValue, Refused
from eventlog.sqlite_store import SQLiteStore


def history(log, seed, n=60):
    """Do *n* things picked at random; what is refused is passed over."""
    random = Random(seed)
    made = []
    for _ in range(n):
        try:
            done = act(log, random, made[-1:] if random.random() < 0.4 else [])
        except (Refused, IndexError):
            continue
        if isinstance(done, belieflog.Receipt):
            made.append(done)
    return log


def act(log, random, rests):
    """Do one thing picked at random."""
    user, session, key, value = random.choice("uuuv"), random.choice("sst"), random.choice("abc"), random.randint(0, 2)
    mem, why = log.memory(user, session), {"user": user, "reason": "r"}
    reach = lambda: random.randint(1, log.position)
    address = random.choice([f"note:{key}", f"fact:{key}", f"semantic:n/{key}"])
    return random.choice([
        lambda: mem.write(key, value, derived_from=rests),
        lambda: mem.add_fact(key, value, source=random.choice(["user", "tool:x#1"]), derived_from=rests),
        lambda: mem.assume(key, value),
        lambda: mem.confirm(key, source="user"),
        lambda: mem.remember(f"semantic:n/{key}", value),
        lambda: mem.remember(f"semantic:n/{key}", value, in_session=True),
        lambda: mem.retract(address, reason="r", force=True),
        lambda: mem.clear(source="user"),
        lambda: mem.end("done"),
        lambda: mem.start("again"),
        lambda: mem.observe("x", value),
        lambda: mem.revise_plan(["a", "b"]),
        lambda: log.revert(event=[reach(), reach()], **why),
        lambda: log.revert(kind=random.choice(["note", "fact"]), **why),
        lambda: log.rollback(reach(), session=session, **why),
        lambda: log.rollback(reach(), all_sessions=True, **why),
        lambda: log.undo(random.choice(log.corrections(user)).event, reason="r"),
        lambda: log.undo(random.choice(log.corrections(user)).event, reason="r"),
        lambda: log.restore(event=reach(), **why),
        lambda: log.erase(event=reach(), **why),
    ])()  # fmt: skip


@pytest.mark.parametrize("seed", range(40))
def test_an_honest_index_is_what_its_folds_give(seed):
    with over(SQLiteStore(":memory:")) as log:
        verdict = history(log, seed).verify(views=True)

        assert [str(p.damage) for p in verdict.problems] == []
        log.rebuild()
        assert log.verify(views=True).ok


@pytest.fixture
def file(path):
    with over(SQLiteStore(path)) as log:
        mem = log.memory("u", "s")
        first = mem.write("a", 1)
        mem.write("a", 2)
        mem.write("b", 1, derived_from=[first])
        log.revert(user="u", event=3, reason="r")
        mem.remember("semantic:n/a", 1)
        mem.clear(source="user")
        mem.end("done")
        mem.recall("1", audit=False)
    return path


U = "of 'u' in session 's'"
DAMAGE = {
    "update change set shows = 2 where at = 3": ("change points", f"{U}, entry 1", 3),
    "update change set digest = 7 where at = 3": ("change points", f"{U}, entry 1", 3),
    "delete from change where at = 5": ("change points", f"{U}, entry 1", 5),
    "insert into change values (2, 1, 6, 2, null)": ("change points", f"{U}, entry 1", 6),
    "insert into change values (2, 9, 4, 4, null)": ("change points", f"{U}, entry 9", 4),
    "delete from member where position = 4": ("members", U, 4),
    "update member set tag = 3 where position = 4": ("members", U, 4),
    "insert into member values (3, 4, 8, 2)": ("members", "of 'u'", 4),
    "update void set high = 4": ("void ranges", U, 3),
    "delete from void": ("void ranges", U, 3),
    "insert into void values (2, 6, 6)": ("void ranges", U, 6),
    "update entry set shows = 2 where scope = 2 and number = 1": ("entries", f"{U}, entry 1", 0),
    "update entry set shows = 0 where scope = 3 and number = 1": ("entries", "of 'u', entry 1", 6),
    "update entry set address = 'note:z' where scope = 2 and number = 2": ("entries", f"{U}, entry 2", 0),
    "delete from entry where scope = 2 and number = 2": ("entries", f"{U}, entry 2", 0),
    "update scope set ended = 0": ("scopes", U, 0),
    "update scope set entries = 7 where id = 3": ("scopes", "of 'u'", 0),
    "update scope set user = 'x' where id = 3": ("scopes", "of 'u'", 0),
    "delete from rest": ("premises", "", 4),
    "insert into rest values (3, 4)": ("premises", "", 4),
    "update words set importance = 9": ("search words", "of 'u', entry 1", 6),
    "update words set position = 3": ("search words", "of 'u', entry 1", 3),
    "delete from words; update corpus set documents = 0, length = 0": ("search words", "of 'u', entry 1", 6),
    "update corpus set length = 9 where scope = 3": ("search words", "of 'u'", 0),
}


@pytest.mark.parametrize(("statement", "told"), DAMAGE.items(), ids=DAMAGE)
def test_an_index_that_differs_is_named_with_scope_entry_and_position_and_rebuilt(file, statement, told):
    view, where, position = told
    with sqlite3.connect(file) as connection:
        connection.executescript(statement)
    connection.close()

    with belieflog.open(file) as log:
        assert log.verify().ok
        (problem,) = log.verify(views=True).problems
        assert (problem.kind, problem.position) == ("view", position)
        what = f"the {view} {where}".rstrip()
        assert problem.damage == f"{what} differ from their fold: 'belieflog rebuild' makes it anew"
        log.rebuild()
        assert log.verify(views=True).ok


def test_one_view_is_rebuilt_without_touching_another(file):
    with sqlite3.connect(file) as connection:
        connection.execute("update change set shows = 2 where at = 3")
        connection.execute("update words set importance = 9")
    connection.close()

    with belieflog.open(file) as log:
        log.rebuild("words")
        assert [p.position for p in log.verify(views=True).problems] == [3]
        with log._store.writing():
            log._store.connection().execute("update words set importance = 9")
        log.rebuild("beliefs")
        assert [p.position for p in log.verify(views=True).problems] == [6]
        with pytest.raises(InvalidValue, match="use 'beliefs' or 'words'"):
            log.rebuild("everything")


def test_a_rebuild_that_fails_leaves_the_index_as_it_was(file, monkeypatch):
    with belieflog.open(file) as log:

        def fail(position):
            raise KeyboardInterrupt

        monkeypatch.setattr("eventlog.sqlite_index.SQLiteIndex.apply", fail)
        with pytest.raises((KeyboardInterrupt, TypeError)):
            log.rebuild()
        monkeypatch.undo()

        assert log.verify(views=True).ok
        assert log.memory("u", "s").history("note:a")


LONG = 6_000


@pytest.fixture(scope="module")
def long(tmp_path_factory):
    """A log long enough that what is kept of each event would show."""
    path = str(tmp_path_factory.mktemp("long") / "agent.db")
    with belieflog.open(path, durability="off") as log:
        mem = log.memory("u", "s")
        while log.position < LONG:
            with mem.batch() as batch:
                for n in range(min(999, LONG - log.position)):
                    batch.write(f"k{n % 200}", f"{log.position} {n} " + "x" * 100)
    return path


def test_progress_is_told(long, monkeypatch):
    for module in ("verify", "sqlite_views", "sqlite_store"):
        monkeypatch.setattr(f"eventlog.{module}.STEP", 2_000)
    with belieflog.open(long) as log:
        seen, again = [], []

        assert log.verify(views=True, progress=seen.append).ok
        log.rebuild(progress=again.append)

    assert again == [2_000, 4_000, 6_000]
    assert seen == [*again, *again]


def test_a_log_that_isnt_whole_has_its_chain_told_and_not_its_views(file):
    connection = sqlite3.connect(file, isolation_level=None)
    drop_triggers(connection)
    connection.execute("update event set public = '{' where position = 3")
    connection.close()

    assert [p.kind for p in belieflog.verify(file, views=True).problems] == ["changed"]


@pytest.mark.parametrize(("views", "most"), [(False, 3_000_000), (True, 4_500_000)])
def test_a_long_log_is_verified_in_little_memory(long, views, most):
    with belieflog.open(long, readonly=True) as log:
        log.verify()
        tracemalloc.start()
        try:
            log.verify(views=views)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()

    assert peak < most, peak
