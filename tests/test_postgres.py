"""A log in PostgreSQL: walls between logs, what was written stays, and a server that comes and goes."""

import multiprocessing
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from random import Random

import engines
import psycopg
import pytest
import servers
from ticking import START, Ticking

import belieflog
from belieflog import BelieflogError, CorruptLog, NewerFormat, NotFound, Refused, Unavailable
from eventlog import places

NEVER = "restrict_violation"


@pytest.fixture(scope="module")
def pg():
    return engines.postgres()


@pytest.fixture
def own():
    """A server of the test's own, to be mistreated."""
    with servers.postgres() as server:
        yield server


def sql(server, text, *values, user="postgres"):
    with psycopg.connect(server.database(user), autocommit=True) as connection:
        cursor = connection.execute(text, values)
        return cursor.fetchall() if cursor.description else cursor.rowcount


def role(server, name, grant, log):
    sql(server, f"create role {name} login")
    sql(server, f"select belieflog.{grant}(%s, %s)", name, log)


def noted(log):
    return {n.key: n.value for n in log.memory("u", "s").scratchpad().notes}


def test_what_is_erased_goes_from_the_server_and_from_each_machine_that_follows(pg):
    with belieflog.open(pg.url("erasing")) as here, belieflog.open(url := pg.url("erasing")) as there:
        here.memory("u", "s").write("k", "the-secret-plan")
        assert noted(there) == {"k": "the-secret-plan"}

        assert here.erase(user="u", address="note:k", reason="asked to").left == ()

        assert noted(there) == {}
        assert there.verify(views=True).ok
    counted = "select count(*) from belieflog.private where log = 'erasing' and body like %s"
    assert sql(pg, counted, "%secret-plan%") == [(0,)]
    follower = url.partition("follower=")[2]
    for ending in ("", "-wal"):
        if os.path.exists(follower + ending):
            assert b"the-secret-plan" not in Path(follower + ending).read_bytes()


@pytest.mark.parametrize(
    "statement",
    [
        "update belieflog.event set public = '{}' where log = %s",
        "delete from belieflog.event where log = %s",
        "update belieflog.private set body = '{}' where log = %s",
        "delete from belieflog.private where log = %s",
        "update belieflog.head set position = 1 where log = %s",
        "update belieflog.head set position = 9 where log = %s",
        "delete from belieflog.head where log = %s",
        "insert into belieflog.hole values (%s, 2, '') ; delete from belieflog.hole",
        "truncate belieflog.event",
        "truncate belieflog.event_3",
    ],
)
def test_not_even_the_owner_can_change_what_was_written(pg, statement):
    with belieflog.open(pg.url("stays")) as log:
        log.memory("u", "s").write("k", "v")
        log.memory("u", "s").write("k", "w")
        values = ("stays",) if "%s" in statement else ()
        statement = statement.replace("%s", "'stays'") if ";" in statement else statement

        with pytest.raises(psycopg.Error) as refused:
            sql(pg, statement, *(() if ";" in statement else values))

        assert "belieflog:" in str(refused.value)
        assert log.verify().ok


def test_the_append_only_role_writes_and_may_not_update(pg):
    with belieflog.open(pg.url("granted")) as log:
        log.memory("u", "s").write("k", "A")
    role(pg, "appender", "let_append", "granted")

    with belieflog.open(pg.url("granted", user="appender")) as log:
        log.memory("u", "s").write("k", "B")
        log.memory("u", "s").observe("curl", "x" * 100_000)
        assert noted(log) == {"k": "B"}
        with pytest.raises(Refused, match="permission"):
            log.erase(user="u", address="note:k", reason="asked to")
        assert noted(log) == {"k": "B"}
        assert log.verify(views=True).ok

    for statement in (
        "update belieflog.event set public = '{}'",
        "delete from belieflog.event",
        "delete from belieflog.private",
        "update belieflog.head set log = 'other'",
        "truncate belieflog.event",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege, match="permission denied"):
            sql(pg, statement, user="appender")


