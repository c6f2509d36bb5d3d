"""The MCP server over HTTP: who gets in, who doesn't, and that nothing a client does brings it down."""

import json
import socket
from contextlib import ExitStack
from http.client import HTTPConnection
from signal import SIGINT, SIGTERM
from urllib.parse import urlsplit

import pytest
from commanding import Command
from hosts import HELLO, MODES, POSIX, calls, http_server, over_http, talk

import belieflog
from belieflog import tools
from belieflog.mcp.place import Place, bracketed, parse, token
from eventlog.errors import InvalidValue, Refused

TOKEN = "s3cret-of-this-test"
POST = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}


@pytest.fixture(scope="module")
def open_server(tmp_path_factory):
    """A server on loopback that asks for no token: its URL and its log."""
    path = tmp_path_factory.mktemp("open") / "agent.db"
    with http_server(path) as (url, _):
        yield url, path


@pytest.fixture(scope="module")
def guarded(tmp_path_factory):
    """A server that can be reached as example.org, with a token: its URL, and its standard error afterwards."""
    folder = tmp_path_factory.mktemp("guarded")
    (folder / "token").write_text(TOKEN + "\n")
    words = ["--token-file", folder / "token", "--allow-host", "example.org", "--per-call", "session"]
    with http_server(folder / "agent.db", *words, where="0.0.0.0:0") as (url, _):
        yield url.replace("0.0.0.0", "127.0.0.1")


def ask(url, body=None, method="POST", **headers):
    """Send one request, and give the status, the headers and the body of the answer."""
    place = urlsplit(url)
    connection = HTTPConnection(place.hostname, place.port, timeout=20)
    try:
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, place.path, body, {**POST, **given})
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read().decode()
    finally:
        connection.close()


def request(method, number=1, **params):
    """A request of the protocol as JSON."""
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})


def session(url):
    """Shake hands, and give the header that names the session."""
    status, headers, _ = ask(url, request("initialize", **HELLO))
    assert status == 200
    found = next(value for name, value in headers.items() if name.lower() == "mcp-session-id")
    return {"Mcp_Session_Id": found, "Mcp_Protocol_Version": HELLO["protocolVersion"]}


def save(key, value=1):
    """A call that writes."""
    return request("tools/call", name="save_to_scratchpad", arguments={"key": key, "value": value})


# Who gets in


@pytest.mark.parametrize("mode", MODES)
def test_the_official_client_calls_it_over_http(open_server, mode):
    url, path = open_server

    async def act(client):
        names = [tool.name for tool in (await client.list_tools()).tools]
        saved = await client.call_tool("save_to_scratchpad", {"key": mode, "value": {"总收入": 1200}})
        page = await client.read_resource("belieflog://scratchpad")
        return names, saved.structured_content, page.contents[0].text

    names, saved, page = talk(over_http(url), act, mode)

    assert names == [tool.name for tool in tools.chosen(["scratchpad", "memory"])]
    assert saved == {"status": "written", "key": mode, "version": 1}
    assert "总收入" in page
    notes = {note["key"]: note for note in Command(path).json("show")["notes"]}
    assert notes[mode]["via"].startswith("save_to_scratchpad#")


def test_many_clients_write_at_once(open_server):
    from concurrent.futures import ThreadPoolExecutor

    url, path = open_server

    def write(name):
        made = [("save_to_scratchpad", {"key": f"many/{name}{n}", "value": n}) for n in range(10)]
        return [result.is_error for result in calls(over_http(url), *made)]

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(write, "abcd")) == [[False] * 10] * 4
    with belieflog.open(path) as log:
        keys = log.memory("me", "main").keys()
    assert len([key for key in keys if key.startswith("many/")]) == 40


@pytest.mark.parametrize("mode", MODES)
def test_with_the_token_and_a_known_host_a_client_gets_in(guarded, mode):
    made = ("save_to_scratchpad", {"key": mode, "value": 1, "session": "t"})

    (saved,) = calls(over_http(guarded, TOKEN, Host="example.org"), made, mode=mode)

    assert not saved.is_error


