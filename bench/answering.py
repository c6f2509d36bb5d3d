"""Row m: how soon a server that a host has just started answers its first call."""

import json
import shutil
import statistics
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from bench.processes import DOOR, ROOT, environment, run
from bench.table import Line, micros

HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}


def first(folder: Path, n: int, rounds: int = 7) -> Iterator[Line]:
    """Start the MCP server on the whole log, shake hands, and call a tool; in turn with importing its SDK."""
    if find_spec("mcp") is None:
        yield Line("m", "first answer of the MCP server", "", "", note="not measured: it comes with the extra mcp")
        return
    with TemporaryDirectory(prefix="served-", dir=folder) as copies:  # the calls write, and the log may be kept
        path = Path(copies, "log.db")
        shutil.copy(folder / "log.db", path)
        yield from _calls(path, n, rounds)


def _calls(path: Path, n: int, rounds: int) -> Iterator[Line]:
    calls: list[tuple[str, dict[str, Any]]] = [
        ("read_scratchpad", {}),
        ("save_to_scratchpad", {"key": "k", "value": 1}),
    ]
    for name, arguments in calls:
        mine, theirs = [], []
        for _ in range(rounds):
            start = perf_counter()
            run(["-c", "import gc; gc.disable(); import mcp"])
            theirs.append(perf_counter() - start)
            mine.append(_answered(path, name, arguments))
        ours, imports = statistics.median(mine), micros(statistics.median(theirs))
        note = f"from the start of the process; importing the SDK alone {imports}"
        yield Line("m", f"first answer, {name}, {n:,}", micros(ours), micros(1), ours, "<=1.0", note)


def _answered(path: Path, name: str, arguments: dict[str, Any]) -> float:
    start, pipe = perf_counter(), subprocess.PIPE
    line = [sys.executable, *DOOR, "--log", str(path), "mcp"]
    with subprocess.Popen(line, stdin=pipe, stdout=pipe, cwd=ROOT, env=environment(), text=True) as server:
        assert server.stdin is not None
        assert server.stdout is not None

        def send(**message: Any) -> None:
            assert server.stdin is not None
            server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
            server.stdin.flush()

        send(id=1, method="initialize", params=HELLO)
        server.stdout.readline()
        send(method="notifications/initialized")
        send(id=2, method="tools/call", params={"name": name, "arguments": arguments})
        answer = json.loads(server.stdout.readline())
        taken = perf_counter() - start
        server.stdin.close()
    if answer["result"]["isError"]:
        raise RuntimeError(f"{name} was refused: {answer}")
    return taken
