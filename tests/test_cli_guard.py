"""The verbs that keep a log safe: anchor, verify against it, fork, backup, recover, erase, doctor."""

import json
import os
import shutil
import sqlite3

import pytest
from commanding import Command, run
from tampering import drop_triggers

from cli.context import Call
from cli.gauge import gauge

SECRET = "zanzibar-7391"


@pytest.fixture
def belieflog(tmp_path):
    command = Command(tmp_path / "agent.db")
    for n in range(4):
        command("write", f"k{n}", str(n))
    os.chmod(command.log, 0o600)
    return command


@pytest.fixture
def anchors(belieflog, tmp_path):
    """A file that an anchor is kept in, as a shell appends it."""
    (tmp_path / "anchors").write_text(belieflog("anchor").stdout)
    return tmp_path / "anchors"


def outside(path, *statements):
    connection = sqlite3.connect(path, isolation_level=None)
    drop_triggers(connection)
    for statement in statements:
        connection.execute(statement)
    connection.close()


def test_an_anchor_is_one_line_of_json_in_either_form(belieflog):
    line, document = belieflog("anchor").stdout, belieflog.json("anchor")

    assert line.count("\n") == 1
    assert set(json.loads(line)) == {"format", "log", "epoch", "position", "hash", "recorded_at", "signature", "key"}
    assert json.loads(line) | {"recorded_at": None} == document | {"recorded_at": None}
    assert document["position"] == 5


def test_an_honest_log_passes_with_its_anchors_and_the_age_is_said(belieflog, anchors):
    with anchors.open("a") as file:
        file.write(belieflog("anchor", "--json").stdout)

    verdict = belieflog.json("verify", "--anchor", anchors, "--views")

    assert (verdict["ok"], verdict["anchor"]["position"]) == (True, 5)
    assert 0 <= verdict["anchor"]["age_s"] < 60
    assert "the newest anchor is of position 5, 0 hours old" in belieflog("verify", "--anchor", anchors).stdout


def newest_two_deleted(path):
    outside(path, *(f"delete from {table} where position > 3" for table in ("event", "private", "member")))


def older_copy_put_back(path):
    shutil.copy(path + ".older", path)


def empty_file_in_its_place(path):
    os.truncate(path, 0)


def no_file_in_its_place(path):
    os.remove(path)


def another_log_in_its_place(path):
    os.remove(path)
    Command(path)("write", "k", "other")


@pytest.mark.parametrize(
    ("harm", "kind"),
    [
        (newest_two_deleted, "older-copy"),
        (older_copy_put_back, "older-copy"),
        (empty_file_in_its_place, "missing"),
        (no_file_in_its_place, "missing"),
        (another_log_in_its_place, "another-log"),
    ],
)
def test_verify_with_an_anchor_ends_with_3_and_says_which(belieflog, tmp_path, harm, kind):
    belieflog("backup", belieflog.log + ".older")
    belieflog("write", "k", "newer")
    (tmp_path / "anchors").write_text(belieflog("anchor").stdout)
    harm(belieflog.log)

    text, document = (
        belieflog("verify", "--anchor", tmp_path / "anchors"),
        belieflog("verify", "--anchor", tmp_path / "anchors", "--json"),
    )

    assert (text.exit_code, document.exit_code) == (3, 3)
    problem = json.loads(document.stdout)["problems"][0]
    assert problem["kind"] == kind
    assert problem["damage"] in text.stdout


def test_an_empty_or_missing_log_is_no_pass_without_an_anchor_either(belieflog):
    os.truncate(belieflog.log, 0)
    assert "holds no log yet" in belieflog.refusal("verify")
    os.remove(belieflog.log)
    assert "no log at" in belieflog.refusal("verify")


def test_a_bad_anchor_file_is_refused(belieflog, tmp_path):
    (tmp_path / "anchors").write_text("head 123")

    assert "should hold what 'belieflog anchor' printed" in belieflog.refusal(
        "verify", "--anchor", tmp_path / "anchors"
    )
    assert "no anchor file" in belieflog.refusal("verify", "--anchor", tmp_path / "nowhere")
    assert belieflog("verify", "--key", "k.pem").exit_code == 2