@pytest.mark.parametrize(
    "header", [None, "Bearer wrong", "Bearer", f"Basic {TOKEN}", TOKEN, f"Bearer {TOKEN}x", "Bearer \xfc"]
)
@pytest.mark.parametrize("method", ["POST", "GET", "DELETE"])
def test_without_the_right_token_nobody_gets_in(guarded, header, method):
    given = {} if header is None else {"Authorization": header}

    status, headers, body = ask(guarded, request("tools/list"), method, Host="example.org", **given)

    assert (status, headers["www-authenticate"]) == (401, "Bearer")
    assert TOKEN not in body


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Host": "evil.example:8000"}, 421),
        ({"Host": "localhost.evil.example"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://localhost.evil.example"}, 403),
        ({"Origin": "http://localhost:3000"}, 403),
        ({"Origin": "http://127.0.0.1"}, 403),
        ({"Origin": "http://localhost:{port}@evil.example"}, 403),
        ({"Origin": "http://evil.example/localhost:{port}"}, 403),
        ({"Origin": "ftp://localhost:{port}"}, 403),
        ({"Origin": "http://localhost:{port}"}, 200),
        ({"Origin": "http://127.0.0.1:{port}"}, 200),
        ({"Host": "localhost"}, 421),
        ({"Host": "localhost:99@evil.example"}, 421),
        ({"Host": "localhost:{port}@evil.example"}, 421),
        ({"Host": "127.0.0.1:1"}, 421),
        ({"Host": ""}, 421),
        ({"Host": "LocalHost:{port}"}, 200),
        ({"Host": "[::1]:{port}"}, 200),
    ],
)
def test_a_page_of_another_server_doesnt_reach_one_on_loopback_be_it_on_this_machine(open_server, headers, expected):
    url, path = open_server
    headers = {name: text.format(port=urlsplit(url).port) for name, text in headers.items()}
    with belieflog.open(path) as log:
        before = log.position

        assert ask(url, request("initialize", **HELLO), **headers)[0] == expected
        modern = request("tools/call", name="save_to_scratchpad", arguments={"key": "evil", "value": 1})
        if expected != 200:
            assert ask(url, modern, Mcp_Protocol_Version="2026-07-28", **headers)[0] == expected
        assert log.position == before


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("127.0.0.1", 421),
        ("example.org", 200),
        ("example.org:80", 200),
        ("Example.org:8443", 200),
        ("example.org:80@evil.example", 421),
        ("example.org.evil.example", 421),
    ],
)
def test_a_server_that_others_reach_is_known_by_the_names_it_was_given_only(guarded, host, expected):
    told = {"Authorization": f"Bearer {TOKEN}", "Host": host}

    assert ask(guarded, request("initialize", **HELLO), **told)[0] == expected


def test_on_loopback_too_a_token_can_be_demanded_and_it_is_never_told(path):
    with http_server(path, BELIEFLOG_MCP_TOKEN=TOKEN) as (url, server):
        assert ask(url, request("tools/list"))[0] == 401
        assert ask(url, request("tools/list"), Authorization="Bearer wrong", Host="evil.example")[0] == 401
        assert ask(url, request("tools/list"), Authorization=f"Bearer {TOKEN}", Host="evil.example")[0] == 421
        assert ask(url, request("initialize", **HELLO), Authorization=f"Bearer {TOKEN}")[0] == 200
        server.terminate()
        assert TOKEN not in server.stderr.read()
    with belieflog.open(path) as log:
        assert TOKEN not in str(list(log.events()))


# What doesn't bring it down