def test_the_eraser_erases(pg):
    with belieflog.open(pg.url("erasable")) as log:
        log.memory("u", "s").write("k", "A")
    role(pg, "eraser", "let_erase", "erasable")

    with belieflog.open(pg.url("erasable", user="eraser")) as log:
        told = log.erase(user="u", address="note:k", reason="asked to")
        assert told.count == 1
        assert noted(log) == {}
        assert len(told.left) == 1  # only the owner may have the tables vacuumed
        assert "vacuum" in told.left[0]


def test_a_reader_of_one_log_sees_no_row_of_another(pg):
    for name in ("wall-a", "wall-b"):
        with belieflog.open(pg.url(name)) as log:
            log.memory("u", "s").write("k", name)
            log.memory("u", "s").observe("curl", "x" * 100_000)
    role(pg, "reader_a", "let_read", "wall-a")

    for table in ("head", "event", "private", "hole", "blob", "blob_salt", "access"):
        seen = sql(pg, f"select distinct log from belieflog.{table}", user="reader_a")
        assert seen in ([("wall-a",)], []), table
    with belieflog.open(pg.url("wall-a", user="reader_a"), readonly=True) as log:
        assert noted(log) == {"k": "wall-a"}
        with pytest.raises(Refused, match="reading only"):
            log.memory("u", "s").write("k", "no")
    with pytest.raises(NotFound, match="wall-b"):
        belieflog.open(pg.url("wall-b", user="reader_a"), readonly=True)
    with pytest.raises(Refused, match="let_append"):
        belieflog.open(pg.url("wall-b", user="reader_a"))
    with pytest.raises(Refused, match="permission"):
        belieflog.open(pg.url("wall-a", user="reader_a")).memory("u", "s").write("k", "no")
    sql(pg, "select belieflog.let_go('reader_a', 'wall-a')")
    assert sql(pg, "select count(*) from belieflog.event", user="reader_a") == [(0,)]


def test_the_statements_of_the_documents_do_what_they_say(own):
    belieflog.open(own.url("team-a")).close()
    page = (Path(__file__).parent.parent / "docs" / "postgresql.md").read_text("utf-8")
    sql(own, page.partition("```sql\n")[2].partition("```")[0])

    assert sql(own, "select role from belieflog.access order by role") == [("eraser",), ("writer",)]
    with belieflog.open(own.url("team-a", user="writer")) as log:
        log.memory("u", "s").write("k", "A")
    with belieflog.open(own.url("team-a", user="eraser")) as log:
        assert log.erase(user="u", address="note:k", reason="asked to").count == 1


def test_a_log_is_made_by_writing_and_not_by_reading(pg):
    with pytest.raises(NotFound, match="nobody"):
        belieflog.open(pg.url("nobody"), readonly=True)


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("postgresql:///postgres", "log=NAME"),
        ("postgresql:///postgres?log=", "log=NAME"),
        ("postgresql:///postgres?log=a%07b", "control"),
        ("postgresql:///postgres?log=a&nonsense=1", "nonsense"),
        ("postgresql://127.0.0.1:1/postgres?log=a&connect_timeout=2", "can't be reached"),
        ("mysql://127.0.0.1/db?log=a", "mysql"),
    ],
)
def test_an_address_that_leads_nowhere_is_told_at_once(url, told):
    begun = time.monotonic()
    with pytest.raises(BelieflogError, match=told):
        belieflog.open(url)
    assert time.monotonic() - begun < 8


def test_no_password_is_ever_told(pg):
    with pytest.raises(BelieflogError) as refused:
        belieflog.open("postgresql://me:hunter2hunter2@127.0.0.1:1/postgres?log=a&connect_timeout=2")
    assert "hunter2" not in str(refused.value)
    with pytest.raises(BelieflogError) as refused:
        belieflog.open("postgresql://127.0.0.1:1/postgres?password=hunter2hunter2&log=a&connect_timeout=2")
    assert "hunter2" not in str(refused.value)


