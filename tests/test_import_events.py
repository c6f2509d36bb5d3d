"""Law 12: a log exported and imported into an empty one is the same log; anything else about the file is refused."""

import json
import os
import tempfile

import pytest
import strategies as s
import views
from driving import Lockstep
from hypothesis import given, settings
from hypothesis import strategies as st
from test_keeping import damage
from ticking import Ticking, over

import belieflog
from belieflog import CorruptLog, NotFound, Refused
from eventlog.chain import GENESIS, blob_name, commitment, leaf, link
from eventlog.log import EventLog
from eventlog.memory_store import MemoryStore
from eventlog.sqlite_store import SQLiteStore

STORES = {"memory": MemoryStore, "sqlite": lambda: SQLiteStore(":memory:")}
BIG = "x" * 70_000


@pytest.fixture(params=STORES)
def empty(request):
    """Another log, in which nothing was written yet, once over each store."""
    with over(STORES[request.param]()) as log:
        yield log


@pytest.fixture
def file(tmp_path):
    return str(tmp_path / "events.jsonl")


def filled(log):
    """A log with a large output, a correction, an erasure, an expiry and two users."""
    mem = log.memory("u", "s")
    mem.write("a", 1)
    mem.observe("curl", BIG, call="c1")
    mem.write("a", 2)
    mem.write("secret", "not for long")
    log.memory("v", "s").write("a", "theirs\u2028\x00")
    log.revert(user="u", event=4, reason="wrong")
    log.erase(user="u", event=5, reason="asked")
    mem.remember("semantic:n/b", "brief", ttl=1)
    return log


def lines(file):
    with open(file, "rb") as opened:
        return opened.read().splitlines(keepends=True)


def put(file, *texts):
    with open(file, "wb") as opened:
        opened.writelines(texts)


def rows(log):
    return [log.row(position) for position in range(1, log.position + 1)]


def seen(log, positions=()):
    """All that is shown, recalled and told of the past: now, and as known then at *positions*."""
    found = []
    for user, session in (("u", "s"), ("u", "s_"), ("u%", "s")):
        found += [views.of_log(log, user, session, at) for at in (None, *positions)]
        found.append(views.past_of_log(log, user, session))
    return found


@settings(max_examples=30)
@given(s.histories, st.randoms(use_true_random=False))
def test_law_12_export_then_import_into_an_empty_log_gives_the_same_head_hash_and_views(operations, chosen):
    with Lockstep() as both, tempfile.TemporaryDirectory() as folder:
        both.run_all(operations)
        ends = [e.position for e in both.memory.events() if both.memory._store.recorded((e.position + 1,)) == [] or
                both.memory.event(e.position + 1).batch != e.batch]  # fmt: skip
        positions = [chosen.choice(ends) for _ in range(3)]
        for number, log in enumerate(both.logs):
            file = os.path.join(folder, f"{number}.jsonl")
            log.export(file)
            for make in STORES.values():
                with belieflog.Log(EventLog(make(), clock=both.clock)) as other:
                    other.import_(file)

                    assert other.head == log.head
                    assert other.anchor() == log.anchor()
                    assert rows(other) == rows(log)
                    assert other.verify(log.anchor(), views=True).ok
                    assert seen(other, positions) == seen(log, positions)


def test_the_file_holds_the_stored_texts_as_they_are_hashed(log, file):
    filled(log).export(file)

    head, *told = map(json.loads, lines(file))
    assert head == {
        "format": "belieflog/1 export", "log": log.anchor().log, "epoch": 1, "position": log.position, "hash": log.head
    }  # fmt: skip
    events = [line for line in told if "blob" not in line]
    assert [line["public"].encode() for line in events] == [row.public for row in rows(log)]
    assert [line.get("private", "").encode() for line in events] == [row.private or b"" for row in rows(log)]
    assert [line["position"] for line in events if "private" not in line] == [5]
    text = b"".join(lines(file))
    assert (b"not for long" in text, b"theirs" in text) == (False, True)
    (blob,) = [line for line in told if "blob" in line]
    assert blob_name(bytes.fromhex(blob["salt"]), blob["body"].encode()) == blob["blob"]


def test_large_outputs_come_along_and_are_named_alike_from_then_on(log, empty, file):
    filled(log).export(file)
    ref = log.event(3).private.content["ref"]

    empty.import_(file)

    assert empty.blob(ref) == log.blob(ref)
    assert empty._store.name_blob("u", log.blob(ref)) == ref.removeprefix("blob:")