def test_a_client_that_vanishes_in_a_call_leaves_the_server_and_the_log_whole(open_server):
    url, path = open_server
    place, told = urlsplit(url), session(url)
    for n in range(10):
        body = save(f"gone{n}", "x" * 30_000).encode()
        heads = {**POST, **{k.replace("_", "-"): v for k, v in told.items()}, "Host": place.netloc}
        lines = [
            f"POST {place.path} HTTP/1.1",
            *(f"{k}: {v}" for k, v in heads.items()),
            f"Content-Length: {len(body)}",
        ]
        with socket.create_connection((place.hostname, place.port)) as connection:
            whole = "\r\n".join([*lines, "", ""]).encode() + body
            connection.sendall(whole if n % 2 else whole[: len(whole) // 2])

    assert not calls(over_http(url), ("save_to_scratchpad", {"key": "after", "value": 1}))[0].is_error
    with belieflog.open(path) as log:
        mem = log.memory("me", "main")
        keys = mem.keys()
        kept = {key for key in keys if key.startswith("gone")}
        assert kept <= {f"gone{n}" for n in range(1, 10, 2)}  # only those whose request came whole
        assert {mem.read(key) for key in kept} <= {"x" * 30_000}
        assert log.verify().ok


def test_a_body_of_ten_megabytes_is_refused_and_the_server_goes_on(open_server):
    url, path = open_server
    with belieflog.open(path) as log:
        before = log.position
        try:
            status = ask(url, save("huge", "x" * 10_000_000), **session(url))[0]
        except (BrokenPipeError, ConnectionResetError):  # it hung up before the whole was sent
            status = 413
        two = ask(url, save("huge", "x" * 2_000_000), **session(url))

        assert status == 413
        assert "1000000 at most" in two[2]
        assert log.position == before
    assert not calls(over_http(url), ("save_to_scratchpad", {"key": "then", "value": 1}))[0].is_error


@pytest.mark.parametrize("body", ["{", "[]", "", "nonsense", '{"jsonrpc": "2.0"}', "[" * 100_000])
def test_a_body_that_is_no_message_is_refused_and_the_server_goes_on(open_server, body):
    url, _ = open_server

    assert 400 <= ask(url, body, **session(url))[0] < 500
    assert ask(url, request("tools/list"), **session(url))[0] == 200


@pytest.mark.parametrize(
    ("body", "number", "code"),
    [
        ('{"jsonrpc": "2.0", "id": 9, "method": "ping", "params": "x"}', 9, -32600),
        *((save("k").replace('"k"', "[" * deep + "]" * deep), 1, -32600) for deep in (200, 900, 5_000)),
        ('{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}', None, -32600),
        (b'{"jsonrpc": "2.0", "id": 9, "method": "\xff"}', None, -32700),
        (save("k").replace('"key"', '"value": 2, "key"'), 1, -32600),
    ],
)
def test_what_is_no_message_is_answered_as_over_standard_input(open_server, body, number, code):
    url, path = open_server
    with belieflog.open(path) as log:
        before = log.position
        status, _, told = ask(url, body, **session(url))

        assert (status, json.loads(told)["id"], json.loads(told)["error"]["code"]) == (400, number, code)
        assert log.position == before


@POSIX
@pytest.mark.parametrize("signal", [SIGINT, SIGTERM])
def test_a_server_ends_quietly_with_half_a_request_before_it(path, signal):
    with http_server(path) as (url, server):
        place = urlsplit(url)
        heads = {**POST, "Host": place.netloc, "Content-Length": "500"}
        half = "\r\n".join([f"POST {place.path} HTTP/1.1", *(f"{k}: {v}" for k, v in heads.items()), "", '{"json'])
        with ExitStack() as open_:
            for _ in range(3):
                connection = open_.enter_context(socket.create_connection((place.hostname, place.port)))
                connection.sendall(half.encode())
            assert ask(url, request("initialize", **HELLO))[0] == 200
            server.send_signal(signal)
            server.wait(20)
            said = server.stderr.read()

    assert "Traceback" not in said
    assert "Exception" not in said
    assert len(said.split("\n")) <= 4, said  # that it waited long enough, and that it was interrupted


def test_a_port_in_use_is_said_so_and_ends_with_1(open_server, path):
    port = urlsplit(open_server[0]).port

    said = Command(path).refusal("mcp", "--http", port)

    assert said.startswith(f"error: can't listen at 127.0.0.1:{port}: Address already in use; choose another port")


# Where it listens


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("8000", ("127.0.0.1", 8000)),
        ("0", ("127.0.0.1", 0)),
        ("localhost:80", ("localhost", 80)),
        ("0.0.0.0:9", ("0.0.0.0", 9)),
        ("[::1]:9", ("::1", 9)),
    ],
)
def test_a_place_is_a_port_or_a_host_and_a_port(text, place):
    assert parse(text) == place