def test_an_anchor_is_signed_and_the_signature_checked(belieflog, tmp_path):
    pytest.importorskip("cryptography")
    from cryptography.hazmat.primitives import serialization as s
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key = Ed25519PrivateKey.generate().private_bytes(s.Encoding.PEM, s.PrivateFormat.PKCS8, s.NoEncryption())
    (tmp_path / "key.pem").write_bytes(key)
    signed = belieflog("anchor", "--key", tmp_path / "key.pem").stdout
    (tmp_path / "signed").write_text(signed)
    (tmp_path / "forged").write_text(signed.replace('"position":5', '"position":4'))

    assert belieflog("verify", "--anchor", tmp_path / "signed", "--key", tmp_path / "key.pem").exit_code == 0
    assert belieflog("verify", "--anchor", tmp_path / "forged").exit_code == 3


def test_an_index_that_differs_ends_with_3_and_is_rebuilt(belieflog):
    outside(belieflog.log, "update change set shows = 2 where at = 4")

    assert belieflog("verify").exit_code == 0
    result = belieflog("verify", "--views")
    assert result.exit_code == 3
    assert "the change points of 'me' in session 'main', entry 3 differ from their fold" in result.stdout
    assert "belieflog rebuild makes their indexes anew" in result.stdout.replace(f"--log {belieflog.log} ", "")
    assert belieflog("rebuild", "--view", "words").exit_code == 0
    assert belieflog("verify", "--views").exit_code == 3
    assert belieflog("rebuild", "--view", "beliefs").exit_code == 0
    assert belieflog("verify", "--views").exit_code == 0


def test_a_log_is_forked_backed_up_and_brought_back(belieflog, anchors, tmp_path):
    fork = belieflog.json("fork", tmp_path / "fork.db", "--at", "3")
    backup = belieflog.json("backup", tmp_path / "backup.db")
    belieflog("write", "lost", "1")
    back = belieflog.json("recover", tmp_path / "backup.db", tmp_path / "back.db")

    assert set(fork) == {"path", "log", "epoch", "position", "hash"}
    assert (fork["position"], backup["position"], back["position"], back["epoch"]) == (4, 5, 6, 2)
    assert fork["log"] != backup["log"] == back["log"]
    assert Command(tmp_path / "fork.db").json("keys") == ["k0", "k1"]
    assert Command(tmp_path / "back.db").json("keys") == ["k0", "k1", "k2", "k3"]
    assert Command(tmp_path / "back.db")("verify", "--anchor", anchors).exit_code == 0
    assert "is there already" in belieflog.refusal("fork", tmp_path / "fork.db", "--at", "3")
    assert "is there already" in belieflog.refusal("backup", tmp_path / "backup.db")
    assert "is there already" in belieflog.refusal("recover", tmp_path / "backup.db", tmp_path / "back.db")
    assert f"forked into '{tmp_path / 'g.db'}': 6 events" in belieflog("fork", tmp_path / "g.db", "--at", "-1").stdout


def test_what_is_erased_is_in_no_file_any_more(belieflog, tmp_path):
    belieflog("write", "code", SECRET)
    belieflog("observe", "curl", "-", input=SECRET * 8_000)
    planned = belieflog.json("erase", "--after", "5", "--reason", "asked", "--dry-run")
    assert (planned["erased"], planned["blobs"], planned["dry_run"], planned["event"]) == ([[6, 7]], 1, True, None)
    assert belieflog.json("get", "code")["value"] == SECRET

    done = belieflog.json("erase", "--after", "5", "--reason", "asked")

    assert set(done) == {"outcome", "event", "events", "dry_run", "erased", "count", "blobs", "left"}
    assert (done["erased"], done["count"], done["blobs"], done["event"], done["left"]) == ([[6, 7]], 2, 1, 8, [])
    belieflog("backup", tmp_path / "backup.db")
    belieflog("fork", tmp_path / "fork.db", "--at", "7")
    assert [f.name for f in tmp_path.iterdir() if SECRET.encode() in f.read_bytes()] == []
    assert belieflog("verify", "--views").exit_code == 0
    assert "isn't erased already" in belieflog.refusal("erase", "--after", "5", "--reason", "asked")