def test_what_was_exported_is_exported_again_byte_by_byte(log, empty, file, tmp_path):
    filled(log).export(file)
    empty.import_(file)

    empty.export(tmp_path / "again.jsonl")

    assert lines(tmp_path / "again.jsonl") == lines(file)


def test_an_imported_log_is_only_read_until_it_opens_an_epoch(log, path, file, tmp_path):
    filled(log).export(file)
    with belieflog.open(path) as copy:
        copy.import_(file)
    with belieflog.open(path) as copy:
        mem = copy.memory("u", "s")
        assert copy.readonly
        for write in (
            lambda: mem.write("k", 1),
            lambda: copy.revert(user="u", event=2, reason="why"),
            lambda: copy.undo(7, reason="why"),
            lambda: copy.erase(user="u", event=2, reason="why"),
            lambda: copy.set_policy({}, reason="why"),
            lambda: copy.import_(file),
        ):
            with pytest.raises(Refused, match=r"only read here.*recover") as refused:
                write()
            assert refused.value.rule == "copied"
        assert [hit.value for hit in mem.recall("brief", now=0)] == ["brief"]
        assert (copy.head, copy.verify(views=True).ok) == (log.head, True)
        copy.rebuild()
        copy.backup(tmp_path / "backup.db")
    with belieflog.open(tmp_path / "backup.db") as backup:
        assert backup.readonly

    belieflog.recover(path, tmp_path / "on.db")
    with belieflog.open(tmp_path / "on.db") as on:
        assert (on.event(log.position + 1).public.log.epoch, on.anchor().log) == (2, log.anchor().log)
        assert on.memory("u", "s").write("k", 1).event.position == log.position + 2
    with belieflog.open(path) as copy:
        copy.fork(tmp_path / "fork.db", 4)
    with belieflog.open(tmp_path / "fork.db") as fork:
        assert fork.memory("u", "s").write("k", 1).event.position == 6


def test_who_had_the_empty_log_open_before_the_import_writes_nothing_either(log, path, file):
    filled(log).export(file)
    with belieflog.open(path) as early, belieflog.open(path) as copy:
        copy.import_(file)

        with pytest.raises(Refused, match="only read here"):
            early.memory("u", "s").write("k", 1)
        assert (early.head, early.readonly) == (log.head, True)


def test_a_log_in_which_something_was_written_takes_in_no_other(log, empty, file):
    filled(log).export(file)
    empty.memory("w", "s").write("mine", 1)
    before = rows(empty)

    with pytest.raises(Refused, match="this log has 2 events, and a whole log goes into an empty one"):
        empty.import_(file)

    assert rows(empty) == before
    assert empty.memory("w", "s").write("mine", 2).outcome == "recorded"