@pytest.mark.parametrize("text", ["", "host", "host:", ":80", "::1:80", "a b:80", "70000", "-1", "http://a:80", "80x"])
def test_what_is_no_place_is_refused(text):
    with pytest.raises(InvalidValue, match="no place to listen"):
        parse(text)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "localhost", "::1"])
def test_on_loopback_neither_token_nor_names_are_needed(host):
    for name in ("127.0.0.1", "localhost", "[::1]", bracketed(host)):
        assert Place(host, 8000).known(f"{name}:8000", 8000)
        assert Place(host, 80).known(name, 80)
        assert not Place(host, 8000).known(name, 8000)
        assert not Place(host, 8000).known(f"{name}:8001", 8000)
        assert Place(host, 8000, token=TOKEN).known(f"{name}:8001", 8000)


def test_an_allowed_name_is_known_as_it_is_written_and_with_a_token_at_any_port():
    there = Place("127.0.0.1", 8000, ("a.example", "b.example:8443"))

    assert [there.known(host, 8000) for host in ("a.example", "b.example:8443", "a.example:1", "b.example")] == [
        True, True, False, False,
    ]  # fmt: skip
    assert Place("127.0.0.1", 8000, ("a.example",), TOKEN).known("a.example:1", 8000)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "10.0.0.1", "example.org", "localhost.example.org"])
def test_where_others_can_reach_it_a_token_and_a_name_are_needed(host):
    with pytest.raises(Refused, match=r"others can reach .*: set BELIEFLOG_MCP_TOKEN, or give --token-file"):
        Place(host, 1, ("a",))
    with pytest.raises(Refused, match=r"others can reach .* with --allow-host"):
        Place(host, 1, (), TOKEN)
    there = Place(host, 1, ("a",), TOKEN)
    assert there.known("a", 1)
    assert not there.known(f"{host}:1", 1)


def test_the_token_comes_from_a_file_or_the_environment_never_from_the_command_line(tmp_path):
    (tmp_path / "good").write_text(TOKEN + "\n")

    assert token(str(tmp_path / "good"), {"BELIEFLOG_MCP_TOKEN": "other"}) == TOKEN
    assert token(None, {"BELIEFLOG_MCP_TOKEN": "other"}) == "other"
    assert token(None, {}) is None


@pytest.mark.parametrize("text", ["", "\n", "two words", "a\nb", "geheim ü", "\xff"])
def test_what_is_no_token_is_refused_and_not_repeated(tmp_path, text):
    (tmp_path / "bad").write_text(text, encoding="latin-1")

    for given in (lambda: token(str(tmp_path / "bad"), {}), lambda: token(None, {"BELIEFLOG_MCP_TOKEN": text})):
        with pytest.raises(InvalidValue, match="holds no token") as error:
            given()
        assert not text.strip() or text.strip() not in str(error.value)


def test_a_token_file_that_isnt_there_is_an_error(path, tmp_path):
    said = Command(path).refusal("mcp", "--http", "0", "--token-file", tmp_path / "nope")

    assert "No such file" in said
