"""What a chain alone can't see, an anchor kept elsewhere does."""

import os
import shutil
import sqlite3
import subprocess

import msgspec
import pytest
from tampering import drop_triggers, rechain
from ticking import SECOND, START, Ticking, over

import belieflog
from belieflog import CorruptLog, InvalidValue, NotFound, Refused
from eventlog import anchors
from eventlog.memory_store import MemoryStore
from eventlog.sqlite_store import SQLiteStore


def written(path, n=8):
    """A log of *n* events and the opening one."""
    with over(SQLiteStore(path)) as log:
        for k in range(n):
            log.memory("u", "s").write(f"k{k}", k)
    return path


@pytest.fixture
def file(path):
    return written(path)


def anchored(path, key=None):
    with belieflog.open(path, readonly=True, clock=Ticking(START + 100 * SECOND)) as log:
        return log.anchor(key)


def kept(tmp_path, *taken):
    """A file of anchors, as one keeps it."""
    file = tmp_path / "anchors"
    file.write_bytes(b"".join(msgspec.json.encode(anchors.shape(each)) + b"\n" for each in taken))
    return str(file)


def judged(path, anchor, **more):
    return belieflog.verify(path, anchor=anchor, clock=Ticking(START + 160 * SECOND), **more)


def kinds(verdict):
    return [(p.kind, p.position) for p in verdict.problems]


def outside(path, *statements):
    connection = sqlite3.connect(path, isolation_level=None)
    drop_triggers(connection)
    for statement in statements:
        connection.execute(statement)
    connection.close()


def cut(path, keep, tables=("event",)):
    outside(path, *(f"delete from {table} where position > {keep}" for table in tables))


def test_an_anchor_says_where_the_log_ends(log):
    log.memory("u", "s").write("k", 1)

    told = anchors.shape(log.anchor())

    assert list(told) == ["format", "log", "epoch", "position", "hash", "recorded_at", "signature", "key"]
    assert (told["position"], told["hash"], told["epoch"], told["signature"], told["key"]) == (
        2,
        log.head,
        1,
        None,
        None,
    )
    assert told["log"] == log.event(1).public.log.id
    assert anchors.read(told) == [log.anchor()] or anchors.read(told)[0].hash == log.head


def test_an_honest_log_agrees_with_its_anchors_and_says_how_old_the_newest_is(file, tmp_path):
    first = anchored(file)
    with belieflog.open(file, clock=Ticking(START + 110 * SECOND)) as log:
        log.memory("u", "s").write("later", 1)
        second = log.anchor()

    verdict = judged(file, kept(tmp_path, second, first))

    assert verdict.ok
    assert verdict.anchor.position == 10
    assert verdict.anchor.age_s == (START + 161 * SECOND - second.recorded_at) / SECOND


def test_without_an_anchor_there_is_none_to_tell_of(file):
    assert belieflog.verify(file).anchor is None


def test_the_newest_events_deleted_are_named_even_without_an_anchor(file):
    anchor = anchored(file)
    cut(file, 7)

    verdict = judged(file, anchor)

    assert ("truncated", 8) in kinds(verdict)
    assert "newest events were deleted" in verdict.problems[-1].damage
    assert kinds(belieflog.verify(file)) == [("truncated", 8)]


def test_the_newest_events_deleted_everywhere_need_the_anchor(file):
    anchor = anchored(file)
    cut(file, 7, ("event", "private", "member"))

    assert belieflog.verify(file).ok
    assert kinds(judged(file, anchor)) == [("older-copy", 8)]


def test_an_older_copy_put_back_is_found(path, tmp_path):
    older = str(tmp_path / "older.db")
    shutil.copy(written(path, 5), older)
    with belieflog.open(path) as log:
        log.memory("u", "s").write("newer", 1)
    anchor = anchored(path)
    os.replace(older, path)

    verdict = judged(path, anchor)

    assert kinds(verdict) == [("older-copy", 7)]
    assert "older copy" in verdict.problems[0].damage


def test_an_empty_or_missing_file_in_its_place_is_never_a_plain_pass(file):
    anchor = anchored(file)
    with open(file, "wb"):
        pass
    assert kinds(judged(file, anchor)) == [("missing", 0)]
    assert "is empty" in judged(file, anchor).problems[0].damage
    with pytest.raises(NotFound, match="no log yet"):
        belieflog.verify(file)

    os.remove(file)
    assert "there is no file" in judged(file, anchor).problems[0].damage
    with pytest.raises(NotFound):
        belieflog.verify(file)


