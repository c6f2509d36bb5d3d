"""Hosts of the MCP server as tests need them: the official client, and one that writes lines by hand."""

import json
import multiprocessing
import os
import socket
import subprocess
import sys
import threading
from contextlib import asynccontextmanager, contextmanager

import anyio
import pytest
from commanding import ROOT, process
from mcp import Client, MCPError, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

MODES = ["legacy", "auto"]
PATIENCE = 60  # seconds for an answer that never comes
POSIX = pytest.mark.skipif(os.name == "nt", reason="servers are forked")
HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "lines", "version": "1"}}


def talk(target, act, mode="auto"):
    """Run ``await act(client)`` with the official client, and give what it gives, or raise the error it got."""

    async def run():
        async with Client(target(), mode=mode) as client:
            try:
                return await act(client), None
            except MCPError as error:
                return None, error

    given, error = anyio.run(run)
    if error is not None:
        raise error
    return given


def calls(target, *made, mode="auto", meta=None):
    """Call tools one after the other, each ``(name, arguments)``, and give the results."""

    async def act(client):
        return [await client.call_tool(name, arguments, meta=meta) for name, arguments in made]

    return talk(target, act, mode)


def over_stdio(log, *words):
    """The official client's way to a server of its own, a process over standard input and output."""
    line = ["-m", "cli", "--log", str(log), "mcp", *map(str, words)]
    return lambda: stdio_client(
        StdioServerParameters(command=sys.executable, args=line, env={"PYTHONPATH": str(ROOT)}, cwd=ROOT)
    )


def over_http(url, token=None, **headers):
    """The official client's way to a server over HTTP."""
    import httpx2

    if token:
        headers["Authorization"] = f"Bearer {token}"

    @asynccontextmanager
    async def way():
        async with httpx2.AsyncClient(headers=headers, timeout=20) as client:
            async with streamable_http_client(url, http_client=client) as streams:
                yield streams

    return way


@contextmanager
def http_server(log, *words, where="0", **environment):
    """A server over HTTP in a process of its own: its URL and the process."""
    line = ["--log", log, "mcp", "--http", where, *words]
    with process(*line, stderr=subprocess.PIPE, text=True, environment=environment) as server:
        try:
            told = server.stderr.readline()
            assert told.startswith("serving at http://"), told + server.stderr.read()
            yield told.split()[-1], server
        finally:
            server.kill()


class Lines:
    """A host that writes lines of JSON and reads the answers, over two streams of bytes."""

    def __init__(self, into, out):
        self._into, self._out, self._n = into, out, 0

    def hello(self):
        """Shake hands."""
        self.ask("initialize", HELLO)
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return self

    def send(self, message):
        """Write a message, or a line as it is."""
        line = message if isinstance(message, bytes) else json.dumps(message).encode()
        self._into.write(line + b"\n")
        self._into.flush()

    def read(self):
        """Read the next message; None where there is none any more."""
        line = self._out.readline()
        return json.loads(line) if line.endswith(b"\n") else None

    def post(self, method, params):
        """Send a request, and give its number."""
        self._n += 1
        self.send({"jsonrpc": "2.0", "id": self._n, "method": method, "params": params})
        return self._n

    def ask(self, method, params):
        """Send a request, and give its result."""
        number = self.post(method, params)
        while (answer := self.read()) is not None:
            if answer.get("id") == number:
                return answer.get("result", answer)
        return None

    def call(self, name, **arguments):
        """Call a tool."""
        return self.ask("tools/call", {"name": name, "arguments": arguments})


@contextmanager
def lines(log, *words):
    """A server of its own process, and a host that writes lines to it."""
    pipe = subprocess.PIPE
    with process("--log", log, "mcp", *words, stdin=pipe, stdout=pipe) as server:
        patience = threading.Timer(PATIENCE, server.kill)
        patience.start()
        try:
            yield Lines(server.stdin, server.stdout).hello()
        finally:
            patience.cancel()
            server.stdin.close()
            server.wait(20)


# Many servers at once: processes that come from one which has loaded everything, so that each costs little


class Forked(Lines):
    """A server in a process of its own, killed with -9 or ended when left."""

    def __init__(self, log, *words):
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["cli.commands.mcp", "belieflog.mcp.stdio", "belieflog.mcp.knowledge_graph"])
        ours, theirs = socket.socketpair()
        line = ["--log", str(log), "mcp", *words]
        self._server = context.Process(target=_serve, args=(theirs, line), daemon=True)
        self._server.start()
        theirs.close()
        ours.settimeout(PATIENCE)
        with ours:
            super().__init__(ours.makefile("wb"), ours.makefile("rb"))

    def __enter__(self):
        return self.hello()

    def __exit__(self, *exc_info):
        self.kill()
        self._server.close()
        for stream in (self._into, self._out):
            stream.close()

    def kill(self):
        """End it as a power cut would end the process."""
        self._server.kill()
        self._server.join(20)


def _serve(channel, line):
    from cli.main import cli

    for number in (0, 1):
        os.dup2(channel.fileno(), number)
    channel.close()
    sys.stdin = open(0, encoding="utf-8")  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8")  # noqa: SIM115
    for name in [name for name in os.environ if name.startswith("BELIEFLOG_")]:
        del os.environ[name]
    cli(line)