CHANGES = {
    "a private text": (lambda line: line | {"private": line["private"].replace("1", "7")}, "changed"),
    "a public text": (lambda line: line | {"public": line["public"].replace('"u"', '"w"')}, "changed"),
    "a hash": (lambda line: line | {"hash": "00" * 32}, "changed"),
    "a salt": (lambda line: line | {"salt": "00" * 16}, "changed"),
    "a position": (lambda line: line | {"position": 9}, "is missing"),
    "what is no hex": (lambda line: line | {"hash": "xyz"}, "holds no event"),
    "a type": (lambda line: line | {"position": "two"}, "no line of an export"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_line_that_isnt_as_it_was_written_is_named_and_nothing_is_taken_in(log, empty, file, change):
    filled(log).export(file)
    made, why = CHANGES[change]
    told = lines(file)
    told[2] = json.dumps(made(json.loads(told[2]))).encode() + b"\n"
    put(file, *told)
    before = rows(empty)

    with pytest.raises(Refused, match=rf"line 3 of .*{why}.*nothing was imported"):
        empty.import_(file)

    assert rows(empty) == before
    assert empty.users() == []
    assert not empty.readonly
    assert empty.memory("u", "s").write("k", 1).event.position == 2
    assert empty.verify(views=True).ok


SPOILS = {
    "the last gone": (lambda told: told[:-1], "cut short"),
    "all gone": (lambda told: told[:1], "cut short"),
    "one gone": (lambda told: [*told[:2], *told[3:]], "is missing"),
    "an output before another event": (lambda told: [*told[:2], told[3], told[2], *told[4:]], "output before it"),
    "two swapped": (lambda told: [*told[:5], told[6], told[5], *told[7:]], "is missing"),
    "one twice": (lambda told: [*told, told[-1]], "there twice"),
    "one cut": (lambda told: [*told[:-1], told[-1][:40]], "cut short"),
    "another first line": (lambda told: [told[0].replace(b'"epoch":1', b'"epoch":"1"'), *told[1:]], "first line"),
    "another output": (lambda told: [*told[:3], told[3].replace(b"xxx", b"yyy", 1), *told[4:]], "under its name"),
    "another log": (lambda told: [told[0].replace(b'"log":"', b'"log":"0'), *told[1:]], "first line names another"),
}


@pytest.mark.parametrize("spoil", SPOILS)
def test_a_file_with_lines_gone_swapped_or_added_is_refused(log, empty, file, spoil):
    filled(log).export(file)
    made, why = SPOILS[spoil]
    put(file, *made(lines(file)))

    with pytest.raises(Refused, match=why):
        empty.import_(file, "events")

    assert empty.position == 1


def test_a_private_part_taken_out_without_an_erasure_is_noticed(log, empty, file):
    filled(log).export(file)
    told = [json.loads(line) for line in lines(file)]
    line = next(line for line in told if line.get("position") == 2 and "public" in line)
    line["commitment"] = commitment(bytes.fromhex(line.pop("salt")), line.pop("private").encode()).hex()
    put(file, *(json.dumps(line).encode() + b"\n" for line in told))

    with pytest.raises(Refused, match="event 2 can't be trusted"):
        empty.import_(file, "events")


def test_an_output_that_isnt_in_the_file_is_told(log, empty, file):
    filled(log).export(file)
    told = lines(file)
    put(file, *told[:3], *told[4:])

    report = empty.import_(file)

    assert report.warnings == ["the output that event 3 points to isn't in the file"]
    assert empty.head == log.head
    assert empty.export(file, force=True).warnings == (
        "the output that event 3 points to isn't there, or isn't what was stored: left out",
    )


@settings(max_examples=60)
@given(st.randoms(use_true_random=False))
def test_no_bytes_whatever_make_an_import_fail_in_another_way(chosen):
    with over(MemoryStore()) as log, tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "e.jsonl")
        log.memory("u", "s").write("a", [1, {"b": None}])
        log.memory("u", "s").observe("curl", BIG)
        log.export(file)
        whole = bytearray(b"".join(lines(file)))
        for _ in range(chosen.randint(1, 4)):
            at = chosen.choice([chosen.randrange(len(whole)), chosen.randrange(900)])
            whole[at : at + chosen.randint(0, 3)] = chosen.choice(
                [b"", b"\xff", b"9", b'"', b"\n", b"{}", b"\\ud800", b"null"]
            )
        put(file, bytes(whole))
        with over(SQLiteStore(":memory:")) as other:
            try:
                other.import_(file, "events")
            except Refused:
                assert other.position == 1
            else:
                assert other.head == log.head


def test_a_log_that_isnt_as_it_was_written_is_not_exported(path, file):
    with over(SQLiteStore(path)) as log:
        filled(log)
    damage(path, "update private set body = '{}' where position = 4")

    with belieflog.open(path, readonly=True) as log, pytest.raises(CorruptLog, match="event 4 isn't as it was written"):
        log.export(file)

    assert not os.path.exists(file)


def test_what_is_written_meanwhile_isnt_half_in_the_export(path, file):
    with over(SQLiteStore(path)) as log:
        mem = log.memory("u", "s")
        for n in range(40):
            mem.write(f"k{n}", n)
        told = []

        def write_on(position):
            with belieflog.open(path, clock=Ticking()) as other:
                other.erase(user="u", event=[5, 30], reason="asked")
            told.append(position)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("belieflog.exporting.asked.STEP", 20)
            log.export(file, progress=lambda n: told or write_on(n))

    with over(MemoryStore()) as other:
        other.import_(file)
        assert (told, other.position, other.verify(views=True).ok) == ([20], 41, True)


def test_a_dry_run_says_what_would_come_in_and_leaves_the_log_empty(log, empty, file):
    filled(log).export(file)

    report = empty.import_(file, dry_run=True)

    assert (report.added, report.run, empty.position, empty.readonly) == (log.position, None, 1, False)


def test_what_isnt_there_is_said(empty, file):
    with pytest.raises(Refused, match="no such file"):
        empty.import_(file)
    with pytest.raises(NotFound):
        empty.export(os.path.join(file, "no", "folder.jsonl"))


def test_a_whole_log_is_told_by_its_first_line_only(log, empty, file):
    log.memory("u", "s").write("a", 1)
    log.export(file)
    first = lines(file)[0]

    assert empty.import_(file).because
    message = {"type": "user", "sessionId": "s", "message": {"content": first.decode()}}
    put(file, json.dumps(message).encode() + b"\n")
    assert log.import_(file, user="u").format == "claude-code"


def test_windows_line_ends_and_a_byte_order_mark_change_nothing(log, empty, file):
    filled(log).export(file)
    put(file, b"\xef\xbb\xbf", *(line[:-1] + b"\r\n" for line in lines(file)))

    empty.import_(file)

    assert empty.head == log.head


# What is chained as it should be, and makes no sense


def forged(file, position, public=None, private=None):
    """Change an event of an exported log and make all hashes anew, as one who knows the format can."""
    head, *told = map(json.loads, lines(file))
    previous = GENESIS
    for line in (each for each in told if "blob" not in each):
        if line["position"] == position:
            for which, change in (("public", public), ("private", private)):
                if change is not None:
                    line[which] = json.dumps(json.loads(line[which]) | change)
        committed = (
            commitment(bytes.fromhex(line["salt"]), line["private"].encode())
            if "salt" in line
            else bytes.fromhex(line["commitment"])
        )
        previous = link(previous, leaf(line["public"].encode(), committed))
        line["hash"] = previous.hex()
    put(
        file,
        *(
            json.dumps(each, separators=(",", ":")).encode() + b"\n"
            for each in ({**head, "hash": previous.hex()}, *told)
        ),
    )


FORGED = {
    "an entry without a number": (2, {"entry": None}, None, "note-written with the kind 'note', or without a number"),
    "an entry numbered 0": (2, {"entry": 0}, None, "entry: 0 is none"),
    "a kind of another tag": (2, {"kind": "fact"}, None, "note-written with the kind 'fact'"),
    "a working kind outside a session": (2, {"scope": "long-term"}, None, "a note outside a session"),
    "an address of another kind": (2, None, {"address": "fact:a"}, "no address of a note"),
    "an address of no kind": (2, None, {"address": "fa.t:a"}, "unknown kind 'fa.t'"),
    "an utterance that is a number": (3, None, {"content": 5}, "Expected `object`, got `int`"),
    "an utterance without a role": (3, None, {"content": {"content": "x"}}, "missing required field `role`"),
    "a plan of texts": (4, None, {"content": ["a"]}, "Expected `object`, got `str`"),
    "a content 120 deep": (2, None, {"content": json.loads("[" * 120 + "]" * 120)}, "nested deeper than 100"),
    "a user with a control character": (2, {"user": "a\0"}, None, "holds the control character"),
    "a correction of all there will ever be": (
        5,
        {"voids": [[1, 2**61]]},
        None,
        "voids: not ranges of positions before",
    ),
    "a batch that begins later": (2, {"batch": 4}, None, "batch: 4 doesn't come before it"),
    "a source of no kind": (2, {"source": "oracle"}, None, "unknown kind 'oracle'"),
    "a policy that can't be read": (6, {"policy": {"sizes": 5}}, None, "sizes"),
    "a confidence of 7": (2, None, {"confidence": 7}, "confidence: 7.0 isn't from 0 to 1"),
}


@pytest.mark.parametrize(("position", "public", "private", "why"), FORGED.values(), ids=list(FORGED))
def test_an_event_that_no_version_writes_is_refused_though_its_hash_fits(
    log, empty, file, position, public, private, why
):
    mem = log.memory("u", "s")
    mem.write("a", 1)
    mem.say("user", "hello")
    mem.revise_plan(["look"])
    log.revert(user="u", event=2, reason="wrong")
    log.set_policy({}, reason="so")
    log.export(file)
    forged(file, 1)
    with over(MemoryStore()) as other:
        other.import_(file)  # what is only chained anew is as good as before
    forged(file, position, public, private)

    with pytest.raises(Refused, match=f"event {position} holds what no version writes") as refused:
        empty.import_(file)

    assert why in str(refused.value)
    assert empty.position == 1


def test_what_only_a_later_version_writes_is_taken_in_as_it_is(log, empty, file):
    log.memory("u", "s").write("a", 1)
    log.export(file)
    forged(file, 2, {"tag": "dreamt", "entry": -3, "v": 9}, {"content": 5, "address": "dream"})

    empty.import_(file)

    assert (empty.event(2).tag, empty.verify(views=True).ok) == ("dreamt", True)