def test_a_file_of_another_program_in_its_place_is_found(file):
    anchor = anchored(file)
    with open(file, "wb") as other:
        other.write(b"not a database" * 500)

    assert kinds(judged(file, anchor)) == [("missing", 0)]


def test_an_emptied_log_is_found(file):
    anchor = anchored(file)
    cut(file, 0, ("event", "private", "member"))

    assert kinds(judged(file, anchor)) == [("empty", 0)]
    assert kinds(belieflog.verify(file)) == [("empty", 0)]


def test_a_file_cut_short_is_found(file):
    anchor = anchored(file)
    with open(file, "r+b") as opened:
        opened.truncate(os.path.getsize(file) // 3 // 4096 * 4096)

    try:
        verdict = judged(file, anchor)
    except CorruptLog:
        return
    assert not verdict.ok


def test_another_log_in_its_place_is_found(file, tmp_path):
    other = written(str(tmp_path / "other.db"), 20)
    with belieflog.open(str(tmp_path / "own.db")) as log:
        anchor = log.anchor()

    assert kinds(judged(other, anchor)) == [("another-log", 0)]


def test_a_fork_is_another_log_and_says_of_which(file, tmp_path):
    anchor = anchored(file)
    with belieflog.open(file) as log:
        log.fork(tmp_path / "fork.db", 5)

    verdict = judged(tmp_path / "fork.db", anchor)

    assert kinds(verdict) == [("another-log", 0)]
    assert "a fork of it at 5" in verdict.problems[0].damage


def test_history_made_anew_is_found_between_two_anchors(file, tmp_path):
    with belieflog.open(file, readonly=True) as log:
        head = log.anchor()
        good = msgspec.structs.replace(head, position=4, hash=log.row(4).hash.hex())
    connection = sqlite3.connect(file, isolation_level=None)
    drop_triggers(connection)
    connection.execute("update private set body = replace(body, ':5', ':6') where position = 7")
    rechain(connection)
    connection.close()

    assert belieflog.verify(file).ok
    assert kinds(judged(file, kept(tmp_path, good, head))) == [("rewritten", 5)]
    assert kinds(judged(file, head)) == [("rewritten", 1)]


def test_a_restored_log_says_what_was_lost_until_an_anchor_taken_since_settles_it(path, tmp_path):
    written(path, 5)
    with belieflog.open(path) as log:
        log.backup(tmp_path / "backup.db")
        for n in range(3):
            log.memory("u", "s").write("lost", n)
    anchor = anchored(path)
    belieflog.recover(tmp_path / "backup.db", tmp_path / "back.db")

    verdict = judged(tmp_path / "back.db", anchor)

    assert kinds(verdict) == [("restored", 7)]
    assert "events 7 to 9 of epoch 1" in verdict.problems[0].damage
    since = anchored(tmp_path / "back.db")
    assert judged(tmp_path / "back.db", [anchor, since]).ok
    assert kinds(judged(path, [since])) == [("rewritten", 1)]


def test_a_restored_log_that_lost_nothing_passes(path, tmp_path):
    anchor = anchored(written(path, 5))
    with belieflog.open(path) as log:
        log.backup(tmp_path / "backup.db")
    belieflog.recover(tmp_path / "backup.db", tmp_path / "back.db")

    assert judged(tmp_path / "back.db", anchor).ok


@pytest.fixture
def keys(tmp_path):
    """Two private keys, and the public one of the first."""
    pytest.importorskip("cryptography")
    from cryptography.hazmat.primitives import serialization as s
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    for name in ("mine", "theirs"):
        key = Ed25519PrivateKey.generate()
        pem = key.private_bytes(s.Encoding.PEM, s.PrivateFormat.PKCS8, s.NoEncryption())
        (tmp_path / f"{name}.pem").write_bytes(pem)
        public = key.public_key().public_bytes(s.Encoding.PEM, s.PublicFormat.SubjectPublicKeyInfo)
        (tmp_path / f"{name}.pub").write_bytes(public)
    return tmp_path


def test_a_signed_anchor_is_only_believed_if_the_signature_is_right(file, keys):
    mine = anchored(file, keys / "mine.pem")

    assert judged(file, mine).ok
    assert judged(file, mine, key=keys / "mine.pub").ok
    assert judged(file, mine, key=keys / "mine.pem").ok
    for changed in (
        {"position": 5},
        {"hash": "00" * 32},
        {"recorded_at": 5},
        {"signature": "00"},
        {"key": "zz"},
        {"key": None},
    ):
        verdict = judged(file, msgspec.structs.replace(mine, **changed))
        assert [kind for kind, _ in kinds(verdict)] == ["signature"], changed


def test_with_a_key_an_anchor_must_be_signed_by_it(file, keys):
    unsigned, theirs = anchored(file), anchored(file, keys / "theirs.pem")

    for anchor, why in ((unsigned, "isn't signed"), (theirs, "is signed by")):
        verdict = judged(file, anchor, key=keys / "mine.pub")
        assert kinds(verdict) == [("signature", 9)]
        assert why in verdict.problems[0].damage


def test_a_forged_anchor_settles_nothing(file, keys):
    """One can't append an anchor that makes an older copy right."""
    mine = anchored(file, keys / "mine.pem")
    cut(file, 5, ("event", "private", "member"))
    forged = anchored(file, keys / "theirs.pem")

    verdict = judged(file, [mine, forged], key=keys / "mine.pub")

    assert kinds(verdict) == [("signature", 6 - 1), ("older-copy", 6)]


def test_a_signature_is_openssls_too(file, keys, tmp_path):
    if shutil.which("openssl") is None:
        pytest.skip("no openssl here")
    anchor = anchored(file, keys / "mine.pem")
    shape = anchors.shape(anchor)
    signature = bytes.fromhex(shape.pop("signature"))
    (tmp_path / "text").write_bytes(msgspec.json.encode(shape, order="sorted"))
    (tmp_path / "sig").write_bytes(signature)

    command = [
        "openssl",
        "pkeyutl",
        "-verify",
        "-pubin",
        "-inkey",
        "mine.pub",
        "-rawin",
        "-in",
        "text",
        "-sigfile",
        "sig",
    ]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr


def test_what_is_no_key_is_refused(file, keys):
    (keys / "bad.pem").write_bytes(b"-----BEGIN PRIVATE KEY-----\nxx\n-----END PRIVATE KEY-----\n")

    with pytest.raises(InvalidValue, match="no plain Ed25519"):
        anchored(file, keys / "bad.pem")
    with pytest.raises(NotFound, match="no key file"):
        anchored(file, keys / "none.pem")
    with pytest.raises(InvalidValue, match="no plain Ed25519"):
        anchored(file, keys / "mine.pub")
    (keys / "bad.pub").write_bytes(b"xx")
    with pytest.raises(InvalidValue, match="no Ed25519 key"):
        judged(file, anchored(file), key=keys / "bad.pub")


def test_signing_without_the_package_says_what_to_install(file, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "cryptography", None)

    with pytest.raises(Refused, match=r"pip install -e '\.\[sign\]' in the clone"):
        anchored(file, "key.pem")


def test_anchors_are_kept_in_one_file_as_lines_or_as_they_are_printed(file, tmp_path):
    one = anchored(file)
    shape = anchors.shape(one)
    line = msgspec.json.encode(shape)
    text = msgspec.json.format(line, indent=2)
    array = msgspec.json.encode([shape, shape])
    for content in (text, text + b"\n" + text, line + b"\r\n" + text, array, b"\xef\xbb\xbf" + text):
        (tmp_path / "a").write_bytes(content)
        assert set(anchors.read(tmp_path / "a")) == {one}
        assert judged(file, tmp_path / "a").ok


def told(**changed):
    """An anchor that could be one but for what is *changed*."""
    shape = {"format": "belieflog/1 anchor", "log": "l", "epoch": 1, "position": 1, "hash": ""}
    return msgspec.json.encode({**shape, "recorded_at": "2026-01-01T00:00:00Z", **changed})


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"", "is empty"),
        (b"head 1234", "should hold what"),
        (b"{}", "no anchor"),
        (b"[1]", "no anchor"),
        (b"\xff\xfe", "isn't text"),
        (told(format="x/2"), "format 'x/2'"),
        (told(position=0), "count from 1"),
        (told(recorded_at="yesterday"), "yesterday"),
        (told(epoch="1"), "no anchor"),
    ],
)  # fmt: skip
def test_what_is_no_anchor_is_refused(file, tmp_path, content, error):
    (tmp_path / "a").write_bytes(content)

    with pytest.raises(InvalidValue, match=error):
        judged(file, tmp_path / "a")


def test_a_missing_anchor_file_is_an_error_not_a_pass(file):
    with pytest.raises(NotFound, match="no anchor file"):
        judged(file, "nowhere")
    with pytest.raises(InvalidValue, match="there is none"):
        judged(file, [])


def test_a_log_in_memory_is_anchored_too():
    with over(MemoryStore()) as log:
        log.memory("u", "s").write("k", 1)
        anchor = log.anchor()
        log.memory("u", "s").write("k", 2)

        assert log.verify(anchor).ok
        assert not log.verify(msgspec.structs.replace(anchor, hash="00" * 32)).ok