@pytest.mark.parametrize("sign", ["%zz", "/", "?", "#", "[", "@", "@/", "=?", "12/", ":\n", "\u2100"])
def test_a_password_that_is_no_part_of_a_url_is_not_told_as_another_part_of_it(sign):
    url = f"postgresql://me:hunter{sign}hunter@127.0.0.1:1/postgres?log=a&connect_timeout=2"

    with pytest.raises(Refused, match="%2F") as refused:
        belieflog.open(url)

    assert "hunter" not in str(refused.value)
    assert "hunter" not in places.shown(url)


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://me:a,b:c%40d@h/db?sslmode=require&log=a@b", "postgresql://h/db?log=a%40b"),
        ("postgresql://me@/db?host=/tmp/x&log=a", "postgresql:///db?log=a"),
        ("postgresql://[::1]:5432,h2/db?log=a", "postgresql://[::1]:5432,h2/db?log=a"),
    ],
)
def test_a_url_is_shown_without_what_is_secret(url, shown):
    assert places.shown(url) == shown


def test_a_hint_repeats_a_url_without_its_passwords(pg):
    url = pg.url()
    belieflog.open(url).close()
    secret = url.replace("postgres@", "postgres:hunter2@") + "&sslpassword=hunter3"

    told = subprocess.run(
        [sys.executable, "-m", "cli", "--log", secret, "keys"], capture_output=True, text=True, check=True
    ).stdout

    assert f"belieflog --log '{url}' write KEY VALUE" in told
    assert "hunter" not in told


def test_a_database_that_isnt_there_is_told(pg):
    with pytest.raises(Refused, match="create what is missing"):
        belieflog.open(pg.url("a", name="nowhere"))


def test_a_database_in_another_encoding_is_refused(own):
    sql(own, "create database old encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0")
    with pytest.raises(Refused, match="UTF8"):
        belieflog.open(own.url("a", name="old"))


def test_an_older_program_reads_a_newer_database_and_refuses_to_write(own):
    with belieflog.open(own.url("a")) as log:
        log.memory("u", "s").write("k", "A")
    sql(own, "update belieflog.format set version = 7")

    with pytest.raises(NewerFormat, match=r"format 7.*writes 1.*readonly"):
        belieflog.open(own.url("a"))
    with belieflog.open(own.url("a"), readonly=True) as log:
        assert noted(log) == {"k": "A"}
    sql(own, "update belieflog.format set readable = 6")
    with pytest.raises(NewerFormat, match=r"format 7.*reads 1"):
        belieflog.open(own.url("a"), readonly=True)