def test_with_another_reader_open_erasing_ends_with_1_says_what_is_left_and_the_same_again_purges(belieflog, tmp_path):
    belieflog("write", "code", SECRET)
    reader = sqlite3.connect(belieflog.log, isolation_level=None)
    reader.execute("begin")
    reader.execute("select count(*) from private").fetchone()
    try:
        result = belieflog("erase", "--text", SECRET, "--reason", "asked", "--json")
    finally:
        reader.close()

    assert result.exit_code == 1
    assert "another program is reading the log" in result.stderr
    assert json.loads(result.stdout)["left"]
    assert belieflog("doctor").exit_code == 1
    again = belieflog("erase", "--text", SECRET, "--reason", "asked")
    assert (again.exit_code, again.stdout.splitlines()[0]) == (
        0, "nothing more to erase; purged what an earlier erasure had left behind",
    )  # fmt: skip
    assert [f.name for f in tmp_path.iterdir() if SECRET.encode() in f.read_bytes()] == []
    assert belieflog("doctor").exit_code == 0


def test_a_whole_user_or_everyone_is_erased(belieflog):
    belieflog("write", "k", "theirs", "--user", "other")

    assert belieflog.json("erase", "--whole-user", "--reason", "asked")["erased"] == [[2, 5]]
    assert belieflog.json("get", "k", "--user", "other")["value"] == "theirs"
    assert belieflog("users").stdout
    done = belieflog.json("erase", "--kind", "note", "--all-users", "--reason", "asked")
    assert [each["erased"] for each in done] == [[[6, 6]]]


def test_what_had_expired_is_erased(belieflog):
    belieflog("write", "k", "v", "--expires-at", "2020-01-02")

    assert belieflog.json("erase", "--expired-before", "2020-01-02", "--reason", "asked")["erased"] == [[6, 6]]


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        (["erase", "--reason", "r"], 1, "selects everything"),
        (["erase", "--whole-user"], 2, "--reason"),
        (["erase", "--whole-user", "--kind", "note", "--reason", "r"], 1, "leave out the selector"),
        (["erase", "--event", "99", "--reason", "r"], 1, "no event 99"),
        (["fork", "f.db", "--at", "nowhere"], 1, "nowhere"),
        (["fork", "f.db", "--at", "99"], 1, "99"),
        (["recover", "nowhere.db", "f.db"], 1, "no log at"),
        (["anchor", "--key", "nowhere.pem"], 1, "no key file"),
    ],
)
def test_what_makes_no_sense_is_refused_and_nothing_is_written(belieflog, line, code, said):
    head = belieflog.json("verify")["head"]

    result = belieflog(*line)

    assert (result.exit_code, result.stdout) == (code, "")
    assert said in result.stderr
    assert belieflog.json("verify")["head"] == head
    assert not os.path.exists("f.db")


def test_the_doctor_says_how_each_thing_is_and_what_to_do(belieflog, anchors):
    found = belieflog.json("doctor", "--anchor", anchors)
    assert all(set(each) == {"check", "level", "message", "remedy"} for each in found)
    assert {each["check"]: each["level"] for each in found}["anchor"] == "fine"

    outside(belieflog.log)
    result = belieflog("doctor")

    assert result.exit_code == 1
    assert "PROBLEM: triggers are gone or changed" in result.stdout
    assert "belieflog rebuild" in result.stdout


def test_verify_and_rebuild_show_nothing_but_results_off_a_terminal(belieflog):
    for verb in ("verify", "rebuild"):
        code, out, err = run("--log", belieflog.log, verb)
        assert (code, err) == (0, b"")
        assert out


def test_long_work_says_how_far_it_is():
    said = []

    gauge(Call({}), said.append, 20_000)(10_000)
    gauge(Call({}), said.append, None)(10_000)

    assert said == ["[############............]  50% 10000 events checked", "10000 events checked"]
