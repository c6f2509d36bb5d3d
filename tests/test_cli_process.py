import json
import os
import signal
import subprocess
import sys
import time

import pytest
from commanding import ROOT, process, run

POSIX = pytest.mark.skipif(os.name == "nt", reason="signals and pipes of POSIX")


@pytest.fixture
def log(tmp_path):
    """A log on a path with Chinese and spaces."""
    folder = tmp_path / "我的 日志"
    folder.mkdir()
    return folder / "agent 一.db"


def test_the_exit_codes_are_those_of_the_contract(log):
    def code(*words):
        return run("--log", log, *words)[0]

    assert code("write", "k", "A") == 0
    assert code("get", "nothing") == 1
    assert code("write", "k") == 2
    assert code("xyzzy") == 2
    assert code("verify") == 0


def test_results_go_to_stdout_and_nothing_else_does(log):
    assert run("--log", log, "write", "k", "中文") == (0, b"recorded note:k, version 1, at 2\n", b"")
    assert run("--log", log, "get", "k") == (0, "中文\n".encode(), b"")
    code, out, err = run("--log", log, "get", "nothing")

    assert (code, out) == (1, b"")
    assert err.startswith(b"error: nothing at 'note:nothing'")


@pytest.mark.parametrize(("locale", "encoding"), [("C", "gbk"), ("C", "ascii"), ("C.UTF-8", "cp1252")])
def test_a_console_that_isnt_utf8_never_fails(log, locale, encoding):
    console = {"PYTHONIOENCODING": encoding, "LANG": locale, "LC_ALL": locale}
    run("--log", log, "write", "k", "😀 中文 é")
    for words in (("show",), ("log",), ("history", "k"), ("--lang", "zh", "show"), ("--lang", "zh", "--help")):
        assert run("--log", log, *words, environment=console)[0] == 0, words

    code, out, _ = run("--log", log, "get", "k", "--json", environment=console)
    assert (code, json.loads(out.decode("ascii"))["value"]) == (0, "😀 中文 é")
    code, out, _ = run("--log", log, "get", "k", environment=console)
    assert (code, out.split()[0]) == (0, b"\\U0001f600")


@pytest.mark.parametrize("words", ["log --all", "log --jsonl", "log --json", "get long", "--help"])
@POSIX
def test_a_closed_pipe_ends_quietly(log, tmp_path, words):
    run("--log", log, "write", "long", "-", input=b"x" * 39_000)
    run("--log", log, "import", "claude-code", "-", input=b"".join(turns(400, words=50)))

    with process("--log", log, *words.split(), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as started:
        started.stdout.close()
        err = started.stderr.read()
        code = started.wait(timeout=60)

    assert (err, code in (0, 1, 141)) == (b"", True)


@POSIX
def test_a_full_disk_under_the_output_is_told_once(log):
    run("--log", log, "write", "k", "A")

    with open("/dev/full", "wb") as full, process("--log", log, "show", stdout=full, stderr=subprocess.PIPE) as started:
        err = started.stderr.read()
        code = started.wait(timeout=60)

    assert (err, code) == (b"error: the output: No space left on device\n", 1)


@POSIX
def test_output_that_is_closed_from_the_start_is_no_error(log):
    line = f'exec "{sys.executable}" -m cli --log "{log}" write k A >&-'

    done = subprocess.run(["sh", "-c", line], capture_output=True, cwd=ROOT, timeout=60)

    assert (done.returncode, done.stderr) == (0, b"")
    assert run("--log", log, "get", "k")[1] == b"A\n"


@POSIX
def test_ctrl_c_in_mid_import_says_one_line_and_leaves_nothing_of_the_file(log):
    lines = turns(700)
    pipe = subprocess.PIPE
    with process(
        "--log", log, "import", "claude-code", "-", stdin=pipe, stdout=pipe, stderr=pipe,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as started:  # fmt: skip
        started.stdin.writelines(lines[:600])
        started.stdin.flush()
        until(lambda: log.exists() and recorded(log) == 1)
        time.sleep(0.5)  # it has read what there is, and waits for more
        started.send_signal(signal.SIGINT)
        out, err = started.communicate(timeout=60)

    assert (started.returncode, out) == (130, b"")
    assert err.strip() == b"error: interrupted: what was acknowledged is in the log, the rest isn't"
    assert run("--log", log, "verify")[0] == 0
    assert recorded(log) == 1
    report = json.loads(run("--log", log, "import", "claude-code", "-", "--json", input=b"".join(lines))[1])
    assert report["added"] == 700
    assert len(json.loads(run("--log", log, "log", "--tag", "said", "--json")[1])) == 700


def turns(count, words=1):
    """Lines of a transcript, a turn each."""
    found = []
    for n in range(count):
        message = {"role": "user", "content": f"turn {n} " * words}
        record = {"type": "user", "sessionId": "s", "isSidechain": False, "uuid": f"u{n}", "message": message}
        found.append(json.dumps(record).encode() + b"\n")
    return found


def recorded(log):
    import belieflog

    with belieflog.open(log, readonly=True) as opened:
        return opened.position


def until(come):
    for _ in range(600):
        if come():
            return
        time.sleep(0.05)
    raise AssertionError("it never came")


def test_the_demo_runs_offline_on_any_console(tmp_path):
    console = {"PYTHONIOENCODING": "gbk", "LANG": "C", "NO_PROXY": "*", "http_proxy": "http://127.0.0.1:9"}
    folder = tmp_path / "演示 folder"
    folder.mkdir()

    for lang in ("en", "zh"):
        assert run("demo", "--lang", lang, environment=console, cwd=folder)[0] == 0

    assert run("--log", folder / "belieflog-demo.db", "verify")[0] == 0
    tags = {event["tag"] for event in json.loads(run("--log", folder / "belieflog-demo.db", "log", "--json")[1])}
    assert tags >= {
        "plan-revised", "fact-added", "assumption-made", "failure-marked", "observed", "retracted", "corrected",
    }  # fmt: skip