def test_many_programs_may_make_the_tables_at_once(own):
    threads = [threading.Thread(target=lambda: belieflog.open(own.url("a")).close()) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    with belieflog.open(own.url("a")) as log:
        assert log.position == 1
        assert log.verify().ok


def test_a_connection_that_was_cut_is_made_anew(own):
    with belieflog.open(own.url("a")) as log:
        mem = log.memory("u", "s")
        for n in range(5):
            mem.write("k", n)
            sql(own, "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'belieflog'")
            assert noted(log) == {"k": n}
            sql(own, "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'belieflog'")
        assert log.position == 6
        assert log.verify(views=True).ok


def losing_once(server, log, after=False):
    """Have the connection be lost at the next commit, *after* the server did it; give a list that is filled then."""
    engine = log._store.engine
    put, lost = engine._put, []

    def losing(connection, change):
        put(connection, change)
        if not lost:
            lost.append(connection)
            if after:
                connection.execute("commit")
            sql(server, "select pg_terminate_backend(%s)", connection.info.backend_pid)
            time.sleep(0.05)

    engine._put = losing
    return lost


@pytest.mark.parametrize("after", [True, False])
def test_a_connection_lost_at_the_commit_leaves_the_write_in_exactly_once(own, after):
    """Whether the server still committed or not, nobody answered: the log finds out, and says it again if need be."""
    with belieflog.open(own.url("a")) as log:
        lost = losing_once(own, log, after)
        log.memory("u", "s").write("k", "once")

        assert lost
        assert [e.tag for e in log.events()] == ["opened", "note-written"]
        assert noted(log) == {"k": "once"}
        assert log.verify(views=True).ok


def test_a_refusal_is_noted_though_the_first_try_was_lost(own):
    with belieflog.open(own.url("a")) as log:
        log.set_policy({"record_refusals": True}, reason="audit")
        lost = losing_once(own, log)
        with pytest.raises(Refused):
            log.memory("u", "s").add_fact("k", "v", source="agent")

        assert lost
        assert [e.tag for e in log.events()][-1] == "x-refused"


def test_a_write_is_in_though_nobody_can_be_told_of_it(own):
    """Whoever waits is woken after the commit: what goes wrong with that is no failure of the write."""
    url = own.url("a")
    belieflog.open(url).close()
    role(own, "writer", "let_append", "a")
    sql(own, "revoke execute on function pg_notify(text, text) from public")
    with belieflog.open(url.replace("postgres@", "writer@")) as log:
        log.memory("u", "s").write("k", "A")

        assert [e.tag for e in log.events()] == ["opened", "note-written"]


def test_an_erasure_is_in_though_the_server_was_lost_before_it_could_purge(own, monkeypatch):
    from eventlog.postgres import connecting

    monkeypatch.setattr(connecting, "PATIENCE", 1.0)
    with belieflog.open(own.url("a")) as log:
        log.memory("u", "s").write("k", "A")
        engine, local = log._store.engine, log._store.local
        purge = local.purge
        monkeypatch.setattr(local, "purge", lambda probes=(): (own.kill(), purge(probes))[1])

        erasure = log.erase(user="u", address="note:k", reason="asked to")

        assert erasure.count == 1
        assert [engine.name in each and "vacuum" in each for each in erasure.left] == [True]
        own.start()
        assert noted(log) == {}
        assert log.verify(views=True).ok


def test_who_waits_is_not_ended_by_a_connection_that_was_cut(own):
    """Cut while it lay in the pool, as after a server was started anew."""
    with belieflog.open(own.url("a")) as log:
        engine = log._store.engine
        pool = engine._connections.pool()
        with pool.connection() as one, pool.connection() as other:
            idle = [each.info.backend_pid for each in (one, other)]
        for each in idle:
            sql(own, "select pg_terminate_backend(%s)", each)
        time.sleep(0.05)

        engine.wait(log._store.local.head().position, 0.1)


def test_a_server_that_stays_away_is_told_and_the_write_is_not_half_there(own, monkeypatch):
    from eventlog.postgres import connecting

    monkeypatch.setattr(connecting, "PATIENCE", 1.0)
    with belieflog.open(own.url("a")) as log:
        mem = log.memory("u", "s")
        mem.write("k", "A")
        own.kill()

        with pytest.raises(Unavailable) as gone:
            mem.write("k", "B")
        assert gone.value.committed is False
        with pytest.raises(Unavailable) as unread:
            mem.scratchpad()
        assert "nothing was written" in str(gone.value)
        assert "nothing was written" not in str(unread.value)  # something may have been, before it was read

        own.start()
        assert noted(log) == {"k": "A"}
        mem.write("k", "C")
        assert log.verify(views=True).ok


def test_a_writer_that_hangs_is_told_of_in_time(own):
    with belieflog.open(own.url("a", options="-c%20lock_timeout=300ms")) as log:
        with psycopg.connect(own.database()) as other:
            other.execute("select * from belieflog.head for update")
            with pytest.raises(Unavailable, match="waiting too long"):
                log.memory("u", "s").write("k", "A")
        log.memory("u", "s").write("k", "B")
        assert log.position == 2


def test_a_log_that_isnt_the_one_followed_is_refused_until_it_is_followed_anew(own):
    url = own.url("a")
    with belieflog.open(url) as log:
        for n in range(4):
            log.memory("u", "s").write("k", n)
    for statement in (
        "alter table belieflog.event disable trigger user", "alter table belieflog.private disable trigger user",
        "alter table belieflog.head disable trigger user", "delete from belieflog.event where position = 5",
        "delete from belieflog.private where position = 5",
        "update belieflog.head set position = 4, hash = (select hash from belieflog.event where position = 4)",
    ):  # fmt: skip
        sql(own, statement)

    with pytest.raises(CorruptLog, match=r"event 5 is gone there.*rebuild"):
        belieflog.open(url)

    with belieflog.open(url, mend=True) as log:
        assert noted(log) == {"k": 2}


def test_what_was_changed_on_the_server_fails_verification(own):
    with belieflog.open(own.url("a")) as log:
        for n in range(4):
            log.memory("u", "s").write("k", n)
        sql(own, "alter table belieflog.private disable trigger user")
        sql(own, "update belieflog.private set body = replace(body, '2', '7') where position = 4")

        assert log.verify().first_bad == 4
    with pytest.raises(CorruptLog, match="event 4 isn't what was written"):
        belieflog.open(own.url("a"))


def write_some(url, name, count):
    with belieflog.open(url) as log:
        mem = log.memory("u", name)
        for n in range(count):
            mem.write("k", n)


def test_names_that_differ_are_two_logs_or_refused(pg):
    with belieflog.open(pg.url("plus+minus")) as one, belieflog.open(pg.url("plus%20minus")) as other:
        assert one.anchor().log != other.anchor().log
    for name in ("team#1", "team%FF", "team%ED%A0%80"):
        with pytest.raises(Refused, match=r"can't be read|isn't UTF-8"):
            belieflog.open(pg.url(name))


def test_interrupts_while_connections_are_lent_leave_no_log_without_any(own, monkeypatch):
    from psycopg_pool import ConnectionPool

    from eventlog.postgres import connecting

    monkeypatch.setattr(connecting, "PATIENCE", 1.0)
    lend = ConnectionPool.getconn

    def interrupted(pool, timeout=None):
        lend(pool, timeout)
        raise KeyboardInterrupt

    with belieflog.open(own.url("a")) as log:
        mem = log.memory("u", "s")
        with monkeypatch.context() as storm:
            storm.setattr(ConnectionPool, "getconn", interrupted)
            for _ in range(17):
                with pytest.raises(KeyboardInterrupt):
                    mem.write("k", "A")

        mem.write("k", "B")
        assert noted(log) == {"k": "B"}
        assert log.verify(views=True).ok


def test_a_table_that_was_dropped_is_told_with_its_name(own):
    with belieflog.open(own.url("a")) as log:
        sql(own, "drop table belieflog.private cascade")
        with pytest.raises(Refused, match=r"not all.*private.*restore"):
            log.memory("u", "s").write("k", "A")
    sql(own, "drop table belieflog.format")
    with pytest.raises(Unavailable, match=r"can't do it.*already exists"):
        belieflog.open(own.url("b"))


def test_settings_of_ones_own_stand_beside_the_others(pg):
    with (
        belieflog.open(pg.url(options="-c%20lock_timeout=5s")) as log,
        log._store.engine._connections.direct() as session,
    ):
        told = [session.execute(f"show {name}").fetchone()[0] for name in ("lock_timeout", "statement_timeout")]
        assert told == ["5s", "2min"]


def test_a_full_disk_beside_a_server_that_took_the_write_says_so_and_nothing_else(pg):
    with belieflog.open(pg.url()) as log:
        local = log._store.local.connection()
        local.execute("pragma max_page_count = 1")  # SQLite takes the pages that there are, and says 'full' after them
        with pytest.raises(Unavailable, match=r"is written.*needn't be said again.*full") as told:
            log.memory("u", "s").write("k", "x" * 39_000)
        assert told.value.committed is True
        assert "nothing was written" not in str(told.value)

        local.execute("pragma max_page_count = 1000000")
        assert noted(log) == {"k": "x" * 39_000}
        assert log.verify(views=True).ok


def test_a_file_that_others_use_is_made_anew_under_them(pg, tmp_path):
    url = pg.url("used", follower=tmp_path / "f.db")
    with belieflog.open(url) as log:
        mem = log.memory("u", "s")
        mem.write("k", "A")

        with belieflog.open(url, mend=True) as other:
            other.rebuild()

        mem.write("k", "B")
        assert noted(log) == {"k": "B"}
        assert log.verify(views=True).ok


def test_a_newest_event_that_is_gone_on_the_server_fails_verification_where_it_was_seen(own):
    with belieflog.open(url := own.url("a")) as log:
        for n in range(4):
            log.memory("u", "s").write("k", n)
    for statement in (
        "alter table belieflog.event disable trigger user",
        "delete from belieflog.event where position = 5",
    ):
        sql(own, statement)

    with belieflog.open(url) as log:
        verdict = log.verify()
        assert [(p.position, p.kind) for p in verdict.problems] == [(5, "missing")]
        log.memory("u", "s").write("k", "on")
        assert [(p.position, p.kind) for p in log.verify().problems] == [(5, "missing")]


def test_only_a_file_that_followed_this_log_is_made_anew(pg, tmp_path):
    with belieflog.open(other := tmp_path / "other.db") as log:
        log.memory("u", "s").write("k", "precious")
    words = tmp_path / "words.txt"
    words.write_text("precious" * 1000)

    for file in (other, words):
        with pytest.raises(Refused):
            belieflog.open(pg.url("mending", follower=file), mend=True)

    assert words.read_text() == "precious" * 1000
    with belieflog.open(other) as log:
        assert noted(log) == {"k": "precious"}


def test_a_damaged_file_that_follows_says_how_it_is_made_anew_and_is(pg, tmp_path):
    url = pg.url("damaging", follower=tmp_path / "f.db")
    with belieflog.open(url) as log:
        log.memory("u", "s").write("k", "A")
    with open(tmp_path / "f.db", "r+b") as file:
        file.seek(4096)
        file.write(b"\xa5" * 60_000)

    with pytest.raises(CorruptLog, match=r"only follows.*'belieflog rebuild'"):
        belieflog.open(url)

    with belieflog.open(url, mend=True) as log:
        assert noted(log) == {"k": "A"}
        assert log.verify(views=True).ok


def test_eight_writers_on_one_log_lose_nothing_and_leave_no_gap(pg):
    context = multiprocessing.get_context("spawn")
    urls = [pg.url("eight") for _ in range(8)]
    belieflog.open(urls[0]).close()
    writers = [context.Process(target=write_some, args=(url, f"w{n}", 25)) for n, url in enumerate(urls)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()

    with belieflog.open(pg.url("eight")) as log:
        assert [e.position for e in log.events()] == list(range(1, 202))
        assert all(noted_in(log, f"w{n}") == {"k": 24} for n in range(8))
        assert log.verify(views=True).ok


def noted_in(log, session):
    return {n.key: n.value for n in log.memory("u", session).scratchpad().notes}


def test_programs_of_one_machine_share_the_file_that_follows(pg):
    url = pg.url("one-file")
    with belieflog.open(url) as a, belieflog.open(url) as b:
        for n in range(3):
            a.memory("u", "s").write("k", n)
            b.memory("u", "t").write("k", n)

        assert a.head == b.head
        assert noted(a) == {"k": 2}
        assert noted_in(a, "t") == {"k": 2}


def test_threads_write_side_by_side(pg):
    with belieflog.open(pg.url("threads")) as log:
        threads = [
            threading.Thread(target=lambda n=n: [log.memory("u", f"t{n}").write("k", i) for i in range(20)])
            for n in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        assert log.position == 81
        assert log.verify(views=True).ok


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_forked_child_writes_by_connections_of_its_own(pg):
    with belieflog.open(pg.url("forked")) as log:
        log.memory("u", "s").write("k", "parent")
        child = os.fork()
        if child == 0:
            code = 1
            try:
                log.memory("u", "s").write("j", "child")
                code = 0
            finally:
                os._exit(code)
        assert os.waitpid(child, 0)[1] == 0
        log.memory("u", "s").write("k", "again")

        assert noted(log) == {"k": "again", "j": "child"}
        assert log.verify(views=True).ok


def test_the_same_history_has_the_same_hashes_as_in_a_file(pg, tmp_path):
    heads = []
    for target in (str(tmp_path / "log.db"), pg.url()):
        with belieflog.open(target, clock=Ticking(START), entropy=Random(1).randbytes) as log:
            mem = log.memory("u", "s")
            mem.add_fact("f", "10 s", source="user")
            mem.write("k", {"a": [1, 2.5, None, "\x00é猫"]})
            mem.observe("curl", "y" * 70_000)
            with mem.batch() as batch:
                batch.write("a", 1)
                batch.assume("b", "2")
            log.revert(user="u", event=3, reason="no")
            heads.append(log.head)
    assert heads[0] == heads[1]


def test_the_command_takes_an_address_of_a_database(pg, tmp_path):
    url, command = pg.url("by-command"), [sys.executable, "-m", "cli"]
    for verb in (["write", "colour", "blue"], ["show"], ["verify"], ["log"]):
        done = subprocess.run([*command, "--log", url, *verb], capture_output=True, text=True, stdin=subprocess.DEVNULL)
        assert (done.returncode, done.stderr) == (0, ""), done
    done = subprocess.run([*command, "--log", url, "show"], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert "blue" in done.stdout


def test_a_dry_run_makes_no_log_on_a_server(pg, tmp_path):
    given = tmp_path / "notes.json"
    given.write_text('{"role": "user", "content": "hello"}')
    command = [sys.executable, "-m", "cli", "--log", pg.url("only-tried"), "import", "--dry-run", str(given)]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)

    assert done.returncode in (0, 1), done.stderr
    with pytest.raises(NotFound):
        belieflog.open(pg.url("only-tried"), readonly=True)


def test_the_file_that_follows_is_kept_in_the_cache_by_default(pg, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    url = pg.database() + "&log=cached"
    for _ in range(2):
        belieflog.open(url).close()

    found = list((tmp_path / "belieflog" / "followers").glob("*.db"))
    assert len(found) == 1
    assert found[0].parent.stat().st_mode & 0o077 == 0


def found_by_doctor(log):
    return {finding.check: finding for finding in log.doctor()}


def test_doctor_looks_at_the_server_and_at_the_file_that_follows(own):
    with belieflog.open(own.url("a")) as log:
        found = found_by_doctor(log)
        assert (found["fsync"].level, found["full_page_writes"].level) == ("problem", "problem")  # as the tests have it
        assert found["synchronous_commit"].level == "fine"
        assert (found["guards"].level, found["role"].level, found["replicas"].level) == ("fine", "note", "note")
        assert found["server"].message.startswith("PostgreSQL 1")
        assert found["views"].level == "fine"
        sql(own, "alter table belieflog.private disable trigger stays")
        assert "stays on private" in found_by_doctor(log)["guards"].message
    role(own, "writer", "let_append", "a")
    with belieflog.open(own.url("a", user="writer")) as log:
        assert found_by_doctor(log)["role"].level == "fine"


def test_the_file_that_follows_is_only_read_as_a_log_of_its_own(pg):
    url = pg.url("followed-only")
    follower = url.partition("follower=")[2]
    with belieflog.open(url) as log:
        log.memory("u", "s").write("k", "A")
    with belieflog.open(follower) as log:
        assert noted(log) == {"k": "A"}
        with pytest.raises(Refused, match="only read here"):
            log.memory("u", "s").write("k", "B")
    with belieflog.open(url) as log:
        log.memory("u", "s").write("k", "C")
        assert noted(log) == {"k": "C"}


def test_a_log_replaced_by_an_empty_one_is_noticed_by_who_followed_it(own, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    url = own.database() + "&log=team-a"
    with belieflog.open(url) as log:
        log.memory("u", "s").write("k", "A")
    sql(own, "drop schema belieflog cascade")

    with pytest.raises(CorruptLog, match="isn't the log that this machine followed up to event 2"):
        belieflog.open(url)
    with pytest.raises(Refused, match=r"holds another log.*move it away"):
        belieflog.open(url, mend=True)
    for file in (tmp_path / "belieflog" / "followers").iterdir():
        file.unlink()
    with belieflog.open(url) as log:
        assert noted(log) == {}
