"""The viewer answers to the person who started it, and to nobody else."""

import os
import re
import signal
import socket
import subprocess

import pytest
from browsing import viewing
from commanding import Command, process

import belieflog
from cli.web import serving
from cli.web.asking import Page
from cli.web.guard import Guard, Keys

POSIX = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")


@pytest.fixture
def viewer(path):
    with belieflog.open(path) as log:
        log.memory("u", "s").write("k", 1)
    with viewing(path) as viewer:
        yield viewer


# Who may ask


@pytest.mark.parametrize("where", ["/", "/u/u/s/s", "/live?after=0", "/static/viewer.js", "/nothing"])
def test_nobody_is_answered_without_the_cookie(viewer, where):
    assert viewer.ask(where, known=False)[0] == 401
    assert viewer.ask(where, known=False, cookie=f"belieflog-{viewer.port}=guessed")[0] == 401


def test_the_token_is_changed_for_a_cookie_and_leaves_the_address(viewer):
    status, headers, _ = viewer.ask(f"/u/u?skip=3&token={viewer.site.keys.token}", known=False)

    assert (status, headers["location"]) == (303, "/u/u?skip=3")
    assert headers["set-cookie"] == f"{viewer.cookie}; HttpOnly; SameSite=Strict; Path=/"
    assert viewer.site.keys.token not in viewer.cookie


@pytest.mark.parametrize("token", ["", "guessed", "%C3%A9"])
def test_a_wrong_token_gives_no_cookie_even_to_who_has_one(viewer, token):
    status, headers, _ = viewer.ask(f"/?token={token}")

    assert status == 401
    assert "set-cookie" not in headers


def test_the_token_leads_nowhere_else(viewer):
    _, headers, _ = viewer.ask(f"//evil.example/?token={viewer.site.keys.token}", known=False)

    assert headers["location"] == "/evil.example/"


def test_each_start_has_keys_of_its_own():
    assert len({key for keys in (Keys(), Keys()) for key in (keys.token, keys.cookie, keys.form)}) == 6


# From where


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:{port}", "0.0.0.0:{port}"]
)
def test_another_host_is_refused(viewer, host):
    assert viewer.ask("/", host=host.format(port=viewer.port))[0] == 403
    token = f"/?token={viewer.site.keys.token}"
    assert viewer.ask(token, host=host.format(port=viewer.port))[0] == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:1"},
        {"sec_fetch_site": "cross-site"},
        {"sec_fetch_site": "same-site"},
        {"origin": "null", "sec_fetch_site": "cross-site"},
    ],
)
def test_what_another_page_asks_for_is_refused(viewer, headers):
    assert viewer.ask("/", **headers)[0] == 403


def test_what_the_viewers_own_pages_ask_for_is_answered(viewer):
    assert viewer.ask("/", sec_fetch_site="none")[0] == 200
    assert viewer.ask("/", sec_fetch_site="same-origin", origin=viewer.base)[0] == 200
    assert viewer.ask("/", host=f"localhost:{viewer.port}", origin=f"http://localhost:{viewer.port}")[0] == 200


# Forms


def test_nothing_is_posted_to_a_viewer_that_only_reads(viewer):
    assert viewer.ask("/", "POST", "a=1", origin=viewer.base)[0] == 403
    for method in ("PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"):
        assert viewer.ask("/", method, origin=viewer.base)[0] == 405


@pytest.mark.parametrize(
    ("headers", "refused"),
    [
        ({}, 403),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "null", "sec-fetch-site": "cross-site"}, 403),
        ({"origin": "null", "sec-fetch-site": "same-origin"}, None),
        ({"origin": "http://127.0.0.1:80"}, None),
    ],
)
def test_a_form_must_come_from_the_viewers_own_page(headers, refused):
    guard = Guard(None, Keys(), 80, may_correct=True)

    found = guard.refused("POST", {"host": "127.0.0.1:80", **headers})

    assert (found and found[0]) == refused


def test_a_form_without_its_own_token_changes_nothing(path, monkeypatch):
    done = []

    def change(ask):
        done.append(ask.form["what"])
        return ask.page("part-error.html", message="done")

    monkeypatch.setattr("cli.web.app.PAGES", (Page("/u/{user}/change", change, post=change),))
    with belieflog.open(path) as log:
        log.memory("u", "s").write("k", 1)
    with viewing(path, may_correct=True) as viewer:
        post = lambda body: viewer.ask("/u/a%2Fb/change", "POST", body, origin=viewer.base)[0]

        assert [post("what=1"), post("what=2&csrf="), post("what=3&csrf=guessed")] == [403, 403, 403]
        assert post(f"what=4&csrf={viewer.site.keys.form}") == 200
        assert post("x" * 2_000_000) == 403
        assert done == ["4"]


# What is sent along


@pytest.mark.parametrize(
    ("where", "known"), [("/", True), ("/nothing", True), ("/static/style.css", True), ("/", False)]
)
def test_every_answer_says_what_the_page_may_load(viewer, where, known):
    _, headers, _ = viewer.ask(where, known=known)
    policy = dict(part.strip().partition(" ")[::2] for part in headers["content-security-policy"].split(";"))

    assert policy["default-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == policy["form-action"] == "'self'"
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] == "no-store"
    assert "server" not in headers


@pytest.mark.parametrize("where", ["/static/../site.py", "/static/%2e%2e/site.py", "/static/..%2fsite.py", "/static/"])
def test_only_the_viewers_own_files_are_given_out(viewer, where):
    assert viewer.ask(where)[0] == 404


# The command


def test_only_the_loopback_address_listens():
    with serving.listening(0) as opened:
        assert opened.getsockname()[0] == "127.0.0.1"


def test_a_port_in_use_is_told_plainly(path):
    with belieflog.open(path) as log:
        log.memory("u", "s").write("k", 1)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]

        told = Command(path).refusal("ui", "--no-open", "--port", port)

    assert f"port {port} can't be listened on" in told
    assert "name another with --port" in told


def test_a_log_that_isnt_there_is_told_before_anything_listens(path):
    assert "no log at" in Command(path).refusal("ui", "--no-open")


@POSIX
def test_the_command_prints_its_address_and_an_interrupt_ends_it_quietly(path):
    Command(path)("write", "k", "A")

    with process(
        "--log", path, "ui", "--no-open", "--port", "0", stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as started:  # fmt: skip
        printed, ending = started.stdout.readline(), started.stdout.readline()
        port, token = re.search(r"http://127\.0\.0\.1:(\d+)/\?token=(\S+)", printed).groups()
        with socket.create_connection(("127.0.0.1", int(port))) as asked:
            asked.sendall(f"GET /?token={token} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
            answered = asked.recv(100)
        started.send_signal(signal.SIGINT)
        _, errors = started.communicate(timeout=30)

    assert answered.startswith(b"HTTP/1.1 303")
    assert (started.returncode, errors) == (0, "")
    assert "Ctrl-C" in ending
